"""What is known of good play in Dummy: a quick habit, the worth of a deal, facts about a move.

Measured, so that nobody need try again: to wait for a dark knock where one could take gains nothing on the mean, not
even with one chance in ten to draw the card for it; nor does putting off a knock, however far behind one is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple, cast

from tutor.cards import Card, Cards, Seat
from tutor.core.game import State, View
from tutor.core.move import Move
from tutor.core.rule import Rule, Tip
from tutor.games.dummy.laws import closing_cards, layoffs, lays, may_lay, takes
from tutor.games.dummy.melds import Melds
from tutor.games.dummy.moves import DISCARDS, DRAW, KNOCKS, PASS, Take, lay
from tutor.games.dummy.score import CLOSING, FINE, SPETOS, points

if TYPE_CHECKING:
    from tutor.games.dummy.state import DummyState
    from tutor.games.dummy.table import Table
    from tutor.games.dummy.view import DummyView

__all__ = ["DummyAdvice"]

_TIPS = {
    name: Rule(f"dummy.tip.{name}", "knowledge")
    for name in (
        *("knocks", "dark", "fine_layoff", "fine_full", "risk_head", "risk_speto", "throws_speto"),
        *("lays_points", "sweep", "born", "breaks", "useless"),
    )
}
_FAR = 400
"""Points above the others' mean that count as the best a deal can bring; as many below are the worst."""

_ALL = Cards.PACK.mask
_POINTS = tuple(points(1 << number) for number in range(52))
"""By number of the card."""
_MANY = 24  # melds of one hand, beyond which only the dearest are packed

# What a card or a take is worth to the hand, in points.
_RISK = 0.45  # of a card's points: the chance to be left with it
_MADE = 25.0  # it lies in a meld of the hand
_READY = 15.0  # it can be laid with a take from the row
_WAITS = 6.0  # one hidden card makes a meld with it and another of the hand
_BEGUN = 0.6  # one hidden card makes a meld with it and one of the row
_SPETO = 40.0
_HELPS = 10.0  # what the next player has of a take beside the card itself
_CHANGE = 2.0  # by so much the choice changes from deal to deal, so that nobody can read it
_BIRTH = 20.0
_LATER = 0.8  # of the points of a meld that may be laid only in a later turn
_SWEPT = -0.3  # of the points of what is swept and goes with nothing yet
_KNOCK = 60.0


class _Known(NamedTuple):
    """What the seat on turn knows of where the cards are, as masks, and can tell of the rest."""

    hand: int
    row: int
    gone: int  # into melds
    fits: int  # what can be laid off
    unseen: int
    following: int  # swept, and in the hand of the next player
    holds: float  # how likely the next player has a given card that is unseen
    anybody: float  # how likely any other player has it


class DummyAdvice:
    """The game's ``Advice``."""

    turns = 1  # to the end, eight deals would know the difference of two moves to 40 points; so they do to 7
    luck = 3

    def habit(self, state: State, rng: Random) -> Move:
        """Take what lays more than it brings to the hand, else draw; knock when one can, with the cheapest card; lay
        and lay off all that counts; throw the card that goes with nothing and helps nobody."""
        table = cast("DummyState", state)
        assert table.turn is not None
        hand = table.hands[table.turn]
        if not table.laying:
            return _begin(table, hand)
        if closing := closing_cards(table, hand):
            return KNOCKS[max(closing, key=lambda number: _gained_by_closing(table, number))]
        if table.turn in table.born and (move := _lays_most(table, hand)):
            return move
        return DISCARDS[_spared(table, hand, rng)]

    def utility(self, state: State, seat: Seat) -> float:
        """The points of the deal against the mean of the others', as a share of the best and worst there are; those
        that may be expected where it goes on."""
        table = cast("DummyState", state)
        if state.outcome is not None:
            totals: Sequence[float] = state.outcome.totals
        else:
            totals = [_expected(table, other) for other in range(table.seats)]
        ahead = totals[seat] - (sum(totals) - totals[seat]) / (len(totals) - 1)
        return min(1.0, max(0.0, 0.5 + ahead / (2 * _FAR)))

    def tips(self, view: View, move: Move) -> tuple[Tip, ...]:
        """Facts that hold whatever the hidden cards are."""
        own = cast("DummyView", view)
        match move.verb:
            case "discard":
                return tuple(_of_discard(own, move.cards.mask))
            case "knock":
                return tuple(_of_knock(own, move))
            case "take" | "lay" | "layoff":
                return tuple(_of_laying(own, move))
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


# What is expected of a deal that goes on


