"""The referee: somebody at a real table puts in what lies there, and asks what the rules say.

The session holds a position that is being put in, and what its seat wants to do. ``act`` edits it and never raises for
what was put in; ``ruling`` answers. What nobody at a table can know (which cards are out of play, which cards the
others hold) need not be put in: an answer is given only where it hangs on none of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from tutor import games
from tutor.cards import RANKS, Card, Cards, Seat
from tutor.core import (
    Game,
    Marked,
    Move,
    PositionError,
    Rule,
    Rules,
    RulesError,
    ScoreLine,
    State,
    UnreadableMove,
    View,
    Zone,
    nearest,
)
from tutor.core.move import VERBS, WITH_CARDS
from tutor.core.position import FAULTS, Fault, Faults, Hand, SeatNumber, read_hand, read_position, write_hand
from tutor.session.actions import text_of
from tutor.session.refusal import Refusal
from tutor.solver import worlds

__all__ = [
    "HAND",
    "TRY",
    "Add",
    "Aim",
    "Choose",
    "Clear",
    "Edit",
    "Field",
    "Lay",
    "Play",
    "Put",
    "Referee",
    "Remove",
    "Ruling",
    "Say",
    "Sit",
    "Write",
    "act",
    "asked",
    "begin",
    "fields",
    "goals",
    "in_order",
    "load",
    "lying",
    "marks",
    "mentions",
    "row_of",
    "rules_of",
    "ruling",
    "value_at",
    "verbs",
    "world",
    "written",
]

TRY, HAND = "try", "hand"
"""Two places that are no fields: what the seat wants to lay, and what else it holds."""

LYING = ("hands", "pile", "played", "aside", "offers", "stock", "row", "melds", "centre", "discards")
"""The fields in which cards lie; others only mention cards."""

_TAKEN_FROM = ("row", "centre", "discards")
"""The fields whose cards can be taken: for that they are marked where they lie."""

_ELSEWHERE = ("game", "rules", "hands", "unseen", "cannot", "history", "open", "closing")
"""Fields that are no controls: they have other ones, follow from the rest, matter to bots alone, or are those of a deal
that is over, of which there is nothing to ask."""

_OTHERS_HOLD = 5  # cards, as long as nobody has said otherwise
_WORLDS = 3
_PATH = re.compile(r"([a-z_]+)(?:\[([0-9]{1,2})\])?(?:\.([a-z_]+(?:\.[0-9])?))?")


# What a position is made of


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a game's positions, as a control. ``kind`` is ``cards seat seats choice switch number text``, or
    ``rows``, which have ``parts``; ``by_seat`` says that the value is a list with one for every seat, and in a row,
    that it tells which of its cards are whose. ``line``: every row is one card, so that all are put in at one place."""

    name: str
    kind: str
    options: tuple[Any, ...] = ()
    by_seat: bool = False
    empty: bool = False  # may be None
    line: bool = False
    most: int | None = None  # rows
    parts: tuple[Field, ...] = ()
    default: Any = None


@cache
def fields(game: Game) -> tuple[Field, ...]:
    """The fields of this game's positions that have controls, in the order of its model."""
    hints = get_type_hints(game.Position, include_extras=True)
    return tuple(
        _field(name, hints[name], model.get_default(call_default_factory=True))
        for name, model in game.Position.model_fields.items()
        if name not in _ELSEWHERE
    )


def _field(name: str, hint: Any, default: Any, *, part: bool = False) -> Field:
    hint, empty = _plain(hint)
    if name == "direction":
        return Field(name, "choice", (1, -1), default=default)
    if name == "stock":  # of which nobody at the table knows more
        return Field(name, "number", empty=True, default=default)
    if hint == SeatNumber:
        return Field(name, "seat", empty=empty, default=default)
    if get_origin(hint) is list:
        (inner,) = get_args(hint)
        if inner == SeatNumber:
            return Field(name, "seats", default=[])
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            parts = _parts(inner)
            line = name in LYING and any(each.name == "card" for each in parts)
            return Field(name, "rows", parts=parts, line=line, default=[])
        return replace(_field(name, inner, None), by_seat=True, empty=True, default=default)
    if get_origin(hint) is dict:
        return Field(name, "cards", by_seat=True, empty=True, default=default)
    if get_origin(hint) is Literal:
        return Field(name, "choice", get_args(hint), empty=empty, default=default)
    if hint is bool:
        return Field(name, "switch", default=bool(default))
    if hint is int:
        return Field(name, "number", empty=empty, default=default)
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return Field(name, "rows", most=1, parts=_parts(hint), empty=True, default=None)
    cards = name in LYING or name == "head" or (part and name in ("card", "cards"))
    return Field(name, "cards" if cards else "text", empty=empty, default=default)


def _plain(hint: Any) -> tuple[Any, bool]:
    """The hint without what is only told to pydantic, and whether it may be None."""
    empty = False
    while hint != SeatNumber:
        if get_origin(hint) in (Union, UnionType):
            kinds = [kind for kind in get_args(hint) if kind is not NoneType]
            empty = empty or len(kinds) < len(get_args(hint))
            hint = kinds[0]
        elif get_origin(hint) is Annotated:
            hint = get_args(hint)[0]
        else:
            break
    return hint, empty


