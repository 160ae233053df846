"""Positions: set-up documents, and every way in which one can be wrong.

A position is data (``docs/contract.md``, section 3). The model here checks its shape; the game checks what it means,
and tells all faults at once, each with the place in the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tutor.cards import Card, Cards
from tutor.core.rule import Reason, Rule, Violation
from tutor.core.shown import shown

__all__ = [
    "FAULTS",
    "Fault",
    "Faults",
    "Hand",
    "Position",
    "PositionError",
    "read_hand",
    "read_position",
    "write_hand",
]

FAULTS = {
    name: Rule(f"position.{name}", "setup")
    for name in (
        *("missing", "unknown-field", "shape", "card-twice", "unreadable", "unseen-count", "hidden", "game", "rules"),
        *("turn", "seats", "turn-card", "passed", "pile", "out", "titles", "phase", "toppled", "deal", "lying"),
        *("exchanged", "offers", "count", "ended"),
        *("stock", "aside", "row", "melds", "born", "head", "got", "open", "watch", "fines", "closing"),
        *("dealer", "scores"),
    )
}
"""What can be wrong with a position; the ids are ``position.<name>``."""


class Fault(NamedTuple):
    """One thing that is wrong: where in the document (``hands[2]``), and why."""

    place: str
    reason: Reason

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


class PositionError(ValueError):
    """A position that cannot be; ``faults`` holds everything that is wrong with it."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


class Faults:
    """Collects faults, so that an author sees all of them."""

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self._lying: dict[Card, str] = {}

    def add(self, place: str, fault: str, **params: Any) -> None:
        """Note a fault by its name in ``FAULTS``. A ``value`` is what stands there, shown in short."""
        params["place"] = place
        if "value" in params:
            params["value"] = shown(params["value"])
        self.found.append(Fault(place, Violation(FAULTS[fault], params)))

    def cards(self, place: str, text: object) -> Cards:
        """Read cards that lie at this place; what is unreadable or lies elsewhere already is noted."""
        hand = self.hand(place, text)
        if hand.hidden:
            self.add(place, "hidden", value=text)
        return hand.known

    def hand(self, place: str, text: object, *, lie: bool = True) -> Hand:
        """As ``cards``, for a place that may hold unseen cards (``2d x6``). ``lie=False`` only mentions cards."""
        try:
            hand = read_hand(text)
        except ValueError as error:
            self.add(place, "card-twice" if "twice" in str(error) else "unreadable", value=text)
            return Hand(Cards.NONE, 0)
        if lie:
            for card in hand.known:
                if card in self._lying:
                    for where in (self._lying[card], place):
                        self.add(where, "card-twice", card=card, value=str(card))
                else:
                    self._lying[card] = place
        return hand

    def sure(self, *fields: str) -> bool:
        """Whether these fields (``hands``, ``pile[2]``) are without fault so far: what follows from a fault is none."""
        return not any(
            fault.place == field or fault.place.startswith((f"{field}[", f"{field}."))
            for fault in self.found
            for field in fields
        )

    @property
    def lying(self) -> Cards:
        """All cards that lie somewhere so far."""
        return Cards.of(self._lying)

    def settle(self) -> None:
        """Raise PositionError if anything was noted, the same fault at the same place once."""
        if self.found:
            unique = {(fault.place, str(fault.reason)): fault for fault in self.found}
            raise PositionError(tuple(unique.values()))


class Hand(NamedTuple):
    """The cards known to be at a place, and how many more are there unseen."""

    known: Cards
    hidden: int

    @property
    def size(self) -> int:
        """How many cards lie there."""
        return len(self.known) + self.hidden


def read_hand(text: object) -> Hand:
    """Read ``3c 3d``, ``x7``, ``2d x6`` or an empty text; ValueError says what is wrong."""
    if not isinstance(text, str):
        raise ValueError(f"not cards: {text!r}")
    words = text.split()
    hidden = 0
    if words and re.fullmatch("[xX][0-9]{1,2}", words[-1]):
        hidden = int(words.pop()[1:])
    return Hand(Cards.read(" ".join(words)), hidden)


def write_hand(known: Cards, hidden: int) -> str:
    """The text that ``read_hand`` reads."""
    return " ".join(filter(None, (str(known), f"x{hidden}" if hidden else "")))


SeatNumber = Annotated[int, Field(ge=-99, le=99)]
"""A number where a seat should stand; the game says which seats there are."""

Count = Annotated[int, Field(ge=-9999, le=9999)]
"""A number of deals."""


class Position(BaseModel):
    """The fields that positions of all games have. A game's subclass adds its own.

    It reads like the document: ``dict(position)``, ``position["hands"]``, ``"hands" in position``.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    asked: ClassVar[tuple[str, ...]] = ()
    """The fields that somebody at a real table names first, beside cards of the hand: of rows the last, or with ``[]``
    behind the name all of them."""

    game: str
    rules: str | dict[str, Any] | None = None
    hands: list[str]
    turn: SeatNumber | None
    seat: SeatNumber | None = None
    cannot: dict[SeatNumber, str] = Field(default_factory=dict)
    unseen: str | None = None
    played: str | None = None
    deal: Count = 1
    direction: SeatNumber = 1
    history: list[str] = Field(default_factory=list)

    def __getitem__(self, field: str) -> Any:
        return self.document()[field]

    def __contains__(self, field: object) -> bool:
        return field in self.document()

    def keys(self) -> Iterator[str]:
        """The names of the fields, as in the document."""
        return iter(self.document())

    def document(self) -> dict[str, Any]:
        """The position as plain data, ready for YAML or JSON."""
        return self.model_dump(mode="json", by_alias=True)


P = TypeVar("P", bound=Position)


def read_position(model: type[P], given: object, faults: Faults) -> P | None:
    """The document as a model, faults of shape noted. What is broken is left out, or empty where it is required, so
    that the rest can be looked at; None if it is no document at all."""
    if isinstance(given, model):
        return given
    if not isinstance(given, Mapping | Position):
        faults.add("position", "shape", value=given)
        return None
    document = {str(field): given[field] for field in given.keys()}  # noqa: SIM118  # a Position is no Mapping
    if isinstance(cannot := document.get("cannot"), Mapping):
        # JSON knows only texts as keys.
        document["cannot"] = {
            int(key) if re.fullmatch("-?[0-9]{1,3}", str(key)) else key: cannot[key] for key in cannot
        }
    try:
        return model.model_validate(document)
    except ValidationError as error:
        for problem in error.errors():
            field = str(problem["loc"][0])
            place = _place(problem["loc"])
            fault = {"extra_forbidden": "unknown-field", "missing": "missing"}.get(problem["type"], "shape")
            if faults.sure(place):
                faults.add(place, fault, **({"value": problem.get("input")} if fault == "shape" else {}))
            if field == "hands" and len(problem["loc"]) > 1 and isinstance(document[field], list):
                document[field] = [text if isinstance(text, str) else "" for text in document[field]]
            else:
                document.pop(field, None)
    empty: dict[str, Any] = {"game": "", "hands": [], "turn": None}
    return model.model_validate({**{field: empty[field] for field in empty if field not in document}, **document})


def _place(location: tuple[int | str, ...]) -> str:
    place = ""
    for part in location:
        if isinstance(part, int):
            place += f"[{part}]"
        elif place and part in {"str", "dict[str,any]", "list[str]", "[key]"}:
            continue  # which member of a union pydantic tried says nothing to an author
        else:
            place += f".{part}" if place else part
    return place or "position"
