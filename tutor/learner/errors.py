"""What can go wrong with the store. No message holds a learner's data, a key or a password."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tutor.i18n import tell

Fault = Literal[
    "bad-url",
    "no-driver",
    "no-folder",
    "cannot-open",
    "not-a-database",
    "damaged",
    "foreign",
    "newer",
    "read-only",
    "locked",
    "full",
    "unreachable",
    "gone",
    "failed",
]


class StoreError(ValueError):
    """The database cannot be used. `place` is the file or the URL without password, and the business of nobody but
    whoever runs Samrap; `cure` is what to do."""

    def __init__(self, fault: Fault, place: str) -> None:
        self.fault = fault
        self.place = place
        super().__init__(fault, place)

    @property
    def cure(self) -> str:
        return tell(f"store.{self.fault}.cure", "en")

    def say(self, language: str) -> str:
        """What is wrong and the cure; not where, since every visitor may read it."""
        return " ".join(tell(message, language) for message in (f"store.{self.fault}", f"store.{self.fault}.cure"))

    def __str__(self) -> str:
        return f"{self.place}: {self.say('en')}"


class BadKey(ValueError):
    """An owner's key that is not at least 128 bits of URL-safe text."""

    def __init__(self) -> None:
        super().__init__("an owner's key is 22 to 86 characters out of A-Z a-z 0-9 - _")


class BadSetting(ValueError):
    """Settings that are unknown or have a value that cannot be; `names` in the order given."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(dict.fromkeys(names))
        super().__init__(f"unknown setting, or not one of its values: {', '.join(self.names)}")


class GameError(ValueError):
    """Something about one saved game."""


class NoSuchGame(GameError):
    """No game has this id, or it cannot be an id at all: one text for both."""

    def __init__(self) -> None:
        super().__init__("there is no such game")


class NotOpen(GameError):
    """A game that is still being played, asked for by somebody else than its owner."""

    def __init__(self) -> None:
        super().__init__("this game is not finished; until then only its owner sees it")


class NotYours(GameError):
    """Somebody else's game: it may be looked at once it is finished, never written to."""

    def __init__(self) -> None:
        super().__init__("only its owner plays on in this game")


class AlreadyEnded(GameError):
    """Something new for a deal or a game that has ended."""

    def __init__(self) -> None:
        super().__init__("this has ended; nothing is added to it any more")


class MoveConflict(GameError):
    """Another move is saved here (`saved`), or the move or deal before it is missing (`saved` is None).

    Either way the caller is not up to date: load the game again and go on from there.
    """

    def __init__(self, deal: int, ply: int, saved: str | None) -> None:
        self.deal = deal
        self.ply = ply
        self.saved = saved
        what = "what comes before it is not saved" if saved is None else "another move is saved there"
        super().__init__(f"deal {deal}, ply {ply}: {what}")


class DealConflict(GameError):
    """Another start or outcome is saved for this deal, or the deal before it is missing."""

    def __init__(self, deal: int) -> None:
        self.deal = deal
        super().__init__(f"deal {deal} is saved otherwise, or what comes before it is not saved")
