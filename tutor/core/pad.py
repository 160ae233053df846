"""The score pad: what people who play with real cards put down of a deal, and what it settles to.

A game that offers one says which entries a deal has and what they come to; that is counted by the game's own score, so
that there is no second count. Entries are plain data (``docs/contract.md``, section 6), by the ids of their fields.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from tutor.cards import Card, Cards, Seat
from tutor.core.outcome import Outcome, Standing
from tutor.core.position import Fault
from tutor.core.rule import Rule, Violation
from tutor.core.ruleset import Rules
from tutor.core.shown import shown

__all__ = ["PAD_FAULTS", "POINTS", "Ahead", "Entries", "Pad", "PadError", "PadField", "Sheet"]

POINTS = "points"
"""The entry of those who put down nothing but the points of each player, in place of cards."""

_MOST = {"counts": 20, POINTS: 99_999}

PAD_FAULTS = {
    name: Rule(f"pad.{name}", "setup")
    for name in ("unknown", "shape", "unreadable", "card-twice", "one-card", "missing", "not-played")
}
"""What can be wrong with the entries of any game; the ids are ``pad.<name>``. The rest is a rule of the game."""


class PadField(NamedTuple):
    """An entry of a deal. ``kind``: ``seat`` somebody or nobody, ``seats`` any of them, ``card`` one card, ``cards``
    some for each seat, ``counts`` for each seat how often each of ``rules`` befell them.

    ``mark``: the card is only named, and may lie anywhere. ``sign``: whether these cards count for or against one."""

    id: str
    kind: Literal["seat", "seats", "card", "cards", "counts"]
    rules: tuple[Rule, ...] = ()
    mark: bool = False
    sign: int = 0


class Ahead(NamedTuple):
    """What a standing says of the next deal: who deals it and which way it goes, None where a game has no such thing.
    The points so far and who has won are the standing's own (``tally``, ``winners``)."""

    dealer: Seat | None = None
    direction: int | None = None


class Sheet(NamedTuple):
    """What entries come to. As long as there are ``faults`` the outcome is only what it would be without them;
    ``meant`` holds by field what is taken to be so where nothing was put down. ``doubts`` are what hardly can be, but
    may at some tables: they keep nobody from anything."""

    outcome: Outcome
    faults: tuple[Fault, ...]
    meant: Mapping[str, Any] = {}
    doubts: tuple[Fault, ...] = ()


