"""Matches made ready in the database, so that a test begins where it wants to and always with the same cards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from itertools import count, pairwise
from random import Random

from tutor import games
from tutor.bots import choose
from tutor.cards import Cards
from tutor.core import Rules, View
from tutor.learner import SavedGame, Store
from tutor.scene import names
from tutor.session import table
from tutor.session.actions import BotMove, NextDeal, YourMove
from tutor.session.refusal import refusal
from tutor.session.table import Player, TableSession

NOON = datetime(2026, 1, 15, 5, tzinfo=UTC)
"""When everything in a prepared database happened; noon in Bangkok."""

Stop = Callable[[TableSession], bool]
How = Callable[[TableSession], str]
"""What somebody does who is to move."""


def key_of(name: str) -> str:
    """The key of a learner with this name, as a browser keeps it in its cookie."""
    return sha256(name.encode()).hexdigest()[:32]


def next_move(match: TableSession) -> str:
    """The lowest play that is allowed, else whatever else is."""
    legal = match.view.legal_moves()
    return str(next((move for move in legal if move.cards), legal[0]))


def usual_move(match: TableSession) -> str:
    """What a player of some experience does in this game."""
    return str(match.game.advice.habit(match.state, Random(match.ply)))


@cache
def played_until(
    stop: Stop,
    *,
    game: str | None = None,
    rules: str | Rules | None = None,
    seats: int = 4,
    deals: int = 1,
    seed: int = 1,
    level: str = "novice",
    move: How = next_move,
) -> TableSession:
    """The first match, by seed, that comes to such a moment in that deal. The game is the first one unless told, the
    learner lays what is lowest."""
    played = games.offered()[0] if game is None else games.find(game)
    for luck in count(seed):
        players = (Player(), *(Player(name, level) for name in names.pick(seats - 1, luck)))  # type: ignore[arg-type]
        match = table.begin(played, played.read_rules(rules), players, seed=luck, deal_seed=luck)
        while True:
            if match.deal == deals and stop(match):
                return match
            waiting = table.waiting_for(match)
            if waiting == "over":
                if match.deal == deals or match.won:
                    break
                match = table.act(match, NextDeal(luck + match.deal))
            else:
                match = table.act(match, BotMove(bots_move(match)) if waiting == "bot" else YourMove(move(match)))
    raise AssertionError("count never ends")


def bots_move(match: TableSession) -> str:
    """What the bot whose turn it is does: what the app's own pool decides."""
    forced = table.forced_move(match)
    if forced is not None:
        return forced
    view, level, seed = table.bot_request(match)
    return str(choose(view, level, Random(seed)).move)


def bringing(match: TableSession, rule: str) -> str | None:
    """The learner's move that brings this about, told at once or in the bill; None without one."""
    if table.waiting_for(match) != "you":
        return None
    for move in match.state.legal_moves():
        after = match.state.play(move)
        lines = () if after.outcome is None else after.outcome.lines
        if rule in {happened.rule.id for happened in (*after.events, *lines)}:
            return str(move)
    return None


def saved(store: Store, key: str, match: TableSession, *, ended: bool = False) -> str:
    """The id under which this match, with all its deals, is saved for a learner."""
    kept = match.game.write_rules(match.rules)
    id = store.new_game(key, match.game.id, kept, [str(player) for player in match.players], match.seed)
    for number, state in enumerate((*match.finished, match.state), 1):
        moves: list[str] = []
        first = state
        while first.before is not None:
            moves.insert(0, str(first.made))
            first = first.before
        store.add_deal(id, key, number, first.position().document(), range(first.seats))
        for ply, text in enumerate(moves):
            store.add_move(id, key, number, ply, text)
        if state.outcome is not None:
            store.end_deal(id, key, number, state.outcome.places, state.outcome.totals)
    if ended:
        store.end_game(id, key)
    return id


def restored(store: Store, key: str, id: str) -> TableSession:
    """The match as it is saved now."""
    kept = store.game(id, key)
    if id in _RESTORED and _RESTORED[id][0] == kept:
        return _RESTORED[id][1]
    match = table.restore(
        games.find(kept.game),
        kept.rules,
        map(Player.read, kept.players),
        [(deal.start, deal.moves) for deal in kept.deals],
        seed=kept.seed or 0,
        id=id,
        pace="at-once",
        seats=[deal.seats for deal in kept.deals],
        changes=[deal.changes for deal in kept.deals],
        undone=[deal.undone for deal in kept.deals],
    )
    _RESTORED[id] = kept, match
    return match


_RESTORED: dict[str, tuple[SavedGame, TableSession]] = {}
"""What was last read of each match: who waits for a move asks many times, and a match is long in the restoring."""


# Moments


def mine(match: TableSession) -> bool:
    """The learner is to move and may lay something on what lies there; a few cards are gone already."""
    return (
        table.waiting_for(match) == "you"
        and match.ply > 8
        and not leading(match)
        and any(move.cards for move in match.view.legal_moves())
        and refused_card(match) is not None
    )


def leading(match: TableSession) -> bool:
    """The pile is empty."""
    return not any(zone.cards for zone in match.view.zones() if zone.kind == "pile")


def last_card(match: TableSession) -> bool:
    """The learner's only play ends the deal."""
    if table.waiting_for(match) != "you":
        return False
    return table.act(match, YourMove(next_move(match))).outcome is not None


def over(match: TableSession) -> bool:
    """The deal is over."""
    return match.outcome is not None


def won(match: TableSession) -> bool:
    """Somebody has won the match."""
    return match.won


def to_lead(match: TableSession) -> bool:
    """The learner is to lead whatever they like, from many cards."""
    return table.waiting_for(match) == "you" and match.ply > 0 and leading(match) and len(match.view.hand) > 7


def refused_card(match: TableSession) -> str | None:
    """A card of the learner's that is too low now, where another play would do."""
    view = match.view
    for card in view.hand:
        move = match.game.read_move(f"play {card}")
        broken = view.check(move)
        if broken is not None and broken.rule.id.endswith(".higher"):
            answer = refusal(view, str(move))
            if answer is not None and answer.nearest is not None and answer.nearest.cards:
                return str(card)
    return None


def takes_deep(match: TableSession) -> bool:
    """The learner may take a card under three others and more."""
    return table.waiting_for(match) == "you" and deep_take(match.view) is not None


def deep_take(view: View) -> tuple[str, list[str], list[str]] | None:
    """A legal take of a card that lies deep: the move, the row from that card on, what of it goes into the meld."""
    row = [str(card) for zone in view.zones() if zone.kind == "row" for card in zone.cards]
    for move in view.legal_moves():
        taken = [str(card) for card in view.marked(move).table]
        deepest = min(map(row.index, taken), default=len(row))
        if len(row) - deepest >= 4:
            return str(move), row[deepest:], taken
    return None


def melds_badly(match: TableSession) -> bool:
    """The learner is to lay and holds two cards that are no meld."""
    return table.waiting_for(match) == "you" and "lay" in match.view.verbs() and bad_meld(match) is not None


def bad_meld(match: TableSession) -> str | None:
    cards = match.game.order(match.view.hand, match.rules)
    for first, second in pairwise(cards):
        move = f"lay {first} {second}"
        broken = match.view.check(match.game.read_move(move))
        if broken is not None and broken.rule.id == "dummy.meld":
            return move
    return None


def ids(cards: Cards) -> list[str]:
    """Cards as the table names them."""
    return sorted(map(str, cards))
