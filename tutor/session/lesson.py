"""A run through a lesson: step by step, each tried until it is right."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tutor import lessons
from tutor.bots import Level
from tutor.core import Rules, State, UnreadableMove, View
from tutor.core.prose import Text
from tutor.lessons import Answer, Judgement, Lesson, Moment
from tutor.lessons.models import PlayOut, Tell
from tutor.session.actions import (
    PAUSES,
    AskHint,
    Back,
    BotMove,
    Forget,
    Go,
    Next,
    Pace,
    Tried,
    Trouble,
    YourAnswer,
    YourMove,
)
from tutor.session.refusal import Refusal, refusal

__all__ = [
    "TRIES",
    "Action",
    "LessonRun",
    "act",
    "begin",
    "bot_request",
    "forced_move",
    "held",
    "hint_of",
    "pause",
    "waiting_for",
]

TRIES = 3
"""After so many wrong answers the right one is shown with the next."""

Action = YourMove | YourAnswer | BotMove | AskHint | Go | Next | Back | Forget | Trouble


@dataclass(frozen=True, slots=True)
class LessonRun:
    """Where a learner is in a lesson. Progress is kept by ``step_id``, never by its number.

    ``frames`` are shown one after another before the judgement: what a move led to, the last of them ``frame``. After
    a wrong one they are held until the learner closes them (``Forget``); the step then stands as it did."""

    moment: Moment
    pace: Pace = "normal"
    answer: Judgement | Refusal | Literal["hint"] | None = None
    frames: tuple[State, ...] = ()
    frame: int = 0
    tries: int = 0
    """Wrong answers at this step."""
    hinted: bool = False
    finished: bool = False
    changes: int = 0
    last: Tried | None = None
    """What the last action answered, for the learner's log; None if it answered nothing."""
    trouble: Trouble | None = None
    """What failed, until the learner closes it (``Forget``) or does something else; the step stands as it did."""

    @property
    def lesson(self) -> Lesson:
        """The lesson."""
        return self.moment.lesson

    @property
    def step_id(self) -> str:
        """The permanent id of the step."""
        return self.moment.step.id

    @property
    def rev(self) -> str:
        """``lesson:step:n``: another text for every screen of the run."""
        return f"{self.lesson.id}:{self.step_id}:{self.changes}"

    @property
    def state(self) -> State | None:
        """What lies on the table now; None where the step has none."""
        return self.frames[self.frame] if self.frames else self.moment.state

    @property
    def view(self) -> View | None:
        """What the learner sees of it."""
        return None if self.state is None else self.state.view(self.moment.seat)


def begin(lesson: Lesson, step_id: str | None = None, rules: Rules | None = None, pace: Pace = "normal") -> LessonRun:
    """A run from the step with this id; from the first where there is none."""
    at = lesson.at(step_id) if step_id is not None else None
    return LessonRun(lessons.begin(lesson, at or 0, rules), pace)


def act(run: LessonRun, action: Action) -> LessonRun:
    """The run after the action; the same run where it has no meaning now. ValueError (IllegalMove and UnreadableMove
    are) only for a bot's move that cannot be."""
    if isinstance(action, Trouble):
        return replace(run, last=None, trouble=action, changes=run.changes + 1)
    if isinstance(action, Forget) and run.trouble is not None:
        return replace(run, last=None, trouble=None, changes=run.changes + 1)
    after = _acted(replace(run, last=None, trouble=None), action)
    return run if after is None else replace(after, changes=run.changes + 1)


def _acted(run: LessonRun, action: Action) -> LessonRun | None:
    waiting = waiting_for(run)
    asked = waiting == "you" and not held(run) and not run.moment.done
    match action:
        case Go() if waiting == "frames":
            return _shown(replace(run, frame=run.frame + 1))
        case Forget() if waiting == "frames":
            return _shown(replace(run, frame=len(run.frames) - 1))
        case Forget() if waiting != "over" and not run.moment.done:
            return replace(run, answer=None, frames=(), frame=0)
        case YourMove(text) if asked or waiting == "bot":
            return _moved(run, text)
        case YourAnswer(value) if asked:
            return _answered(run, value)
        case BotMove(text):
            if waiting != "bot":
                raise ValueError(f"{text}: nobody but the learner is to move")
            return _judged(run, run.lesson.game.read_move(text), text)
        case AskHint() if asked and hint_of(run) is not None:
            return replace(run, answer="hint", hinted=True)
        case Next() if waiting == "you" and (run.moment.done or isinstance(run.moment.step, Tell)):
            at = run.moment.at + 1
            return replace(run, finished=True) if at == len(run.lesson.steps) else _at(run, at)
        case Back() if waiting in ("you", "bot") and run.moment.at > 0:
            return _at(run, run.moment.at - 1)
    return None


