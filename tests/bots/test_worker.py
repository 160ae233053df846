"""A worker answers line by line, says what is wrong with a bad one, and goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from tests.bots.positions import on_turn
from tutor.bots import choose, hint, judge
from tutor.bots.wire import read_decision, read_hint, read_verdict
from tutor.bots.worker import answer
from tutor.cards import Cards
from tutor.core import View


@pytest.fixture(scope="module")
def view() -> View:
    state = next(state for state, _ in on_turn(100, seed=21) if state.seats == 4)
    assert state.turn is not None
    return state.view(state.turn)


def request(view: View, /, **said: Any) -> dict[str, Any]:
    return {"id": 1, "do": "choose", "level": "easy", "seed": 3, "view": view.position().document(), **said}


def test_answers_are_those_of_the_functions_in_the_same_order(view: View) -> None:
    game, move = view.game, view.legal_moves()[-1]
    lines = [
        request(view, level="strong", budget=4),
        request(view, id="b", do="hint", step=4, budget=4, move=str(move)),
        request(view, id=3, do="judge", move=str(move), budget=4),
    ]
    done = run("\n".join(map(json.dumps, lines)) + "\n\n")
    first, second, third = done
    assert (first["id"], second["id"], third["id"]) == (1, "b", 3)
    assert read_decision(first["decision"], game) == choose(view, "strong", Random(3), 4)
    assert read_hint(second["hint"], game) == hint(view, 4, Random(3), 4, move)
    assert read_verdict(third["verdict"], game) == judge(view, move, Random(3), 4)


def run(said: str) -> list[dict[str, Any]]:
    """What a worker answers until its input ends; it ends with it, without a word on the error stream."""
    worker = [sys.executable, "-m", "tutor.bots.worker"]
    done = subprocess.run(worker, input=said, capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "another verb": ({"do": "guess"}, "do: "),
    "another level": ({"level": "expert"}, "level: "),
    "no level": ({"level": None}, "choose needs level"),
    "a hint without a step": ({"do": "hint"}, "hint needs step"),
    "a fifth step": ({"do": "hint", "step": 5}, "step: "),
    "nothing to judge": ({"do": "judge", "budget": 3}, "judge needs move"),
    "judging without a budget": ({"do": "judge", "move": "pass"}, "judge needs budget"),
    "a seed that is a text": ({"seed": "7"}, "seed: "),
    "no worlds": ({"budget": 0}, "budget: "),
    "a field too many": ({"hands": ["3c"]}, "hands: "),
    "a move that is none": ({"do": "judge", "move": "fly 3c", "budget": 3}, "fly 3c"),
    "a position that is none": ({"view": 7}, "view: "),
    "no game": ({"view": {}}, "no game 'None'"),
    "a broken position": ({"view": {"game": "slave", "seat": 0, "hands": ["3c"], "turn": 9}}, "hands"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_request_is_answered_with_what_is_wrong(name: str, view: View) -> None:
    changed, said = BAD[name]
    given = answer(json.dumps(request(view, **changed)))
    assert set(given) == {"id", "error"}
    assert given["id"] == 1
    assert said in given["error"]


@pytest.mark.parametrize("line", ["", "{", "[]", "7", "null", '"choose"', "[" * 100_000, "\x00"])
def test_a_line_that_is_no_request_is_answered_too(line: str) -> None:
    assert set(answer(line)) == {"id", "error"}


def test_a_state_is_refused_since_a_bot_gets_a_view() -> None:
    state, _ = next(on_turn(1, seed=22))
    given = answer(
        json.dumps({"id": 1, "do": "choose", "level": "easy", "seed": 1, "view": state.position().document()})
    )
    assert "no seat" in given["error"]


def test_a_view_off_turn_and_one_that_no_deal_fits_are_errors(view: View) -> None:
    document = view.position().document()
    other = (view.seat + 1) % view.seats
    off = {**document, "seat": other, "hands": [f"x{count}" for count in view.counts]}
    off["hands"][other] = ""
    assert "error" in answer(json.dumps(request(view, view=off)))
    others = [seat for seat in range(view.seats) if seat != view.seat]
    # Each hand alone could be filled with what is left, all of them not.
    barred = str(Cards.of(list(view.unseen().cards)[max(view.counts) :]))
    nowhere = {**document, "cannot": {str(seat): barred for seat in others}}
    assert "no deal" in answer(json.dumps(request(view, view=nowhere)))["error"]


def test_a_worker_goes_on_after_bad_lines(view: View) -> None:
    given = run(
        "\n".join(["{", "7", json.dumps(request(view, level="expert")), json.dumps(request(view, id=9))]) + "\n"
    )
    assert ["error" in line for line in given] == [True, True, True, False]
    assert given[-1]["id"] == 9
