"""The contract between games and everything that uses them. Knows no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.core.advice import Advice
from tutor.core.game import Example, Game, Lot, Marked, State, Step, Unseen, View, Zone
from tutor.core.move import IllegalMove, Move, UnreadableMove
from tutor.core.outcome import OpenStanding, Outcome, Standing
from tutor.core.pad import Pad, PadError
from tutor.core.position import Fault, Position, PositionError
from tutor.core.rule import Event, Reason, Rule, ScoreLine, Tip, Violation
from tutor.core.ruleset import Question, Rules, RulesError
from tutor.core.search import nearest, perft

if TYPE_CHECKING:
    from tutor.core.link import LinkError
    from tutor.core.record import RecordError, replay, write_record

__all__ = [
    "Advice",
    "Event",
    "Example",
    "Fault",
    "Game",
    "IllegalMove",
    "LinkError",
    "Lot",
    "Marked",
    "Move",
    "OpenStanding",
    "Outcome",
    "Pad",
    "PadError",
    "Position",
    "PositionError",
    "Question",
    "Reason",
    "RecordError",
    "Rule",
    "Rules",
    "RulesError",
    "ScoreLine",
    "Standing",
    "State",
    "Step",
    "Tip",
    "UnreadableMove",
    "Unseen",
    "View",
    "Violation",
    "Zone",
    "nearest",
    "perft",
    "replay",
    "write_record",
]

_ON_DEMAND = {"LinkError": "link", "RecordError": "record", "replay": "record", "write_record": "record"}


def __getattr__(name: str) -> Any:
    """Records and links are loaded when first asked for: a game can be played without them."""
    if name in _ON_DEMAND:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_ON_DEMAND[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
