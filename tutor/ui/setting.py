"""Setting a table: who plays, by which rules, how strong the bots are; and the matches that wait to be gone on with."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

import streamlit as st

from tutor import games
from tutor.bots import LEVELS
from tutor.core import Game
from tutor.learner import GameSummary
from tutor.scene import names
from tutor.session import table
from tutor.session.table import Player
from tutor.ui import markup, shell
from tutor.ui.visit import Visit, store

__all__ = ["MATCH", "PACES", "match_row", "set_up"]

MATCH = "match"  # where the session keeps the match that is being played
PACES = ("at-once", "normal", "slow")
LISTED = 5


def set_up(visit: Visit) -> None:
    game = games.every()[0]
    rules = game.read_rules(None)
    with st.container(key="column"):
        st.html(
            f'<h1 class="title">{markup.escape(visit.tell("ui.play.title"))}</h1>'
            f'<p class="lead">{markup.escape(visit.tell(f"{game.id}.title"))} · '
            f"{markup.words(visit.tell(f'{game.id}.about'), visit.language)}</p>"
        )
        _list_matches(visit)
        with st.container(key="setup"):
            seats = _choose(visit, "seats", list(game.seats(rules)), 4)
            level = _choose(visit, "level", list(LEVELS), visit.settings["level"])
            pace = _choose(visit, "pace", list(PACES), visit.settings["pace"])
            dealt = st.button(visit.tell("ui.play.deal"), key="deal", type="primary")
    if dealt:
        _begin(visit, game, seats, level, pace)


def _choose(visit: Visit, name: str, options: list[Any], default: Any) -> Any:
    """One of a few, as a row of buttons; the last choice stays where there is none."""
    chosen = st.segmented_control(
        visit.tell(f"ui.play.{name}"),
        options,
        default=default,
        format_func=lambda option: str(option) if name == "seats" else visit.tell(f"ui.{name}.{option}"),
        key=name,
        persist_state="session",
        required=True,
    )
    return default if chosen is None else chosen


def _begin(visit: Visit, game: Game, seats: int, level: Any, pace: Any) -> None:
    seed = secrets.randbits(63)
    # Everybody sees the names: they must tell nothing of the seed that the bots decide by.
    company = names.pick(seats - 1, secrets.randbits(63))
    players = (Player(), *(Player(name, level) for name in company))
    rules = game.read_rules(None)
    kept = store()
    if (level, pace) != (visit.settings["level"], visit.settings["pace"]):
        kept.save_settings(visit.key, level=level, pace=pace)
    match = table.begin(game, rules, players, seed=seed, deal_seed=secrets.randbits(64), pace=pace)
    game_id = kept.new_game(visit.key, game.id, game.write_rules(rules), [str(player) for player in players], seed)
    kept.add_deal(game_id, visit.key, 1, match.start, range(seats))
    st.session_state[MATCH] = replace(match, id=game_id)
    shell.go("play", visit, game=game_id)


def _list_matches(visit: Visit) -> None:
    open_matches = [match for match in store().games(visit.key) if not match.finished][:LISTED]
    if open_matches:
        heading = markup.escape(visit.tell("ui.play.go-on"))
        rows = "".join(match_row(match, visit) for match in open_matches)
        st.html(f'<h2>{heading}</h2><ul class="rows">{rows}</ul><h2>{markup.escape(visit.tell("ui.play.new"))}</h2>')


def match_row(match: GameSummary, visit: Visit) -> str:
    """A match in a list: with whom, how many deals, when it began."""
    others = visit.tell("ui.play.with", others=_company(match.players, visit))
    facts = f"{visit.tell('ui.play.deals', count=match.deals)} · {visit.day(match.started_at)}"
    state = visit.tell("ui.me.finished" if match.finished else "ui.me.running")
    return (
        f'<li><a class="row" href="{markup.escape(shell.href("play", visit, game=match.id))}">'
        f"<b>{markup.escape(others)}</b><em class='mark'>{markup.escape(state)}</em>"
        f"<span>{markup.escape(facts)}</span></a></li>"
    )


def _company(players: tuple[str, ...], visit: Visit) -> str:
    found = []
    for text in players:
        try:
            player = Player.read(text)
        except ValueError:
            continue
        if player.level is not None:
            found.append(names.name(player.name, visit.language))
    return (" " if visit.language == "th" else ", ").join(found)
