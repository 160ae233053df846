"""What a broken law, an event and a line of Dummy's bill name beside their id: the seats, cards and cases that their
words are made of. Goldens ask for the ids alone."""

from __future__ import annotations

from typing import Any

import pytest

from tutor import games
from tutor.core import State

DUMMY = games.find("dummy")

BEGIN: dict[str, Any] = {
    "game": "dummy",
    "rules": "basic",
    "hands": ["9d 3c Kh", "2h 5s Kd", "4c Jd Qh"],
    "turn": 0,
    "row": [{"card": "6d"}, {"card": "9s", "seat": 0}, {"card": "9h", "seat": 1}, {"card": "9c", "seat": 2}],
    "melds": [{"seat": 1, "cards": "Ts Js Qs"}],
    "born": [1],
    "stock": "8c",
}
LAY: dict[str, Any] = {
    "game": "dummy",
    "rules": {"preset": "basic", "layoff_chain": False},
    "hands": ["7c 7d 7h Js Ks", "2h 5s 9d", "3d Jd Qh"],
    "turn": 0,
    "phase": "lay",
    "row": [{"card": "4d"}],
    "melds": [{"seat": 1, "cards": "7s 8s 9s Ts", "longer": "high"}, {"seat": 0, "cards": "2c 3c 4c"}],
    "born": [1, 0],
    "got": {"from": "stock", "cards": "7c"},
}
UNBORN = {**LAY, "born": [1]}
# Two hands and the head; all other cards lie in melds.
EMPTY = {
    **BEGIN,
    "stock": "none",
    "hands": ["3c 4h", "2h 3s 4s 5s"],
    "row": [{"card": "3h"}],
    "melds": [
        {"seat": 0, "cards": "4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"},
        {"seat": 0, "cards": "3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad"},
        {"seat": 0, "cards": "5h 6h 7h 8h 9h Th Jh Qh Kh Ah"},
        {"seat": 0, "cards": "6s 7s 8s 9s Ts Js Qs Ks As"},
        {"seat": 1, "cards": "2c 2d 2s"},
    ],
}


def after(position: dict[str, Any], *moves: str) -> State:
    state = DUMMY.setup(position)
    for text in moves:
        state = state.play(DUMMY.read_move(text))
    return state