def _parts(model: type[BaseModel]) -> tuple[Field, ...]:
    hints = get_type_hints(model, include_extras=True)
    return tuple(
        _field(one.alias or name, hints[name], None if one.is_required() else one.get_default(), part=True)
        for name, one in model.model_fields.items()
        if get_origin(_plain(hints[name])[0]) is not dict or get_args(_plain(hints[name])[0])[0] == SeatNumber
    )


# The session


@dataclass(frozen=True, slots=True)
class Referee:
    """What was put in so far. ``position`` is the document, ``seat`` in it who asks; ``you`` is the reader.

    ``tried`` are cards of the hand, ``marked`` cards to be taken, which lie where they lie, and ``goal`` the id of the
    zone that they are meant for, "" as long as nobody says. ``more`` says that the asking seat may hold other cards
    than were put in; ``said`` is a whole move that was typed, as long as no card was moved since; ``typed`` what could
    not be read, by its place; ``heard`` the number of the last edit."""

    game: Game
    position: Mapping[str, Any]
    you: Seat = 0
    tried: Cards = Cards.NONE
    marked: Cards = Cards.NONE
    goal: str = ""
    verb: str = ""
    said: str = ""
    more: bool = True
    typed: Mapping[str, str] = field(default_factory=dict)
    heard: int = 0

    @property
    def seat(self) -> Seat:
        """Who asks."""
        seat = self.position.get("seat")
        return seat if isinstance(seat, int) and 0 <= seat < self.seats else 0

    @property
    def seats(self) -> int:
        return len(self.position["hands"])

    @property
    def hand(self) -> Cards:
        """What the seat is known to hold, the cards it tries with them."""
        return _read(self.position["hands"][self.seat]).known

    @property
    def text(self) -> str | None:
        """The move that is asked about; None where none is."""
        return self.said or _text(self, _look(self, _own(self)))


@dataclass(frozen=True, slots=True)
class Put:
    """A card goes to a place, from wherever it lies; to no place ("") it is taken up."""

    card: str
    place: str


@dataclass(frozen=True, slots=True)
class Write:
    """What lies at a place, typed: ``9h 9s``, and at ``try`` a whole move too."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class Choose:
    """A field gets a value, whatever the browser sent."""

    place: str
    value: object


@dataclass(frozen=True, slots=True)
class Add:
    """A row more."""

    name: str


@dataclass(frozen=True, slots=True)
class Remove:
    """A row less."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class Say:
    """What the seat wants to do with its cards."""

    verb: str


@dataclass(frozen=True, slots=True)
class Aim:
    """What its cards are meant for: the id of a zone, "" for none."""

    zone: str


@dataclass(frozen=True, slots=True)
class Lay:
    """The rules of the table."""

    rules: object


@dataclass(frozen=True, slots=True)
class Play:
    """Another game, by these rules; None is its first preset."""

    game: Game
    rules: Rules | None


@dataclass(frozen=True, slots=True)
class Sit:
    """The number of players."""

    seats: int


@dataclass(frozen=True, slots=True)
class Clear:
    """All cards are taken up; rules and seats stay."""


Edit = Put | Write | Choose | Add | Remove | Say | Aim | Lay | Play | Sit | Clear


def begin(game: Game, rules: object = None, seats: int | None = None) -> Referee:
    """An empty table in the middle of a match, where anybody may have anything. Rules that cannot be are the first
    preset's."""
    try:
        ruleset = game.read_rules(rules)  # type: ignore[arg-type]  # whatever it is, RulesError says
    except RulesError:
        ruleset = game.read_rules(None)
    allowed = game.seats(ruleset)
    count = seats if seats is not None and seats in allowed else 4 if 4 in allowed else allowed[0]
    hands = ["", *(f"x{_OTHERS_HOLD}" for _ in range(1, count))]
    document = {"game": game.id, "rules": game.write_rules(ruleset), "hands": hands, "turn": 0, "seat": 0, "deal": 2}
    return Referee(game, document)


def rules_of(session: Referee) -> Rules:
    """The ruleset of the position; the first preset where it names none that can be, which is a fault of it."""
    try:
        return session.game.read_rules(session.position.get("rules"))
    except RulesError:
        return session.game.read_rules(None)


def load(position: Mapping[str, Any], tried: str = "", *, more: bool = False) -> Referee:
    """A position to ask about, from a link. UnknownGame, and ValueError for what is no position of its game; what is
    wrong within it ``ruling`` tells."""
    game = games.find(position.get("game"))  # type: ignore[arg-type]  # anything else is an UnknownGame
    faults = Faults()
    read_position(game.Position, position, faults)
    if faults.found:
        raise ValueError(f"no position of {game.id}: {faults.found[0]}")
    document = {name: value for name, value in position.items() if name not in ("cannot", "history", "open")}
    seats = len(document["hands"])
    if not 2 <= seats <= 9:
        raise ValueError(f"a position has hands for 2 to 9 seats, not for {seats}")
    if document.get("seat") not in range(seats):
        document["seat"] = document["turn"] if document["turn"] in range(seats) else 0
    # What is out of play or unseen follows from the rest, unless both were told apart.
    if document.pop("unseen", None) is None:
        document.pop("played", None)
    loaded = Referee(game, document, you=document["seat"], more=more)
    return _wrote(loaded, TRY, tried[:200]) if tried else loaded


def act(session: Referee, edit: Edit, number: int = 0) -> Referee:
    """The session after an edit; one that means nothing changes nothing."""
    if number and number <= session.heard:
        return session
    try:
        edited = _edited(session, edit)
    except (ValueError, KeyError, IndexError, TypeError):
        edited = session
    return replace(edited, heard=max(number, session.heard))


