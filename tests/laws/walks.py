"""Deals, walks, near misses: what property tests of any game are made from.

Everything is drawn from the `Random` that is passed in, so a seed tells the whole case. Nothing here knows a game:
moves are bent as texts, card by card, and read back by the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

from tutor import games
from tutor.cards import Card, Cards, Seat
from tutor.core import Game, Move, Rules, RulesError, State, UnreadableMove, View
from tutor.core.move import VERBS

LONGEST = 2_000
"""No deal of any game takes more moves, whatever the players do."""

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")

LYING = (
    *("hands", "pile", "played", "aside", "offers", "unseen"),
    *("stock", "row", "melds", "closing", "centre", "discards"),
)
"""The fields of a position in which cards lie; the others only mention them (docs/contract.md, section 3)."""

Choice = Callable[[State, tuple[Move, ...], Random], Move]


class Table(NamedTuple):
    """A ruleset and a number of seats that it allows."""

    game: Game
    rules: Rules
    seats: int

    def __str__(self) -> str:
        return f"{self.game.id}-{self.rules.preset or self.rules.hash[:6]}-{self.seats}"


def tables() -> tuple[Table, ...]:
    """Every preset of every game with every number of seats."""
    return tuple(
        Table(game, rules, seats)
        for game in games.every()
        for rules in game.presets.values()
        for seats in game.seats(rules)
    )


def house_tables(number: int) -> tuple[Table, ...]:
    """As many tables of every game at which each option is drawn by itself, whatever preset it comes from."""
    return tuple(house_table(game, Random(f"{game.id} {at}")) for game in games.every() for at in range(number))


def house_table(game: Game, rng: Random) -> Table:
    """A table with every option drawn at random; more seats are likelier than few, since some rules want many."""
    rules = rng.choice(list(game.presets.values()))
    for option in rules.options():
        if values := game.ruleset.values(option):
            with suppress(RulesError):  # not possible together with the others
                rules = rules.but(**{option: rng.choice(values[:4])})
    seats = game.seats(rules)
    return Table(game, rules, max(rng.choice(seats), rng.choice(seats)))


def any_move(state: State, moves: tuple[Move, ...], rng: Random) -> Move:
    """Each legal move alike."""
    return rng.choice(moves)


def first_move(state: State, moves: tuple[Move, ...], rng: Random) -> Move:
    """Always the first in order: fewest and lowest cards."""
    return moves[0]


def last_move(state: State, moves: tuple[Move, ...], rng: Random) -> Move:
    """Always the last in order: passes whenever one may, so that a deal lasts."""
    return moves[-1]


def most_cards(state: State, moves: tuple[Move, ...], rng: Random) -> Move:
    """As many cards as one may, so that slaps, quick ends and early falls happen."""
    most = max(len(move.cards) for move in moves)
    return rng.choice([move for move in moves if len(move.cards) == most])


def by_habit(state: State, moves: tuple[Move, ...], rng: Random) -> Move:
    """What the game's own quick habit does."""
    return state.game.advice.habit(state, rng)


CHOICES: tuple[Choice, ...] = (any_move, first_move, last_move, most_cards, by_habit)


def walk(start: State, rng: Random, choose: Choice = any_move) -> list[State]:
    """Every state from this one to the end of the deal."""
    states = [start]
    while (moves := states[-1].legal_moves()) and len(states) <= LONGEST:
        states.append(states[-1].play(choose(states[-1], moves, rng)))
    return states


def deals(table: Table, number: int, seed: int = 0, match: int = 5) -> Iterator[list[State]]:
    """Walks through this many deals, in matches of `match` deals each with what the one before left standing.

    The first deal of a match is played by one way of choosing, the next by another."""
    choices = cycle((any_move, by_habit, most_cards, any_move, first_move, by_habit, last_move))
    standing = None
    for count in range(number):
        rng = Random(f"{table} {seed} {count}")
        if count % match == 0:
            standing = None
        states = walk(table.game.deal(table.rules, table.seats, rng, standing), rng, next(choices))
        yield states
        if states[-1].outcome is not None:
            standing = states[-1].outcome.standing


def cards_lying(document: Mapping[str, Any]) -> list[str]:
    """The texts of all cards that lie somewhere in this position, one for each place."""
    return [card for field in LYING for text in _texts(document.get(field)) for card in CARD.findall(text)]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):  # a play, a meld, a discard: its other keys mention the same cards again
        yield from _texts(value.get("cards", value.get("card")))
    elif isinstance(value, Sequence):
        for element in value:
            yield from _texts(element)


def reread(game: Game, text: str) -> Move | None:
    """The move of this text, None where the game cannot read it."""
    try:
        return game.read_move(text)
    except UnreadableMove:
        return None


