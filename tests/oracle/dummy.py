"""Dummy a second time: plain, slow, and written from docs/rules/dummy.md by somebody who had not seen the engine.

Nothing is clever here: hands are sets of cards, every meld that the pack allows is on one list, and every paragraph of
the rules can be found again by the id in the comment beside it. A rule is named without its game: ``dummy.`` is put
in front where a law, an event or a line leaves this file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from tutor.cards import Card, Cards

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ORDER = {card: (RANKS.index(card.rank), SUITS.index(card.suit)) for card in Cards.PACK}
"""Suits do not count in any rule; they only keep lists of moves in one order."""

SPETO = frozenset(Cards.read("2c Qs"))
HAND_SIZES = {2: 11, 3: 9, 4: 7}
FINE = -50

BASIC: dict[str, Any] = {
    "burn_five": False,
    "ace_low_runs": False,
    "take_for_layoff": False,
    "lay_on_birth_turn": False,
    "layoff_chain": True,
    "stock_out": "take_or_end",
    "fool_reverse": "stays",
    "target": 500,
    "closing_speto": False,
    "fine_layoff_discard": False,
    "head_bonus": False,
    "fine_full_discard": False,
    "fine_speto": False,
}
PRESETS: dict[str, dict[str, Any]] = {
    "basic": BASIC,
    "full": BASIC
    | {
        "closing_speto": True,
        "fine_layoff_discard": True,
        "head_bonus": True,
        "fine_full_discard": True,
        "fine_speto": True,
    },
}

VERBS = ["take", "draw", "lay", "layoff", "knock", "discard", "pass"]
"""In the order in which legal moves are listed."""


def options_of(rules: str | Mapping[str, Any]) -> dict[str, Any]:
    """All options of ``full`` or of ``{preset: full, layoff_chain: off}``."""
    if isinstance(rules, str):
        return PRESETS[rules]
    changed = {name: value for name, value in rules.items() if name != "preset"}
    return PRESETS[rules.get("preset") or "basic"] | changed


# --- Cards together ---------------------------------------------------------------------------------------------


def low_to_high(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=ORDER.__getitem__)


def one_after_another(cards: Iterable[Card]) -> list[tuple[int, int]]:
    """What one list of cards is compared with another by, card by card."""
    return [ORDER[card] for card in low_to_high(cards)]


def of_one_rank(cards: Iterable[Card]) -> bool:
    return len({card.rank for card in cards}) == 1


def points(card: Card) -> int:
    """dummy.points"""
    if card in SPETO:
        return 50
    return 15 if card.rank == "A" else 10 if card.rank in "TJQK" else 5


def ladders(ace_low: bool) -> list[str]:
    """The ranks in sequence: the ace above the king, and with ace_low_runs also below the two."""
    return [RANKS, "A" + RANKS[:-1]] if ace_low else [RANKS]


@cache
def melds_of_the_pack(ace_low: bool) -> frozenset[frozenset[Card]]:
    """dummy.meld: every three or four of a rank, every three or more of a suit in sequence."""
    melds = set()
    for rank in RANKS:
        four = [Card.read(rank + suit) for suit in SUITS]
        melds |= {frozenset(some) for size in (3, 4) for some in combinations(four, size)}
    for ladder in ladders(ace_low):
        for suit in SUITS:
            line = [Card.read(rank + suit) for rank in ladder]
            melds |= {frozenset(line[start:end]) for start in range(13) for end in range(start + 3, 14)}
    return frozenset(melds)


def ends_lengthened(meld: Collection[Card], added: Collection[Card], ace_low: bool) -> list[frozenset[str]]:
    """At which ends of a meld these cards may be thought to go: ``low``, ``high``, both; none for equal ranks.

    More than one answer only where they complete a suit with an ace that could stand at either end.
    """
    if of_one_rank(meld):
        return [frozenset()]
    answers = []
    for ladder in ladders(ace_low):
        old = sorted(ladder.index(card.rank) for card in meld)
        new = sorted(ladder.index(card.rank) for card in added)
        together = sorted(old + new)
        if any(line != list(range(line[0], line[0] + len(line))) for line in (old, together)):
            continue
        answers.append(
            frozenset(["low"] * any(place < old[0] for place in new) + ["high"] * any(place > old[-1] for place in new))
        )
    return answers


@cache
def neighbours(card: Card, ace_low: bool) -> frozenset[Card]:
    """The same suit within two ranks either way, and the other three of its rank."""
    found = {other for other in Cards.PACK if other.rank == card.rank}
    for ladder in ladders(ace_low):
        here = ladder.index(card.rank)
        near = ladder[max(here - 2, 0) : here + 3]
        found |= {other for other in Cards.PACK if other.suit == card.suit and other.rank in near}
    return frozenset(found - {card})


# --- Moves as texts ---------------------------------------------------------------------------------------------


class Move(NamedTuple):
    verb: str
    cards: frozenset[Card] = frozenset()  # all cards named
    taken: Card | None = None  # from the row
    meld: int | None = None  # its number, from 1

    def written(self) -> str:
        cards = str(Cards.of(self.cards))
        if self.verb == "take":
            return f"take {self.taken} to {self.meld}" if self.meld is not None else f"take {self.taken} as {cards}"
        return f"{self.verb} {cards}".strip() + (f" to {self.meld}" if self.verb == "layoff" else "")

    def place(self) -> tuple[Any, ...]:
        """By verb, then fewest cards, then lowest card by card, then the meld's number, then the text."""
        number = self.meld or 0
        return VERBS.index(self.verb), len(self.cards), one_after_another(self.cards), number, self.written()


