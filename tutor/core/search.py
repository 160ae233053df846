"""Small questions about the tree of moves that hold for every game."""

from __future__ import annotations

from tutor.core.game import State, View
from tutor.core.move import Move

__all__ = ["nearest", "perft"]


def nearest(view: State | View, move: Move) -> Move | None:
    """The legal move most like this one: the same verb first, then the fewest cards changed (symmetric
    difference), then the first in the order of moves. A legal move is its own; None where nothing is legal."""
    if view.check(move) is None:
        return move

    def distance(legal: Move) -> tuple[bool, int]:
        return legal.verb != move.verb, len(legal.cards ^ move.cards)

    return min(view.legal_moves(), key=distance, default=None)


def perft(state: State, depth: int) -> int:
    """The number of move sequences of this length; a shorter one that ends the deal counts once."""
    if depth == 0 or state.turn is None:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move), depth - 1) for move in moves)
