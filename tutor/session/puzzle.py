"""A run at a puzzle: tried until it is right, each wrong try refuted on the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tutor import puzzles
from tutor.cards import Cards
from tutor.core import State, UnreadableMove, View
from tutor.puzzles import Answer, Puzzle
from tutor.session.actions import PAUSES, AskHint, Forget, Go, Pace, Tried, Trouble, YourMove
from tutor.session.refusal import Refusal, refusal
from tutor.session.table import HINT_STEPS

__all__ = ["COUNTED_HINTS", "Action", "Help", "PuzzleRun", "act", "begin", "cards_to_look_at", "pause", "waiting_for"]

COUNTED_HINTS = 2
"""With more steps of hint than these a puzzle does not count as solved."""

Action = YourMove | AskHint | Go | Forget | Trouble


@dataclass(frozen=True, slots=True)
class Help:
    """A step of hint: 1 a question, 2 the cards to look at, 3 the move, 4 why."""

    step: int


@dataclass(frozen=True, slots=True)
class PuzzleRun:
    """Where a learner is with a puzzle. ``frames`` show the deal that refutes a wrong move and the line in it; they are
    held until the learner closes them (``Forget``)."""

    puzzle: Puzzle
    pace: Pace = "normal"
    answer: Answer | Refusal | Help | None = None
    frame: int = 0
    tries: int = 0
    """Wrong answers so far; illegal tries are none."""
    hints: int = 0
    """Steps of hint shown in this run."""
    shown_before: int = 0
    """Steps of hint shown in earlier runs: to begin anew does not buy them back."""
    solved: bool = False
    changes: int = 0
    last: Tried | None = None
    """What the last action answered, for the learner's log; None if it answered nothing."""
    trouble: Trouble | None = None
    """What failed, until the learner closes it (``Forget``) or does something else; the puzzle stands as it did."""

    @property
    def first_try(self) -> bool | None:
        """Whether the first answer was right; None before it."""
        return False if self.tries else True if self.solved else None

    @property
    def taken(self) -> int:
        """The steps of hint that this learner has seen, in whatever run."""
        return max(self.hints, self.shown_before)

    @property
    def counts(self) -> bool:
        """Whether solving it now counts, after the hints taken so far."""
        return self.taken <= COUNTED_HINTS

    @property
    def frames(self) -> tuple[State, ...]:
        """What refutes the wrong move that is shown; () where none is."""
        return self.answer.states if isinstance(self.answer, Answer) else ()

    @property
    def rev(self) -> str:
        """``puzzle:tries:n``: another text for every screen of the run."""
        return f"{self.puzzle.id}:{self.tries}:{self.changes}"

    @property
    def view(self) -> View:
        """What the learner sees: the puzzle, or the frame of a refutation."""
        return self.frames[self.frame].view(self.puzzle.view.seat) if self.frames else self.puzzle.view


def begin(puzzle: Puzzle, pace: Pace = "normal", shown_before: int = 0) -> PuzzleRun:
    """A run at a puzzle, of which so many steps of hint are known from earlier runs."""
    return PuzzleRun(puzzle, pace, shown_before=shown_before)


def act(run: PuzzleRun, action: Action) -> PuzzleRun:
    """The run after the action; the same run where it has no meaning now. Never raises."""
    if isinstance(action, Trouble):
        return replace(run, last=None, trouble=action, changes=run.changes + 1)
    if isinstance(action, Forget) and run.trouble is not None:
        return replace(run, last=None, trouble=None, changes=run.changes + 1)
    after = _acted(replace(run, last=None, trouble=None), action)
    return run if after is None else replace(after, changes=run.changes + 1)


def _acted(run: PuzzleRun, action: Action) -> PuzzleRun | None:
    waiting = waiting_for(run)
    asked = waiting == "you" and not run.frames
    match action:
        case Go() if waiting == "frames":
            return replace(run, frame=run.frame + 1)
        case Forget() if waiting == "frames":
            return replace(run, frame=len(run.frames) - 1)
        case Forget() if waiting == "you":
            return replace(run, answer=None, frame=0)
        case YourMove(text) if asked:
            return _tried(run, text)
        case AskHint() if asked and run.hints < HINT_STEPS:
            return replace(run, answer=Help(run.hints + 1), hints=run.hints + 1)
    return None


def _tried(run: PuzzleRun, text: str) -> PuzzleRun:
    try:
        move = run.puzzle.game.read_move(text)
    except UnreadableMove:
        return replace(run, answer=refusal(run.puzzle.view, text))
    answer = puzzles.answer(run.puzzle, move)
    if not answer.legal:
        return replace(run, answer=refusal(run.puzzle.view, text))
    return replace(
        run,
        answer=answer,
        frame=0,
        tries=run.tries + (not answer.right),
        solved=answer.right,
        last=Tried("", str(move), answer.right, run.taken),
    )


def cards_to_look_at(puzzle: Puzzle) -> Cards:
    """The cards of the right move and of the tempting wrong one, so that they do not tell which is which."""
    return puzzle.accepted[0].cards | puzzle.game.read_move(puzzle.tempting).cards


def waiting_for(run: PuzzleRun) -> Literal["you", "frames", "over"]:
    """Who goes on: the learner, the next frame of a refutation, or nobody."""
    if run.solved:
        return "over"
    return "frames" if run.frame < len(run.frames) - 1 else "you"


def pause(run: PuzzleRun) -> int:
    """Milliseconds before the next frame."""
    return PAUSES[run.pace]
