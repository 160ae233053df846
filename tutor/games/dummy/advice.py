"""What is known of good play in Dummy: a quick habit, the worth of a deal, facts about a move."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

from tutor.cards import Seat
from tutor.core.game import State, View
from tutor.core.move import Move
from tutor.core.rule import Rule, Tip
from tutor.games.dummy.laws import closing_cards, layoffs, lays, may_lay, takes
from tutor.games.dummy.moves import DISCARDS, DRAW, KNOCKS, PASS, lay
from tutor.games.dummy.score import SPETOS, ended_of, points, totals

if TYPE_CHECKING:
    from tutor.games.dummy.state import DummyState
    from tutor.games.dummy.view import DummyView

__all__ = ["DummyAdvice"]

_TIPS = {name: Rule(f"dummy.tip.{name}", "knowledge") for name in ("knocks", "throws_speto", "born")}
_FAR = 300
"""Points above the others' mean that count as the best a deal can bring; as many below are the worst."""


class DummyAdvice:
    """The game's ``Advice``."""

    def habit(self, state: State, rng: Random) -> Move:
        """Take what lays more than it brings to the hand, else draw; knock when one can; lay and lay off what counts;
        throw the card that least goes with others."""
        table = cast("DummyState", state)
        assert table.turn is not None
        hand = table.hands[table.turn]
        if not table.laying:
            return _begin(table, hand)
        if closing := closing_cards(table, hand):
            spetos = [number for number in closing if SPETOS >> number & 1] if table.rules.closing_speto else []
            return KNOCKS[(spetos or closing)[0]]
        if table.turn in table.born:
            if may_lay(table) and (melds := lays(table, hand)):
                return lay(max(melds, key=points))
            if added := layoffs(table, hand):
                return max(added, key=lambda move: points(move.cards.mask))
        return DISCARDS[_least_useful(table, hand)]

    def utility(self, state: State, seat: Seat) -> float:
        """The points of the deal against the mean of the others', as a share of the best and worst there are."""
        table = cast("DummyState", state)
        sums = totals(ended_of(table, table.hands))
        ahead = sums[seat] - (sum(sums) - sums[seat]) / (len(sums) - 1)
        return min(1.0, max(0.0, 0.5 + ahead / (2 * _FAR)))

    def tips(self, view: View, move: Move) -> tuple[Tip, ...]:
        """Facts that hold whatever the hidden cards are."""
        own = cast("DummyView", view)
        if move.verb == "knock":
            return (_TIPS["knocks"].tip(card=next(iter(move.cards))),)
        if move.verb == "discard" and move.cards.mask & SPETOS:
            return (_TIPS["throws_speto"].tip(card=next(iter(move.cards))),)
        if move.verb == "take" and own.seat not in own.table.born:
            return (_TIPS["born"].tip(),)
        return ()

    def question(self, view: View) -> str:
        """What to ask oneself here, as a message id."""
        own = cast("DummyView", view)
        table = own.table
        if not table.laying:
            if not table.left:
                return "dummy.hint.question.stock_out"
            return f"dummy.hint.question.{'begin_row' if takes(table, own.held) else 'begin'}"
        if closing_cards(table, own.held):
            return "dummy.hint.question.knock"
        more = own.seat in table.born and ((may_lay(table) and lays(table, own.held)) or layoffs(table, own.held))
        return f"dummy.hint.question.{'lay' if more else 'discard'}"


def _begin(table: DummyState, hand: int) -> Move:
    best, most = None, 0
    for move in takes(table, hand):
        card = 1 << next(iter(move.cards)).number if move.verb != "take" else 1 << move.card.number  # type: ignore[attr-defined]
        swept = sum([thrown.card for thrown in table.swept(card)])
        worth = 2 * points(move.cards.mask) - points(swept & ~move.cards.mask)
        if worth > most:
            best, most = move, worth
    if best is not None:
        return best
    return DRAW if table.left else PASS


def _least_useful(table: DummyState, hand: int) -> int:
    """The number of the card that goes least with the others of the hand, fines thought of, and of those the dearest
    to be caught with."""
    melds = table.frame.melds
    rules = table.rules
    row = sum([thrown.card for thrown in table.row])
    best, most = 0, -1000
    for number in melds.numbers(hand):
        card = 1 << number
        near = (melds.neighbours[number] & hand).bit_count()
        worth = points(card) - 12 * near
        if card & SPETOS:
            worth -= 60
        if rules.fine_layoff_discard and any(laid.fits & card for laid in table.melds):
            worth -= 100
        if rules.fine_full_discard and any(pair & row == pair for pair in melds.partners[number]):
            worth -= 100
        if worth > most:
            best, most = number, worth
    return best
