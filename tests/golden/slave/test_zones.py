"""What lies where at a table of Slave, as each seat sees it, and where cards may go now: the zones and badges of a view
(docs/contract.md, section 1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden.slave.situations import FALLEN as FALLEN_KING
from tests.golden.slave.situations import TRIBUTE, after
from tutor import games
from tutor.cards import Cards
from tutor.core import State

SLAVE = games.find("slave")

IN_PLAY: dict[str, Any] = {
    "game": "slave",
    "rules": "king",
    "deal": 2,
    "titles": ["slave", "king", "queen", "vice-slave"],
    "hands": ["5c 5d 9h", "2d 8h 8s", "7c Ac", "6d 6s Kh"],
    "turn": 0,
    "direction": -1,
    "pile": [{"seat": 3, "cards": "4c 4s"}, {"seat": 1, "cards": "2c 2s"}],
    "passed": [2],
    "exchanged": [{"from": 0, "to": 1, "cards": "2d Ad"}, {"from": 1, "to": 0, "cards": "3h 5c"}],
}

FALLEN = {
    **FALLEN_KING,
    "exchanged": [{"from": 3, "to": 1, "cards": "2s As"}, {"from": 1, "to": 3, "cards": "4c Kd"}],
}

TRADE: dict[str, Any] = {
    "game": "slave",
    "rules": {"preset": "classic", "people_trade": True},
    "deal": 2,
    "phase": "trade",
    "titles": ["king", "queen", "people", "people", "vice-slave", "people", "slave"],
    "hands": ["2h 2s", "8d Kh", "5c 9d Ac", "3c 6c", "4c 7d", "3d Jc", "Qc Qd"],
    "turn": 2,
    "offers": [""] * 7,
}


def zones(state: State, seat: int, leave_out: str = "played") -> list[str]:
    """A line for each zone but that of the cards out of play: `id kind seat: cards > accepts`, ? for a hidden card."""
    lines = []
    for zone in state.view(seat).zones():
        cards = " ".join("?" if card is None else str(card) for card in zone.cards)
        lines.append(f"{zone.id} {zone.kind} {zone.seat}: {cards} > {' '.join(zone.accepts)}".strip())
    return [line for line in lines if not line.startswith(leave_out)]


def played(state: State, seat: int) -> tuple[Any, ...]:
    (zone,) = (zone for zone in state.view(seat).zones() if zone.id == "played")
    return zone.kind, zone.seat, zone.cards, zone.accepts


def test_who_is_on_turn_sees_its_hand_low_to_high_and_may_lay_on_the_top() -> None:
    assert zones(after(IN_PLAY), 0) == [
        "hand.0 hand 0: 5c 5d 9h >",
        "hand.1 hand 1: 2d ? ? >",
        "hand.2 hand 2: ? ? >",
        "hand.3 hand 3: ? ? ? >",
        "pile.0 pile 3: 4c 4s >",
        "pile.1 pile 1: 2c 2s > play",
    ]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_who_is_not_on_turn_may_lay_nothing(seat: int) -> None:
    assert zones(after(IN_PLAY), seat)[-2:] == ["pile.0 pile 3: 4c 4s >", "pile.1 pile 1: 2c 2s >"]


def test_cards_count_by_the_order_of_the_game_in_a_hand_and_on_the_pile() -> None:
    # Ranks 3 … A 2: a 2 is the highest, also among the cards known to be in another's hand.
    assert zones(after(IN_PLAY), 1)[:2] == ["hand.0 hand 0: 5c ? ? >", "hand.1 hand 1: 8h 8s 2d >"]
    straight = {**IN_PLAY, "rules": "hong-kong", "passed": [], "exchanged": []}
    straight |= {"pile": [{"seat": 3, "cards": "2c Kc Ac"}], "hands": ["5c 5d 9h", "2d 8h 8s", "7c Ah", "6d 6s Kh"]}
    assert zones(after(straight), 0)[-1] == "pile.0 pile 3: Kc Ac 2c > play"


@pytest.mark.parametrize(("seat", "line"), [(0, "pile pile None:  > play"), (1, "pile pile None:  >")])
def test_an_empty_pile_is_a_place_for_the_leader_alone(seat: int, line: str) -> None:
    lead = {**IN_PLAY, "pile": [], "passed": []}
    assert zones(after(lead), seat)[4:] == [line]


@pytest.mark.parametrize("seat", range(4))
def test_cards_out_of_play_lie_open_and_nobody_lays_there(seat: int) -> None:
    named = " ".join([*IN_PLAY["hands"], "4c 4s 2c 2s"])
    assert played(after(IN_PLAY), seat) == ("played", None, tuple(Cards.PACK - Cards.read(named)), ())


def test_in_the_exchange_a_giver_lays_cards_at_the_hand_of_who_gets_them() -> None:
    state = after(TRIBUTE)
    assert zones(state, 3) == [
        "hand.0 hand 0: ? ? ? > give",
        "hand.1 hand 1: ? ? ? >",
        "hand.2 hand 2: ? ? ? >",
        "hand.3 hand 3: 4h 6c Td Qd Kh >",
        "pile pile None:  >",
    ]
    assert zones(state, 0) == [
        "hand.0 hand 0: 3c 7d Qh >",
        "hand.1 hand 1: ? ? ? >",
        "hand.2 hand 2: ? ? ? >",
        "hand.3 hand 3: ? ? ? ? ? >",
        "pile pile None:  >",
    ]


def test_the_king_returns_to_the_slave_whose_gift_he_knows() -> None:
    state = after(TRIBUTE, "give Qd Kh")
    assert zones(state, 0) == [
        "hand.0 hand 0: 3c 7d Qd Qh Kh >",
        "hand.1 hand 1: ? ? ? >",
        "hand.2 hand 2: ? ? ? >",
        "hand.3 hand 3: ? ? ? > give",
        "pile pile None:  >",
    ]
    assert zones(state, 3)[0] == "hand.0 hand 0: Qd Kh ? ? ? >"
    assert zones(state, 1)[0] == "hand.0 hand 0: ? ? ? ? ? >"


def test_one_of_the_people_lays_a_card_at_a_place_of_its_own() -> None:
    assert zones(after(TRADE), 2)[7:] == ["pile pile None:  >", "offer.2 offer 2:  > give"]
    assert zones(after(TRADE), 3)[7:] == ["pile pile None:  >"]


def test_cards_put_down_lie_face_down_but_for_their_giver() -> None:
    state = after(TRADE, "give 9d", "decline")
    assert zones(state, 2)[7:] == ["pile pile None:  >", "offer.2 offer 2: 9d >", "offer.3 offer 3:  >"]
    assert zones(state, 0)[7:] == ["pile pile None:  >", "offer.2 offer 2: ? >", "offer.3 offer 3:  >"]
    assert zones(state, 5)[7:] == [
        "pile pile None:  >",
        "offer.2 offer 2: ? >",
        "offer.3 offer 3:  >",
        "offer.5 offer 5:  > give",
    ]


def test_after_the_trade_no_card_lies_between_hands() -> None:
    state = after(TRADE, "give 9d", "give 3c", "decline")
    assert zones(state, 2)[7:] == ["pile pile None:  >"]
    assert zones(state, 6)[7:] == ["pile pile None:  > play"]
    assert zones(state, 2)[2:4] == ["hand.2 hand 2: 3c 5c Ac >", "hand.3 hand 3: 9d ? >"]


def test_a_toppled_kings_cards_lie_face_down_and_he_knows_them() -> None:
    state = after(FALLEN)
    assert zones(state, 1)[4:] == ["pile pile None:  >", "aside aside 1: 3d 9h 2s >"]
    assert zones(state, 2)[4:] == ["pile pile None:  > play", "aside aside 1: ? ? ? >"]
    # The Slave gave him 2s, which was not played since.
    assert zones(state, 3)[4:] == ["pile pile None:  >", "aside aside 1: 2s ? ? >"]
    # He knows that the Slave has Kd of him.
    assert zones(state, 1)[3] == "hand.3 hand 3: Kd ? >"


def test_nothing_lies_aside_where_nobody_was_toppled() -> None:
    assert [zone.kind for zone in after(IN_PLAY).view(0).zones()] == [*["hand"] * 4, "pile", "pile", "played"]


def test_at_the_end_of_a_deal_nobody_may_lay_anything() -> None:
    end = {**FALLEN, "hands": ["", "", "5c", "6h Kd"]}
    state = after(end, "play 5c")
    for seat in range(4):
        assert all(zone.accepts == () for zone in state.view(seat).zones())
        assert state.view(seat).verbs() == ()
        assert state.view(seat).legal_moves() == ()


@pytest.mark.parametrize(
    ("seat", "badges"),
    [(0, ["slave"]), (1, ["king"]), (2, ["queen", "passed"]), (3, ["vice-slave"])],
)
def test_a_seat_shows_its_title_and_whether_it_passed(seat: int, badges: list[str]) -> None:
    for view in map(after(IN_PLAY).view, range(4)):
        assert view.badges(seat) == tuple(f"slave.badge.{badge}" for badge in badges)


@pytest.mark.parametrize(
    ("change", "badges"),
    [
        ({}, ["counterclockwise"]),
        ({"direction": 1}, ["clockwise"]),
        ({"inverted": True, "pile": []}, ["counterclockwise", "inverted"]),
    ],
)
def test_the_table_shows_the_direction_and_whether_the_order_is_turned_round(
    change: dict[str, Any], badges: list[str]
) -> None:
    state = after({**IN_PLAY, "passed": [], **change})
    assert state.view(2).badges(None) == tuple(f"slave.badge.{badge}" for badge in badges)


def test_in_a_first_deal_nobody_shows_a_title_and_later_the_people_show_theirs() -> None:
    first = {"game": "slave", "rules": "classic", "hands": ["9c", "4d", "5c", "Kd", ""], "turn": 0, "out": [4]}
    view = after(first).view(0)
    assert [view.badges(seat) for seat in range(5)] == [(), (), (), (), ("slave.badge.out",)]
    later = {**first, "deal": 2, "titles": ["slave", "king", "people", "queen", "vice-slave"]}
    assert after(later).view(0).badges(2) == ("slave.badge.people",)


def test_a_toppled_king_is_shown_as_toppled_and_others_without_cards_as_out() -> None:
    view = after(FALLEN).view(2)
    assert view.badges(0) == ("slave.badge.queen", "slave.badge.out")
    assert view.badges(1) == ("slave.badge.king", "slave.badge.toppled")
    assert view.badges(2) == ("slave.badge.vice-slave",)
    # Before he went out he had passed: that he is out says more.
    passed = {**FALLEN, "rules": "classic", "toppled": None, "aside": "", "hands": ["", "9h", "5c", "6h Kd"]}
    passed |= {"pile": [{"seat": 0, "cards": "4s"}], "passed": [1], "exchanged": []}
    assert after(passed).view(2).badges(1) == ("slave.badge.king", "slave.badge.passed")


def test_while_the_people_trade_each_shows_its_answer() -> None:
    view = after(TRADE, "give 9d", "decline").view(0)
    answers = {2: ("offered",), 3: ("declined",), 5: ()}
    for seat, shown in answers.items():
        assert view.badges(seat) == tuple(f"slave.badge.{badge}" for badge in ("people", *shown))
    assert view.badges(0) == ("slave.badge.king",)
    assert after(TRADE, "give 9d", "decline", "decline").view(0).badges(2) == ("slave.badge.people",)


@pytest.mark.parametrize(
    ("position", "moves", "verbs"),
    [
        (IN_PLAY, (), ("play", "pass")),
        (TRIBUTE, (), ("give",)),
        (TRIBUTE, ("give Qd Kh",), ("give",)),
        (TRADE, (), ("give", "decline")),
    ],
)
def test_every_phase_has_its_verbs(position: dict[str, Any], moves: tuple[str, ...], verbs: tuple[str, ...]) -> None:
    assert after(position, *moves).view(1).verbs() == verbs


@pytest.mark.parametrize("seat", [-1, 4, True, "0", None])
def test_a_table_is_seen_from_its_seats_alone(seat: Any) -> None:
    with pytest.raises(ValueError, match=rf"no seat {seat!r}: there are 4"):
        after(IN_PLAY).view(seat)
