"""What a deal ended in, and what the next one needs."""

from __future__ import annotations

from typing import NamedTuple, Protocol, Self, runtime_checkable

from pydantic import BaseModel, ConfigDict

from tutor.cards import Seat
from tutor.core.rule import Event, ScoreLine

__all__ = ["OpenStanding", "Outcome", "Standing"]


class Standing(BaseModel):
    """What the next deal needs, as that deal will have it. One model a game."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)

    deal: int

    @property
    def tally(self) -> tuple[int, ...]:
        """What each seat has in the match so far, by seat; () where nothing is counted from deal to deal."""
        return ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won the match; () while it goes on. Another deal may follow all the same."""
        return ()


@runtime_checkable
class OpenStanding(Protocol):
    """A standing of a game in which players may come and go between deals. Whoever joins sits down after the last
    seat; where one leaves, the seats close up. ``events`` tell of it, those told earlier first, each with the seats as
    they were with whoever came or goes."""

    @property
    def events(self) -> tuple[Event, ...]: ...

    def join(self) -> Self: ...

    def leave(self, seat: Seat) -> Self: ...


class Outcome(NamedTuple):
    """``places`` best first, equal places together, () where nobody won; ``totals`` points of this deal by seat,
    the sums of ``lines``; ``events`` those of the move that ended the deal."""

    places: tuple[tuple[Seat, ...], ...]
    totals: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    events: tuple[Event, ...]
    standing: Standing