def _expected(table: DummyState, seat: Seat) -> float:
    """What a seat may expect when a turn begins, in points, but for what all seats may. The numbers are about what fits
    deals played by habit, at tables of two to four. Cards of the row that one could take are left out, though they tell
    much: with them a bot throws the third of a meld, so as to take it back."""
    melds = table.frame.melds
    hand = table.hands[seat]
    laid = sum([meld.by[seat] for meld in table.melds])
    made = melds.covered(hand)
    fits = _fits(table) & hand
    near = sum([(melds.neighbours[number] & hand).bit_count() for number in melds.numbers(hand)])
    worth: float = _laid_points(table, laid) + FINE * sum([fine.seat == seat for fine in table.fines])
    worth += 0.7 * points(made) - 8 * hand.bit_count() + 3.5 * near
    if seat in table.born:
        worth += points(fits & ~made)
    if (hand & ~made & ~fits).bit_count() < 2:  # near the knock
        worth += 30
    return worth + 12 if seat == table.turn else worth


# The habit


def _fits(table: Table) -> int:
    """Every card that some meld of the table takes."""
    found = 0
    for laid in table.melds:
        found |= laid.fits
    return found


def _known(table: DummyState, hand: int, seat: Seat) -> _Known:
    row = sum([thrown.card for thrown in table.row])
    gone = sum([laid.shape.cards for laid in table.melds])
    shown = sum([cards for other, cards in enumerate(table.open) if other != seat])
    unseen = _ALL & ~(hand | row | gone | shown)
    hidden = unseen.bit_count() or 1
    counts = [held.bit_count() - known.bit_count() for held, known in zip(table.hands, table.open, strict=True)]
    following = table.next(seat)
    anybody = (sum(counts) - counts[seat]) / hidden
    return _Known(hand, row, gone, _fits(table), unseen, table.open[following], counts[following] / hidden, anybody)


def _begin(table: DummyState, hand: int) -> Move:
    best: Move = DRAW if table.left else PASS
    most = 0.0
    for move in takes(table, hand):
        worth = _worth_of_take(table, hand, cast("Take", move))
        if worth > most:
            best, most = move, worth
    return best


def _worth_of_take(table: DummyState, hand: int, move: Take) -> float:
    """What a take lays and lets one lay, in points; less what is left in the hand and goes with nothing."""
    born = table.turn in table.born
    swept = sum([thrown.card for thrown in table.swept(1 << move.card.number)])
    laid = move.cards.mask
    rest = left = (hand | swept) & ~laid
    worth = float(_laid_points(table, laid) + points(laid & hand))
    share = 1.0 if born or table.rules.lay_on_birth_turn else _LATER
    for cards in _packed(table.frame.melds, rest):
        if cards != rest:
            left &= ~cards
            worth += share * (points(cards) + points(cards & hand))
    off = left & _fits(table)
    if off != left:
        left &= ~off
        worth += points(off) + points(off & hand)
    worth += _SWEPT * points(left & ~hand)
    if not born:
        worth += _BIRTH
    if left.bit_count() < 3 and closing_cards(table.after(move), rest):
        worth += _KNOCK + (0 if born else points(hand | swept))  # the plus points count twice
    return worth


def _laid_points(table: Table, cards: int) -> int:
    """What cards count on the table, the head with its bonus."""
    head = cards & table.frame.head if table.rules.head_bonus else 0
    bonus = CLOSING * (2 if head & SPETOS else 1) if head else 0
    return points(cards & ~head) + bonus


def _gained_by_closing(table: Table, number: int) -> int:
    """How much more a card counts face down than laid."""
    card = 1 << number
    return CLOSING * (2 if table.rules.closing_speto and card & SPETOS else 1) - points(card)


def _packed(melds: Melds, hand: int) -> list[int]:
    """Melds of a hand that can lie side by side and count most together."""
    found = melds.within(hand)
    if len(found) < 2:
        return found
    worth = {cards: points(cards) for cards in found}
    found = sorted(found, key=worth.__getitem__, reverse=True)[:_MANY]
    best: list[int] = []
    most = 0

    def pack(at: int, left: int, sum: int, chosen: list[int]) -> None:
        nonlocal best, most
        if sum > most:
            best, most = chosen, sum
        for next in range(at, len(found)):
            cards = found[next]
            if not cards & ~left:
                pack(next + 1, left & ~cards, sum + worth[cards], [*chosen, cards])

    pack(0, hand, 0, [])
    return best


def _lays_most(table: Table, hand: int) -> Move | None:
    """The next of the melds and lay-offs that bring most; one card stays to close with."""
    if may_lay(table) and table.frame.melds.covered(hand):
        packed = [cards for cards in _packed(table.frame.melds, hand) if cards != hand] or lays(table, hand)
        if packed:
            return lay(max(packed, key=points))
    return max(layoffs(table, hand), key=lambda move: points(move.cards.mask), default=None)


