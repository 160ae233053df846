"""What bots and hints need from every game; a game writes it in its ``advice.py``."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Protocol

from tutor.cards import Seat
from tutor.core.move import Move
from tutor.core.rule import Tip

if TYPE_CHECKING:
    from tutor.core.game import State, View

__all__ = ["Advice"]


class Advice(Protocol):
    """A game's knowledge of good play."""

    turns: int
    """How many turns of the seat that chooses a move are played out after it, before the deal is weighed as it stands;
    0: all, to the end. Where luck decides much, what comes late says little of the move."""

    luck: int
    """How many times as many deals a bot looks at as where this is 1."""

    def habit(self, state: State, rng: Random) -> Move:
        """A good quick move for the seat on turn, from its hand and the public table alone."""

    def utility(self, state: State, seat: Seat) -> float:
        """What a deal is worth to the seat, 0 (worst) … 1 (best): an ended one or, unless ``turns`` is 0, one in which
        a turn of the seat begins."""

    def tips(self, view: View, move: Move) -> tuple[Tip, ...]:
        """Facts about a legal move that speak for it or against it, the weightiest first."""

    def question(self, view: View) -> str:
        """The message id of what to ask oneself before moving here."""
