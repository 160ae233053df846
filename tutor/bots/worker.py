"""``python -m tutor.bots.worker``: decides for others. A line of JSON in, a line of JSON out, until the input ends.

``{"id": 1, "do": "choose", "view": {…}, "level": "strong", "seed": 7}`` is answered ``{"id": 1, "decision": {…}}``;
``hint`` (with ``step``, perhaps ``move``) with ``hint``; ``judge`` (with ``move`` and ``budget``) with ``verdict``.
What cannot be answered gets ``{"id": …, "error": "…"}``, and the next line is read.
"""

from __future__ import annotations

import json
import os
import sys
from random import Random
from typing import Any

from pydantic import ValidationError

from tutor import games
from tutor.bots.choice import choose, judge
from tutor.bots.hints import hint
from tutor.bots.wire import Request, write_decision, write_hint, write_verdict
from tutor.core import State

__all__ = ["answer", "main"]

NICENESS = 10  # clicks of other learners come first


def answer(line: str) -> dict[str, Any]:
    """The answer to one line, never an exception for what the line says."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"id": None, "error": f"not JSON: {error}"}
    if not isinstance(said, dict):
        return {"id": None, "error": "a request is an object"}
    id = said.get("id")
    try:
        return {"id": id, **_answer(Request.model_validate(said))}
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(map(str, problem["loc"])) or "request"
        return {"id": id, "error": f"{place}: {problem['msg']}"}
    except (ValueError, KeyError) as error:
        return {"id": id, "error": f"{type(error).__name__}: {error}"}


def _answer(request: Request) -> dict[str, Any]:
    view = games.read(request.view)
    if isinstance(view, State):
        raise ValueError("view: has no seat; a bot gets what one seat sees")
    rng = Random(request.seed)
    move = None if request.move is None else view.game.read_move(request.move)
    match request.do:
        case "choose":
            assert request.level is not None
            return {"decision": write_decision(choose(view, request.level, rng, request.budget))}
        case "hint":
            assert request.step is not None
            return {"hint": write_hint(hint(view, request.step, rng, request.budget, move))}
        case "judge":
            assert move is not None
            assert request.budget is not None
            return {"verdict": write_verdict(judge(view, move, rng, request.budget))}


def main() -> None:
    """Answer until the input ends or nobody reads the answers."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        for line in sys.stdin:
            if line.strip():
                print(json.dumps(answer(line), ensure_ascii=False), flush=True)
    except (BrokenPipeError, KeyboardInterrupt):
        # Whoever asked is gone; nothing is left to be written when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
