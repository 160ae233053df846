"""The score pad: a match with real cards is put down deal by deal, and counted by the rules of the table."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, Any, Final, Literal

import streamlit as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tutor import games
from tutor.core import Game, LinkError, Rules, RulesError, link
from tutor.games import UnknownGame
from tutor.learner import StoreError
from tutor.scene.pad import pad_scene
from tutor.scene.rules import ruleset_name
from tutor.session import pad
from tutor.session.pad import ScorePad
from tutor.session.table import LONGEST_NAME
from tutor.ui import markup, shell
from tutor.ui.chosen import of_game
from tutor.ui.house import one_of
from tutor.ui.people import people
from tutor.ui.table import notice, say_notice
from tutor.ui.visit import Visit, current, store

__all__ = ["Edits", "door", "page"]

_HEARD: Final = "pad-heard"  # by game, the number of the last edit of this tab
_ANEW: Final = "pad-anew"  # the game of which another match is to begin
_drawing = files("tutor.scene")
_here = files("tutor.ui")
_CODE: Final = "\n".join(
    source.read_text(encoding="utf-8") for source in (_drawing / "card_table.js", _here / "sheet.js", _here / "pad.js")
)
_LOOK: Final = "\n".join(
    source.read_text(encoding="utf-8")
    for source in (_drawing / "card_table.css", _here / "referee.css", _here / "pad.css")
)
_VERSION: Final = hashlib.sha256((_CODE + _LOOK).encode()).hexdigest()[:12]
_component = st.components.v2.component("samrap_pad", js=(_here / "table.js").read_text(encoding="utf-8"))
_log = logging.getLogger(__name__)

_Short = Annotated[str, Field(max_length=300)]
_Seats = Annotated[list[int], Field(max_length=9)]


class _Edit(BaseModel):
    model_config = ConfigDict(frozen=True)

    n: int = Field(ge=1, le=1_000_000)
    do: Literal["put", "write", "choose", "count", "quick", "enter", "correct", "cancel", "delete", "restore", "new"]
    at: Annotated[str, Field(max_length=40)] = ""
    value: bool | int | _Short | _Seats | tuple[_Short, int] | None = None


class Edits(BaseModel):
    """What the browser may send: edits with their numbers, those that were not answered yet among them."""

    model_config = ConfigDict(frozen=True)

    edits: tuple[_Edit, ...] = Field(max_length=60)


def page() -> None:
    visit = current()
    game, trouble = _game(visit)
    if game is None:
        shell.note(visit.tell("ui.pad.title"), visit.tell("ui.pad.nowhere"))
        return
    session = None
    document = store().pad(visit.key, game.id)
    try:
        session = None if document is None else pad.read(document)
    except ValueError as error:
        _log.info("a score pad: %s", error)
        trouble = "ui.pad.unreadable"
    said = "" if trouble is None else f'<p class="notice" role="alert">{markup.escape(visit.tell(trouble))}</p>'
    heading, lead = (markup.escape(visit.tell(words)) for words in ("ui.pad.title", "ui.pad.lead"))
    if session is None or st.session_state.get(_ANEW) == game.id:
        with st.container(key="column"):
            st.html(f'<h1 class="title">{heading}</h1><p class="lead">{lead}</p>{said}')
            _set_up(game, session, visit)
        return
    st.html(f'<div class="column pad"><h1 class="title">{heading}</h1>{said}</div>')
    _sheet(game.id, visit)


def door(game: Game, visit: Visit, rules: Rules | None = None) -> str | None:
    """The address of the score pad of a game; None where it has none."""
    if game.pad is None:
        return None
    return shell.href("pad", visit, game=game.id, **({} if rules is None else {"rules": link.write_rules(game, rules)}))


# Beginning a match


def _game(visit: Visit) -> tuple[Game | None, str | None]:
    """The game that the address names, else the one that was set last, else the first that has a pad; and what is to be
    said where that is another one."""
    every = [game for game in games.every() if game.pad is not None]
    asked = st.query_params.get("game")
    for id in (asked, visit.settings["game"]):
        try:
            found = games.find(id or "")
        except UnknownGame:
            continue
        if found.pad is not None:
            return found, None if asked in (None, id) else "ui.pad.none"
    return (every[0] if every else None), None if asked is None else "ui.pad.none"


def _set_up(game: Game, before: ScorePad | None, visit: Visit) -> None:
    """Which game, by which rules, who plays and who deals."""
    say_notice(visit)
    every = {each.id: visit.tell(f"{each.id}.title") for each in games.every() if each.pad is not None}
    with st.container(key="setup"):
        if len(every) > 1:
            one_of(
                visit.tell("ui.pad.game"), every, game.id, "pad-game", lambda id: st.query_params.update({"game": id})
            )
        known = _known_rules(game, before, visit)
        now = st.session_state.setdefault(f"pad-chosen-{game.id}", next(iter(known)))
        now = now if now in known else next(iter(known))
        one_of(
            visit.tell("ui.pad.rules"),
            {word: name for word, (_, name) in known.items()},
            now,
            f"pad-rules-{game.id}",
            lambda word: _choose(game, "chosen", word),
        )
        rules = known[now][0]
        seats = list(game.seats(rules))
        wanted = st.session_state.setdefault(
            f"pad-seats-{game.id}", of_game(game, visit).seats if before is None else before.seats
        )
        count = wanted if wanted in seats else seats[-1]
        one_of(
            visit.tell("ui.pad.seats"),
            {number: str(number) for number in seats},
            count,
            f"pad-count-{game.id}",
            lambda number: _choose(game, "seats", number),
        )
        st.html(f'<p class="label">{markup.escape(visit.tell("ui.pad.names"))}</p>')
        typed = [_name(game, number, before, visit) for number in range(1, count + 1)]
        names = [player.name for player in people(typed, visit)]
        dealer = st.session_state.setdefault(f"pad-dealer-{game.id}", 0)
        one_of(
            visit.tell("ui.pad.dealer"),
            dict(enumerate(names)),
            dealer if dealer < count else 0,
            f"pad-first-{game.id}",
            lambda seat: _choose(game, "dealer", seat),
        )
        begun = st.button(visit.tell("ui.pad.begin"), key="pad-begin", type="primary")
        if before is not None:
            st.button(visit.tell("ui.pad.back"), key="pad-back", on_click=lambda: st.session_state.pop(_ANEW, None))
    if begun:
        _begin(game, rules, names, dealer if dealer < count else 0, visit)


def _choose(game: Game, what: str, value: Any) -> None:
    st.session_state[f"pad-{what}-{game.id}"] = value


def _name(game: Game, number: int, before: ScorePad | None, visit: Visit) -> str:
    key = f"pad-name-{game.id}-{number}"
    if key not in st.session_state and before is not None and number <= before.seats:
        st.session_state[key] = before.names[number - 1]
    return st.text_input(
        visit.tell("ui.people.name", number=number),
        key=key,
        max_chars=LONGEST_NAME,
        placeholder=visit.tell("ui.people.unnamed", number=number),
        persist_state="session",
    )


def _known_rules(game: Game, before: ScorePad | None, visit: Visit) -> dict[str, tuple[Rules, str]]:
    """The rulesets to choose from, by their word in an address, with their names: that of the address, of the last
    match, of the learner's own table; and the presets."""
    found: list[tuple[Rules, str]] = []

    def add(rules: Rules, words: str) -> None:
        named = game.named(rules)
        found.append((named, ruleset_name(game, named, visit.language) if named.preset else visit.tell(words)))

    try:
        if "rules" in st.query_params:
            add(link.read_rules(game, st.query_params["rules"]), "scene.referee.rules.own")
    except (LinkError, RulesError) as error:
        _log.info("rules for the score pad: %s", error)
    if before is not None:
        add(before.rules, "ui.pad.rules.before")
    add(of_game(game, visit).rules, "scene.referee.rules.own")
    for preset in game.presets.values():
        add(preset, "scene.referee.rules.own")
    known: dict[str, tuple[Rules, str]] = {}
    for rules, name in found:
        known.setdefault(link.write_rules(game, rules), (rules, name))
    return known


