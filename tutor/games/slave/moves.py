"""The moves of Slave, which of them are legal, and which law the others break.

Everything here works over the public table and one hand, so that a state and a view give the same answer.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tutor.cards import Card, Cards, Seat
from tutor.core.climbing import Answers, Combination, Kind, Pass, Play, combinations_of
from tutor.core.move import Move, words
from tutor.core.rule import Rule, Violation
from tutor.games.slave import rules as law
from tutor.games.slave.rules import SlaveRules

if TYPE_CHECKING:
    from tutor.games.slave.table import Table

__all__ = ["Decline", "Give", "answers_of", "broken", "inverts", "legal", "read", "tribute"]

class Give(Move):
    """Hand these cards over: tribute, return, or the card put down in a trade."""

    __slots__ = ()
    verb = "give"


class Decline(Move):
    """Put down no card."""

    __slots__ = ()
    verb = "decline"


PLAYS = combinations_of("3456789TJQKA2", "cdhs")
THREE_OF_CLUBS = Card.read("3c")
OPENING = PLAYS.with_card[THREE_OF_CLUBS]
TWO = 12  # rank of a 2
PASS = Pass()
DECLINE = Decline()
_ONLY_PASS = (PASS,)


def read(text: str) -> Move:
    """The move of a text; ValueError."""
    verb, rest = words(text)
    if verb in ("play", "give"):
        cards = Cards.read(rest)
        if cards:
            return Play(cards) if verb == "play" else Give(cards)
    elif verb in ("pass", "decline") and not rest:
        return Pass() if verb == "pass" else Decline()
    raise ValueError(text)


def slaps(new: Kind, old: Kind, rules: SlaveRules) -> bool:
    """Whether a play of one kind beats one of another kind whatever the ranks (slave.slap, slave.straight-slap)."""
    if old.straight:
        # Only a longer straight, and S0 calls that a slap too.
        return new.straight and new.size > old.size
    if new.straight:
        return new.size % 2 == old.size % 2
    if new.size == 3:
        return old.size == 1 and rules.triple_beats_single
    if new.size == 4:
        return (old.size == 1 and rules.four_beats_single) or (old.size == 2 and rules.four_beats_pair)
    return False


def higher(new: Combination, old: Combination, rules: SlaveRules, inverted: bool) -> bool:
    """Whether a play beats one of the same kind by height (slave.higher, slave.pair-tie, slave.straight-higher)."""
    if new.rank != old.rank:
        # Of straights of one length the one that ends higher begins higher too, so this holds either way round.
        return (new.rank < old.rank) is inverted
    if new.kind.size != 2:
        return new.suits != old.suits and (new.suits < old.suits) is inverted
    # Only pairs meet their own rank with more than one suit: there are but four cards of it.
    if rules.pair_tie == "both_higher":
        # Both suits above both: h s on c d, turned round c d on h s.
        return new.suits == (0b0011 if inverted else 0b1100)
    # The pair with the spade, or turned round the pair with the club, has the higher suit.
    return bool(new.suits & (0b0001 if inverted else 0b1000))


def objection(new: Combination, old: Combination) -> Rule:
    """The law that is broken by a play that does not answer another. Kind comes before height."""
    if new.kind == old.kind:
        if new.kind.straight:
            return law.STRAIGHT_HIGHER
        return law.PAIR_TIE if new.rank == old.rank and new.kind.size == 2 else law.HIGHER
    if old.kind.straight:
        return law.STRAIGHT_HIGHER if new.kind.straight else law.ON_A_STRAIGHT
    if new.kind.straight:
        return law.STRAIGHT_SLAP
    return law.SLAP if new.kind.size > 2 else law.SAME_KIND


def inverts(new: Kind, old: Kind) -> bool:
    """Whether this answer is a slap by a straight, which turns the order round (slave.straight-inverts)."""
    return new.straight and new != old


@lru_cache(maxsize=64)  # links bring any ruleset
def answers_of(rules: SlaveRules) -> Answers:
    """Which plays there are and which answers which, compiled for a ruleset."""
    allowed = PLAYS.sets
    if rules.straights:
        allowed = PLAYS.all
        if not rules.straight_with_two:
            with_two = [1 << n for n, one in enumerate(PLAYS.made) if one.kind.straight and one.rank == TWO]
            allowed &= ~sum(with_two)
    return Answers(
        PLAYS,
        allowed,
        lambda new, old: slaps(new, old, rules),
        lambda new, old, inverted: higher(new, old, rules, inverted),
    )


def tribute(held: int, count: int) -> Cards:
    """The highest cards of a hand, by rank and then suit in the normal order (slave.tribute)."""
    hand = held & PLAYS.singles
    cards = 0
    for _ in range(min(count, hand.bit_count())):
        highest = hand.bit_length() - 1
        cards |= PLAYS.made[highest].cards.mask
        hand ^= 1 << highest
    return Cards(cards)


def legal(table: Table, held: int) -> tuple[Move, ...]:
    """The legal moves of the seat on turn, which can make the plays ``held``, in the order of moves."""
    if table.turn is None:
        return ()
    phase = table.stage.phase
    if phase == "play":
        plays = held & table.may
        if not plays:
            return _ONLY_PASS
        found = PLAYS.listed(plays)
        if table.pile:
            found.append(PASS)
        return tuple(found)
    if phase == "tribute":
        return (Give(tribute(held, table.due)),)
    # The King and the Queen give back any cards, as many as they got; each of the People any one, or none.
    hand = [place for place in range(52) if held >> place & 1]
    pairs = _pairs()
    if table.due == 1:
        gifts = tuple([pairs[place][place] for place in hand])
        return gifts if phase == "return" else (*gifts, DECLINE)
    return tuple([row[high] for at, low in enumerate(hand) for row in (pairs[low],) for high in hand[at + 1 :]])


@cache
def _pairs() -> tuple[tuple[Give, ...], ...]:
    """The gifts of one or two cards, by the places of both in this game's order."""
    return tuple(tuple(Give(Cards.of({low, high})) for high in PLAYS.order) for low in PLAYS.order)


