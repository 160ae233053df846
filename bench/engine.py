"""The immutable engine against its peers, in one interleaved run: moves a second, as ratios.

    python bench/engine.py [rounds]

Ours deals, lists the legal moves, picks one and plays it, deal included. RLCard is its raw ``game.step`` with the
player's own listing of moves; OpenSpiel is ``dou_dizhu`` driven from Python. Every round times each of them for the
same span of processor time, one after the other, so that a machine that is busy or changes speed changes all; the
median of the rounds' ratios is printed with the smallest and the largest.

The peers' games have no exchange of cards, so what is compared is first deals; whole matches, in which King and Slave
choose among 78 gifts before each deal and a standing is made after it, are timed beside them.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random

SPAN = 0.7  # seconds for each in each round


def ours(rng: Random, until: float, *, match: bool = False) -> int:
    """Random first deals of Slave; with ``match`` the titles are carried over and cards exchanged."""
    from tutor import games

    game = games.find("slave")
    plies = 0
    standing = None
    while time.process_time() < until:
        state = game.deal("king", 4, rng, standing)
        while state.turn is not None:
            moves = state.legal_moves()
            state = state.play(moves[int(rng.random() * len(moves))])
            plies += 1
        outcome = state.outcome
        assert outcome is not None
        standing = outcome.standing if match else None
    return plies


def rlcard(rng: Random, until: float) -> int:
    """RLCard's Dou Dizhu without its environment: the raw game."""
    import numpy as np
    from rlcard.games.doudizhu import Game

    game = Game()
    game.np_random = np.random.RandomState(rng.randrange(1 << 31))
    plies = 0
    while time.process_time() < until:
        state, _ = game.init_game()
        while not game.is_over():
            moves = state["actions"]
            state, _ = game.step(moves[int(rng.random() * len(moves))])
            plies += 1
    return plies


def open_spiel(rng: Random, until: float) -> int:
    """OpenSpiel's C++ Dou Dizhu driven from Python."""
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    plies = 0
    while time.process_time() < until:
        state = game.new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            chance = state.is_chance_node()
            state.apply_action(moves[int(rng.random() * len(moves))])
            plies += not chance
    return plies


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    players: dict[str, Callable[[Random, float], int]] = {
        "ours": ours,
        "ours in matches": partial(ours, match=True),
        "rlcard": rlcard,
        "open_spiel": open_spiel,
    }
    rng = Random(1)
    for play in players.values():
        play(rng, time.process_time() + 0.2)  # imports and first tables are not what is compared
    speed: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(rounds):
        for name, play in players.items():
            begin = time.process_time()
            plies = play(rng, begin + SPAN)
            speed[name].append(plies / (time.process_time() - begin))
    for own in ("ours", "ours in matches"):
        for name, wanted in (("rlcard", 15), ("open_spiel", 0.75)):
            ratios = [mine / theirs for mine, theirs in zip(speed[own], speed[name], strict=True)]
            print(
                f"engine: {own} {statistics.median(ratios):.2f} x {name} ({min(ratios):.2f} to {max(ratios):.2f} in "
                f"{rounds} rounds; wanted {wanted} x)"
            )
    print("engine: moves a second " + ", ".join(f"{name} {statistics.median(s):.0f}" for name, s in speed.items()))


if __name__ == "__main__":
    main()
