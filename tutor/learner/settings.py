"""What a learner may set. Only what was set is stored, so a better default reaches all who left it alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from tutor.learner.errors import BadSetting


class SetTable(BaseModel):
    """How a learner last set a table of one game. Whether its rules can be is for the game to say."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    rules: str | dict[str, Any]  # as in a position
    seats: int
    answers: dict[str, str] = {}  # to the game's questions


class Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    language: Literal["th", "en"] | None = None  # None: what the browser asks for
    four_colours: bool = True
    pace: Literal["at-once", "normal", "slow"] = "normal"  # how long bots pause
    motion: bool | None = None  # None: what the browser prefers
    table: Literal["cards", "text"] = "cards"  # drawn, or in words with the browser's own fields
    level: Literal["novice", "easy", "medium", "strong"] = "easy"  # bots of the next match
    game: str | None = None  # of the next match; None: the first there is
    tables: dict[str, SetTable] = {}  # by game

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """BadSetting names what is unknown or has an impossible value, without that value."""
        try:
            return cls(**stored)
        except ValidationError as error:
            wrong = [str(fault["loc"][0]) for fault in error.errors()]
        raise BadSetting(wrong)

    @classmethod
    def kept(cls, stored: Mapping[str, Any]) -> Self:
        """The stored settings that this version still knows; another version's are passed over."""
        try:
            return cls.of(stored)
        except BadSetting as error:
            return cls.of({name: value for name, value in stored.items() if name not in error.names})
