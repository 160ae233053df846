"""Play: set a table, play at it, go on with an earlier match, read a finished one."""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace
from typing import Any

import streamlit as st

from tutor import games
from tutor.bots import LEVELS
from tutor.core import Game, RecordError
from tutor.games import UnknownGame
from tutor.learner import AlreadyEnded, DealConflict, GameSummary, MoveConflict, NoSuchGame, NotOpen, SavedGame
from tutor.scene import names, table_scene
from tutor.scene.answers import ended
from tutor.scene.drawing import Reader, told
from tutor.session import table
from tutor.session.actions import BotMove, Forget, NextDeal, ShowHint, Trouble, YourMove, accepts, text_of
from tutor.session.table import Player, TableSession
from tutor.ui import markup, shell
from tutor.ui.table import Message, card_table, notice, say_notice
from tutor.ui.visit import Visit, current, pool, store, wait_for

__all__ = ["page"]

PACES = ("at-once", "normal", "slow")
LISTED = 5
_MATCH = "match"
_log = logging.getLogger(__name__)


def page() -> None:
    visit = current()
    game_id = st.query_params.get("game")
    if game_id is None:
        _set_up(visit)
        return
    elsewhere = (shell.href("play", visit), visit.tell("ui.play.new"))
    try:
        saved = store().game(game_id, visit.key)
        if saved.finished:
            _record(_restored(saved), saved, visit)
            return
        match = st.session_state.get(_MATCH)
        if not saved.deals:  # ended right after it was made
            match = _first_deal(saved, visit)
        elif not isinstance(match, TableSession) or _stand(match) != _saved_stand(saved):
            match = _restored(saved)
        st.session_state[_MATCH] = replace(match, pace=visit.settings["pace"])
    except NoSuchGame:
        shell.note(visit.tell("ui.play.no-game.title"), visit.tell("ui.play.no-game"), link=elsewhere)
    except NotOpen:
        shell.note(visit.tell("ui.play.not-open.title"), visit.tell("ui.play.not-open"), link=elsewhere)
    except (RecordError, UnknownGame, ValueError) as error:
        _log.warning("saved game: %s", error)
        shell.note(visit.tell("ui.play.damaged.title"), _damage(error, visit), link=elsewhere)
    else:
        st.html(f'<h1 class="unseen">{markup.escape(visit.tell("ui.menu.play"))}</h1>')
        _table(visit)


def _damage(error: Exception, visit: Visit) -> str:
    if isinstance(error, RecordError):
        return visit.tell(f"record.{error.case}", deal=error.deal, move=error.move)
    return visit.tell("ui.play.damaged")


# Setting a table


def _set_up(visit: Visit) -> None:
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
    st.session_state[_MATCH] = replace(match, id=game_id)
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


# At the table


def _stand(match: TableSession) -> tuple[str, int, int]:
    return match.id, match.deal, match.ply


def _saved_stand(saved: SavedGame) -> tuple[str, int, int]:
    return saved.id, len(saved.deals), len(saved.deals[-1].moves) if saved.deals else 0


def _restored(saved: SavedGame) -> TableSession:
    """The match as it was saved; RecordError, UnknownGame or ValueError for what cannot be played."""
    game = games.find(saved.game)
    players = [Player.read(text) for text in saved.players]
    deals = [(deal.start, deal.moves) for deal in saved.deals]
    return table.restore(game, saved.rules, players, deals, seed=saved.seed or 0, id=saved.id)


def _first_deal(saved: SavedGame, visit: Visit) -> TableSession:
    players = [Player.read(text) for text in saved.players]
    game = games.find(saved.game)
    luck = secrets.randbits(64)
    match = table.begin(game, saved.rules, players, seed=saved.seed or 0, deal_seed=luck, id=saved.id)
    store().add_deal(saved.id, visit.key, 1, match.start, range(len(players)))
    return match


@st.fragment
def _table(visit: Visit) -> None:
    if st.session_state.pop("left", False):
        st.rerun()
    say_notice(visit)
    match: TableSession = st.session_state[_MATCH]
    scene = table_scene(match, visit.language, title=shell.title("play", visit.language), **visit.drawn)
    card_table(scene, key="table", on_message=lambda message: _hear(message, visit), on_trouble=_stop)


def _stop(trouble: Trouble) -> None:
    st.session_state[_MATCH] = table.act(st.session_state[_MATCH], trouble)


