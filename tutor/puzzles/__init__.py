"""Puzzles: positions in which exactly one class of moves is right, proved for every deal that is possible."""

from __future__ import annotations

from tutor.puzzles.answer import Answer, answer, solution
from tutor.puzzles.loader import PuzzleError, PuzzleFault, UnknownPuzzle, every, find, load, load_all
from tutor.puzzles.models import Goal, Puzzle, Refuted, moves_alike
from tutor.puzzles.proof import check

__all__ = [
    "Answer",
    "Goal",
    "Puzzle",
    "PuzzleError",
    "PuzzleFault",
    "Refuted",
    "UnknownPuzzle",
    "answer",
    "check",
    "every",
    "find",
    "load",
    "load_all",
    "moves_alike",
    "solution",
]
