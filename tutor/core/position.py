"""Positions: set-up documents, and every way in which one can be wrong.

A position is data (``docs/contract.md``, section 3). The model here checks its shape; the game checks what it means,
and tells all faults at once, each with the place in the document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tutor.cards import Card, Cards
from tutor.core.rule import Reason, Rule, Violation

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
        *("exchanged", "ended"),
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
        """Note a fault by its name in ``FAULTS``."""
        params["place"] = place
        self.found.append(Fault(place, Violation(FAULTS[fault], params)))

    def cards(self, place: str, text: object) -> Cards:
        """Read cards that lie at this place; what is unreadable or lies elsewhere already is noted."""
        hand = self.hand(place, text)
        if hand.hidden:
            self.add(place, "hidden", value=str(text))
        return hand.known

    def hand(self, place: str, text: object, *, lie: bool = True) -> Hand:
        """As ``cards``, for a place that may hold unseen cards (``2d x6``). ``lie=False`` only mentions cards."""
        try:
            hand = read_hand(text)
        except ValueError as error:
            self.add(place, "card-twice" if "twice" in str(error) else "unreadable", value=str(text))
            return Hand(Cards.NONE, 0)
        if lie:
            for card in hand.known:
                if card in self._lying:
                    for where in (self._lying[card], place):
                        self.add(where, "card-twice", card=card, value=str(card))
                else:
                    self._lying[card] = place
        return hand

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
    if words and words[-1][0] in "xX" and words[-1][1:].isdecimal() and len(words[-1]) <= 3:
        hidden = int(words.pop()[1:])
    return Hand(Cards.read(" ".join(words)), hidden)


def write_hand(known: Cards, hidden: int) -> str:
    """The text that ``read_hand`` reads."""
    return " ".join(filter(None, (str(known), f"x{hidden}" if hidden else "")))


class Position(BaseModel):
    """The fields that positions of all games have. A game's subclass adds its own.

    It is a mapping too: ``dict(position)``, ``position["hands"]``.
    """

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)

    game: str
    rules: str | dict[str, Any] | None = None
    hands: list[str]
    turn: int | None
    seat: int | None = None
    cannot: dict[int, str] = Field(default_factory=dict)
    unseen: str | None = None
    played: str | None = None
    deal: int = 1
    direction: int = 1
    history: list[str] = Field(default_factory=list)

    def __getitem__(self, field: str) -> Any:
        return self.document()[field]

    def keys(self) -> Iterator[str]:
        """The names of the fields, as in the document."""
        return iter(self.document())

    def document(self) -> dict[str, Any]:
        """The position as plain data, ready for YAML or JSON."""
        return self.model_dump(mode="json", by_alias=True)


P = TypeVar("P", bound=Position)


def read_position(model: type[P], given: Position | Mapping[str, Any], faults: Faults) -> P | None:
    """The document as a model. Faults of shape are noted; None if nothing more can be said of it."""
    if isinstance(given, model):
        return given
    document = dict(given.document() if isinstance(given, Position) else given)
    if isinstance(cannot := document.get("cannot"), Mapping):
        # JSON knows only texts as keys.
        document["cannot"] = {int(seat) if str(seat).isdecimal() else seat: cards for seat, cards in cannot.items()}
    try:
        return model.model_validate(document)
    except ValidationError as error:
        broken = set()
        for problem in error.errors():
            place = _place(problem["loc"])
            fault = {"extra_forbidden": "unknown-field", "missing": "missing"}.get(problem["type"], "shape")
            if not any(found.place == place for found in faults.found):
                faults.add(place, fault, value=str(problem.get("input"))[:80] if fault == "shape" else "")
            broken.add(str(problem["loc"][0]) if problem["loc"] else "")
    try:
        return model.model_validate({key: value for key, value in document.items() if str(key) not in broken})
    except ValidationError:
        return None


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