def _hear(message: Message, visit: Visit) -> None:
    match: TableSession = st.session_state[_MATCH]
    if not accepts(match, message.rev):
        return
    # Whatever comes of it, the next screen is another one: so the browser knows that its message was heard.
    st.session_state[_MATCH] = match = replace(match, answered=match.answered + 1)
    try:
        after = _after(message, match, visit)
        # Where nothing was saved, no conflict has shown whether another tab has gone on.
        if _stand(after) == _stand(match) != _saved_stand(store().game(match.id, visit.key)):
            _catch_up(match, visit)
        else:
            st.session_state[_MATCH] = after
    except (MoveConflict, DealConflict):
        _catch_up(match, visit)
    except AlreadyEnded:
        st.session_state["left"] = True


def _catch_up(match: TableSession, visit: Visit) -> None:
    """Go on from what another tab has saved."""
    st.session_state[_MATCH] = replace(_restored(store().game(match.id, visit.key)), pace=match.pace)
    notice(visit.tell("ui.play.other-tab"))


def _after(message: Message, match: TableSession, visit: Visit) -> TableSession:
    """The match after what the browser asked for. What is to be kept is saved before anybody sees it."""
    waiting = table.waiting_for(match)
    match message.do:
        case "go" if waiting == "bot":
            text = table.forced_move(match) or str(wait_for(pool().choose(*table.bot_request(match))).move)
            return _saved(match, table.act(match, BotMove(text)), visit)
        case "go":
            return match
        case "hint":
            request = table.hint_request(match)
            return match if request is None else table.act(match, ShowHint(wait_for(pool().hint(*request))))
        case "close":
            return table.act(match, Forget())
        case "next" if waiting == "over":
            _save_end(match, visit)
            dealt = table.act(match, NextDeal(secrets.randbits(64)))
            store().add_deal(match.id, visit.key, dealt.deal, dealt.start, range(len(match.players)))
            return dealt
        case "end" if waiting == "over":
            _save_end(match, visit)
            store().end_game(match.id, visit.key)
            st.session_state["left"] = True
            return match
    return _saved(match, table.act(match, YourMove(text_of(message.do, message.cards))), visit)


def _saved(before: TableSession, after: TableSession, visit: Visit) -> TableSession:
    text = after.last_text
    if after.ply > before.ply and text is not None:
        store().add_move(before.id, visit.key, before.deal, before.ply, text)
        if after.outcome is not None:
            _save_end(after, visit)
    return after


def _save_end(match: TableSession, visit: Visit) -> None:
    if match.outcome is not None:
        store().end_deal(match.id, visit.key, match.deal, match.outcome.places, match.outcome.totals)


# A finished match


def _record(match: TableSession, saved: SavedGame, visit: Visit) -> None:
    you = match.you if saved.owner else None
    learner = visit.tell("ui.record.learner")
    reader = Reader(
        visit.language,
        tuple(learner if player.level is None else names.name(player.name, visit.language) for player in match.players),
        you,
    )
    facts = f"{visit.tell(f'{match.game.id}.title')} · {visit.day(saved.started_at)}"
    parts = [
        f'<h1 class="title">{markup.escape(visit.tell("ui.record.title"))}</h1>',
        f'<p class="lead">{markup.escape(facts)}</p>',
    ]
    for number, state in enumerate((*match.finished, match.state), 1):
        # Cards that changed hands in secret stay secret, as they were for whoever played.
        steps = state.view(match.you).history
        moves = "".join(f"<li>{markup.words(reader.join(told(step, reader)), visit.language)}</li>" for step in steps)
        result = ""
        heading = visit.tell("ui.record.deal", number=number)
        if state.outcome is not None:
            panel = ended(state.outcome, state, number, reader, last=state is match.state)
            result = f"<p>{markup.words(panel['text'], visit.language)}</p>"
        unfolded = markup.escape(visit.tell("ui.record.moves", count=len(steps)))
        parts.append(
            f"<h2>{markup.escape(heading)}</h2>{result}"
            f'<details class="fold"><summary>{unfolded}</summary><ol class="moves">{moves}</ol></details>'
        )
    again = markup.escape(visit.tell("ui.play.new"))
    parts.append(f'<p><a class="door" href="{markup.escape(shell.href("play", visit))}">{again}</a></p>')
    st.html(f'<div class="column">{"".join(parts)}</div>')
