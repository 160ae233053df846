"""The scene of a match: a table session as whoever looks at it may see it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from tutor.bots import Hint
from tutor.cards import Card, Seat
from tutor.core import Outcome, Step, View
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
    places,
    table,
    titles_borne,
    told,
    told_last,
    verb_buttons,
    you_word,
)
from tutor.scene.names import name, stretch, temper
from tutor.scene.rules import table_rules
from tutor.session.table import (
    HINT_STEPS,
    Change,
    Player,
    Refusal,
    TableSession,
    Trouble,
    choices,
    leavers,
    may_join,
    open_history,
    pause,
    undo_ply,
    waiting_for,
)

__all__ = ["called", "reader_of", "table_scene", "told_change"]


def called(player: Player, language: str, learner: str | None = None) -> str:
    """The name of a player in a language; ``learner`` is what somebody who plays alone is called, else "you"."""
    if player.level is not None:
        return name(player.name, language)
    if player == Player():
        return you_word(language) if learner is None else learner
    return player.name


def reader_of(session: TableSession, language: str) -> Reader:
    """Whoever looks at a match, with the names at the table in a language."""
    return _reader(session, session.seats, language, session.viewer)


def _reader(
    session: TableSession, seats: Iterable[int], language: str, you: Seat | None, learner: str | None = None
) -> Reader:
    return Reader(language, tuple(called(session.players[player], language, learner) for player in seats), you)


def told_change(change: Change, session: TableSession, language: str, learner: str | None = None) -> str:
    """What is told of somebody's coming or going; ``learner`` as for ``called``, where another reads it."""
    viewer = session.viewer if learner is None else None
    player = None if viewer is None else session.seats[viewer]
    you = change.seats.index(player) if player in change.seats else None
    reader = _reader(session, change.seats, language, you, learner)
    return reader.join(map(reader.say, change.events))


def table_scene(
    session: TableSession,
    language: str,
    *,
    four: bool = True,
    motion: bool | None = True,
    theme: str | None = None,
    title: str = "",
) -> dict[str, Any]:
    """The scene: nothing in it that whoever looks may not know; no hand where that may be anybody. ``four`` suits of
    four colours; ``motion`` None and ``theme`` None as the browser has it; ``title`` of the document."""
    reader = reader_of(session, language)
    view = session.view
    shown = session.viewer is not None
    history = view.history if shown else open_history(session.state)
    waiting = waiting_for(session)
    scene = blank(reader, rev=session.rev, title=title, four=four, motion=motion, theme=theme)
    answer = _answer(session, view, reader)
    mark = "hint" if answer is not None and answer["tone"] == "hint" else "wrong"
    marked = {} if answer is None else answers.marks(map(Card.read, answer["cards"]), mark)
    scene |= table(view, reader, marks=marked, target=_target(session, view))
    for drawn in scene["seats"]:
        player = session.player(drawn["seat"])
        drawn["temper"] = "" if player.level is None else temper(player.name, language)
    if shown:
        scene["hand"] = hand(view, reader, select="none" if waiting == "over" else "many", marks=marked)
        scene["groups"] = groups(view)
        scene["legal"] = legal(view, reader)
    came, gap = ([told_change(change, session, language) for change in some] for some in (session.came, session.gap))
    scene["ask"] = _ask(session, reader)
    scene["buttons"] = _buttons(session, view, reader, waiting)
    scene["status"] = _status(session, view, reader, history, gap, scene, answer)
    scene["answer"] = answer
    scene["log"] = log(history, reader, came, gap)
    if session.curtain and session.answer is None:
        scene["curtain"] = _curtain(session, reader)
    if waiting == "bot" and session.answer is None:
        scene["waiting"] = {"ms": pause(session, _stretch(session))}
    scene["rules"] = table_rules(session.game, session.rules, language)
    if shown:  # the address names cards
        scene["rules"] |= answers.ask_referee(view, reader)
    scene["labels"] = labels(language, scene["buttons"], places=places(scene))
    return scene


def _target(session: TableSession, view: View) -> str | None:
    """The zone that a hint points at, once it says which move."""
    hint = session.answer
    return view.marked(hint.move).zone if isinstance(hint, Hint) and hint.move is not None else None


def _stretch(session: TableSession) -> float:
    """How slow whoever moves next is by temper. It hangs on the name alone, never on what is held or legal."""
    turn = session.state.turn
    player = None if turn is None else session.player(turn)
    return 1.0 if player is None or player.level is None else stretch(player.name)


def _answer(session: TableSession, view: View, reader: Reader) -> dict[str, Any] | None:
    if isinstance(session.answer, Refusal):
        return answers.refused(session.answer, view, reader)
    if isinstance(session.answer, Trouble):
        return answers.troubled(session.answer, reader)
    if session.answer is not None:
        return answers.hinted(session.answer, reader)
    if session.asking == "end":
        return answers.panel("soft", reader.tell("scene.end.title"), reader.tell("scene.end"))
    if session.asking is not None or view.outcome is None:
        return None
    panel = answers.ended(view.outcome, session.state, session.deal, reader, last=bool(session.gap), rows=True)
    return _changed(panel, session, view.outcome, reader) if session.gap else panel


