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

GOALS = {name: Rule(f"puzzle.goal.{name}", "knowledge") for name in ("next-out", "place")}
"""What can be asked of the learner; the ids are ``puzzle.goal.<name>``."""


class Goal(BaseModel):
    """``next-out``: the learner goes out before anybody else who is still in. ``place``: the learner ends at
    ``place`` or better."""

    model_config = _MODEL

    kind: Literal["next-out", "place"]
    place: int | None = Field(None, ge=1)

    @property
    def reason(self) -> Reason:
        """The task, to be said."""
        return Tip(GOALS[self.kind], {"place": self.place} if self.place is not None else {})

    def reached(self, before: State, after: State, seat: Seat) -> bool | None:
        """Whether a move, by whomever, reached the goal (True) or missed it for good (False); None: go on."""
        if self.kind == "next-out":
            mover = before.turn
            assert mover is not None
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


class Refuted(BaseModel):
    """A class of wrong moves, and a deal in which it goes wrong whatever the learner does afterwards.

    ``deal`` gives the unseen cards by zone; ``line`` is played in it, the wrong move first, until the goal is
    missed."""

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
    wrong: Annotated[tuple[Refuted, ...], Field(strict=False)]
    grade: Literal["open", "safe"] = Field(
        description="open: nothing is hidden; safe: right in every deal that is possible, by one plan"
    )
    worlds: int = Field(ge=1, description="how many deals are possible")
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
            if len(cards) != unseen.slots.get(zone) or cards & (placed | unseen.cannot.get(zone, Cards.NONE)):
                raise ValueError(zone)
            placed |= cards
        if placed != unseen.cards:
            raise ValueError(", ".join(set(unseen.slots) - set(hidden)) or "deal")
        lots: dict[str, Lot] = dict(hidden)
        for zone in unseen.ordered:
            lots[zone] = tuple(map(Card.read, refuted.deal[zone].replace(",", " ").split()))
        return self.view.world(lots)


def moves_alike(move: Move) -> tuple[str, tuple[str, ...]]:
    """What makes moves of one class: the verb and the ranks. Where suits decide, right and wrong part them."""
    return move.verb, tuple(card.rank for card in move.cards)
