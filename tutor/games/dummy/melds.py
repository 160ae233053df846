"""Which cards are melds, what may be laid off on them, and what of a hand can be laid at all.

Pure card logic. Cards are bits of a mask, bit ``card.number``: four bits a rank from 2 to A, so that the next rank of a
suit lies four bits higher. Inside, masks are *shifted* by one rank, which leaves room below the 2 for an ace that is
low: rank 0 is the low ace, 1 the 2, 13 the ace.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tutor.games.dummy.laying import Laying

__all__ = ["HIGH", "LOW", "Melds", "On", "Shape", "melds_of"]

LOW, HIGH = 1, 2
"""The ends of a run, as bits."""

_CLUBS = sum(1 << 4 * rank for rank in range(13))  # one bit a rank
_ACE = 13  # rank of the high ace
_ALL = (1 << 52) - 1


class Shape(NamedTuple):
    """A meld: a run of ``suit`` from rank ``low`` to ``high``, or cards of the rank ``low``."""

    cards: int
    run: bool
    suit: int
    low: int
    high: int


class On(NamedTuple):
    """A meld that can be laid off on: its number from 1, and the ends that are lengthened already (they count only
    where an end is lengthened but once)."""

    number: int
    shape: Shape
    longer: int


class Melds:
    """All melds: 65 of one rank, 264 runs, and 40 more where the ace is low too (``ace_low``)."""

    def __init__(self, ace_low: bool) -> None:
        self.ace_low = ace_low
        self._floor = 0 if ace_low else 1  # the lowest rank of a run
        shapes = [
            Shape(sum(1 << 4 * rank + suit - 4 for suit in suits), False, suits[0], rank, rank)
            for rank in range(1, _ACE + 1)
            for size in (3, 4)
            for suits in combinations(range(4), size)
        ]
        self._runs: list[dict[int, int]] = [{} for _ in range(14)]  # by size, then by lowest bit of the shifted mask
        for size in range(3, 14):
            for low in range(self._floor, _ACE + 2 - size):
                if low == 0 and size == 13:
                    continue  # the whole suit is one run, from the 2 to the ace
                for suit in range(4):
                    cards = _unshifted(sum(1 << 4 * rank + suit for rank in range(low, low + size)))
                    shapes.append(Shape(cards, True, suit, low, low + size - 1))
                    self._runs[size][1 << 4 * low + suit] = cards
        shapes.sort(key=lambda shape: (shape.cards.bit_count(), self.numbers(shape.cards)))
        self.shapes = {shape.cards: shape for shape in shapes}
        """Every meld by the mask of its cards, in the order of moves."""
        self._place = {cards: place for place, cards in enumerate(self.shapes)}
        four = {15 << 4 * rank for rank in range(13)}
        self._of_rank = {
            cards: tuple(part for part in self.shapes if part & cards == part)
            for cards in {*four, *(shape.cards for shape in shapes if not shape.run)}
        }
        self.neighbours = tuple(self._neighbours(number) for number in range(52))
        """By number of a card: the same suit within two ranks, and the other three of its rank."""
        self.partners = tuple(
            tuple(cards ^ 1 << number for cards in self.shapes if cards.bit_count() == 3 and cards >> number & 1)
            for number in range(52)
        )
        """By number of a card: every two cards that make a meld with it."""

    @staticmethod
    def numbers(mask: int) -> list[int]:
        """The numbers of these cards, lowest first."""
        found = []
        while mask:
            bit = mask & -mask
            found.append(bit.bit_length() - 1)
            mask ^= bit
        return found

    def _neighbours(self, number: int) -> int:
        rank, suit = (number >> 2) + 1, number & 3
        near = 15 << 4 * (rank - 1)
        # A low ace stands beside the 2 as well, and nothing goes round from there.
        for place in (rank, 0) if self.ace_low and rank == _ACE else (rank,):
            for other in range(max(self._floor, place - 2), min(_ACE, place + 2) + 1):
                near |= self._bit(other, suit)
        return near & ~(1 << number)

    @staticmethod
    def _bit(rank: int, suit: int) -> int:
        return 1 << 4 * ((rank or _ACE) - 1) + suit

    def _shifted(self, cards: int) -> int:
        return cards << 4 | cards >> 48 if self.ace_low else cards << 4

    def within(self, cards: int) -> list[int]:
        """The melds that can be made of these cards, in the order of moves."""
        found: list[int] = []
        clubs, diamonds, hearts, spades = cards & _CLUBS, cards >> 1 & _CLUBS, cards >> 2 & _CLUBS, cards >> 3 & _CLUBS
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        while ranks:
            bit = ranks & -ranks
            found += self._of_rank[cards & bit * 15]
            ranks ^= bit
        shifted = self._shifted(cards)
        begins = shifted & shifted >> 4 & shifted >> 8
        size = 3
        while begins and size < 14:
            runs = self._runs[size]
            rest = begins
            while rest:
                bit = rest & -rest
                if bit in runs:
                    found.append(runs[bit])
                rest ^= bit
            begins &= shifted >> 4 * size
            size += 1
        if len(found) > 1:
            found.sort(key=self._place.__getitem__)
        return found

    def covered(self, cards: int) -> int:
        """Those of these cards that are in some meld of them."""
        clubs, diamonds, hearts, spades = cards & _CLUBS, cards >> 1 & _CLUBS, cards >> 2 & _CLUBS, cards >> 3 & _CLUBS
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        shifted = self._shifted(cards)
        begins = shifted & shifted >> 4 & shifted >> 8
        return ranks * 15 & cards | _unshifted(begins | begins << 4 | begins << 8)

    # Laying off

    def fits(self, shape: Shape, longer: int = 0) -> int:
        """Every single card that may be laid off on a meld, as a mask."""
        if not shape.run:
            return 15 << 4 * (shape.low - 1) & ~shape.cards
        found = 0
        if shape.low > self._floor and not longer & LOW:
            found = self._bit(shape.low - 1, shape.suit)
        if shape.high < _ACE and not longer & HIGH:
            found |= self._bit(shape.high + 1, shape.suit)
        return found & ~shape.cards

    def layoffs(self, shape: Shape, longer: int, hand: int) -> set[int]:
        """All sets of cards of a hand that may be laid off on a meld in one move: at most 35, with five ranks free
        below a run of three and five above it."""
        if not shape.run:
            return {self.fits(shape) & hand} - {0}
        below, above = self._ways(shape, longer, hand)
        return {low | high for low in below for high in above if not low & high} - {0}

    def lengthened(self, shape: Shape, longer: int, added: int) -> int | None:
        """Which ends of a meld these cards lengthen, as bits; None where one of them is lengthened already. Only for
        cards that fit. An ace that would go to either end of a run goes above it, if it can."""
        if not shape.run:
            return 0
        below, above = self._ways(shape, longer, added)
        for high in reversed(above):
            for low in below:
                if low | high == added and not low & high:
                    return LOW * (low != 0) | HIGH * (high != 0)
        return None

    def _ways(self, shape: Shape, longer: int, hand: int) -> tuple[list[int], list[int]]:
        """What of a hand can be added below a run, and above it: nothing, one card, two cards …"""
        below, above = [0], [0]
        if not longer & LOW:
            for rank in range(shape.low - 1, self._floor - 1, -1):
                bit = self._bit(rank, shape.suit)
                if not hand & bit:
                    break
                below.append(below[-1] | bit)
        if not longer & HIGH:
            for rank in range(shape.high + 1, _ACE + 1):
                bit = self._bit(rank, shape.suit)
                if not hand & bit:
                    break
                above.append(above[-1] | bit)
        return below, above

    # Laying everything

    def laying(self, table: Sequence[On]) -> Laying:
        """What of any cards can be laid as melds, and as lay-offs on these melds of the table."""
        ups = downs = fourths = 0
        for _, shape, longer in table:
            if not shape.run:
                fourths |= self.fits(shape) << 4
                continue
            if shape.low > self._floor and not longer & LOW:
                downs |= 1 << 4 * (shape.low - 1) + shape.suit
            if shape.high < _ACE and not longer & HIGH:
                ups |= 1 << 4 * (shape.high + 1) + shape.suit
        return Laying(ups, downs, fourths, self.ace_low)

    def first_way(self, cards: int, table: Sequence[On]) -> list[tuple[int, int | None]]:
        """How all these cards are laid, where they can be: melds, and lay-offs with the number of their meld; the
        first way in the order of moves (dummy.knock)."""
        way: list[tuple[int, int | None]] = []
        left = list(table)
        rest = cards
        while rest:
            rest, left = self._first_move(rest, left, way)
        return way

    def _first_move(self, rest: int, table: list[On], way: list[tuple[int, int | None]]) -> tuple[int, list[On]]:
        """Add the first move after which the others can follow. No later one comes before it in the order of moves,
        since that one would have been tried first."""
        whole = self.laying(table).whole
        for cards in self.within(rest):
            if whole(rest ^ cards):
                way.append((cards, None))
                return rest ^ cards, table
        moves = [(cards, on) for on in table for cards in self.layoffs(on.shape, on.longer, rest)]
        moves.sort(key=lambda move: (move[0].bit_count(), self.numbers(move[0]), move[1].number))
        for cards, on in moves:
            others = [other for other in table if other is not on]
            if self.laying(others).whole(rest ^ cards):
                way.append((cards, on.number))
                return rest ^ cards, others
        raise ValueError("these cards cannot all be laid")


def _unshifted(shifted: int) -> int:
    return shifted >> 4 | (shifted & 15) << 48


@cache
def melds_of(ace_low: bool) -> Melds:
    """The one ``Melds`` of an order."""
    return Melds(ace_low)


PLAIN = melds_of(False)
