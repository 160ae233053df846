"""Threads, programs, and programs that are killed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from tutor.learner import MoveConflict, Store, open_store

# argv: url, game, key, who; a line on stdin starts it. Prints the plies that it won.
RACE = """
import sys
from tutor.learner import MoveConflict, open_store
url, game, key, who = sys.argv[1:]
with open_store(url) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    for ply in range(80):
        try:
            store.add_move(game, key, 1, ply, f"play {ply} by {who}")
            print(ply, flush=True)
        except MoveConflict as conflict:
            assert conflict.saved is not None
"""

# argv: url, key. Prints the learner's id.
FIRST = """
import sys
from tutor.learner import open_store
with open_store(sys.argv[1]) as store:
    print(store.save_settings(sys.argv[2]).id)
"""

# argv: url, game, key, first ply. Moves for ever; prints each ply once its move is saved.
STREAM = """
import sys
from itertools import count
from tutor.learner import open_store
url, game, key, first = sys.argv[1:]
store = open_store(url)
for ply in count(int(first)):
    store.add_move(game, key, 1, ply, f"play {ply}")
    print(ply, flush=True)
"""


def program(text: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", text, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def in_threads(number: int, work: Callable[[int], Any]) -> list[Any]:
    together = Barrier(number)

    def start(who: int) -> Any:
        together.wait(timeout=30)
        return work(who)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(start, range(number)))


def test_of_threads_that_want_the_same_ply_one_wins(store: Store, key: str, game_id: str) -> None:
    others: list[str | None] = []

    def race(who: int) -> set[int]:
        won = set()
        for ply in range(15):
            try:
                store.add_move(game_id, key, 1, ply, f"play {ply} by {who}")
                won.add(ply)
            except MoveConflict as conflict:
                others.append(conflict.saved)
        return won

    wins = in_threads(8, race)
    winner = {ply: who for who, plies in enumerate(wins) for ply in plies}
    assert sum(map(len, wins)) == len(winner) == 15
    assert len(others) == 7 * 15
    assert None not in others
    assert store.game(game_id, key).deals[0].moves == tuple(f"play {ply} by {winner[ply]}" for ply in range(15))


def test_a_double_click_in_two_threads_saves_once_and_fails_in_neither(store: Store, key: str, game_id: str) -> None:
    in_threads(8, lambda _: store.add_move(game_id, key, 1, 0, "play 3c"))
    assert store.game(game_id, key).deals[0].moves == ("play 3c",)


def test_tabs_that_save_at_once_are_one_learner(store: Store, key: str) -> None:
    assert len({learner.id for learner in in_threads(8, lambda _: store.save_settings(key))}) == 1


def test_settings_saved_at_once_are_all_kept(store: Store, key: str) -> None:
    wanted: list[dict[str, Any]] = [
        {"language": "th"},
        {"pace": "slow"},
        {"level": "strong"},
        {"motion": False},
    ]
    in_threads(4, lambda who: store.save_settings(key, **wanted[who]))
    settings = store.learner(key).settings
    assert all(settings[name] == value for one in wanted for name, value in one.items())


def test_a_place_saved_at_once_is_one_place(store: Store, key: str) -> None:
    in_threads(8, lambda who: store.save_place(key, "what-beats", f"step-{who}"))
    assert str(store.place(key, "what-beats")).startswith("step-")


def test_many_games_at_once_stay_apart(store: Store) -> None:
    def play(who: int) -> tuple[str, ...]:
        key = f"{who:022d}"
        game_id = store.new_game(key, "some-game", "king", ["Nok"], who)
        store.add_deal(game_id, key, 1, {}, [0])
        for ply in range(10):
            store.add_move(game_id, key, 1, ply, f"play {who}")
        return store.game(game_id, key).deals[0].moves

    assert in_threads(25, play) == [(f"play {who}",) * 10 for who in range(25)]


def test_stores_opened_at_once_make_the_tables_once(url: str, key: str) -> None:
    def open_and_save(_: int) -> int | None:
        with open_store(url) as store:
            return store.save_settings(key).id

    assert len(set(in_threads(6, open_and_save))) == 1


def test_programs_that_start_at_once_on_no_database_both_work(url: str, key: str) -> None:
    programs = [program(FIRST, url, key) for _ in range(3)]
    said = {one.communicate(timeout=60)[0].strip() for one in programs}
    assert [one.returncode for one in programs] == [0, 0, 0]
    assert said == {"1"}


def test_of_programs_that_want_the_same_ply_one_wins(store: Store, url: str, key: str, game_id: str) -> None:
    racers = [program(RACE, url, game_id, key, who) for who in "ab"]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    wins = [{int(ply) for ply in racer.communicate(timeout=60)[0].split()} for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0]
    assert not wins[0] & wins[1]
    assert wins[0] | wins[1] == set(range(80))
    assert store.game(game_id, key).deals[0].moves == tuple(
        f"play {ply} by {'a' if ply in wins[0] else 'b'}" for ply in range(80)
    )


@pytest.mark.parametrize("acknowledged", [1, 25, 120])
def test_a_kill_loses_no_move_that_was_acknowledged(
    store: Store, url: str, key: str, game_id: str, acknowledged: int
) -> None:
    saved = 0
    for _ in range(2):
        with program(STREAM, url, game_id, key, saved) as stream:
            assert stream.stdout is not None
            for ply in range(saved, saved + acknowledged):
                assert stream.stdout.readline() == f"{ply}\n"
            stream.kill()
            # Not communicate(), which would skip what readline() has read ahead.
            last = (stream.stdout.read().split() or [str(saved + acknowledged - 1)])[-1]
        with open_store(url) as after:
            moves = after.game(game_id, key).deals[0].moves
        # The move that it was killed over may be there too: saved, and not yet acknowledged.
        assert len(moves) - 1 in (int(last), int(last) + 1)
        assert moves == tuple(f"play {ply}" for ply in range(len(moves)))
        saved = len(moves)
