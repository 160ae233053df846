"""The score pad: a match played with real cards, put down deal by deal.

The session holds what was put down and nothing that follows from it: ``settled`` works all of it out anew, so that an
earlier deal may be corrected. ``act`` never raises for what was put down; what is wrong with it is told by the game's
pad. ``document`` and ``read`` are how it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tutor import games
from tutor.cards import Card, Cards, Seat
from tutor.core import Game, Pad, Rules, RulesError, Standing
from tutor.core.pad import POINTS, PadField, Sheet
from tutor.games import UnknownGame
from tutor.session.table import clean_name

__all__ = [
    "MOST_DEALS",
    "Cancel",
    "Choose",
    "Correct",
    "Count",
    "Delete",
    "Edit",
    "Enter",
    "Put",
    "Quick",
    "Restore",
    "ScorePad",
    "Settled",
    "Write",
    "act",
    "begin",
    "document",
    "edited",
    "fields",
    "lying",
    "pad_of",
    "read",
    "seats_told",
    "settled",
    "value_at",
]

MOST_DEALS = 200
_TYPED = 300
_PLACE = re.compile(r"([a-z]{1,20})(?:\[([0-9])\])?")


@dataclass(frozen=True, slots=True)
class ScorePad:
    """A match on paper. ``deals`` are the entries of those that were played, ``open`` those of the one that is being
    put down. ``at`` is the earlier deal that is being corrected, ``correction`` what it will be; ``gone`` the deal that
    was deleted last, with its place."""

    game: Game
    rules: Rules
    names: tuple[str, ...]
    dealer: Seat = 0
    deals: tuple[Mapping[str, Any], ...] = ()
    open: Mapping[str, Any] = field(default_factory=dict)
    at: int | None = None
    correction: Mapping[str, Any] = field(default_factory=dict)
    gone: tuple[int, Mapping[str, Any]] | None = None

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def entries(self) -> Mapping[str, Any]:
        """What is being put down: of the deal that is corrected, else of the next one."""
        return self.open if self.at is None else self.correction

    @property
    def number(self) -> int:
        """Which deal that is, from 1."""
        return (len(self.deals) if self.at is None else self.at) + 1


@dataclass(frozen=True, slots=True)
class Put:
    """A card goes to a place, from wherever it lay; to no place ("") it is taken away."""

    card: str
    place: str


@dataclass(frozen=True, slots=True)
class Write:
    """The cards of a place, typed."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Somebody, nobody or several of them; or the points of one, by the place ``points[1]``."""

    place: str
    value: object


@dataclass(frozen=True, slots=True)
class Count:
    """How often something befell a seat."""

    place: str
    rule: str
    count: int


@dataclass(frozen=True, slots=True)
class Quick:
    """Points alone are put down, or cards again. What was put down the other way is left behind."""

    on: bool


@dataclass(frozen=True, slots=True)
class Enter:
    """The deal is put down, if nothing is wrong with it. ``number`` says which, so that it is done once."""

    number: int