def _edited(session: Referee, edit: Edit) -> Referee:
    match edit:
        case Put(card, place):
            known = not place or _takes_cards(session, place)
            return _put(session, Card.read(card), place) if known else session
        case Write(place, text):
            return _wrote(session, place, text[:300]) if _takes_cards(session, place) else session
        case Choose("more", bool() as more):
            return replace(session, more=more)
        case Choose(place, value):
            return _chose(session, place, value)
        case Add(name):
            one = _named(session.game, name)
            rows = _rows(session.position, name)
            if one.kind != "rows" or len(rows) >= (one.most or 20):
                return session
            return _with(session, name, _of_rows(one, [*rows, row_of(session, one)]))
        case Remove(name, at):
            rows = _rows(session.position, name)
            del rows[at]
            return _with(session, name, _of_rows(_named(session.game, name), rows))
        case Say(verb):
            return replace(session, verb=verb, goal="", said="") if re.fullmatch("[a-z]{1,12}", verb) else session
        case Aim(zone):
            return replace(session, goal=zone, said="") if re.fullmatch("[a-z0-9.-]{0,20}", zone) else session
        case Lay(rules):
            ruleset = session.game.read_rules(rules)  # type: ignore[arg-type]
            changed = _with(session, "rules", session.game.write_rules(ruleset))
            allowed = session.game.seats(ruleset)
            seats = max(allowed[0], min(session.seats, allowed[-1]))
            return changed if seats == session.seats else _sat(changed, seats)
        case Play(game, rules):
            return replace(begin(game, rules, session.seats), heard=session.heard)
        case Sit(seats):
            allowed = session.game.seats(rules_of(session))
            return _sat(session, seats) if seats in allowed else session
        case Clear():
            fresh = begin(session.game, session.position.get("rules"), session.seats)
            return replace(fresh, heard=session.heard)


# Places


def asked(session: Referee, name: str) -> tuple[str, ...]:
    """The places that a short question needs of a field that ``Position.asked`` names: of rows the last, or all and one
    more where the name says so; of cards in a line that of all together; any other field as a whole."""
    name, every = name.removesuffix("[]"), name.endswith("[]")
    one = _named(session.game, name)
    if one.kind != "rows" or one.line:
        return (name,)
    count = len(_rows(session.position, name))
    filled = count > 0 and value_at(session.position, f"{name}[{count - 1}].cards") != ""
    if not every:
        return (f"{name}[{max(0, count - 1)}].cards",)
    return tuple(f"{name}[{at}].cards" for at in range(min(20, count + 1 if filled or not count else count)))


def value_at(position: Mapping[str, Any], place: str) -> Any:
    """What stands at ``turn``, ``titles[2]``, ``pile[0].cards``; None where nothing does."""
    name, at, part = _path(place)
    found = position.get(name)
    if at is not None:
        rows = found if isinstance(found, list) else [found] if isinstance(found, Mapping) else []
        found = rows[at] if at < len(rows) else None
    for each in part.split(".") if part is not None else ():
        found = _of(found, each) if isinstance(found, Mapping) else None
    return found


def _of(parts: Mapping[Any, Any], name: str) -> Any:
    """A part by its name; a seat may stand there as a number, or as a text after a link."""
    return parts.get(int(name), parts.get(name)) if name.isdecimal() else parts.get(name)


def lying(session: Referee) -> dict[Card, str]:
    """The place of every card that was put in."""
    lines = [one.name for one in fields(session.game) if one.line]
    found = {
        card: _path(place)[0] if _path(place)[0] in lines else place
        for place, hand in _lying(session.position)
        for card in hand.known
    }
    found |= dict.fromkeys(session.hand, HAND)
    return found | dict.fromkeys(session.tried, TRY)


def _path(place: str) -> tuple[str, int | None, str | None]:
    found = _PATH.fullmatch(place)
    if found is None:
        raise ValueError(f"no place: {place!r}")
    name, at, part = found.groups()
    return name, None if at is None else int(at), part


def _lying(position: Mapping[str, Any]) -> Iterator[tuple[str, Hand]]:
    """Every place with what lies there."""
    for name in LYING:
        value = position.get(name)
        if isinstance(value, str):
            yield name, _read(value)
        for at, one in enumerate(value if isinstance(value, list) else []):
            if isinstance(one, str):
                yield f"{name}[{at}]", _read(one)
            elif isinstance(one, Mapping):
                for part in ("cards", "card"):
                    if isinstance(one.get(part), str):
                        yield f"{name}[{at}].{part}", _read(one[part])


def _read(text: object) -> Hand:
    try:
        return read_hand(text)
    except ValueError:
        return Hand(Cards.NONE, 0)


def _with(session: Referee, place: str, value: Any) -> Referee:
    """The session with a value at a place; rows are added where there are none yet."""
    name, at, part = _path(place)
    document = dict(session.position)
    if at is None:
        return replace(session, position={**document, name: value})
    one = None if name == "hands" else _named(session.game, name)
    rows = _rows(document, name)
    if one is not None and one.by_seat and len(rows) < session.seats:
        view = _look(session, _own(session))
        rows = _rows({} if isinstance(view, tuple) else view.position().document(), name)
        rows += [one.options[0] if one.options else 0 if one.kind == "number" else ""] * (session.seats - len(rows))
    while at is not None and one is not None and one.kind == "rows" and len(rows) <= at < 20:
        rows.append(row_of(session, one))
    if part is not None and "." in part:
        shared, _, seat = part.partition(".")
        kept = {int(whose): cards for whose, cards in (rows[at].get(shared) or {}).items()}
        part, value = shared, {**kept, int(seat): value}
    rows[at] = value if part is None else {**rows[at], part: value}
    document[name] = rows if one is None else _of_rows(one, rows)
    return replace(session, position=document)


