"""The scene of the referee: what was put in, as controls; and what the rules say of it, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tutor import games
from tutor.cards import RANKS, SUITS, Card, Cards, Seat
from tutor.core import Fault, Move, Rules, State, View, Violation
from tutor.core.move import WITH_CARDS
from tutor.core.position import read_hand
from tutor.i18n import knows, spell
from tutor.scene import answers
from tutor.scene.drawing import Reader, face, faces, labels, told_last, you_word
from tutor.scene.hrefs import referee_href
from tutor.scene.models import AnswerPanel, CardFace
from tutor.session import referee
from tutor.session.referee import HAND, TRY, Referee, Ruling

__all__ = ["OWN", "RefereeScene", "referee_scene"]

OWN = "own"
"""The id of the rules of the reader's own table, in the choice of rules."""
_SHOWN = 6  # moves of one size; the others are counted
_GROUPS = 3  # sizes of one kind of move
_MOST = 60  # cards of a hand, in a number's control


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class PickerCard(CardFace):
    """A card of the picker; ``at`` is the place where it lies. One that ``marks`` stays there when it is tried."""

    at: str | None
    marks: bool = False
    row: int
    column: int


class Choice(_Part):
    id: str
    label: str = Field(min_length=1)


class Control(_Part):
    """A field. ``value`` is a text, number, switch or list of ids, by its kind; ``fault`` is what is wrong with it.

    Of a place for cards ``hidden`` is how many more lie there unseen; what it ``mentions`` lies elsewhere, and so do
    cards that are ``also`` meant; in one that is ``ordered`` they lie as they were put."""

    id: str
    kind: Literal["cards", "choice", "switch", "number", "seats", "text"]
    label: str = Field(min_length=1)
    value: str | int | bool | list[str] | None
    options: list[Choice] = []
    cards: list[CardFace] = []
    hidden: int = 0
    mentions: bool = False
    ordered: bool = False
    also: list[str] = []
    most: int | None = None
    fault: str = ""


class Row(_Part):
    at: int
    controls: list[Control]
    remove: str


class Group(_Part):
    """Fields that belong together: ``controls``, and for a field of rows those and ``add``."""

    id: str
    label: str = Field(min_length=1)
    controls: list[Control]
    rows: list[Row] = []
    add: str = ""
    fault: str = ""


class MoveCards(_Part):
    """A move as its cards, with a ``note`` of what tells it from others of the same ones."""

    label: str = Field(min_length=1)
    cards: list[CardFace]
    note: str = ""
    text: str


class Moves(_Part):
    """What may be done, in groups; ``heads`` say what is done with the cards, where that goes without saying ""."""

    title: str
    heads: list[str]
    groups: list[list[MoveCards]]
    more: list[str]


class RefereeScene(_Part):
    """All that the page shows. ``heard`` is the number of the last edit that it knows of; ``goals`` are what the cards
    can be meant for, where that has to be said."""

    rev: str
    heard: int
    lang: Literal["th", "en"]
    title: str
    theme: Literal["light", "dark"] | None
    four: bool
    table: list[Control]
    places: list[Control]
    verbs: list[Choice]
    verb: str
    goals: list[Choice]
    goal: str
    picker: list[PickerCard]
    whole: list[Group]
    answer: AnswerPanel
    moves: Moves | None
    link: str
    play: bool
    labels: dict[str, Any]


def referee_scene(
    session: Referee,
    language: str,
    *,
    four: bool = True,
    motion: bool | None = None,
    theme: str | None = None,
    title: str = "",
    own: Rules | None = None,
) -> dict[str, Any]:
    """The scene. ``own`` are the rules of the reader's own table."""
    reader = _reader(session, language)
    ruling = referee.ruling(session)
    page = _Page(session, reader, ruling)
    verbs = () if ruling.view is None else ruling.view.verbs()
    verb = session.verb if session.verb in verbs else next(iter(verbs), "")
    goals, goal = page.goals(verb)
    return {
        "rev": f"{session.heard}",
        "heard": session.heard,
        "lang": language,
        "title": title,
        "theme": theme,
        "four": four,
        "table": page.table(own),
        "places": page.places(verb),
        "verbs": [{"id": verb, "label": _verb(verb, session, reader)} for verb in verbs],
        "verb": verb,
        "goals": goals,
        "goal": goal,
        "picker": page.picker(verb),
        "whole": page.whole(),
        "answer": page.answer(),
        "moves": page.moves(),
        "link": referee_href(referee.written(session), session.text or "", more=session.more),
        "play": ruling.view is not None,
        "labels": _labels(language),
    }


