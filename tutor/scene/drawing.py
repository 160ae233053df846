"""The parts of a scene: who sits where, what lies where, what has happened, in the words of one reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from tutor.cards import RANKS, SIGNS, Card, Cards, Seat
from tutor.core import Event, Marked, Move, Reason, Step, UnreadableMove, View, Violation, Zone
from tutor.core.move import WITH_CARDS
from tutor.i18n import label, narrate, say, spell, tell

__all__ = [
    "Reader",
    "blank",
    "button",
    "demand",
    "face",
    "faces",
    "groups",
    "hand",
    "key_of",
    "labels",
    "legal",
    "log",
    "marks_key",
    "places",
    "sentences",
    "table",
    "titles",
    "titles_borne",
    "told",
    "told_last",
    "verb_buttons",
    "you_word",
]

_CODES = {
    "pass": "KeyP",
    "hint": "KeyH",
    "next": "KeyN",
    "again": "KeyN",
    "decline": "KeyD",
    "undo": "KeyU",
    "draw": "KeyW",
    "take": "KeyT",
    "lay": "KeyL",
    "layoff": "KeyF",
    "discard": "KeyX",
    "knock": "KeyO",
    "claim": "KeyM",
}
"""Physical keys, so that a Thai keyboard plays the same. J Q K A go to a rank, I S are the table's, C R the page's."""

_NEEDS = {"take": "table", "layoff": "zone"}
"""What must be marked for a verb, where that is not cards of the hand alone."""

_DECLINES = ("pass", "decline")
"""Verbs that are no wish to do something: nothing marked does not yet mean them."""

_NOTES = ("passed", "out", "offered", "declined")
"""Facts about a seat that hold for this pile or this deal, and are said with its cards; the others are titles."""

_NEW_PILE = ("new-pile", "lead-after-out")
"""Events after which the next move leads."""


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a scene is: language, the players' names by seat, the reader's own seat."""

    language: str
    names: tuple[str, ...] = ()
    you: Seat | None = None

    def tell(self, message_id: str, **params: Any) -> str:
        """A message."""
        if not params:
            return _fixed(message_id, self.language)
        return tell(message_id, self.language, names=self.names, you=self.you, **params)

    def say(self, reason: Reason) -> str:
        """What a violation, event, tip or score line says."""
        return say(reason, self.language, self.names, self.you)

    def narrate(self, step: Step) -> str:
        """What a step of the history tells."""
        return narrate(step, self.language, self.names, self.you)

    def label(self, move: Move) -> str:
        """A move as on its button."""
        return label(move, self.language)

    def name(self, seat: Seat) -> str:
        """Who sits there; the reader is called "you"."""
        if seat == self.you:
            return you_word(self.language)
        return self.names[seat] if seat < len(self.names) else self.tell("word.player", number=seat + 1)

    def join(self, parts: Iterable[str]) -> str:
        """Sentences one after another."""
        return sentences(parts, self.language)


@cache
def _fixed(message_id: str, language: str) -> str:
    return tell(message_id, language)


@cache
def _count(count: int, language: str) -> str:
    return tell("word.cards", language, count=count)


def sentences(parts: Iterable[str], language: str) -> str:
    """Sentences as one text. English ends each with a stop, Thai parts them with a space."""
    said = [part.strip() for part in parts if part.strip()]
    if language == "th":
        return " ".join(said)
    return " ".join(part if part[-1] in ".!?:”" else f"{part}." for part in said)


def you_word(language: str) -> str:
    """What the reader is called at a seat."""
    word = tell("word.you", language)
    return word[:1].upper() + word[1:]


# Cards


@cache
def _card_label(card: Card | None, language: str) -> str:
    return tell("word.hidden-card", language) if card is None else spell(card, language, spoken=True)


def face(card: Card | None, language: str, mark: str | None = None) -> dict[str, Any]:
    """A card as it is drawn, None for its back."""
    return {
        "id": None if card is None else str(card),
        "label": _card_label(card, language),
        "mark": mark,
    }


def faces(cards: Iterable[Card | None], language: str, marks: Mapping[Card, str] | None = None) -> list[dict[str, Any]]:
    """Cards as they are drawn."""
    marks = marks or {}
    return [face(card, language, None if card is None else marks.get(card)) for card in cards]


