"""What each seat may know of the People's trade: slave.people-trade, slave.people-swap (S0 กฎพิเศษ 2)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden.slave.situations import after, seen
from tutor import games

SLAVE = games.find("slave")

TRADE: dict[str, Any] = {
    "game": "slave",
    "rules": {"preset": "classic", "people_trade": True},
    "deal": 2,
    "phase": "trade",
    "titles": ["king", "queen", "people", "people", "vice-slave", "slave"],
    "hands": ["2h 2s", "8d Kh Ah", "5c 9d Ac", "3c 6c", "4c 7d", "3d Jc"],
    "turn": 2,
    "offers": ["", "", "", "", "", ""],
}


@pytest.mark.parametrize("seat", [0, 1, 3, 4, 5])
def test_others_see_that_a_card_was_put_down_and_not_which(seat: int) -> None:
    state = after(TRADE, "give 9d")
    assert seen(state, seat)["offers"] == ["", "", "x1", "", "", ""]
    assert seen(state, seat)["hands"][2] == "x2"
    view = state.view(seat)
    assert "9d" not in f"{view.history} {view.events} {seen(state, seat)['history']}"


def test_who_put_a_card_down_sees_it_lie_there() -> None:
    state = after(TRADE, "give 9d")
    assert seen(state, 2)["offers"] == ["", "", "9d", "", "", ""]
    assert seen(state, 2)["hands"][2] == "5c Ac"


@pytest.mark.parametrize("seat", range(6))
def test_a_decline_is_open_to_all(seat: int) -> None:
    assert seen(after(TRADE, "decline"), seat)["offers"] == ["", "", "declined", "", "", ""]


@pytest.mark.parametrize("seat", [0, 1, 3, 4, 5])
def test_another_card_put_down_makes_the_same_view(seat: int) -> None:
    mine, theirs = after(TRADE, "give 9d").view(seat), after(TRADE, "give Ac").view(seat)
    assert mine == theirs
    assert hash(mine) == hash(theirs)


@pytest.mark.parametrize("seat", [2, 3])
def test_the_two_whose_cards_were_swapped_know_both(seat: int) -> None:
    state = after(TRADE, "give 9d", "give 3c")
    assert [gift["cards"] for gift in seen(state, seat)["exchanged"]] == ["9d", "3c"]
    assert seen(state, 2)["hands"][3] == "9d x1"
    assert seen(state, 3)["hands"][2] == "3c x2"
    assert [event.rule.id for event in state.view(seat).events] == ["slave.people-swap"]


@pytest.mark.parametrize("seat", [0, 1, 4, 5])
def test_the_court_never_learns_what_the_people_swapped(seat: int) -> None:
    state = after(TRADE, "give 9d", "give 3c")
    document = seen(state, seat)
    assert [gift["cards"] for gift in document["exchanged"]] == ["x1", "x1"]
    assert (document["hands"][2], document["hands"][3]) == ("x3", "x2")
    view = state.view(seat)
    told = f"{view.events} {view.history} {document['history']}"
    assert "9d" not in told
    assert "3c" not in told


def test_a_card_that_went_back_was_seen_by_nobody() -> None:
    state = after(TRADE, "give 9d", "decline")
    assert seen(state, 3)["hands"][2] == "x3"
    assert seen(state, 3)["offers"] == []
    assert seen(state, 3)["exchanged"] == []
    assert seen(state, 2)["hands"][2] == "5c 9d Ac"


def test_of_four_people_each_pair_knows_its_own_swap_alone() -> None:
    position = {
        **TRADE,
        "titles": ["king", "people", "queen", "people", "vice-slave", "people", "slave", "people"],
        "hands": ["2h 2s", "5c 9d", "8d Kh", "3c 6c", "4c 7d", "6d Jc", "3d Qc", "7c Ks"],
        "turn": 1,
        "offers": [""] * 8,
    }
    state = SLAVE.setup(position)
    for text in ("give 9d", "give 3c", "give Jc", "give 7c"):
        state = state.play(SLAVE.read_move(text))
    assert [gift["cards"] for gift in seen(state, 1)["exchanged"]] == ["9d", "3c", "x1", "x1"]
    assert [gift["cards"] for gift in seen(state, 7)["exchanged"]] == ["x1", "x1", "Jc", "7c"]
    assert "Jc" not in f"{state.view(1).events} {seen(state, 1)['history']}"
    assert "9d" not in f"{state.view(7).events} {seen(state, 7)['history']}"


@pytest.mark.parametrize("seat", [2, 3])
def test_a_view_in_the_midst_of_the_trade_can_be_read_back(seat: int) -> None:
    state = after(TRADE, "give 9d")
    document = seen(state, seat)
    assert SLAVE.look(document) == state.view(seat)