def _rows(position: Mapping[str, Any], name: str) -> list[Any]:
    value = position.get(name)
    return list(value) if isinstance(value, list) else [value] if isinstance(value, Mapping) else []


def _of_rows(one: Field, rows: list[Any]) -> Any:
    return (rows[0] if rows else None) if one.most == 1 else rows


def row_of(session: Referee, one: Field) -> dict[str, Any]:
    """A new row: laid by whoever came before the seat on turn."""
    blank: dict[str, Any] = {"cards": "", "text": "", "number": 0, "switch": False}
    row = {}
    for part in one.parts:
        if part.by_seat:
            continue  # all is its owner's
        if part.kind == "seat":
            if not one.line:  # whose turn it was follows from where a card lies in its line
                row[part.name] = _before(session, len(_rows(session.position, one.name)))
        elif part.kind == "choice" and not part.empty:
            row[part.name] = part.options[0]
        elif part.kind in blank:
            row[part.name] = blank[part.kind]
    return row


def _before(session: Referee, back: int) -> Seat:
    """The seat that sat before the asking one; for a second row the one before that, and so on, never the asker."""
    way = -1 if session.position.get("direction") == -1 else 1
    others = session.seats - 1
    return (session.seat - way * (1 + back % others)) % session.seats


def _named(game: Game, name: str) -> Field:
    """The field of this name; KeyError."""
    return {one.name: one for one in fields(game)}[name]


def _takes_cards(session: Referee, place: str) -> bool:
    """Whether cards can be put there; KeyError or ValueError where there is no such place."""
    if place in (TRY, HAND):
        return True
    name, at, part = _path(place)
    if name == "hands":
        return at is not None and at < session.seats and part is None
    one = _named(session.game, name)
    if one.line and at is None:
        return True
    if one.kind == "rows":
        name, _, seat = (part or "").partition(".")
        whole = any(each.name == name and each.kind == "cards" and each.by_seat == bool(seat) for each in one.parts)
        return at is not None and whole and (not seat or int(seat) < session.seats)
    return one.kind == "cards" and part is None and one.by_seat == (at is not None)


# Editing


def mentions(place: str) -> bool:
    """Whether cards are only named there, and lie where they lie."""
    if place in (TRY, HAND):
        return False
    name, _, part = _path(place)
    return name not in LYING or "." in (part or "")


def marks(session: Referee, verb: str) -> Cards:
    """The cards that are only marked with this verb, and lie where they lie."""
    if verb != "take":
        return Cards.NONE
    return Cards.of(
        card for place, hand in _lying(session.position) if _path(place)[0] in _TAKEN_FROM for card in hand.known
    )


def _put(session: Referee, card: Card, place: str) -> Referee:
    one = Cards.of([card])
    if place and mentions(place):
        return _with(session, place, _toggled(str(value_at(session.position, place) or ""), card, _alone(place)))
    if place == TRY:
        view = _look(session, _own(session))
        verb = _verb(session, view)
        if card in marks(session, verb):
            return replace(session, marked=session.marked ^ one, said="")
        zone = next((zone.id for zone in goals(view, verb) if card in zone.cards), None)
        if zone is not None:
            return replace(session, goal=zone, said="")
    lifted = _lifted(session, card)
    if not place:
        return lifted
    lifted = replace(lifted, typed={where: text for where, text in lifted.typed.items() if where != place})
    if place in (TRY, HAND):
        hand = lifted.hand | one
        put = _with(lifted, f"hands[{lifted.seat}]", str(hand))
        return replace(put, tried=put.tried | one) if place == TRY else put
    if _alone(place):
        return _with(lifted, place, str(card))
    if _line(session.game, place):
        return _with(lifted, place, [*_rows(lifted.position, place), {"card": str(card)}])
    there = _read(value_at(lifted.position, place) or "")
    hidden = there.hidden
    if place.startswith("hands["):
        hidden = max(0, hidden - 1)  # one of those that were not known
    return _with(lifted, place, write_hand(there.known | one, hidden))


def _alone(place: str) -> bool:
    """Whether but one card can be there."""
    return place.endswith(".card") or place in ("centre", "head")


def _line(game: Game, place: str) -> bool:
    return any(one.line and one.name == place for one in fields(game))


def _toggled(text: str, card: Card, alone: bool) -> str:
    """Cards that are named somewhere, in the order in which they were: with this one, or without it."""
    named = in_order(text)
    left = [one for one in named if one != card]
    return " ".join(map(str, left if len(left) < len(named) else [card] if alone else [*named, card]))


def in_order(text: str) -> list[Card]:
    """The cards of a text as they stand there; ValueError."""
    return [Card.read(word) for word in text.replace(",", " ").split() if not re.fullmatch("[xX][0-9]+", word)]