def key_of(cards: Cards) -> str:
    """Cards as the browser names a selection."""
    return " ".join(sorted(map(str, cards)))


def marks_key(marked: Marked) -> str:
    """The key under which the browser looks up what is marked: ``8s Ts | 9s > meld.2``."""
    table = f" | {key_of(marked.table)}" if marked.table else ""
    zone = "" if marked.zone is None else f" > {marked.zone}"
    return f"{key_of(marked.hand)}{table}{zone}".strip()


# The table


def table(
    view: View, reader: Reader, *, marks: Mapping[Card, str] | None = None, target: str | None = None
) -> dict[str, Any]:
    """What lies on the table and who sits round it: the fields seats, me, direction, pile, aside, stock, centre, row
    and melds. ``marks`` are on cards that can be marked, ``target`` is the zone that a hint points at."""
    zones = view.zones()
    piles = [zone for zone in zones if zone.kind == "pile"]
    pile = [zone for zone in piles if zone.cards]
    owner = pile[-1].seat if pile else None
    mine = view.seat
    seats = []
    for step in range(1, view.seats):
        seat = (mine + step) % view.seats
        drawn = _seat(view, seat, reader)
        seats.append(drawn | {"out": not view.counts[seat], "last": seat == owner})
        thrown = [zone.cards for zone in zones if zone.kind == "discards" and zone.seat == seat]
        if thrown:
            seats[-1]["discards"] = faces(thrown[0], reader.language, marks)
    aside = next((zone for zone in zones if zone.kind == "aside" and zone.cards), None)
    return {
        "seats": seats,
        "me": _seat(view, mine, reader),
        "direction": {
            "value": view.position().direction,
            "label": " · ".join(reader.tell(badge) for badge in view.badges(None)),
        },
        "pile": None
        if not piles
        else {
            "label": _pile_label(pile[-1].cards, owner, reader) if pile else reader.tell("scene.pile.empty"),
            "plays": [
                {
                    "by": "" if zone.seat is None else reader.name(zone.seat),
                    "cards": faces(zone.cards, reader.language),
                }
                for zone in pile
            ],
            "empty": _empty(view, reader),
        },
        "aside": None
        if aside is None
        else {
            "label": reader.tell("scene.aside", seat=aside.seat, count=len(aside.cards))
            if aside.seat is not None
            else reader.tell("scene.aside-open", count=len(aside.cards)),
            "count": len(aside.cards),
        },
        **_places(view, zones, reader, marks or {}, target),
    }


def _places(
    view: View, zones: Iterable[Zone], reader: Reader, marks: Mapping[Card, str], target: str | None
) -> dict[str, Any]:
    """Where cards lie besides pile and hands: the fields stock, centre, row and melds, None for what a game has not."""
    found: dict[str, list[Zone]] = {}
    for zone in zones:
        found.setdefault(zone.kind, []).append(zone)
    stock, centre, row = (next(iter(found.get(kind, ())), None) for kind in ("stock", "centre", "row"))
    place = next(iter(found.get("melds", ())), None)
    melds = found.get("meld", [])
    return {
        "stock": None if stock is None else _stock(view, stock, reader),
        "centre": None if centre is None else _row(centre, "centre", reader, marks),
        "row": None if row is None else _row(row, "row", reader, marks),
        "melds": None
        if place is None and not melds
        else {
            "label": reader.tell("scene.melds", count=len(melds)),
            "melds": [_meld(zone, number, reader, marks, target) for number, zone in enumerate(melds, 1)],
            "empty": reader.tell("scene.melds.empty"),
            "accepts": [] if place is None else list(place.accepts),
        },
    }


def _stock(view: View, zone: Zone, reader: Reader) -> dict[str, Any]:
    count = len(zone.cards)
    return {
        "label": reader.tell("scene.stock", count=count) if count else reader.tell("scene.stock.empty"),
        "count": count,
        "draws": "draw" if "draw" in view.verbs() else None,
    }


