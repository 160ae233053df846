"""Positions in which something is hidden, each with other hidden cards that look the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import NamedTuple

from tests.laws.walks import Table, by_habit, tables, walk
from tutor.core import State, View
from tutor.solver import Worlds

__all__ = ["Pair", "hidden_pairs", "on_turn"]


class Pair(NamedTuple):
    """Two truths that the seat on turn cannot tell apart, and the seeds of two deals, the first of which led here."""

    state: State
    other: State
    seed: int
    other_seed: int

    @property
    def views(self) -> tuple[View, View]:
        """What the seat on turn sees of each."""
        assert self.state.turn is not None
        return self.state.view(self.state.turn), self.other.view(self.state.turn)


def on_turn(number: int, seed: int = 0, every: int = 9) -> Iterator[tuple[State, int]]:
    """States with a choice to make, from matches at every table in turn, with the seed of their deal."""
    found = 0
    for round in count():
        for table in tables():
            for state, deal_seed in _match(table, seed * 1_000 + round, every):
                yield state, deal_seed
                found += 1
                if found == number:
                    return


def _match(table: Table, seed: int, every: int) -> Iterator[tuple[State, int]]:
    standing = None
    for deal in range(2):
        deal_seed = 100 * seed + deal
        start = table.game.deal(table.rules, table.seats, Random(deal_seed), standing)
        states = walk(start, Random(deal_seed), by_habit)
        choices = [state for state in states if len(state.legal_moves()) > 1]
        for state in choices[1 - deal :: every]:  # the second deal may begin with an exchange
            yield state, deal_seed
        assert states[-1].outcome is not None
        standing = states[-1].outcome.standing


def hidden_pairs(number: int, seed: int = 0, every: int = 9) -> Iterator[Pair]:
    """So many positions in which at least one hidden card can lie elsewhere; the rarer in a deal, the more tables."""
    rng = Random(seed)
    found = 0
    for state, deal_seed in on_turn(10 * number, seed, every):
        assert state.turn is not None
        worlds = Worlds(state.view(state.turn))
        if worlds.count == 1:
            continue
        other = state
        while other == state:
            other = worlds.sample(rng)
        yield Pair(state, other, deal_seed, deal_seed + 50)
        found += 1
        if found == number:
            return
