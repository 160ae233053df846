"""Proving puzzles by exhaustive search over every deal that is possible.

The learner's plan must be one plan: it may hang on what the learner sees, never on where hidden cards lie. All others
play together against the learner and see everything, so what is proved here holds against anybody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from random import Random

from tutor.cards import Cards, Seat
from tutor.core import Lot, Move, State, View
from tutor.puzzles.models import Goal

__all__ = ["Search", "TooLarge", "worlds"]

Belief = frozenset[State]
"""The states that the learner holds possible; they look the same to the learner."""


class TooLarge(ValueError):
    """The search would take too long to be a proof that anybody can repeat."""


def worlds(view: View) -> Iterator[State]:
    """Every deal that the view leaves possible."""
    unseen = view.unseen()

    def place(zones: list[str], left: Cards) -> Iterator[dict[str, Lot]]:
        if not zones:
            yield {}
            return
        zone, *others = zones
        for chosen in combinations(left - unseen.cannot.get(zone, Cards.NONE), unseen.slots[zone]):
            cards = Cards.of(chosen)
            lots: Iterable[Lot] = permutations(chosen) if zone in unseen.ordered else [cards]
            for lot in lots:
                for rest in place(others, left - cards):
                    yield {zone: lot, **rest}

    for hidden in place(list(unseen.slots), unseen.cards):
        yield view.world(hidden)


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
        groups: dict[str, dict[State, bool | None]] = defaultdict(dict)
        for state, move in moves:
            after = state.play(move)
            groups[state.step_text(move, self.seat)][after] = self.goal.reached(state, after, self.seat)
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

    def _next(self, state: State) -> Move:
        """In a lost position: a reply that keeps it lost; the learner plays by habit."""
        if state.turn != self.seat:
            for move in state.legal_moves():
                if not self.wins_by([state], move):
                    return move
        return state.game.advice.habit(state, Random(0))