def read(text: str) -> Move:
    """ValueError where the text is no move at all."""

    def number(word: str) -> int:
        if not (word.isascii() and word.isdecimal()):
            raise ValueError(f"not a meld's number: {word!r}")
        return int(word)

    match text.lower().split():
        case ["draw" | "pass" as verb]:
            return Move(verb)
        case ["discard" | "knock" as verb, card]:
            return Move(verb, frozenset([Card.read(card)]))
        case ["lay", *cards] if cards:
            return Move("lay", frozenset(Cards.read(" ".join(cards))))
        case ["layoff", *cards, "to", meld] if cards:
            return Move("layoff", frozenset(Cards.read(" ".join(cards))), meld=number(meld))
        case ["take", card, "to", meld]:
            return Move("take", frozenset([Card.read(card)]), Card.read(card), number(meld))
        case ["take", card, "as", *cards] if cards:
            return Move("take", frozenset(Cards.read(" ".join(cards))), Card.read(card))
    raise ValueError(f"not a move: {text!r}")


# --- What can be laid at once -----------------------------------------------------------------------------------


def can_all_be_laid(cards: frozenset[Card], pieces: Sequence[Move]) -> bool:
    """Whether lays and lay-offs from this list, one lay-off a meld at most, use up these cards."""

    @cache
    def rest_can(rest: frozenset[Card], used: frozenset[int]) -> bool:
        if not rest:
            return True
        lowest = low_to_high(rest)[0]
        return any(
            rest_can(rest - piece.cards, used | ({piece.meld} if piece.meld else set()))
            for piece in pieces
            if lowest in piece.cards and piece.cards <= rest and piece.meld not in used
        )

    return rest_can(cards, frozenset())


def left_over(cards: frozenset[Card], pieces: Sequence[Move]) -> list[Card]:
    """dummy.knock-one-card: what is left in the best attempt, the fewest and then the lowest."""

    @cache
    def best(rest: frozenset[Card], used: frozenset[int]) -> tuple[Card, ...]:
        if not rest:
            return ()
        lowest = low_to_high(rest)[0]
        attempts = [(lowest, *best(rest - {lowest}, used))]
        attempts += [
            best(rest - piece.cards, used | ({piece.meld} if piece.meld else set()))
            for piece in pieces
            if lowest in piece.cards and piece.cards <= rest and piece.meld not in used
        ]
        return min(attempts, key=lambda attempt: (len(attempt), one_after_another(attempt)))

    return list(best(cards, frozenset()))


