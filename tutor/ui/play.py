"""Play: set a table (``setting``), play at it, go on with an earlier match, read a finished one."""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace

import streamlit as st

from tutor import games
from tutor.core import RecordError
from tutor.games import UnknownGame
from tutor.learner import AlreadyEnded, DealConflict, MoveConflict, NoSuchGame, NotOpen, SavedGame
from tutor.scene import names, table_scene
from tutor.scene.answers import ended
from tutor.scene.drawing import Reader, told
from tutor.scene.table import called, told_change
from tutor.session import table
from tutor.session.actions import (
    Ask,
    BotMove,
    Forget,
    Join,
    Leave,
    NextDeal,
    ShowCards,
    ShowHint,
    Trouble,
    Undo,
    YourMove,
    accepts,
)
from tutor.session.table import Player, TableSession
from tutor.ui import markup, shell
from tutor.ui.setting import MATCH, set_up
from tutor.ui.table import Message, notice, say_notice
from tutor.ui.text_table import either_table, offer_other
from tutor.ui.visit import Visit, current, pool, store, wait_for

__all__ = ["page"]

_log = logging.getLogger(__name__)


def page() -> None:
    visit = current()
    if moved := st.session_state.pop("moved", None):
        shell.go("play", visit, game=moved)
    game_id = st.query_params.get("game")
    if game_id is None:
        set_up(visit)
        return
    elsewhere = (shell.href("play", visit), visit.tell("ui.play.new"))
    try:
        saved = store().game(game_id, visit.key)
        if saved.finished:
            _record(_restored(saved), saved, visit)
            return
        match = st.session_state.get(MATCH)
        if not saved.deals:  # ended right after it was made
            match = _first_deal(saved, visit)
        elif not isinstance(match, TableSession) or _stand(match) != _saved_stand(saved):
            match = _restored(saved)
        st.session_state[MATCH] = replace(match, pace=visit.settings["pace"])
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
        offer_other(visit)


def _damage(error: Exception, visit: Visit) -> str:
    if isinstance(error, RecordError):
        return visit.tell(f"record.{error.case}", deal=error.deal, move=error.move)
    return visit.tell("ui.play.damaged")


# At the table


_Stand = tuple[str, int, int, int, int]


def _stand(match: TableSession) -> _Stand:
    return match.id, match.deal, match.undone, match.ply, len(match.gap)


def _saved_stand(saved: SavedGame) -> _Stand:
    if not saved.deals:
        return saved.id, 0, 0, 0, 0
    deal = saved.deals[-1]
    return saved.id, deal.number, deal.undone, len(deal.moves), len(deal.changes)


def _restored(saved: SavedGame) -> TableSession:
    """The match as it was saved; RecordError, UnknownGame or ValueError for what cannot be played."""
    return table.restore(
        games.find(saved.game),
        saved.rules,
        [Player.read(text) for text in saved.players],
        [(deal.start, deal.moves) for deal in saved.deals],
        seed=saved.seed or 0,
        id=saved.id,
        seats=[deal.seats for deal in saved.deals],
        changes=[deal.changes for deal in saved.deals],
        undone=[deal.undone for deal in saved.deals],
    )


def _first_deal(saved: SavedGame, visit: Visit) -> TableSession:
    players = [Player.read(text) for text in saved.players]
    game = games.find(saved.game)
    luck = secrets.randbits(64)
    match = table.begin(game, saved.rules, players, seed=saved.seed or 0, deal_seed=luck, id=saved.id)
    store().add_deal(saved.id, visit.key, 1, match.start, range(len(players)))
    return match


@st.fragment
def _table(visit: Visit) -> None:
    if st.session_state.pop("left", False) or "moved" in st.session_state:
        st.rerun()
    say_notice(visit)
    match: TableSession = st.session_state[MATCH]
    scene = table_scene(match, visit.language, title=shell.title("play", visit.language), **visit.drawn)
    either_table(scene, visit, key="table", on_message=lambda message: _hear(message, visit), on_trouble=_stop)


def _stop(trouble: Trouble) -> None:
    st.session_state[MATCH] = table.act(st.session_state[MATCH], trouble)


def _hear(message: Message, visit: Visit) -> None:
    match: TableSession = st.session_state[MATCH]
    if not accepts(match, message.rev):
        return
    # Whatever comes of it, the next screen is another one: so the browser knows that its message was heard.
    st.session_state[MATCH] = match = replace(match, answered=match.answered + 1)
    try:
        after = _after(message, match, visit)
        # Where nothing was saved, no conflict has shown whether another tab has gone on.
        if _stand(after) == _stand(match) != _saved_stand(store().game(match.id, visit.key)):
            _catch_up(match, visit)
        else:
            st.session_state[MATCH] = after
    except (MoveConflict, DealConflict):
        _catch_up(match, visit)
    except AlreadyEnded:
        st.session_state["left"] = True


