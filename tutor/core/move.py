"""Moves: what a seat does, and the three ways in which a move can be wrong."""

from __future__ import annotations

from typing import ClassVar

from tutor.cards import Cards
from tutor.core.rule import Violation

__all__ = ["VERBS", "WITH_CARDS", "IllegalMove", "Move", "UnreadableMove", "words"]

VERBS = ("give", "take", "draw", "play", "lay", "layoff", "knock", "claim", "discard", "decline", "pass")
"""Every verb there is, in the order in which moves are listed."""

WITH_CARDS = ("give", "take", "play", "lay", "layoff", "knock", "discard")
"""Verbs that name cards; of the others the verb is the whole move."""


class UnreadableMove(ValueError):
    """The text is no move of this game."""

    def __init__(self, text: str, game: str) -> None:
        super().__init__(f"not a move of {game}: {text!r}")
        self.text = text


class IllegalMove(ValueError):
    """The move breaks a law."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(str(violation))
        self.violation = violation


class Move:
    """A move: a verb and the cards it names. Two texts that mean the same cards are one move."""

    __slots__ = ("cards",)
    verb: ClassVar[str]
    cards: Cards

    def __init__(self, cards: Cards = Cards.NONE) -> None:
        self.cards = cards

    @property
    def case(self) -> str | None:
        """Which wording of its verb says best what the move does (``move.<verb>.<case>``); None: the verb's own."""
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash((self.verb, self.cards.mask))

    def __str__(self) -> str:
        return f"{self.verb} {self.cards}" if self.cards else self.verb

    def __repr__(self) -> str:
        return f"<{self}>"


def words(text: str) -> tuple[str, str]:
    """The verb in small letters and the rest of a move's text, single spaces between words."""
    verb, _, rest = " ".join(text.split()).partition(" ")
    return verb.lower(), rest
