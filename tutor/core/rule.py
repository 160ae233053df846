"""Rules as values: every law, event and score line has an id, and everything that happens names one.

Wording lives in the catalogues (``tutor.i18n``); here a rule is only what it is and where it comes from.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from tutor.cards import Seat

__all__ = ["Event", "Kind", "Reason", "Rule", "ScoreLine", "Tip", "Violation"]

Kind = Literal["law", "event", "score", "setup", "knowledge"]


class Rule:
    """A named rule. ``source`` is the document and paragraph, None where no source says it; ``choice`` marks a
    house choice of ours; ``option`` names the field of the ruleset that changes it."""

    __slots__ = ("choice", "id", "kind", "option", "source")

    def __init__(
        self,
        id: str,
        kind: Kind,
        source: str | None = None,
        *,
        choice: bool = False,
        option: str | None = None,
    ) -> None:
        self.id = id
        self.kind: Kind = kind
        self.source = source
        self.choice = choice
        self.option = option

    def broken(self, **params: Any) -> Violation:
        """This law, broken by the cards and seats in ``params``."""
        return Violation(self, params)

    def happened(self, seen_by: frozenset[Seat] | None = None, **params: Any) -> Event:
        """This rule, fired by the game itself; ``seen_by`` None means all seats."""
        return Event(self, params, seen_by)

    def tip(self, **params: Any) -> Tip:
        """This rule as a fact about a legal move."""
        return Tip(self, params)

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return f"Rule({self.id!r}, {self.kind!r})"


class Reason:
    """A rule at work: the rule and the cards, seats, numbers in question. ``str`` is the id and the parameters."""

    __slots__ = ("params", "rule")
    rule: Rule
    params: Mapping[str, Any]

    def __init__(self, rule: Rule, params: Mapping[str, Any]) -> None:
        self.rule = rule
        self.params = MappingProxyType(dict(params))

    def _key(self) -> tuple[object, ...]:
        return type(self), self.rule.id, tuple(sorted(self.params.items(), key=lambda item: item[0]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self), str(self)))

    def __str__(self) -> str:
        return " ".join([self.rule.id, *(f"{name}={value}" for name, value in sorted(self.params.items()))])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


class Violation(Reason):
    """A move breaks this law."""

    __slots__ = ()


class Tip(Reason):
    """A fact about a legal move."""

    __slots__ = ()


class Event(Reason):
    """The game did this by itself. ``seen_by`` names the seats that may know it; None is all."""

    __slots__ = ("seen_by",)

    def __init__(self, rule: Rule, params: Mapping[str, Any], seen_by: frozenset[Seat] | None = None) -> None:
        super().__init__(rule, params)
        self.seen_by = seen_by

    def _key(self) -> tuple[object, ...]:
        return (*super()._key(), self.seen_by)

    def __hash__(self) -> int:
        return super().__hash__()

    def seen(self, seat: Seat) -> bool:
        """Whether this seat may know of it."""
        return self.seen_by is None or seat in self.seen_by


class ScoreLine(Reason):
    """One line of a settlement: ``amount`` points of ``seat``; with ``to`` a payment between seats."""

    __slots__ = ("amount", "seat", "to")

    def __init__(
        self,
        rule: Rule,
        seat: Seat,
        amount: int,
        to: Seat | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(rule, params or {})
        self.seat = seat
        self.amount = amount
        self.to = to

    def _key(self) -> tuple[object, ...]:
        return (*super()._key(), self.seat, self.amount, self.to)

    def __hash__(self) -> int:
        return super().__hash__()
