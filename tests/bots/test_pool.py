"""A pool of workers: survives their deaths, keeps to its time, and leaves none behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from tests.bots.positions import on_turn
from tutor.bots import choose, hint, judge
from tutor.bots.pool import Pool, WorkerError
from tutor.bots.worker import NICENESS
from tutor.core import View

posix = pytest.mark.skipif(os.name != "posix", reason="signals and /proc of a POSIX system")


@pytest.fixture(scope="module")
def view() -> View:
    state, _ = next(on_turn(1, seed=31))
    assert state.turn is not None
    return state.view(state.turn)


@pytest.fixture
def pool() -> Iterator[Pool]:
    with Pool() as made:
        yield made


def process(pool: Pool) -> subprocess.Popen[str]:
    """The process of the only worker, once it runs."""
    for _ in range(200):
        found = pool._workers[0]._process
        if found is not None:
            return found
        time.sleep(0.05)
    raise AssertionError("no worker was started")


def test_a_pool_answers_as_the_functions_do(pool: Pool, view: View) -> None:
    move = view.legal_moves()[-1]
    assert pool.choose(view, "strong", 5, 6).result(60) == choose(view, "strong", Random(5), 6)
    assert pool.hint(view, 4, 5, 6, move).result(60) == hint(view, 4, Random(5), 6, move)
    assert pool.judge(view, move, 5, 6).result(60) == judge(view, move, Random(5), 6)


def test_nothing_runs_before_it_is_needed() -> None:
    with Pool(3) as pool:
        assert [worker._process for worker in pool._workers] == [None, None, None]


def test_many_threads_share_a_pool_and_each_gets_its_own_answer(view: View) -> None:
    expected = {seed: choose(view, "medium", Random(seed), 3) for seed in range(24)}
    with Pool(2) as pool, ThreadPoolExecutor(8) as threads:
        got = threads.map(lambda seed: (seed, pool.choose(view, "medium", seed, 3).result(60)), range(24))
        assert dict(got) == expected


def test_a_worker_that_died_is_started_again(pool: Pool, view: View) -> None:
    first = pool.choose(view, "easy", 1).result(60)
    dead = process(pool)
    dead.kill()
    dead.wait()
    assert pool.choose(view, "easy", 1).result(60) == first
    assert process(pool).pid != dead.pid


def test_a_request_whose_worker_died_is_asked_once_more(pool: Pool, view: View) -> None:
    pool.choose(view, "easy", 1).result(60)
    busy = process(pool)
    slow = pool.judge(view, view.legal_moves()[0], 1, 300)
    while not slow.running():
        time.sleep(0.01)
    busy.kill()
    assert slow.result(120) == judge(view, view.legal_moves()[0], Random(1), 300)


def test_a_request_that_takes_too_long_ends_in_a_timeout_and_the_next_one_is_answered(view: View) -> None:
    with Pool(limit=60) as pool:
        pool.choose(view, "easy", 1).result(60)
        pool._workers[0]._limit = 0.3
        with pytest.raises(TimeoutError, match=r"within 0\.3 s"):
            pool.judge(view, view.legal_moves()[0], 1, 10_000).result(60)
        pool._workers[0]._limit = 60
        assert pool.choose(view, "easy", 1).result(60) == choose(view, "easy", Random(1))


def test_what_a_worker_cannot_answer_is_an_error_with_its_words(pool: Pool) -> None:
    state, _ = next(on_turn(1, seed=32))
    assert state.turn is not None
    off_turn = state.view((state.turn + 1) % state.seats)
    with pytest.raises(WorkerError, match="not on turn"):
        pool.choose(off_turn, "easy", 1).result(60)


def test_a_closed_pool_cancels_what_waits_and_takes_no_more(view: View) -> None:
    pool = Pool()
    pool.choose(view, "easy", 1).result(60)
    worker = process(pool)
    busy = pool.judge(view, view.legal_moves()[0], 1, 10_000)
    waiting = [pool.choose(view, "easy", seed) for seed in range(5)]
    while not busy.running():
        time.sleep(0.01)
    pool.close()
    pool.close()
    assert worker.wait(10) is not None
    with pytest.raises(WorkerError):
        busy.result(10)
    assert all(future.cancelled() for future in waiting)
    with pytest.raises(RuntimeError, match="closed"):
        pool.choose(view, "easy", 1)


@posix
def test_workers_give_way_to_clicks(pool: Pool, view: View) -> None:
    pool.choose(view, "easy", 1).result(60)
    assert os.getpriority(os.PRIO_PROCESS, process(pool).pid) == min(19, os.nice(0) + NICENESS)


OWNER = """
import time
from random import Random
from tests.bots.positions import on_turn
from tutor.bots.pool import Pool
state, _ = next(on_turn(1))
pool = Pool()
pool.choose(state.view(state.turn), "easy", 1).result()
print(pool._workers[0]._process.pid, flush=True)
"""


@posix
@pytest.mark.parametrize("killed", [True, False])
def test_no_worker_outlives_its_owner(killed: bool) -> None:
    """Killed by force, or come to its end without closing the pool."""
    rest = "time.sleep(60)" if killed else ""
    root = Path(__file__).parents[2]
    owner = subprocess.Popen([sys.executable, "-c", OWNER + rest], stdout=subprocess.PIPE, text=True, cwd=root)
    assert owner.stdout is not None
    worker = int(owner.stdout.readline())
    if killed:
        os.kill(owner.pid, signal.SIGKILL)
    assert owner.wait(30) == (-signal.SIGKILL if killed else 0)
    owner.stdout.close()
    for _ in range(200):
        if not alive(worker):
            return
        time.sleep(0.05)
    os.kill(worker, signal.SIGKILL)
    raise AssertionError("the worker is still there")


def alive(pid: int) -> bool:
    """Whether the process runs; one that ended and that nobody has asked about yet does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