def _row(zone: Zone, kind: str, reader: Reader, marks: Mapping[Card, str]) -> dict[str, Any]:
    """Cards that can be taken: of a row with all later ones."""
    count = len(zone.cards)
    cards = []
    for at, (card, drawn) in enumerate(zip(zone.cards, faces(zone.cards, reader.language, marks), strict=True), 1):
        if card is None:
            continue
        along = count - at if kind == "row" else 0
        alone = spell(card, reader.language)
        sweep = reader.tell("scene.row.sweep", card=card, count=along) if along else alone
        cards.append(drawn | {"by": _by(zone, at - 1, reader), "sweep": sweep})
    return {
        "label": reader.tell(f"scene.{kind}", count=count) if count else reader.tell(f"scene.{kind}.empty"),
        "cards": cards,
        "empty": reader.tell(f"scene.{kind}.empty"),
        "accepts": list(zone.accepts),
    }


def _meld(zone: Zone, number: int, reader: Reader, marks: Mapping[Card, str], target: str | None) -> dict[str, Any]:
    """A meld, with the names of those who laid a card on what is another's."""
    drawn = faces(zone.cards, reader.language, marks)
    return {
        "id": zone.id,
        "number": zone.id.rpartition(".")[2] or str(number),
        "label": reader.tell("scene.meld", number=number, seat=zone.seat)
        if zone.seat is not None
        else reader.tell("scene.meld-open", number=number),
        "owner": "" if zone.seat is None else reader.name(zone.seat),
        "cards": [card | {"by": _by(zone, at, reader, besides=zone.seat)} for at, card in enumerate(drawn)],
        "mark": "hint" if zone.id == target else None,
        "accepts": list(zone.accepts),
    }


def _by(zone: Zone, at: int, reader: Reader, *, besides: Seat | None = None) -> str:
    """Who put this card of the zone there, "" where nobody or ``besides`` did."""
    seat = zone.by[at] if at < len(zone.by) else None
    return "" if seat is None or seat == besides else reader.name(seat)


def _seat(view: View, seat: Seat, reader: Reader) -> dict[str, Any]:
    badges = view.badges(seat)
    shown = titles(badges)
    notes = [badge for badge in badges if badge not in shown]
    count = view.counts[seat]
    return {
        "seat": seat,
        "name": reader.name(seat),
        "badges": list(map(reader.tell, shown)),
        "count": count,
        "countLabel": _count(count, reader.language) if count else "",
        "note": " · ".join(map(reader.tell, notes)),
        "turn": seat == view.turn,
    }


def titles(badges: Iterable[str]) -> list[str]:
    """The badges that are no passing notes."""
    return [badge for badge in badges if badge.rpartition(".")[2] not in _NOTES]


def titles_borne(view: View, seat: Seat, reader: Reader) -> str:
    """The titles that the deal before has given a player for this one. Somebody deals in any case: that is none."""
    borne = [badge for badge in titles(view.badges(seat)) if not badge.endswith(".dealer")]
    return ", ".join(map(reader.tell, borne))


def _pile_label(cards: Sequence[Card | None], owner: Seat | None, reader: Reader) -> str:
    top = Cards.of(card for card in cards if card is not None)
    if owner is None:
        return reader.tell("scene.pile.top-open", cards=top)
    return reader.tell("scene.pile.top", cards=top, seat=owner)


def _empty(view: View, reader: Reader) -> str:
    if view.turn is None or "play" not in view.verbs():
        return reader.tell("scene.pile.empty")
    return reader.tell("scene.pile.lead", seat=view.turn)


def hand(
    view: View, reader: Reader, *, select: str = "many", marks: Mapping[Card, str] | None = None
) -> dict[str, Any]:
    """The reader's cards, low to high as the game counts."""
    cards = view.game.order(view.hand, view.rules)
    return {
        "label": reader.tell("scene.hand", count=len(cards)) if cards else "",
        "cards": faces(cards, reader.language, marks),
        "select": select,
    }


