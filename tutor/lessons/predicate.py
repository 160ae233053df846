"""What a lesson asks of a move: a closed language of small predicates, answered by the engine.

A predicate is a mapping; where it has several keys, all of them must hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, model_validator
from pydantic_core import PydanticCustomError

from tutor.cards import Card, Cards, Seat
from tutor.core import Game, Move, Rules, State, Violation

__all__ = ["CardSet", "OneCard", "Predicate", "Trial", "higher"]

BUDGET = 200  # sampled worlds behind value_loss_at_most


_NO_CARDS = PydanticCustomError("cards", "cards are written like 7d 7h")


def _cards(given: object) -> Cards:
    if isinstance(given, Cards):
        return given
    if not isinstance(given, str):
        raise _NO_CARDS
    try:
        return Cards.read(given)
    except ValueError:
        raise _NO_CARDS from None


def _card(given: object) -> Card:
    if isinstance(given, Card):
        return given
    if not isinstance(given, str):
        raise _NO_CARDS
    try:
        return Card.read(given)
    except ValueError:
        raise _NO_CARDS from None


CardSet = Annotated[Cards, PlainValidator(_cards, json_schema_input_type=str)]
OneCard = Annotated[Card, PlainValidator(_card, json_schema_input_type=str)]


def higher(game: Game, rules: Rules, card: Card, than: Card, inverted: bool = False) -> bool:
    """Whether a card is higher than another in this game's order."""
    return card is not than and game.order(Cards.of((card, than)), rules, inverted)[1] is card


class Trial(NamedTuple):
    """A move that was tried: by whom, for whom it is judged, and what came of it.

    ``states`` are those after the move and after the replies to it, () where the move was illegal; ``made`` is how
    many moves the learner has made, this one included."""

    game: Game
    rules: Rules
    before: State | None
    move: Move
    mover: Seat
    learner: Seat
    violation: Violation | None
    states: tuple[State, ...]
    made: int

    @property
    def mine(self) -> bool:
        """Whether it is a legal move of the learner's."""
        return bool(self.states) and self.mover == self.learner