@pytest.mark.parametrize(
    ("position", "seat", "move", "reason"),
    [
        (BEGIN, 1, "draw", "dummy.turn seat=0"),
        (BEGIN, 0, "discard Kh", "dummy.draw-or-take verb=discard"),
        (BEGIN, 0, "layoff Kh to 1", "dummy.draw-or-take verb=layoff"),
        (BEGIN, 0, "pass", "dummy.draw-or-take case=pass"),
        (BEGIN, 0, "knock Kh", "dummy.knock"),
        (BEGIN, 0, "take 9s to 1", "dummy.take-layoff card=9s case=off meld=1"),
        (
            {**BEGIN, "rules": {"preset": "basic", "take_for_layoff": True}},
            0,
            "take 9s to 1",
            "dummy.take-layoff card=9s case=unborn meld=1",
        ),
        (BEGIN, 0, "take 8c as 8c 9d Kh", "dummy.held cards=8c case=row"),
        (BEGIN, 0, "take 9h as 9d 9h 9s", "dummy.held card=9h cards=9s case=before"),
        (BEGIN, 0, "take 9h as 8h 9h Th", "dummy.held cards=8h Th"),
        (BEGIN, 0, "take 9s as 9c 9d 9h", "dummy.take-meld card=9s cards=9c 9d 9h case=without"),
        (BEGIN, 0, "take 9s as 9d 9s Kh", "dummy.take-meld card=9s cards=9d 9s Kh"),
        (BEGIN, 0, "take 9s as 9c 9h 9s", "dummy.take-hand cards=9c 9h 9s"),
        (
            {**BEGIN, "hands": ["9d", "2h", "3c"], "row": BEGIN["row"][1:]},
            0,
            "take 9s as 9s 9h 9c 9d",
            "dummy.keep-closing cards=9c 9d 9h 9s",
        ),
        (EMPTY, 0, "draw", "dummy.stock-empty"),
        (LAY, 0, "draw", "dummy.draw-once case=draw verb=draw"),
        (LAY, 0, "take 4d as 4d 7c 7d", "dummy.draw-once case=take verb=take"),
        (LAY, 0, "pass", "dummy.discard"),
        (UNBORN, 0, "lay 7c 7d 7h", "dummy.lay-born cards=7c 7d 7h"),
        (UNBORN, 0, "layoff Js to 1", "dummy.layoff-born cards=Js meld=1"),
        (LAY, 0, "discard 2h", "dummy.held cards=2h"),
        (LAY, 0, "lay 7c 7d Ks", "dummy.meld cards=7c 7d Ks"),
        (LAY, 0, "layoff Ks to 1", "dummy.layoff-fits cards=Ks meld=1 on=7s 8s 9s Ts"),
        (LAY, 0, "layoff Ks to 3", "dummy.layoff-fits cards=Ks case=none meld=3"),
        (LAY, 0, "layoff Js to 1", "dummy.layoff-chain cards=Js meld=1 on=7s 8s 9s Ts"),
        ({**LAY, "hands": ["7c 7d 7h", "2h", "3d"]}, 0, "lay 7c 7d 7h", "dummy.keep-closing cards=7c 7d 7h"),
        ({**LAY, "hands": ["7c", "2h", "3d"]}, 0, "discard Ks", "dummy.last-card card=7c"),
        (LAY, 0, "knock Ks", "dummy.knock-one-card card=Ks cards=Js count=1"),
        (LAY, 0, "knock 7c", "dummy.knock-one-card card=7c cards=7d 7h Js Ks count=4"),
    ],
)
def test_a_broken_law_names_what_its_words_need(position: dict[str, Any], seat: int, move: str, reason: str) -> None:
    violation = DUMMY.setup(position).view(seat).check(DUMMY.read_move(move))
    assert str(violation) == reason


def test_on_the_turn_of_birth_a_lay_is_named_with_its_cards() -> None:
    state = after({**BEGIN, "hands": ["9d 4c 5c 6c Kh", "2h", "Qh"]}, "take 9s as 9c 9d 9s")
    assert str(state.check(DUMMY.read_move("lay 4c 5c 6c"))) == "dummy.lay-later cards=4c 5c 6c"


FULL: dict[str, Any] = {
    "game": "dummy",
    "rules": "full",
    "hands": ["Qc 4d Ks", "2h 5s 9d", "3c Jd Qh"],
    "turn": 0,
    "phase": "lay",
    "row": [{"card": "6s"}, {"card": "4h", "seat": 2}],
    "melds": [{"seat": 1, "cards": "9c Tc Jc"}],
    "born": [1],
    "got": {"from": "stock", "cards": "Ks"},
}