def broken(table: Table, held: int, seat: Seat, move: Move) -> Violation | None:
    """The first law that this move of ``seat``, which can make the plays ``held``, breaks; None if it is legal."""
    if table.turn is None:
        return law.TURN.broken(case="over")
    if seat != table.turn:
        if table.phase == "play" and table.passed >> seat & 1 and table.live >> seat & 1:
            return law.PASS_LOCK.broken(seat=seat)
        return law.TURN.broken(seat=table.turn)
    number = PLAYS.number.get(move.cards.mask)
    if table.phase == "play" and move.verb == "play" and number is not None and (held & table.may) >> number & 1:
        return None  # the tables know; what follows finds out why not
    if move.verb not in table.verbs:
        return law.PHASE.broken(case=table.phase, verb=move.verb)
    if missing := [card for card in move.cards if not held & PLAYS.with_card[card]]:
        return law.HELD.broken(cards=Cards.of(missing))
    if table.phase == "tribute":
        must = tribute(held, table.due)
        return None if move.cards == must else law.TRIBUTE.broken(cards=move.cards, must=must, to=table.to)
    if table.phase == "return":
        if len(move.cards) == table.due:
            return None
        return law.RETURN.broken(cards=move.cards, count=table.due, to=table.to)
    if table.phase == "trade":
        return None if len(move.cards) <= 1 else law.PEOPLE_TRADE.broken(cards=move.cards)
    if move.verb == "pass":
        return None if table.pile else law.LEAD_MUST_PLAY.broken()
    if number is None or not table.frame.answers.allowed >> number & 1:
        return _shape(move.cards, table.rules).broken(cards=move.cards)
    if not table.pile:
        return law.LEAD_3C.broken(cards=move.cards, card=THREE_OF_CLUBS)
    by, top = table.pile[-1]
    old = PLAYS.made[PLAYS.number[top.cards.mask]]
    new = PLAYS.made[number]
    rule = objection(new, old)
    if rule in (law.SLAP, law.SAME_KIND) and any(
        PLAYS.made[PLAYS.number[play.cards.mask]].kind == new.kind for _, play in table.pile
    ):
        # A kind that lies in the pile and is not on top was slapped.
        rule = law.AFTER_SLAP
    # The words differ where the order is turned round, and from one rule for equal pairs to the other.
    if rule is law.PAIR_TIE:
        return rule.broken(cards=move.cards, top=top.cards, by=by, case=table.rules.pair_tie)
    if rule is law.HIGHER and table.inverted:
        return rule.broken(cards=move.cards, top=top.cards, by=by, case="inverted")
    return rule.broken(cards=move.cards, top=top.cards, by=by)


def _shape(cards: Cards, rules: SlaveRules) -> Rule:
    """The law that cards break which are no play at all."""
    if not rules.straights or len(cards) < 3:
        return law.SAME_RANK
    suits = {card.suit for card in cards}
    places = {PLAYS.order.index(card) >> 2 for card in cards}
    if len(suits) > 1 or TWO not in places:
        return law.STRAIGHT
    # A run of ranks joined in a ring has one card that follows on none.
    begins = [place for place in places if (place - 1) % 13 not in places]
    return law.STRAIGHT_WRAP if len(begins) <= 1 else law.STRAIGHT
