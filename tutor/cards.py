"""Cards and sets of cards: the words that everything else is written in.

A pack is 52 cards, numbered 0 … 51 by rank (2 lowest, A highest) and then suit (c d h s). That is the order of
*writing*; how a game ranks them is the game's business (``Game.order``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import ClassVar

__all__ = ["RANKS", "SUITS", "Card", "Cards", "Seat"]

Seat = int
"""A place at the table, 0 … seats-1."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
"""The sign of each suit."""

_SUIT_OF = {sign: suit for suit, sign in SIGNS.items()} | {"♧": "c", "♢": "d", "♡": "h", "♤": "s"}
_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠♧♢♡♤])\N{VARIATION SELECTOR-16}?", re.IGNORECASE | re.ASCII)


class Card:
    """One card of the pack. There are only 52 of these objects, so identity is equality."""

    __slots__ = ("number", "rank", "suit")
    number: int
    rank: str
    suit: str

    def __init__(self, rank: str, suit: str) -> None:
        raise TypeError("read a card with Card.read('Ts'): there are only 52")

    @classmethod
    def read(cls, text: str) -> Card:
        """Read ``Ts``, ``10s``, ``TS`` or ``T♠``; ValueError names the text."""
        found = _CARD.fullmatch(text.strip()) if isinstance(text, str) else None
        if found is None:
            raise ValueError(f"not a card: {text!r}")
        rank, suit = found.groups()
        rank = "T" if rank == "10" else rank.upper()
        return _PACK[4 * RANKS.index(rank) + SUITS.index(_SUIT_OF.get(suit, suit.lower()))]

    @classmethod
    def numbered(cls, number: int) -> Card:
        """The card with this number, 0 (2c) … 51 (As)."""
        return _PACK[number]

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"Card.read({str(self)!r})"

    def __lt__(self, other: Card) -> bool:
        """Order of writing, so that sorting is the same everywhere; no game's order."""
        return self.number < other.number

    def __hash__(self) -> int:
        return self.number

    def __reduce__(self) -> tuple[object, ...]:
        return Card.numbered, (self.number,)


def _make(number: int) -> Card:
    card = object.__new__(Card)
    card.number = number
    card.rank = RANKS[number // 4]
    card.suit = SUITS[number % 4]
    return card


_PACK = tuple(_make(number) for number in range(52))
_BY_BIT = {1 << card.number: card for card in _PACK}


class Cards:
    """An immutable set of cards on one integer: bit ``card.number`` of ``mask``."""

    __slots__ = ("mask",)
    mask: int
    PACK: ClassVar[Cards]
    NONE: ClassVar[Cards]

    def __init__(self, mask: int = 0) -> None:
        self.mask = mask

    @classmethod
    def read(cls, text: str) -> Cards:
        """Read cards parted by spaces or commas. ValueError for what is no card and for a card named twice."""
        if not isinstance(text, str):
            raise ValueError(f"not cards: {text!r}")
        mask = 0
        for word in text.replace(",", " ").split():
            bit = 1 << Card.read(word).number
            if mask & bit:
                raise ValueError(f"named twice: {word}")
            mask |= bit
        return cls(mask)

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Cards:
        """The set of these cards."""
        mask = 0
        for card in cards:
            mask |= 1 << card.number
        return cls(mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask >> card.number & 1)

    def __iter__(self) -> Iterator[Card]:
        rest = self.mask
        while rest:
            bit = rest & -rest
            yield _BY_BIT[bit]
            rest ^= bit

    def __or__(self, other: Cards) -> Cards:
        return Cards(self.mask | other.mask) if isinstance(other, Cards) else NotImplemented

    def __and__(self, other: Cards) -> Cards:
        return Cards(self.mask & other.mask) if isinstance(other, Cards) else NotImplemented

    def __sub__(self, other: Cards) -> Cards:
        return Cards(self.mask & ~other.mask) if isinstance(other, Cards) else NotImplemented

    def __xor__(self, other: Cards) -> Cards:
        return Cards(self.mask ^ other.mask) if isinstance(other, Cards) else NotImplemented

    def __le__(self, other: Cards) -> bool:
        return not self.mask & ~other.mask if isinstance(other, Cards) else NotImplemented

    def __lt__(self, other: Cards) -> bool:
        return self.mask != other.mask and self <= other

    def __ge__(self, other: Cards) -> bool:
        return other <= self

    def __gt__(self, other: Cards) -> bool:
        return other < self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Cards.read({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Cards, (self.mask,)


Cards.PACK = Cards((1 << 52) - 1)
Cards.NONE = Cards()