def first_way(cards: frozenset[Card], pieces: Sequence[Move]) -> list[Move]:
    """dummy.knock: of all ways that lay these cards, the one whose first move comes before, and so on."""
    way: list[Move] = []
    rest, free = cards, sorted(pieces, key=Move.place)
    while rest:
        for piece in free:
            later = [other for other in free if other.meld is None or other.meld != piece.meld]
            if piece.cards <= rest and can_all_be_laid(rest - piece.cards, later):
                break
        else:
            raise AssertionError("these cards cannot all be laid")
        way.append(piece)
        rest, free = rest - piece.cards, later
    return way


# --- A deal -----------------------------------------------------------------------------------------------------


class Thrown(NamedTuple):
    """A card of the row, and who threw it; nobody threw the head."""

    card: Card
    seat: int | None


class Meld(NamedTuple):
    owner: int
    laid: Mapping[Card, int]  # who laid each card
    longer: frozenset[str] = frozenset()  # layoff_chain off: the ends lengthened already

    @property
    def cards(self) -> frozenset[Card]:
        return frozenset(self.laid)


class Got(NamedTuple):
    """What the turn began with."""

    source: str  # "stock" or "row"
    cards: tuple[Card, ...]  # the one taken first
    birth: bool = False


class Watch(NamedTuple):
    """A "then takes" fine that threatens whoever threw this card."""

    rule: str
    seat: int
    card: Card


class Fine(NamedTuple):
    rule: str
    seat: int


class Told(NamedTuple):
    """An event, whom it concerns, and who sees it: everybody (None), for none of them names a hidden card."""

    rule: str
    seat: int | None = None
    seen_by: frozenset[int] | None = None


class Line(NamedTuple):
    rule: str
    seat: int
    amount: int
    to: int | None = None  # points are won from nobody


class Standing(NamedTuple):
    """What the next deal begins with."""

    deal: int
    dealer: int
    direction: int
    scores: list[int]


def cards_of(text: str | None) -> frozenset[Card]:
    return frozenset(Cards.read(text or ""))


def row_of_cards(text: str | None) -> tuple[Card, ...]:
    """Cards whose order matters."""
    return tuple(Card.read(word) for word in (text or "").split()) if text != "none" else ()


def fresh_position(
    rules: str | Mapping[str, Any], seats: int, pack: Sequence[Card], standing: Standing | None = None
) -> dict[str, Any]:
    """dummy.deal: hands from the top of this pack, then the head; what is left is the stock."""
    options = options_of(rules)
    standing = standing or Standing(1, 0, 1, [0] * seats)
    size = HAND_SIZES[seats]
    hands = [pack[size * seat : size * (seat + 1)] for seat in range(seats)]
    head, *stock = pack[size * seats :]
    aside: list[Card] = []
    if options["burn_five"] and seats == 2:
        # dummy.burn-five
        stock, aside = stock[:-5], stock[-5:]
    return {
        "game": "dummy",
        "rules": rules,
        "hands": [str(Cards.of(hand)) for hand in hands],
        # dummy.first-seat
        "turn": (standing.dealer + standing.direction) % seats,
        "stock": " ".join(map(str, stock)),
        "aside": str(Cards.of(aside)),
        "row": [{"card": str(head)}],
        "deal": standing.deal,
        "dealer": standing.dealer,
        "direction": standing.direction,
        "scores": standing.scores,
    }


