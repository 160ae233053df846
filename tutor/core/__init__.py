"""The contract between games and everything that uses them. Knows no game."""

from __future__ import annotations

from tutor.core.advice import Advice
from tutor.core.game import Game, State, Step, Unseen, View, Zone
from tutor.core.link import LinkError
from tutor.core.move import IllegalMove, Move, UnreadableMove
from tutor.core.outcome import Outcome, Standing
from tutor.core.position import Fault, Position, PositionError
from tutor.core.record import RecordError, replay, write_record
from tutor.core.rule import Event, Reason, Rule, ScoreLine, Tip, Violation
from tutor.core.ruleset import Rules, RulesError
from tutor.core.search import nearest, perft

__all__ = [
    "Advice",
    "Event",
    "Fault",
    "Game",
    "IllegalMove",
    "LinkError",
    "Move",
    "Outcome",
    "Position",
    "PositionError",
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