def _verb(verb: str, session: Referee, reader: Reader) -> str:
    if verb in WITH_CARDS:
        return reader.tell(f"scene.do.{verb}")
    return reader.label(session.game.read_move(verb))


def _labels(language: str) -> dict[str, Any]:
    reader = Reader(language)
    names = ("type", "typed", "whole", "copy", "copied", "play", "clear", "picker")
    words = {name: reader.tell(f"scene.referee.{name}") for name in names}
    # The browser fills these in.
    words["to"] = reader.tell("scene.referee.to", place="{place}")
    words["hidden"] = reader.tell("scene.referee.hidden", count="{count}")
    kept = labels(language)
    return words | {name: kept[name] for name in ("suits", "ranks", "card")}


def _reader(session: Referee, language: str) -> Reader:
    """Those at a real table are called by where they sit, as seen by the reader."""
    plain = Reader(language)
    names = []
    for seat in range(session.seats):
        step = (seat - session.you) % session.seats
        back = session.seats - step
        if step == 0:
            names.append(you_word(language))
        elif step == back:
            names.append(plain.tell("scene.referee.across"))
        elif step < back:
            names.append(plain.tell("scene.referee.left" if step == 1 else "scene.referee.left.far", number=step))
        else:
            names.append(plain.tell("scene.referee.right" if back == 1 else "scene.referee.right.far", number=back))
    return Reader(language, tuple(names), session.you)