@dataclass
class Deal:
    """One deal from any position without hidden cards (contract, section 3); ``play`` changes it.

    Fields are given new values and never edited, so that a copy of the deal is a deal of its own.
    """

    options: dict[str, Any]
    hands: tuple[frozenset[Card], ...]
    turn: int | None
    phase: str
    stock: tuple[Card, ...]  # from the top
    aside: frozenset[Card]
    played: frozenset[Card]  # out of play from the start
    row: tuple[Thrown, ...]  # oldest first
    melds: tuple[Meld, ...]
    born: frozenset[int]
    head: Card | None
    got: Got | None
    watch: tuple[Watch, ...]
    fines: tuple[Fine, ...]
    dealer: int
    scores: tuple[int, ...]
    deal: int
    direction: int
    # Of an ended deal:
    closing: tuple[Card, int] | None = None  # with the knocker
    dark: bool = False
    fool: int | None = None
    lines: tuple[Line, ...] = ()
    standing: Standing | None = None
    winner: int | None = None  # of the match

    @classmethod
    def at(cls, position: Mapping[str, Any]) -> Deal:
        """The deal that a position describes; what is left out of it has the contract's default."""
        options = options_of(position.get("rules", "basic"))
        hands = tuple(cards_of(hand) for hand in position["hands"])
        row = tuple(Thrown(Card.read(thrown["card"]), thrown.get("seat")) for thrown in position.get("row", []))
        melds = tuple(meld_of(meld, options) for meld in position.get("melds", []))
        aside, played = cards_of(position.get("aside")), cards_of(position.get("played"))
        stock = row_of_cards(position.get("stock"))
        if position.get("stock") != "none":
            lying = frozenset().union(*hands, aside, played, stock, *(meld.laid for meld in melds))
            lying |= {thrown.card for thrown in row}
            stock += tuple(card for card in low_to_high(Cards.PACK) if card not in lying)
        if "head" in position:
            head = Card.read(position["head"]) if position["head"] else None
        else:
            head = row[0].card if row and row[0].seat is None else None
        got = position.get("got")
        return cls(
            options=options,
            hands=hands,
            turn=position["turn"],
            phase=position.get("phase", "begin"),
            stock=stock,
            aside=aside,
            played=played,
            row=row,
            melds=melds,
            born=frozenset(position.get("born", [])),
            head=head,
            got=Got(got["from"], row_of_cards(got["cards"]), got.get("birth") or False) if got else None,
            watch=tuple(
                Watch(watch["rule"].removeprefix("dummy."), watch["seat"], Card.read(watch["card"]))
                for watch in position.get("watch", [])
            ),
            fines=tuple(Fine(fine["rule"].removeprefix("dummy."), fine["seat"]) for fine in position.get("fines", [])),
            dealer=position.get("dealer", len(hands) - 1),
            scores=tuple(position.get("scores") or [0] * len(hands)),
            deal=position.get("deal", 1),
            direction=position.get("direction", 1),
        )

    def position(self) -> dict[str, Any]:
        """The same fields again, without the game and its rules."""
        melds = []
        for meld in self.melds:
            seats = sorted(set(meld.laid.values()))
            laid = {seat: str(Cards.of(card for card, by in meld.laid.items() if by == seat)) for seat in seats}
            melds.append({"cards": str(Cards.of(meld.laid)), "seat": meld.owner, "laid": laid})
            if not self.options["layoff_chain"]:
                melds[-1]["longer"] = " ".join(end for end in ("low", "high") if end in meld.longer)
        got: dict[str, Any] | None = None
        if self.got:
            got = {"from": self.got.source, "cards": " ".join(map(str, self.got.cards))}
            if self.got.source == "row":
                got["birth"] = self.got.birth
        position = {
            "hands": [str(Cards.of(hand)) for hand in self.hands],
            "turn": self.turn,
            "phase": self.phase,
            "stock": " ".join(map(str, self.stock)) or "none",
            "aside": str(Cards.of(self.aside)),
            "played": str(Cards.of(self.played)),
            "row": [{"card": str(thrown.card), "seat": thrown.seat} for thrown in self.row],
            "melds": melds,
            "born": sorted(self.born),
            "head": str(self.head) if self.head else None,
            "got": got,
            "watch": [{"rule": f"dummy.{rule}", "seat": seat, "card": str(card)} for rule, seat, card in self.watch],
            "fines": [{"rule": f"dummy.{rule}", "seat": seat} for rule, seat in self.fines],
            "dealer": self.dealer,
            "scores": list(self.scores),
            "deal": self.deal,
            "direction": self.direction,
        }
        if self.closing:
            position["closing"] = {"card": str(self.closing[0]), "seat": self.closing[1]}
        return position

    @property
    def over(self) -> bool:
        return self.turn is None

    # --- What lies where

    def _all_melds(self) -> frozenset[frozenset[Card]]:
        return melds_of_the_pack(self.options["ace_low_runs"])

    def _swept_by(self, taken: Card) -> tuple[Card, ...] | None:
        """dummy.take-sweep: this card of the row and every later one; None if it does not lie there."""
        row = tuple(thrown.card for thrown in self.row)
        return row[row.index(taken) :] if taken in row else None

    def _next(self, seat: int) -> int:
        return (seat + self.direction) % len(self.hands)

    def _hold(self, seat: int, cards: Iterable[Card]) -> None:
        hands = list(self.hands)
        hands[seat] = frozenset(cards)
        self.hands = tuple(hands)

    # --- Laws

    def broken(self, seat: int, text: str) -> str | None:
        """The first law that this move of this seat would break; None if it is legal."""
        move = read(text)
        # No law of this game says more than `turn` of a move out of turn.
        law = "turn" if self.over or seat != self.turn else self._broken(move)
        return None if law is None else f"dummy.{law}"

    def _broken(self, move: Move) -> str | None:
        """Of the seat on turn: the moment, the player, held, shape, the closing card, the knock."""
        return (
            self._wrong_moment(move)
            or self._wrong_player(move)
            or self._not_held(move)
            or self._wrong_shape(move)
            or self._nothing_to_close_with(move)
            or self._no_knock(move)
        )

    def _wrong_moment(self, move: Move) -> str | None:
        if self.phase == "lay":
            if move.verb in ("draw", "take"):
                return "draw-once"
            return "discard" if move.verb == "pass" else None
        if move.verb in ("lay", "layoff", "discard") or (move.verb == "pass" and self.stock):
            return "draw-or-take"
        if move.verb == "knock":
            return "knock"
        return "stock-empty" if move.verb == "draw" and not self.stock else None

    def _wrong_player(self, move: Move) -> str | None:
        seat = self.turn
        assert seat is not None
        if move.verb == "take" and move.meld is not None:
            allowed = self.options["take_for_layoff"] and seat in self.born
            return None if allowed else "take-layoff"
        if move.verb == "lay":
            if seat not in self.born:
                return "lay-born"
            born_just_now = self.got is not None and self.got.birth
            return "lay-later" if born_just_now and not self.options["lay_on_birth_turn"] else None
        if move.verb == "layoff":
            return None if seat in self.born else "layoff-born"
        return "last-card" if move.verb == "discard" and len(self.hands[seat]) == 1 else None

    def _not_held(self, move: Move) -> str | None:
        assert self.turn is not None
        there = self.hands[self.turn]
        if move.taken is not None:
            swept = self._swept_by(move.taken)
            if swept is None:
                return "held"
            there |= set(swept)
        return None if move.cards <= there else "held"

    def _wrong_shape(self, move: Move) -> str | None:
        assert self.turn is not None
        if move.meld is not None:
            return self._wrong_layoff(move.cards, move.meld)
        if move.verb == "take":
            if move.taken not in move.cards or move.cards not in self._all_melds():
                return "take-meld"
            return None if move.cards & self.hands[self.turn] else "take-hand"
        return "meld" if move.verb == "lay" and move.cards not in self._all_melds() else None

    def _wrong_layoff(self, cards: frozenset[Card], number: int) -> str | None:
        if not 1 <= number <= len(self.melds):
            return "layoff-fits"
        meld = self.melds[number - 1]
        if meld.cards | cards not in self._all_melds():
            return "layoff-fits"
        return "layoff-chain" if self._longer(meld, cards) is None else None

    def _longer(self, meld: Meld, cards: frozenset[Card]) -> frozenset[str] | None:
        """dummy.layoff-chain: the ends lengthened once these cards are there too; None if that is one too often."""
        if self.options["layoff_chain"]:
            return frozenset()
        for ends in ends_lengthened(meld.cards, cards, self.options["ace_low_runs"]):
            if not ends & meld.longer:
                return meld.longer | ends
        return None

    def _nothing_to_close_with(self, move: Move) -> str | None:
        assert self.turn is not None
        if move.verb not in ("take", "lay", "layoff"):
            return None
        hand = self.hands[self.turn]
        if move.taken is not None:
            hand |= set(self._swept_by(move.taken) or ())
        return None if hand - move.cards else "keep-closing"

    def _no_knock(self, move: Move) -> str | None:
        if move.verb != "knock":
            return None
        assert self.turn is not None
        rest = self.hands[self.turn] - move.cards
        return None if can_all_be_laid(rest, self._pieces(rest)) else "knock-one-card"

    # --- The knock

    def _lays(self, cards: frozenset[Card]) -> list[Move]:
        return [Move("lay", meld) for meld in self._all_melds() if meld <= cards]

    def _layoffs(self, cards: frozenset[Card]) -> list[Move]:
        layoffs = []
        for number, meld in enumerate(self.melds, start=1):
            lying = meld.cards
            added = [whole - lying for whole in self._all_melds() if lying < whole and whole <= lying | cards]
            layoffs += [Move("layoff", some, meld=number) for some in added if self._longer(meld, some) is not None]
        return layoffs

    def _pieces(self, cards: frozenset[Card]) -> list[Move]:
        """Every lay and lay-off that a knock may be put together from; it asks for no birth."""
        return self._lays(cards) + self._layoffs(cards)

    def left_over(self, closing: Card) -> list[Card]:
        """What keeps a knock with this card from being one; [] if nothing does."""
        assert self.turn is not None
        rest = self.hands[self.turn] - {closing}
        return left_over(rest, self._pieces(rest))

    def way(self, closing: Card) -> list[str]:
        """The lays and lay-offs that a lawful knock with this card shows."""
        assert self.turn is not None
        rest = self.hands[self.turn] - {closing}
        return [move.written() for move in first_way(rest, self._pieces(rest))]

    # --- Legal moves

    def legal(self) -> list[str]:
        """Every move that breaks no law, in order."""
        if self.turn is None:
            return []
        hand = self.hands[self.turn]
        tries = [Move("draw"), Move("pass"), *self._lays(hand), *self._layoffs(hand)]
        tries += [Move(verb, frozenset([card])) for card in hand for verb in ("knock", "discard")]
        melds = [meld for meld in self._all_melds() if meld <= hand | {card for card, _ in self.row}]
        for card, _ in self.row:
            tries += [Move("take", meld, card) for meld in melds if card in meld]
            tries += [Move("take", frozenset([card]), card, number + 1) for number in range(len(self.melds))]
        return [move.written() for move in sorted(tries, key=Move.place) if self._broken(move) is None]

    # --- Moves

    def play(self, text: str) -> list[Told]:
        """Make a legal move; what it made happen, in order."""
        seat = self.turn
        assert seat is not None
        assert self.broken(seat, text) is None, text
        move = read(text)
        events: list[Told] = []
        match move.verb:
            case "draw":
                self._hold(seat, self.hands[seat] | {self.stock[0]})
                self.got, self.stock, self.phase = Got("stock", self.stock[:1]), self.stock[1:], "lay"
            case "take":
                events = self._take(seat, move)
            case "lay" | "layoff":
                self._put_down(seat, move)
            case "discard":
                [card] = move.cards
                events = self._discard(seat, card)
            case "knock":
                [card] = move.cards
                events = self._knock(seat, card)
            case "pass":
                events = [Told("stock-out"), *self._end()]
        return [event._replace(rule=f"dummy.{event.rule}") for event in events]

    def _put_down(self, seat: int, move: Move) -> None:
        """A meld, or a lay-off, from the hand to the table."""
        self._hold(seat, self.hands[seat] - move.cards)
        laid = dict.fromkeys(move.cards, seat)
        if move.meld is None:
            self.melds += (Meld(seat, laid),)
            return
        meld = self.melds[move.meld - 1]
        longer = self._longer(meld, move.cards)
        assert longer is not None
        melds = list(self.melds)
        melds[move.meld - 1] = Meld(meld.owner, {**meld.laid, **laid}, longer)
        self.melds = tuple(melds)

    def _take(self, seat: int, move: Move) -> list[Told]:
        assert move.taken is not None
        row = [thrown.card for thrown in self.row]
        swept = tuple(row[row.index(move.taken) :])
        events = [Told("take-sweep", seat)]
        birth = seat not in self.born
        if birth:
            events.append(Told("born", seat))
        if move.meld is None:
            # A take that lays off fines nobody; else the oldest discard is fined first.
            for watch in sorted(self.watch, key=lambda watch: row.index(watch.card)):
                if self._comes_true(watch, move.cards, row):
                    self.fines += (Fine(watch.rule, watch.seat),)
                    events.append(Told(watch.rule, watch.seat))
        self.born |= {seat}
        self.row = self.row[: row.index(move.taken)]
        # The danger is over when the card has left the row.
        self.watch = tuple(watch for watch in self.watch if watch.card not in swept)
        self._hold(seat, self.hands[seat] | set(swept))
        self._put_down(seat, move)
        self.got, self.phase = Got("row", swept, birth), "lay"
        return events

    def _comes_true(self, watch: Watch, meld: frozenset[Card], row: Sequence[Card]) -> bool:
        """Whether the meld of a take from this row is what the discard was a danger for."""
        if watch.card not in meld:
            return False
        near = neighbours(watch.card, self.options["ace_low_runs"])
        match watch.rule:
            case "fine-head":
                return self.head in meld
            case "fine-speto-near":
                return bool(meld & near & SPETO)
            case "fine-speto":
                return bool(meld & near & set(row[: row.index(watch.card)]))
        raise AssertionError(watch.rule)

    def _discard(self, seat: int, card: Card) -> list[Told]:
        """dummy.row, and what it costs: at once, or if somebody takes it."""
        ace_low = self.options["ace_low_runs"]
        lying = {thrown.card for thrown in self.row}
        events = [Told("row", seat)]
        alone = frozenset([card])
        if self.options["fine_layoff_discard"] and any(
            self._wrong_layoff(alone, number + 1) is None for number in range(len(self.melds))
        ):
            events.append(Told("fine-layoff", seat))
        if self.options["fine_full_discard"] and any(
            card in meld and len(meld) == 3 and meld - alone <= lying for meld in self._all_melds()
        ):
            events.append(Told("fine-full", seat))
        self.fines += tuple(Fine(event.rule, seat) for event in events if event.rule != "row")
        near = neighbours(card, ace_low)
        dangers = []
        if self.options["head_bonus"] and self.head in lying and self.head in near:
            dangers.append("fine-head")
        if self.options["fine_speto"] and near & SPETO & lying:
            dangers.append("fine-speto-near")
        if self.options["fine_speto"] and card in SPETO and near & lying:
            dangers.append("fine-speto")
        self.watch += tuple(Watch(rule, seat, card) for rule in dangers)
        self._hold(seat, self.hands[seat] - alone)
        self.row += (Thrown(card, seat),)
        self.got, self.phase = None, "begin"
        if not self.stock:
            # dummy.stock-out: a turn would begin without a stock.
            events.append(Told("stock-out"))
            if self.options["stock_out"] == "end_at_once":
                return events + self._end()
        self.turn = self._next(seat)
        self.watch = tuple(watch for watch in self.watch if watch.seat != self.turn)
        return events

    def _knock(self, seat: int, card: Card) -> list[Told]:
        got = self.got
        assert got is not None
        for text in self.way(card):
            self._put_down(seat, read(text))
        self._hold(seat, [])
        self.closing = (card, seat)
        # dummy.dark-knock: never taken, or on the turn of the first take.
        self.dark = seat not in self.born or got.birth
        # dummy.fool: the last card of the row is the discard of the seat before, unless it is the head.
        if got.source == "row" and len(got.cards) == 1 and got.cards[0] != self.head:
            self.fool = (seat - self.direction) % len(self.hands)
        return self._end()

    # --- The end

    def _end(self) -> list[Told]:
        self.turn, self.watch = None, ()
        self.lines = tuple(line for seat in range(len(self.hands)) for line in self._bill(seat))
        direction = self.direction
        events = []
        if self.fool is not None:
            direction = -direction
            events.append(Told("fool-reverse", self.fool))
        elif self.options["fool_reverse"] == "one_deal":
            direction = 1
        scores = [score + more for score, more in zip(self.scores, self.totals, strict=True)]
        best = max(scores)
        if best >= self.options["target"] and scores.count(best) == 1:
            # dummy.game-500
            self.winner = scores.index(best)
            events.append(Told("game-500", self.winner))
        self.standing = Standing(self.deal + 1, (self.dealer + direction) % len(self.hands), direction, scores)
        return events

    def _bill(self, seat: int) -> list[Line]:
        """The lines of one seat, in their order and without those of 0."""
        laid = [card for meld in self.melds for card, by in meld.laid.items() if by == seat]
        head = self.head if self.options["head_bonus"] else None
        table_plus = sum(points(card) for card in laid if card != head)
        head_plus = (100 if head in SPETO else 50) if head in laid else 0
        closing, closing_plus = "closing-50", 0
        knocker = None
        if self.closing is not None:
            card, knocker = self.closing
            if knocker == seat:
                dear = self.options["closing_speto"] and card in SPETO
                closing, closing_plus = ("closing-speto", 100) if dear else ("closing-50", 50)
        minus = -sum(points(card) for card in self.hands[seat])
        dark_knock = table_plus + head_plus + closing_plus if knocker == seat and self.dark else 0
        rots = knocker is not None and knocker != seat and seat not in self.born
        amounts = [
            ("table-plus", table_plus),
            ("head", head_plus),
            (closing, closing_plus),
            ("hand-minus", minus),
            ("dark-knock", dark_knock),
            ("dark-rot", minus if rots else 0),
            ("fool", FINE if seat == self.fool else 0),
            *((fine.rule, FINE) for fine in self.fines if fine.seat == seat),
        ]
        return [Line(f"dummy.{rule}", seat, amount) for rule, amount in amounts if amount]

    @property
    def totals(self) -> list[int]:
        return [sum(line.amount for line in self.lines if line.seat == seat) for seat in range(len(self.hands))]

    @property
    def places(self) -> list[list[int]]:
        """Of an ended deal: by its totals, best first, equal ones together."""
        totals = self.totals
        best_first = sorted(set(totals), reverse=True) if self.over else []
        return [[seat for seat, total in enumerate(totals) if total == amount] for amount in best_first]


