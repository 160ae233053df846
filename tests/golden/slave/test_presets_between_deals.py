"""Dealing and the standing in the houses classic, hong-kong and verse, and what goldens cannot show of options:
slave.deal, first-lead, away-from-king, newcomer, leaver, queen-term with newcomers, verse-back with the next deal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.golden.slave.situations import sizes, titles
from tutor import games
from tutor.cards import Card, Cards
from tutor.core import Outcome

SLAVE = games.find("slave")

HOUSES = ("classic", "hong-kong", "verse", "king")

COURT = ["king", "queen", "vice-slave", "slave"]


def ended(rules: Any, order: list[int], **position: Any) -> Outcome:
    """The outcome of a deal in which the seats went out in this order, the last one left: the last but one leads 9c."""
    hands = [""] * len(order)
    hands[order[-2]], hands[order[-1]] = "9c", "Kd Ks"
    document = {"game": "slave", "rules": rules, "hands": hands, "out": order[:-2], "turn": order[-2], **position}
    outcome = SLAVE.setup(document).play(SLAVE.read_move("play 9c")).outcome
    assert outcome is not None
    return outcome


def test_there_are_four_houses_and_classic_is_the_first() -> None:
    assert list(SLAVE.presets) == ["classic", "hong-kong", "verse", "king"]


@pytest.mark.parametrize(
    ("rules", "seats", "expected"),
    [
        ("classic", 2, [26, 26]),
        ("classic", 3, [18, 17, 17]),
        ("hong-kong", 7, [8, 8, 8, 7, 7, 7, 7]),
        ("hong-kong", 8, [7, 7, 7, 7, 6, 6, 6, 6]),
        ("verse", 8, [7, 7, 7, 7, 6, 6, 6, 6]),
    ],
)
def test_all_52_cards_are_dealt_round_the_table_whatever_its_size(rules: str, seats: int, expected: list[int]) -> None:
    state = SLAVE.deal(rules, seats, Random(5))
    assert sizes(state) == expected
    assert state.position().document()["played"] == ""


@pytest.mark.parametrize("rules", HOUSES)
@pytest.mark.parametrize("seed", range(4))
def test_in_every_house_the_holder_of_the_three_of_clubs_leads_first(rules: str, seed: int) -> None:
    state = SLAVE.deal(rules, 4, Random(seed))
    document = state.position().document()
    assert state.turn is not None
    assert Card.read("3c") in Cards.read(document["hands"][state.turn])
    assert (document["direction"], document["deal"], document["phase"]) == (1, 1, "play")


@pytest.mark.parametrize("rules", HOUSES)
def test_the_first_deal_runs_the_way_the_option_says(rules: str) -> None:
    other = SLAVE.presets[rules].but(first_direction=-1)
    state = SLAVE.deal(other, 5, Random(2))
    assert state.position().document()["direction"] == -1
    assert sizes(state) == [11, 10, 10, 10, 11]  # from the dealer at seat 0 down: 0 4 3 2 1


@pytest.mark.parametrize(
    ("rules", "seats"), [("classic", 1), ("classic", 9), ("hong-kong", 9), ("verse", 3), ("verse", 9)]
)
def test_a_house_deals_to_no_other_number_of_players(rules: str, seats: int) -> None:
    with pytest.raises(ValueError, match=str(seats)):
        SLAVE.deal(rules, seats, Random(1))


@pytest.mark.parametrize("rules", ["classic", "hong-kong"])
def test_without_away_from_king_the_next_deal_begins_with_the_slave_and_runs_up(rules: str) -> None:
    outcome = ended(rules, [2, 1, 3, 4, 0])  # King 2, Slave 0 of five: down would be the longer way
    state = SLAVE.deal(rules, 5, Random(7), outcome.standing)
    assert sizes(state) == [11, 11, 10, 10, 10]
    assert state.position().document()["direction"] == 1
    assert state.turn == 0


def test_a_first_direction_has_no_say_in_later_deals() -> None:
    rules = {"preset": "classic", "first_direction": -1}
    outcome = ended(rules, [0, 1, 2, 3], direction=-1)
    assert outcome.standing.direction == 1


def test_in_verse_the_next_deal_runs_away_from_the_king() -> None:
    outcome = ended("verse", [2, 1, 3, 4, 0])
    state = SLAVE.deal("verse", 5, Random(7), outcome.standing)
    assert sizes(state) == [11, 10, 10, 10, 11]
    assert state.position().document()["direction"] == -1


def test_the_order_is_normal_again_in_the_next_deal() -> None:
    outcome = ended("verse", [0, 1, 2, 3], inverted=True)
    state = SLAVE.deal("verse", 4, Random(3), outcome.standing)
    document = state.position().document()
    assert document["inverted"] is False
    (gift,) = state.legal_moves()
    assert gift.cards == Cards.of(SLAVE.order(Cards.read(document["hands"][3]), state.rules)[-2:])


@pytest.mark.parametrize(
    ("seats", "order", "court"), [(2, [1, 0], ["slave", "king"]), (3, [1, 2, 0], ["slave", "king", "people"])]
)
def test_small_tables_deal_the_next_deal_to_king_and_slave(seats: int, order: list[int], court: list[str]) -> None:
    outcome = ended("classic", order)
    assert titles(outcome.standing) == court
    state = SLAVE.deal("classic", seats, Random(4), outcome.standing)
    assert state.position().document()["phase"] == "tribute"
    for _ in range(2):  # the Slave gives, the King returns, and that is all
        state = state.play(state.legal_moves()[0])
    assert state.position().document()["phase"] == "play"
    assert state.turn == 0


def test_a_newcomer_at_a_table_of_three_makes_a_full_court() -> None:
    standing = ended("classic", [1, 2, 0]).standing.join()
    assert titles(standing) == ["vice-slave", "king", "queen", "slave"]
    assert [event.rule.id for event in standing.events] == ["slave.newcomer"]


def test_who_leaves_a_table_of_four_leaves_a_court_of_three() -> None:
    standing = ended("classic", [2, 0, 1, 3]).standing.leave(0)
    assert titles(standing) == ["people", "king", "slave"]
    assert [event.rule.id for event in standing.events] == ["slave.leaver"]


@pytest.mark.parametrize("rules", ["classic", "hong-kong", "verse"])
def test_where_a_king_fell_but_played_on_the_newcomer_is_vice_slave(rules: str) -> None:
    outcome = ended(rules, [0, 3, 1, 2], deal=2, titles=["queen", "vice-slave", "slave", "king"])
    assert titles(outcome.standing) == COURT
    assert titles(outcome.standing.join()) == ["king", "queen", "people", "slave", "vice-slave"]


def test_where_a_queens_term_is_over_a_newcomer_is_slave_and_she_vice_slave() -> None:
    outcome = ended("verse", [0, 1, 2, 3], deal=4, titles=COURT, queen_deals=3)
    assert titles(outcome.standing) == ["king", "slave", "queen", "vice-slave"]
    joined = outcome.standing.join()
    assert titles(joined) == ["king", "vice-slave", "queen", "people", "slave"]
    assert joined.queen_deals == 1


def test_a_queen_by_term_stands_above_a_newcomer_and_he_above_a_fallen_king() -> None:
    # Out first 2, then the Queen 1, then 3; the King 0 is left and falls. The list: 2 3, then 1, the newcomer 4, 0.
    outcome = ended("verse", [2, 1, 3, 0], deal=4, titles=COURT, queen_deals=3)
    assert titles(outcome.standing) == ["slave", "vice-slave", "king", "queen"]
    assert titles(outcome.standing.join()) == ["slave", "people", "king", "queen", "vice-slave"]


def test_a_queen_counts_her_deals_and_falls_in_place_of_the_fourth() -> None:
    """Queen by deals 1, 2 and 3, and again by deal 4."""
    standing = ended("verse", [0, 1, 2, 3]).standing
    for deal, queen_deals in ((2, 1), (3, 2), (4, 3)):
        assert titles(standing) == COURT
        assert (standing.deal, standing.queen_deals) == (deal, queen_deals)
        outcome = ended("verse", [0, 1, 2, 3], deal=deal, titles=COURT, queen_deals=standing.queen_deals)
        standing = outcome.standing
    assert titles(standing) == ["king", "slave", "queen", "vice-slave"]
    assert "slave.queen-term" in [event.rule.id for event in outcome.events]


def test_newcomers_and_leavers_leave_the_queens_count_alone_unless_king_or_queen_change() -> None:
    standing = ended(
        "verse", [0, 1, 2, 3, 4], deal=3, titles=["king", "queen", "people", "vice-slave", "slave"], queen_deals=2
    ).standing
    assert standing.queen_deals == 3
    assert standing.join().queen_deals == 3
    assert standing.leave(3).queen_deals == 3
    assert standing.leave(1).queen_deals == 1
    assert standing.leave(0).queen_deals == 1


def test_a_deal_with_a_trade_asks_the_people_after_the_court() -> None:
    rules = SLAVE.presets["classic"].but(people_trade=True)
    outcome = ended({"preset": "classic", "people_trade": True}, [0, 1, 2, 3, 4, 5])
    state = SLAVE.deal(rules, 6, Random(9), outcome.standing)
    asked = []
    while state.position().document()["phase"] != "play":
        asked.append((state.position().document()["phase"], state.turn))
        state = state.play(state.legal_moves()[0])
    assert asked == [("tribute", 5), ("return", 0), ("tribute", 4), ("return", 1), ("trade", 2), ("trade", 3)]
    assert state.turn == 5
    assert sum(sizes(state)) == 52


def test_order_of_cards_is_the_same_in_every_house() -> None:
    cards = Cards.read("2c 2s 3d 3c Ah As Td")
    for house in HOUSES:
        assert " ".join(map(str, SLAVE.order(cards, SLAVE.presets[house]))) == "3c 3d Td Ah As 2c 2s"
        assert " ".join(map(str, SLAVE.order(cards, SLAVE.presets[house], inverted=True))) == "2s 2c As Ah Td 3d 3c"
