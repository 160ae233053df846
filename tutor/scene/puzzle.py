"""The scene of a puzzle: the task, the table, and what came of a try."""

from __future__ import annotations

from typing import Any

from tutor.cards import Card, Cards
from tutor.core import State
from tutor.puzzles import Answer
from tutor.scene import answers
from tutor.scene.drawing import (
    Reader,
    blank,
    button,
    groups,
    hand,
    labels,
    legal,
    log,
    places,
    table,
    told,
    verb_buttons,
)
from tutor.scene.lesson import seated, task
from tutor.scene.prose import plain
from tutor.scene.rules import table_rules
from tutor.session.puzzle import (
    COUNTED_HINTS,
    Help,
    PuzzleRun,
    cards_to_look_at,
    pause,
    waiting_for,
)
from tutor.session.refusal import Refusal
from tutor.session.table import HINT_STEPS

__all__ = ["puzzle_scene"]


def puzzle_scene(
    run: PuzzleRun,
    language: str,
    *,
    four: bool = True,
    motion: bool | None = True,
    theme: str | None = None,
    title: str = "",
) -> dict[str, Any]:
    """The scene of a puzzle. Hidden cards are in it only as the deal that refutes a wrong move, after that move."""
    view = run.view
    reader = seated(view.seats, view.seat, language)
    waiting = waiting_for(run)
    prompt = reader.say(run.puzzle.goal.reason)
    scene = blank(reader, rev=run.rev, title=title, four=four, motion=motion, theme=theme)
    silent = waiting == "frames" and run.trouble is None
    scene["answer"] = answer = None if silent else _answer(run, reader)
    trying = waiting == "you" and not run.frames
    tone = answer["tone"] if answer else ""
    marked = map(Card.read, answer["cards"] if answer else ())
    marks = answers.marks(marked, tone) if tone in ("hint", "wrong") and trying else {}
    scene |= table(view, reader, marks=marks)
    scene["hand"] = hand(view, reader, select="many" if trying else "none", marks=marks)
    if trying:
        scene["groups"] = groups(view)
        scene["legal"] = legal(view, reader)
    if not run.solved:
        scene["ask"] = task(prompt)
    scene["mode"] = "play" if trying else "watch"
    scene["buttons"] = _buttons(run, reader)
    scene["log"] = log(view.history, reader)
    scene["rules"] = table_rules(view.game, view.rules, language) | answers.ask_referee(view, reader)
    scene["status"] = _status(run, reader, answer, prompt)
    if silent:
        # The deal is laid open first, which takes longer to look at than a move.
        scene["waiting"] = {"ms": pause(run) * (1 if run.frame else 3)}
    scene["labels"] = labels(language, scene["buttons"], places=places(scene))
    return scene


def _answer(run: PuzzleRun, reader: Reader) -> dict[str, Any] | None:
    if run.trouble is not None:
        return answers.troubled(run.trouble, reader)
    match run.answer:
        case Refusal():
            return answers.refused(run.answer, run.puzzle.view, reader)
        case Help(step):
            return _help(run, step, reader)
        case Answer():
            return _judged(run, run.answer, reader)
    return None


def _judged(run: PuzzleRun, answer: Answer, reader: Reader) -> dict[str, Any]:
    reasons = [reader.say(reason) for reason in answer.reasons]
    if answer.right:
        text = [] if answer.text is None else [plain(answer.text, reader.language)]
        text += reasons
        if not run.counts:
            text.append(reader.tell("scene.puzzle.not-counted"))
        return answers.panel("right", reader.tell("scene.run.right"), reader.join(text), cards=answer.cards)
    if answer.deal is not None:
        last = answer.states[-1].view(run.puzzle.view.seat).history[-1]
        hands = [] if run.puzzle.goal.of_this_turn else [", ".join(_hands(run, answer.deal, reader))]
        reasons = [*hands, *reasons, *told(last, reader)]
    return answers.panel("wrong", reader.tell("scene.run.wrong"), reader.join(reasons), cards=answer.cards)


def _hands(run: PuzzleRun, deal: State, reader: Reader) -> list[str]:
    """Who holds what in the deal of a refutation."""
    seat = run.puzzle.view.seat
    return [
        reader.tell("scene.puzzle.hand", seat=other, cards=deal.view(other).hand)
        for other in range(deal.seats)
        if other != seat and deal.view(other).hand
    ]


def _help(run: PuzzleRun, step: int, reader: Reader) -> dict[str, Any]:
    puzzle = run.puzzle
    move = puzzle.accepted[0]
    cards = Cards.NONE
    if step == 1:
        text = reader.tell(puzzle.game.advice.question(puzzle.view))
    elif step == 2:
        cards = cards_to_look_at(puzzle)
        text = reader.tell("bots.hint.look", cards=cards)
    elif step == 3 or puzzle.why is None:
        cards = move.cards
        text = reader.tell("bots.hint.move", move=move)
    else:
        cards = move.cards
        text = plain(puzzle.why, reader.language)
    title = reader.tell("scene.hint.title", step=step, steps=HINT_STEPS)
    return answers.panel("hint", title, text, cards=cards)


def _buttons(run: PuzzleRun, reader: Reader) -> list[dict[str, Any]]:
    if run.trouble is not None and waiting_for(run) == "frames":
        return [button("close", reader.tell("scene.run.again"), primary=True)]
    if waiting_for(run) == "frames":
        return [button("close", reader.tell("scene.run.skip"))]
    if run.solved:
        return [button("next", reader.tell("scene.puzzle.next"), primary=True)]
    if run.frames:
        return [button("close", reader.tell("scene.run.again"), primary=True)]
    found = verb_buttons(run.puzzle.view, reader)
    if run.hints < HINT_STEPS:
        step = run.hints + 1
        if step <= run.shown_before or not run.counts:
            words = reader.tell("scene.do.hint", step=step, steps=HINT_STEPS)
        elif step <= COUNTED_HINTS:
            words = reader.tell("scene.puzzle.hint.counts", step=step, steps=HINT_STEPS)
        else:
            words = reader.tell("scene.puzzle.hint.shown", step=step, steps=HINT_STEPS)
        found.append(button("hint", words))
    return found


def _status(run: PuzzleRun, reader: Reader, answer: dict[str, Any] | None, prompt: str) -> str:
    if answer is not None:
        return reader.join([answer["title"], answer["text"]])
    if not run.frames:
        return prompt
    deal = run.frames[0]
    if run.frame == 0:
        return reader.tell("scene.puzzle.hands", hands=", ".join(_hands(run, deal, reader)))
    return reader.join(told(run.view.history[-1], reader))
