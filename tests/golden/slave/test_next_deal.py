"""Dealing, and what happens between two deals of Slave: slave.deal, first-lead, slave-leads, away-from-king,
newcomer, leaver. Goldens cannot show these, since no move makes them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.golden.slave.situations import sizes, titles
from tutor import games
from tutor.cards import Card, Cards
from tutor.core import Outcome

SLAVE = games.find("slave")


def ended(seats: int, order: list[int], *, toppled: int | None = None, **position: Any) -> Outcome:
    """The outcome of a deal in which the seats went out in this order, the last one left; a toppled King is not
    in `order`. Two seats play the end: the last but one leads 9c."""
    hands = [""] * seats
    hands[order[-2]], hands[order[-1]] = "9c", "Kd Ks"
    document = {
        "game": "slave",
        "rules": "king",
        "hands": hands,
        "out": order[:-2],
        "turn": order[-2],
        **({} if toppled is None else {"toppled": toppled, "aside": "5c 5d"}),
        **position,
    }
    outcome = SLAVE.setup(document).play(SLAVE.read_move("play 9c")).outcome
    assert outcome is not None
    return outcome


@pytest.mark.parametrize(
    ("seats", "expected"), [(4, [13, 13, 13, 13]), (5, [11, 11, 10, 10, 10]), (6, [9, 9, 9, 9, 8, 8])]
)
def test_the_first_deal_goes_round_from_the_dealer_at_seat_0(seats: int, expected: list[int]) -> None:
    state = SLAVE.deal("king", seats, Random(1))
    assert sizes(state) == expected
    assert state.position().document()["direction"] == 1


@pytest.mark.parametrize("seed", range(20))
def test_in_the_first_deal_the_holder_of_3c_leads(seed: int) -> None:
    state = SLAVE.deal("king", 4 + seed % 3, Random(seed))
    document = state.position().document()
    assert state.turn is not None
    assert Card.read("3c") in Cards.read(document["hands"][state.turn])
    assert document["phase"] == "play"
    assert set(document["titles"]) == {"people"}
    assert document["deal"] == 1
    assert document["played"] == ""


@pytest.mark.parametrize(
    ("seats", "order", "expected"),
    [
        # King 2, Slave 0: down is the longer way, so 0 4 3 2 1: seats 0 and 4 get the odd cards.
        (5, [2, 1, 3, 4, 0], [11, 10, 10, 10, 11]),
        # King 3, Slave 0: up, 0 1 2 3 4.
        (5, [3, 1, 2, 4, 0], [11, 11, 10, 10, 10]),
        # King 3 opposite Slave 0, Queen 1: down, 0 5 4 3 2 1, four odd cards.
        (6, [3, 1, 2, 4, 5, 0], [9, 8, 8, 9, 9, 9]),
        # King 0 beside Slave 3 of six: 3 and 0 are opposite; Queen 1: up 3 4 5 0 1 (fourth), down 3 2 1 (second): up.
        (6, [0, 1, 2, 4, 5, 3], [9, 8, 8, 9, 9, 9]),
    ],
)
def test_later_the_deal_begins_with_the_slave_and_runs_away_from_the_king(
    seats: int, order: list[int], expected: list[int]
) -> None:
    outcome = ended(seats, order)
    state = SLAVE.deal("king", seats, Random(7), outcome.standing)
    assert sizes(state) == expected


@pytest.mark.parametrize("seed", range(6))
def test_the_second_deal_begins_with_the_slaves_tribute(seed: int) -> None:
    outcome = ended(4, [0, 1, 2, 3])
    state = SLAVE.deal("king", 4, Random(seed), outcome.standing)
    document = state.position().document()
    assert (document["deal"], document["phase"], state.turn, document["direction"]) == (2, "tribute", 3, -1)
    assert document["titles"] == ["king", "queen", "vice-slave", "slave"]
    assert document["queen_deals"] == 1
    assert document["played"] == ""
    (gift,) = state.legal_moves()
    highest = SLAVE.order(Cards.read(document["hands"][3]), state.rules)[-2:]
    assert gift.cards == Cards.of(highest)
    while state.position().document()["phase"] != "play":
        state = state.play(state.legal_moves()[0])
    assert state.turn == 3  # slave.slave-leads
    assert sizes(state) == [13, 13, 13, 13]


def test_order_counts_threes_lowest_twos_highest_then_suits() -> None:
    cards, king = Cards.read("2c 2s 3d 3c Ah As Td"), SLAVE.presets["king"]
    assert " ".join(map(str, SLAVE.order(cards, king))) == "3c 3d Td Ah As 2c 2s"
    assert " ".join(map(str, SLAVE.order(cards, king, inverted=True))) == "2s 2c As Ah Td 3d 3c"


def test_a_newcomer_is_slave_and_the_others_move_up() -> None:
    standing = ended(4, [2, 0, 1, 3]).standing.join()
    assert titles(standing) == ["queen", "people", "king", "vice-slave", "slave"]
    assert [event.rule.id for event in standing.events] == ["slave.newcomer"]
    state = SLAVE.deal("king", 5, Random(3), standing)
    assert state.turn == 4


def test_where_the_king_was_toppled_he_stays_slave_and_the_newcomer_is_vice_slave() -> None:
    outcome = ended(4, [0, 1, 2], toppled=3, deal=2, titles=["queen", "vice-slave", "slave", "king"], queen_deals=1)
    assert titles(outcome.standing) == ["king", "queen", "vice-slave", "slave"]
    standing = outcome.standing.join()
    assert titles(standing) == ["king", "queen", "people", "slave", "vice-slave"]


def test_of_two_newcomers_the_last_to_come_is_lowest() -> None:
    standing = ended(4, [2, 0, 1, 3]).standing.join().join()
    assert titles(standing) == ["queen", "people", "king", "people", "vice-slave", "slave"]


def test_a_newcomer_makes_the_direction_be_found_anew() -> None:
    # King 0, Slave 3 of four: down. With a newcomer Slave 4: King 0 is one step up and four down, so down as well.
    outcome = ended(4, [0, 1, 2, 3])
    assert outcome.standing.direction == -1
    # King 2, Slave 0 opposite, Queen 1: down. With a newcomer Slave 4: King 2 is three up and two down, so up.
    outcome = ended(4, [2, 1, 3, 0])
    assert outcome.standing.direction == -1
    assert outcome.standing.join().direction == 1


def test_when_a_player_leaves_seats_and_ranks_close_up() -> None:
    outcome = ended(5, [2, 0, 1, 3, 4])
    assert titles(outcome.standing) == ["queen", "people", "king", "vice-slave", "slave"]
    standing = outcome.standing.leave(0)
    # 1 2 3 4 become 0 1 2 3; in order of places they are 2 1 3 4.
    assert titles(standing) == ["queen", "king", "vice-slave", "slave"]
    assert [event.rule.id for event in standing.events] == ["slave.leaver"]
    assert SLAVE.deal("king", 4, Random(1), standing).turn == 3


def test_when_the_king_leaves_the_next_is_king() -> None:
    standing = ended(5, [2, 0, 1, 3, 4]).standing.leave(2)
    assert titles(standing) == ["king", "queen", "vice-slave", "slave"]


def test_a_table_may_not_grow_or_shrink_beyond_the_rules() -> None:
    with pytest.raises(ValueError, match="3"):
        SLAVE.deal("king", 3, Random(1))
    with pytest.raises(ValueError, match="7"):
        SLAVE.deal("king", 7, Random(1))


@pytest.mark.parametrize(("king_stays", "queen_deals"), [(True, 4), (False, 1)])
def test_newcomers_leave_the_queens_count_alone_unless_king_or_queen_change(king_stays: bool, queen_deals: int) -> None:
    # King 0 and Queen 1 again, or Queen and King changed places (the King was toppled).
    position: dict[str, Any] = {"deal": 4, "titles": ["king", "queen", "vice-slave", "slave"], "queen_deals": 3}
    outcome = ended(4, [0, 1, 2, 3], **position) if king_stays else ended(4, [1, 2, 3], toppled=0, **position)
    assert outcome.standing.queen_deals == queen_deals
    joined = outcome.standing.join()
    assert joined.queen_deals == queen_deals


def test_a_deal_is_the_same_for_the_same_seed() -> None:
    assert SLAVE.deal("king", 5, Random(11)) == SLAVE.deal("king", 5, Random(11))
    assert SLAVE.deal("king", 5, Random(11)) != SLAVE.deal("king", 5, Random(12))
