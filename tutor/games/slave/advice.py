"""What is known of good play in Slave: a quick habit, the worth of a place, facts about a move."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

from tutor.cards import Seat
from tutor.core.climbing import Combination, Kind
from tutor.core.game import State, View
from tutor.core.move import Move
from tutor.core.rule import Rule, Tip
from tutor.games.slave.moves import DECLINE, PASS, PLAYS, TWO, Give, legal
from tutor.games.slave.score import places

if TYPE_CHECKING:
    from tutor.games.slave.state import SlaveState
    from tutor.games.slave.view import SlaveView

__all__ = ["SlaveAdvice"]

_TIPS = {
    name: Rule(f"slave.tip.{name}", "knowledge")
    for name in (
        *("goes_out", "unbeatable", "highest_left", "opponent_low", "breaks_group"),
        *("saves_four", "lowest", "may_pass"),
    )
}
_FOUR = Kind(False, 4)
_LOW = 4  # rank of a 7: what comes back in a blind swap is as good or better more often than not


class SlaveAdvice:
    """The game's ``Advice``."""

    turns = 0
    luck = 1

    def habit(self, state: State, rng: Random) -> Move:
        """Lead the lowest group whole; answer with the cheapest play that breaks no group; keep twos and fours
        until somebody is nearly out."""
        table = cast("SlaveState", state)
        assert table.turn is not None
        held = table.held[table.turn]
        if table.phase != "play":
            return _give(table, held)
        may = held & table.may
        if not may:
            return PASS
        return _lead(table, held, may) if not table.pile else _answer(table, held, may, rng)

    def utility(self, state: State, seat: Seat) -> float:
        """The place, the first 1 and the last 0, and what the next deal's exchange adds: King and Slave move two
        cards, so the ends weigh more than the middle."""
        ranked = places(cast("SlaveState", state))
        share = 1 - ranked.index(seat) / (len(ranked) - 1)
        return 0.1 + 0.8 * share + (0.1 if share == 1 else -0.1 if share == 0 else 0)

    def tips(self, view: View, move: Move) -> tuple[Tip, ...]:
        """Facts that hold by count, whatever the hidden cards are."""
        own = cast("SlaveView", view)
        table = own.table
        found: list[Tip] = []
        if move.verb == "pass":
            if own.held & table.may:
                found.append(_TIPS["may_pass"].tip())
            return tuple(found)
        if move.verb != "play":
            return ()
        cards = move.cards
        number = PLAYS.number[cards.mask]
        made = PLAYS.made[number]
        if cards == view.hand:
            found.append(_TIPS["goes_out"].tip(cards=cards))
        straights = table.frame.answers.straights
        unseen = own.unseen().cards
        hidden = PLAYS.held(unseen, straights)
        for seat, known in enumerate(own.known):
            if seat != own.seat:
                hidden |= PLAYS.held(known | unseen, straights)
        if not hidden & table.frame.answers(number, table.inverted):
            name = "highest_left" if made.kind.size == 1 else "unbeatable"
            found.append(_TIPS[name].tip(cards=cards))
        if (largest := _largest_broken(own.held, made)) is not None:
            found.append(_TIPS["breaks_group"].tip(cards=largest.cards))
        if made.kind == _FOUR and len(view.hand) > 4:
            found.append(_TIPS["saves_four"].tip(cards=cards))
        for seat, count in enumerate(table.counts):
            if seat != own.seat and count in (1, 2) and table.live >> seat & 1:
                found.append(_TIPS["opponent_low"].tip(seat=seat, count=count))
                break
        if not table.pile and _low_rank(made) == PLAYS.made[(own.held & -own.held).bit_length() - 1].rank:
            found.append(_TIPS["lowest"].tip(cards=cards))
        return tuple(found)

    def question(self, view: View) -> str:
        """What to ask oneself here, as a message id."""
        own = cast("SlaveView", view)
        table = own.table
        if table.phase == "trade":
            return "slave.hint.question.trade"
        if table.phase != "play":
            return "slave.hint.question.give"
        near = any(
            0 < count <= 2 and seat != own.seat and table.live >> seat & 1 for seat, count in enumerate(table.counts)
        )
        if near:
            return "slave.hint.question.one_left"
        return "slave.hint.question.beat" if table.pile else "slave.hint.question.lead"


_RANKS = [sum(1 << n for n, made in enumerate(PLAYS.made) if made.rank == rank) & PLAYS.sets for rank in range(13)]