def _at(run: LessonRun, at: int) -> LessonRun:
    return LessonRun(lessons.begin(run.lesson, at, run.moment.rules), run.pace, changes=run.changes)


def _moved(run: LessonRun, text: str) -> LessonRun | None:
    view = run.moment.view
    if view is None or lessons.ask(run.moment) is not None or isinstance(run.moment.step, Tell):
        return None
    try:
        move = run.lesson.game.read_move(text)
    except UnreadableMove:
        move = None
    if move is None or not run.moment.mine:
        return replace(run, answer=refusal(view, text), frames=(), frame=0)
    return _judged(run, move, text)


def _answered(run: LessonRun, value: object) -> LessonRun | None:
    if lessons.ask(run.moment) is None:
        return None
    answer: str | tuple[str, ...] | dict[str, str]
    match value:
        case str():
            answer = value
        case list() | tuple() if all(isinstance(part, str) for part in value):
            answer = tuple(value)
        case Mapping() if all(isinstance(part, str) for pair in value.items() for part in pair):
            answer = dict(value)
        case _:
            return None
    try:
        return _judged(run, answer, _text(answer))
    except ValueError:  # another shape than the question's: nothing that our own pages send
        return None


def _text(answer: str | tuple[str, ...] | dict[str, str]) -> str:
    if isinstance(answer, dict):
        return ", ".join(f"{field}={value}" for field, value in answer.items())
    return answer if isinstance(answer, str) else ", ".join(answer)


def _judged(run: LessonRun, answer: Answer, text: str) -> LessonRun:
    judged = lessons.judge(run.moment, answer)
    counts = not judged.right or judged.moment.done
    return _shown(
        replace(
            run,
            moment=judged.moment,
            answer=judged,
            frames=judged.states,
            frame=0,
            tries=run.tries + (not judged.right),
            last=Tried(run.step_id, text, judged.right, int(run.hinted)) if counts else None,
        )
    )


def _shown(run: LessonRun) -> LessonRun:
    """A good move on the way needs no closing: once it was shown, the step goes on from there."""
    judged = run.answer
    if isinstance(judged, Judgement) and judged.right and not judged.moment.done and run.frame == len(run.frames) - 1:
        return replace(run, frames=(), frame=0)
    return run


def hint_of(run: LessonRun) -> Text | None:
    """The help written for the step, while the step asks something."""
    step = run.moment.step
    return None if run.moment.done or isinstance(step, Tell) else step.hint


def held(run: LessonRun) -> bool:
    """Whether the table shows what a wrong move led to, until the learner closes it."""
    return bool(run.frames) and not run.moment.done


def waiting_for(run: LessonRun) -> Literal["you", "bot", "frames", "over"]:
    """Who goes on: the learner, a bot of a step that is played out, the next frame, or nobody."""
    if run.finished:
        return "over"
    if run.frames and run.frame < len(run.frames) - 1:
        return "frames"
    return "you" if run.moment.mine or run.moment.done or held(run) else "bot"


def forced_move(run: LessonRun) -> str | None:
    """The one legal move of a bot that is waited for: no bot is needed."""
    state = run.moment.state
    if waiting_for(run) != "bot" or state is None:
        return None
    legal = state.legal_moves()
    return str(legal[0]) if len(legal) == 1 else None


def bot_request(run: LessonRun) -> tuple[View, Level, int]:
    """What a bot is asked, always the same at the same point of a run. ValueError where no bot is to move."""
    state, step = run.moment.state, run.moment.step
    if waiting_for(run) != "bot" or state is None or state.turn is None or not isinstance(step, PlayOut):
        raise ValueError("no bot is to move")
    text = f"{run.lesson.id} {step.id} {' '.join(str(move.move) for move in state.history)}"
    return state.view(state.turn), step.level, int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def pause(run: LessonRun) -> int:
    """Milliseconds before the next frame or a bot's move."""
    return PAUSES[run.pace]
