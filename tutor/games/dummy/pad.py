"""The score pad of Dummy: what is put down of a deal played with real cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from tutor.cards import Card, Cards, Seat
from tutor.core.outcome import Outcome, Standing
from tutor.core.pad import POINTS, Ahead, Entries, Pad, PadField, Sheet
from tutor.core.position import Fault
from tutor.core.rule import Event, Violation
from tutor.core.ruleset import Rules
from tutor.games.dummy import rules as law
from tutor.games.dummy.rules import DummyRules
from tutor.games.dummy.score import DummyStanding, Ended, outcome_of, places_of, settle
from tutor.games.dummy.state import DEALT
from tutor.games.dummy.table import Fine

__all__ = ["DummyPad"]

_KNOCKER = PadField("knocker", "seat")
_CLOSING = PadField("closing", "card", sign=1)
_LAID = PadField("laid", "cards", sign=1)
_HANDS = PadField("hands", "cards", sign=-1)
_HEAD = PadField("head", "card", mark=True)
_DARK = PadField("dark", "seats")
_FOOL = PadField("fool", "seat")


class DummyPad(Pad):
    """What a deal comes to by the cards laid and left; who knocked dark or rotted follows from them, unless told."""

    def fields(self, rules: Rules, entries: Mapping[str, Any]) -> tuple[PadField, ...]:
        dummy = cast("DummyRules", rules)
        # Where nobody knocked there is no closing card, nothing is doubled and nobody is the fool (dummy.stock-out).
        knocked = "knocker" not in entries or entries["knocker"] is not None
        fined = tuple(rule for rule in law.FINES if rule.in_force(dummy))
        found = [_KNOCKER, *([_CLOSING] if knocked else []), _LAID, _HANDS]
        found += [_HEAD] if dummy.head_bonus else []
        found += [_DARK, _FOOL] if knocked else []
        found.append(PadField("fines", "counts", fined))
        return tuple(found) if POINTS not in entries else (_FOOL,)

    def begin(self, rules: Rules, seats: int, dealer: Seat) -> Standing:
        return DummyStanding(deal=1, dealer=dealer, direction=1, scores=(0,) * seats)

    def ahead(self, standing: Standing) -> Ahead:
        now = cast("DummyStanding", standing)
        return Ahead(now.dealer, now.direction)

    def work_out(self, rules: Rules, standing: Standing, entries: Mapping[str, Any]) -> Sheet:
        dummy, now = cast("DummyRules", rules), cast("DummyStanding", standing)
        seats = len(now.scores)
        read = Entries(self.fields(rules, entries), seats, entries)
        if (sums := read.points()) is not None:
            return _by_points(dummy, now, read, sums)
        knocker = read.seat("knocker")
        closing, head = read.card("closing"), read.card("head")
        laid, hands = read.cards("laid"), read.cards("hands")
        rotten = tuple(seat for seat in range(seats) if knocker is not None and seat != knocker and not laid[seat])
        dark = read.seats("dark", rotten)
        fool = read.seat("fool")
        fines = [Fine(rule, seat) for seat, rule in read.counts("fines")]
        ended = _ended(dummy, now, laid, hands)._replace(
            head=head,
            closing=None if knocker is None else (knocker, closing),
            dark=dark,
            fool=None if fool is None or knocker is None else (fool, 0),
            fines=fines,
        )
        _look_over(ended, read)
        after, events = settle(ended)
        outcome = outcome_of(ended, after, _told(ended, read, events))
        meant = {"dark": list(dark), "fool": None} if knocker is not None else {}
        return Sheet(outcome, tuple(read.faults), meant, tuple(_doubts(ended)))


def _ended(rules: DummyRules, now: DummyStanding, laid: tuple[int, ...], hands: tuple[int, ...]) -> Ended:
    return Ended(rules, now.deal, now.dealer, now.direction, now.scores, laid, hands, 0, None, (), None, ())


def _by_points(rules: DummyRules, now: DummyStanding, read: Entries, sums: tuple[int, ...]) -> Sheet:
    """A deal of which only the points were put down, and who was the fool: by that one the next deal turns round."""
    fool = read.seat("fool")
    ended = _ended(rules, now, (), ())._replace(fool=None if fool is None else (fool, 0))
    after, events = settle(ended, sums)
    return Sheet(Outcome(places_of(sums), sums, (), tuple(events), after), tuple(read.faults), {"fool": None})


def _told(ended: Ended, read: Entries, events: list[Event]) -> tuple[Event, ...]:
    if ended.closing is None and read.said("knocker"):
        return (law.STOCK_OUT.happened(case="pad"), *events)
    return tuple(events)


def _look_over(ended: Ended, read: Entries) -> None:
    """Note what is missing, and what cannot be."""
    if not read.said("knocker"):
        read.wrong("knocker", "missing")
    knocker, closing = ended.closing or (None, 0)
    if knocker is not None and not closing and read.sure("closing"):
        read.wrong("closing", "missing", seat=knocker)
    for seat, (laid, hand) in enumerate(zip(ended.laid, ended.hands, strict=True)):
        if seat == knocker:
            if hand:
                read.against(f"hands[{seat}]", law.KNOCK_ONE_CARD, seat=seat, cards=Cards(hand))
            if not laid and read.sure(f"laid[{seat}]"):
                read.wrong(f"laid[{seat}]", "missing", seat=seat)
        elif not hand and read.said("knocker") and read.sure(f"hands[{seat}]"):
            read.wrong(f"hands[{seat}]", "missing", seat=seat)  # who has not knocked keeps a card (dummy.keep-closing)
    for seat in _contradictions(ended, knocker):
        rule = law.LAY_BORN if seat in ended.dark else law.BORN
        read.against("dark", rule, seat=seat)
    if ended.fool is not None and knocker is not None:
        before = (knocker - ended.direction) % len(ended.scores)
        if ended.fool[0] != before:
            read.against("fool", law.FOOL, seat=ended.fool[0], by=knocker, next=before)
    if ended.head and (ended.head & closing or any(ended.head & hand for hand in ended.hands)):
        read.against("head", law.HEAD, card=Card.numbered(ended.head.bit_length() - 1))


def _contradictions(ended: Ended, knocker: Seat | None) -> Iterator[Seat]:
    """Who is told to be dark and has laid cards, or to be born and has laid none: a take always lays some."""
    if knocker is not None:
        for seat, laid in enumerate(ended.laid):
            if seat != knocker and (seat in ended.dark) == bool(laid):
                yield seat


def _doubts(ended: Ended) -> Iterator[Fault]:
    """Who shows fewer cards than the deal gave, the closing card aside: for every discard a card was drawn or taken.
    Some tables deal otherwise, so it is only asked."""
    least = DEALT[len(ended.scores)]
    for seat, (laid, hand) in enumerate(zip(ended.laid, ended.hands, strict=True)):
        held = (laid | hand).bit_count()
        if held < least:
            params = {"seat": seat, "held": held, "least": least}
            yield Fault(f"hands[{seat}]", Violation(law.RULEBOOK["dummy.deal"], params))
