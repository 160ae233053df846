"""Reading lessons, with everything that is wrong with one told at once, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from tutor import games
from tutor.bundle import bundled
from tutor.core import Game, PositionError, Reason, Rule, RulesError, UnreadableMove
from tutor.core.prose import Text, text_faults
from tutor.lessons.faults import FAULTS, LessonError, LessonFault
from tutor.lessons.judge import judge, right_answer
from tutor.lessons.marks import Document, UnreadableYaml, read
from tutor.lessons.models import (
    Count,
    Lesson,
    LessonStep,
    MakeMove,
    Order,
    PlayOut,
    Score,
    Select,
    Spot,
    Tell,
    TryIllegal,
    WhoNext,
)
from tutor.lessons.moment import Moment, begin
from tutor.lessons.moves import accepted
from tutor.lessons.predicate import Predicate
from tutor.lessons.questions import ask, spotted
from tutor.lessons.terms import terms

__all__ = ["UnknownLesson", "every", "find", "load", "load_all"]

Place = tuple[str | int, ...]


class UnknownLesson(KeyError):
    """No lesson has this id."""

    def __init__(self, id: object) -> None:
        super().__init__(f"no lesson {id!r}; there are {', '.join(lesson.id for lesson in every())}")

    def __str__(self) -> str:
        return str(self.args[0])


@cache
def every() -> tuple[Lesson, ...]:
    """All lessons that come with Samrap: those of no one game, then game by game as games are offered, in a set by file
    name. LessonError with the faults of all."""
    place = {game.id: at for at, game in enumerate(games.offered(), 1)}
    return tuple(sorted(load_all(bundled("lessons")), key=lambda lesson: place.get(lesson.set, 0)))


def find(id: str) -> Lesson:
    """The lesson with this id; UnknownLesson."""
    for lesson in every():
        if lesson.id == id:
            return lesson
    raise UnknownLesson(id)


def load(path: Path | str) -> Lesson:
    """The lesson in a file. LessonError."""
    lesson, faults = _Reading(Path(path)).lesson()
    if faults or lesson is None:
        raise LessonError(tuple(faults))
    return lesson


def load_all(folder: Path) -> tuple[Lesson, ...]:
    """The lessons in the folders of a folder. LessonError, also for what is wrong between lessons, and for the list
    of terms, without which no lesson is read."""
    terms()
    read_lessons: list[tuple[_Reading, Lesson]] = []
    faults: list[LessonFault] = []
    for path in sorted(folder.glob("*/*.yaml")):
        reading = _Reading(path)
        lesson, found = reading.lesson()
        faults += found
        if lesson is not None:
            read_lessons.append((reading, lesson))
    faults += _between(read_lessons)
    if faults:
        raise LessonError(tuple(faults))
    return tuple(lesson for _, lesson in read_lessons)


def _between(lessons: list[tuple[_Reading, Lesson]]) -> Iterator[LessonFault]:
    """Ids that are there twice, lessons required that are not there, and circles of them."""
    known: dict[str, Lesson] = {}
    for reading, lesson in lessons:
        if lesson.id in known:
            yield reading.fault(("id",), "id-twice", value=lesson.id)
        known.setdefault(lesson.id, lesson)
    for reading, lesson in lessons:
        for at, id in enumerate(lesson.requires):
            if id not in known:
                yield reading.fault(("requires", at), "requires", value=id)
            elif lesson.id in _before(id, known):
                yield reading.fault(("requires", at), "cycle", value=id)


def _before(id: str, known: Mapping[str, Lesson]) -> set[str]:
    """A lesson and all that it requires, near or far."""
    found: set[str] = set()
    waiting = [id]
    while waiting:
        next = waiting.pop()
        if next in known and next not in found:
            found.add(next)
            waiting += known[next].requires
    return found


class _Reading:
    """One file being read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.document = Document(None, {(): 1})

    def fault(self, place: Place, name: str, **params: Any) -> LessonFault:
        """A fault of this file at a place in it."""
        return self._at(place, FAULTS[name].broken(place=_written(place), **params))

    def _at(self, place: Place, reason: Reason) -> LessonFault:
        return LessonFault(self.path, self.document.line(place), _written(place), reason)

    def lesson(self) -> tuple[Lesson | None, list[LessonFault]]:
        """The lesson and its faults; None where it has too many to be one."""
        try:
            self.document = read(self.path.read_text(encoding="utf-8"))
        except OSError:
            return None, [self.fault((), "file")]
        except UnicodeDecodeError:
            return None, [self.fault((), "utf-8")]
        except UnreadableYaml as error:
            self.document = Document(None, {(): error.line})
            return None, [self._at((), error.reason)]
        try:
            lesson = Lesson.model_validate(self.document.data)
        except ValidationError as error:
            return None, [*self._shape(error), *self._texts_of(self.document.data, ())]
        faults = list(self._of_lesson(lesson))
        if not faults:
            for at, step in enumerate(lesson.steps):
                faults += self._of_step(lesson, at, step)
        faults += self._texts(lesson, ())
        return lesson, faults

    def _shape(self, error: ValidationError) -> Iterator[LessonFault]:
        for problem in error.errors():
            place = self.document.known(problem["loc"])
            match problem["type"]:
                case "missing":
                    yield self.fault(place, "missing")
                case "extra_forbidden":
                    yield self.fault(place, "unknown-field")
                case "union_tag_not_found" | "union_tag_invalid":
                    kinds = problem.get("ctx", {}).get("expected_tags", "").replace("'", "")
                    yield self.fault((*place, "kind"), "kind", value=kinds)
                case "too_short" if problem["input"]:
                    pass  # what is in it is wrong, and told
                case type:
                    given = problem["input"]
                    value = "…" if isinstance(given, dict | list) else str(given)[:60]
                    what = ", ".join(re.findall(r"[^' ,]+(?=')|\d+", str([*problem.get("ctx", {}).values()])))
                    yield self.fault(place, type if type in FAULTS else "shape", value=value, what=what)

    def _texts_of(self, data: Any, place: Place) -> Iterator[LessonFault]:
        """The faults of the texts in a document that is no lesson: they can be told all the same."""
        if isinstance(data, dict):
            if set(data) == {"th", "en"} and all(isinstance(text, str) for text in data.values()):
                yield from self._text(Text(**data), place)
            else:
                for key, value in data.items():
                    yield from self._texts_of(value, (*place, key))
        elif isinstance(data, list):
            for at, value in enumerate(data):
                yield from self._texts_of(value, (*place, at))

    def _texts(self, model: BaseModel, place: Place) -> Iterator[LessonFault]:
        for name, value in model:
            if isinstance(value, Text):
                yield from self._text(value, (*place, name))
            elif name == "on_wrong":
                for key, text in value.items():
                    yield from self._text(text, (*place, name, key))
            elif name == "steps":
                for at, step in enumerate(value):
                    yield from self._texts(step, (name, at))

    def _text(self, text: Text, place: Place) -> Iterator[LessonFault]:
        for where, reason in text_faults(text, _written(place), terms()):
            yield self._at((*place, where.rpartition(".")[2]), reason)

    # The whole

    def _of_lesson(self, lesson: Lesson) -> Iterator[LessonFault]:
        try:
            game = lesson.game
        except games.UnknownGame:
            yield self.fault(("set",), "set", value=lesson.set, what=", ".join(each.id for each in games.every()))
            return
        for at, ruleset in enumerate(lesson.rulesets):
            try:
                game.read_rules(ruleset)
            except RulesError as error:
                reason = Rule(f"rules.{error.case}", "setup").broken(option=error.option, value=str(error.value)[:60])
                yield self._at(("rulesets", at), reason)
        for at, id in enumerate(lesson.teaches):
            if id not in game.rulebook:
                yield self.fault(("teaches", at), "rule", value=id)
        seen: set[str] = set()
        for at, step in enumerate(lesson.steps):
            if step.id in seen:
                yield self.fault(("steps", at, "id"), "step-twice", value=step.id)
            seen.add(step.id)
            if isinstance(step, Tell):
                if at == 0:
                    yield self.fault(("steps", at), "tell-first")
                elif isinstance(lesson.steps[at - 1], Tell):
                    yield self.fault(("steps", at), "two-tells")
            else:
                for id in step.on_wrong:
                    if id not in game.rulebook and id not in ("legal", "other"):
                        yield self.fault(("steps", at, "on_wrong", id), "rule", value=id)
            for name, predicate in _predicates(step):
                yield from self._of_predicate(game, ("steps", at, name), predicate)
            if isinstance(step, TryIllegal) and step.breaks not in game.rulebook:
                yield self.fault(("steps", at, "breaks"), "rule", value=step.breaks)
            for place, text in _moves(step):
                try:
                    game.read_move(text)
                except UnreadableMove:
                    yield self.fault(("steps", at, *place), "move", value=text)

    def _of_predicate(self, game: Game, place: Place, predicate: Predicate) -> Iterator[LessonFault]:
        for part in predicate.inner():
            for id in (*(part.events or ()), *([part.violates] if part.violates else [])):
                if id not in game.rulebook:
                    yield self.fault(place, "rule", value=id)
            if part.move is not None:
                try:
                    game.read_move(part.move)
                except UnreadableMove:
                    yield self.fault(place, "move", value=part.move)

    # What the engine says

    def _of_step(self, lesson: Lesson, at: int, step: LessonStep) -> Iterator[LessonFault]:
        place: Place = ("steps", at)
        answers = []
        for rules in lesson.rules:
            try:
                moment = begin(lesson, at, rules)
            except PositionError as error:
                for fault in error.faults:
                    where = (*place, "position", *_parted(fault.place))
                    yield self._at(where, fault.reason)
                return
            if moment.state is not None and not 0 <= moment.seat < moment.state.seats:
                yield self.fault((*place, "learner"), "learner", value=str(moment.seat))
                return
            faults = list(self._judged(moment, step, place))
            yield from faults
            if faults:
                return
            answers.append(accepted(moment) if isinstance(step, MakeMove) else right_answer(moment))
        if any(answer != answers[0] for answer in answers):
            yield self.fault(place, "rulesets-differ")

    def _judged(self, moment: Moment, step: LessonStep, place: Place) -> Iterator[LessonFault]:
        state = moment.state
        match step:
            case MakeMove():
                assert state is not None
                if state.turn != moment.seat:
                    yield self.fault((*place, "learner"), "learner", value=str(moment.seat))
                    return
                for move in step.accept.moves(moment.lesson.game):
                    if step.accept.reach == 1 and (violation := state.check(move)) is not None:
                        yield self.fault(
                            (*place, "accept"), "illegal-accepted", value=str(move), what=violation.rule.id
                        )
                if right_answer(moment) is None:
                    yield self.fault((*place, "accept"), "none-right")
                elif step.accept.reach == 1 and len(accepted(moment)) == len(state.legal_moves()) > 1:
                    yield self.fault((*place, "accept"), "all-right")
                else:
                    yield from self._replies(moment, step, (*place, "script"))
            case TryIllegal():
                assert state is not None
                violation = state.check(moment.lesson.game.read_move(step.example))
                if violation is None or violation.rule.id != step.breaks:
                    what = violation.rule.id if violation is not None else ""
                    yield self.fault((*place, "example"), "not-broken", value=step.example, what=what)
            case Select():
                yield from self._select(moment, step, place)
            case Order():
                if len(step.cards) < 2:
                    yield self.fault((*place, "cards"), "few-cards")
            case WhoNext() | Score():
                faults = list(self._script(moment, step.script, (*place, "script")))
                yield from faults
                if isinstance(step, Score) and not faults and not _ends(moment, step.script):
                    yield self.fault((*place, "script"), "no-end")
            case Spot():
                faults = list(self._seats(moment, step, (*place, "moves")))
                yield from faults
                if not faults and spotted(moment) is None:
                    yield self.fault((*place, "moves"), "no-fault")
            case Count():
                card_only = not step.which.needs_table()
                if not card_only:
                    yield self.fault((*place, "which"), "no-table")
            case PlayOut():
                assert state is not None
                if not state.view(moment.seat).hand:
                    yield self.fault((*place, "goal"), "at-start")

    def _select(self, moment: Moment, step: Select, place: Place) -> Iterator[LessonFault]:
        if moment.state is None and (step.which.needs_table() or not step.options):
            yield self.fault((*place, "position"), "missing")
            return
        if moment.state is not None and moment.state.turn != moment.seat:
            yield self.fault((*place, "learner"), "learner", value=str(moment.seat))
            return
        answer, question = right_answer(moment), ask(moment)
        assert isinstance(answer, tuple)
        assert question is not None
        if not answer:
            yield self.fault((*place, "which"), "none-right")
        elif len(answer) == len(question.options):
            yield self.fault((*place, "which"), "all-right")

    def _script(self, moment: Moment, script: tuple[str, ...], place: Place) -> Iterator[LessonFault]:
        state = moment.state
        assert state is not None
        for at, text in enumerate(script):
            move = moment.lesson.game.read_move(text)
            violation = state.check(move)
            if violation is not None:
                yield self.fault((*place, at), "script", value=text)
                return
            state = state.play(move)

    def _replies(self, moment: Moment, step: MakeMove, place: Place) -> Iterator[LessonFault]:
        """Moves of the script that are not played when the learner moves right."""
        replies = []
        while not moment.done:
            judged = judge(moment, right_answer(moment))
            replies += [state.made for state in judged.states[1:]]
            moment = judged.moment
        for at, text in enumerate(step.script):
            if at >= len(replies) or moment.lesson.game.read_move(text) != replies[at]:
                yield self.fault((*place, at), "script", value=text)
                return

    def _seats(self, moment: Moment, step: Spot, place: Place) -> Iterator[LessonFault]:
        assert moment.state is not None
        for at, text in enumerate(step.moves):
            seat = text.split()[0] if text.split() else ""
            if not seat.isdecimal() or int(seat) >= moment.state.seats:
                yield self.fault((*place, at), "learner", value=seat)


def _ends(moment: Moment, script: tuple[str, ...]) -> bool:
    state = moment.state
    assert state is not None
    for text in script:
        state = state.play(moment.lesson.game.read_move(text))
    return state.outcome is not None


def _predicates(step: LessonStep) -> Iterator[tuple[str, Predicate]]:
    for name in ("accept", "fail", "which", "goal"):
        predicate = getattr(step, name, None)
        if isinstance(predicate, Predicate):
            yield name, predicate


def _moves(step: LessonStep) -> Iterator[tuple[Place, str]]:
    """Every text of a move in a step, with its place."""
    if isinstance(step, TryIllegal):
        yield ("example",), step.example
    for at, text in enumerate(getattr(step, "script", ())):
        yield ("script", at), text
    if isinstance(step, Spot):
        for at, text in enumerate(step.moves):
            yield ("moves", at), text.strip().partition(" ")[2]


def _written(place: Place) -> str:
    """``steps[2].say.th``."""
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text or "lesson"


def _parted(place: str) -> Place:
    """The parts of ``hands[2]`` or ``pile[0].cards``."""
    parts: list[str | int] = []
    for part in place.replace("]", "").replace("[", ".").split("."):
        parts.append(int(part) if part.isdecimal() else part)
    return tuple(parts)
