"""Setting a table: who plays, by which rules, how strong the bots are; and the matches that wait to be gone on with."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

import streamlit as st

from tutor import games
from tutor.bots import LEVELS
from tutor.learner import GameSummary, StoreError
from tutor.scene import names
from tutor.scene.table import called
from tutor.session import table
from tutor.session.table import Player
from tutor.ui import markup, pad, shell
from tutor.ui.chosen import Chosen, chosen, keep, of_game
from tutor.ui.house import door, one_of, page_of, say_trouble
from tutor.ui.people import choose_people
from tutor.ui.table import notice
from tutor.ui.visit import Visit, store

__all__ = ["MATCH", "PACES", "match_row", "set_up"]

_LUCK: Final = "company"  # by which the names are drawn, until they are dealt to
MATCH: Final = "match"  # where the session keeps the match that is being played
PACES: Final = ("at-once", "normal", "slow")
LISTED: Final = 5
UNFOLDED: Final = 1


def set_up(visit: Visit) -> None:
    """The page on which a table is set, and those on which its rules are chosen."""
    table = chosen(visit)
    with st.container(key="column"):
        if asked := page_of(st.query_params.get("choose"), table):
            asked(table, visit)
            return
        game = table.game
        about = f"{visit.tell(f'{game.id}.title')} · {visit.tell(f'{game.id}.about')}"
        st.html(
            f'<h1 class="title">{markup.escape(visit.tell("ui.play.title"))}</h1>'
            f'<p class="lead">{markup.words(about, visit.language)}</p>'
        )
        say_trouble(table, visit)
        if table.link is not None:
            st.html(f'<p class="notice">{markup.escape(visit.tell("ui.setting.linked"))}</p>')
        else:
            _list_matches(visit)
        with st.container(key="setup"):
            _choose_game(table, visit)
            st.html(f'<p class="label">{markup.escape(visit.tell("ui.setting.rules"))}</p>{door(table, visit)}')
            seats = {seats: str(seats) for seats in game.seats(table.rules)}
            one_of(
                visit.tell("ui.play.seats"),
                seats,
                table.seats,
                "seats",
                lambda seats: keep(lambda now: replace(now, seats=seats), visit),
            )
            here = choose_people(visit, table.seats)
            company = _sit_down(table, here)
            _choose_others(company, visit)
            dealt = st.button(visit.tell("ui.play.deal"), key="deal", type="primary")
        words = markup.escape(visit.tell("ui.referee.door"))
        st.html(f'<p><a href="{markup.escape(shell.href("referee", visit))}">{words}</a></p>')
        if (counted := pad.door(game, visit)) is not None:
            words = markup.escape(visit.tell("ui.pad.door"))
            st.html(f'<p><a href="{markup.escape(counted)}">{words}</a></p>')
    if dealt:
        _begin(visit, table, here, company)


def _choose_game(table: Chosen, visit: Visit) -> None:
    every = {game.id: visit.tell(f"{game.id}.title") for game in games.offered()}
    if len(every) > 1:
        one_of(
            visit.tell("ui.setting.game"),
            every,
            table.game.id,
            "game",
            lambda id: keep(lambda _: of_game(games.find(id), visit), visit),
        )


def _sit_down(asked: Chosen, here: tuple[Player, ...]) -> tuple[str, ...]:
    """The keys of the names that take the other seats, the same for as long as the table is being set."""
    # Everybody sees the names: they must tell nothing of the seed that the bots decide by.
    luck = st.session_state.setdefault(_LUCK, secrets.randbits(63))
    return names.pick(asked.seats - len(here), luck, [player.name for player in here])


def _choose_others(company: tuple[str, ...], visit: Visit) -> None:
    level, pace = visit.settings["level"], visit.settings["pace"]
    now = f"{visit.tell(f'ui.level.{level}')} · {visit.tell(f'ui.pace.{pace}')}"
    with st.expander(visit.tell("ui.setting.others", others=now), key="others"):
        if company:
            label, sits = visit.tell("ui.setting.company"), (names.known_as(key, visit.language) for key in company)
            st.html(f'<p class="label">{markup.escape(label)}</p><p>{markup.escape(_join(sits, visit))}</p>')
        for name, values, value in (("level", LEVELS, level), ("pace", PACES, pace)):
            named = {each: visit.tell(f"ui.{name}.{each}") for each in values}
            one_of(visit.tell(f"ui.play.{name}"), named, value, name, _saver(name, visit))


def _saver(name: str, visit: Visit) -> Callable[[str], None]:
    def save(value: str) -> None:
        try:
            store().save_settings(visit.key, **{name: value})
        except StoreError as error:
            notice(error.say(visit.language))

    return save


def _begin(visit: Visit, asked: Chosen, here: tuple[Player, ...], company: tuple[str, ...]) -> None:
    game, rules, seats = asked.game, asked.rules, asked.seats
    level, pace = visit.settings["level"], visit.settings["pace"]
    seed = secrets.randbits(63)
    del st.session_state[_LUCK]
    players = (*here, *(Player(name, level) for name in company))
    keep(lambda now: now, visit)
    kept = store()
    match = table.begin(game, rules, players, seed=seed, deal_seed=secrets.randbits(64), pace=pace)
    game_id = kept.new_game(visit.key, game.id, game.write_rules(rules), [str(player) for player in players], seed)
    kept.add_deal(game_id, visit.key, 1, match.start, range(seats))
    st.session_state[MATCH] = replace(match, id=game_id)
    shell.go("play", visit, game=game_id)


def _list_matches(visit: Visit) -> None:
    open_matches = [match for match in store().games(visit.key) if not match.finished][:LISTED]
    if open_matches:
        heading = markup.escape(visit.tell("ui.play.go-on"))
        rows = [match_row(match, visit) for match in open_matches]
        shown, folded = "".join(rows[:UNFOLDED]), "".join(rows[UNFOLDED:])
        if folded:
            more = markup.escape(visit.tell("ui.setting.earlier", count=len(rows) - UNFOLDED))
            folded = f'<details class="fold"><summary>{more}</summary><ul class="rows">{folded}</ul></details>'
        new = markup.escape(visit.tell("ui.play.new"))
        st.html(f'<h2>{heading}</h2><ul class="rows">{shown}</ul>{folded}<h2>{new}</h2>')


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
        if player != Player():
            found.append(called(player, visit.language))
    return _join(found, visit)


def _join(words: Iterable[str], visit: Visit) -> str:
    return (" " if visit.language == "th" else ", ").join(words)
