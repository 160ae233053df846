"""A try that cannot be: which law it breaks, and what would be nearest."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.core import Move, UnreadableMove, View, Violation, nearest

__all__ = ["Refusal", "refusal"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """The learner tried what cannot be. ``move`` and ``violation`` are None where the text could not be read;
    ``nearest`` is None where nothing is legal for the learner."""

    text: str
    move: Move | None
    violation: Violation | None
    nearest: Move | None


def refusal(view: View, text: str) -> Refusal | None:
    """Why the seat of this view may not do what the text says; None for a legal move."""
    try:
        move = view.game.read_move(text)
    except UnreadableMove:
        verb = text.split()[:1]
        legal = view.legal_moves()
        near = next((move for move in legal if [move.verb] == verb), next(iter(legal), None))
        return Refusal(text[:80], None, None, near)
    violation = view.check(move)
    return None if violation is None else Refusal(text, move, violation, nearest(view, move))