@dataclass(frozen=True, slots=True)
class Correct:
    """Go back to an earlier deal, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """Leave the earlier deal as it was."""


@dataclass(frozen=True, slots=True)
class Delete:
    """Take a deal out; ``total`` is how many there are, so that it is done once."""

    number: int
    total: int


@dataclass(frozen=True, slots=True)
class Restore:
    """Put the deal that was deleted last back to its place."""


Edit = Put | Write | Choose | Count | Quick | Enter | Correct | Cancel | Delete | Restore


def begin(game: Game, rules: Rules, names: Sequence[str], dealer: Seat = 0) -> ScorePad:
    """A match that begins; ValueError where the game cannot be played or counted like this."""
    called = tuple(map(clean_name, names))
    if game.pad is None:
        raise ValueError(f"{game.id} has no score pad")
    if len(called) not in game.seats(rules) or type(dealer) is not int or not 0 <= dealer < len(called):
        raise ValueError(f"{game.id}: {len(called)} players, dealer {dealer}")
    if not all(called) or len({name.casefold() for name in called}) < len(called):
        raise ValueError(f"{game.id}: every player needs a name of their own")
    return ScorePad(game, rules, called, dealer)


def pad_of(session: ScorePad) -> Pad:
    """The pad of its game."""
    pad = session.game.pad
    assert pad is not None, "a session is only begun or read where there is one"
    return pad


# What follows from it


@dataclass(frozen=True, slots=True)
class Settled:
    """A deal as it was put down and what it came to; ``before`` and ``after`` are how the match stood."""

    entries: Mapping[str, Any]
    sheet: Sheet
    before: Standing
    after: Standing


def settled(session: ScorePad) -> tuple[Settled, ...]:
    """Every deal in order, and at the end the one that is being put down; a correction stands in its place already."""
    deals = [*session.deals, session.open]
    if session.at is not None:
        deals[session.at] = session.correction
    pad, rules = pad_of(session), session.rules
    standing: Standing = pad.begin(rules, session.seats, session.dealer)
    found = []
    for entries in deals:
        sheet = pad.work_out(rules, standing, entries)
        found.append(Settled(entries, sheet, standing, sheet.outcome.standing))
        standing = sheet.outcome.standing
    return tuple(found)


def edited(session: ScorePad) -> Settled:
    """The deal that is being put down."""
    return settled(session)[session.number - 1]


def fields(session: ScorePad) -> tuple[PadField, ...]:
    """What is asked of it."""
    return pad_of(session).fields(session.rules, session.entries)


def seats_told(session: ScorePad, name: str) -> list[Seat] | None:
    """The seats of a field of several, as they were put down; None where they follow from the rest."""
    value = session.entries.get(name)
    return list(value) if isinstance(value, list) else None


def value_at(session: ScorePad, place: str) -> Any:
    """What stands at ``knocker``, ``laid[2]``, ``points[0]``; None where nothing does."""
    name, seat = _path(place)
    value = session.entries.get(name)
    if seat is None:
        return value
    return value[seat] if isinstance(value, list) and seat < len(value) else None


def lying(session: ScorePad) -> dict[Card, str]:
    """The place of every card that lies somewhere."""
    return {card: place for one, place in _places(session) if not one.mark for card in _cards(session, place)}


def _places(session: ScorePad) -> Iterator[tuple[PadField, str]]:
    """Every place for cards."""
    for one in fields(session):
        if one.kind == "card":
            yield one, one.id
        elif one.kind == "cards":
            yield from ((one, f"{one.id}[{seat}]") for seat in range(session.seats))


def _cards(session: ScorePad, place: str) -> Cards:
    try:
        return Cards.read(value_at(session, place) or "")
    except ValueError:
        return Cards.NONE


# Edits


def act(session: ScorePad, edit: Edit) -> ScorePad:
    """The session after an edit; one that means nothing changes nothing."""
    try:
        return _edited(session, edit)
    except (ValueError, KeyError, IndexError, TypeError):
        return session


def _edited(session: ScorePad, edit: Edit) -> ScorePad:
    match edit:
        case Put(card, place):
            return _put(session, Card.read(card), place)
        case Write(place, text):
            return _write(session, place, text[:_TYPED])
        case Choose(place, value):
            return _choose(session, place, value)
        case Count(place, rule, count):
            name, seat = _path(place)
            one = _field(session, name)
            if one.kind != "counts" or seat is None or rule not in [known.id for known in one.rules]:
                return session
            counted = [dict(each) for each in session.entries.get(name) or [{}] * session.seats]
            counted[seat][rule] = max(0, min(20, int(count)))
            return _with(session, **{name: [{id: n for id, n in each.items() if n} for each in counted]})
        case Quick(on):
            if on == (POINTS in session.entries):
                return session
            return _entered(session, {POINTS: [None] * session.seats} if on else {})
        case Enter(number):
            if number != session.number or edited(session).sheet.faults:
                return session
            if session.at is not None:
                deals = list(session.deals)
                deals[session.at] = session.correction
                return replace(session, deals=tuple(deals), at=None, correction={}, gone=None)
            if len(session.deals) >= MOST_DEALS or edited(session).before.winners:
                return session
            return replace(session, deals=(*session.deals, session.open), open={}, gone=None)
        case Correct(number):
            if not 1 <= number <= len(session.deals):
                return session
            return replace(session, at=number - 1, correction=session.deals[number - 1])
        case Cancel():
            return replace(session, at=None, correction={})
        case Delete(number, total):
            if total != len(session.deals) or not 1 <= number <= total:
                return session
            deals = list(session.deals)
            gone = (number - 1, deals.pop(number - 1))
            return replace(session, deals=tuple(deals), at=None, correction={}, gone=gone)
        case Restore():
            if session.gone is None:
                return session
            at, entries = session.gone
            deals = list(session.deals)
            deals.insert(at, entries)
            return replace(session, deals=tuple(deals), at=None, correction={}, gone=None)


def _path(place: str) -> tuple[str, Seat | None]:
    found = _PLACE.fullmatch(place)
    if found is None:
        raise ValueError(f"no place: {place!r}")
    return found[1], None if found[2] is None else int(found[2])


def _field(session: ScorePad, name: str) -> PadField:
    return next(one for one in (*fields(session), PadField("", "seat")) if one.id in (name, ""))


def _entered(session: ScorePad, entries: Mapping[str, Any]) -> ScorePad:
    """The session with other entries; what is no longer asked is forgotten."""
    asked = {one.id for one in pad_of(session).fields(session.rules, entries)} | {POINTS}
    kept = {name: value for name, value in entries.items() if name in asked}
    return replace(session, open=kept) if session.at is None else replace(session, correction=kept)


def _with(session: ScorePad, **entries: Any) -> ScorePad:
    return _entered(session, {**session.entries, **entries})


def _known(session: ScorePad, place: str) -> PadField | None:
    return next((one for one, each in _places(session) if each == place), None)


def _put(session: ScorePad, card: Card, place: str) -> ScorePad:
    one = _known(session, place)
    if place and one is None:
        return session
    if one is not None and one.mark:
        there = _cards(session, place)
        return _laid(session, place, Cards.NONE if card in there else Cards.of([card]))
    for other, each in _places(session):
        if not other.mark and card in _cards(session, each):
            session = _laid(session, each, _cards(session, each) - Cards.of([card]))
    if one is None:
        return session
    before = _cards(session, place) if one.kind == "cards" else Cards.NONE
    return _laid(session, place, before | Cards.of([card]))


def _write(session: ScorePad, place: str, text: str) -> ScorePad:
    """What can't be read stays as it was typed, and is a fault of the deal."""
    one = _known(session, place)
    if one is None:
        return session
    try:
        cards = Cards.read(text)
    except ValueError:
        return _set(session, place, text)
    if not one.mark:
        for other, each in _places(session):
            if not other.mark and each != place and (taken := _cards(session, each) & cards):
                session = _laid(session, each, _cards(session, each) - taken)
    return _laid(session, place, cards)


