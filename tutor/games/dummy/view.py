"""What one seat may know of a deal of Dummy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tutor.cards import Card, Cards, Seat
from tutor.core.game import Lot, Marked, Step, Unseen, View, Zone
from tutor.core.move import Move
from tutor.core.outcome import Outcome
from tutor.core.rule import Event, Violation
from tutor.games.dummy.laws import broken, legal
from tutor.games.dummy.moves import LayOff, Take
from tutor.games.dummy.rules import DummyRules
from tutor.games.dummy.score import ended_of, outcome_of, settle
from tutor.games.dummy.state import DummyState
from tutor.games.dummy.table import OpenTable

if TYPE_CHECKING:
    from tutor.games.dummy.position import DummyPosition

__all__ = ["DummyView", "view_of"]

_MELD = "meld."


def view_of(state: DummyState, seat: Seat) -> DummyView:
    """What ``seat`` may know of a state; of an ended deal, in which all is turned up, everything. ValueError for a seat
    that is not there."""
    if type(seat) is not int or not 0 <= seat < state.seats:
        raise ValueError(f"no seat {seat!r}: there are {state.seats}")
    table = state.table
    if state.turn is None:
        return DummyView(table, seat, state.hands, state.lying, state.aside, events=state.events, history=state.history)
    if table.got is not None and not table.got.swept and seat != state.turn:
        table.got = table.got._replace(cards=())
    known = tuple(hand if other == seat else state.open[other] for other, hand in enumerate(state.hands))
    return DummyView(table, seat, known, events=state.events, history=state.history)


class DummyView(View):
    """All that one seat may know of a deal. ``known`` are the cards that it can locate in each hand, ``stock`` and
    ``aside`` those there, which lie open only once the deal is over; ``cannot`` what a hand's unseen part cannot hold,
    for which no rule of the game is a reason, but somebody may know."""

    __slots__ = ("_events", "_history", "aside", "cannot", "known", "seat", "stock", "table")
    seat: Seat

    def __init__(
        self,
        table: OpenTable,
        seat: Seat,
        known: tuple[int, ...],
        stock: tuple[int, ...] = (),
        aside: int = 0,
        cannot: tuple[int, ...] = (),
        events: tuple[Event, ...] = (),
        history: tuple[Step, ...] = (),
    ) -> None:
        self.table = table
        self.seat = seat
        self.known = known
        self.stock = stock
        self.aside = aside
        self.cannot = cannot or (0,) * table.seats
        self._events = events
        self._history = history

    @property
    def rules(self) -> DummyRules:
        return self.table.rules

    @property
    def seats(self) -> int:
        return self.table.seats

    @property
    def deal(self) -> int:
        return self.table.deal

    @property
    def turn(self) -> Seat | None:
        return self.table.turn

    @property
    def held(self) -> int:
        """The seat's own cards, as a mask."""
        return self.known[self.seat]

    @property
    def hand(self) -> Cards:
        return Cards(self.held)

    @property
    def counts(self) -> tuple[int, ...]:
        return self.table.counts

    @property
    def events(self) -> tuple[Event, ...]:
        return self._events

    @property
    def history(self) -> tuple[Step, ...]:
        return self._history

    @property
    def outcome(self) -> Outcome | None:
        if self.turn is not None:
            return None
        ended = ended_of(self.table, self.known)
        return outcome_of(ended, settle(ended)[0], self._events)

    def check(self, move: Move) -> Violation | None:
        return broken(self.table, self.held, self.seat, move)

    def legal_moves(self) -> tuple[Move, ...]:
        return legal(self.table, self.held) if self.turn == self.seat else ()

    def verbs(self) -> tuple[str, ...]:
        return self.table.verbs

    def zones(self) -> tuple[Zone, ...]:
        table = self.table
        verbs = table.verbs if self.turn == self.seat else ()

        def accepting(*wanted: str) -> tuple[str, ...]:
            return tuple(verb for verb in wanted if verb in verbs)

        zones = [
            Zone(f"hand.{seat}", "hand", seat, _shown(self.known[seat], count))
            for seat, count in enumerate(table.counts)
        ]
        stock = tuple(map(_card, self.stock[::-1])) if self.stock else (None,) * table.left
        zones.append(Zone("stock", "stock", None, stock, accepting("draw")))
        row = tuple(_card(thrown.card) for thrown in table.row)
        threw = tuple(thrown.seat for thrown in table.row)
        zones.append(Zone("row", "row", None, row, accepting("take", "discard"), threw))
        for number, laid in enumerate(table.melds, 1):
            more = accepting("layoff", *(["take"] if self.rules.take_for_layoff else []))
            run = table.run(laid)
            zones.append(Zone(f"{_MELD}{number}", "meld", laid.seat, run, more, tuple(map(laid.of, run))))
        zones.append(Zone("melds", "melds", None, (), accepting("lay")))
        if table.frame.aside:
            zones.append(Zone("aside", "aside", None, _shown(self.aside, table.frame.aside)))
        if table.closing is not None:
            zones.append(Zone("closing", "closing", table.closing.seat, (_card(table.closing.card),)))
        return tuple(zones)

    def marked(self, move: Move) -> Marked:
        if isinstance(move, Take):
            zone = None if move.meld is None else f"{_MELD}{move.meld}"
            return Marked(move.cards & self.hand, move.cards - self.hand, zone)
        if isinstance(move, LayOff):
            return Marked(move.cards, zone=f"{_MELD}{move.meld}")
        return super().marked(move)

    def text_of(self, verb: str, marked: Marked) -> str:
        meld = (marked.zone or "").removeprefix(_MELD) if (marked.zone or "").startswith(_MELD) else ""
        if verb == "layoff" and meld:
            return f"layoff {marked.hand | marked.table} to {meld}"
        if verb == "take" and marked.table:
            # The card thrown first is the one taken: all others are swept with it.
            place = {thrown.card: at for at, thrown in enumerate(self.table.row)}
            card = min(marked.table, key=lambda card: place.get(1 << card.number, len(place)))
            if meld and len(marked.table) == 1 and not marked.hand:
                return f"take {card} to {meld}"
            return f"take {card} as {marked.hand | marked.table}"
        return super().text_of(verb, marked)

    def badges(self, seat: Seat | None) -> tuple[str, ...]:
        table = self.table
        if seat is None:
            way = "clockwise" if table.frame.direction == 1 else "counterclockwise"
            return (f"dummy.badge.{way}", *(() if table.left else ("dummy.badge.stock-out",)))
        found = {
            "dealer": seat == table.frame.dealer,
            "born": seat in table.born,
            "knocked": table.closing is not None and table.closing.seat == seat,
            "fined": any(fine.seat == seat for fine in table.fines),
        }
        return tuple(f"dummy.badge.{badge}" for badge, there in found.items() if there)

    def unseen(self) -> Unseen:
        table = self.table
        cards = Cards.PACK.mask & ~self.aside & ~sum(self.stock)
        for thrown in (*table.row, *([table.closing] if table.closing else [])):
            cards &= ~thrown.card
        for laid in table.melds:
            cards &= ~laid.shape.cards
        slots, cannot = {}, {}
        for seat, (known, count) in enumerate(zip(self.known, table.counts, strict=True)):
            cards &= ~known
            if hidden := count - known.bit_count():
                slots[f"hand.{seat}"] = hidden
                if self.cannot[seat]:
                    cannot[f"hand.{seat}"] = Cards(self.cannot[seat])
        if hidden := table.left - len(self.stock):
            slots["stock"] = hidden
        if hidden := table.frame.aside - self.aside.bit_count():
            slots["aside"] = hidden
        return Unseen(Cards(cards), slots, cannot, ordered=("stock",) if "stock" in slots else ())

    def world(self, hidden: Mapping[str, Lot]) -> DummyState:
        hands = tuple([known | _mask(hidden.get(f"hand.{seat}", ())) for seat, known in enumerate(self.known)])
        stock = self.stock or tuple([1 << card.number for card in hidden.get("stock", ())])
        aside = self.aside | _mask(hidden.get("aside", ()))
        state = DummyState.of(self.table, hands, stock, aside)
        if state.got is not None and not state.got.cards:
            state.got = state.got._replace(cards=(self._drawn(hands),))
        return state

    def _drawn(self, hands: tuple[int, ...]) -> int:
        """A card that the seat on turn may have drawn, as a bit: a complete position names it, and nothing hangs on
        which it is. The lowest that is hidden in its hand, or one that it has laid since."""
        assert self.turn is not None
        likely = hands[self.turn] & ~self.known[self.turn]
        if not likely:
            for laid in self.table.melds:
                likely |= laid.by[self.turn]
        likely = likely or hands[self.turn]
        return likely & -likely

    def position(self) -> DummyPosition:
        from tutor.games.dummy.position import write_view

        return write_view(self)

    def key(self) -> tuple[object, ...]:
        table = self.table
        return (self.seat, table.public(), table.got, table.counts, self.known, self.stock, self.aside, self.cannot)


def _card(bit: int) -> Card:
    return Card.numbered(bit.bit_length() - 1)


def _mask(cards: Lot) -> int:
    return sum([1 << card.number for card in cards])


def _shown(known: int, count: int) -> tuple[Card | None, ...]:
    """The cards of a place, low to high, those that are not known as None at the end."""
    return (*Cards(known), *(None for _ in range(count - known.bit_count())))
