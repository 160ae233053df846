"""A lesson with a step of every kind, and a learner who walks through any lesson by wrong ways and right ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tutor import lessons
from tutor.lessons import Lesson, Question
from tutor.session.actions import AskHint, BotMove, Forget, Go, Next, YourAnswer, YourMove
from tutor.session.lesson import Action, LessonRun, act, begin, bot_request, forced_move, held, waiting_for

_THAI = {"move": "ลงไพ่", "right": "ถูกแล้ว", "hint": "ช่วยหน่อย"}


def text(words: str) -> dict[str, str]:
    """A text about this in both languages; marks are kept."""
    marked = words if ":" in words else _THAI.get(words, "ทั่วไป")
    return {"th": f"ข้อความ{marked}", "en": f"Text {words}"}


_HANDS = ["4c 6h 9d 9h", "5c 7h Jd", "6s Tc Kd", "3h 7c Qs"]
_TOP = {"hands": _HANDS, "turn": 0, "pile": [{"seat": 3, "cards": "8s"}]}
_END = {"hands": ["4c", "5c 7h", "2s", "3h 3d"], "turn": 0}


def every_kind() -> Lesson:
    """A lesson with a step of every kind, more than one of those that ask in several ways."""
    steps: list[dict[str, Any]] = [
        {"id": "read", "kind": "tell", "position": _TOP, "mark": "9d", "say": text("**ทับ** :c[8s] :t[beat]")},
        {"id": "read-alone", "kind": "order", "cards": "2h 3s Ad"},
        {"id": "move", "kind": "move", "position": _TOP, "accept": {"beats_top": True}, "hint": text("hint")},
        {
            "id": "two-moves",
            "kind": "move",
            "position": {"hands": ["4c 2s", "5c 6c", "7c 8h", "3c 3d"], "turn": 0},
            "accept": {"within_moves": 2, "goes_out": True},
            "script": ["pass", "pass", "pass"],
        },
        {"id": "illegal", "kind": "try_illegal", "position": _TOP, "breaks": "slave.higher", "example": "play 6h"},
        {"id": "hand", "kind": "select", "position": _TOP, "which": {"beats_top": True}},
        {
            "id": "plays",
            "kind": "select",
            "position": _TOP,
            "which": {"beats_top": True},
            "options": ["9d", "9d 9h", "6h"],
        },
        {"id": "cards", "kind": "select", "position": _TOP, "which": {"beats_top": True}, "options": ["9d", "6h"]},
        {"id": "who", "kind": "who_next", "position": _TOP, "script": ["play 9d", "pass", "pass", "pass"]},
        {"id": "way", "kind": "who_next", "position": _TOP, "script": ["play 9d"], "about": "direction"},
        {
            "id": "bill",
            "kind": "score",
            "position": _END | {"deal": 2},
            "script": ["play 4c", "play 5c", "play 2s", "pass", "pass", "play 7h"],
        },
        {
            "id": "spot",
            "kind": "spot",
            "position": _TOP | {"turn": 1, "pile": [{"seat": 0, "cards": "4h"}]},
            "learner": 0,
            "moves": ["1 play 5c", "2 play 6s", "3 play 3h"],
        },
        {"id": "count", "kind": "count", "position": _TOP, "which": {"higher_than": "Ks"}},
        {
            "id": "out",
            "kind": "play_out",
            "position": {"hands": ["3c 4c", "5c 5d", "6c 6d", "7c 7d"], "turn": 0},
            "goal": {"goes_out": True},
            "hint": text("hint"),
        },
    ]
    for step in steps:
        step.setdefault("say", text(step["id"]))
        if step["kind"] != "tell":
            step["right"] = text("right")
    return Lesson.model_validate(
        {
            "id": "every-kind",
            "set": "slave",
            "rulesets": ["king"],
            "teaches": ["slave.higher"],
            "title": text("title"),
            "about": text("about"),
            "minutes": 5,
            "steps": steps,
        }
    )


def wrong(question: Question, rng: Random) -> object:
    """Some answer of the shape that the question asks for."""
    ids = [option.id for option in question.options]
    rng.shuffle(ids)
    if question.kind == "number":
        return rng.choice(("99", "many"))
    if question.kind == "bill":
        return {field.id: "9" for field in question.fields}
    return ids if question.kind == "order" else ids[:1]


def actions(run: LessonRun, rng: Random) -> Iterator[Action]:
    """What happens next: a wrong try now and then, then the right answer."""
    moment = run.moment
    waiting = waiting_for(run)
    if waiting == "frames":
        yield Forget() if rng.random() < 0.2 else Go()
    elif held(run):
        yield Forget()
    elif moment.done or not moment.step.asks:
        yield Next()
    elif waiting == "bot":
        if rng.random() < 0.2:
            yield YourMove("pass")
            yield Forget()
        yield BotMove(forced_move(run) or str(bot_request(run)[0].legal_moves()[0]))
    else:
        yield AskHint()
        question, answer = lessons.ask(moment), lessons.right_answer(moment)
        assert moment.state is not None or question is not None
        if question is None:
            assert moment.state is not None
            if run.tries < 4:
                yield YourMove(rng.choice(("", "play", "play 3c 4h", "play 2c", "pass")))
                yield YourMove(str(rng.choice(moment.state.legal_moves())))
            yield YourMove(str(answer or moment.lesson.game.advice.habit(moment.state, rng)))
        else:
            if run.tries < 4:
                yield YourAnswer(wrong(question, rng))
            yield YourAnswer(list(answer) if isinstance(answer, tuple) else answer)


def walk(lesson: Lesson, seed: int) -> Iterator[LessonRun]:
    """Every screen of a run through the whole lesson."""
    rng = Random(seed)
    run = begin(lesson)
    yield run
    while not run.finished:
        for action in actions(run, rng):
            after = act(run, action)
            if after is not run:
                yield after
            going_on = after.moment is run.moment and waiting_for(after) != "frames" and not held(after)
            run = after
            if not going_on:
                break