def _lifted(session: Referee, card: Card) -> Referee:
    one = Cards.of([card])
    session = replace(session, tried=session.tried - one, marked=session.marked - one, said="")
    for place, hand in list(_lying(session.position)):
        if card in hand.known:
            name, at, _ = _path(place)
            if _line(session.game, name):
                rows = _rows(session.position, name)
                return _with(session, name, [row for number, row in enumerate(rows) if number != at])
            back = place.startswith("hands[") and place != f"hands[{session.seat}]"
            session = _with(session, place, write_hand(hand.known - one, hand.hidden + back))
    return session


def _wrote(session: Referee, place: str, text: str) -> Referee:
    """What was typed takes the place of what lay there. What cannot be read stays where it was typed, and is told."""
    rest = {where: said for where, said in session.typed.items() if where != place}
    session = replace(session, typed=rest)
    move = None
    try:
        if place == TRY:
            move = _move(session.game, text)
            wanted = Hand(move.cards if move is not None else Cards.read(text), 0)
        else:
            wanted = read_hand(" ".join(text.replace(",", " ").split()))
    except ValueError:
        return replace(session, typed={**rest, place: text})
    if place == TRY:
        return _tries(session, wanted.known, move)
    if _line(session.game, place):
        return _wrote_line(session, place, text, wanted.known)
    if place != HAND and mentions(place):
        unseen = [f"x{wanted.hidden}"] if wanted.hidden else []
        return _with(session, place, " ".join([*map(str, in_order(text)), *unseen]))
    before = _at(session, place)
    for card in before - wanted.known:
        session = _lifted(session, card)
    for card in wanted.known - before:
        session = _put(session, card, place)
    if place != HAND and (wanted.hidden or _read(value_at(session.position, place)).hidden):
        session = _with(session, place, write_hand(wanted.known, wanted.hidden))
    return session


def _wrote_line(session: Referee, name: str, text: str, wanted: Cards) -> Referee:
    """Cards in the order in which they were typed; those that lay there already are whose they were."""
    known = {row["card"]: row for row in _rows(session.position, name)}
    for card in wanted:
        session = _lifted(session, card)
    return _with(session, name, [known.get(card, {"card": card}) for card in map(str, in_order(text))])


def _tries(session: Referee, cards: Cards, move: Move | None) -> Referee:
    """These cards are tried, or this whole move: what it takes stays where it lies."""
    view = _look(session, _own(session))
    verb = _verb(session, view) if move is None else move.verb
    table = cards & marks(session, verb)
    hand = cards - table
    for card in session.tried - hand:
        session = _lifted(session, card)
    for card in hand - session.tried:
        session = _lifted(session, card)
        session = _with(session, f"hands[{session.seat}]", str(session.hand | Cards.of([card])))
        session = replace(session, tried=session.tried | Cards.of([card]))
    session = replace(session, marked=table)
    if move is None:
        return session
    goal = "" if isinstance(view, tuple) else view.marked(move).zone or ""
    session = replace(session, verb=verb, goal=goal, said="")
    return session if session.text == str(move) else replace(session, said=str(move))


def _move(game: Game, text: str) -> Move | None:
    """The move of a text that names a verb."""
    try:
        return game.read_move(text)
    except UnreadableMove:
        return None


def _at(session: Referee, place: str) -> Cards:
    if place == HAND:
        return session.hand - session.tried
    return _read(value_at(session.position, place)).known


def _chose(session: Referee, place: str, value: object) -> Referee:
    name, at, part = _path(place)
    if name == "hands":
        place = place.removesuffix(".count")
        if not isinstance(value, int) or not 0 <= value <= 52 or at is None or at >= session.seats:
            return session
        known = _read(session.position["hands"][at]).known
        return _with(session, place, write_hand(known, max(0, value - len(known))))
    one = _named(session.game, name)
    if name == "stock" and type(value) is int and 0 <= value <= 52:
        return _with(session, name, f"x{value}" if value else "none")
    if at is not None and not one.by_seat:
        one = {each.name: each for each in one.parts}[part or ""]
    if one.kind == "seats":
        seats = [_number(seat) for seat in value] if isinstance(value, list) else [None]
        if any(seat is None or not 0 <= seat < session.seats for seat in seats):
            return session
        return _with(session, place, list(dict.fromkeys(seats)))
    if one.kind == "choice":
        value = next((option for option in one.options if str(option) == str(value)), None)
    elif one.kind == "seat":
        value = _number(value)
    allowed: Mapping[str, Callable[[Any], bool]] = {
        "switch": lambda it: isinstance(it, bool),
        "choice": lambda it: it in one.options,
        "seat": lambda it: type(it) is int and 0 <= it < session.seats,
        "number": lambda it: type(it) is int and abs(it) < 10_000,
        "text": lambda it: isinstance(it, str) and len(it) < 60,
    }
    if value is None and one.empty:
        return _with(session, place, None)
    if one.kind not in allowed or not allowed[one.kind](value):
        return session
    if place == "seat":
        return _asks(session, value)  # type: ignore[arg-type]  # an int, as looked at above
    changed = _with(session, place, value)
    return replace(changed, verb="", goal="", said="") if name == "phase" else changed


def _number(value: object) -> int | None:
    """A number, or the text of one; None for anything else."""
    if isinstance(value, str) and re.fullmatch("[0-9]{1,3}", value):
        return int(value)
    return value if type(value) is int else None


