"""What a deal of Dummy ends in: the bill of every seat, and what the next deal needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tutor.cards import Card, Cards, Seat
from tutor.core.outcome import Outcome, Standing
from tutor.core.rule import Event, ScoreLine
from tutor.games.dummy import rules as law

if TYPE_CHECKING:
    from tutor.games.dummy.table import Table

__all__ = ["FINE", "SPETOS", "DummyStanding", "fool", "outcome_of", "points", "settle", "totals"]

FINE = -50
"""What every fine costs, and being a fool."""

SPETOS = Cards.read("2c Qs").mask
CLOSING = 50
"""What the closing card and the head count; a speto twice as much."""

_TENS = Cards.of(card for card in Cards.PACK if card.rank in "TJQK").mask
_ACES = Cards.of(card for card in Cards.PACK if card.rank == "A").mask


class DummyStanding(Standing):
    """What the next deal needs, as that deal will have it. ``scores`` are those of the match, by seat."""

    dealer: Seat
    direction: int
    scores: tuple[int, ...]


def points(cards: int) -> int:
    """What these cards count by themselves (dummy.points): 2 to 9 five, ten to king ten, the ace 15, a speto 50."""
    spetos = (cards & SPETOS).bit_count()
    count = 5 * cards.bit_count() + 5 * (cards & _TENS).bit_count() + 10 * (cards & _ACES).bit_count()
    return count + 45 * spetos - 5 * (cards & SPETOS & _TENS).bit_count()


def fool(table: Table) -> Seat | None:
    """Whose discard was taken alone for the knock of the next seat (dummy.fool); None where nobody is a fool."""
    got, closing = table.got, table.closing
    if closing is None or closing.seat is None or got is None or not got.swept or len(got.cards) > 1:
        return None
    if got.cards[0] == table.frame.head:
        return None  # which nobody threw
    return (closing.seat - table.frame.direction) % table.seats


def outcome_of(table: Table, hands: tuple[int, ...], standing: DummyStanding, events: tuple[Event, ...]) -> Outcome:
    """The outcome of an ended deal; ``hands`` are what the seats have left."""
    lines = tuple(line for seat in range(table.seats) for line in _bill(table, hands[seat], seat))
    sums = totals(table, hands)
    places = tuple(
        tuple(seat for seat, total in enumerate(sums) if total == reached) for reached in sorted({*sums}, reverse=True)
    )
    return Outcome(places, sums, lines, events, standing)


def totals(table: Table, hands: tuple[int, ...]) -> tuple[int, ...]:
    """The points of an ended deal, by seat."""
    return tuple(sum(line.amount for line in _bill(table, hands[seat], seat)) for seat in range(table.seats))


def _bill(table: Table, hand: int, seat: Seat) -> Iterator[ScoreLine]:
    """The lines of one seat in the order of ``docs/rules/dummy.md``, without lines of 0."""
    rules, head, closing = table.rules, table.frame.head, table.closing
    laid = 0
    for meld in table.melds:
        laid |= meld.by[seat]
    plus = 0
    bonus = laid & head if rules.head_bonus else 0
    if common := laid & ~bonus:
        plus += points(common)
        yield ScoreLine(law.TABLE_PLUS, seat, points(common), params={"cards": Cards(common)})
    if bonus:
        worth = CLOSING * 2 if bonus & SPETOS else CLOSING
        plus += worth
        yield ScoreLine(law.HEAD, seat, worth, params={"card": _card(head)})
    if closing is not None and closing.seat == seat:
        speto = bool(rules.closing_speto and closing.card & SPETOS)
        worth = CLOSING * 2 if speto else CLOSING
        plus += worth
        rule = law.CLOSING_SPETO if speto else law.CLOSING_50
        yield ScoreLine(rule, seat, worth, params={"card": _card(closing.card)})
    minus = -points(hand)
    if minus:
        yield ScoreLine(law.HAND_MINUS, seat, minus, params={"cards": Cards(hand)})
    if closing is not None:
        born = seat in table.born
        if closing.seat == seat and (table.birth or not born):
            yield ScoreLine(law.DARK_KNOCK, seat, plus)
        elif closing.seat != seat and not born and minus:
            yield ScoreLine(law.DARK_ROT, seat, minus)
        if fool(table) == seat and table.got is not None:
            yield ScoreLine(law.FOOL, seat, FINE, params={"card": _card(table.got.cards[0]), "by": closing.seat})
    for fine in table.fines:
        if fine.seat == seat:
            yield ScoreLine(fine.rule, seat, FINE)


def settle(table: Table, hands: tuple[int, ...]) -> tuple[DummyStanding, list[Event]]:
    """The standing after an ended deal, and the events that only the end brings, in order."""
    frame = table.frame
    events: list[Event] = []
    direction = frame.direction
    fooled = fool(table)
    if fooled is not None:
        direction = -direction
        case = "clockwise" if direction == 1 else "counterclockwise"
        events.append(law.FOOL_REVERSE.happened(seat=fooled, direction=direction, case=case))
    elif table.rules.fool_reverse == "one_deal":
        direction = 1
    scores = tuple(map(sum, zip(frame.scores, totals(table, hands), strict=True)))
    best = max(scores)
    if best >= table.rules.target and scores.count(best) == 1:
        events.append(law.GAME_500.happened(seat=scores.index(best), score=best, target=table.rules.target))
    standing = DummyStanding.model_construct(  # from our own values: nothing to validate, once a deal
        deal=frame.deal + 1,
        dealer=(frame.dealer + direction) % frame.seats,
        direction=direction,
        scores=scores,
    )
    return standing, events


def _card(bit: int) -> Card:
    return Card.numbered(bit.bit_length() - 1)
