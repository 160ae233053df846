"""Which moves of Dummy are legal, and which law the others break.

Everything here works over the public table and one hand, so that a state and a view give the same answer.
"""

from __future__ import annotations

from tutor.cards import Card, Cards, Seat
from tutor.core.move import Move
from tutor.core.rule import Violation
from tutor.games.dummy import rules as law
from tutor.games.dummy.moves import (
    DISCARDS,
    DRAW,
    KNOCKS,
    PASS,
    LayOff,
    Take,
    in_order,
    lay,
    take_as,
)
from tutor.games.dummy.table import Laid, Table

__all__ = ["broken", "closing_cards", "lays", "legal", "may_lay", "takes"]


def legal(table: Table, hand: int) -> tuple[Move, ...]:
    """The legal moves of the seat on turn, which holds ``hand``, in the order of moves.

    There are never many. A meld of hand and row is taken with the one of its cards that was thrown first, so before a
    draw there are at most as many moves as melds (329, with a low ace 369), and with ``take_for_layoff`` one more for
    each card of the row and meld of the table. After it there are at most as many lays as melds, 35 lay-offs a meld of
    the table, and a knock and a discard for each card of the hand."""
    if table.turn is None:
        return ()
    if not table.laying:
        return (*takes(table, hand), DRAW if table.left else PASS)
    found: list[Move] = []
    numbers = table.frame.melds.numbers(hand)
    if table.turn in table.born:
        if may_lay(table):
            found += [lay(cards) for cards in lays(table, hand)]
        found += layoffs(table, hand)
    found += [KNOCKS[number] for number in closing_cards(table, hand)]
    if len(numbers) > 1:
        found += [DISCARDS[number] for number in numbers]
    return tuple(found)


def takes(table: Table, hand: int) -> list[Move]:
    """The takes of the seat on turn, in the order of moves."""
    row = {thrown.card: at for at, thrown in enumerate(table.row)}
    lying = sum(row)
    found: list[Move] = []
    assert table.turn is not None
    if table.rules.take_for_layoff and table.turn in table.born:
        held = hand.bit_count()
        for number in table.frame.melds.numbers(lying):
            if held + len(row) - row[1 << number] > 1:
                card = Card.numbered(number)
                melds = [at for at, laid in enumerate(table.melds, 1) if laid.fits >> number & 1]
                found += [Take(card, Cards(1 << number), at) for at in melds]
    if not table.frame.melds.covered(hand | lying) & lying:
        return found
    for cards in table.frame.melds.within(hand | lying):
        if cards & hand and cards & lying:
            # The card thrown first is the one taken: all others are swept with it.
            first = min([row[1 << number] for number in table.frame.melds.numbers(cards & lying)])
            if hand.bit_count() + len(row) - first > cards.bit_count():
                found.append(take_as(table.row[first].card.bit_length() - 1, cards))
    return found


def may_lay(table: Table) -> bool:
    """Whether the seat on turn, once born, may lay melds now (dummy.lay-later)."""
    return table.rules.lay_on_birth_turn or not table.birth


def lays(table: Table, hand: int) -> list[int]:
    """The melds that leave a card to close with."""
    return [cards for cards in table.frame.melds.within(hand) if cards != hand]


def layoffs(table: Table, hand: int) -> list[Move]:
    """The lay-offs that leave a card to close with, in the order of moves."""
    found = [
        LayOff(Cards(cards), number)
        for number, laid in enumerate(table.melds, 1)
        if laid.fits & hand
        for cards in table.frame.melds.layoffs(laid.shape, laid.longer, hand)
        if cards != hand
    ]
    if len(found) > 1:
        found.sort(key=lambda move: (*in_order(move.cards.mask), move.meld))
    return list[Move](found)


def closing_cards(table: Table, hand: int) -> list[int]:
    """The numbers of the cards with which a hand can knock, lowest first."""
    melds = table.frame.melds
    # One card closes and all others are laid; most hands hold two that fit nowhere.
    loose = hand & ~melds.covered(hand)
    if loose:
        loose &= ~_laid_off(table, hand)
        if loose & loose - 1:
            return []
    return melds.numbers(melds.laying(table.on()).closing(hand))


def _laid_off(table: Table, hand: int) -> int:
    """Every card of a hand that is in some lay-off."""
    found = 0
    for laid in table.melds:
        if laid.fits & hand:
            for cards in table.frame.melds.layoffs(laid.shape, laid.longer, hand):
                found |= cards
    return found


