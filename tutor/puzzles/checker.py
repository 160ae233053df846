"""Proving puzzles by exhaustive search over every deal that is possible.

The learner's plan must be one plan: it may hang on what the learner sees, never on where hidden cards lie. All others
play together against the learner and see everything, so what is proved here holds against anybody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, islice, permutations
from random import Random

from tutor.cards import Card, Cards, Seat
from tutor.core import Lot, Move, State, View
from tutor.puzzles.models import Goal
from tutor.solver import possible

__all__ = ["MOST_WORLDS", "Search", "TooLarge", "deals", "refuted", "worlds"]

MOST_WORLDS = 2_000

Belief = frozenset[State]
"""The states that the learner holds possible; they look the same to the learner."""


class TooLarge(ValueError):
    """The search would take too long to be a proof that anybody can repeat."""


def worlds(view: View, ahead: int | None = None, own: bool = False) -> Iterator[State]:
    """Every deal that the view leaves possible. With ``ahead`` those that differ in nothing but what lies below so many
    cards of a zone with an order are one; with ``own`` those too that differ only in what other seats hold."""
    unseen = view.unseen()
    ordered = [zone for zone in unseen.slots if zone in unseen.ordered]
    others = [zone for zone in unseen.slots if zone not in unseen.ordered]

    def tops(zones: list[str], left: Cards) -> Iterator[tuple[dict[str, tuple[Card, ...]], Cards]]:
        if not zones:
            yield {}, left
            return
        zone, *more = zones
        size = unseen.slots[zone] if ahead is None else min(ahead, unseen.slots[zone])
        for top in permutations(left - unseen.cannot.get(zone, Cards.NONE), size):
            for rest, over in tops(more, left - Cards.of(top)):
                yield {zone: top, **rest}, over

    def held(zones: list[str], left: Cards) -> Iterator[tuple[dict[str, Lot], Cards]]:
        if not zones:
            yield {}, left
            return
        zone, *more = zones
        for chosen in combinations(left - unseen.cannot.get(zone, Cards.NONE), unseen.slots[zone]):
            cards = Cards.of(chosen)
            for rest, over in held(more, left - cards):
                yield {zone: cards, **rest}, over

    for top, left in tops(ordered, unseen.cards):
        found = held(others, left)
        for hidden, over in islice(found, 1) if own else found:
            below = list(over)
            for zone, cards in top.items():
                more = unseen.slots[zone] - len(cards)
                hidden = {**hidden, zone: (*cards, *below[:more])}
                below = below[more:]
            yield view.world(hidden)


def deals(goal: Goal, view: View) -> tuple[State, ...]:
    """Every deal that is possible, as far as the goal can tell them apart. TooLarge.

    A goal that is decided when the turn comes back at the latest hangs on no more of a stock than comes up by then; one
    that is decided on the learner's own turn hangs on nothing else that is hidden, as no law looks at other hands."""
    if not goal.near:
        if (count := possible(view)) > MOST_WORLDS:
            raise TooLarge(str(count))
        return tuple(worlds(view))
    found = tuple(islice(worlds(view, _ahead(goal, view), goal.of_this_turn), MOST_WORLDS + 1))
    if len(found) > MOST_WORLDS:
        raise TooLarge(f"more than {MOST_WORLDS}")
    return found


def _ahead(goal: Goal, view: View) -> int:
    """How many cards of the zones with an order come up before the goal is decided: the most in any line of one deal,
    since how often one draws hangs on whose turn it is, and not on the cards."""

    def lying(state: State) -> int:
        unseen = state.view(view.seat).unseen()
        return sum(unseen.slots.get(zone, 0) for zone in unseen.ordered)

    if not view.unseen().ordered:
        return 0
    first = next(worlds(view, 0, own=True))
    fewest, seen, waiting = lying(first), {first}, [first]
    while waiting:
        state = waiting.pop()
        for move in state.legal_moves():
            after = state.after(move)
            if after not in seen:
                seen.add(after)
                if after.outcome is None:  # at the end all is turned up
                    fewest = min(fewest, lying(after))
                if goal.reached(state, after, view.seat) is None:
                    waiting.append(after)
    return lying(first) - fewest


def refuted(goal: Goal, view: View, move: Move) -> tuple[State, tuple[Move, ...]] | None:
    """The first deal in which the move goes wrong whatever the learner does afterwards, and the line there."""
    search = Search(goal, view.seat)
    for deal in deals(goal, view):
        line = search.refutation(deal, move)
        if line is not None:
            return deal, line
    return None


class Search:
    """Whether the learner at ``seat`` can reach the goal for sure. Answers are kept, so that asking again is cheap."""

    def __init__(self, goal: Goal, seat: Seat, most: int = 400_000) -> None:
        self.goal = goal
        self.seat = seat
        self.most = most
        self._known: dict[Belief, bool] = {}
        self._asked = 0

    def wins(self, belief: Belief) -> bool:
        """Whether one plan reaches the goal in all these deals, against anything the others do."""
        known = self._known.get(belief)
        if known is None:
            self._asked += 1
            if self._asked > self.most:
                raise TooLarge(f"more than {self.most} positions")
            state = next(iter(belief))
            if state.turn == self.seat:
                known = any(self.wins_by(belief, move) for move in state.legal_moves())
            else:
                known = all(self._hold(after) for after in self._replies(belief))
            self._known[belief] = known
        return known

    def wins_by(self, belief: Iterable[State], move: Move) -> bool:
        """The same after this move of whoever is on turn."""
        return all(self._hold(after) for after in self._seen([(state, move) for state in belief]))

    def _replies(self, belief: Belief) -> list[dict[State, bool | None]]:
        return self._seen([(state, move) for state in belief for move in state.legal_moves()])

    def _seen(self, moves: list[tuple[State, Move]]) -> list[dict[State, bool | None]]:
        """What the moves lead to and whether it decides, grouped by what the learner sees of them."""
        groups: dict[tuple[str, View], dict[State, bool | None]] = defaultdict(dict)
        for state, move in moves:
            after = state.play(move)
            seen = state.step_text(move, self.seat), after.view(self.seat)
            groups[seen][after] = self.goal.reached(state, after, self.seat)
        return list(groups.values())

    def _hold(self, after: dict[State, bool | None]) -> bool:
        decided = set(after.values())
        if False in decided:
            return False
        open = frozenset(state for state, reached in after.items() if reached is None)
        return not open or self.wins(open)

    def refutation(self, state: State, move: Move) -> tuple[Move, ...] | None:
        """A line from this deal, beginning with the learner's move, in which every move of the others keeps the
        goal out of reach for good, until it is missed; None where the learner, seeing all, can still reach it."""
        if self.wins_by([state], move):
            return None
        line = [move]
        after = state.play(move)
        decided = self.goal.reached(state, after, self.seat)
        while decided is None:
            before = after
            line.append(self._next(before))
            after = before.play(line[-1])
            decided = self.goal.reached(before, after, self.seat)
        return tuple(line)

    def reply(self, state: State) -> Move:
        """In a won position: the learner's move that keeps it won; the others play by habit."""
        if state.turn == self.seat:
            return next(move for move in state.legal_moves() if self.wins_by([state], move))
        return state.game.advice.habit(state, Random(0))

    def _next(self, state: State) -> Move:
        """In a lost position: a reply that keeps it lost; the learner plays by habit."""
        if state.turn != self.seat:
            for move in state.legal_moves():
                if not self.wins_by([state], move):
                    return move
        return state.game.advice.habit(state, Random(0))
