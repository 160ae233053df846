"""Bots: they are given a view and nothing else, so they know what their seat may know. Knows no game."""

from __future__ import annotations

from tutor.bots.choice import WORLDS, choose, judge
from tutor.bots.decision import LEVELS, STEPS, Decision, Hint, Level, MoveEval, Step, Verdict, Why
from tutor.bots.hints import hint

__all__ = ["LEVELS", "STEPS", "WORLDS", "Decision", "Hint", "Level", "MoveEval", "Step", "Verdict", "Why"]
__all__ += ["choose", "hint", "judge"]