def groups(view: View) -> list[str]:
    """What one tap may select beyond a card itself: all cards of a rank, and every legal play of several cards."""
    found = []
    for rank in RANKS:
        same = Cards.of(card for card in view.hand if card.rank == rank)
        if len(same) > 1:
            found.append(same)
    legal = [view.marked(move).hand for move in view.legal_moves() if move.verb != "give"]
    several = sorted((cards for cards in legal if len(cards) > 1), key=len, reverse=True)
    return list(dict.fromkeys(map(key_of, [*found, *several])))


def legal(view: View, reader: Reader) -> dict[str, dict[str, str]]:
    """For all that can be marked the verbs whose legal move that is, with the words on the main button."""
    found: dict[str, dict[str, str]] = {}
    for move in view.legal_moves():
        found.setdefault(marks_key(view.marked(move)), {}).setdefault(move.verb, reader.label(move))
    return found


def button(id: str, words: str, *, primary: bool = False, needs: str | None = None) -> dict[str, Any]:
    """A button; the main one answers to Enter."""
    return {
        "id": id,
        "label": words,
        "kind": "primary" if primary else None,
        "needs": needs,
        "key": "Enter" if primary else None,
        "code": _CODES.get(id),
    }


def verb_buttons(view: View, reader: Reader) -> list[dict[str, Any]]:
    """A button for each verb of the moment, legal or not: what may not be is answered, not hidden. The main one, while
    nothing is marked, is what can be done so, or the first."""
    verbs = view.verbs()
    bare = {move.verb for move in view.legal_moves()}.difference(WITH_CARDS, _DECLINES)
    main = next((verb for verb in verbs if verb in bare), next(iter(verbs), None))
    found: list[dict[str, Any]] = []
    for verb in verbs:
        if verb in WITH_CARDS:
            words, needs = reader.tell(f"scene.do.{verb}"), _NEEDS.get(verb, "cards")
        else:
            words, needs = reader.label(view.game.read_move(verb)), None
        found.append(button(verb, words, primary=verb == main, needs=needs))
    return found


# What happened


def told(step: Step, reader: Reader) -> list[str]:
    """What a step tells: the move, and what the game did by itself because of it."""
    restated = [event for event in step.events if _restates(event, step)]
    parts = [] if step.move is None and restated else [reader.narrate(step)]
    parts += [reader.say(event) for event in step.events if step.move is None or event not in restated]
    return parts


def told_last(view: View, reader: Reader, history: Sequence[Step] | None = None) -> list[str]:
    """What the last move told, and whose turn it is where that does not say so itself. ``history`` as another than the
    one who views knows it."""
    last = (view.history if history is None else history)[-1]
    parts = told(last, reader)
    if view.turn is not None and not any(event.params.get("seat") == view.turn for event in last.events):
        parts.append(reader.tell("scene.turn", seat=view.turn))
    return parts


def _restates(event: Event, step: Step) -> bool:
    """Whether an event only says again what the move was: who gave how much to whom, or who did it with which card."""
    said, move = set(event.params), step.move
    if event.params.get("seat") != step.seat:
        return False
    if "to" in said:
        return said <= {"seat", "to", "count"}
    if move is None or not {"seat", "card"} <= said <= {"seat", "card", "cards", "count", "case"}:
        return False
    named = getattr(move, "card", None)
    alone = move.cards if named is None else Cards.of([named])
    return bool(alone == Cards.of([event.params["card"]]) == event.params.get("cards", alone))


def log(
    history: Sequence[Step], reader: Reader, before: Iterable[str] = (), after: Iterable[str] = ()
) -> list[list[str]]:
    """The deal so far, one line a move, each pile by itself; around it what was told ``before`` and ``after``."""
    piles = [[*before]]
    for step in history:
        piles[-1].append(_line(step, reader))
        if any(event.rule.id.rpartition(".")[2] in _NEW_PILE for event in step.events):
            piles.append([])
    piles.append([*after])
    return [pile for pile in piles if pile]


@lru_cache(maxsize=8192)
def _line(step: Step, reader: Reader) -> str:
    """A step in words. The whole deal is told with every move, and what has happened stays as it was told."""
    return reader.join(told(step, reader))


