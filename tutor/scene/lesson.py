"""The scene of a lesson: one step, its table, its question, and the answer to what the learner tried."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tutor import lessons
from tutor.cards import Card, Seat
from tutor.core import Event, Reason, Step, View, Violation
from tutor.i18n import kind, spell
from tutor.lessons import Field, Judgement, Moment, Option, Question
from tutor.lessons.models import MakeMove, PlayOut, Tell, TryIllegal
from tutor.scene import answers
from tutor.scene.drawing import (
    Reader,
    blank,
    button,
    faces,
    groups,
    hand,
    labels,
    legal,
    log,
    places,
    table,
    told,
    told_last,
    verb_buttons,
    you_word,
)
from tutor.scene.names import regulars
from tutor.scene.prose import plain
from tutor.scene.rules import table_rules
from tutor.session.lesson import TRIES, LessonRun, held, hint_of, pause, waiting_for
from tutor.session.refusal import Refusal

__all__ = ["lesson_scene", "seated", "task"]

_REASONS = 3


def seated(seats: int, you: Seat, language: str) -> Reader:
    """The learner at a practice table: the same people always sit there, in the same order."""
    names = list(regulars(seats - 1, language))
    names.insert(you, you_word(language))
    return Reader(language, tuple(names), you)


def lesson_scene(
    run: LessonRun,
    language: str,
    *,
    four: bool = True,
    motion: bool | None = True,
    theme: str | None = None,
    title: str = "",
) -> dict[str, Any]:
    """The scene of a step. The task is the prompt of ``ask`` as long as it is not done; where it asks no question its
    ``submit`` is empty, and the answer is a move on the table."""
    view = run.view
    reader = seated(view.seats, view.seat, language) if view is not None else Reader(language)
    scene = blank(reader, rev=run.rev, title=title, four=four, motion=motion, theme=theme)
    if run.finished:
        words = reader.tell("scene.run.finished", title=run.lesson.title.say(language))
        scene["answer"] = answers.panel("right", reader.tell("scene.run.finished.title"), words)
        scene["buttons"] = [button("done", reader.tell("scene.run.done"), primary=True)]
        scene["status"] = words
        scene["labels"] = labels(language, scene["buttons"])
        return scene
    waiting = waiting_for(run)
    moment = run.moment
    prompt = plain(moment.step.say, language)
    question = _open_question(run)
    silent = waiting == "frames" and run.trouble is None
    scene["answer"] = answer = None if silent else _answer(run, view, reader)
    marks = _marks(run, answer)
    if view is not None:
        playing = _playing(run)
        from_hand = question is not None and _from_hand(moment, question)
        scene |= table(view, reader, marks=marks)
        scene["hand"] = hand(view, reader, select="many" if playing or from_hand else "none", marks=marks)
        if playing:
            scene["groups"] = groups(view)
            scene["legal"] = legal(view, reader)
        if view.history:
            scene["log"] = log(view.history, reader)
        scene["rules"] = table_rules(view.game, view.rules, language) | answers.ask_referee(view, reader)
    if not moment.done:
        scene["ask"] = task(prompt)
    if question is not None:
        scene["ask"] = _asked(moment, question, prompt, reader, marks)
    scene["mode"] = "ask" if question is not None else "play" if _playing(run) else "watch"
    scene["buttons"] = _buttons(run, view, reader)
    scene["status"] = _status(run, view, reader, answer, prompt)
    if silent or (waiting == "bot" and answer is None):
        scene["waiting"] = {"ms": pause(run)}
    scene["labels"] = labels(language, scene["buttons"], places=places(scene))
    return scene


def task(prompt: str) -> dict[str, Any]:
    """A task that is done on the table: a prompt without options of its own."""
    return {"kind": "cards", "prompt": prompt, "options": [], "many": False, "submit": "", "fields": []}


# What is asked


def _open_question(run: LessonRun) -> Question | None:
    """The question beside the table, while it waits for an answer."""
    if run.moment.done or held(run) or waiting_for(run) != "you":
        return None
    return lessons.ask(run.moment)


def _playing(run: LessonRun) -> bool:
    """Whether the learner may move on the table, or try to."""
    by_move = isinstance(run.moment.step, MakeMove | TryIllegal | PlayOut)
    return by_move and not run.moment.done and not held(run) and waiting_for(run) != "frames"


def _from_hand(moment: Moment, question: Question) -> bool:
    """Whether the question is about exactly the cards in the learner's hand, which can be marked there."""
    if question.kind != "cards" or moment.view is None:
        return False
    return {option.id for option in question.options} == set(map(str, moment.view.hand))


def _asked(moment: Moment, question: Question, prompt: str, reader: Reader, marks: dict[Card, str]) -> dict[str, Any]:
    options = [] if _from_hand(moment, question) else question.options
    game = moment.lesson.game
    return {
        "kind": question.kind,
        "prompt": prompt,
        "options": [
            {
                "id": option.id,
                "label": _option_label(option, reader),
                "cards": None
                if option.cards is None
                else faces(game.order(option.cards, moment.rules), reader.language, marks),
            }
            for option in options
        ],
        "many": question.many,
        "submit": reader.tell("scene.run.check"),
        "fields": [{"id": field.id, "label": _field_label(field, reader)} for field in question.fields],
    }