class PadError(ValueError):
    """Entries that cannot be; ``faults`` holds everything that is wrong with them."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


class Pad(ABC):
    """The score pad of a game."""

    @abstractmethod
    def fields(self, rules: Rules, entries: Mapping[str, Any]) -> tuple[PadField, ...]:
        """What is asked of a deal under these rules, in order. Some of it hangs on what was put down already."""

    @abstractmethod
    def begin(self, rules: Rules, seats: int, dealer: Seat) -> Standing:
        """The standing of a match that begins, with this dealer."""

    @abstractmethod
    def ahead(self, standing: Standing) -> Ahead:
        """What is to be said of the next deal."""

    @abstractmethod
    def work_out(self, rules: Rules, standing: Standing, entries: Mapping[str, Any]) -> Sheet:
        """What the entries of a deal come to, with everything that is wrong with them."""

    def settle(self, rules: Rules, standing: Standing, entries: Mapping[str, Any]) -> Outcome:
        """The outcome of a deal; PadError where its entries cannot be."""
        sheet = self.work_out(rules, standing, entries)
        if sheet.faults:
            raise PadError(sheet.faults)
        return sheet.outcome


class Entries:
    """The entries of a deal as they are read, every fault of form noted. What is broken is read as not put down."""

    def __init__(self, fields: tuple[PadField, ...], seats: int, entries: Mapping[str, Any]) -> None:
        self.faults: list[Fault] = []
        self._fields = {field.id: field for field in fields}
        self._seats = seats
        self._given = entries
        self._lying: dict[Card, str] = {}
        for name in entries:
            if name not in self._fields and name != POINTS:
                self.wrong(str(name), "unknown")

    def wrong(self, place: str, fault: str, **params: Any) -> None:
        """Note a fault by its name in ``PAD_FAULTS``."""
        self.against(place, PAD_FAULTS[fault], **params)

    def against(self, place: str, rule: Rule, **params: Any) -> None:
        """Note what a rule says against an entry: one of the game in the words ``<game>.pad.against.<rule>``. What it
        says against a move is no answer to what was put down."""
        self.faults.append(Fault(place, Violation(rule, params)))

    def sure(self, place: str) -> bool:
        """Whether nothing is wrong with an entry so far."""
        return all(fault.place != place for fault in self.faults)

    def said(self, name: str) -> bool:
        """Whether anything was put down."""
        return name in self._given

    def seat(self, name: str) -> Seat | None:
        """Who; None for nobody, and where nothing was put down."""
        value = self._given.get(name)
        if value is None or self._is_seat(value):
            return value
        self.wrong(name, "shape", value=shown(value))
        return None

    def seats(self, name: str, default: tuple[Seat, ...] = ()) -> tuple[Seat, ...]:
        """Which of them, in order; ``default`` where nothing was put down."""
        value = self._given.get(name)
        if value is None:
            return default
        if isinstance(value, list | tuple) and all(map(self._is_seat, value)):
            return tuple(sorted(set(value)))
        self.wrong(name, "shape", value=shown(value))
        return default

    def card(self, name: str) -> int:
        """A card as a mask, 0 for none."""
        if name not in self._fields:
            return 0
        cards = self._cards(name, self._given.get(name, ""), lie=not self._fields[name].mark)
        if cards.bit_count() > 1:
            self.wrong(name, "one-card", cards=Cards(cards))
            return 0
        return cards

    def cards(self, name: str) -> tuple[int, ...]:
        """Cards by seat, as masks."""
        value = self._by_seat(name)
        return tuple(self._cards(f"{name}[{seat}]", value[seat] if value else "") for seat in range(self._seats))

    def counts(self, name: str) -> tuple[tuple[Seat, Rule], ...]:
        """Every single thing that befell a seat, by seat and in the order of the field's rules."""
        if name not in self._given:
            return ()
        rules = {rule.id: rule for rule in (self._fields[name].rules if name in self._fields else ())}
        found = []
        for seat, counted in enumerate(self._by_seat(name)):
            place = f"{name}[{seat}]"
            if not isinstance(counted, Mapping):
                self.wrong(place, "shape", value=shown(counted))
                continue
            for id in counted:
                if id not in rules:
                    self.wrong(place, "not-played", seat=seat, title=str(id))
            for id, rule in rules.items():
                count = counted.get(id, 0)
                if type(count) is int and 0 <= count <= _MOST["counts"]:
                    found += [(seat, rule)] * count
                else:
                    self.wrong(place, "shape", value=shown(count))
        return tuple(found)

    def points(self) -> tuple[int, ...] | None:
        """The points by seat, where they are put down in place of cards."""
        if POINTS not in self._given:
            return None
        found = [0] * self._seats
        for seat, value in enumerate(self._by_seat(POINTS)):
            if value is None:
                self.wrong(f"{POINTS}[{seat}]", "missing", seat=seat)
            elif type(value) is int and abs(value) <= _MOST[POINTS]:
                found[seat] = value
            else:
                self.wrong(f"{POINTS}[{seat}]", "shape", value=shown(value))
        return tuple(found)

    def _is_seat(self, value: object) -> bool:
        return type(value) is int and 0 <= value < self._seats

    def _by_seat(self, name: str) -> list[Any]:
        """A list with something for every seat; empty where there is none."""
        value = self._given.get(name)
        if value is None:
            return []
        if isinstance(value, list | tuple) and len(value) == self._seats:
            return list(value)
        self.wrong(name, "shape", value=shown(value))
        return []

    def _cards(self, place: str, text: object, *, lie: bool = True) -> int:
        if not isinstance(text, str):
            self.wrong(place, "shape", value=shown(text))
            return 0
        try:
            cards = Cards.read(text)
        except ValueError:
            self.wrong(place, "unreadable", value=shown(text))
            return 0
        if not lie:
            return cards.mask
        mask = 0
        for card in cards:
            if card in self._lying:
                for where in dict.fromkeys((self._lying[card], place)):
                    self.wrong(where, "card-twice", card=card)
            else:
                self._lying[card] = place
                mask |= 1 << card.number
        return mask
