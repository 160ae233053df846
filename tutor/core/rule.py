"""Rules as values: every law, event and score line has an id, and everything that happens names one.

Wording lives in the catalogues (``tutor.i18n``); here a rule is only what it is and where it comes from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from tutor.cards import Seat

if TYPE_CHECKING:
    from tutor.core.ruleset import Rules

__all__ = ["Case", "Event", "Kind", "Reason", "Rule", "ScoreLine", "Tip", "Violation"]

Kind = Literal["law", "event", "score", "setup", "knowledge"]


Case = Mapping[str, Sequence[Any]]
"""Options of a ruleset, and the values that each must have."""


class Rule:
    """A named rule. ``source`` is the document and paragraph, None where no source says it; ``choice`` marks a
    house choice of ours.

    ``when`` says which rulesets play it: all whose options have these values; of several cases one is enough, and
    without any every ruleset does. ``option`` names further options that change it. ``options`` are all of them."""

    __slots__ = ("choice", "id", "kind", "options", "source", "when")

    def __init__(
        self,
        id: str,
        kind: Kind,
        source: str | None = None,
        *,
        choice: bool = False,
        option: str | tuple[str, ...] = (),
        when: Case | tuple[Case, ...] = (),
    ) -> None:
        self.id = id
        self.kind: Kind = kind
        self.source = source
        self.choice = choice
        self.when = (when,) if isinstance(when, Mapping) else when
        changing = (option,) if isinstance(option, str) else option
        self.options = tuple(dict.fromkeys([*changing, *(name for case in self.when for name in case)]))

    @property
    def option(self) -> str | None:
        """The option that most of all decides about it (docs/contract.md)."""
        return self.options[0] if self.options else None

    def in_force(self, rules: Rules) -> bool:
        """Whether this ruleset plays it."""
        return not self.when or any(_fits(case, rules) for case in self.when)

    def hangs_on(self, option: str, rules: Rules) -> bool:
        """Whether this option changes anything about it, the others being as they are in this ruleset."""
        return option in self.options and (
            not self.when or any(_fits(case, rules, without=option) for case in self.when)
        )

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


def _fits(case: Case, rules: Rules, without: str = "") -> bool:
    return all(getattr(rules, name) in values for name, values in case.items() if name != without)


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
