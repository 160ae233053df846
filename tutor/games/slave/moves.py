"""The moves of Slave, which of them are legal, and which law the others break.

Everything here works over the public table and one hand, so that a state and a view give the same answer.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tutor.cards import Card, Cards, Seat
from tutor.core.climbing import Answers, Pass, Play, Set, sets_of
from tutor.core.move import Move, words
from tutor.core.rule import Rule, Violation
from tutor.games.slave import rules as law
from tutor.games.slave.rules import SlaveRules

if TYPE_CHECKING:
    from tutor.games.slave.table import Table

__all__ = ["Decline", "Give", "answers_of", "broken", "legal", "read", "tribute"]

SETS = sets_of("3456789TJQKA2", "cdhs")
THREE_OF_CLUBS = Card.read("3c")
OPENING = SETS.with_card[THREE_OF_CLUBS]
PASS = Pass()
_ONLY_PASS = (PASS,)


class Give(Move):
    """Hand these cards over: tribute, return, or the card put down in a trade."""

    __slots__ = ()
    verb = "give"


class Decline(Move):
    """Put down no card."""

    __slots__ = ()
    verb = "decline"


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


def slaps(new: Set, old: Set, rules: SlaveRules) -> bool:
    """Whether a play of this kind beats one of another kind whatever the ranks (slave.slap)."""
    if new.size == 3:
        return old.size == 1 and rules.triple_beats_single
    if new.size == 4:
        return (old.size == 1 and rules.four_beats_single) or (old.size == 2 and rules.four_beats_pair)
    return False


def objection(new: Set, old: Set, rules: SlaveRules, inverted: bool) -> Rule | None:
    """The law that keeps ``new`` from answering ``old``, None if it may. Kind comes before height."""
    if new.size != old.size:
        if slaps(new, old, rules):
            return None
        return law.SLAP if new.size > 2 else law.SAME_KIND
    if new.rank != old.rank:
        return law.HIGHER if (new.rank < old.rank) is not inverted else None
    if new.size == 1:
        return law.HIGHER if (new.suits < old.suits) is not inverted else None
    # Only pairs can meet their own rank: there are but four cards of it.
    if rules.pair_tie == "both_higher":
        # Both suits above both: h s on c d, turned round c d on h s.
        return None if new.suits == (0b0011 if inverted else 0b1100) else law.PAIR_TIE
    # The pair with the spade, or turned round the pair with the club, has the higher suit.
    return None if new.suits & (0b0001 if inverted else 0b1000) else law.PAIR_TIE


@lru_cache(maxsize=64)  # links bring any ruleset
def answers_of(rules: SlaveRules) -> Answers:
    """Which plays answer which, compiled for a ruleset."""
    return Answers(SETS, lambda new, old, inverted: objection(new, old, rules, inverted) is None)


def tribute(held: int, count: int) -> Cards:
    """The highest cards of a hand, by rank and then suit in the normal order (slave.tribute)."""
    hand = held & SETS.singles
    cards = 0
    for _ in range(min(count, hand.bit_count())):
        highest = hand.bit_length() - 1
        cards |= SETS.sets[highest].cards.mask
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
        found = SETS.listed(plays)
        if table.pile:
            found.append(PASS)
        return tuple(found)
    if phase == "tribute":
        return (Give(tribute(held, table.due)),)
    # The King and the Queen give back any cards: as many as they got.
    hand = [place for place in range(52) if held >> place & 1]
    pairs = _pairs()
    if table.due == 1:
        return tuple([pairs[place][place] for place in hand])
    return tuple([row[high] for at, low in enumerate(hand) for row in (pairs[low],) for high in hand[at + 1 :]])


@cache
def _pairs() -> tuple[tuple[Give, ...], ...]:
    """The gifts of one or two cards, by the places of both in this game's order."""
    return tuple(tuple(Give(Cards.of({low, high})) for high in SETS.order) for low in SETS.order)


def broken(table: Table, held: int, seat: Seat, move: Move) -> Violation | None:
    """The first law that this move of ``seat``, which can make the plays ``held``, breaks; None if it is legal."""
    if table.turn is None:
        return law.TURN.broken(case="over")
    if seat != table.turn:
        if table.phase == "play" and table.passed >> seat & 1 and table.live >> seat & 1:
            return law.PASS_LOCK.broken(seat=seat)
        return law.TURN.broken(seat=table.turn)
    number = SETS.number.get(move.cards.mask)
    if table.phase == "play" and move.verb == "play" and number is not None and (held & table.may) >> number & 1:
        return None  # the tables know; what follows finds out why not
    if move.verb not in table.verbs:
        return law.PHASE.broken(case=table.phase, verb=move.verb)
    if missing := [card for card in move.cards if not held & SETS.with_card[card]]:
        return law.HELD.broken(cards=Cards.of(missing))
    if table.phase == "tribute":
        must = tribute(held, table.due)
        return None if move.cards == must else law.TRIBUTE.broken(cards=move.cards, must=must, to=table.to)
    if table.phase == "return":
        if len(move.cards) == table.due:
            return None
        return law.RETURN.broken(cards=move.cards, count=table.due, to=table.to)
    if move.verb == "pass":
        return None if table.pile else law.LEAD_MUST_PLAY.broken()
    if number is None:
        return law.SAME_RANK.broken(cards=move.cards)
    if not table.pile:
        return law.LEAD_3C.broken(cards=move.cards, card=THREE_OF_CLUBS)
    by, top = table.pile[-1]
    old = SETS.sets[SETS.number[top.cards.mask]]
    new = SETS.sets[number]
    rule = objection(new, old, table.rules, table.inverted)
    assert rule is not None
    if new.size != old.size and any(len(play.cards) == new.size for _, play in table.pile):
        # A kind that lies in the pile and is not on top was slapped.
        rule = law.AFTER_SLAP
    # The words differ where the order is turned round, and from one rule for equal pairs to the other.
    if rule is law.PAIR_TIE:
        return rule.broken(cards=move.cards, top=top.cards, by=by, case=table.rules.pair_tie)
    if rule is law.HIGHER and table.inverted:
        return rule.broken(cards=move.cards, top=top.cards, by=by, case="inverted")
    return rule.broken(cards=move.cards, top=top.cards, by=by)
