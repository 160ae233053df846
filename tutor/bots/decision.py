"""What bots answer: a decision, a verdict on a move, a hint. Plain values that compare field by field."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tutor.cards import Cards
from tutor.core import Move, Tip

__all__ = ["LEVELS", "STEPS", "Basis", "Decision", "Hint", "Level", "MoveEval", "Source", "Step", "Verdict", "Why"]

Level = Literal["novice", "easy", "medium", "strong"]
LEVELS: tuple[Level, ...] = ("novice", "easy", "medium", "strong")
Source = Literal["forced", "habit", "sampled"]
Basis = Literal["fact", "share"]
Step = Literal[1, 2, 3, 4]
STEPS: tuple[Step, ...] = (1, 2, 3, 4)


class MoveEval(NamedTuple):
    """A move played out on ``worlds`` deals: ``mean`` of what they were worth, 0 … 1, and its standard ``error``.
    ``loss`` is how much less than the chosen move on those same deals, ``loss_error`` the standard error of that;
    below 0 where it did better, but not clearly enough to be chosen."""

    move: Move
    mean: float
    error: float
    worlds: int
    loss: float
    loss_error: float

    @property
    def close(self) -> bool:
        """Whether it cannot be told apart from the chosen move: the 95 % interval of the loss reaches 0."""
        return self.loss <= 1.96 * self.loss_error


class Decision(NamedTuple):
    """A move and what it was weighed against: ``table`` has the chosen move first, then those that were kept longest
    and came out best; empty unless the moves were played out on sampled deals. ``worlds``: deals sampled."""

    move: Move
    table: tuple[MoveEval, ...]
    source: Source
    worlds: int

    def of(self, move: Move) -> MoveEval | None:
        """The line of a move, None if it was not weighed."""
        return next((line for line in self.table if line.move == move), None)


class Verdict(NamedTuple):
    """How good a legal move was: what it lost against the best one found (``MoveEval.loss``), with the standard error.
    ``close``: the two cannot be told apart."""

    move: Move
    best: Move
    loss: float
    error: float
    close: bool
    decision: Decision


class Why(NamedTuple):
    """A reason for a move, or ``against`` it. A fact is true by count, whatever is hidden; a share is of the sampled
    deals, played on by players like our bot."""

    tip: Tip
    basis: Basis
    against: bool


class Hint(NamedTuple):
    """One step of help: 1 a question to ask oneself, 2 the cards to look at, 3 the move, 4 why. ``tips`` are what to
    say, in order (at step 4 the reasons of ``why`` come first); steps 1 and 2 do not tell the move."""

    step: Step
    tips: tuple[Tip, ...]
    cards: Cards
    move: Move | None
    decision: Decision | None
    why: tuple[Why, ...]
