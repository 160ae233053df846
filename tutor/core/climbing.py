"""What climbing games share: plays of equal rank and straights, one pile to beat, passing, going out.

A hand is the set of plays that it can make, kept as one integer: plays are numbered, so one AND with the plays that
may be laid now gives the legal ones. Sets of equal rank come first, in the order in which moves are listed (fewest
cards first, then lowest), straights of one suit after them: a ruleset without straights never pays for them. The
lowest 52 bits are the singles, that is the hand itself, low to high.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tutor.cards import Card, Cards, Seat
from tutor.core.move import Move

__all__ = ["Answers", "Combination", "Combinations", "Kind", "Pass", "Play", "combinations_of", "ring"]


class Play(Move):
    """Lay these cards on the pile."""

    __slots__ = ()
    verb = "play"


class Pass(Move):
    """Lay nothing on this pile."""

    __slots__ = ()
    verb = "pass"


class Kind(NamedTuple):
    """What plays must have in common to be compared by height: a straight or of one rank, and how many cards."""

    straight: bool
    size: int


class Combination(NamedTuple):
    """Cards that may be laid together: ``rank`` 0 (lowest) … 12 of the highest of them and ``suits`` as bits
    0 (lowest) … 3, as the game orders them."""

    kind: Kind
    rank: int
    suits: int
    cards: Cards


# Suits of sets of so many cards, as bits, the lowest first card by card.
_IN_ORDER = [[sum(1 << suit for suit in chosen) for chosen in combinations(range(4), size)] for size in range(5)]
SHORTEST, LONGEST = 3, 13  # cards of a straight


class Combinations:
    """All plays in one game's order of ranks and suits: 195 of equal rank, numbered in listing order, then 264
    straights of one suit, shortest and lowest first."""

    def __init__(self, ranks: str, suits: str) -> None:
        self.order = tuple(Card.read(rank + suit) for rank in ranks for suit in suits)
        """The pack from low to high."""
        bits = [1 << card.number for card in self.order]
        # By rank and its four suit bits, in the game's order: the mask of these cards.
        self._written = tuple(
            tuple(sum(bits[4 * rank + suit] for suit in range(4) if chosen >> suit & 1) for chosen in range(16))
            for rank in range(13)
        )
        sets = [
            Combination(Kind(False, size), rank, chosen, Cards(self._written[rank][chosen]))
            for size in (1, 2, 3, 4)
            for rank in range(13)
            for chosen in _IN_ORDER[size]
        ]
        straights = [
            Combination(
                Kind(True, size), (low >> 2) + size - 1, 1 << (low & 3), Cards(sum(bits[low : low + 4 * size : 4]))
            )
            for size in range(SHORTEST, LONGEST + 1)
            for low in range(4 * (14 - size))
        ]
        self.made = (*sets, *straights)
        self.number = {one.cards.mask: number for number, one in enumerate(self.made)}
        """Number of the play by the mask of its cards."""
        self.moves = tuple(Play(one.cards) for one in self.made)
        self.all = (1 << len(self.made)) - 1
        self.sets = (1 << len(sets)) - 1
        self.singles = (1 << 52) - 1
        self.of_kind: dict[Kind, int] = {}
        """The plays of each kind, as bits."""
        for number, one in enumerate(self.made):
            self.of_kind[one.kind] = self.of_kind.get(one.kind, 0) | 1 << number
        # By length, the number of its lowest straight; the others follow by the place of their lowest card.
        self._first = {
            kind.size: (plays & -plays).bit_length() - 1 for kind, plays in self.of_kind.items() if kind.straight
        }
        # By rank and its four suit bits: the sets that these cards make.
        self._made = tuple(
            tuple(
                sum(1 << self.number[row[part]] for part in range(1, 16) if part & chosen == part)
                for chosen in range(16)
            )
            for row in self._written
        )
        self.with_card = dict.fromkeys(self.order, 0)
        """The plays that hold a card, as bits."""
        for number, one in enumerate(self.made):
            for card in one.cards:
                self.with_card[card] |= 1 << number
        self.apart = tuple(self.all & ~_either(self.with_card[card] for card in one.cards) for one in self.made)
        """By number: the plays that share no card with this one, as bits."""
        place = {card: at for at, card in enumerate(self.order)}
        # What plays are listed by where straights come among sets: fewest cards, then the lowest card by card.
        self._listed = [(one.kind.size, sorted(place[card] for card in one.cards)) for one in self.made]
        # Place in the game's order by number of the card, as a bit.
        self._bit = [0] * 52
        for at, card in enumerate(self.order):
            self._bit[card.number] = 1 << at

    def held(self, cards: Iterable[Card], straights: int = 0) -> int:
        """The plays that a hand can make, as bits; of the straights only those of the bits ``straights``."""
        bits = self._bit
        hand = 0
        for card in cards:
            hand |= bits[card.number]
        return self.held_by(hand, straights)

    def held_by(self, hand: int, straights: int = 0) -> int:
        """As ``held``, for a hand given as its singles."""
        held = 0
        rest = hand
        for row in self._made:
            held |= row[rest & 15]
            rest >>= 4
        return held | self._straights(hand) & straights if straights else held

    def _straights(self, hand: int) -> int:
        """The straights of a hand: the next rank of a suit lies four places higher."""
        held = 0
        lows = hand & hand >> 4 & hand >> 8
        size = SHORTEST
        while lows:
            held |= lows << self._first[size]
            lows &= hand >> 4 * size
            size += 1
        return held

    def taken(self, held: int, card: Card, straights: int = 0) -> int:
        """The plays that a hand can make once it has this card too."""
        bit = self._bit[card.number]
        if straights:
            return self.held_by(held & self.singles | bit, straights)
        place = bit.bit_length() - 1
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
        if plays > self.sets:
            return [moves[number] for number in sorted(self.numbers(plays), key=self._listed.__getitem__)]
        found: list[Move] = []
        add = found.append
        while plays:
            bit = plays & -plays
            add(moves[bit.bit_length() - 1])
            plays ^= bit
        return found

    def numbers(self, plays: int) -> list[int]:
        """The numbers of these bits, lowest first."""
        found = []
        while plays:
            bit = plays & -plays
            found.append(bit.bit_length() - 1)
            plays ^= bit
        return found


def _either(sets: Iterable[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


@cache
def combinations_of(ranks: str, suits: str) -> Combinations:
    """The one ``Combinations`` of an order."""
    return Combinations(ranks, suits)


class Answers:
    """Which play may answer which under one ruleset, compiled into rows of bits, a row when it is first asked for.

    Two readable predicates say it: ``slaps(new, old)`` of kinds that differ, and ``higher(new, old, inverted)`` of
    plays of one kind. ``allowed`` are the plays that there are under this ruleset, as bits."""

    def __init__(
        self,
        all: Combinations,
        allowed: int,
        slaps: Callable[[Kind, Kind], bool],
        higher: Callable[[Combination, Combination, bool], bool],
    ) -> None:
        self.allowed = allowed
        self.straights = allowed & ~all.sets
        """Those of the plays that are straights."""
        self._all = all
        self._kinds = {kind: plays & allowed for kind, plays in all.of_kind.items() if plays & allowed}
        self._slaps = slaps
        self._higher = higher
        self.rows: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """The rows compiled so far, by number of the play on top, for the normal order and the order turned round."""

    def __call__(self, top: int, inverted: bool) -> int:
        """The plays that may answer the play numbered ``top``, as bits."""
        row = self.rows[inverted].get(top)
        if row is None:
            row = self.rows[inverted][top] = self._row(self._all.made[top], inverted)
        return row

    def _row(self, old: Combination, inverted: bool) -> int:
        row = 0
        for kind, plays in self._kinds.items():
            if kind != old.kind:
                row |= plays if self._slaps(kind, old.kind) else 0
                continue
            for number in self._all.numbers(plays):
                if self._higher(self._all.made[number], old, inverted):
                    row |= 1 << number
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
