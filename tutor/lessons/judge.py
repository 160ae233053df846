"""Running a lesson: whether an answer is right, why, and where to go on. Pure; the engine judges.

``begin`` and ``judge`` are deterministic, so a run is rebuilt from the answers that were given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tutor.core import Move
from tutor.lessons.models import Count, LessonStep, MakeMove, PlayOut, Score, Tell, TryIllegal
from tutor.lessons.moment import Answer, Judgement, Moment
from tutor.lessons.moves import made, played_out, tried, way
from tutor.lessons.questions import answered, ask, chosen, counted, scored

__all__ = ["judge", "right_answer"]


def judge(moment: Moment, answer: Answer) -> Judgement:
    """Whether the answer is right, why, and where to go on.

    In a step that is played out, a move while another seat is on turn is that seat's. ValueError for an answer of
    another kind than the step asks for, and IllegalMove for an illegal move of another seat."""
    if moment.done:
        raise ValueError("the step is done")
    step = moment.step
    if isinstance(step, Tell):
        return Judgement(True, replace(moment, done=True))
    if isinstance(step, MakeMove | TryIllegal | PlayOut):
        if not isinstance(answer, Move):
            raise ValueError("this step is answered by a move")
        judged = (
            made(moment, step, answer)
            if isinstance(step, MakeMove)
            else tried(moment, step, answer)
            if isinstance(step, TryIllegal)
            else played_out(moment, step, answer)
        )
    elif isinstance(step, Score):
        if not isinstance(answer, Mapping):
            raise ValueError("this step is answered by a bill")
        judged = scored(moment, answer)
    elif isinstance(step, Count):
        if not isinstance(answer, str):
            raise ValueError("this step is answered by a number")
        judged = counted(moment, step, answer)
    else:
        if not isinstance(answer, Sequence) or isinstance(answer, str):
            raise ValueError("this step is answered by choosing")
        question = ask(moment)
        assert question is not None
        if unknown := set(answer) - {option.id for option in question.options}:
            raise ValueError(f"no such choice: {min(unknown)}")
        judged = chosen(moment, answer, question)
    if not judged.right:
        judged = judged._replace(correct=_shown(right_answer(judged.moment)))
    return _worded(step, judged)


def right_answer(moment: Moment) -> Answer:
    """An answer that is right, computed by the engine; for a step of several moves the next of them. None where
    there is none, where the step is read, and where it is played out (nothing proves a way to the goal)."""
    step = moment.step
    if isinstance(step, MakeMove):
        return way(moment, step)
    if isinstance(step, TryIllegal):
        return moment.lesson.game.read_move(step.example)
    return answered(moment)


def _worded(step: LessonStep, judged: Judgement) -> Judgement:
    """The judgement with the author's words: `right` once the step is done; `on_wrong` by the rule that was broken
    or that fired, then `legal`, then `other`."""
    if isinstance(step, Tell):
        return judged
    if judged.right:
        return judged._replace(text=step.right) if judged.moment.done else judged
    ids = [reason.rule.id for reason in judged.reasons]
    ids += (["legal"] if judged.soft else []) + ["other"]
    return judged._replace(text=next((step.on_wrong[id] for id in ids if id in step.on_wrong), None))


def _shown(answer: Answer) -> tuple[str, ...]:
    """An answer as texts: ids, a number, ``field=amount``, or a move."""
    if isinstance(answer, Mapping):
        return tuple(f"{field}={amount}" for field, amount in answer.items())
    if answer is None or isinstance(answer, Move | str):
        return (str(answer),) if answer is not None else ()
    return tuple(answer)
