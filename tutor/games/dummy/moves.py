"""The moves of Dummy: what they name, how they are written and read, and in which order they are listed."""

from __future__ import annotations

import re
from functools import cache

from tutor.cards import Card, Cards
from tutor.core.move import Move, words
from tutor.games.dummy.melds import PLAIN

__all__ = [
    "DISCARDS",
    "DRAW",
    "KNOCKS",
    "PASS",
    "Discard",
    "Draw",
    "Knock",
    "Lay",
    "LayOff",
    "Pass",
    "Take",
    "in_order",
    "lay",
    "read",
    "take_as",
]


class Draw(Move):
    """Draw the top card of the stock."""

    __slots__ = ()
    verb = "draw"


class Take(Move):
    """Take ``card`` from the row with every later one. ``cards`` are the meld laid with it, and ``meld`` is None; or
    ``card`` alone is laid off on the meld of this number."""

    __slots__ = ("card", "meld")
    verb = "take"

    def __init__(self, card: Card, cards: Cards, meld: int | None = None) -> None:
        super().__init__(cards)
        self.card = card
        self.meld = meld

    @property
    def case(self) -> str:
        return "as" if self.meld is None else "to"

    def __str__(self) -> str:
        return f"take {self.card} as {self.cards}" if self.meld is None else f"take {self.card} to {self.meld}"


class Lay(Move):
    """Lay these cards of the hand as a meld."""

    __slots__ = ()
    verb = "lay"


class LayOff(Move):
    """Add these cards of the hand to the meld of this number, counted from 1 in the order laid."""

    __slots__ = ("meld",)
    verb = "layoff"

    def __init__(self, cards: Cards, meld: int) -> None:
        super().__init__(cards)
        self.meld = meld

    def __str__(self) -> str:
        return f"layoff {self.cards} to {self.meld}"


class Knock(Move):
    """Put this card face down and lay all others: the deal ends."""

    __slots__ = ()
    verb = "knock"


class Discard(Move):
    """Lay this card at the end of the row: the turn ends."""

    __slots__ = ()
    verb = "discard"


class Pass(Move):
    """Take nothing where there is no stock: the deal ends."""

    __slots__ = ()
    verb = "pass"

    @property
    def case(self) -> str:
        return "ends"


DRAW = Draw()
PASS = Pass()
DISCARDS = tuple(Discard(Cards(1 << number)) for number in range(52))
"""By number of the card."""
KNOCKS = tuple(Knock(Cards(1 << number)) for number in range(52))
"""By number of the card."""


@cache
def lay(mask: int) -> Lay:
    """The lay of these cards; there are but a few hundred melds."""
    return Lay(Cards(mask))


@cache
def take_as(number: int, mask: int) -> Take:
    """The take of the card of this number in this meld."""
    return Take(Card.numbered(number), Cards(mask))


def in_order(mask: int) -> tuple[int, list[int]]:
    """What moves of one verb are listed by, before the number of a meld: fewest cards, then the lowest card by card."""
    return mask.bit_count(), PLAIN.numbers(mask)


_MELD = "([1-9][0-9]?)"
_TAKE = re.compile(rf"(\S+) (?:(?i:as) (.+)|(?i:to) {_MELD})")
_LAYOFF = re.compile(rf"(.+) (?i:to) {_MELD}")


def read(text: str) -> Move:
    """The move of a text; ValueError."""
    verb, rest = words(text)
    if verb == "draw" and not rest:
        return DRAW
    if verb == "pass" and not rest:
        return PASS
    if verb == "take" and (found := _TAKE.fullmatch(rest)):
        card = Card.read(found[1])
        if found[3]:
            return Take(card, Cards.of([card]), int(found[3]))
        return Take(card, _cards(found[2]))
    if verb == "layoff" and (found := _LAYOFF.fullmatch(rest)):
        return LayOff(_cards(found[1]), int(found[2]))
    if verb == "lay":
        return Lay(_cards(rest))
    if verb in ("discard", "knock"):
        number = Card.read(rest).number
        return DISCARDS[number] if verb == "discard" else KNOCKS[number]
    raise ValueError(text)


def _cards(text: str) -> Cards:
    cards = Cards.read(text)
    if not cards:
        raise ValueError("no cards")
    return cards
