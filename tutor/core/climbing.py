"""What climbing games share: plays of equal rank, one pile to beat, passing, going out.

A hand is the set of plays that it can make, kept as one integer: plays are numbered in the order in which moves are
listed (fewest cards first, then lowest), so one AND with the plays that may be laid now gives the legal ones, and
walking its bits gives them in order. The lowest 52 bits are the singles, that is the hand itself, low to high.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tutor.cards import Card, Cards, Seat
from tutor.core.move import Move

__all__ = ["Answers", "Pass", "Play", "Set", "Sets", "ring", "sets_of"]


class Play(Move):
    """Lay these cards on the pile."""

    __slots__ = ()
    verb = "play"


class Pass(Move):
    """Lay nothing on this pile."""

    __slots__ = ()
    verb = "pass"


class Set(NamedTuple):
    """Cards of one rank: ``rank`` 0 (lowest) … 12 and ``suits`` as bits 0 (lowest) … 3, as the game orders them."""

    size: int
    rank: int
    suits: int
    cards: Cards


# Suits of sets of so many cards, as bits, the lowest first card by card.
_IN_ORDER = [[sum(1 << suit for suit in chosen) for chosen in combinations(range(4), size)] for size in range(5)]


class Sets:
    """All plays of equal rank in one game's order of ranks and suits, 195 of them, numbered in listing order."""

    def __init__(self, ranks: str, suits: str) -> None:
        self.order = tuple(Card.read(rank + suit) for rank in ranks for suit in suits)
        """The pack from low to high."""
        bits = [1 << card.number for card in self.order]
        # By rank and its four suit bits, in the game's order: the mask of these cards.
        self._written = tuple(
            tuple(sum(bits[4 * rank + suit] for suit in range(4) if chosen >> suit & 1) for chosen in range(16))
            for rank in range(13)
        )
        self.sets = tuple(
            Set(size, rank, chosen, Cards(self._written[rank][chosen]))
            for size in (1, 2, 3, 4)
            for rank in range(13)
            for chosen in _IN_ORDER[size]
        )
        self.number = {made.cards.mask: number for number, made in enumerate(self.sets)}
        """Number of the play by the mask of its cards."""
        self.moves = tuple(Play(made.cards) for made in self.sets)
        self.all = (1 << len(self.sets)) - 1
        self.singles = (1 << 52) - 1
        # By rank and its four suit bits: the plays that these cards make.
        self._made = tuple(
            tuple(
                sum(1 << self.number[row[part]] for part in range(1, 16) if part & chosen == part)
                for chosen in range(16)
            )
            for row in self._written
        )
        self.with_card = {
            card: self._made[place >> 2][15] & ~self._made[place >> 2][15 ^ 1 << (place & 3)]
            for place, card in enumerate(self.order)
        }
        """The plays that hold a card, as bits."""
        self.apart = tuple(self.all & ~(self._made[s.rank][15] & ~self._made[s.rank][15 ^ s.suits]) for s in self.sets)
        """By number: the plays that share no card with this one, as bits."""
        self.sized = tuple(sum(1 << n for n, made in enumerate(self.sets) if made.size == size) for size in range(5))
        """By size: the plays of so many cards, as bits."""
        # Place in the game's order by number of the card, as a bit.
        self._bit = [0] * 52
        for place, card in enumerate(self.order):
            self._bit[card.number] = 1 << place

    def held(self, cards: Iterable[Card]) -> int:
        """The plays that a hand can make, as bits."""
        bits = self._bit
        hand = 0
        for card in cards:
            hand |= bits[card.number]
        return self.held_by(hand)

    def held_by(self, hand: int) -> int:
        """As ``held``, for a hand given as its singles."""
        held = 0
        for row in self._made:
            held |= row[hand & 15]
            hand >>= 4
        return held

    def taken(self, held: int, card: Card) -> int:
        """The plays that a hand can make once it has this card too."""
        place = self._bit[card.number].bit_length() - 1
        rank = place >> 2
        return held | self._made[rank][held >> 4 * rank & 15 | 1 << (place & 3)]

    def cards(self, held: int) -> Cards:
        """The hand that can make these plays: its singles."""
        mask = 0
        rest = held & self.singles
        for row in self._written:
            mask |= row[rest & 15]
            rest >>= 4
        return Cards(mask)

    def listed(self, plays: int) -> list[Move]:
        """The moves of these bits, in the order of moves."""
        moves = self.moves
        found: list[Move] = []
        add = found.append
        while plays:
            bit = plays & -plays
            add(moves[bit.bit_length() - 1])
            plays ^= bit
        return found


@cache
def sets_of(ranks: str, suits: str) -> Sets:
    """The one ``Sets`` of an order."""
    return Sets(ranks, suits)


class Answers:
    """A readable ``beats(new, old, inverted)`` compiled into rows of bits, a row when it is first asked for."""

    def __init__(self, sets: Sets, beats: Callable[[Set, Set, bool], bool]) -> None:
        self._sets = sets
        self._beats = beats
        self.rows: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """The rows compiled so far, by number of the play on top, for the normal order and the order turned round."""

    def __call__(self, top: int, inverted: bool) -> int:
        """The plays that may answer the play numbered ``top``, as bits."""
        rows = self.rows[inverted]
        row = rows.get(top)
        if row is None:
            old = self._sets.sets[top]
            row = sum(1 << number for number, new in enumerate(self._sets.sets) if self._beats(new, old, inverted))
            rows[top] = row
        return row


@cache
def ring(seats: int, direction: int) -> tuple[tuple[Seat, ...], ...]:
    """Who comes next: ``ring(seats, direction)[seat][among]`` is the first seat after ``seat`` in this direction
    among those of the bits ``among``, itself last. Where ``among`` is 0, the seat itself."""
    return tuple(
        tuple(
            next(
                (other for step in range(1, seats + 1) if among >> (other := (seat + direction * step) % seats) & 1),
                seat,
            )
            for among in range(1 << seats)
        )
        for seat in range(seats)
    )
