"""Who comes and goes between two deals of Slave, seat by seat and event by event: slave.newcomer, slave.leaver,
slave.queen-term, slave.away-from-king."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tutor import games
from tutor.core import Standing

SLAVE = games.find("slave")


def ended(order: list[int], rules: Any = "verse", **position: Any) -> Any:
    """The standing after a deal in which the seats went out in this order, the last one left: the last but one leads
    9c."""
    hands = [""] * len(order)
    hands[order[-2]], hands[order[-1]] = "9c", "Kd Ks"
    document = {"game": "slave", "rules": rules, "hands": hands, "out": order[:-2], "turn": order[-2], **position}
    outcome = SLAVE.setup(document).play(SLAVE.read_move("play 9c")).outcome
    assert outcome is not None
    return outcome.standing


def titles(standing: Any) -> str:
    return " ".join(standing.titles)


FIVE = ["king", "queen", "people", "vice-slave", "slave"]


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (0, "king queen vice-slave slave"),
        (1, "king queen vice-slave slave"),
        (2, "king queen vice-slave slave"),
        (3, "king queen vice-slave slave"),
        (4, "king queen vice-slave slave"),
    ],
)
def test_whoever_leaves_the_others_close_up(seat: int, expected: str) -> None:
    standing = ended([0, 1, 2, 3, 4])
    assert titles(standing) == "king queen people vice-slave slave"
    left = standing.leave(seat)
    assert titles(left) == expected
    assert left.ranking == (0, 1, 2, 3)
    assert list(map(str, left.events)) == [f"slave.leaver seat={seat}"]


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (0, "vice-slave slave king queen"),
        (1, "vice-slave slave king queen"),
        (2, "vice-slave slave king queen"),
        (3, "queen vice-slave slave king"),
        (4, "queen vice-slave slave king"),
    ],
)
def test_seats_close_up_as_ranks_do(seat: int, expected: str) -> None:
    standing = ended([3, 4, 0, 1, 2])
    assert titles(standing) == "people vice-slave slave king queen"
    assert titles(standing.leave(seat)) == expected


def test_a_newcomer_is_named_by_the_seat_after_the_last() -> None:
    standing = ended([0, 1, 2, 3]).join().join()
    assert list(map(str, standing.events)) == ["slave.newcomer seat=4", "slave.newcomer seat=5"]
    assert list(map(str, standing.leave(1).events))[2:] == ["slave.leaver seat=1"]
    assert standing.deal == standing.leave(1).deal == 2


@pytest.mark.parametrize("seat", [-1, 4, 9])
def test_nobody_leaves_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {seat}"):
        ended([0, 1, 2, 3]).leave(seat)


def test_two_players_stay_at_least() -> None:
    three = ended([0, 1, 2], "classic")
    two = three.leave(1)
    assert titles(two) == "king slave"
    with pytest.raises(ValueError, match=r"^two players at least$"):
        two.leave(0)


def test_a_newcomer_stands_above_a_toppled_king_for_as_long_as_he_stays() -> None:
    # The King 0 went out third: he is Slave.
    toppled = ended([1, 2, 0, 3, 4], deal=2, titles=FIVE)
    assert titles(toppled) == "slave king queen people vice-slave"
    assert toppled.toppled is True
    assert titles(toppled.join()) == "slave king queen people people vice-slave"
    assert titles(toppled.leave(3).join()) == "slave king queen people vice-slave"
    assert titles(toppled.leave(4).join()) == "slave king queen people vice-slave"
    # Once he has left, who comes is last.
    gone = toppled.leave(0)
    assert gone.toppled is False
    assert titles(gone) == "king queen vice-slave slave"
    assert titles(gone.join()) == "king queen people vice-slave slave"


def test_where_nobody_was_toppled_a_newcomer_is_last() -> None:
    stays = ended([0, 1, 2, 3, 4], deal=2, titles=FIVE)
    assert stays.toppled is False
    assert titles(stays.join()) == "king queen people people vice-slave slave"
    # In a first deal nobody is King yet.
    first = ended([1, 0, 2, 3, 4])
    assert (first.toppled, titles(first.join())) == (False, "queen king people people vice-slave slave")


@pytest.mark.parametrize(
    ("order", "leaver", "queen_deals"),
    [
        # King and Queen as before: her count goes on, whoever else leaves.
        ([0, 1, 2, 3, 4], None, 3),
        ([0, 1, 2, 3, 4], 2, 3),
        ([0, 1, 2, 3, 4], 4, 3),
        # Another King, or another Queen: it begins anew.
        ([0, 1, 2, 3, 4], 0, 1),
        ([0, 1, 2, 3, 4], 1, 1),
        ([0, 2, 1, 3, 4], None, 1),
        ([1, 2, 0, 3, 4], None, 1),
        # Queen once more because the one above her left.
        ([0, 2, 1, 3, 4], 2, 3),
    ],
)
def test_the_queens_deals_are_counted_for_as_long_as_king_and_queen_stay(
    order: list[int], leaver: int | None, queen_deals: int
) -> None:
    standing = ended(order, deal=3, titles=FIVE, queen_deals=2)
    if leaver is not None:
        standing = standing.leave(leaver)
    assert standing.queen_deals == queen_deals


def test_seats_that_close_up_are_still_the_same_king_and_queen() -> None:
    court = ["slave", "people", "vice-slave", "king", "queen"]
    standing = ended([3, 4, 0, 1, 2], deal=3, titles=court, queen_deals=2)
    assert standing.queen_deals == 3
    assert standing.leave(0).queen_deals == 3
    assert standing.leave(0).leave(0).queen_deals == 0  # three are left, and of three nobody is Queen
    assert standing.leave(0).leave(0).join().queen_deals == 3
    assert standing.leave(0).join().queen_deals == 3


def test_of_fewer_than_four_nobody_is_queen_and_nothing_counted() -> None:
    standing = ended([0, 1, 2], "classic")
    assert standing.queen_deals == 0
    assert standing.join().queen_deals == 1
    assert titles(standing.join()) == "king queen vice-slave slave"


def test_after_her_term_the_queen_counts_anew_even_if_she_rises_again() -> None:
    fallen = ended([0, 1, 2, 3, 4], deal=5, titles=FIVE, queen_deals=3)
    assert titles(fallen) == "king slave queen people vice-slave"
    assert fallen.queen_deals == 1
    # Two come below her, and the three between the King and her leave.
    again = fallen.join().join().leave(2).leave(2).leave(2)
    assert titles(again) == "king queen vice-slave slave"
    assert again.queen_deals == 1


@pytest.mark.parametrize(
    ("order", "rules", "direction"),
    [
        # Away from the King: he comes last. Slave 0, King 1 … 4 of five.
        ([1, 2, 3, 4, 0], "verse", -1),
        ([2, 1, 3, 4, 0], "verse", -1),
        ([3, 1, 2, 4, 0], "verse", 1),
        ([4, 1, 2, 3, 0], "verse", 1),
        # Opposite each other: the Queen comes later; Slave 0, King 2 of four.
        ([2, 1, 3, 0], "verse", -1),
        ([2, 3, 1, 0], "verse", 1),
        # Of two all ways are equal, and there is no Queen.
        ([1, 0], {"preset": "classic", "away_from_king": True}, 1),
        ([0, 1], {"preset": "classic", "away_from_king": True}, 1),
        ([1, 2, 0], {"preset": "classic", "away_from_king": True}, -1),
        ([2, 1, 0], {"preset": "classic", "away_from_king": True}, 1),
        # Without the option always up.
        ([1, 2, 3, 4, 0], "classic", 1),
        ([2, 1, 3, 0], "classic", 1),
    ],
)
def test_the_next_deal_runs_away_from_the_king_where_the_rules_say_so(
    order: list[int], rules: Any, direction: int
) -> None:
    assert ended(order, rules).direction == direction


def test_comings_and_goings_turn_the_direction_only_where_the_rules_say_so() -> None:
    # Slave 3 of four, King 0 beside: down. Without seat 2, King 0 is still one step up: down.
    away, fixed = ended([0, 1, 2, 3]), ended([0, 1, 2, 3], "classic")
    assert (away.direction, away.join().direction, away.leave(2).direction) == (-1, -1, -1)
    assert (fixed.direction, fixed.join().direction, fixed.leave(2).direction) == (1, 1, 1)
    # Slave 0 of four, King 2 opposite, Queen 1: down. With a Slave 4: King 2 is three up.
    away, fixed = ended([2, 1, 3, 0]), ended([2, 1, 3, 0], "classic")
    assert (away.direction, away.join().direction) == (-1, 1)
    assert (fixed.direction, fixed.join().direction) == (1, 1)


def test_the_next_deal_is_dealt_to_those_who_are_there_now() -> None:
    standing = ended([0, 1, 2, 3, 4], deal=4, titles=FIVE, queen_deals=2)
    joined = standing.join()
    state = SLAVE.deal("verse", 6, Random(2), joined)
    document = state.position().document()
    assert document["titles"] == ["king", "queen", "people", "people", "vice-slave", "slave"]
    assert (document["deal"], document["queen_deals"], document["direction"]) == (5, 3, joined.direction)
    with pytest.raises(ValueError, match=r"5 seats, but the standing is of 6"):
        SLAVE.deal("verse", 5, Random(2), joined)


def test_a_standing_of_another_game_deals_nothing() -> None:
    with pytest.raises(TypeError, match=r"^the standing of another game$"):
        SLAVE.deal("verse", 5, Random(2), Standing(deal=2))


def test_a_standing_written_down_by_titles_alone_ranks_by_them() -> None:
    kept = type(ended([0, 1, 2, 3]))
    standing = kept.model_validate({"deal": 3, "titles": ("slave", "people", "king", "vice-slave", "people", "queen")})
    assert standing.ranking == (2, 5, 1, 4, 3, 0)
    assert standing.court == (2, 5, -1)
    assert titles(standing.join()) == "vice-slave people king people people queen slave"
    counted = kept.model_validate(
        {"deal": 3, "titles": ("king", "queen", "vice-slave", "slave"), "queen_deals": 2, "direction": -1}
    )
    assert counted.court == (0, 1, 1)
    assert counted.join().queen_deals == 2
    assert counted.leave(0).queen_deals == 0
    assert counted.leave(1).court == (0, None, 1)
    assert kept.model_validate({"deal": 2, "titles": ("slave", "king")}).court == (1, None, -1)