class _Page:
    """One screen in the making."""

    def __init__(self, session: Referee, reader: Reader, ruling: Ruling) -> None:
        self.session = session
        self.reader = reader
        self.ruling = ruling
        self.fields = {one.name: one for one in referee.fields(session.game)}
        # What holds where nothing was put in.
        self.meant = referee.written(session) if ruling.view is None else ruling.view.position().document()
        self.faults: dict[str, list[Fault]] = {}
        for fault in ruling.faults:
            self.faults.setdefault(fault.place, []).append(fault)
        self.shown: set[str] = set()
        asked = {name.removesuffix("[]"): name for name in session.game.Position.asked}
        self.asked = {name: asked[name] for name in asked if name in self.fields}

    # Words

    def said(self, name: str, **params: Any) -> str:
        """The game's words for something, else everybody's."""
        own = f"{self.session.game.id}.{name}"
        return self.reader.tell(own if knows(own, self.reader.language) else f"scene.{name}", **params)

    def word(self, *path: str, **params: Any) -> str:
        """The game's word for a field, else everybody's."""
        own = ".".join((self.session.game.id, "field", *path))
        if knows(own, self.reader.language):
            return self.reader.tell(own, **params)
        badge = f"{self.session.game.id}.badge.{path[-1]}"
        if len(path) > 1 and knows(badge, self.reader.language):
            return self.reader.tell(badge)
        if len(path) > 1 and path[1] in _PARTS:
            path = ("part", path[1])
        return self.reader.tell(".".join(("scene.field", *path)))

    def fault(self, *places: str) -> str:
        """What is wrong at these places, in words, without naming a place of the document."""
        found = []
        for place in places:
            self.shown.add(place)
            for fault in self.faults.get(place, ()):
                found.append(self.say(fault))
        return self.reader.join(dict.fromkeys(found))

    def say(self, fault: Fault) -> str:
        name = fault.place.partition("[")[0].partition(".")[0]
        where = self.word(name) if name in self.fields else self.said(f"field.{_OWN.get(name, 'hands')}")
        params = {**fault.reason.params, "place": where}
        # The game may say more; and positions are made by authors too, who know the names of fields.
        for spoken in (f"{self.session.game.id}.{fault.reason.rule.id}", f"scene.{fault.reason.rule.id}"):
            if knows(spoken, self.reader.language):
                return self.reader.tell(spoken, **params)
        return self.reader.say(Violation(fault.reason.rule, params))

    # Controls

    def table(self, own: Rules | None) -> list[dict[str, Any]]:
        """Game, rules and number of players."""
        session, reader = self.session, self.reader
        game = session.game
        found = []
        every = [(one.id, reader.tell(f"{one.id}.title")) for one in games.offered()]
        if len(every) > 1:
            found.append(_choice("game", reader.tell("scene.referee.game"), game.id, every))
        rules = referee.rules_of(session)
        presets = [(preset, reader.tell(f"{game.id}.preset.{preset}")) for preset in game.presets]
        if own is not None and game.named(own).preset is None:
            presets.insert(0, (OWN, reader.tell("scene.referee.rules.own")))
        chosen = game.named(rules).preset
        if chosen is None and own == rules:
            chosen = OWN
        elif chosen is None:
            chosen = "here"
            written = game.write_rules(rules)
            base = written if isinstance(written, str) else written["preset"]
            name = reader.tell("scene.referee.rules.here", preset=reader.tell(f"{game.id}.preset.{base}"))
            presets.insert(0, (chosen, name))
        found.append(_choice("rules", reader.tell("scene.referee.rules"), chosen, presets, self.fault("rules")))
        seats = [(str(count), str(count)) for count in game.seats(rules)]
        if str(session.seats) not in dict(seats):
            seats.append((str(session.seats), str(session.seats)))
        found.append(_choice("seats", reader.tell("scene.referee.seats"), str(session.seats), seats))
        return found + [self.control(name) for name in self.asked if self.fields[name].kind not in ("rows", "cards")]

    def places(self, verb: str) -> list[dict[str, Any]]:
        """What a short question needs: what lies there, what is to be laid, and what else the hand holds."""
        session, reader = self.session, self.reader
        seat = session.seat
        mine = "mine" if seat == session.you else "theirs"
        found = []
        for name, wanted in self.asked.items():
            if self.fields[name].kind not in ("rows", "cards"):
                continue
            for number, place in enumerate(referee.asked(session, wanted), 1):
                if self.fields[name].line:
                    label = self.word(name)
                else:
                    label = self.word(name, "top") if wanted == name else self.word(name, "each", number=number)
                found.append(self.cards(place, label, self.fault(place)))
        typed = self.fault(TRY)
        tried = self.cards(TRY, self.said(f"referee.try.{mine}", seat=seat), typed, session.tried)
        also = session.marked & referee.marks(session, verb)
        tried |= {"also": [str(card) for card in also]}
        if TRY not in session.typed:
            tried["value"] = " ".join(map(str, session.game.order(session.tried | also)))
        found.append(tried)
        rest = session.hand - session.tried
        fault = self.fault(HAND, f"hands[{seat}]", "hands")
        found.append(self.cards(HAND, reader.tell(f"scene.referee.hand.{mine}", seat=seat), fault, rest))
        return found

    def goals(self, verb: str) -> tuple[list[dict[str, str]], str]:
        """The melds that the tried cards may be meant for, and the one that they are; a take may also mean none."""
        ruling, reader = self.ruling, self.reader
        if ruling.view is None:
            return [], ""
        found = [
            {
                "id": zone.id,
                "label": reader.tell("scene.referee.goal", number=number, cards=Cards.of(filter(None, zone.cards))),
            }
            for number, zone in enumerate(referee.goals(ruling.view, verb), 1)
        ]
        if found and verb == "take":
            found.insert(0, {"id": "", "label": reader.tell("scene.referee.goal.new")})
        chosen = ruling.view.marked(ruling.move).zone if ruling.move is not None else None
        return found, chosen or self.session.goal

    def cards(self, place: str, label: str, fault: str, cards: Cards | None = None) -> dict[str, Any]:
        """A place for cards."""
        session = self.session
        hidden = 0
        text = session.typed.get(place)
        line = place in self.fields and self.fields[place].line
        ordered: Sequence[Card] = ()
        if line:
            rows = [row["card"] for row in session.position.get(place) or () if row["card"]]
            try:
                ordered = [Card.read(card) for card in rows]
            except ValueError:  # a link may hold anything; its fault is told
                text = ", ".join(rows)[:300] if text is None else text
        elif cards is None:
            written = str(referee.value_at(session.position, place) or "")
            try:
                cards, hidden = read_hand(written)
                ordered = referee.in_order(written) if place.startswith("got") else session.game.order(cards)
            except ValueError:
                text = written[:300]
        else:
            ordered = session.game.order(cards)
        return {
            "id": place,
            "kind": "cards",
            "label": label,
            "value": " ".join(map(str, ordered)) if text is None else text,
            "options": [],
            "cards": faces(ordered, self.reader.language),
            "hidden": hidden,
            "mentions": referee.mentions(place),
            "ordered": line or place.startswith("got"),
            "also": [],
            "most": None,
            "fault": fault,
        }

    def picker(self, verb: str) -> list[dict[str, Any]]:
        """The pack: a column for each rank from low to high, a row for each suit, the highest first."""
        session = self.session
        order = session.game.order(Cards.PACK)
        ranks = sorted(RANKS, key=lambda rank: min(at for at, card in enumerate(order) if card.rank == rank))
        suits = sorted(SUITS, key=lambda suit: -order.index(Card.read(ranks[0] + suit)))
        lies = referee.lying(session)
        marks = referee.marks(session, verb)
        if self.ruling.view is not None:
            for zone in referee.goals(self.ruling.view, verb):
                marks |= Cards.of(filter(None, zone.cards))
        return [
            {
                **face(card, self.reader.language),
                "at": lies.get(card),
                "marks": card in marks,
                "row": row,
                "column": column,
            }
            for row, suit in enumerate(suits)
            for column, rank in enumerate(ranks)
            for card in (Card.read(rank + suit),)
        ]

    def whole(self) -> list[dict[str, Any]]:
        """The rest of the table: who acts, how many cards the others hold, and every field of this game."""
        session, reader = self.session, self.reader
        who = [self.control("seat"), self.control("turn")]
        held = [_control("more", "switch", reader.tell("scene.referee.more"), session.more)]
        held += [one for seat in range(session.seats) if seat != session.seat for one in self.hand(seat)]
        groups = [
            {"id": "who", "label": reader.tell("scene.referee.who"), "controls": who},
            {
                "id": "hands",
                "label": reader.tell("scene.referee.hands"),
                "controls": held,
            },
        ]
        plain = [one for one in self.fields.values() if one.kind != "rows" and not one.by_seat]
        asked = self.asked
        rest = [one for one in plain if one.name not in ("seat", "turn", *asked) and self.matters(one)]
        groups += [self.rows(one) for one in self.fields.values() if one.kind == "rows" and one.name in asked]
        groups.append(
            {
                "id": "table",
                "label": reader.tell("scene.referee.table"),
                "controls": [self.control(one.name) for one in rest],
            }
        )
        groups += [self.by_seat(one) for one in self.fields.values() if one.by_seat and self.matters(one)]
        groups += [self.rows(one) for one in self.fields.values() if one.kind == "rows" and one.name not in asked]
        left = [place for place in self.faults if place not in self.shown]
        found = [{"rows": [], "add": "", "fault": "", **group} for group in groups]
        found[0]["fault"] = self.fault(*left)
        return found

    def matters(self, one: referee.Field) -> bool:
        """Whether a field says anything at this moment: before every seat cards lie only at some, and where there is a
        stock none are out of play, or set aside, but for those that are so already."""
        plain = not one.by_seat and ("stock" not in self.fields or one.name not in ("played", "aside"))
        return one.kind != "cards" or plain or bool(self.session.position.get(one.name) or self.meant.get(one.name))

    def hand(self, seat: Seat) -> list[dict[str, Any]]:
        """How many cards another seat holds, and where a deal is settled by them, which."""
        place = f"hands[{seat}]"
        if not any(rule.kind == "score" for rule in self.session.game.rulebook.values()):
            return [self.count(seat, place)]
        label = self.reader.tell("scene.referee.holds.cards", seat=seat)
        return [self.count(seat, f"{place}.count"), self.cards(place, label, "")]

    def count(self, seat: Seat, id: str) -> dict[str, Any]:
        """How many cards another seat holds."""
        place = f"hands[{seat}]"
        try:
            size = read_hand(self.session.position["hands"][seat]).size
        except ValueError:
            size = 0
        label = self.reader.tell("scene.referee.holds", seat=seat)
        return _control(id, "number", label, size, most=_MOST, fault=self.fault(place))

    def control(self, name: str, place: str = "", part: referee.Field | None = None, label: str = "") -> dict[str, Any]:
        """The control of a field, or of a part of a row."""
        one = part or self.fields[name]
        place = place or name
        label = label or (self.word(name, one.name) if part else self.word(name))
        fault = self.fault(place)
        value = referee.value_at(self.session.position, place)
        if value is None:
            value = referee.value_at(self.meant, place)
            value = one.default if value is None else value
        match one.kind:
            case "cards":
                return self.cards(place, label, fault)
            case "seat":
                return _choice(place, label, _id(value), self.seats(one.empty and name not in _SOMEBODY), fault)
            case "seats":
                seats = [str(seat) for seat in value] if isinstance(value, list) else []
                return _control(place, "seats", label, seats, self.seats(False), fault=fault)
            case "choice":
                options = [
                    (str(option), self.option(name, option)) for option in one.options if self.offered(option, value)
                ]
                none = [("", self.reader.tell("scene.referee.unset"))] if value is None else []
                return _choice(place, label, _id(value), none + options, fault)
            case "switch":
                return _control(place, "switch", label, value is True, fault=fault)
            case "number":
                number = _cards_left(value) if name == "stock" else value
                return _control(place, "number", label, number if isinstance(number, int) else None, fault=fault)
        return _control(place, "text", label, str(value or "")[:300], fault=fault)

    def offered(self, option: object, value: object) -> bool:
        """Whether a choice can be made under these rules: one of rules only among those in force."""
        rule = self.session.game.rulebook.get(str(option))
        return rule is None or option == value or rule.in_force(referee.rules_of(self.session))

    def option(self, name: str, option: object) -> str:
        """A choice in words; a rule by its name."""
        if option in self.session.game.rulebook:
            return self.reader.tell(f"{option}.name")
        return self.word(name, str(option))

    def seats(self, empty: bool) -> list[tuple[str, str]]:
        named = [(str(seat), self.reader.name(seat)) for seat in range(self.session.seats)]
        return [("", self.reader.tell("scene.referee.nobody")), *named] if empty else named

    def by_seat(self, one: referee.Field) -> dict[str, Any]:
        """A field that has a value for every seat."""
        controls = []
        for seat in range(self.session.seats):
            part = replace(one, by_seat=False)
            controls.append(self.control(one.name, f"{one.name}[{seat}]", part, self.reader.name(seat)))
        return {"id": one.name, "label": self.word(one.name), "controls": controls, "fault": self.fault(one.name)}

    def rows(self, one: referee.Field) -> dict[str, Any]:
        """A field of rows: plays on the pile, melds, gifts."""
        value = self.session.position.get(one.name)
        listed = value if isinstance(value, list) else [value] if isinstance(value, Mapping) else []
        rows = []
        for at, row in enumerate(listed[:20]):
            if not isinstance(row, Mapping):
                continue
            controls = [control for part in one.parts for control in self.part(one, at, part, row)]
            found = self.fault(f"{one.name}[{at}]")
            if found and controls:
                controls[-1]["fault"] = self.reader.join([controls[-1]["fault"], found])
            rows.append({"at": at, "controls": controls, "remove": self.reader.tell("scene.referee.remove")})
        add = "" if one.most is not None and len(rows) >= one.most else self.word(one.name, "add")
        return {
            "id": one.name,
            "label": self.word(one.name),
            "controls": [],
            "rows": rows,
            "add": add,
            "fault": self.fault(one.name),
        }

    def part(
        self, one: referee.Field, at: int, part: referee.Field, row: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """The controls of a part of a row: of what the others put there, one for each of them."""
        place = f"{one.name}[{at}].{part.name}"
        if not part.by_seat:
            unset = part.kind == "choice" and part.empty and referee.value_at(self.meant, place) is None
            return [] if unset and row.get(part.name) is None else [self.control(one.name, place, part)]
        fault = self.fault(place)
        others = [seat for seat in range(self.session.seats) if seat != row.get("seat")]
        return [
            self.cards(f"{place}.{seat}", self.reader.tell("scene.referee.share", seat=seat), fault) for seat in others
        ]

    # The answer

    def answer(self) -> dict[str, Any]:
        """What the rules say of the question, or of the moment where there is none."""
        ruling, reader = self.ruling, self.reader
        view = ruling.view
        if view is None:
            said = reader.join(dict.fromkeys(self.say(fault) for fault in ruling.faults))
            return answers.panel("soft", reader.tell("scene.referee.faulty"), said)
        if ruling.move is None:
            return answers.panel("told", self.said("referee.ask"), self.moment(view))
        if ruling.depends:
            words = "scene.referee.depends"
            return answers.panel("soft", reader.tell(f"{words}.title"), reader.tell(words), cards=ruling.move.cards)
        if ruling.refusal is not None:
            return answers.refused(ruling.refusal, view, reader, ask=False)
        return self.allowed(view, ruling.move, ruling.after)

    def moment(self, view: View) -> str:
        """Whose turn it is, and what it is about."""
        if view.turn is None:
            return ""
        pile = any(zone.kind == "pile" and zone.cards for zone in view.zones())
        if not pile and "play" in view.verbs():
            return self.reader.tell("scene.pile.lead", seat=view.turn)
        return self.reader.tell("scene.turn", seat=view.turn)

    def allowed(self, view: View, move: Move, after: State | None) -> dict[str, Any]:
        reader = self.reader
        title = reader.tell("scene.referee.allowed", move=move)
        rules = [] if self.ruling.decides is None else [self.ruling.decides]
        if after is None:
            links = answers.rule_links(rules, reader)
            bill = answers.bill(self.ruling.lines, reader)
            text = reader.tell("scene.referee.unknown" if bill is None else "scene.referee.unknown.bill")
            return answers.panel("right", title, text, cards=move.cards, links=links, bill=bill)
        seen = after.view(self.session.you)
        told = told_last(seen, reader)
        events = [event.rule for event in seen.events]
        outcome = after.outcome
        if outcome is not None:
            told = [*told, answers.ended(outcome, after, after.deal, reader)["text"]]
            events += [event.rule for event in outcome.events]
        # The move itself is on the cards already.
        links = answers.rule_links(rules, reader)
        links += answers.rule_links(dict.fromkeys(rule for rule in events if rule not in rules), reader, lessons=False)
        bill = None if outcome is None else answers.bill(outcome.lines, reader, outcome.totals, outcome.standing.tally)
        return answers.panel("right", title, reader.join(told[1:]), cards=move.cards, links=links, bill=bill)

    def moves(self) -> dict[str, Any] | None:
        """What may be done, the lowest of each number of cards first."""
        ruling, reader = self.ruling, self.reader
        view = ruling.view
        if view is None or (not ruling.legal and view.turn != view.seat):
            return None
        sizes: dict[tuple[str, int], list[Move]] = {}
        like = set()
        over: dict[str, int] = {}  # moves of sizes that are not shown, by their verb
        for move in ruling.legal:
            alike = (move.verb, *sorted(card.rank for card in move.cards))
            if ruling.any_cards and alike in like:
                continue
            like.add(alike)
            size = (move.verb, len(move.cards))
            if size not in sizes and sum(verb == move.verb for verb, _ in sizes) == _GROUPS:
                over[move.verb] = over.get(move.verb, 0) + 1
            else:
                sizes.setdefault(size, []).append(move)
        several = len({verb for verb, count in sizes if count}) > 1
        heads, groups, more = [], [], []
        for (verb, count), found in sizes.items():
            heads.append(reader.tell(f"scene.do.{verb}") if several and count else "")
            groups.append([self.move(move, view) for move in found[:_SHOWN]])
            left = max(0, len(found) - _SHOWN)
            if count == max(size for other, size in sizes if other == verb):
                left += over.get(verb, 0)
            more.append(reader.tell("scene.referee.more-moves", count=left) if left else "")
        case = "any" if ruling.any_cards else "hand"
        title = self.said(f"referee.may.{case}" if groups else "referee.may.none")
        return {"title": title, "heads": heads, "groups": groups, "more": more}

    def move(self, move: Move, view: View) -> dict[str, Any]:
        cards = view.game.order(move.cards, view.rules)
        card, meld = getattr(move, "card", None), getattr(move, "meld", None)
        note = self.word("melds", "each", number=meld) if meld is not None else ""
        if card is not None and meld is None:
            note = spell(card, self.reader.language)
        drawn = faces(cards, self.reader.language)
        return {"label": self.reader.label(move), "cards": drawn, "note": note, "text": str(move)}


_PARTS = ("seat", "cards", "card", "from", "to")
"""Parts of rows that are called the same in every field."""

_SOMEBODY = ("seat", "turn")
"""Fields of which "nobody" is no answer here."""

_OWN = {"rules": "rules", TRY: "try", HAND: "hands"}


def _cards_left(stock: object) -> int | None:
    """How many cards a stock has that may be anything a link holds; None where nobody can say."""
    if stock == "none":
        return 0
    try:
        return read_hand(stock).size
    except ValueError:
        return None


def _id(value: object) -> str:
    return "" if value is None else str(value)


def _choice(id: str, label: str, value: str, options: list[tuple[str, str]], fault: str = "") -> dict[str, Any]:
    return _control(id, "choice", label, value, options, fault=fault)


def _control(
    id: str,
    kind: str,
    label: str,
    value: Any,
    options: Iterable[tuple[str, str]] = (),
    *,
    most: int | None = None,
    fault: str = "",
) -> dict[str, Any]:
    return {
        "id": id,
        "kind": kind,
        "label": label,
        "value": value,
        "options": [{"id": option, "label": words} for option, words in options],
        "cards": [],
        "hidden": 0,
        "mentions": False,
        "most": most,
        "fault": fault,
    }
