"""The referee: what lies on a real table is put in, and the rules say what may be done there."""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections import deque
from dataclasses import replace
from importlib.resources import files
from random import Random
from typing import Annotated, Any, Final, Literal
from urllib.parse import parse_qs, urlsplit

import streamlit as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tutor import games
from tutor.core import Game, LinkError, Rules, RulesError, link
from tutor.games import UnknownGame
from tutor.learner import StoreError
from tutor.scene import names
from tutor.scene.referee import OWN, referee_scene
from tutor.session import referee, table
from tutor.session.example import example
from tutor.session.referee import Referee
from tutor.session.table import Player
from tutor.ui import markup, pad, shell
from tutor.ui.setting import MATCH
from tutor.ui.table import notice, say_notice
from tutor.ui.visit import Visit, current, store

__all__ = ["Edits", "page"]

KEPT: Final = "referee-sheet"  # where the session keeps what was put in
_KNOWN: Final = "referee-known"  # positions that the address has named: none of them comes from elsewhere
_PLAYED: Final = "referee-played"  # a match that was just begun
_FAULT: Final = "referee-fault"
_drawing = files("tutor.scene")
_here = files("tutor.ui")
_CODE: Final = "\n".join(
    source.read_text(encoding="utf-8")
    for source in (_drawing / "card_table.js", _here / "sheet.js", _here / "referee.js")
)
_LOOK: Final = "\n".join(
    source.read_text(encoding="utf-8") for source in (_drawing / "card_table.css", _here / "referee.css")
)
_VERSION: Final = hashlib.sha256((_CODE + _LOOK).encode()).hexdigest()[:12]
_component = st.components.v2.component("samrap_referee", js=(_here / "table.js").read_text(encoding="utf-8"))
_log = logging.getLogger(__name__)

_Short = Annotated[str, Field(max_length=300)]


class _Edit(BaseModel):
    model_config = ConfigDict(frozen=True)

    n: int = Field(ge=1, le=1_000_000)
    do: Literal["put", "write", "choose", "add", "remove", "say", "aim", "clear", "play"]
    at: Annotated[str, Field(max_length=40)] = ""
    value: bool | int | _Short | Annotated[list[Annotated[str, Field(max_length=4)]], Field(max_length=9)] | None = None


class Edits(BaseModel):
    """What the browser may send: edits with their numbers, those that were not answered yet among them."""

    model_config = ConfigDict(frozen=True)

    edits: tuple[_Edit, ...] = Field(max_length=60)


def page() -> None:
    visit = current()
    if game_id := st.session_state.pop(_PLAYED, None):
        shell.go("play", visit, game=game_id)
    trouble = _open(visit)
    lead = markup.escape(visit.tell("ui.referee.lead"))
    said = "" if trouble is None else f'<p class="notice" role="alert">{markup.escape(visit.tell(trouble))}</p>'
    heading = markup.escape(visit.tell("ui.referee.title"))
    st.html(f'<div class="column referee"><h1 class="title">{heading}</h1><p class="lead">{lead}</p>{said}</div>')
    _sheet(visit)


def _open(visit: Visit) -> str | None:
    """Keep what was put in, unless the address names something else; the id of what is said where it cannot be read."""
    known: deque[str] = st.session_state.setdefault(_KNOWN, deque(maxlen=60))
    text = st.query_params.get("position")
    kept: Referee | None = st.session_state.get(KEPT)
    trouble = None
    # Coming from another page one wants what its link names; here the address only follows what is put in.
    told = [*known][-1:] if st.session_state["arrived"] else known
    if text is not None and text not in told:
        known.append(text)
        try:
            tried = st.query_params.get("try", "")
            kept = referee.load(link.read(text), tried, more=st.query_params.get("more") == "1")
        except (LinkError, UnknownGame, ValueError) as error:
            _log.info("a link to the referee: %s", error)
            trouble = "ui.referee.bad-link"
    elif {"rules", "rule"} & st.query_params.keys() and (kept is None or st.session_state["arrived"]):
        kept, trouble = _by_rules(kept, visit)
    if kept is None:
        game = _game(visit.settings.get("game"))
        kept = referee.begin(game, _own(game, visit), visit.settings.get("tables", {}).get(game.id, {}).get("seats"))
    st.session_state[KEPT] = kept
    return trouble


def _by_rules(kept: Referee | None, visit: Visit) -> tuple[Referee | None, str | None]:
    """What was put in, under the rules of which the address speaks, as the page of rules writes them; and where it
    names one rule, a moment at which that one speaks."""
    query = st.query_params
    game = _game(query.get("game"))
    try:
        rules = link.read_rules(game, query["rules"]) if "rules" in query else _own(game, visit)
    except (LinkError, RulesError) as error:
        _log.info("rules for the referee: %s", error)
        return kept, "ui.referee.bad-link"
    rules = game.read_rules(rules)
    if query.get("rule") in game.rulebook and (found := example(game, rules, query["rule"])) is not None:
        view, move = found
        return referee.load(view.position().document(), str(move)), None
    if kept is None or kept.game is not game:
        return referee.begin(game, rules), None
    return referee.act(kept, referee.Lay(rules)), None


