"""The scene of the score pad: what is put down of a deal, as controls and a pack of cards; what it comes to; and how
the match stands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tutor.cards import RANKS, SUITS, Card, Cards, Seat
from tutor.core import Fault, Game, Pad, Rule, Rules, Standing
from tutor.core.pad import PAD_FAULTS, POINTS, PadField
from tutor.i18n import knows
from tutor.scene import answers
from tutor.scene.drawing import Reader, face, labels
from tutor.scene.models import Bill, CardFace, Link
from tutor.session import pad
from tutor.session.pad import ScorePad, Settled

__all__ = ["NOBODY", "PadScene", "pad_scene"]

NOBODY = "nobody"
"""The id of nobody, in the choice of somebody."""

_COUNTED = 20


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Column(_Part):
    """A player: ``score`` of the match so far, ``facts`` what holds of them (deals, has won) in words."""

    seat: int
    name: str = Field(min_length=1)
    score: str
    facts: list[str]


class Option(_Part):
    id: str
    label: str = Field(min_length=1)
    on: bool


class Counter(_Part):
    """How often something befell somebody: ``less`` and ``more`` are for the ear."""

    place: str
    rule: str
    name: str
    count: int
    most: int
    less: str
    more: str


class Control(_Part):
    """An entry that is no card. ``one`` of the options or ``some`` of them; of ``counts`` those of one rule;
    of ``number`` the points of one player."""

    id: str
    kind: Literal["one", "some", "counts", "number"]
    label: str = Field(min_length=1)
    about: str = ""
    options: list[Option] = []
    counters: list[Counter] = []
    value: str = ""
    fault: str = ""


class Brush(_Part):
    """A place for cards, and what a tapped card is marked with there: ``badge`` for the eye, ``label`` for the ear."""

    place: str
    label: str = Field(min_length=1)
    short: str = Field(min_length=1)
    badge: str = Field(min_length=1)
    count: str
    value: str
    single: bool
    mark: bool
    fault: str


class BrushRow(_Part):
    """The places of one player, or of nobody; ``total`` is what the deal comes to for that player by now."""

    name: str
    total: str
    brushes: list[Brush] = Field(min_length=1)


class PickerCard(CardFace):
    """A card of the pack: ``at`` where it lies, ``marked`` the places that name it besides."""

    at: str | None
    marked: list[str]
    row: int
    column: int


class DealBill(_Part):
    """What a deal came to. There is no ``bill`` where nothing counts yet, or where only points were put down, which
    ``note`` says then; ``events`` are what the game made of it, and what that means for the next deal."""

    title: str = Field(min_length=1)
    bill: Bill | None
    note: str
    events: list[str]


class Trouble(_Part):
    """What is missing or wrong, and the rule that says so."""

    place: str
    text: str = Field(min_length=1)
    links: list[Link]


class Editor(_Part):
    """The deal that is being put down; ``tone`` is ``ready``, ``open`` where only something is missing, ``wrong``, or
    ``doubt`` where it may be entered but ``doubts`` are told first."""

    number: int
    title: str = Field(min_length=1)
    quick: bool
    controls: list[Control]
    rows: list[BrushRow]
    picker: list[PickerCard]
    points: list[Control]
    tone: Literal["ready", "doubt", "open", "wrong"]
    state: str = Field(min_length=1)
    troubles: list[Trouble]
    doubts: list[Trouble]
    done: str = Field(min_length=1)
    cancel: str
    bill: DealBill


class DealRow(_Part):
    """An earlier deal: ``totals`` by seat, ``said`` the same for the ear."""

    number: int
    label: str = Field(min_length=1)
    totals: list[str]
    note: str
    fault: str
    bill: DealBill
    correct: str = Field(min_length=1)
    delete: str = Field(min_length=1)


class PadScene(_Part):
    """All that the page shows. ``heard`` is the number of the last edit that it knows of."""

    rev: str
    heard: int
    lang: Literal["th", "en"]
    title: str
    theme: Literal["light", "dark"] | None
    four: bool
    about: str
    columns: list[Column]
    next: str
    over: str
    editor: Editor | None
    deals: list[DealRow]
    gone: str
    labels: dict[str, Any]


def pad_scene(
    session: ScorePad,
    language: str,
    *,
    heard: int = 0,
    four: bool = True,
    theme: str | None = None,
    title: str = "",
) -> dict[str, Any]:
    """The scene of a match that has begun."""
    return _Page(session, Reader(language, session.names)).scene(heard, four, theme, title)


class _Page:
    """One screen in the making."""

    def __init__(self, session: ScorePad, reader: Reader) -> None:
        self.session = session
        self.reader = reader
        self.game = session.game
        self.pad = pad.pad_of(session)
        self.deals = pad.settled(session)
        self.current = self.deals[session.number - 1]
        self.stands = self.deals[-1].before  # without the deal that is still being played
        self.quick = POINTS in session.entries

    def scene(self, heard: int, four: bool, theme: str | None, title: str) -> dict[str, Any]:
        session, reader = self.session, self.reader
        over = bool(self.stands.winners)
        return {
            "rev": f"{heard}",
            "heard": heard,
            "lang": reader.language,
            "title": title,
            "theme": theme,
            "four": four,
            "about": " · ".join((reader.tell(f"{self.game.id}.title"), self.rules())),
            "columns": [self.column(seat) for seat in range(session.seats)],
            "next": "" if over else _next(self.pad, self.stands, reader),
            "over": reader.join(reader.tell("scene.pad.over", seat=seat) for seat in self.stands.winners),
            "editor": None if over and session.at is None else self.editor(),
            "deals": [self.deal(number) for number in range(1, len(session.deals) + 1)],
            "gone": "" if session.gone is None else reader.tell("scene.pad.gone", deal=session.gone[0] + 1),
            "labels": _labels(reader),
        }

    # Words

    def rules(self) -> str:
        written = self.game.write_rules(self.session.rules)
        if isinstance(written, str):
            return self.reader.tell(f"{self.game.id}.preset.{written}")
        base = self.reader.tell(f"{self.game.id}.preset.{written['preset']}")
        return self.reader.tell("scene.referee.rules.here", preset=base)

    def word(self, *path: str, **params: Any) -> str:
        """The game's word for an entry."""
        return self.reader.tell(".".join((self.game.id, "pad", *path)), **params)

    def said(self, fault: Fault) -> str:
        """What is wrong, in words."""
        name = fault.place.partition("[")[0]
        params = dict(fault.reason.params)
        if fault.reason.rule is PAD_FAULTS["missing"]:
            own = f"{self.game.id}.pad.{name}.missing"
            if knows(own, self.reader.language):
                return self.reader.tell(own, **params)
        if fault.reason.rule is PAD_FAULTS["not-played"]:
            rule = f"{params['title']}.name"
            params["title"] = self.reader.tell(rule) if knows(rule, self.reader.language) else ""
        if fault.reason.rule.id in self.game.rulebook:
            return self.word("against", fault.reason.rule.id.partition(".")[2], **params)
        return self.reader.tell(fault.reason.rule.id, **params)

    def fault(self, *places: str) -> str:
        """What is wrong at these places; what is only missing is told in one place."""
        wrong = [fault for fault in self.current.sheet.faults if fault.place in places and not _missing(fault)]
        return self.reader.join(dict.fromkeys(map(self.said, wrong)))

    # The match

    def column(self, seat: Seat) -> dict[str, Any]:
        stands, reader = self.stands, self.reader
        facts = []
        if seat in stands.winners:
            facts.append(reader.tell("scene.pad.won"))
        elif not stands.winners and self.pad.ahead(stands).dealer == seat:
            facts.append(reader.tell("scene.pad.deals"))
        return {"seat": seat, "name": reader.name(seat), "score": _points(stands.tally[seat]), "facts": facts}

    def deal(self, number: int) -> dict[str, Any]:
        """An earlier deal; one that is being corrected as it would be then."""
        deal, reader = self.deals[number - 1], self.reader
        faults = [] if self.session.at == number - 1 else deal.sheet.faults
        return {
            "number": number,
            "label": reader.tell("scene.pad.deal", deal=number),
            "totals": [_signed(total) for total in deal.sheet.outcome.totals],
            "note": reader.tell("scene.pad.quick-note") if POINTS in deal.entries else "",
            "fault": reader.join(map(self.said, faults)),
            "bill": self.bill(deal, number),
            "correct": reader.tell("scene.pad.correct", deal=number),
            "delete": reader.tell("scene.pad.delete", deal=number),
        }

    def bill(self, deal: Settled, number: int) -> dict[str, Any]:
        session, text = self.session, json.dumps(deal.entries, sort_keys=True)
        return _bill(session.game, session.rules, session.names, self.reader.language, number, text, deal.before)

    def rule(self, rule: Rule) -> dict[str, str]:
        return {"label": self.reader.tell(f"{rule.id}.name"), "href": answers.rule_href(rule)}

    # The deal that is put down

    def editor(self) -> dict[str, Any]:
        session, reader = self.session, self.reader
        faults = self.current.sheet.faults
        correcting = session.at is not None
        open_ = bool(faults) and all(map(_missing, faults))
        doubted = bool(self.current.sheet.doubts)
        state = "open" if open_ else "wrong" if faults else "doubt" if doubted else "ready"
        words = "correcting" if correcting else "playing"
        return {
            "number": session.number,
            "title": reader.tell(f"scene.pad.{words}", deal=session.number),
            "quick": self.quick,
            "controls": self.controls(),
            "rows": [] if self.quick else self.rows(),
            "picker": [] if self.quick else self.picker(),
            "points": self.points() if self.quick else [],
            "tone": state,
            "state": reader.tell(f"scene.pad.state.{state}"),
            "troubles": self.troubles(faults),
            "doubts": [] if faults else self.troubles(self.current.sheet.doubts),
            "done": reader.tell("scene.pad.save" if correcting else "scene.pad.enter", deal=session.number),
            "cancel": reader.tell("scene.pad.cancel") if correcting else "",
            "bill": self.bill(self.current, session.number),
        }

    def troubles(self, faults: Iterable[Fault]) -> list[dict[str, Any]]:
        """Everything that is missing, wrong or in doubt, each told once."""
        found: dict[str, dict[str, Any]] = {}
        for fault in faults:
            text, rule = self.said(fault), fault.reason.rule
            links = [self.rule(rule)] if rule.id in self.game.rulebook else []
            found.setdefault(text, {"place": fault.place, "text": text, "links": links})
        return list(found.values())

    def controls(self) -> list[dict[str, Any]]:
        """The entries that are no cards."""
        found = []
        for one in pad.fields(self.session):
            if one.kind == "seat":
                found.append(self.somebody(one))
            elif one.kind == "seats":
                found.append(self.several(one))
            elif one.kind == "counts":
                found += [self.counts(one, rule) for rule in one.rules]
        return found

    def somebody(self, one: PadField) -> dict[str, Any]:
        held = {**self.current.sheet.meant, **self.session.entries}
        said, value = one.id in held, held.get(one.id)
        seats = [
            {"id": str(seat), "label": self.reader.name(seat), "on": said and value == seat}
            for seat in range(self.session.seats)
        ]
        nobody = {"id": NOBODY, "label": self.word(one.id, "nobody"), "on": said and value is None}
        return self.control(one, "one", options=[*seats, nobody])

    def several(self, one: PadField) -> dict[str, Any]:
        meant = pad.seats_told(self.session, one.id)
        if meant is None:
            meant = list(self.current.sheet.meant.get(one.id, []))
        options = [
            {"id": str(seat), "label": self.reader.name(seat), "on": seat in meant}
            for seat in range(self.session.seats)
        ]
        return self.control(one, "some", options=options)

    def control(self, one: PadField, kind: str, **more: Any) -> dict[str, Any]:
        about = f"{self.game.id}.pad.{one.id}.about"
        return {
            "id": one.id,
            "kind": kind,
            "label": self.word(one.id),
            "about": self.reader.tell(about) if knows(about, self.reader.language) else "",
            "fault": self.fault(one.id, *(f"{one.id}[{seat}]" for seat in range(self.session.seats))),
            **more,
        }

    def counts(self, one: PadField, rule: Rule) -> dict[str, Any]:
        title = self.reader.tell(f"{rule.id}.name")
        counters = []
        for seat in range(self.session.seats):
            place = f"{one.id}[{seat}]"
            counted = pad.value_at(self.session, place)
            count = counted.get(rule.id, 0) if isinstance(counted, Mapping) else 0
            counters.append(
                {
                    "place": place,
                    "rule": rule.id,
                    "name": self.reader.name(seat),
                    "count": count if type(count) is int else 0,
                    "most": _COUNTED,
                    "less": self.reader.tell("scene.pad.less", seat=seat, title=title),
                    "more": self.reader.tell("scene.pad.more", seat=seat, title=title),
                }
            )
        return {"id": rule.id, "kind": "counts", "label": title, "counters": counters}

    def points(self) -> list[dict[str, Any]]:
        """The points of each player, as numbers."""
        return [
            {
                "id": f"{POINTS}[{seat}]",
                "kind": "number",
                "label": self.reader.name(seat),
                "value": "" if (put := pad.value_at(self.session, f"{POINTS}[{seat}]")) is None else str(put),
                "fault": self.fault(f"{POINTS}[{seat}]"),
            }
            for seat in range(self.session.seats)
        ]

    def rows(self) -> list[dict[str, Any]]:
        """Where cards may lie: a row for each player, and one for what belongs to nobody."""
        every = [one for one in pad.fields(self.session) if one.kind in ("card", "cards")]
        shared = [self.brush(one, None) for one in every if one.kind == "card"]
        found = [{"name": "", "total": "", "brushes": shared}] if shared else []
        for seat in range(self.session.seats):
            brushes = [self.brush(one, seat) for one in every if one.kind == "cards"]
            total = _signed(self.current.sheet.outcome.totals[seat])
            found.append({"name": self.reader.name(seat), "total": total, "brushes": brushes})
        return found[1:] + found[:1] if shared else found

    def brush(self, one: PadField, seat: Seat | None) -> dict[str, Any]:
        place = one.id if seat is None else f"{one.id}[{seat}]"
        value = pad.value_at(self.session, place) or ""
        cards = _read(value)
        short = self.word(one.id)
        label = short if seat is None else self.reader.tell("scene.pad.place", seat=seat, what=short)
        badge = self.word(one.id, "badge") if seat is None else f"{seat + 1}{'+' if one.sign > 0 else '−'}"
        return {
            "place": place,
            "label": label,
            "short": short,
            "badge": badge,
            "count": str(len(cards)) if one.kind == "cards" else "",
            "value": str(value),
            "single": one.kind == "card",
            "mark": one.mark,
            "fault": self.fault(place),
        }

    def picker(self) -> list[dict[str, Any]]:
        """The pack: a column for each rank from low to high, a row for each suit, the highest first."""
        game = self.game
        order = game.order(Cards.PACK)
        ranks = sorted(RANKS, key=lambda rank: min(at for at, card in enumerate(order) if card.rank == rank))
        suits = sorted(SUITS, key=lambda suit: -order.index(Card.read(ranks[0] + suit)))
        lies = pad.lying(self.session)
        marks = [one.id for one in pad.fields(self.session) if one.mark]
        marked = {mark: _read(pad.value_at(self.session, mark) or "") for mark in marks}
        return [
            {
                **face(card, self.reader.language),
                "at": lies.get(card),
                "marked": [mark for mark in marks if card in marked[mark]],
                "row": row,
                "column": column,
            }
            for row, suit in enumerate(suits)
            for column, rank in enumerate(ranks)
            for card in (Card.read(rank + suit),)
        ]