def broken(table: Table, hand: int, seat: Seat, move: Move) -> Violation | None:
    """The first law that this move of ``seat``, which holds ``hand``, breaks; None if it is legal. The order of laws
    is that of ``docs/rules/dummy.md``."""
    if table.turn is None:
        return law.TURN.broken(case="over")
    if seat != table.turn:
        return law.TURN.broken(seat=table.turn)
    verb = move.verb
    if not table.laying:
        if isinstance(move, Take):
            return _broken_take(table, hand, move)
        if verb == "draw":
            return None if table.left else law.STOCK_EMPTY.broken()
        if verb == "pass":
            return law.DRAW_OR_TAKE.broken(case="pass") if table.left else None
        return law.KNOCK.broken() if verb == "knock" else law.DRAW_OR_TAKE.broken(verb=verb)
    if verb in ("draw", "take"):
        return law.DRAW_ONCE.broken(verb=verb, case=verb)
    if verb == "pass":
        return law.DISCARD.broken()
    cards = move.cards.mask
    born = seat in table.born
    if verb == "lay" and not born:
        return law.LAY_BORN.broken(cards=move.cards)
    if verb == "lay" and not may_lay(table):
        return law.LAY_LATER.broken(cards=move.cards)
    if isinstance(move, LayOff) and not born:
        return law.LAYOFF_BORN.broken(cards=move.cards, meld=move.meld)
    if verb == "discard" and hand.bit_count() == 1:
        return law.LAST_CARD.broken(card=_card(hand))
    if cards & ~hand:
        return law.HELD.broken(cards=Cards(cards & ~hand))
    if verb == "discard":
        return None
    if verb == "knock":
        return _broken_knock(table, hand, cards)
    if isinstance(move, LayOff):
        if violation := _broken_layoff(table, move.cards, move.meld):
            return violation
    elif cards not in table.frame.melds.shapes:
        return law.MELD.broken(cards=move.cards)
    return law.KEEP_CLOSING.broken(cards=move.cards) if cards == hand else None


def _broken_take(table: Table, hand: int, move: Take) -> Violation | None:
    card = 1 << move.card.number
    if move.meld is not None:
        case = "off" if not table.rules.take_for_layoff else "unborn" if table.turn not in table.born else None
        if case:
            return law.TAKE_LAYOFF.broken(card=move.card, meld=move.meld, case=case)
    swept = sum([thrown.card for thrown in table.swept(card)])
    if not swept:
        return law.HELD.broken(cards=Cards(card), case="row")
    cards = move.cards.mask
    if strange := cards & ~(hand | swept):
        if strange & sum([thrown.card for thrown in table.row]):
            return law.HELD.broken(cards=Cards(strange), card=move.card, case="before")
        return law.HELD.broken(cards=Cards(strange))
    if move.meld is not None:
        if violation := _broken_layoff(table, move.cards, move.meld):
            return violation
    elif not cards & card:
        return law.TAKE_MELD.broken(cards=move.cards, card=move.card, case="without")
    elif cards not in table.frame.melds.shapes:
        return law.TAKE_MELD.broken(cards=move.cards, card=move.card)
    elif not cards & hand:
        return law.TAKE_HAND.broken(cards=move.cards)
    return law.KEEP_CLOSING.broken(cards=move.cards) if cards == hand | swept else None


def _broken_layoff(table: Table, cards: Cards, meld: int) -> Violation | None:
    if meld > len(table.melds):
        return law.LAYOFF_FITS.broken(cards=cards, meld=meld, case="none")
    laid: Laid = table.melds[meld - 1]
    melds = table.frame.melds
    on = Cards(laid.shape.cards)
    if on & cards or (on | cards).mask not in melds.shapes:
        return law.LAYOFF_FITS.broken(cards=cards, meld=meld, on=on)
    if melds.lengthened(laid.shape, laid.longer, cards.mask) is None:
        return law.LAYOFF_CHAIN.broken(cards=cards, meld=meld, on=on)
    return None


def _broken_knock(table: Table, hand: int, closing: int) -> Violation | None:
    left = Cards(table.frame.melds.laying(table.on()).left_over(hand & ~closing))
    return law.KNOCK_ONE_CARD.broken(card=_card(closing), cards=left, count=len(left)) if left else None


def _card(bit: int) -> Card:
    return Card.numbered(bit.bit_length() - 1)