def _asks(session: Referee, seat: Seat) -> Referee:
    """Another seat asks: what the one before tried goes back into its hand, and of the new one's hand only what is
    known is known. Whoever was on turn because it asked gives the turn up too."""
    hidden = _read(session.position["hands"][seat]).hidden
    moved = _with(session, f"hands[{seat}]", str(_read(session.position["hands"][seat]).known))
    if session.more:
        known = session.hand
        moved = _with(moved, f"hands[{session.seat}]", write_hand(known, max(0, _OTHERS_HOLD - len(known))))
    if session.position.get("turn") == session.seat:
        moved = _with(moved, "turn", seat)
    moved = _with(moved, "seat", seat)
    more = session.more or hidden > 0
    return replace(moved, tried=Cards.NONE, marked=Cards.NONE, goal="", said="", typed={}, more=more)


def _sat(session: Referee, seats: int) -> Referee:
    """Another number of players: those who are gone take everything with them that names them."""
    document = dict(session.position)
    hands = list(document["hands"][:seats])
    document["hands"] = [*hands, *[f"x{_OTHERS_HOLD}"] * (seats - len(hands))]
    for one in fields(session.game):
        value = document.get(one.name)
        if value is None:
            continue
        if one.kind == "seat" and isinstance(value, int) and value >= seats:
            document[one.name] = 0 if one.name in ("turn", "seat") else None
        elif one.kind == "seats":
            document[one.name] = [seat for seat in value if seat < seats]
        elif one.by_seat:
            del document[one.name]
        elif one.kind == "rows":
            named = [part.name for part in one.parts if part.kind == "seat"]
            # What lies there lies there still: somebody else laid it.
            last = seats - 1 if session.seat != seats - 1 else seats - 2
            rows = [
                {name: last if name in named and (held or 0) >= seats else held for name, held in row.items()}
                for row in _rows(document, one.name)
                if isinstance(row, Mapping)
            ]
            document[one.name] = _of_rows(one, rows)
    stays = session.seat < seats
    you = session.you if session.you < seats else 0
    return replace(session, position=document, you=you, tried=session.tried if stays else Cards.NONE)


# The ruling


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say. With ``faults`` nothing else is said.

    ``move`` is None where nothing was asked; ``refusal`` says why it cannot be. ``depends`` is true where that hangs on
    cards of the hand that were not put in. ``legal`` lists what may be done; ``any_cards`` says that it does so for
    whoever holds the cards, since of this hand too little is known. ``decides`` is the law that allows the move where
    others like it break one. ``after`` is the state that the move makes, None
    where it is not legal or where what comes of it hangs on cards that nobody has named; of a deal that it ends
    ``lines`` are those of the bill that are sure all the same."""

    faults: tuple[Fault, ...] = ()
    view: View | None = None
    move: Move | None = None
    refusal: Refusal | None = None
    depends: bool = False
    legal: tuple[Move, ...] = ()
    any_cards: bool = False
    decides: Rule | None = None
    after: State | None = None
    lines: tuple[ScoreLine, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether what was asked may be done."""
        return self.move is not None and self.refusal is None and not self.depends


TOO_MANY = Rule("position.too-many", "setup")
"""The hands hold more cards than there are left."""


def verbs(session: Referee) -> tuple[str, ...]:
    """What may be asked at this moment; () where the position has faults."""
    view = _look(session, _own(session))
    return () if isinstance(view, tuple) else view.verbs()


def _verb(session: Referee, view: View | tuple[Fault, ...]) -> str:
    return session.verb or next(iter(() if isinstance(view, tuple) else view.verbs()), "")


def goals(view: View | tuple[Fault, ...], verb: str) -> tuple[Zone, ...]:
    """The melds that cards can be meant for with this verb."""
    zones = () if isinstance(view, tuple) else view.zones()
    return tuple(zone for zone in zones if zone.kind == "meld" and (verb in zone.accepts or verb == "layoff"))


def _text(session: Referee, view: View | tuple[Fault, ...]) -> str | None:
    """The text of what is marked. Cards that must go to a meld go to the first that they fit, as long as nobody says to
    which."""
    verb = _verb(session, view)
    table = session.marked & marks(session, verb)
    if not verb or (verb in WITH_CARDS and not session.tried | table):
        return None
    if isinstance(view, tuple):
        return text_of(verb, [str(card) for card in session.tried | table] if verb in WITH_CARDS else [])
    zones = [zone.id for zone in goals(view, verb)]
    goal = session.goal if session.goal in zones else None
    text = view.text_of(verb, Marked(session.tried, table, goal))
    if goal is None and zones and _move(session.game, text) is None:
        spared = _look(session, _with_spare(session)) if _unknown(session) else view
        view = view if isinstance(spared, tuple) else spared
        texts = [view.text_of(verb, Marked(session.tried, table, zone)) for zone in zones]
        read = [(text, _move(session.game, text)) for text in texts]
        fitting = [text for text, move in read if move is not None and view.check(move) is None]
        return next(iter([*fitting, *texts]))
    return text


