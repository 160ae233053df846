"""What a deal of Dummy ends in: the bill of every seat, and what the next deal needs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tutor.cards import Card, Cards, Seat
from tutor.core.outcome import Outcome, Standing
from tutor.core.rule import Event, ScoreLine
from tutor.games.dummy import rules as law

if TYPE_CHECKING:
    from tutor.games.dummy.rules import DummyRules
    from tutor.games.dummy.table import Fine, Table

__all__ = ["FINE", "SPETOS", "DummyStanding", "Ended", "ended_of", "outcome_of", "places_of", "points", "settle"]
__all__ += ["totals"]

FINE = -50
"""What every fine costs, and being a fool."""

SPETOS = Cards.read("2c Qs").mask
CLOSING = 50
"""What the closing card and the head count; a speto twice as much."""

_TENS = Cards.of(card for card in Cards.PACK if card.rank in "TJQK").mask
_ACES = Cards.of(card for card in Cards.PACK if card.rank == "A").mask


class DummyStanding(Standing):
    """What the next deal needs, as that deal will have it. ``scores`` are those of the match, by seat, and ``winner``
    is who has just won it."""

    dealer: Seat
    direction: int
    scores: tuple[int, ...]
    winner: Seat | None = None

    @property
    def tally(self) -> tuple[int, ...]:
        return self.scores

    @property
    def winners(self) -> tuple[Seat, ...]:
        return () if self.winner is None else (self.winner,)


def points(cards: int) -> int:
    """What these cards count by themselves (dummy.points): 2 to 9 five, ten to king ten, the ace 15, a speto 50."""
    spetos = (cards & SPETOS).bit_count()
    count = 5 * cards.bit_count() + 5 * (cards & _TENS).bit_count() + 10 * (cards & _ACES).bit_count()
    return count + 45 * spetos - 5 * (cards & SPETOS & _TENS).bit_count()


class Ended(NamedTuple):
    """All that the bill of an ended deal hangs on, however it came about. Cards are masks, those of all seats by seat;
    of ``closing`` and ``fool`` the seat and the card (0: a card that nobody told)."""

    rules: DummyRules
    deal: int
    dealer: Seat
    direction: int
    scores: tuple[int, ...]
    laid: tuple[int, ...]
    hands: tuple[int, ...]
    head: int
    closing: tuple[Seat, int] | None
    dark: Collection[Seat]  # never born, or not before the turn of the knock
    fool: tuple[Seat, int] | None
    fines: Collection[Fine]


def ended_of(table: Table, hands: tuple[int, ...]) -> Ended:
    """A deal that ended at this table; ``hands`` are what the seats have left."""
    frame, closing = table.frame, table.closing
    laid = [0] * frame.seats
    for meld in table.melds:
        laid = [own | cards for own, cards in zip(laid, meld.by, strict=True)]
    knock = None if closing is None or closing.seat is None else (closing.seat, closing.card)
    dark = [
        seat for seat in range(frame.seats) if seat not in table.born or (knock and knock[0] == seat and table.birth)
    ]
    return Ended(
        table.rules,
        frame.deal,
        frame.dealer,
        frame.direction,
        frame.scores,
        tuple(laid),
        hands,
        frame.head,
        knock,
        dark,
        _fool(table),
        table.fines,
    )


def _fool(table: Table) -> tuple[Seat, int] | None:
    """Whose discard was taken alone for the knock of the next seat (dummy.fool); None where nobody is a fool."""
    got, closing = table.got, table.closing
    if closing is None or closing.seat is None or got is None or not got.swept or len(got.cards) > 1:
        return None
    if got.cards[0] == table.frame.head:
        return None  # which nobody threw
    return (closing.seat - table.frame.direction) % table.seats, got.cards[0]


def outcome_of(ended: Ended, standing: DummyStanding, events: tuple[Event, ...]) -> Outcome:
    """The outcome of an ended deal, after which the match stands so."""
    lines = tuple(line for seat in range(len(ended.scores)) for line in _bill(ended, seat))
    return Outcome(places_of(sums := totals(ended)), sums, lines, events, standing)


def places_of(sums: tuple[int, ...]) -> tuple[tuple[Seat, ...], ...]:
    """Who came where with these points."""
    return tuple(
        tuple(seat for seat, total in enumerate(sums) if total == reached) for reached in sorted({*sums}, reverse=True)
    )


def totals(ended: Ended) -> tuple[int, ...]:
    """The points of an ended deal, by seat."""
    return tuple(sum(line.amount for line in _bill(ended, seat)) for seat in range(len(ended.scores)))


def _bill(ended: Ended, seat: Seat) -> Iterator[ScoreLine]:
    """The lines of one seat in the order of ``docs/rules/dummy.md``, without lines of 0."""
    rules, head, hand = ended.rules, ended.head, ended.hands[seat]
    knocker, closing = ended.closing or (None, 0)
    laid = ended.laid[seat]
    plus = 0
    bonus = laid & head if rules.head_bonus else 0
    if common := laid & ~bonus:
        plus += points(common)
        yield ScoreLine(law.TABLE_PLUS, seat, points(common), params={"cards": Cards(common)})
    if bonus:
        worth = CLOSING * 2 if bonus & SPETOS else CLOSING
        plus += worth
        yield ScoreLine(law.HEAD, seat, worth, params={"card": _card(head)})
    if knocker == seat:
        speto = bool(rules.closing_speto and closing & SPETOS)
        worth = CLOSING * 2 if speto else CLOSING
        plus += worth
        rule = law.CLOSING_SPETO if speto else law.CLOSING_50
        yield ScoreLine(rule, seat, worth, params=_told(closing))
    minus = -points(hand)
    if minus:
        yield ScoreLine(law.HAND_MINUS, seat, minus, params={"cards": Cards(hand)})
    if knocker is not None:
        if knocker == seat and seat in ended.dark:
            yield ScoreLine(law.DARK_KNOCK, seat, plus)
        elif knocker != seat and seat in ended.dark and minus:
            yield ScoreLine(law.DARK_ROT, seat, minus)
        if ended.fool is not None and ended.fool[0] == seat:
            yield ScoreLine(law.FOOL, seat, FINE, params={**_told(ended.fool[1]), "by": knocker})
    for fine in ended.fines:
        if fine.seat == seat:
            yield ScoreLine(fine.rule, seat, FINE)


def settle(ended: Ended, sums: tuple[int, ...] | None = None) -> tuple[DummyStanding, list[Event]]:
    """The standing after an ended deal, and the events that only the end brings, in order. ``sums``: points of the deal
    that were counted elsewhere."""
    events: list[Event] = []
    direction = ended.direction
    if ended.fool is not None:
        direction = -direction
        case = "clockwise" if direction == 1 else "counterclockwise"
        events.append(law.FOOL_REVERSE.happened(seat=ended.fool[0], direction=direction, case=case))
    elif ended.rules.fool_reverse == "one_deal":
        direction = 1
    scores = tuple(map(sum, zip(ended.scores, totals(ended) if sums is None else sums, strict=True)))
    winner = _winner(scores, ended.rules)
    if winner is not None:
        events.append(law.GAME_500.happened(seat=winner, score=scores[winner], target=ended.rules.target))
    standing = DummyStanding.model_construct(  # from our own values: nothing to validate, once a deal
        deal=ended.deal + 1,
        dealer=(ended.dealer + direction) % len(scores),
        direction=direction,
        scores=scores,
        winner=winner,
    )
    return standing, events


def _winner(scores: tuple[int, ...], rules: DummyRules) -> Seat | None:
    """Who has won the match with these points (dummy.game-500); a tie plays on."""
    best = max(scores)
    return scores.index(best) if best >= rules.target and scores.count(best) == 1 else None


def _told(card: int) -> dict[str, Any]:
    """A card to be named in a line; without one the line is told in other words."""
    return {"card": _card(card)} if card else {"case": "untold"}


def _card(bit: int) -> Card:
    return Card.numbered(bit.bit_length() - 1)