def near_misses(state: State, rng: Random, number: int) -> tuple[Move, ...]:
    """Moves that are nearly legal, or were a moment ago, or would be for another seat; some of them are legal."""
    return tuple(move for text in _bent_texts(state, rng, number) if (move := reread(state.game, text)) is not None)


def _bent_texts(state: State, rng: Random, number: int) -> Iterator[str]:
    game, seat = state.game, state.turn or 0
    hand = list(state.view(seat).hand)
    others = [card for other in range(state.seats) if other != seat for card in state.view(other).hand]
    pack = list(Cards.PACK)
    legal = [str(move) for move in state.legal_moves()]
    before = [str(earlier.made) for _, earlier in state.moves()[-8:]]
    verbs = [verb for verb in VERBS if any(reread(game, text) for text in (verb, f"{verb} 3c", f"{verb} 3c 3d"))]
    likely = [text.split()[0] for text in legal]

    def likely_verb() -> str:
        return rng.choice(likely if likely and rng.random() < 0.7 else verbs)

    ways = (
        lambda: _swap(rng.choice(legal or before or ["pass"]), rng, hand),
        lambda: _swap(rng.choice(legal or before or ["pass"]), rng, others or pack),
        lambda: _swap(rng.choice(legal or before or ["pass"]), rng, pack),
        lambda: f"{rng.choice(legal or ['pass'])} {rng.choice(hand or pack)}",
        lambda: _drop(rng.choice(legal or before or ["pass"]), rng),
        lambda: " ".join([likely_verb(), *_of_one_rank(hand or pack, rng)]),
        lambda: " ".join([likely_verb(), *_of_one_rank(hand or pack, rng)]),
        lambda: " ".join([likely_verb(), *_of_one_rank(others or pack, rng)]),
        lambda: " ".join([likely_verb(), *_of_one_rank(pack, rng)]),
        lambda: " ".join([likely_verb(), *_some(hand, rng)]),
        lambda: " ".join([likely_verb(), *_some(pack, rng)]),
        lambda: " ".join([likely_verb(), *CARD.findall(rng.choice(legal or before or ["pass"]))]),
        lambda: rng.choice(before or ["pass"]),
        likely_verb,
    )
    for _ in range(number):
        yield rng.choice(ways)()


def _swap(text: str, rng: Random, cards: Sequence[Card]) -> str:
    found = CARD.findall(text)
    if not found or not cards:
        return text
    return text.replace(rng.choice(found), str(rng.choice(cards)), 1)


def _drop(text: str, rng: Random) -> str:
    found = CARD.findall(text)
    return text.replace(rng.choice(found), "", 1) if found else text


def _of_one_rank(cards: Sequence[Card], rng: Random) -> list[str]:
    rank = rng.choice(cards).rank
    alike = [str(card) for card in cards if card.rank == rank]
    return rng.sample(alike, max(rng.randint(1, len(alike)), rng.randint(1, len(alike))))


def _some(cards: Sequence[Card], rng: Random) -> list[str]:
    return [str(card) for card in rng.sample(cards, min(len(cards), rng.randint(1, 5)))]


def hidden_in_hands(state: State, view: View) -> dict[str, Cards]:
    """Where the cards that a view cannot locate truly lie, as far as they are in other hands: {zone id: cards}."""
    truth = {}
    for zone in view.zones():
        if zone.kind == "hand" and zone.seat is not None and zone.id in view.unseen().slots:
            known = Cards.of(card for card in zone.cards if card is not None)
            truth[zone.id] = state.view(zone.seat).hand - known
    return truth


def lay_out(view: View, rng: Random, tries: int = 200) -> dict[str, Cards] | None:
    """Some way in which the unseen cards may lie, {zone id: cards}; None if chance found none."""
    unseen = view.unseen()
    barred = {zone: unseen.cannot.get(zone, Cards.NONE) for zone in unseen.slots}
    # Cards that may lie in few places first.
    cards = sorted(unseen.cards, key=lambda card: -sum(card in cards for cards in barred.values()))
    for _ in range(tries):
        room = dict(unseen.slots)
        laid: dict[str, list[Card]] = {zone: [] for zone in room}
        for card in cards:
            zones = [zone for zone, free in room.items() for _ in range(free) if card not in barred[zone]]
            if not zones:
                break
            zone = rng.choice(zones)
            laid[zone].append(card)
            room[zone] -= 1
        else:
            return {zone: Cards.of(held) for zone, held in laid.items()}
    return None


def seats_of(state: State) -> range:
    """All seats."""
    return range(state.seats)


def other_seats(state: State) -> list[Seat]:
    """The seats that are not on turn."""
    return [seat for seat in range(state.seats) if seat != state.turn]