def ruling(session: Referee) -> Ruling:
    """The answer. It raises nothing, whatever was put in."""
    faults = [
        Fault(place, FAULTS["unreadable"].broken(place=place, value=text[:40])) for place, text in session.typed.items()
    ]
    view = _look(session, _own(session))
    if isinstance(view, tuple):
        return Ruling(tuple(faults) + view)
    if faults:
        return Ruling(tuple(faults))
    wide = _wide(session)
    any_cards = bool(wide) and _unknown(session)
    legal = _union(wide) if any_cards else view.legal_moves()
    text = session.said or _text(session, view)
    if text is None:
        return Ruling(view=view, legal=legal, any_cards=any_cards)
    try:
        move = view.game.read_move(text)
    except UnreadableMove:
        return Ruling((Fault(TRY, FAULTS["unreadable"].broken(place=TRY, value=text[:40])),))
    violation = view.check(move)
    if any_cards:
        spared = _look(session, _with_spare(session))
        views = wide if isinstance(spared, tuple) else (spared, *wide)
        allowed = [one.check(move) is None for one in views]
        # What is only wrong where these cards are the last of the hand is right as long as there may be more.
        violation = None if all(allowed) and len(views) > len(wide) else violation
        if any(right is not (violation is None) for right in allowed):
            return Ruling(view=view, move=move, depends=True, legal=legal, any_cards=True)
    if violation is not None:
        near = nearest(view, move)
        if any_cards and near is not None and not near.cards:
            near = None  # of a hand that nobody knows, passing is no news
        return Ruling((), view, move, Refusal(text, move, violation, near), False, legal, any_cards)
    after, lines = _after(session, move)
    return Ruling((), view, move, None, False, legal, any_cards, _decides(wide, move), after, lines)


def _with_spare(session: Referee, rng: Random | None = None) -> Cards:
    """The hand, and one card that nobody has named."""
    document, fault = _whole(session, session.hand, rng)
    spare = Cards.PACK - _named_in(document) if fault is None else Cards.NONE
    if not spare and fault is None:  # where there is a stock, everything else lies there or in another hand
        spare = _read(document["unseen"]).known
    return session.hand | Cards.of(list(spare)[:1])


def _unknown(session: Referee) -> bool:
    """Whether of the hand only that is known which is to be laid."""
    return session.more and session.hand == session.tried


def _own(session: Referee) -> Cards:
    """The hand; where nothing was put in yet, any card stands for it."""
    if session.hand or not session.more:
        return session.hand
    document, fault = _whole(session, Cards.NONE)
    return Cards.NONE if fault is not None else Cards.of(list(Cards.PACK - _named_in(document))[-1:])


def _union(views: Sequence[View]) -> tuple[Move, ...]:
    """What is legal in one of the views, in the order of moves."""
    found = {str(move): move for view in views for move in view.legal_moves()}
    place = {card: at for at, card in enumerate(views[0].game.order(Cards.PACK, views[0].rules))}
    return tuple(
        sorted(
            found.values(),
            key=lambda move: (VERBS.index(move.verb), len(move.cards), sorted(place[card] for card in move.cards)),
        )
    )


def _decides(views: Sequence[View], move: Move) -> Rule | None:
    """The law by which this move may be done: the one that the same cards of other ranks would break. None where they
    would break none."""
    if not views or not move.cards:
        return None
    broken: Counter[Rule] = Counter()
    marked = views[0].marked(move)
    for step in range(1, len(RANKS)):
        other = Marked(Cards.of(_other(card, step) for card in marked.hand), marked.table, marked.zone)
        for view in views:
            tried = _move(view.game, view.text_of(move.verb, other))
            if tried is None:
                return None
            violation = view.check(tried) if other.hand <= view.hand else None
            if violation is not None:
                broken[violation.rule] += 1
                break
    return broken.most_common(1)[0][0] if broken else None


def _other(card: Card, step: int) -> Card:
    return Card.read(RANKS[(RANKS.index(card.rank) + step) % len(RANKS)] + card.suit)


def _look(session: Referee, own: Cards) -> View | tuple[Fault, ...]:
    """The view in which the asking seat holds ``own``, or what is wrong with the position."""
    document, fault = _whole(session, own)
    if fault is not None:
        return (fault,)
    try:
        return session.game.look(document)
    except PositionError as error:
        return error.faults


def _whole(session: Referee, own: Cards, rng: Random | None = None) -> tuple[dict[str, Any], Fault | None]:
    """The position with what follows from it: empty rows left out, and of the cards that were named nowhere as many
    unseen as the hands want (drawn by ``rng``, else the first), the rest out of play or still to be drawn."""
    document = {name: value for name, value in session.position.items() if value is not None or name == "turn"}
    for one in fields(session.game):
        if one.kind == "rows" and one.name in document:
            document[one.name] = _of_rows(one, _finished(session, one, _rows(document, one.name)))
    hands = list(document["hands"])
    hands[session.seat] = str(own)
    document["hands"] = hands
    _begun(session, document, own)
    stock = "stock" in session.game.Position.model_fields
    drawn = _read(document.pop("stock")).hidden if stock and "stock" in document else None
    lying = Cards.NONE
    need = 0
    for _, hand in _lying(document):
        lying |= hand.known
        need += hand.hidden
    left = Cards.PACK - lying
    if need > len(left):
        return document, Fault("hands", TOO_MANY.broken(place="hands", count=need, left=len(left)))
    if stock:
        # What nobody holds is still to be drawn; what is said not to be, somebody else must hold.
        drawn = len(left) - need if drawn is None else min(drawn, len(left) - need)
        _hand_out(document, session.seat, len(left) - need - drawn)
        document["stock"] = f"x{drawn}" if drawn else "none"
        need = len(left)
    cards = list(left) if rng is None else rng.sample(list(left), len(left))
    unseen = Cards.of(cards[:need])
    document["unseen"] = str(unseen)
    if stock:
        document.pop("played", None)
    elif "played" in document:
        document["played"] = str(_read(document["played"]).known | (left - unseen))
    return document, None