class Predicate(BaseModel):
    """One demand on a tried move, or several that must all hold."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, arbitrary_types_allowed=True)

    all_of: tuple[Predicate, ...] | None = Field(None, strict=False)
    any_of: tuple[Predicate, ...] | None = Field(None, strict=False)
    not_: Predicate | None = Field(None, alias="not")

    play: CardSet | None = Field(None, description="these very cards are played")
    move: str | None = Field(None, description="this very move, for other verbs than play")
    passes: bool | None = Field(None, description="the learner passes")
    cards_played: int | None = Field(None, description="so many cards are laid")
    legal: bool | None = Field(None, description="the move is legal")
    violates: str | None = Field(None, description="the move breaks this very rule")
    beats_top: bool | None = Field(None, description="something lay on the pile, and the move beats it")
    goes_out: bool | None = Field(None, description="the learner has no cards left")
    hand_after: int | None = Field(None, description="the learner has so many cards left")
    next_turn: int | None = Field(None, description="right after the move it is this seat's turn")
    events: tuple[str, ...] | None = Field(
        None, strict=False, description="all these happen, by the move or by the replies to it"
    )
    place_at_most: int | None = Field(None, ge=1, description="the learner is out at this place or better")
    within_moves: int | None = Field(None, ge=1, description="the learner needs no more moves than these")
    value_loss_at_most: float | None = Field(
        None, ge=0, description="the bots reckon that the best move is worth at most so much more, 0 … 1"
    )
    higher_than: OneCard | None = Field(None, description="every card is higher than this one")
    same_rank_as: OneCard | None = Field(None, description="every card is of this one's rank")

    @model_validator(mode="after")
    def _says_something(self) -> Predicate:
        if not self.model_fields_set:
            raise PydanticCustomError("empty-predicate", "nothing is demanded")
        if self.play is not None and not self.play:
            raise PydanticCustomError("cards", "no cards are no play")
        return self

    def inner(self) -> Iterator[Predicate]:
        """This predicate and all inside it."""
        yield self
        for part in (*(self.all_of or ()), *(self.any_of or ()), *([self.not_] if self.not_ else [])):
            yield from part.inner()

    @property
    def reach(self) -> int:
        """How many moves the learner may need."""
        return max((part.within_moves or 1 for part in self.inner()), default=1)

    def moves(self, game: Game) -> Iterator[Move]:
        """The very moves that it names where they are wanted, not refused."""
        if self.play is not None:
            yield game.read_move(f"play {self.play}")
        if self.move is not None:
            yield game.read_move(self.move)
        for part in (*(self.all_of or ()), *(self.any_of or ())):
            yield from part.moves(game)

    def needs_table(self) -> bool:
        """Whether it can be asked only where there is a position."""
        card_only = {"all_of", "any_of", "not_", "higher_than", "same_rank_as"}
        return any(part.model_fields_set - card_only for part in self.inner())

    def holds(self, trial: Trial) -> bool:
        """Whether all that is demanded is so. What costs a search is asked last."""
        return all(_ask(self, key, trial) for key in self.model_fields_set - {"value_loss_at_most"}) and (
            self.value_loss_at_most is None or _loss(trial) <= self.value_loss_at_most
        )


def _ask(predicate: Predicate, key: str, trial: Trial) -> bool:
    wanted = getattr(predicate, key)
    if wanted is None:
        return True
    match key:
        case "all_of":
            return all(part.holds(trial) for part in wanted)
        case "any_of":
            return any(part.holds(trial) for part in wanted)
        case "not_":
            return not wanted.holds(trial)
        case "play":
            return trial.move.verb == "play" and trial.move.cards == wanted
        case "move":
            return trial.move == trial.game.read_move(wanted)
        case "passes":
            return wanted is (trial.mine and trial.move.verb == "pass")
        case "cards_played":
            return trial.mine and trial.move.verb != "pass" and len(trial.move.cards) == wanted
        case "legal":
            return wanted is (trial.violation is None)
        case "violates":
            return trial.violation is not None and trial.violation.rule.id == wanted
        case "beats_top":
            return wanted is (trial.mine and trial.move.verb != "pass" and _top(trial))
        case "within_moves":
            return bool(trial.made <= wanted)
        case "higher_than":
            return all(higher(trial.game, trial.rules, card, wanted, _inverted(trial)) for card in trial.move.cards)
        case "same_rank_as":
            return all(card.rank == wanted.rank for card in trial.move.cards)
        case _:
            return bool(trial.states) and _after(key, wanted, trial)


def _after(key: str, wanted: object, trial: Trial) -> bool:
    after, learner = trial.states[0], trial.learner
    left = len(after.view(learner).hand)
    match key:
        case "goes_out":
            return wanted is (left == 0)
        case "hand_after":
            return left == wanted
        case "next_turn":
            return after.turn == wanted
        case "events":
            assert isinstance(wanted, tuple)
            told = {event.rule.id for state in trial.states for event in state.events}
            return set(wanted) <= told
        case "place_at_most":
            assert isinstance(wanted, int)
            return left == 0 and _place(trial.states[-1], learner) <= wanted
    raise AssertionError(key)


def _place(state: State, learner: Seat) -> int:
    """The learner's place, from 1; while the deal runs, as one who has just gone out."""
    if state.outcome is not None:
        ahead = 0
        for together in state.outcome.places:
            if learner in together:
                return ahead + 1
            ahead += len(together)
        return state.seats
    return sum(not count for count in state.view(learner).counts)


def _top(trial: Trial) -> bool:
    assert trial.before is not None
    return any(zone.kind == "pile" and zone.cards for zone in trial.before.view(trial.learner).zones())


def _inverted(trial: Trial) -> bool:
    return trial.before is not None and bool(getattr(trial.before.position(), "inverted", False))


def _loss(trial: Trial) -> float:
    if not trial.mine or trial.before is None:
        return float("inf")
    from tutor.bots import judge  # only where a lesson asks for it: a search takes long

    verdict = judge(trial.before.view(trial.learner), trial.move, Random(0), BUDGET)
    return float(verdict.loss)