def _changed(panel: dict[str, Any], session: TableSession, outcome: Outcome, reader: Reader) -> dict[str, Any]:
    """The panel of a deal after which somebody has come or gone: who is what in the next one is another matter now."""
    # Who bears which title does not hang on the cards that are dealt.
    after = session.game.deal(session.rules, len(session.next_seats), Random(0), session.standing)
    bears = {
        player: titles_borne(after.view(seat), seat, reader)
        for seat, player in enumerate(session.next_seats)
    }
    here = [session.seats[seat] for place in outcome.places for seat in place]
    rows = [
        row | {"title": bears.get(player, reader.tell("scene.left"))}
        for row, player in zip(panel["rows"], here, strict=True)
    ]
    rows += [
        {
            "place": "–",
            "name": called(session.players[player], reader.language),
            "title": bears[player],
            "note": "",
            "points": "",
            "score": "",
            "you": False,
        }
        for player in session.next_seats
        if player not in session.seats
    ]
    text = reader.join(told_change(change, session, reader.language) for change in session.gap)
    return panel | {"rows": rows, "text": text}


def _ask(session: TableSession, reader: Reader) -> dict[str, Any] | None:
    """The question how good somebody new is to be, or who leaves."""
    asking = session.asking
    if asking not in ("join", "leave") or session.answer is not None:
        return None
    if asking == "join":
        words = {level: reader.tell(f"scene.join.{level}") for level in choices(session, asking)}
    else:
        words = {id: called(session.players[int(id)], reader.language) for id in choices(session, asking)}
    return {
        "kind": "seat",
        "prompt": reader.tell(f"scene.{asking}"),
        "options": [{"id": id, "label": label, "cards": None} for id, label in words.items()],
        "many": False,
        "submit": reader.tell(f"scene.{asking}.submit"),
        "fields": [],
    }


def _curtain(session: TableSession, reader: Reader) -> dict[str, Any]:
    named = {"seat": session.state.turn}
    return {
        "title": reader.tell("scene.curtain.title", **named),
        "text": reader.tell("scene.curtain"),
        "button": {"id": "show", "label": reader.tell("scene.curtain.show", **named)},
    }


def _buttons(session: TableSession, view: View, reader: Reader, waiting: str) -> list[dict[str, Any]]:
    if session.answer is not None and (waiting == "bot" or session.curtain):
        # Nobody moves while there is something to read.
        words = "scene.run.again" if isinstance(session.answer, Trouble) else "scene.do.close"
        return [button("close", reader.tell(words), primary=True)]
    if waiting == "over":
        return _between(session, reader)
    if session.viewer is None:
        return []
    found = verb_buttons(view, reader)
    if waiting == "you" and session.hint_step < HINT_STEPS:
        words = reader.tell("scene.do.hint", step=session.hint_step + 1, steps=HINT_STEPS)
        found.append(button("hint", words))
    if undo_ply(session) is not None:
        found.append(button("undo", reader.tell("scene.do.undo")))
    return found


def _between(session: TableSession, reader: Reader) -> list[dict[str, Any]]:
    """What can be done between two deals."""
    if session.asking == "end":
        return [
            button("close", reader.tell("scene.end.no"), primary=True),
            button("stop", reader.tell("scene.end.yes")),
        ]
    if session.asking is not None:
        return [button("close", reader.tell("scene.do.never-mind"))]
    if session.won:
        return [
            button("again", reader.tell("scene.do.again"), primary=True),
            button("stop", reader.tell("scene.do.finish")),
        ]
    found = [button("next", reader.tell("scene.do.next-deal"), primary=True)]
    if may_join(session):
        found.append(button("join", reader.tell("scene.do.join")))
    if leavers(session):
        found.append(button("leave", reader.tell("scene.do.leave")))
    return [*found, button("end", reader.tell("scene.do.end"))]


def _status(
    session: TableSession,
    view: View,
    reader: Reader,
    history: tuple[Step, ...],
    gap: list[str],
    scene: dict[str, Any],
    answer: dict[str, Any] | None,
) -> str:
    """What has just happened and whose turn it is."""
    if answer is not None and (session.answer is not None or session.asking is not None):
        return str(answer["text"])
    if scene["ask"] is not None:
        return str(scene["ask"]["prompt"])
    last = history[-1] if history else None
    if view.outcome is not None:
        if gap:
            return gap[-1]
        # The panel tells how the deal ended; the announcement needs only the last move and where the reader came.
        parts = [reader.narrate(last)] if last is not None else []
        return reader.join([*parts, answers.over(view.outcome, session.deal, reader)])
    wanted = demand(view) if session.viewer is not None else None
    if last is not None and wanted is None:
        return reader.join([*told_last(view, reader, history), *_came(session, reader)])
    parts = [reader.tell("scene.dealt", deal=session.deal)] if last is None else told(last, reader)
    parts += _came(session, reader)
    asked = reader.tell("scene.turn", seat=view.turn) if wanted is None else reader.say(wanted)
    return reader.join([*parts, asked])


def _came(session: TableSession, reader: Reader) -> list[str]:
    """Which cards have come to the viewer with a move that does not name them."""
    state, viewer = session.state, session.viewer
    if viewer is None or state.before is None or state.made is None:
        return []
    came = state.view(viewer).hand - state.before.view(viewer).hand - state.made.cards
    return [reader.tell("scene.came", cards=came)] if came else []