def _finished(session: Referee, one: Field, rows: list[Any]) -> list[Any]:
    """Rows with what follows from them: those that still want their cards are left out, a card in a line came
    from whoever sat so many seats before, and what a row does not give to others is its owner's."""
    if one.name in LYING or any(part.name == "card" for part in one.parts):
        rows = [row for row in rows if row.get("cards", row.get("card", "?"))]
    shares = [part.name for part in one.parts if part.by_seat]
    found = []
    for at, row in enumerate(rows):
        if one.line and "seat" not in row:
            head = at == 0 and row["card"] == session.position.get("head")
            row = {**row, "seat": None if head else _before(session, len(rows) - 1 - at)}
        for name in shares:
            row = {**row, name: _shared(session, row, row.get(name))}
        found.append(row)
    return found


def _shared(session: Referee, row: Mapping[str, Any], given: Any) -> dict[Seat, str] | None:
    """Which of the cards of a row are whose; None where all are its owner's."""
    left = _read(row.get("cards")).known
    shares: dict[Seat, str] = {}
    for seat in range(session.seats):
        text = _of(given, str(seat)) if isinstance(given, Mapping) and seat != row.get("seat") else None
        if share := _read(text or "").known & left:
            shares[seat] = str(share)
            left -= share
    return {row["seat"]: str(left), **shares} if shares and row.get("seat") is not None else None


def _begun(session: Referee, document: dict[str, Any], own: Cards) -> None:
    """After the beginning of a turn a position tells what it began with. Where nobody has said so, a card was drawn."""
    one = next((one for one in fields(session.game) if one.name == "got"), None)
    phase = next((one for one in fields(session.game) if one.name == "phase"), None)
    if one is None or phase is None or document.get("phase", phase.options[0]) == phase.options[0]:
        document.pop("got", None)
        return
    told = _rows(document, "got")
    part = next(part.name for part in one.parts if part.kind == "cards")
    if not told or not told[0].get(part):
        card = str(next(iter(own), "")) if document.get("turn") == session.seat else "x1"
        document["got"] = {**row_of(session, one), **(told[0] if told else {}), part: card}


def _hand_out(document: dict[str, Any], seat: Seat, count: int) -> None:
    """So many cards more are held by the others, one after another."""
    hands = document["hands"]
    others = [other for other in range(len(hands)) if other != seat]
    for at, other in enumerate(others):
        more = count // len(others) + (at < count % len(others))
        hand = _read(hands[other])
        hands[other] = write_hand(hand.known, hand.hidden + more)


def _wide(session: Referee) -> tuple[View, ...]:
    """Views in which the seat holds all that is named nowhere, but for a few cards that the others must hold: the
    lowest in one, the highest in the other, so that between them every card is there."""
    document, _ = _whole(session, session.hand)
    if "unseen" not in document:
        return ()
    free = list(_read(document["unseen"]).known | (Cards.PACK - _named_in(document)))
    others = len([hand for _, hand in _lying(document) if hand.hidden])
    if len(free) <= 2 * others:
        return ()
    few = {place: write_hand(hand.known, min(hand.hidden, 1)) for place, hand in _lying(document) if hand.hidden}
    small = session
    for place, text in few.items():
        small = _with(small, place, text)
    found = []
    for kept in (free[others:], free[: len(free) - others]):
        view = _look(small, session.hand | Cards.of(kept))
        if not isinstance(view, tuple):
            found.append(view)
    return tuple(found)


def _named_in(document: Mapping[str, Any]) -> Cards:
    named = _read(document["unseen"]).known
    for _, hand in _lying(document):
        named |= hand.known
    return named


def _after(session: Referee, move: Move) -> tuple[State | None, tuple[ScoreLine, ...]]:
    """The state after a legal move, if it is the same to all eyes wherever the hidden cards lie; and the lines of the
    bill that are."""
    found = []
    for luck in range(_WORLDS):
        rng = Random(luck)
        state = world(session, rng)
        if state is None or state.check(move) is not None:
            return None, ()
        found.append(state.play(move))
    told = {_told(state, session.seat) for state in found}
    bills = [() if state.outcome is None else state.outcome.lines for state in found]
    sure = set.intersection(*({(line.seat, line.amount, str(line)) for line in bill} for bill in bills))
    lines = tuple(line for line in bills[0] if (line.seat, line.amount, str(line)) in sure)
    return found[0] if len(told) == 1 else None, lines


def _told(state: State, seat: Seat) -> tuple[object, ...]:
    outcome = state.outcome
    ended = None if outcome is None else (outcome.places, outcome.totals, tuple(map(str, outcome.events)))
    return state.turn, tuple(map(str, state.view(seat).events)), ended


def world(session: Referee, rng: Random) -> State | None:
    """A deal that could be, to play on from; None where the position has faults. A seat that may hold more than was
    put in, and of which nothing else is known, gets a card more."""
    own = _with_spare(session, rng) if _unknown(session) else session.hand
    document, fault = _whole(session, own, rng)
    if fault is not None:
        return None
    try:
        return worlds.sample(session.game.look(document), rng)
    except (PositionError, worlds.NoWorld):
        return None


def written(session: Referee) -> dict[str, Any]:
    """The position as a document, for links: with what follows from it, if it can be read at all."""
    return _whole(session, session.hand)[0]
