"""Rulesets: frozen models, one field an option."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, NamedTuple, Self, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from tutor.core.shown import shown

__all__ = ["Question", "Rules", "RulesError"]


class RulesError(ValueError):
    """A ruleset that cannot be: ``option`` names the field, ``case`` what is wrong with it
    (``unknown-option``, ``value``, ``preset``, ``shape``)."""

    def __init__(self, option: str, case: str, value: object = None, detail: str = "") -> None:
        super().__init__(f"{option}: {detail or case}" + (f" ({shown(value)})" if value is not None else ""))
        self.option = option
        self.case = case
        self.value = value


class Rules(BaseModel):
    """A ruleset. A game's subclass has one field an option; ``preset`` is its name where it has one.

    Only ``but`` and ``read`` make new rulesets: pydantic's own ``model_copy(update=…)`` does not validate.
    """

    # Built when first validated: a deal by a preset's name needs no validator, and starts in half the time.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, ignored_types=(cached_property,))

    preset: str | None = None

    def options(self) -> dict[str, Any]:
        """Every option and its value, in the order of the model, as plain JSON values."""
        values = {name: getattr(self, name) for name in type(self).model_fields if name != "preset"}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def but(self, /, **options: Any) -> Self:
        """The same rules with some options changed; RulesError names the option that cannot be so."""
        if unknown := set(options) - set(self.options()):
            raise RulesError(min(unknown), "unknown-option", detail="no such option")
        return self.build({**self.options(), **options})

    @classmethod
    def build(cls, options: Mapping[str, Any]) -> Self:
        """Validated rules with these options; RulesError."""
        for option, field in cls.model_fields.items():
            # A switch is no number and a number no text, whatever pydantic would make of them.
            wanted = (list, tuple) if isinstance(field.default, tuple) else type(field.default)
            if option != "preset" and option in options and not _is(options[option], wanted):
                raise RulesError(option, "value", options[option])
        try:
            return cls(**options)
        except ValidationError as error:
            first = error.errors()[0]
            place = [str(part) for part in first["loc"]]
            case = "unknown-option" if first["type"] == "extra_forbidden" else "value"
            if first["type"] == "value_error":
                cause = first.get("ctx", {}).get("error")
                if isinstance(cause, RulesError):
                    raise cause from None
            value = first.get("input")
            raise RulesError(place[0] if place else "rules", case, value, first["msg"]) from None

    @classmethod
    def values(cls, option: str) -> tuple[Any, ...]:
        """Every value that an option can have, where they can be listed: a switch, names, numbers within bounds. Where
        its field names the usual ones (``examples``) there are too many."""
        field = cls.model_fields[option]
        if field.annotation is bool:
            return (True, False)
        if get_origin(field.annotation) is Literal:
            return get_args(field.annotation)
        least, most = (
            next((getattr(limit, bound) for limit in field.metadata if hasattr(limit, bound)), None)
            for bound in ("ge", "le")
        )
        return () if least is None or most is None or field.examples else tuple(range(least, most + 1))

    def offered(self, option: str) -> tuple[Any, ...]:
        """The values of an option to choose from: all there are, else the usual ones that its field names, and what it
        is now."""
        usual = type(self).values(option) or self.__class__.model_fields[option].examples or ()
        now = getattr(self, option)
        return tuple(usual) if now in usual else tuple(sorted((*usual, now)))

    def diff(self, other: Rules) -> dict[str, tuple[Any, Any]]:
        """The options in which two rulesets differ: {option: (this, other)}."""
        mine, theirs = self.options(), other.options()
        return {
            name: (mine.get(name), theirs.get(name))
            for name in (*mine, *(name for name in theirs if name not in mine))
            if mine.get(name) != theirs.get(name)
        }

    @cached_property
    def hash(self) -> str:
        """The first 16 hex digits of SHA-256 over the JSON of all option values, keys sorted, no spaces."""
        text = json.dumps(self.options(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Rules) and (self is other or self.hash == other.hash)

    def __hash__(self) -> int:
        return int(self.hash, 16)


class Question(NamedTuple):
    """What players know of their own table, by which its rules are found. Its words are in the game's catalogues as
    ``<game>.question.<id>``, those of an answer as ``<game>.question.<id>.<answer>``."""

    id: str
    answers: Mapping[str, Mapping[str, tuple[Any, ...]]]
    """By answer the options that it settles, each with the values that fit: the first is taken where a preset has
    none of them. An answer may settle nothing."""

    def fits(self, answer: str, rules: Rules) -> bool:
        """Whether an answer is true of these rules."""
        return all(getattr(rules, option) in values for option, values in self.answers[answer].items())


def _is(value: object, wanted: type | tuple[type, ...]) -> bool:
    return isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))
