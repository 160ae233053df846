"""Puzzles as data: a view, a goal, the right class of moves, and what refutes the others."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from tutor import games
from tutor.cards import Card, Cards, Seat
from tutor.core import Game, Lot, Move, Reason, Rule, State, Tip, View
from tutor.core.prose import Text

__all__ = ["GOALS", "Goal", "Puzzle", "Refuted", "moves_alike"]

_MODEL = ConfigDict(frozen=True, extra="forbid", strict=True)
_Texts = Annotated[tuple[str, ...], Field(strict=False)]

GOALS = {name: Rule(f"puzzle.goal.{name}", "knowledge") for name in ("next-out", "place", "ends-now", "avoid")}
"""What can be asked of the learner; the ids are ``puzzle.goal.<name>``. A game that has its own words for what is to be
avoided gives them as ``puzzle.goal.avoid.<id of the rule>``."""


class Goal(BaseModel):
    """``next-out``: the learner goes out before anybody else who is still in. ``place``: the learner ends at
    ``place`` or better. ``ends-now``: the learner ends the deal on this turn, with ``points`` or more where they are
    given. ``avoid``: the score rule ``rule``, or where none is named every one that counts at once, does not fall on
    the learner: until the turn is over, or (``until: round``) until it comes back."""

    model_config = _MODEL

    kind: Literal["next-out", "place", "ends-now", "avoid"]
    place: int | None = Field(None, ge=1)
    points: int | None = None
    rule: str | None = None
    until: Literal["turn", "round"] = "turn"

    @property
    def reason(self) -> Reason:
        """The task, to be said."""
        params: dict[str, Any] = {}
        if self.place is not None:
            params["place"] = self.place
        if self.points is not None:
            params |= {"points": self.points, "case": "points"}
        if self.kind == "avoid":
            params["case"] = self.rule or self.until
        return Tip(GOALS[self.kind], params)

    @property
    def of_this_turn(self) -> bool:
        """Whether it is decided before another seat moves."""
        return self.kind == "ends-now" or (self.kind == "avoid" and self.until == "turn")

    @property
    def near(self) -> bool:
        """Whether it is decided at the latest when the turn comes back."""
        return self.kind in ("ends-now", "avoid")

    def reached(self, before: State, after: State, seat: Seat) -> bool | None:
        """Whether a move, by whomever, reached the goal (True) or missed it for good (False); None: go on."""
        mover = before.turn
        assert mover is not None
        if self.kind == "ends-now":
            if after.outcome is None:
                return None if after.turn == seat else False
            return mover == seat and (self.points is None or after.outcome.totals[seat] >= self.points)
        if self.kind == "avoid":
            if self._fell(after, seat):
                return False
            over = after.turn != seat if self.until == "turn" else mover != seat and after.turn == seat
            return True if over or after.outcome is not None else None
        if self.kind == "next-out":
            if not after.view(mover).hand:
                return mover == seat
            return None if after.turn is not None else False
        if after.outcome is None:
            return None
        ahead = 0
        for together in after.outcome.places:
            if seat in together:
                return self.place is not None and ahead < self.place
            ahead += len(together)
        return False

    def _fell(self, after: State, seat: Seat) -> bool:
        """Whether the last move brought down on the seat what is to be avoided: told at once, or in the bill."""
        if after.outcome is not None and any(
            line.seat == seat and line.rule.id == self.rule for line in after.outcome.lines
        ):
            return True
        return any(
            event.rule.kind == "score" and event.params.get("seat") == seat and self.rule in (None, event.rule.id)
            for event in after.events
        )


class Refuted(BaseModel):
    """A class of wrong moves, and a deal in which it goes wrong whatever the learner does afterwards.

    ``deal`` gives the unseen cards by zone; of one that lies in an order as many from the top as matter, or none, the
    rest follows. ``line`` is played in it, the wrong move first, until the goal is missed."""

    model_config = _MODEL

    moves: _Texts = Field(min_length=1)
    deal: dict[str, str]
    line: _Texts = Field(min_length=1)


class Puzzle(BaseModel):
    """A puzzle: one line of a file. ``position`` is a view, so nothing hidden is in the question."""

    model_config = _MODEL

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    position: dict[str, Any]
    goal: Goal
    accept: _Texts = Field(min_length=1, description="the one class of right moves")
    wrong: Annotated[tuple[Refuted, ...], Field(strict=False)] = Field(
        (), description="what refutes each wrong move; a goal of this very turn needs none: it is computed"
    )
    grade: Literal["rule", "open", "safe"] = Field(
        description="rule: decided on this very turn; open: nothing is hidden; "
        "safe: right in every deal that is possible, by one plan"
    )
    worlds: int = Field(ge=1, description="how many deals are possible, as far as the goal can tell them apart")
    tempting: str = Field(description="the wrong move that one is tempted to make")
    themes: _Texts
    rules: _Texts = Field(description="ids of rules that it turns on")
    difficulty: int = Field(ge=400, le=3000)
    seed: int = Field(description="of the search that found it; 0: by hand")
    title: Text | None = None
    why: Text | None = None
    _source: tuple[Path, int] = PrivateAttr((Path("puzzle"), 1))

    @property
    def source(self) -> tuple[Path, int]:
        """The file and the line that it was read from."""
        return self._source

    @property
    def game(self) -> Game:
        """The game that judges it."""
        return games.find(str(self.position.get("game")))

    @cached_property
    def view(self) -> View:
        """What the learner sees. PositionError for a puzzle that was not loaded by the loader."""
        return self.game.look(self.position)

    @cached_property
    def accepted(self) -> tuple[Move, ...]:
        """The right moves."""
        return tuple(map(self.game.read_move, self.accept))

    def refuted(self, move: Move) -> Refuted | None:
        """What refutes a wrong move."""
        read = self.game.read_move
        return next((found for found in self.wrong if move in map(read, found.moves)), None)

    def deal(self, refuted: Refuted) -> State:
        """The complete deal of a refutation; ValueError where it isn't one that the view leaves possible."""
        unseen = self.view.unseen()
        hidden = {zone: Cards.read(text) for zone, text in refuted.deal.items()}
        placed = Cards.NONE
        for zone, cards in hidden.items():
            size = unseen.slots.get(zone, 0)
            fits = len(cards) <= size if zone in unseen.ordered else len(cards) == size
            if not fits or cards & (placed | unseen.cannot.get(zone, Cards.NONE)) or not cards <= unseen.cards:
                raise ValueError(zone)
            placed |= cards
        left = [card for card in unseen.cards if card not in placed]
        lots: dict[str, Lot] = dict(hidden)
        for zone in unseen.slots:
            if zone in unseen.ordered:
                top = [Card.read(text) for text in refuted.deal.get(zone, "").replace(",", " ").split()]
                more = unseen.slots[zone] - len(top)
                lots[zone] = (*top, *left[:more])
                left = left[more:]
        if left:
            raise ValueError(", ".join(set(unseen.slots) - set(lots)) or "deal")
        return self.view.world(lots)


def moves_alike(move: Move) -> tuple[str, tuple[str, ...]]:
    """What makes moves of one class: the verb and the ranks. Where suits decide, right and wrong part them."""
    return move.verb, tuple(card.rank for card in move.cards)