def _option_label(option: Option, reader: Reader) -> str:
    if option.move is not None:
        if option.seat is None:
            return reader.label(option.move)
        return reader.narrate(Step(option.seat, option.move, (), str(option.move)))
    if option.note is not None:
        return reader.say(option.note)
    if option.cards is not None:
        if len(option.cards) == 1:
            return spell(option.cards, reader.language, spoken=True)
        return kind(option.cards, reader.language)
    return option.id if option.seat is None else reader.name(option.seat)


def _field_label(field: Field, reader: Reader) -> str:
    if field.line is None:
        return reader.tell("scene.bill.place", seat=field.seat)
    title = reader.tell(f"{field.line.rule.id}.name")
    return reader.tell("scene.bill.line", seat=field.seat, title=title)


# What is answered


def _answer(run: LessonRun, view: View | None, reader: Reader) -> dict[str, Any] | None:
    if run.trouble is not None:
        return answers.troubled(run.trouble, reader)
    if run.answer is None:
        return None
    if run.answer == "hint":
        help = hint_of(run)
        words = "" if help is None else plain(help, reader.language)
        return answers.panel("hint", reader.tell("scene.run.hint"), words)
    if isinstance(run.answer, Refusal):
        return None if view is None else answers.refused(run.answer, view, reader)
    return _judged(run, run.answer, view, reader)


def _judged(run: LessonRun, judged: Judgement, view: View | None, reader: Reader) -> dict[str, Any] | None:
    text = [reader.say(reason) for reason in _weighty(judged.reasons)]
    if judged.text is not None:
        text.append(plain(judged.text, reader.language))
    if judged.right:
        if isinstance(run.moment.step, PlayOut) and not judged.moment.done:
            return None  # the status line tells what happens
        words = "scene.run.right" if judged.moment.done else "scene.run.go-on"
        return answers.panel("right", reader.tell(words), reader.join(text), cards=judged.cards)
    if run.tries >= TRIES and judged.correct:
        answer = ", ".join(_correct(run.moment, judged.correct, reader))
        text.append(reader.tell("scene.run.correct", answer=answer))
    law = next((reason.rule for reason in judged.reasons if isinstance(reason, Violation)), None)
    if judged.soft:
        title = reader.tell("scene.run.soft")
    else:
        title = reader.tell("scene.run.wrong" if law is None else "scene.answer.refused")
    return answers.panel(
        "soft" if judged.soft else "wrong",
        title,
        reader.join(text),
        cards=judged.cards,
        links=[] if law is None else answers.rule_links([law], reader, lessons=False),
        nearest=None if view is None else answers.nearest_button(judged.nearest, view, reader),
    )


def _weighty(reasons: Iterable[Reason]) -> list[Reason]:
    """What is worth saying: the laws broken and, of what the game did, the last."""
    given = list(reasons)
    events = [reason for reason in given if isinstance(reason, Event)]
    return [reason for reason in given if reason not in events[:-2]][:_REASONS]


def _correct(moment: Moment, correct: Iterable[str], reader: Reader) -> list[str]:
    """A right answer in words."""
    question = lessons.ask(moment)
    if question is None:
        return [reader.label(moment.lesson.game.read_move(text)) for text in correct]
    options = {option.id: option for option in question.options}
    fields = {field.id: field for field in question.fields}
    found = []
    for text in correct:
        name, _, value = text.partition("=")
        if text in options:
            option = options[text]
            alone = option.cards is not None and len(option.cards) == 1
            found.append(
                spell(option.cards, reader.language) if alone and option.cards else _option_label(option, reader)
            )
        elif name in fields:
            found.append(reader.tell("scene.run.field", seat=fields[name].seat, value=value))
        else:
            found.append(text)
    return found


def _marks(run: LessonRun, answer: dict[str, Any] | None) -> dict[Card, str]:
    if answer is not None and answer["tone"] == "wrong":
        return answers.marks(map(Card.read, answer["cards"]), "wrong")
    return {} if run.moment.done else answers.marks(run.moment.step.mark, "hint")


# What can be pressed, and what is announced


def _buttons(run: LessonRun, view: View | None, reader: Reader) -> list[dict[str, Any]]:
    waiting = waiting_for(run)
    if run.trouble is not None and waiting in ("frames", "bot"):
        return [button("close", reader.tell("scene.run.again"), primary=True)]
    if waiting == "frames":
        return [button("close", reader.tell("scene.run.skip"))]
    if run.moment.done:
        last = run.moment.at + 1 == len(run.lesson.steps)
        return [button("next", reader.tell("scene.run.finish" if last else "scene.run.next"), primary=True)]
    if held(run):
        return [button("close", reader.tell("scene.run.again"), primary=True)]
    if waiting == "bot" and run.answer is not None and _answer(run, view, reader) is not None:
        return [button("close", reader.tell("scene.do.close"), primary=True)]
    found = []
    if isinstance(run.moment.step, Tell):
        found.append(button("next", reader.tell("scene.run.next"), primary=True))
        if run.moment.at:
            found.append(button("back", reader.tell("scene.run.back")))
    elif _playing(run) and view is not None:
        found += verb_buttons(view, reader)
    if waiting == "you" and hint_of(run) is not None:
        found.append(button("hint", reader.tell("scene.run.hint")))
    return found


def _status(run: LessonRun, view: View | None, reader: Reader, answer: dict[str, Any] | None, prompt: str) -> str:
    if answer is not None:
        return reader.join([answer["title"], answer["text"]])
    if view is None or not view.history:
        return prompt
    if waiting_for(run) == "frames":
        return reader.join(told(view.history[-1], reader))
    return reader.join(told_last(view, reader))
