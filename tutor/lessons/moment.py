"""Where a run of a lesson stands, what it may be asked and told: the values that judging takes and gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tutor.cards import Cards, Seat
from tutor.core import Event, Move, Reason, Rule, Rules, ScoreLine, State, Step, View
from tutor.core.prose import Text
from tutor.lessons.models import Lesson, LessonStep, PlayOut

__all__ = ["FACTS", "Answer", "Field", "Judgement", "Moment", "Option", "Question", "begin", "told"]

FACTS = {
    name: Rule(f"lesson.{name}", "knowledge")
    for name in (
        *("allowed", "go-on", "played-out", "try-legal", "try-other"),
        *("may", "missed", "higher", "lower", "same-rank", "other-rank", "order-pair"),
        *("seat-out", "seat-turn", "way", "place", "amount", "spot-legal", "spot-later"),
        *("count-wrong", "count-seen", "no-number", "nothing"),
    )
}
"""What the judge itself has to say, where no rule of the game says it; the ids are ``lesson.<name>``."""

Answer = Move | Sequence[str] | str | Mapping[str, str] | None
"""None for having read; a move; ids of options; a number as it was typed; a bill by field."""


@dataclass(frozen=True)
class Moment:
    """Where a run stands: a step of a lesson in a ruleset, and what lies on its table."""

    lesson: Lesson
    at: int
    rules: Rules
    seat: Seat = 0
    state: State | None = None
    made: int = 0
    done: bool = False

    @property
    def step(self) -> LessonStep:
        """The step itself."""
        return self.lesson.steps[self.at]

    @property
    def view(self) -> View | None:
        """What the learner sees; None where the step has no table."""
        return self.state.view(self.seat) if self.state is not None else None

    @property
    def mine(self) -> bool:
        """Whether the learner is asked now; False once the step is done and while another seat plays."""
        if self.done:
            return False
        return not isinstance(self.step, PlayOut) or (self.state is not None and self.state.turn == self.seat)


class Option(NamedTuple):
    """Something to choose: cards, a seat, or a move (of ``seat``, where it is one of a record)."""

    id: str
    cards: Cards | None = None
    seat: Seat | None = None
    move: Move | None = None
    note: Reason | None = None


class Field(NamedTuple):
    """A line of a bill: what ``line`` gave this seat; without a line, the seat's place."""

    id: str
    seat: Seat
    line: ScoreLine | None = None


class Question(NamedTuple):
    """What is asked beside the table, and how it is answered. ``steps`` are moves to be told first; the table stays as
    it was before them, since it would give the answer away."""

    kind: Literal["cards", "plays", "order", "seat", "number", "moves", "bill"]
    options: tuple[Option, ...] = ()
    many: bool = False
    fields: tuple[Field, ...] = ()
    steps: tuple[Step, ...] = ()


class Judgement(NamedTuple):
    """What came of an answer. ``moment`` is where to go on: where it stood after a wrong answer; ``states`` are to
    be shown one after another before that. ``correct`` is a right answer, as option ids or texts of moves."""

    right: bool
    moment: Moment
    soft: bool = False
    reasons: tuple[Reason, ...] = ()
    text: Text | None = None
    cards: Cards = Cards.NONE
    nearest: Move | None = None
    correct: tuple[str, ...] = ()
    states: tuple[State, ...] = ()


def begin(lesson: Lesson, at: int = 0, rules: Rules | None = None) -> Moment:
    """A step of a lesson before anything was answered; in its first ruleset unless told. PositionError only for a
    lesson that was not loaded by the loader."""
    rules = lesson.rules[0] if rules is None else rules
    step = lesson.steps[at]
    if step.position is None:
        return Moment(lesson, at, rules)
    game = lesson.game
    state = game.setup({**step.position, "game": game.id, "rules": game.write_rules(rules)})
    seat = step.learner if step.learner is not None else state.turn
    assert seat is not None
    return Moment(lesson, at, rules, seat, state)


def told(moment: Moment, *states: State) -> tuple[Event, ...]:
    """What happened on the way to these states, as far as the learner may know."""
    return tuple(event for state in states for event in state.events if event.seen(moment.seat))
