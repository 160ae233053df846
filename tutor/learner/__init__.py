"""Who learns, what they did and where they stand: the store. Nothing here knows a game or a screen."""

from __future__ import annotations

from tutor.learner.errors import (
    AlreadyEnded,
    BadKey,
    BadSetting,
    DealConflict,
    GameError,
    MoveConflict,
    NoSuchGame,
    NotOpen,
    NotYours,
    StoreError,
)
from tutor.learner.saved import Attempt, GameSummary, Kind, Learner, SavedDeal, SavedGame
from tutor.learner.settings import Settings
from tutor.learner.store import Store, open_store

__all__ = [
    "AlreadyEnded",
    "Attempt",
    "BadKey",
    "BadSetting",
    "DealConflict",
    "GameError",
    "GameSummary",
    "Kind",
    "Learner",
    "MoveConflict",
    "NoSuchGame",
    "NotOpen",
    "NotYours",
    "SavedDeal",
    "SavedGame",
    "Settings",
    "Store",
    "StoreError",
    "open_store",
]
