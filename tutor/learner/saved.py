"""What the store gives back: plain frozen values, without a connection behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Kind = Literal["lesson", "puzzle"]


@dataclass(frozen=True, slots=True)
class Learner:
    id: int | None
    """None for somebody who has saved nothing yet."""
    settings: Mapping[str, Any]
    """Every name of `Settings`, defaults filled in."""


@dataclass(frozen=True, slots=True)
class SavedDeal:
    number: int
    start: Mapping[str, Any]
    seats: tuple[int, ...]
    moves: tuple[str, ...]
    places: tuple[tuple[int, ...], ...] | None
    """None, like `totals`, until the deal has ended."""
    totals: tuple[int, ...] | None
    changes: tuple[str, ...] = ()
    """Who came and went after it, in order."""
    undone: int = 0
    """How many times moves were taken back."""

    @property
    def ended(self) -> bool:
        return self.places is not None


@dataclass(frozen=True, slots=True)
class SavedGame:
    id: str
    game: str
    rules: Mapping[str, Any] | str
    players: tuple[str, ...]
    seed: int | None
    """None for everybody but the owner: with it the bots' replies could be foretold."""
    deals: tuple[SavedDeal, ...]
    finished: bool
    owner: bool
    started_at: datetime

    def record(self, rules_hash: str) -> dict[str, Any]:
        """The match as a `samrap-record`, version 1; an unfinished deal is in it without places, and `x-undone` says
        how many times moves were taken back."""
        undone = sum(deal.undone for deal in self.deals)
        return {
            "format": "samrap-record",
            "version": 1,
            "game": self.game,
            "rules": {"preset": self.rules} if isinstance(self.rules, str) else dict(self.rules),
            "rules_hash": rules_hash,
            "players": list(self.players),
            "deals": [_recorded(deal) for deal in self.deals],
            **({"x-undone": undone} if undone else {}),
        }


def _recorded(deal: SavedDeal) -> dict[str, Any]:
    recorded: dict[str, Any] = {
        "seats": list(deal.seats),
        "start": dict(deal.start),
        "moves": list(deal.moves),
    }
    if deal.places is not None and deal.totals is not None:
        recorded["places"] = [list(seats) for seats in deal.places]
        recorded["totals"] = list(deal.totals)
    return recorded


@dataclass(frozen=True, slots=True)
class GameSummary:
    id: str
    game: str
    players: tuple[str, ...]
    deals: int
    """Deals begun."""
    finished: bool
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Attempt:
    kind: Kind
    item: str
    step: str
    answer: str
    right: bool
    hints: int
    at: datetime
