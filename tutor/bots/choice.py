"""Choosing a move and judging one, from a view alone."""

from __future__ import annotations

from random import Random

from tutor.bots.decision import LEVELS, Decision, Level, Verdict
from tutor.bots.trial import Trial, candidates
from tutor.core import IllegalMove, Move, View
from tutor.solver import sample

__all__ = ["WORLDS", "choose", "judge", "weigh"]

WORLDS: dict[Level, int] = {"medium": 8, "strong": 80}
"""How many worlds the levels that look ahead draw for a decision, times the ``luck`` of the game's advice. Where that
is 1, twenty already play nearly as well as eighty."""


def choose(view: View, level: Level, rng: Random, budget: int | None = None) -> Decision:
    """The move of a bot; the same for the same view, level, state of ``rng`` and budget.

    novice plays the first legal move in the order of moves; easy follows the game's habit; medium and strong play
    the moves out on sampled worlds, ``budget`` of them at most (else as many as ``WORLDS`` and the game say).
    ValueError where the seat is not on turn."""
    if level not in LEVELS:
        raise ValueError(f"no level {level!r}: there are {', '.join(LEVELS)}")
    legal = _legal(view)
    if len(legal) == 1:
        return Decision(legal[0], (), "forced", 0)
    if level == "novice":
        return Decision(legal[0], (), "habit", 0)
    if level == "easy":
        return Decision(view.game.advice.habit(sample(view, rng), rng), (), "habit", 0)
    return weigh(view, rng, WORLDS[level] * view.game.advice.luck if budget is None else budget)[0]


def judge(view: View, move: Move, rng: Random, budget: int) -> Verdict:
    """How good a legal move is beside the best one found on ``budget`` worlds. IllegalMove for one that is not."""
    legal = _legal(view)
    if violation := view.check(move):
        raise IllegalMove(violation)
    if len(legal) == 1:
        return Verdict(move, move, 0.0, 0.0, True, Decision(move, (), "forced", 0))
    decision, _ = weigh(view, rng, budget, also=move)
    line = decision.of(move)
    assert line is not None
    return Verdict(move, decision.move, line.loss, line.loss_error, line.close, decision)


def weigh(view: View, rng: Random, budget: int, also: Move | None = None) -> tuple[Decision, Trial]:
    """The candidates, ``also`` among them to the end, weighed on common worlds; and the trial, to ask it more."""
    trial = Trial(view, rng, budget)
    kept = () if also is None else (also,)
    moves = candidates(view, trial.world(0), rng, kept)
    return trial.decide(moves, kept), trial


def _legal(view: View) -> tuple[Move, ...]:
    legal = view.legal_moves()
    if not legal:
        raise ValueError(f"seat {view.seat} is not on turn")
    return legal