def _catch_up(match: TableSession, visit: Visit) -> None:
    """Go on from what another tab has saved."""
    st.session_state[MATCH] = replace(_restored(store().game(match.id, visit.key)), pace=match.pace)
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
        case "show":
            return table.act(match, ShowCards())
        case "undo":
            ply = table.undo_ply(match)
            if ply is not None:
                store().take_back(match.id, visit.key, match.deal, match.undone + 1, ply)
            return table.act(match, Undo())
        case "join" | "leave" | "end" as asked if waiting == "over":
            return table.act(match, Ask(asked))
        case "answer" if match.asking is not None:
            return _answered(message, match, visit)
        case "again" if match.won:
            return _again(match, visit)
        case "next" if waiting == "over" and not match.won:
            _save_end(match, visit)
            dealt = table.act(match, NextDeal(secrets.randbits(64)))
            store().add_deal(match.id, visit.key, dealt.deal, dealt.start, dealt.seats, len(dealt.came))
            return dealt
        case "stop" if match.asking == "end" or match.won:
            _save_end(match, visit)
            store().end_game(match.id, visit.key)
            st.session_state["left"] = True
            return match
    return _saved(match, table.act(match, YourMove(message.text(match.view))), visit)


def _again(match: TableSession, visit: Visit) -> TableSession:
    """A new match of the same players by the same rules, once this one is won."""
    _save_end(match, visit)
    players = [match.players[player] for player in match.next_seats]
    seed = secrets.randbits(63)
    fresh = table.begin(match.game, match.rules, players, seed=seed, deal_seed=secrets.randbits(64), pace=match.pace)
    store().end_game(match.id, visit.key)
    written = match.game.write_rules(match.rules)
    game_id = store().new_game(visit.key, match.game.id, written, list(map(str, players)), seed)
    store().add_deal(game_id, visit.key, 1, fresh.start, range(len(players)))
    st.session_state["moved"] = game_id
    return replace(fresh, id=game_id)


def _answered(message: Message, match: TableSession, visit: Visit) -> TableSession:
    """Somebody comes or goes, as was chosen."""
    chosen = message.value[0] if isinstance(message.value, tuple) and len(message.value) == 1 else ""
    if match.asking is None or chosen not in table.choices(match, match.asking):
        return match
    if match.asking == "join":
        player = f"bot:{chosen}:{_newcomer(match)}"
        after, joins = table.act(match, Join(player)), player
    else:
        after, joins = table.act(match, Leave(int(chosen))), None
    if after.gap != match.gap:
        _save_end(match, visit)
        store().add_change(match.id, visit.key, match.deal, len(match.gap), str(after.gap[-1]), joins)
    return after


def _newcomer(match: TableSession) -> str:
    """The key of a name that nobody here has had yet, or at least nobody has now."""
    luck = secrets.randbits(63)
    try:
        return names.pick(1, luck, [player.name for player in match.players])[0]
    except ValueError:
        return names.pick(1, luck, [match.players[player].name for player in match.next_seats])[0]


def _saved(before: TableSession, after: TableSession, visit: Visit) -> TableSession:
    text = after.last_text
    if after.ply > before.ply and text is not None:
        store().add_move(before.id, visit.key, before.deal, before.ply, text, before.undone)
        if after.outcome is not None:
            _save_end(after, visit)
    return after


def _save_end(match: TableSession, visit: Visit) -> None:
    if match.outcome is not None:
        store().end_deal(match.id, visit.key, match.deal, match.outcome.places, match.outcome.totals)


# A finished match


def _record(match: TableSession, saved: SavedGame, visit: Visit) -> None:
    facts = [visit.tell(f"{match.game.id}.title"), visit.day(saved.started_at)]
    if undone := sum(deal.undone for deal in saved.deals):
        facts.append(visit.tell("ui.record.undone", count=undone))
    parts = [
        f'<h1 class="title">{markup.escape(visit.tell("ui.record.title"))}</h1>',
        f'<p class="lead">{markup.escape(" · ".join(facts))}</p>',
    ]
    learner = None if saved.owner else visit.tell("ui.record.learner")
    for deal in match.deals:
        reader = Reader(
            visit.language,
            tuple(called(match.players[player], visit.language, learner) for player in deal.seats),
            deal.learner if saved.owner else None,
        )
        # Cards that changed hands in secret stay secret, as they were for whoever played.
        steps = deal.history
        moves = "".join(f"<li>{markup.words(reader.join(told(step, reader)), visit.language)}</li>" for step in steps)
        came = "".join(
            f"<p>{markup.words(told_change(change, match, visit.language, learner), visit.language)}</p>"
            for change in deal.came
        )
        result = ""
        heading = visit.tell("ui.record.deal", number=deal.number)
        if deal.state.outcome is not None:
            panel = ended(deal.state.outcome, deal.state, deal.number, reader, last=deal.state is match.state)
            result = f"<p>{markup.words(panel['text'], visit.language)}</p>"
        unfolded = markup.escape(visit.tell("ui.record.moves", count=len(steps)))
        parts.append(
            f"<h2>{markup.escape(heading)}</h2>{came}{result}"
            f'<details class="fold"><summary>{unfolded}</summary><ol class="moves">{moves}</ol></details>'
        )
    again = markup.escape(visit.tell("ui.play.new"))
    parts.append(f'<p><a class="door" href="{markup.escape(shell.href("play", visit))}">{again}</a></p>')
    st.html(f'<div class="column">{"".join(parts)}</div>')