def _spared(table: DummyState, hand: int, rng: Random) -> int:
    """The number of the card to throw: it goes with little, helps the next player to little, costs no fine, and would
    be dear to be left with."""
    assert table.turn is not None
    known = _known(table, hand, table.turn)
    best, most = 0, -1e9
    for number in table.frame.melds.numbers(hand):
        worth = _worth_of_throwing(table, known, number) + _CHANGE * rng.random()
        if worth > most:
            best, most = number, worth
    return best


def _worth_of_throwing(table: Table, known: _Known, number: int) -> float:
    rules = table.rules
    hand, row, gone, fits, unseen, following, holds, anybody = known
    card = 1 << number
    kept = taken = fined = 0.0
    beside = _fined_beside(table, card, row)
    for pair in table.frame.melds.partners[number]:
        if pair & gone:
            continue
        if pair & hand:
            other = pair & ~hand
            kept += _MADE if not other else _READY if other & row else _WAITS if other & unseen else 0
            continue
        away = pair & ~row
        if not away:
            kept += _READY
            if rules.fine_full_discard:
                fined = 1
            continue
        if away != pair:
            kept += _BEGUN
            if pair & beside:
                fined += anybody if away & unseen else 1
        chance = 1.0
        while away:
            bit = away & -away
            away ^= bit
            chance *= 1 if bit & following else holds if bit & unseen else 0
        taken += chance
    count = _POINTS[number]
    worth = _RISK * count - kept - min(taken, 1) * (_HELPS + count) + FINE * min(fined, 1)
    if card & SPETOS:
        worth -= _SPETO
    if card & fits and rules.fine_layoff_discard:
        worth += FINE
    return worth


def _fined_beside(table: Table, card: int, row: int) -> int:
    """The cards of the row with which another player must not take this one, once it is thrown."""
    rules = table.rules
    found = table.frame.head & row if rules.head_bonus else 0
    if rules.fine_speto:
        found |= row if card & SPETOS else row & SPETOS
    return found


# Facts


def _of_discard(view: DummyView, card: int) -> Iterator[Tip]:
    table, rules = view.table, view.rules
    melds = table.frame.melds
    number = card.bit_length() - 1
    shown = Card.numbered(number)
    row = sum([thrown.card for thrown in table.row])
    if rules.fine_layoff_discard:
        for at, laid in enumerate(table.melds, 1):
            if laid.fits & card:
                yield _TIPS["fine_layoff"].tip(card=shown, meld=at, on=Cards(laid.shape.cards))
                break
    if rules.fine_full_discard:
        for pair in melds.partners[number]:
            if not pair & ~row:
                yield _TIPS["fine_full"].tip(card=shown, cards=Cards(pair | card))
                break
    if card & SPETOS:
        yield _TIPS["throws_speto"].tip(card=shown)
    risky = _taken_with(view, number, row)
    if rules.head_bonus and (head := table.frame.head & risky):
        yield _TIPS["risk_head"].tip(card=shown, head=_card(head))
    if rules.fine_speto and (speto := (card if risky else 0) & SPETOS or risky & SPETOS):
        yield _TIPS["risk_speto"].tip(card=shown, speto=_card(speto))
    if broken := _broken_up(melds, view.held, card):
        yield _TIPS["breaks"].tip(card=shown, cards=Cards(broken))
    elif not melds.neighbours[number] & view.held:
        yield _TIPS["useless"].tip(card=shown)


def _taken_with(view: DummyView, number: int, row: int) -> int:
    """The cards of the row that another player may take in one meld with this one, if the third is where it may be in
    that player's hand."""
    others = view.unseen().cards.mask
    for seat, cards in enumerate(view.known):
        if seat != view.seat:
            others |= cards
    found = 0
    for pair in view.table.frame.melds.partners[number]:
        if pair & row and pair & others and not pair & ~(row | others):
            found |= pair & row
    return found


def _broken_up(melds: Melds, hand: int, card: int) -> int:
    """The largest meld of the hand with this card of which some other card is in no meld any more without it."""
    lost = melds.covered(hand) & ~melds.covered(hand & ~card) & ~card
    if not lost:
        return 0
    return max([cards for cards in melds.within(hand) if cards & card and cards & lost], key=int.bit_count)


def _of_knock(view: DummyView, move: Move) -> Iterator[Tip]:
    table = view.table
    yield _TIPS["knocks"].tip(card=next(iter(move.cards)))
    if table.birth or view.seat not in table.born:
        yield _TIPS["dark"].tip()


def _of_laying(view: DummyView, move: Move) -> Iterator[Tip]:
    table = view.table
    if isinstance(move, Take) and view.seat not in table.born:
        yield _TIPS["born"].tip()
    yield _TIPS["lays_points"].tip(cards=move.cards, amount=_laid_points(table, move.cards.mask))
    if isinstance(move, Take):
        yield _TIPS["sweep"].tip(count=len(table.swept(1 << move.card.number)))


def _card(bit: int) -> Card:
    return Card.numbered(bit.bit_length() - 1)