def demand(view: View) -> Violation | None:
    """What the moment asks of its seat where nothing but one kind of giving is possible, or declining to: the law that
    giving the whole hand would break, which names the cards or how many are due."""
    verbs = [verb for verb in view.verbs() if verb != "decline"]
    if view.turn != view.seat or len(verbs) != 1 or verbs[0] not in WITH_CARDS:
        return None
    try:
        return view.check(view.game.read_move(f"{verbs[0]} {view.hand}"))
    except UnreadableMove:
        return None  # no move of several cards


# The rest of a scene


def blank(
    reader: Reader, *, rev: str, title: str, four: bool, motion: bool | None, theme: str | None
) -> dict[str, Any]:
    """A scene in which nothing is drawn yet; ``labels`` come last, since they name the buttons."""
    return {
        "rev": rev,
        "lang": reader.language,
        "title": title,
        "theme": theme,
        "four": four,
        "motion": motion,
        "mode": "play",
        "seats": [],
        "me": None,
        "direction": None,
        "pile": None,
        "aside": None,
        "stock": None,
        "centre": None,
        "row": None,
        "melds": None,
        "hand": {"label": "", "cards": [], "select": "none"},
        "groups": [],
        "legal": {},
        "buttons": [],
        "status": "",
        "answer": None,
        "ask": None,
        "log": [],
        "waiting": None,
        "curtain": None,
        "rules": None,
        "labels": {},
    }


@cache
def _labels(language: str) -> dict[str, Any]:
    def word(name: str) -> str:
        return tell(f"scene.label.{name}", language)

    suits = {sign: tell(f"word.suit.{suit}", language) for suit, sign in SIGNS.items()}
    ranks = {"10" if rank == "T" else rank: _rank(rank, language) for rank in RANKS}
    pattern = spell(Card.read("9s"), language, spoken=True)
    return {
        "players": word("players"),
        "actions": word("actions"),
        "log": word("log"),
        "turn": word("turn"),
        "last": word("last"),
        "retry": word("retry"),
        "chooseFirst": word("choose-first"),
        "chooseTable": word("choose-table"),
        "chooseMeld": word("choose-meld"),
        "answerFirst": word("answer-first"),
        "earlier": word("earlier"),
        "later": word("later"),
        "marks": {mark: word(f"mark.{mark}") for mark in ("hint", "wrong")},
        "along": word("along"),
        "suits": suits,
        "ranks": ranks,
        "card": pattern.replace(suits["♠"], "{suit}").replace("9", "{rank}"),
        "sortSuit": word("sort-suit"),
        "sortedSuit": word("sorted-suit"),
        "sortedRank": word("sorted-rank"),
        "set": word("set"),
        "allRules": word("all-rules"),
        "results": {name: word(f"result.{name}") for name in ("place", "name", "title", "note", "points", "score")},
        "keysTitle": tell("scene.keys.title", language),
        "close": word("close"),
    }


def _rank(rank: str, language: str) -> str:
    if rank in "JQKA":
        return tell(f"word.rank.{rank}", language)
    return "10" if rank == "T" else rank


def places(scene: Mapping[str, Any]) -> bool:
    """Whether there is more to mark than cards of the hand."""
    return any(scene[place] is not None for place in ("centre", "row", "melds"))


def labels(language: str, buttons: Iterable[Mapping[str, Any]] = (), *, places: bool = False) -> dict[str, Any]:
    """The words that every scene needs, and the keys that press these buttons; ``places``: there is more to mark than
    the hand."""
    keys = [{"keys": ["Tab"], "text": tell("scene.keys.places", language)}] if places else []
    keys += [
        {"keys": names, "text": tell(f"scene.keys.{what}", language)}
        for names, what in (
            (["←", "→"], "walk"),
            (["Space"], "select"),
            (["Shift", "Space"], "group"),
            (["2", "…", "9", "0", "J", "Q", "K", "A"], "rank"),
            (["S"], "sort"),
            (["Enter"], "main"),
        )
    ]
    keys += [{"keys": [one["code"][3:]], "text": one["label"]} for one in buttons if one["code"]]
    keys += [
        {"keys": ["Esc"], "text": tell("scene.keys.drop", language)},
        {"keys": ["?"], "text": tell("scene.keys.help", language)},
    ]
    return {**_labels(language), "keys": keys}