def _low_rank(made: Combination) -> int:
    """The rank of the lowest card of a play."""
    return made.rank - made.kind.size + 1 if made.kind.straight else made.rank


def _largest_broken(held: int, made: Combination) -> Combination | None:
    """The largest set of equal rank in the hand of which this play takes only a part; of a straight, that of its
    highest card."""
    whole = PLAYS.made[(held & _RANKS[made.rank]).bit_length() - 1]
    laid = 1 if made.kind.straight else made.kind.size
    return whole if laid < whole.kind.size else None


def _groups(held: int) -> list[int]:
    """The numbers of plays that lay the whole hand: the longest straights, then each rank whole; lowest first."""
    straights = []
    while held > PLAYS.sets:
        straights.append(held.bit_length() - 1)
        held &= PLAYS.apart[straights[-1]]
    sets = [(held & plays).bit_length() - 1 for plays in _RANKS if held & plays]
    return sorted([*straights, *sets], key=lambda number: _low_rank(PLAYS.made[number])) if straights else sets


def _give(table: SlaveState, held: int) -> Move:
    """The tribute; or back the lowest cards that break no group, if there are enough of them. In the People's trade
    a low card of that sort, if there is one."""
    moves = legal(table, held)
    if len(moves) == 1 or table.phase == "tribute":
        return moves[0]
    due = table.due
    groups = [PLAYS.made[number] for number in _groups(held)]
    most = _LOW if table.phase == "trade" else TWO - 4
    loose = [made for made in groups if made.kind.size == 1 and made.rank <= most]
    if len(loose) >= due:
        cards = loose[0].cards
        for other in loose[1:due]:
            cards |= other.cards
        return Give(cards)
    return DECLINE if table.phase == "trade" else moves[0]


def _nearly_out(table: SlaveState, seat: Seat) -> int:
    """The fewest cards in the hand of another seat still in."""
    return min(
        (count for other, count in enumerate(table.counts) if other != seat and table.live >> other & 1),
        default=0,
    )


def _lead(table: SlaveState, held: int, may: int) -> Move:
    assert table.turn is not None
    groups = [number for number in _groups(held) if may >> number & 1]
    if not groups:  # the opening may leave only a part of a group
        return PLAYS.moves[may.bit_length() - 1]
    if table.inverted:
        groups.reverse()
    if len(groups) == 1:
        return PLAYS.moves[groups[0]]
    if _nearly_out(table, table.turn) == 1:
        # A single would let the last card go: lead pairs and triples, or the highest single.
        many = [number for number in groups if PLAYS.made[number].kind.size > 1]
        return PLAYS.moves[many[0] if many else groups[-1]]
    if len(groups) == 2:
        # The higher of the last two first, so as to lead the last one.
        return PLAYS.moves[groups[1]]
    return PLAYS.moves[groups[0]]


def _answer(table: SlaveState, held: int, may: int, rng: Random) -> Move:
    assert table.turn is not None
    top = PLAYS.made[PLAYS.number[table.pile[-1][1].cards.mask]]
    whole = 0
    for number in _groups(held):
        whole |= 1 << number
    same = may & PLAYS.of_kind[top.kind]
    clean = same & whole
    left = table.counts[table.turn]
    pressed = _nearly_out(table, table.turn) <= 3 or left - top.kind.size <= 3
    if clean:
        number = _lowest(clean, table.inverted)
        if PLAYS.made[number].rank < TWO - 1 or pressed or rng.random() < 0.3:
            return PLAYS.moves[number]
    if same:
        # Breaking a group is worth it for a high card, or when somebody is nearly out.
        number = _lowest(same, table.inverted)
        if pressed or (8 <= PLAYS.made[number].rank < TWO and rng.random() < 0.5):
            return PLAYS.moves[number]
    if slap := may & ~same:
        # A straight that the hand lays whole goes on anything; a four or a triple is kept for a 2 or the end.
        straights = slap & whole & ~PLAYS.sets
        if straights:
            return PLAYS.moves[_lowest(straights, False)]
        if pressed or top.rank == TWO:
            return PLAYS.moves[_lowest(slap, table.inverted and slap <= PLAYS.sets)]
    return PASS


def _lowest(plays: int, inverted: bool) -> int:
    """The number of the cheapest of these plays of one size, in the order in force."""
    return plays.bit_length() - 1 if inverted else (plays & -plays).bit_length() - 1
