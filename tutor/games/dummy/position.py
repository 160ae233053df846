"""Positions of Dummy: reading them with every fault named, and writing them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from tutor.cards import Card, Cards, Seat
from tutor.core.game import Step
from tutor.core.position import Faults, Hand, Position, SeatNumber, write_hand
from tutor.core.ruleset import Rules, RulesError
from tutor.games.dummy import moves
from tutor.games.dummy.melds import HIGH, LOW, Shape
from tutor.games.dummy.rules import FINES, PRESETS, WAITING, DummyRules
from tutor.games.dummy.state import DummyState
from tutor.games.dummy.table import Fine, Frame, Got, Laid, OpenTable, Table, Thrown, Watch
from tutor.games.dummy.view import DummyView

__all__ = ["DummyPosition", "set_up", "write_state", "write_view"]

_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

NO_STOCK = "none"
Score = Annotated[int, Field(ge=-99_999_999, le=99_999_999)]
"""Points of a match: as many as no match comes to, and few enough to be added and written out."""
Longer = Literal["", "low", "high", "low high"]
_LONGER: dict[Longer, int] = {"": 0, "low": LOW, "high": HIGH, "low high": LOW | HIGH}


def _by_number(laid: object) -> object:
    """Seats as keys are read as numbers or text: JSON knows only texts."""
    if not isinstance(laid, Mapping):
        return laid
    return {int(key) if re.fullmatch("-?[0-9]{1,3}", str(key)) else key: laid[key] for key in laid}


class RowDocument(BaseModel):
    """A card of the row; the one that was turned up has no seat."""

    model_config = _STRICT
    card: str
    seat: SeatNumber | None = None


class MeldDocument(BaseModel):
    """A meld on the table: its owner, and who put which card there. ``longer`` are the ends that are lengthened, where
    an end is lengthened but once."""

    model_config = _STRICT
    cards: str
    seat: SeatNumber
    laid: Annotated[dict[SeatNumber, str] | None, BeforeValidator(_by_number)] = None
    longer: Longer | None = None


class GotDocument(BaseModel):
    """What the turn began with; ``x1`` to a seat that may not know a card drawn."""

    model_config = _STRICT
    where: Annotated[Literal["stock", "row"], Field(alias="from")]
    cards: str
    birth: bool = False


class WatchDocument(BaseModel):
    """A fine that waits for what another player takes."""

    model_config = _STRICT
    rule: Literal["dummy.fine-head", "dummy.fine-speto-near", "dummy.fine-speto"]
    seat: SeatNumber
    card: str


class FineDocument(BaseModel):
    """A fine of this deal."""

    model_config = _STRICT
    rule: Literal[
        "dummy.fine-layoff", "dummy.fine-full", "dummy.fine-head", "dummy.fine-speto-near", "dummy.fine-speto"
    ]
    seat: SeatNumber


class ClosingDocument(BaseModel):
    """The card with which a seat knocked."""

    model_config = _STRICT
    card: str
    seat: SeatNumber


class DummyPosition(Position):
    """A position of Dummy; ``docs/contract.md`` tells the fields."""

    asked: ClassVar[tuple[str, ...]] = ("phase", "born", "row", "melds[]")

    phase: Literal["begin", "lay"] = "begin"
    stock: str | None = None
    aside: str = ""
    row: list[RowDocument] = Field(default_factory=list)
    melds: list[MeldDocument] = Field(default_factory=list)
    born: list[SeatNumber] = Field(default_factory=list)
    head: str | None = None
    got: GotDocument | None = None
    open: list[str] | None = None
    watch: list[WatchDocument] = Field(default_factory=list)
    fines: list[FineDocument] = Field(default_factory=list)
    closing: ClosingDocument | None = None
    dealer: SeatNumber | None = None
    scores: list[Score] | None = None


def set_up(
    position: DummyPosition, faults: Faults, read_rules: Callable[[Any], Rules]
) -> DummyState | DummyView | None:
    """The state or, where it has a seat, the view of a position; faults are noted, and None comes back if any are."""
    return _Reading(position, faults, read_rules).made()


class _Reading:
    """A position being read. The parts are looked at in the order in which one hangs on the other, and what hangs on
    a part that is at fault is not looked at."""

    def __init__(self, position: DummyPosition, faults: Faults, read_rules: Callable[[Any], Rules]) -> None:
        self.position = position
        self.faults = faults
        self.seats = len(position.hands)
        self.whole = position.seat is None  # a state; else a view
        self.over = position.turn is None
        self.rules = self._rules(read_rules)
        self.table = OpenTable()

    def made(self) -> DummyState | DummyView | None:
        position, faults, table = self.position, self.faults, self.table
        if faults.sure("hands") and not 2 <= self.seats <= 4:
            faults.add("hands", "seats", value=self.seats)
        if not self.seats:
            return None
        if position.seat is not None and not self._there(position.seat):
            faults.add("seat", "turn", value=position.seat)
        self.hands = [faults.hand(f"hands[{at}]", text) for at, text in enumerate(position.hands)]
        table.counts = tuple(hand.size for hand in self.hands)
        table.laying = position.phase == "lay"
        table.row = self._row()
        self.aside = self._aside()
        table.frame = self._frame()
        table.melds = self._melds()
        table.closing = self._closing()
        self.stock, self.unseen = self._stock()
        self._head()
        self._turn()
        table.born = self._born()
        table.got = self._got()
        table.watch = self._watch()
        table.fines = self._fines()
        table.open = self._open()
        self._hidden()
        history = self._history()
        cannot = self._cannot()
        if faults.found:
            return None
        if position.seat is None:
            hands = tuple(hand.known.mask for hand in self.hands)
            return DummyState.of(table, hands, self.stock, self.aside.known.mask)
        known = tuple(
            hand.known.mask | (0 if seat == position.seat or self.over else table.open[seat])
            for seat, hand in enumerate(self.hands)
        )
        aside = self.aside.known.mask
        return DummyView(table, position.seat, known, self.stock, aside, cannot, history=history)

    def _there(self, seat: Seat | None) -> bool:
        return seat is not None and 0 <= seat < self.seats

    def _rules(self, read_rules: Callable[[Any], Rules]) -> DummyRules:
        try:
            rules = read_rules(self.position.rules)
        except RulesError as error:
            place = "rules" if error.option in ("rules", "preset") else f"rules.{error.option}"
            self.faults.add(place, "rules", value=error.value)
            rules = next(iter(PRESETS.values()))
        assert isinstance(rules, DummyRules)
        return rules

    def _frame(self) -> Frame:
        position, faults = self.position, self.faults
        if position.deal < 1:
            faults.add("deal", "deal", value=position.deal)
        if position.direction not in (1, -1):
            faults.add("direction", "shape", value=position.direction)
        dealer = self.seats - 1 if position.dealer is None else position.dealer
        if not self._there(dealer):
            faults.add("dealer", "dealer", value=dealer)
        scores = [0] * self.seats if position.scores is None else position.scores
        if len(scores) != self.seats:
            faults.add("scores", "scores", value=scores)
        first = self.table.row[0] if self.table.row else None
        turned_up = first.card if first is not None and first.seat is None else 0
        head = self._card("head", position.head) if position.head is not None else turned_up
        if faults.sure("head", "row") and turned_up and head != turned_up:
            faults.add("head", "head", value=position.head)
        return Frame(self.rules, position.deal, dealer, position.direction, tuple(scores), head, self.aside.size)

    def _card(self, place: str, text: str, *, lie: bool = False) -> int:
        """One card as a bit, 0 with a fault noted where it is none."""
        hand = self.faults.hand(place, text, lie=lie)
        if self.faults.sure(place) and (hand.hidden or len(hand.known) != 1):
            self.faults.add(place, "shape", value=text)
        return hand.known.mask if len(hand.known) == 1 else 0

    def _row(self) -> tuple[Thrown, ...]:
        row = []
        for at, thrown in enumerate(self.position.row):
            card = self._card(f"row[{at}].card", thrown.card, lie=True)
            if not (self._there(thrown.seat) or (thrown.seat is None and at == 0)):
                self.faults.add(f"row[{at}].seat", "row", value="" if thrown.seat is None else thrown.seat)
            row.append(Thrown(card, thrown.seat))
        return tuple(row)

    def _aside(self) -> Hand:
        faults, text = self.faults, self.position.aside
        aside = faults.hand("aside", text)
        wanted = (0, 5) if self.rules.burn_five and self.seats == 2 else (0,)
        if faults.sure("aside", "hands", "rules") and aside.size not in wanted:
            faults.add("aside", "aside", value=text)
        return aside

    def _melds(self) -> tuple[Laid, ...]:
        faults, melds = self.faults, self.table.frame.melds
        found = []
        for at, meld in enumerate(self.position.melds):
            place = f"melds[{at}]"
            cards = faults.cards(f"{place}.cards", meld.cards)
            shape = melds.shapes.get(cards.mask)
            if shape is None and faults.sure(f"{place}.cards", "rules"):
                faults.add(f"{place}.cards", "melds", value=meld.cards)
            if not self._there(meld.seat):
                faults.add(f"{place}.seat", "melds", value=meld.seat)
            by = self._laid_by(place, meld, cards)
            if not faults.sure(place, "rules") or shape is None:
                continue
            found.append(Laid(melds, meld.seat, shape, by, self._longer(place, meld, shape, by)))
        return tuple(found)

    def _laid_by(self, place: str, meld: MeldDocument, cards: Cards) -> tuple[int, ...]:
        """Who put which card of a meld there: together all of them, each by one seat."""
        if meld.laid is None:
            return tuple(cards.mask if seat == meld.seat else 0 for seat in range(self.seats))
        by = [0] * self.seats
        for seat, text in meld.laid.items():
            hand = self.faults.hand(f"{place}.laid.{seat}", text, lie=False)
            if not self._there(seat) or hand.hidden:
                self.faults.add(f"{place}.laid", "melds", value=text)
            else:
                by[seat] = hand.known.mask
        if self.faults.sure(place) and (sum(by) != cards.mask or any(own & ~cards.mask for own in by)):
            self.faults.add(f"{place}.laid", "melds", value=", ".join(meld.laid.values()))
        return tuple(by)

    def _longer(self, place: str, meld: MeldDocument, shape: Shape, by: tuple[int, ...]) -> int:
        """The ends that are lengthened; by default those whose last card was not laid by the owner."""
        if self.rules.layoff_chain or not shape.run:
            if meld.longer and not shape.run:
                self.faults.add(f"{place}.longer", "melds", value=meld.longer)
            return 0
        if meld.longer is not None:
            return _LONGER[meld.longer]
        first, *_, last = Table.run(self.table, Laid(self.table.frame.melds, meld.seat, shape, by))
        own = Cards(by[meld.seat])
        return LOW * (first not in own) | HIGH * (last not in own)

    def _closing(self) -> Thrown | None:
        closing, faults = self.position.closing, self.faults
        if closing is None:
            return None
        card = self._card("closing.card", closing.card, lie=True)
        if not self.over or not self._there(closing.seat):
            faults.add("closing", "closing", value=closing.card)
        return Thrown(card, closing.seat)

    def _stock(self) -> tuple[tuple[int, ...], Cards]:
        """The stock as far as it is known, and the cards that are unseen; where all other cards lie."""
        position, faults, table = self.position, self.faults, self.table
        text = position.stock
        none = text is not None and text.strip().lower() == NO_STOCK
        stock = Hand(Cards.NONE, 0) if text is None or none else faults.hand("stock", text)
        named = _in_order(text or "") if faults.sure("stock") and not none else ()
        unseen = None if position.unseen is None else faults.cards("unseen", position.unseen)
        if position.played:
            faults.cards("played", position.played)
            faults.add("played", "shape", value=position.played)
        rest = Cards.PACK - faults.lying
        table.left = stock.size
        if not faults.sure("hands", "row", "melds", "stock", "aside", "closing", "unseen", "seat"):
            return named, unseen or Cards.NONE
        if self.whole:
            if unseen:
                faults.add("unseen", "hidden", value=position.unseen)
            elif stock.hidden:
                faults.add("stock", "hidden", value=text)
            elif none and rest and not any(hand.hidden for hand in (*self.hands, self.aside)):
                faults.add("stock", "lying", value=rest)
            elif not none:
                named = (*named, *(1 << card.number for card in rest))
            table.left = len(named)
            return named, Cards.NONE
        if unseen is not None and rest:
            faults.add("unseen", "lying", value=rest)
        unseen = rest if unseen is None else unseen
        hidden = sum(hand.hidden for hand in (*self.hands, self.aside))
        if text is None:
            table.left = max(0, len(unseen) - hidden)
            hidden = max(hidden, len(unseen)) if len(unseen) >= hidden else hidden
        else:
            hidden += stock.hidden
        if faults.sure("unseen") and hidden != len(unseen):
            faults.add("unseen", "unseen-count", value=f"{hidden} ≠ {len(unseen)}")
        return named, unseen

    def _head(self) -> None:
        """The head lies in the row or in a meld: whoever takes it lays it, and it never closes."""
        faults, head = self.faults, self.table.frame.head
        if not head or not faults.sure("head", "hands", "row", "melds"):
            return
        lying = [thrown.card for thrown in self.table.row] + [laid.shape.cards for laid in self.table.melds]
        if not any(cards & head for cards in lying):
            faults.add("head", "head", value=Cards(head))

    def _turn(self) -> None:
        position, faults, table = self.position, self.faults, self.table
        table.turn = position.turn
        if not faults.sure("turn", "hands"):
            return
        if position.turn is None:
            # An ended deal can be looked at, as a bot's log does, but nobody can go on from it.
            if self.whole:
                faults.add("turn", "ended")
            return
        # After a draw or a take one card at least is left to close with.
        if not self._there(position.turn) or (table.laying and not self.hands[position.turn].size):
            faults.add("turn", "turn", value=position.turn)
        ends = self.rules.stock_out == "end_at_once"
        if faults.sure("stock", "phase", "rules", "unseen") and ends and not table.laying and not table.left:
            faults.add("stock", "stock", value=position.stock)

    def _born(self) -> tuple[Seat, ...]:
        position = self.position
        if len({*position.born}) != len(position.born) or not all(map(self._there, position.born)):
            self.faults.add("born", "born", value=position.born)
            return ()
        return tuple(position.born)

    def _got(self) -> Got | None:
        """What the turn began with. It lies in the hand of the seat that moves, or knocked, or was laid by it."""
        position, faults, table = self.position, self.faults, self.table
        if not faults.sure("got", "phase", "turn"):
            return None
        seat = table.turn if table.closing is None else table.closing.seat
        if position.got is None or not table.laying or seat is None:
            if table.laying or position.got is not None:
                faults.add("got", "got", value="" if position.got is None else position.got.cards)
            return None
        got = position.got
        hand = faults.hand("got.cards", got.cards, lie=False)
        swept = got.where == "row"
        if not faults.sure("got", "hands", "melds", "seat") or not self._there(seat):
            return None
        if hand.hidden:
            drawn_unseen = not (self.whole or swept or self.over or seat == position.seat)
            if not drawn_unseen or hand != Hand(Cards.NONE, 1):
                faults.add("got.cards", "hidden", value=got.cards)
            return Got(False, ())
        laid = sum(meld.by[seat] for meld in table.melds)
        closing = table.closing.card if table.closing is not None else 0
        held = hand.known.mask & ~(laid | closing | self.hands[seat].known.mask)
        if not self.whole and seat != position.seat:
            held &= ~self.unseen.mask
        cards = _in_order(got.cards)
        born = seat in table.born or not faults.sure("born")
        # A take lays the card taken, and makes a born player.
        taken = bool(cards) and (not swept or (cards[0] & laid and born))
        if held or not taken or (not swept and (len(cards) != 1 or got.birth)):
            faults.add("got", "got", value=got.cards)
            return None
        return Got(swept, cards, got.birth)

    def _watch(self) -> tuple[Watch, ...]:
        faults, table = self.faults, self.table
        rules = {rule.id: rule for rule in WAITING if rule.in_force(self.rules) or not faults.sure("rules")}
        lying = {thrown.card for thrown in table.row}
        found = []
        for at, watch in enumerate(self.position.watch):
            card = self._card(f"watch[{at}].card", watch.card)
            waits = self._there(watch.seat) and watch.seat != table.turn and not self.over
            if not faults.sure(f"watch[{at}]", "row", "turn"):
                continue
            if watch.rule not in rules or not waits or card not in lying:
                faults.add(f"watch[{at}]", "watch", value=watch.card)
                continue
            found.append(Watch(rules[watch.rule], watch.seat, card))
        return tuple(found)

    def _fines(self) -> tuple[Fine, ...]:
        rules = {rule.id: rule for rule in FINES}
        found = []
        for at, fine in enumerate(self.position.fines):
            if fine.rule not in rules or not self._there(fine.seat):
                self.faults.add(f"fines[{at}]", "fines", value=fine.rule)
                continue
            found.append(Fine(rules[fine.rule], fine.seat))
        return tuple(found)

    def _open(self) -> tuple[int, ...]:
        """The swept cards that are still in each hand. By default what a view names in another's hand, and what was
        swept on this turn."""
        position, faults, table = self.position, self.faults, self.table
        got = table.got
        named = []
        for seat, hand in enumerate(self.hands):
            swept = sum(got.cards) if got is not None and got.swept and seat == table.turn else 0
            other = not self.whole and not self.over and seat != position.seat
            named.append(hand.known.mask & (swept | (hand.known.mask if other else 0)))
        if position.open is None:
            return tuple(named)
        if len(position.open) != self.seats:
            faults.add("open", "shape", value=position.open)
            return tuple(named)
        found = []
        for seat, text in enumerate(position.open):
            hand = faults.hand(f"open[{seat}]", text, lie=False)
            there = self.hands[seat].known.mask
            if not faults.sure(f"open[{seat}]", "hands", "seat", "got"):
                continue
            # What another seat is known to hold stands by name in its hand.
            if hand.hidden or hand.known.mask & ~there or named[seat] & ~hand.known.mask:
                faults.add(f"open[{seat}]", "open", value=text)
            found.append(hand.known.mask)
        return tuple(found)

    def _hidden(self) -> None:
        """A state hides nothing, a view nothing of its own hand, and an ended deal nothing at all."""
        position, faults = self.position, self.faults
        if not faults.sure("seat"):
            return
        nothing = self.whole or self.over
        if nothing and self.aside.hidden and faults.sure("aside"):
            faults.add("aside", "hidden", value=position.aside)
        if nothing and self.table.left != len(self.stock) and faults.sure("stock", "unseen"):
            faults.add("stock", "hidden", value=position.stock)
        if not nothing and self.stock:
            faults.add("stock", "stock", value=position.stock)
        if not nothing and self.aside.known:
            faults.add("aside", "aside", value=position.aside)
        for seat, hand in enumerate(self.hands):
            if hand.hidden and (nothing or seat == position.seat):
                faults.add(f"hands[{seat}]", "hidden", value=position.hands[seat])

    def _cannot(self) -> tuple[int, ...]:
        """By seat the cards that its unseen part cannot hold."""
        position, faults = self.position, self.faults
        found = [0] * self.seats
        if self.whole and position.cannot and faults.sure("seat"):
            faults.add("cannot", "hidden", value=position.cannot)
        elif faults.sure("hands", "unseen", "seat", "stock", "open"):
            for seat, text in position.cannot.items():
                hand = faults.hand(f"cannot.{seat}", text, lie=False)
                other = self._there(seat) and seat != position.seat
                free = len(self.unseen - hand.known)
                if not other or hand.hidden or not hand.known <= self.unseen or self.hands[seat].hidden > free:
                    faults.add(f"cannot.{seat}", "unseen-count", value=text)
                else:
                    found[seat] = hand.known.mask
        return tuple(found)

    def _history(self) -> tuple[Step, ...]:
        found = []
        for at, text in enumerate(self.position.history):
            try:
                seat, _, said = text.partition(" ")
                move = moves.read(said)
                if not re.fullmatch("[0-9]", seat) or not self._there(int(seat)):
                    raise ValueError(text)
                found.append(Step(int(seat), move, (), str(move)))
            except ValueError:
                self.faults.add(f"history[{at}]", "unreadable", value=text)
        return tuple(found)


def _in_order(text: str) -> tuple[int, ...]:
    """The cards of a text as bits, in the order in which they are written; those that are hidden left out."""
    read = text.replace(",", " ").split()
    return tuple(1 << Card.read(word).number for word in read if not re.fullmatch("[xX][0-9]{1,2}", word))


def write_state(state: DummyState) -> DummyPosition:
    """The complete position of a state."""
    return DummyPosition(
        **_public(state),
        hands=[str(Cards(hand)) for hand in state.hands],
        stock=_written(state.lying) or NO_STOCK,
        aside=str(Cards(state.aside)),
        unseen="",
    )


def write_view(view: DummyView) -> DummyPosition:
    """The position as a seat knows it."""
    table = view.table
    hidden = table.left - len(view.stock)
    return DummyPosition(
        **_public(table),
        seat=view.seat,
        hands=[
            write_hand(Cards(known), count - known.bit_count())
            for known, count in zip(view.known, table.counts, strict=True)
        ],
        stock=" ".join(filter(None, (_written(view.stock), f"x{hidden}" if hidden else ""))) or NO_STOCK,
        aside=write_hand(Cards(view.aside), table.frame.aside - view.aside.bit_count()),
        cannot={seat: str(Cards(cards)) for seat, cards in enumerate(view.cannot) if cards},
        unseen=str(view.unseen().cards),
        history=[f"{step.seat} {step.text}" for step in view.history],
    )


def _written(cards: tuple[int, ...]) -> str:
    """These cards in this order."""
    return " ".join(str(Cards(card)) for card in cards)


def _public(table: Table) -> dict[str, Any]:
    from tutor.games.dummy import GAME

    got, closing = table.got, table.closing
    return {
        "game": GAME.id,
        "rules": GAME.write_rules(table.rules),
        "turn": table.turn,
        "played": "",
        "deal": table.deal,
        "direction": table.frame.direction,
        "phase": "lay" if table.laying else "begin",
        "row": [RowDocument(card=str(Cards(card)), seat=seat) for card, seat in table.row],
        "melds": [_meld(table, laid) for laid in table.melds],
        "born": list(table.born),
        "head": str(Cards(table.frame.head)) or None,
        "got": None
        if got is None
        else GotDocument.model_validate(
            {"from": "row" if got.swept else "stock", "cards": _written(got.cards) or "x1", "birth": got.birth}
        ),
        "open": [str(Cards(cards)) for cards in table.open],
        "watch": [{"rule": rule.id, "seat": seat, "card": str(Cards(card))} for rule, seat, card in table.watch],
        "fines": [{"rule": fine.rule.id, "seat": fine.seat} for fine in table.fines],
        "closing": None if closing is None else {"card": str(Cards(closing.card)), "seat": closing.seat},
        "dealer": table.frame.dealer,
        "scores": list(table.frame.scores),
    }


def _meld(table: Table, laid: Laid) -> MeldDocument:
    longer = next(text for text, ends in _LONGER.items() if ends == laid.longer)
    return MeldDocument(
        cards=str(Cards(laid.shape.cards)),
        seat=laid.seat,
        laid={seat: str(Cards(cards)) for seat, cards in enumerate(laid.by) if cards},
        longer=None if table.rules.layoff_chain else longer,
    )
