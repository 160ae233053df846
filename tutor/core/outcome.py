"""What a deal ended in, and what the next one needs."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from tutor.cards import Seat
from tutor.core.rule import Event, ScoreLine

__all__ = ["Outcome", "Standing"]


class Standing(BaseModel):
    """What the next deal needs, as that deal will have it. One model a game."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)

    deal: int


class Outcome(NamedTuple):
    """``places`` best first, equal places together, () where nobody won; ``totals`` points of this deal by seat,
    the sums of ``lines``; ``events`` those of the move that ended the deal."""

    places: tuple[tuple[Seat, ...], ...]
    totals: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    events: tuple[Event, ...]
    standing: Standing
