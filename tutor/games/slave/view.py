"""What one seat may know of a deal of Slave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from tutor.cards import Card, Cards, Seat
from tutor.core.game import Lot, Step, Unseen, View, Zone
from tutor.core.move import Move
from tutor.core.outcome import Outcome
from tutor.core.rule import Event, Violation
from tutor.games.slave.moves import PLAYS, THREE_OF_CLUBS, broken, legal
from tutor.games.slave.rules import SlaveRules
from tutor.games.slave.score import outcome_of, settle
from tutor.games.slave.state import SlaveState
from tutor.games.slave.table import Gift, OpenTable, Table

if TYPE_CHECKING:
    from tutor.games.slave.position import SlavePosition

__all__ = ["Learned", "SlaveView", "learned", "view_of"]


class Learned(NamedTuple):
    """What a seat has found out from gifts and the first lead, before looking at what was played since: who holds
    which card, and for a giver of tribute the cards that it kept none of."""

    lies: Mapping[Card, Seat]
    above: Mapping[Seat, Cards]


def learned(table: Table, gifts: tuple[Gift, ...], seat: Seat) -> Learned:
    """What ``seat`` has found out; gifts whose cards it may not know are None in ``gifts``."""
    lies: dict[Card, Seat] = {}
    above: dict[Seat, Cards] = {}
    for gift in gifts:
        if gift.cards is None or gift.to is None:
            continue
        for card in gift.cards:
            lies[card] = gift.to
        if gift.to == seat and table.titles[gift.giver] in ("slave", "vice-slave"):
            # The giver had to hand over the highest cards, and kept none that is higher.
            lowest = min(PLAYS.order.index(card) for card in gift.cards)
            above[gift.giver] = Cards.of(PLAYS.order[lowest + 1 :])
    if table.opening and table.turn is not None:
        lies[THREE_OF_CLUBS] = table.turn
    return Learned(lies, above)


def view_of(state: SlaveState, seat: Seat) -> SlaveView:
    """What ``seat`` may know of a state. ValueError for a seat that is not there."""
    if type(seat) is not int or not 0 <= seat < state.seats:
        raise ValueError(f"no seat {seat!r}: there are {state.seats}")
    table = state.table
    gifts = tuple(
        gift if seat in (gift.giver, gift.to) or not gift.size else gift._replace(cards=None) for gift in state.gifts
    )
    lies, above = learned(table, gifts, seat)
    hidden = Cards.NONE
    known = []
    for other in range(state.seats):
        hand = state.hand(other)
        known.append(hand if other == seat else Cards.of(c for c, at in lies.items() if at == other and c in hand))
        hidden |= hand - known[-1]
    aside = Cards(state.aside)
    own = seat == table.toppled
    kept = aside if own else Cards.of(c for c, at in lies.items() if at == table.toppled and c in aside)
    hidden |= aside - kept
    for gift, seen in zip(state.gifts, gifts, strict=True):
        if gift.to is None and seen.cards is None:
            hidden |= gift.cards or Cards.NONE
    return SlaveView(
        table,
        seat,
        state.held[seat],
        tuple(known),
        kept,
        len(aside),
        tuple(above.get(other, Cards.NONE) & hidden for other in range(state.seats)),
        gifts,
        tuple(before.seen(after, seat) for before, after in state.moves() if isinstance(before, SlaveState)),
        tuple(event for event in state.events if event.seen(seat)),
    )


class SlaveView(View):
    """All that one seat may know of a deal. ``known`` are the cards that it can locate, by seat; ``cannot`` those
    that a hand's unseen part cannot hold."""

    __slots__ = (
        "_events", "_history", "_key", "aside_count", "aside_known", "cannot", "gifts", "held", "known", "seat", "table"
    )  # fmt: skip
    seat: Seat

    def __init__(
        self,
        table: OpenTable,
        seat: Seat,
        held: int,
        known: tuple[Cards, ...],
        aside_known: Cards,
        aside_count: int,
        cannot: tuple[Cards, ...],
        gifts: tuple[Gift, ...],
        history: tuple[Step, ...] = (),
        events: tuple[Event, ...] = (),
    ) -> None:
        self.table = table
        self.seat = seat
        self.held = held
        self.known = known
        self.aside_known = aside_known
        self.aside_count = aside_count
        self.cannot = cannot
        self.gifts = gifts
        self._history = history
        self._events = events
        self._key: tuple[object, ...] | None = None

    @property
    def rules(self) -> SlaveRules:
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
    def hand(self) -> Cards:
        return PLAYS.cards(self.held)

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
        return None if self.turn is not None else outcome_of(self.table, settle(self.table)[0], self._events)

    @property
    def offers(self) -> tuple[Gift, ...]:
        """The answers of the People so far, while they trade."""
        return tuple(gift for gift in self.gifts if gift.to is None)

    def check(self, move: Move) -> Violation | None:
        return broken(self.table, self.held, self.seat, move)

    def legal_moves(self) -> tuple[Move, ...]:
        return legal(self.table, self.held) if self.turn == self.seat else ()

    def verbs(self) -> tuple[str, ...]:
        return self.table.verbs

    def zones(self) -> tuple[Zone, ...]:
        table = self.table
        mine = self.turn == self.seat
        zones = []
        for seat, count in enumerate(table.counts):
            cards = _shown(self.known[seat], count)
            gives = table.phase in ("tribute", "return") and table.turn is not None and table.to == seat and mine
            zones.append(Zone(f"hand.{seat}", "hand", seat, cards, ("give",) if gives else ()))
        for at, (seat, play) in enumerate(table.pile):
            top = at == len(table.pile) - 1
            cards = tuple(card for card in PLAYS.order if card in play.cards)
            accepts = ("play",) if top and mine else ()
            zones.append(Zone(f"pile.{at}", "pile", seat, cards, accepts))
        if not table.pile:
            zones.append(Zone("pile", "pile", None, (), ("play",) if mine and table.phase == "play" else ()))
        zones.append(Zone("played", "played", None, tuple(Cards(table.played))))
        for gift in self.offers:
            zones.append(Zone(f"offer.{gift.giver}", "offer", gift.giver, _shown(gift.cards or Cards.NONE, gift.size)))
        if table.phase == "trade" and mine:
            zones.append(Zone(f"offer.{self.seat}", "offer", self.seat, (), ("give",)))
        if table.toppled is not None:
            zones.append(Zone("aside", "aside", table.toppled, _shown(self.aside_known, self.aside_count)))
        return tuple(zones)

    def badges(self, seat: Seat | None) -> tuple[str, ...]:
        table = self.table
        if seat is None:
            way = "clockwise" if table.direction == 1 else "counterclockwise"
            return (f"slave.badge.{way}", *(("slave.badge.inverted",) if table.inverted else ()))
        found = []
        if table.titles[seat] != "people" or "king" in table.titles:
            found.append(f"slave.badge.{table.titles[seat]}")
        if seat == table.toppled:
            found.append("slave.badge.toppled")
        elif seat in table.out:
            found.append("slave.badge.out")
        elif table.passed >> seat & 1:
            found.append("slave.badge.passed")
        found += [f"slave.badge.{'offered' if gift.size else 'declined'}" for gift in self.offers if gift.giver == seat]
        return tuple(found)

    def unseen(self) -> Unseen:
        cards = Cards.PACK - Cards(self.table.played) - self.aside_known
        for _, play in self.table.pile:
            cards -= play.cards
        slots, cannot = {}, {}
        for seat, count in enumerate(self.table.counts):
            cards -= self.known[seat]
            if count > len(self.known[seat]):
                slots[f"hand.{seat}"] = count - len(self.known[seat])
                if self.cannot[seat]:
                    cannot[f"hand.{seat}"] = self.cannot[seat]
        for gift in self.offers:
            cards -= gift.cards or Cards.NONE
            if gift.cards is None:
                slots[f"offer.{gift.giver}"] = gift.size
        if self.aside_count > len(self.aside_known):
            slots["aside"] = self.aside_count - len(self.aside_known)
        return Unseen(cards, slots, cannot)

    def world(self, hidden: Mapping[str, Lot]) -> SlaveState:
        hands = [known | Cards.of(hidden.get(f"hand.{seat}", ())) for seat, known in enumerate(self.known)]
        aside = self.aside_known | Cards.of(hidden.get("aside", ()))
        straights = self.table.frame.answers.straights
        held = tuple(
            self.held if seat == self.seat else PLAYS.held(hand, straights) for seat, hand in enumerate(hands)
        )
        put = tuple(
            gift
            if gift.to is not None or gift.cards is not None
            else gift._replace(cards=Cards.of(hidden[f"offer.{gift.giver}"]))
            for gift in self.gifts
        )
        return SlaveState.of(self.table, held, aside.mask, _supposed(put, hands))

    def position(self) -> SlavePosition:
        from tutor.games.slave.position import write_view

        return write_view(self)

    def key(self) -> tuple[object, ...]:
        if self._key is None:
            mine = (self.seat, self.held, self.gifts)
            found = (self.known, self.aside_known, self.aside_count, self.cannot)
            self._key = (self.table.public(), mine, found)
        return self._key


def _supposed(gifts: tuple[Gift, ...], hands: list[Cards]) -> tuple[Gift, ...]:
    """The gifts, with cards for those between other seats: a complete position names them, and no choice can hang on
    which they are. The highest of what the receiver holds or what is out of play stands for them."""
    if all(gift.cards is not None for gift in gifts):
        return gifts
    taken = Cards.of(card for gift in gifts for card in gift.cards or ())
    elsewhere = Cards.of(card for hand in hands for card in hand)
    supposed = []
    for gift in gifts:
        if gift.cards is None:
            assert gift.to is not None
            likely = [card for card in PLAYS.order if card in hands[gift.to] or card not in elsewhere]
            # A lesson's small hands may not hold enough: then any card will do.
            pool = [card for card in (*PLAYS.order, *likely) if card not in taken]
            gift = gift._replace(cards=Cards.of(pool[-gift.size :]))
            taken |= gift.cards or Cards.NONE
        supposed.append(gift)
    return tuple(supposed)


def _shown(known: Cards, count: int) -> tuple[Card | None, ...]:
    """The cards of a place, low to high, those that are not known as None at the end."""
    return (*(card for card in PLAYS.order if card in known), *(None for _ in range(count - len(known))))
