"""The immutable engine against its peers, in one interleaved run: moves a second, as ratios.

    python bench/engine.py [rounds]

Ours deals, lists the legal moves, picks one and plays it, deal included. RLCard is its raw ``game.step`` with the
player's own listing of moves; OpenSpiel is its C++ driven from Python. Every round times each of them for the same
span of processor time, one after the other, so that a machine that is busy or changes speed changes all; the median of
the rounds' ratios is printed with the smallest and the largest.

Slave is set beside Dou Dizhu, whose game has no exchange of cards, so what is compared is first deals; whole matches,
in which King and Slave choose among 78 gifts before each deal and a standing is made after it, are timed beside them.
Dummy of two is set beside Gin Rummy, which lists no melds and takes one card alone from the row. Then Dummy's listing
of a whole turn (before the draw, and after the draw or the take that leaves most moves) with 11 cards in hand, 20 in
the row and five melds, where every option allows more: as a multiple of one step of RLCard's Gin Rummy.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

SPAN = 0.7  # seconds for each in each round
TURNS = 200

Player = Callable[[Random, float], int]


def ours(rng: Random, until: float, *, name: str, rules: str, seats: int, match: bool = False) -> int:
    """Random first deals; with ``match`` what one deal leaves standing is where the next begins."""
    from tutor import games

    game = games.find(name)
    plies = 0
    standing = None
    while time.process_time() < until:
        state = game.deal(rules, seats, rng, standing)
        while state.turn is not None:
            moves = state.legal_moves()
            state = state.play(moves[int(rng.random() * len(moves))])
            plies += 1
        outcome = state.outcome
        assert outcome is not None
        standing = outcome.standing if match else None
    return plies


def rlcard_doudizhu(rng: Random, until: float) -> int:
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


def rlcard_gin_rummy(rng: Random, until: float) -> int:
    """RLCard's Gin Rummy without its environment: the raw game with the judge's listing."""
    import numpy as np
    from rlcard.games.gin_rummy import Game

    game = Game()
    game.np_random = np.random.RandomState(rng.randrange(1 << 31))
    plies = 0
    while time.process_time() < until:
        game.init_game()
        while not game.is_over():
            moves = game.judge.get_legal_actions()
            game.step(moves[int(rng.random() * len(moves))])
            plies += 1
    return plies


def open_spiel(rng: Random, until: float, *, name: str) -> int:
    """OpenSpiel's C++ game driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    plies = 0
    while time.process_time() < until:
        state = game.new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            chance = state.is_chance_node()
            state.apply_action(moves[int(rng.random() * len(moves))])
            plies += not chance
    return plies


def measured(players: dict[str, Player], rounds: int) -> dict[str, list[float]]:
    """Moves a second of each, round by round."""
    rng = Random(1)
    for play in players.values():
        play(rng, time.process_time() + 0.2)  # imports and first tables are not what is compared
    speed: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(rounds):
        for name, play in players.items():
            begin = time.process_time()
            plies = play(rng, begin + SPAN)
            speed[name].append(plies / (time.process_time() - begin))
    return speed


def told(title: str, speed: dict[str, list[float]], own: str, peer: str, wanted: float | None = None) -> None:
    ratios = [mine / theirs for mine, theirs in zip(speed[own], speed[peer], strict=True)]
    aim = "" if wanted is None else f"; wanted {wanted} x"
    print(
        f"engine: {title} {own} {statistics.median(ratios):.2f} x {peer} ({min(ratios):.2f} to {max(ratios):.2f} in "
        f"{len(ratios)} rounds{aim})"
    )


def say_speed(title: str, speed: dict[str, list[float]]) -> None:
    numbers = ", ".join(f"{name} {statistics.median(found):.0f}" for name, found in speed.items())
    print(f"engine: {title} moves a second {numbers}")


def crowded_turn(rng: Random) -> Any:
    """A turn of Dummy with 11 cards in hand, 20 in the row and five melds on the table."""
    from tutor import games
    from tutor.cards import Card, Cards

    game = games.find("dummy")
    ranks = "23456789TJQKA"
    cards = rng.sample(list(Cards.PACK), 52)
    melds: list[Cards] = []
    while len(melds) < 5:
        rank, suit = rng.randrange(11), rng.choice("cdhs")
        run = [Card.read(ranks[rank + up] + suit) for up in range(3)]
        meld = Cards.of(rng.choice([run, [Card.read(ranks[rank] + other) for other in "cdhs" if other != suit]]))
        if meld <= Cards.of(cards):
            melds.append(meld)
            cards = [card for card in cards if card not in meld]
    return game.setup(
        {
            "game": "dummy",
            "rules": {"preset": "full", "take_for_layoff": True, "lay_on_birth_turn": True, "ace_low_runs": True},
            "hands": [str(Cards.of(cards[:11])), str(Cards.of(cards[31:34]))],
            "row": [{"card": str(card), "seat": 1} for card in cards[11:31]],
            "melds": [{"seat": 1, "cards": str(meld)} for meld in melds],
            "born": [0],
            "turn": 0,
        }
    )


def listing(rng: Random) -> float:
    """Seconds for listing the moves of a whole turn, the quickest of three times."""
    state = crowded_turn(rng)
    after = max((state.play(move) for move in state.legal_moves()), key=lambda state: len(state.legal_moves()))
    spent = []
    for _ in range(3):
        begin = time.perf_counter()
        state.legal_moves()
        after.legal_moves()
        spent.append(time.perf_counter() - begin)
    return min(spent)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    slave = partial(ours, name="slave", rules="king", seats=4)
    speed = measured(
        {
            "ours": slave,
            "ours in matches": partial(slave, match=True),
            "rlcard": rlcard_doudizhu,
            "open_spiel": partial(open_spiel, name="dou_dizhu"),
        },
        rounds,
    )
    for own in ("ours", "ours in matches"):
        told("Slave", speed, own, "rlcard", 15)
        told("Slave", speed, own, "open_spiel", 0.75)
    print(
        "engine: Slave moves a second " + ", ".join(f"{name} {statistics.median(s):.0f}" for name, s in speed.items())
    )

    dummy = partial(ours, name="dummy", seats=2)
    speed = measured(
        {
            "basic": partial(dummy, rules="basic"),
            "full in matches": partial(dummy, rules="full", match=True),
            "rlcard": rlcard_gin_rummy,
            "open_spiel": partial(open_spiel, name="gin_rummy"),
        },
        rounds,
    )
    for own in ("basic", "full in matches"):
        told("Dummy", speed, own, "rlcard", 1)
        told("Dummy", speed, own, "open_spiel")
    print(
        "engine: Dummy moves a second " + ", ".join(f"{name} {statistics.median(s):.0f}" for name, s in speed.items())
    )
    rng = Random(2)
    step = 1 / statistics.median(speed["rlcard"])
    turns = sorted(listing(rng) / step for _ in range(TURNS))
    print(
        f"engine: Dummy listing a whole turn {statistics.median(turns):.2f} x one step of rlcard's gin rummy "
        f"(worst of {TURNS}: {turns[-1]:.1f} x)"
    )


if __name__ == "__main__":
    main()
