"""Workers that live long, so that a search neither slows the app nor sees more than a view."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Thread, Timer
from typing import Any, NamedTuple, TypeVar

import tutor
from tutor.bots.decision import Decision, Hint, Level, Step, Verdict
from tutor.bots.wire import read_decision, read_hint, read_verdict
from tutor.core import Game, Move, View

__all__ = ["Pool", "WorkerError"]

T = TypeVar("T")
TRIES = 2  # a worker may die of something else than the request: once more, then it is the request


class WorkerError(RuntimeError):
    """A worker could not answer: it says why, or it died twice."""


class _Job(NamedTuple):
    request: Mapping[str, Any]
    read: Callable[[Mapping[str, Any]], Any]
    future: Future[Any]


class Pool:
    """``size`` worker processes, each started when it is first needed and again when it died. Threads may share a
    pool. A future ends in TimeoutError after ``limit`` seconds of work, in WorkerError where the worker cannot
    answer. A pool closes with its process; workers end by themselves when that is killed."""

    def __init__(self, size: int = 1, limit: float = 30) -> None:
        if size < 1:
            raise ValueError(f"size {size}: one worker at least")
        self.limit = limit
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self._count = 0
        self._workers = [_Worker(self._jobs, limit) for _ in range(size)]
        atexit.register(self.close)

    def choose(self, view: View, level: Level, seed: int, budget: int | None = None) -> Future[Decision]:
        """The decision of ``tutor.bots.choose`` with ``Random(seed)``."""
        request = {"do": "choose", "level": level, "seed": seed, "budget": budget}
        return self._ask(view, request, "decision", read_decision)

    def hint(
        self, view: View, step: Step, seed: int, budget: int | None = None, move_in_mind: Move | None = None
    ) -> Future[Hint]:
        """The hint of ``tutor.bots.hint`` with ``Random(seed)``: the same seed for all steps."""
        move = None if move_in_mind is None else str(move_in_mind)
        request = {"do": "hint", "step": step, "move": move, "seed": seed, "budget": budget}
        return self._ask(view, request, "hint", read_hint)

    def judge(self, view: View, move: Move, seed: int, budget: int) -> Future[Verdict]:
        """The verdict of ``tutor.bots.judge`` with ``Random(seed)``."""
        request = {"do": "judge", "move": str(move), "seed": seed, "budget": budget}
        return self._ask(view, request, "verdict", read_verdict)

    def close(self) -> None:
        """End the workers. Requests that wait are cancelled, one in work ends in WorkerError."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        atexit.unregister(self.close)
        waiting = []
        while not self._jobs.empty():
            waiting.append(self._jobs.get())
        for job in waiting:
            if job is not None:
                job.future.cancel()
        for worker in self._workers:
            self._jobs.put(None)
            worker.stop()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(
        self, view: View, request: Mapping[str, Any], key: str, read: Callable[[Mapping[str, Any], Game], T]
    ) -> Future[T]:
        future: Future[T] = Future()
        game = view.game
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool is closed")
            self._count += 1
            told = {name: value for name, value in request.items() if value is not None}
            document = {"id": self._count, **told, "view": view.position().document()}
            self._jobs.put(_Job(document, lambda answer: read(answer[key], game), future))
        return future


class _Worker:
    """One process and the thread that talks with it."""

    def __init__(self, jobs: SimpleQueue[_Job | None], limit: float) -> None:
        self._jobs = jobs
        self._limit = limit
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False
        self._lock = Lock()
        Thread(target=self._work, name="bot worker", daemon=True).start()

    def stop(self) -> None:
        """End the process; the thread ends at the next None of its jobs."""
        with self._lock:
            self._stopped = True
            process, self._process = self._process, None
        if process is not None:
            _end(process)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if not job.future.set_running_or_notify_cancel():
                continue
            try:
                answer = self._answer(json.dumps(job.request))
                if "error" in answer:
                    raise WorkerError(answer["error"])
                job.future.set_result(job.read(answer))
            except Exception as error:  # whatever it is, it belongs to whoever waits for this answer
                job.future.set_exception(error)

    def _answer(self, line: str) -> Mapping[str, Any]:
        for _ in range(TRIES):
            process = self._started()
            said, late = _talk(process, line, self._limit)
            if said.endswith("\n"):
                answer: Mapping[str, Any] = json.loads(said)
                return answer
            _end(process)
            if late:
                raise TimeoutError(f"no answer within {self._limit:g} s")
        raise WorkerError("the worker died twice at this request")

    def _started(self) -> subprocess.Popen[str]:
        with self._lock:
            if self._stopped:
                raise WorkerError("the pool is closed")
            if self._process is not None and self._process.poll() is not None:
                _end(self._process)
                self._process = None
            if self._process is None:
                self._process = _start()
            return self._process


def _start() -> subprocess.Popen[str]:
    # A worker finds this very package wherever it is started, and is told nothing of where games are kept.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SAMRAP_")}
    folder = str(Path(tutor.__file__).resolve().parents[1])
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [folder, environment.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-m", "tutor.bots.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**environment, "PYTHONIOENCODING": "utf-8"},
    )


def _talk(process: subprocess.Popen[str], line: str, limit: float) -> tuple[str, bool]:
    """The worker's line of answer, "" if it died; and whether it died because it took too long."""
    late = Event()

    def end() -> None:
        late.set()
        process.kill()

    timer = Timer(limit, end)
    timer.daemon = True
    timer.start()
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(line + "\n")
        process.stdin.flush()
        return process.stdout.readline(), late.is_set()
    except (OSError, ValueError):  # its end of the pipe, or ours, is closed
        return "", late.is_set()
    finally:
        timer.cancel()


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was not written yet has no reader any more
                pipe.close()
