"""Players against players on duplicate deals: on each board the hero sits in every seat once, the others in the rest.

``python -m tests.bots.tournament dummy full 4 medium easy 200`` plays 200 boards and prints what they came to.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Literal

from tests.laws.walks import Table
from tutor import games
from tutor.bots import Level, choose
from tutor.cards import Seat
from tutor.core import Move, State

__all__ = ["Player", "ahead", "board", "interval", "place"]

Player = Level | Literal["random"]
"""A level, or one that makes each legal move alike."""


def board(table: Table, number: int, hero: Player, field: Player) -> Iterator[tuple[Seat, State]]:
    """The ended deals of a board, with the seat of the hero. Odd boards are second deals of a match, the first of
    which was played by habit."""
    start = table.game.deal(table.rules, table.seats, Random(number))
    if number % 2:
        rng = Random(number)
        while start.turn is not None:
            start = start.play(start.game.advice.habit(start, rng))
        assert start.outcome is not None
        start = table.game.deal(table.rules, table.seats, Random(-number), start.outcome.standing)
    for seat in range(table.seats):
        state, ply = start, 0
        while state.turn is not None:
            rng = Random(f"{number} {state.deal} {ply} {state.turn}")
            state = state.play(_move(state, hero if state.turn == seat else field, rng))
            ply += 1
        yield seat, state


def _move(state: State, player: Player, rng: Random) -> Move:
    assert state.turn is not None
    if player == "random":
        return rng.choice(state.legal_moves())
    return choose(state.view(state.turn), player, rng).move


def place(state: State, seat: Seat) -> float:
    """What the place in an ended deal is worth, from 1 for the first to -1 for the last; equal places share."""
    assert state.outcome is not None
    better = 0
    for there in state.outcome.places:
        if seat in there:
            return 1 - 2 * (better + (len(there) - 1) / 2) / (state.seats - 1)
        better += len(there)
    return 0.0


def ahead(state: State, seat: Seat) -> float:
    """The points of an ended deal above the mean of the others'."""
    assert state.outcome is not None
    totals = state.outcome.totals
    return totals[seat] - (sum(totals) - totals[seat]) / (len(totals) - 1)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean of what boards came to, and half the width of its 95 % interval."""
    return fmean(values), 1.96 * stdev(values) / len(values) ** 0.5


def main(game_id: str, preset: str, seats: str, hero: Player, field: Player, boards: str) -> None:
    """Play and print."""
    game = next(game for game in games.every() if game.id == game_id)
    table = Table(game, game.presets[preset], int(seats))
    places, points, lines, moves, lengths = [], [], Counter[str](), Counter[str](), []
    for number in range(1, int(boards) + 1):
        deals = list(board(table, number, hero, field))
        places.append(fmean(place(state, seat) for seat, state in deals))
        points.append(fmean(ahead(state, seat) for seat, state in deals))
        for seat, state in deals:
            assert state.outcome is not None
            lines.update(line.rule.id for line in state.outcome.lines if line.seat == seat)
            moves.update(after.made.verb for before, after in state.moves() if after.made and before.turn == seat)
            lengths.append(len(state.moves()))
    played = len(lengths)
    print(f"{table}: {hero} against {field}, {boards} boards, {played} deals of {fmean(lengths):.1f} moves")
    for what, values in (("place", places), ("points ahead", points)):
        print(f"  {what} {'{:+.3f} ± {:.3f}'.format(*interval(values))}")
    for what, counted in (("moves", moves), ("lines", lines)):
        print(f"  {what} of {hero} a deal:", ", ".join(f"{id} {n / played:.3f}" for id, n in counted.most_common()))


if __name__ == "__main__":
    main(*sys.argv[1:])  # type: ignore[arg-type]