def _game(id: Any) -> Game:
    """The game of this id, else the first there is."""
    try:
        return games.find(id)
    except UnknownGame:
        return games.offered()[0]


def _own(game: Game, visit: Visit) -> Rules | None:
    """The rules of the table that the learner set last, if they can still be."""
    kept = visit.settings.get("tables", {}).get(game.id)
    try:
        return None if kept is None else game.read_rules(kept["rules"])
    except RulesError:
        return None


@st.fragment
def _sheet(visit: Visit) -> None:
    if _PLAYED in st.session_state:
        st.rerun()
    say_notice(visit)
    session: Referee = st.session_state[KEPT]
    title = shell.title("referee", visit.language)
    own = _own(session.game, visit)
    scene = referee_scene(session, visit.language, four=visit.settings["four_colours"], title=title, own=own)
    _remember(scene["link"])
    data: dict[str, Any] = {"scene": scene, "version": _VERSION, "draws": "referee"}
    if st.session_state.pop("new-page", False):
        data |= {"code": _CODE, "look": _LOOK}
    _component(data=data, key="referee", on_action_change=lambda: _hear(visit))
    if (counted := pad.door(session.game, visit)) is not None:
        words = markup.escape(visit.tell("ui.pad.link"))
        st.html(f'<div class="column"><p><a href="{markup.escape(counted)}">{words}</a></p></div>')


def _remember(address: str) -> None:
    known: deque[str] = st.session_state[_KNOWN]
    known.extend(text for text in parse_qs(urlsplit(address).query).get("position", ()) if text not in [*known][-1:])


def _hear(visit: Visit) -> None:
    """Before the run: the edits are made, in order, those that were heard already left out."""
    try:
        sent = Edits.model_validate(getattr(st.session_state.get("referee"), "action", None))
    except ValidationError:
        return
    session: Referee = st.session_state[KEPT]
    for edit in sorted(sent.edits, key=lambda edit: edit.n):
        if edit.n <= session.heard:
            continue
        if edit.do == "play":
            _play(session, visit)
        act = _action(session, edit, visit)
        session = replace(session, heard=edit.n) if act is None else referee.act(session, act, edit.n)
    st.session_state[KEPT] = session


def _action(session: Referee, edit: _Edit, visit: Visit) -> referee.Edit | None:
    match edit.do, edit.at, edit.value:
        case "put", at, str() as card:
            return referee.Put(card, at)
        case "write", at, str() as text:
            return referee.Write(at, text)
        case "choose", "game", str() as id:
            return referee.Play(_game(id), _own(_game(id), visit))
        case "choose", "rules", str() as name:
            return referee.Lay(_own(session.game, visit) if name == OWN else name)
        case "choose", "seats", str() as seats:
            return referee.Sit(int(seats)) if seats.isdecimal() and len(seats) < 3 else None
        case "choose", at, value:
            return referee.Choose(at, value)
        case "add", at, _:
            return referee.Add(at)
        case "remove", at, int() as row:
            return referee.Remove(at, row)
        case "say", at, _:
            return referee.Say(at)
        case "aim", at, _:
            return referee.Aim(at)
        case "clear", _, _:
            return referee.Clear()
    return None


def _play(session: Referee, visit: Visit) -> None:
    """A match with bots from what was put in; where nobody has named a card, it lies anywhere that it may."""
    state = referee.world(session, Random(secrets.randbits(64)))
    if state is None:
        notice(visit.tell("ui.referee.no-play"))
        return
    seed = secrets.randbits(63)
    level, pace = visit.settings["level"], visit.settings["pace"]
    company = list(names.pick(state.seats - 1, secrets.randbits(63)))
    players = [Player() if seat == session.seat else Player(company.pop(), level) for seat in range(state.seats)]
    start = state.position().document()
    try:
        game = session.game
        match = table.restore(game, state.rules, players, [(start, ())], seed=seed, pace=pace)
        game_id = store().new_game(visit.key, game.id, game.write_rules(state.rules), list(map(str, players)), seed)
        store().add_deal(game_id, visit.key, 1, start, range(state.seats))
    except StoreError as error:
        notice(error.say(visit.language))
    except ValueError as error:
        _log.warning("playing on from the referee: %s", error)
        notice(visit.tell("ui.referee.no-play"))
    else:
        st.session_state[MATCH] = replace(match, id=game_id)
        st.session_state[_PLAYED] = game_id