def _next(pad: Pad, stands: Standing, reader: Reader) -> str:
    """Who deals, and which way it goes."""
    ahead = pad.ahead(stands)
    parts = []
    if ahead.dealer is not None:
        parts.append(reader.tell("scene.pad.dealer", seat=ahead.dealer))
    if ahead.direction is not None:
        way = "clockwise" if ahead.direction == 1 else "counterclockwise"
        parts.append(reader.tell(f"scene.pad.{way}"))
    return " · ".join(parts)


@lru_cache(maxsize=1024)
def _bill(
    game: Game, rules: Rules, names: tuple[str, ...], language: str, number: int, entries: str, before: Standing
) -> dict[str, Any]:
    """What a deal came to, in words. Every bill is shown with every tap, and most of them stay as they were told."""
    reader, counts, read = Reader(language, names), game.pad, json.loads(entries)
    assert counts is not None, "there is no session without"
    outcome = counts.work_out(rules, before, read).outcome
    events = list(map(reader.say, outcome.events))
    if not outcome.standing.winners:
        events.append(_next(counts, outcome.standing, reader))
    return {
        "title": reader.tell("scene.pad.bill", deal=number),
        "bill": answers.bill(outcome.lines, reader, outcome.totals, outcome.standing.tally),
        "note": reader.tell("scene.pad.quick-note") if POINTS in read else "",
        "events": [event for event in events if event],
    }


def _missing(fault: Fault) -> bool:
    return fault.reason.rule is PAD_FAULTS["missing"]


def _read(text: object) -> Cards:
    try:
        return Cards.read(str(text))
    except ValueError:
        return Cards.NONE


def _points(count: int) -> str:
    """A number as it stands in a column, with a real minus."""
    return str(count).replace("-", "−")


def _signed(count: int) -> str:
    return f"+{count}" if count > 0 else _points(count)


_WORDS = (
    *("players", "picker", "type", "typed", "brushes", "cards", "quick", "way", "entries", "counts", "deals-title"),
    *("deals-none", "restore", "new", "new.ask", "new.yes", "new.no", "total", "score", "keys"),
)


def _labels(reader: Reader) -> dict[str, Any]:
    words: dict[str, Any] = {name: reader.tell(f"scene.pad.label.{name}") for name in _WORDS}
    words["to"] = reader.tell("scene.pad.label.to", what="{place}")  # the browser fills it in
    kept = labels(reader.language)
    return words | {name: kept[name] for name in ("suits", "ranks", "card")}