def meld_of(meld: Mapping[str, Any], options: Mapping[str, Any]) -> Meld:
    """A meld of a position; without ``laid`` all of it by its owner, without ``longer`` as who laid the ends tells."""
    owner = meld["seat"]
    laid = dict.fromkeys(cards_of(meld["cards"]), owner)
    for seat, cards in (meld.get("laid") or {}).items():
        laid |= dict.fromkeys(cards_of(cards), int(seat))
    if options["layoff_chain"]:
        return Meld(owner, laid)
    if "longer" in meld:
        return Meld(owner, laid, frozenset((meld["longer"] or "").split()))
    longer: frozenset[str] = frozenset()
    if not of_one_rank(laid):
        ladder = next(ladder for ladder in ladders(options["ace_low_runs"]) if in_sequence(laid, ladder))
        line = sorted(laid, key=lambda card: ladder.index(card.rank))
        longer = frozenset(end for end, card in (("low", line[0]), ("high", line[-1])) if laid[card] != owner)
    return Meld(owner, laid, longer)


def in_sequence(cards: Iterable[Card], ladder: str) -> bool:
    return "".join(sorted((card.rank for card in cards), key=ladder.index)) in ladder


def perft(start: Deal | Mapping[str, Any], depth: int) -> int:
    """How many sequences of that many moves there are from here; a shorter one that ends the deal counts once."""
    deal = start if isinstance(start, Deal) else Deal.at(start)
    if depth == 0 or deal.over:
        return 1
    count = 0
    for text in deal.legal():
        after = copy(deal)
        after.play(text)
        count += perft(after, depth - 1)
    return count