def _begin(game: Game, rules: Rules, names: list[str], dealer: int, visit: Visit) -> None:
    match = pad.begin(game, rules, names, dealer)
    store().change_pad(visit.key, game.id, lambda _: pad.document(match))
    st.session_state.pop(_ANEW, None)
    st.rerun()


# The match


@st.fragment
def _sheet(game_id: str, visit: Visit) -> None:
    if st.session_state.get(_ANEW) == game_id:
        st.rerun()
    say_notice(visit)
    document = store().pad(visit.key, game_id)
    assert document is not None, "a pad is never thrown away"
    scene = pad_scene(
        pad.read(document),
        visit.language,
        heard=_heard(game_id),
        four=visit.settings["four_colours"],
        title=shell.title("pad", visit.language),
    )
    data: dict[str, Any] = {"scene": scene, "version": _VERSION, "draws": "pad"}
    if st.session_state.pop("new-page", False):
        data |= {"code": _CODE, "look": _LOOK}
    key = f"pad-{game_id}"
    _component(data=data, key=key, on_action_change=lambda: _hear(game_id, key, visit))


def _heard(game_id: str) -> int:
    heard: int = st.session_state.setdefault(_HEARD, {}).get(game_id, 0)
    return heard


def _hear(game_id: str, key: str, visit: Visit) -> None:
    """Before the run: the edits are made and kept, in order, those that were heard already left out. What cannot be
    kept was not heard: the browser sends it again."""
    try:
        sent = Edits.model_validate(getattr(st.session_state.get(key), "action", None))
    except ValidationError:
        return
    heard = _heard(game_id)
    edits = sorted((edit for edit in sent.edits if edit.n > heard), key=lambda edit: edit.n)
    if not edits:
        return

    def change(document: Mapping[str, Any] | None) -> Mapping[str, Any]:
        session = pad.read(document or {})
        for edit in edits:
            act = _action(edit)
            session = session if act is None else pad.act(session, act)
        return pad.document(session)

    try:
        store().change_pad(visit.key, game_id, change)
    except StoreError as error:
        notice(error.say(visit.language))
        return
    except ValueError as error:
        _log.info("a score pad: %s", error)
    st.session_state[_HEARD][game_id] = edits[-1].n
    if any(edit.do == "new" for edit in edits):
        st.session_state[_ANEW] = game_id


def _action(edit: _Edit) -> pad.Edit | None:
    match edit.do, edit.at, edit.value:
        case "put", at, str() as card:
            return pad.Put(card, at)
        case "write", at, str() as text:
            return pad.Write(at, text)
        case "choose", at, value:
            return pad.Choose(at, value)
        case "count", at, tuple() as counted:
            return pad.Count(at, *counted)
        case "quick", _, bool() as on:
            return pad.Quick(on)
        case "enter", number, _ if _is_number(number):
            return pad.Enter(int(number))
        case "correct", number, _ if _is_number(number):
            return pad.Correct(int(number))
        case "cancel", _, _:
            return pad.Cancel()
        case "delete", number, int() as total if _is_number(number):
            return pad.Delete(int(number), total)
        case "restore", _, _:
            return pad.Restore()
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 5