def _laid(session: ScorePad, place: str, cards: Cards) -> ScorePad:
    return _set(session, place, str(cards))


def _set(session: ScorePad, place: str, value: Any) -> ScorePad:
    name, seat = _path(place)
    if seat is None:
        return _with(session, **{name: value})
    blank = None if name == POINTS else ""
    values = list(session.entries.get(name) or [blank] * session.seats)
    values[seat] = value
    return _with(session, **{name: values})


def _choose(session: ScorePad, place: str, value: object) -> ScorePad:
    name, seat = _path(place)
    if name == POINTS and seat is not None and POINTS in session.entries:
        return _set(session, place, _number(value))
    one = _field(session, name)
    seats = range(session.seats)
    if one.kind == "seat" and (value is None or (type(value) is int and value in seats)):
        return _with(session, **{name: value})
    if one.kind == "seats" and value is None:
        return _entered(session, {key: kept for key, kept in session.entries.items() if key != name})
    if one.kind == "seats" and isinstance(value, list) and all(type(each) is int and each in seats for each in value):
        return _with(session, **{name: sorted(set(value))})
    return session


def _number(typed: object) -> int | str | None:
    """A number as it was typed, with any minus; what is none stays as it is, and is a fault of the deal."""
    text = str(typed if typed is not None else "").strip()[:20]
    try:
        return int(text.replace("−", "-").replace("–", "-")) if text else None
    except ValueError:
        return text


# How it is kept


def document(session: ScorePad) -> dict[str, Any]:
    """The session as plain data."""
    kept: dict[str, Any] = {
        "game": session.game.id,
        "rules": session.game.write_rules(session.rules),
        "names": list(session.names),
        "dealer": session.dealer,
        "deals": [dict(entries) for entries in session.deals],
        "open": dict(session.open),
    }
    if session.at is not None:
        kept |= {"at": session.at, "correction": dict(session.correction)}
    if session.gone is not None:
        kept["gone"] = [session.gone[0], dict(session.gone[1])]
    return kept


def read(kept: Mapping[str, Any]) -> ScorePad:
    """The session that was kept as this; ValueError where it is none that can be."""
    try:
        game = games.find(kept["game"])
        session = begin(game, game.read_rules(kept["rules"]), kept["names"], kept["dealer"])
        deals, at, gone = kept["deals"], kept.get("at"), kept.get("gone")
        loaded = replace(
            session,
            deals=tuple(map(dict, deals)),
            open=dict(kept["open"]),
            at=at,
            correction=dict(kept.get("correction", {})),
            gone=None if gone is None else (int(gone[0]), dict(gone[1])),
        )
        if at is not None and not (type(at) is int and 0 <= at < len(deals)):
            raise ValueError(f"no deal {at}")
        settled(loaded)
    except (UnknownGame, RulesError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"no score pad: {error}") from None
    return loaded
