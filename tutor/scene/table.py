"""The scene of a match: a table session as the learner sees it."""

from __future__ import annotations

from typing import Any

from tutor.core import View
from tutor.scene import answers
from tutor.scene.drawing import (
    Reader,
    blank,
    button,
    demand,
    groups,
    hand,
    labels,
    legal,
    log,
    table,
    told,
    told_last,
    verb_buttons,
    you_word,
)
from tutor.scene.names import name
from tutor.scene.rules import table_rules
from tutor.session.table import (
    HINT_STEPS,
    Refusal,
    TableSession,
    Trouble,
    pause,
    waiting_for,
)

__all__ = ["reader_of", "table_scene"]


def reader_of(session: TableSession, language: str) -> Reader:
    """The learner of a match, with the names at the table in a language."""
    names = tuple(
        you_word(language) if player.level is None else name(player.name, language) for player in session.players
    )
    return Reader(language, names, session.you)


def table_scene(
    session: TableSession,
    language: str,
    *,
    four: bool = True,
    motion: bool | None = True,
    theme: str | None = None,
    title: str = "",
) -> dict[str, Any]:
    """The scene: nothing in it that the learner may not know. ``four`` suits of four colours; ``motion`` None and
    ``theme`` None as the browser has it; ``title`` of the document."""
    reader = reader_of(session, language)
    view = session.view
    waiting = waiting_for(session)
    scene = blank(reader, rev=session.rev, title=title, four=four, motion=motion, theme=theme)
    scene |= table(view, reader)
    answer = _answer(session, view, reader)
    mark = "hint" if answer is not None and answer["tone"] == "hint" else "wrong"
    marked = answers.marks((card for card in view.hand if answer and str(card) in answer["cards"]), mark)
    scene["hand"] = hand(view, reader, select="none" if waiting == "over" else "many", marks=marked)
    scene["groups"] = groups(view)
    scene["legal"] = legal(view, reader)
    scene["buttons"] = _buttons(session, view, reader, waiting)
    scene["status"] = _status(session, view, reader, answer)
    scene["answer"] = answer
    scene["log"] = log(view, reader)
    scene["rules"] = table_rules(view.game, view.rules, language)
    if waiting == "bot" and session.answer is None:
        scene["waiting"] = {"ms": pause(session)}
    scene["labels"] = labels(language, scene["buttons"])
    return scene


def _answer(session: TableSession, view: View, reader: Reader) -> dict[str, Any] | None:
    if isinstance(session.answer, Refusal):
        return answers.refused(session.answer, view, reader)
    if isinstance(session.answer, Trouble):
        return answers.troubled(session.answer, reader)
    if session.answer is not None:
        return answers.hinted(session.answer, reader)
    if view.outcome is not None:
        return answers.ended(view.outcome, session.state, session.deal, reader)
    return None


def _buttons(session: TableSession, view: View, reader: Reader, waiting: str) -> list[dict[str, Any]]:
    if waiting == "over":
        return [
            button("next", reader.tell("scene.do.next-deal"), primary=True),
            button("end", reader.tell("scene.do.end")),
        ]
    if waiting == "bot" and session.answer is not None:
        # Nobody moves while there is something to read.
        words = "scene.run.again" if isinstance(session.answer, Trouble) else "scene.do.close"
        return [button("close", reader.tell(words), primary=True)]
    found = verb_buttons(view, reader)
    if waiting == "you" and session.hint_step < HINT_STEPS:
        words = reader.tell("scene.do.hint", step=session.hint_step + 1, steps=HINT_STEPS)
        found.append(button("hint", words))
    return found


def _status(session: TableSession, view: View, reader: Reader, answer: dict[str, Any] | None) -> str:
    """What has just happened and whose turn it is."""
    if session.answer is not None and answer is not None:
        return str(answer["text"])
    last = view.history[-1] if view.history else None
    if view.outcome is not None:
        # The panel tells how the deal ended; the announcement needs only the last move and where the reader came.
        parts = [reader.narrate(last)] if last is not None else []
        return reader.join([*parts, answers.over(view.outcome, session.deal, reader)])
    wanted = demand(view)
    if last is not None and wanted is None:
        return reader.join(told_last(view, reader))
    parts = [reader.tell("scene.dealt", deal=session.deal)] if last is None else told(last, reader)
    asked = reader.tell("scene.turn", seat=view.turn) if wanted is None else reader.say(wanted)
    return reader.join([*parts, asked])
