"""How Dummy is dealt, and what each seat of it may know: what no golden can ask, since a golden has no shuffle."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tutor import games
from tutor.cards import Cards
from tutor.core import State

DUMMY = games.find("dummy")

# The worked example of docs/contract.md, section 3.
TABLE: dict[str, Any] = {
    "game": "dummy",
    "rules": "full",
    "hands": ["4s 9d Kd", "6s 7d 7h Jc", "2c 3h 3s 8c"],
    "turn": 1,
    "phase": "lay",
    "row": [{"card": "Qd"}, {"card": "4h", "seat": 0}],
    "melds": [{"seat": 0, "cards": "Tc Td Th"}, {"seat": 1, "cards": "7s 8s 9s"}],
    "born": [0, 1],
    "got": {"from": "stock", "cards": "Jc"},
    "stock": "2h 5c",
    "scores": [120, 85, -40],
}


def after(position: dict[str, Any], *moves: str) -> State:
    state = DUMMY.setup(position)
    for text in moves:
        state = state.play(DUMMY.read_move(text))
    return state


def written(state: State) -> dict[str, Any]:
    return state.position().document()


def seen(state: State, seat: int) -> dict[str, Any]:
    return state.view(seat).position().document()


@pytest.mark.parametrize("preset", ["basic", "full"])
@pytest.mark.parametrize(("seats", "hand", "stock"), [(2, 11, 29), (3, 9, 24), (4, 7, 23)])
def test_hands_and_stock_are_as_many_as_the_seats_say(preset: str, seats: int, hand: int, stock: int) -> None:
    dealt = written(DUMMY.deal(preset, seats, Random(7)))
    assert [len(Cards.read(cards)) for cards in dealt["hands"]] == [hand] * seats
    assert len(dealt["stock"].split()) == stock
    assert len(dealt["row"]) == 1
    assert dealt["row"][0]["seat"] is None
    assert dealt["head"] == dealt["row"][0]["card"]
    assert (dealt["melds"], dealt["born"], dealt["got"], dealt["aside"]) == ([], [], None, "")
    assert dealt["phase"] == "begin"


def test_two_players_set_five_cards_aside_where_the_ruleset_says_so() -> None:
    dealt = written(DUMMY.deal(DUMMY.presets["basic"].but(burn_five=True), 2, Random(7)))
    assert len(dealt["stock"].split()) == 24
    assert len(Cards.read(dealt["aside"])) == 5


def test_the_five_set_aside_are_the_bottom_of_the_same_stock() -> None:
    whole = written(DUMMY.deal("basic", 2, Random(7)))
    burnt = written(DUMMY.deal(DUMMY.presets["basic"].but(burn_five=True), 2, Random(7)))
    stock = whole["stock"].split()
    assert burnt["stock"].split() == stock[:24]
    assert Cards.read(burnt["aside"]) == Cards.read(" ".join(stock[24:]))


@pytest.mark.parametrize("seats", [3, 4])
def test_more_players_set_nothing_aside(seats: int) -> None:
    dealt = written(DUMMY.deal(DUMMY.presets["basic"].but(burn_five=True), seats, Random(7)))
    assert dealt["aside"] == ""
    assert dealt["stock"] == written(DUMMY.deal("basic", seats, Random(7)))["stock"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seat_0_deals_first_and_the_seat_after_it_plays_first(seats: int) -> None:
    state = DUMMY.deal("basic", seats, Random(7))
    dealt = written(state)
    assert (dealt["deal"], dealt["dealer"], dealt["direction"]) == (1, 0, 1)
    assert state.turn == 1 % seats
    assert dealt["scores"] == [0] * seats


KNOCK: dict[str, Any] = {
    "game": "dummy",
    "rules": "basic",
    "deal": 2,
    "dealer": 0,
    "hands": ["7c 7d 8s", "Qh", "Kd", "2s"],
    "turn": 0,
    "row": [{"card": "4s"}, {"card": "7h", "seat": 3}],
    "melds": [
        {"seat": 1, "cards": "3c 4c 5c"},
        {"seat": 0, "cards": "9c 9d 9h"},
        {"seat": 2, "cards": "Td Jd Qd"},
        {"seat": 3, "cards": "4h 5h 6h"},
    ],
    "born": [1, 0, 2, 3],
    "stock": "7s",
    "scores": [10, 20, 30, 40],
}


def test_the_next_deal_begins_beside_the_next_dealer() -> None:
    outcome = after(KNOCK, "draw", "knock 8s").outcome
    assert outcome is not None
    state = DUMMY.deal("basic", 4, Random(7), outcome.standing)
    dealt = written(state)
    assert (dealt["deal"], dealt["dealer"], dealt["direction"], state.turn) == (3, 1, 1, 2)
    assert dealt["scores"] == [90, 25, 50, 50]


def test_after_a_fool_the_next_deal_begins_on_the_other_side_of_the_next_dealer() -> None:
    outcome = after(KNOCK, "take 7h as 7c 7d 7h", "knock 8s").outcome
    assert outcome is not None
    state = DUMMY.deal("basic", 4, Random(7), outcome.standing)
    dealt = written(state)
    assert (dealt["deal"], dealt["dealer"], dealt["direction"], state.turn) == (3, 3, -1, 2)
    assert dealt["scores"] == [90, 25, 50, 0]


def test_what_is_left_over_is_named_where_it_is_no_knock() -> None:
    state = after(KNOCK, "draw", "discard 7s", "draw")
    violation = state.check(DUMMY.read_move("knock 2c"))
    assert violation is not None
    assert violation.rule.id == "dummy.knock-one-card"
    assert Cards.read("Qh") in violation.params.values()


@pytest.mark.parametrize(
    ("seat", "hands", "got"),
    [
        (0, ["4s 9d Kd", "x4", "x4"], "x1"),
        (1, ["x3", "6s 7d 7h Jc", "x4"], "Jc"),
        (2, ["x3", "x4", "2c 3h 3s 8c"], "x1"),
    ],
)
def test_the_card_drawn_is_seen_by_who_drew_it(seat: int, hands: list[str], got: str) -> None:
    view = seen(DUMMY.setup(TABLE), seat)
    assert view["hands"] == hands
    assert view["got"]["cards"] == got
    assert view["stock"] == "x33"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_row_melds_and_who_is_born_are_seen_by_all(seat: int) -> None:
    whole, view = written(DUMMY.setup(TABLE)), seen(DUMMY.setup(TABLE), seat)
    for field in ("row", "melds", "born", "head", "watch", "fines", "dealer", "scores", "turn", "phase", "direction"):
        assert view[field] == whole[field], field


def test_swept_cards_stay_open_in_the_hand_until_they_are_played() -> None:
    thrown = [{"card": "7h", "seat": 1}, {"card": "Jc", "seat": 2}, {"card": "2d", "seat": 3}]
    position = {**KNOCK, "row": [{"card": "4s"}, *thrown]}
    taken = after(position, "take 7h as 7c 7d 7h")
    assert seen(taken, 2)["hands"][0] == "2d Jc x1"
    assert seen(taken, 2)["got"]["cards"] == "7h Jc 2d"
    later = after(position, "take 7h as 7c 7d 7h", "discard Jc", "draw")
    assert seen(later, 2)["hands"][0] == "2d x1"
    assert seen(later, 0)["hands"][1] == "x2"


def test_nobody_sees_the_five_set_aside() -> None:
    state = DUMMY.deal(DUMMY.presets["full"].but(burn_five=True), 2, Random(7))
    for seat in (0, 1):
        assert seen(state, seat)["aside"] == "x5"
        assert seen(state, seat)["stock"] == "x24"
        assert len(state.view(seat).unseen().cards) == 11 + 24 + 5


def test_the_five_set_aside_have_a_place_of_their_own() -> None:
    state = DUMMY.deal(DUMMY.presets["full"].but(burn_five=True), 2, Random(7))
    [place] = [zone for zone in state.view(0).zones() if zone.id == "aside"]
    assert (place.kind, place.seat, place.cards, place.accepts) == ("aside", None, (None,) * 5, ())


def test_a_world_lays_five_cards_aside_as_they_are_told() -> None:
    state = DUMMY.deal(DUMMY.presets["full"].but(burn_five=True), 2, Random(7))
    cards = list(state.view(0).unseen().cards)
    hidden = {"hand.1": Cards.of(cards[:11]), "aside": Cards.of(cards[11:16]), "stock": tuple(cards[16:])}
    world = state.view(0).world(hidden)
    assert Cards.read(written(world)["aside"]) == hidden["aside"]
    assert world.view(0) == state.view(0)


def test_who_sees_the_same_cannot_tell_two_hidden_deals_apart() -> None:
    hands = ["4s 9d Kd", "6s 7d 7h Jd", "2c 3h 3s 8d"]
    other = {**TABLE, "hands": hands, "got": {"from": "stock", "cards": "Jd"}, "stock": "5c 2h"}
    assert DUMMY.setup(TABLE).view(0) == DUMMY.setup(other).view(0)
    assert DUMMY.setup(TABLE).view(1) != DUMMY.setup(other).view(1)