@pytest.mark.parametrize(
    ("position", "moves", "told"),
    [
        (
            BEGIN,
            ["take 9h as 9c 9d 9h"],
            ["dummy.take-sweep card=9h cards=9c 9h count=2 seat=0", "dummy.born seat=0"],
        ),
        (LAY, ["discard Ks"], ["dummy.row card=Ks seat=0"]),
        (EMPTY, ["pass"], ["dummy.stock-out case=ended seat=0"]),
        (
            {**EMPTY, "phase": "lay", "got": {"from": "stock", "cards": "4h"}},
            ["discard 3c"],
            ["dummy.row card=3c seat=0", "dummy.stock-out case=turn seat=1"],
        ),
        (
            {
                **EMPTY,
                "rules": {"preset": "basic", "stock_out": "end_at_once"},
                "phase": "lay",
                "got": {"from": "stock", "cards": "4h"},
            },
            ["discard 3c"],
            ["dummy.row card=3c seat=0", "dummy.stock-out case=at_once seat=0"],
        ),
        (
            FULL,
            ["discard Qc"],
            [
                "dummy.row card=Qc seat=0",
                "dummy.fine-layoff amount=-50 card=Qc case=thrown meld=1 on=9c Tc Jc seat=0",
            ],
        ),
        (
            {**FULL, "row": [{"card": "6s"}, {"card": "Kc", "seat": 1}, {"card": "Kd", "seat": 2}]},
            ["discard Ks"],
            ["dummy.row card=Ks seat=0", "dummy.fine-full amount=-50 card=Ks cards=Kc Kd Ks case=thrown seat=0"],
        ),
        (
            {**FULL, "hands": ["7s 4d Ks", "8s 9d 2c", "3c Jd Qh"]},
            ["discard 7s", "take 6s as 6s 7s 8s"],
            [
                "dummy.take-sweep card=6s cards=4h 6s 7s count=3 seat=1",
                "dummy.fine-head amount=-50 by=1 card=7s cards=6s 7s 8s case=taken head=6s seat=0",
            ],
        ),
        (
            {**FULL, "row": [{"card": "6s"}, {"card": "Qs", "seat": 2}], "hands": ["4d Ks 5d", "As 9d 2h", "3c Jd"]},
            ["discard Ks", "take Qs as Qs Ks As"],
            [
                "dummy.take-sweep card=Qs cards=Qs Ks count=2 seat=1",
                "dummy.fine-speto-near amount=-50 by=1 card=Ks cards=Qs Ks As case=taken seat=0 speto=Qs",
            ],
        ),
        (
            {
                **FULL,
                "row": [{"card": "6s"}, {"card": "Ks", "seat": 2}],
                "hands": ["4d Qs 5d", "As 9d 2h", "3c Jd"],
                "got": {"from": "stock", "cards": "Qs"},
            },
            ["discard Qs", "take Ks as Qs Ks As"],
            [
                "dummy.take-sweep card=Ks cards=Qs Ks count=2 seat=1",
                "dummy.fine-speto amount=-50 by=1 card=Qs cards=Qs Ks As case=taken seat=0 speto=Qs",
            ],
        ),
        (
            {**LAY, "scores": [490, 0, 0], "hands": ["7c 7d 7h Ks", "2h", "3d"]},
            ["knock Ks"],
            ["dummy.game-500 score=615 seat=0 target=500"],
        ),
        (
            {**BEGIN, "hands": ["9d 9h Kh", "2h", "Qh"], "row": [{"card": "6d"}, {"card": "9s", "seat": 2}]},
            ["take 9s as 9d 9h 9s", "knock Kh"],
            ["dummy.fool-reverse case=counterclockwise direction=-1 seat=2"],
        ),
    ],
)
def test_an_event_names_what_its_words_need(position: dict[str, Any], moves: list[str], told: list[str]) -> None:
    assert [str(event) for event in after(position, *moves).events] == told


def test_a_line_of_the_bill_names_the_cards_that_count() -> None:
    fines = [{"rule": "dummy.fine-full", "seat": 1}]
    position = {
        **FULL,
        "row": [{"card": "6s"}, {"card": "4h", "seat": 2}],
        "hands": ["4d 4c Qs", "2h 5s", "3c Jd"],
        "turn": 0,
        "phase": "begin",
        "got": None,
        "fines": fines,
    }
    outcome = after(position, "take 4h as 4c 4d 4h", "knock Qs").outcome
    assert outcome is not None
    assert [(str(line), line.seat, line.amount) for line in outcome.lines] == [
        ("dummy.table-plus cards=4c 4d 4h", 0, 15),
        ("dummy.closing-speto card=Qs", 0, 100),
        ("dummy.dark-knock", 0, 115),
        ("dummy.table-plus cards=9c Tc Jc", 1, 25),
        ("dummy.hand-minus cards=2h 5s", 1, -10),
        ("dummy.fine-full", 1, -50),
        ("dummy.hand-minus cards=3c Jd", 2, -15),
        ("dummy.dark-rot", 2, -15),
        ("dummy.fool by=0 card=4h", 2, -50),
    ]
