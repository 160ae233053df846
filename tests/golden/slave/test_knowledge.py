"""What each seat may know at a table of Slave: slave.open, slave.hidden, slave.exchange-secret (S2 ข้อมูลที่เห็นได้)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden.slave.situations import FALLEN, TRIBUTE, after, seen
from tutor import games
from tutor.cards import Cards
from tutor.core import PositionError, View

SLAVE = games.find("slave")

# The first worked example of docs/contract.md, section 3.
TABLE: dict[str, Any] = {
    "game": "slave",
    "rules": "king",
    "deal": 2,
    "titles": ["slave", "king", "queen", "vice-slave"],
    "hands": ["5c 5d 9h", "2d 8h 8s", "7c Ac", "6d 6s Kh"],
    "turn": 0,
    "direction": -1,
    "pile": [{"seat": 3, "cards": "4s"}, {"seat": 1, "cards": "7s"}],
    "passed": [2],
    "exchanged": [
        {"from": 0, "to": 1, "cards": "2d Ad"},
        {"from": 1, "to": 0, "cards": "3h 5c"},
        {"from": 3, "to": 2, "cards": "As"},
        {"from": 2, "to": 3, "cards": "6d"},
    ],
}

@pytest.mark.parametrize(
    ("seat", "hands"),
    [
        (0, ["5c 5d 9h", "2d x2", "x2", "x3"]),  # the two that it gave to the King, and the ace is played
        (1, ["5c x2", "2d 8h 8s", "x2", "x3"]),  # it returned 3h 5c; the three is played
        (2, ["x3", "x3", "7c Ac", "6d x2"]),  # it returned 6d
        (3, ["x3", "x3", "x2", "6d 6s Kh"]),  # the ace that it gave is played
    ],
)
def test_a_seat_sees_its_hand_and_of_others_what_it_gave_them(seat: int, hands: list[str]) -> None:
    assert seen(SLAVE.setup(TABLE), seat)["hands"] == hands


@pytest.mark.parametrize(
    ("seat", "cards"),
    [
        (0, ["2d Ad", "3h 5c", "x1", "x1"]),
        (1, ["2d Ad", "3h 5c", "x1", "x1"]),
        (2, ["x2", "x2", "As", "6d"]),
        (3, ["x2", "x2", "As", "6d"]),
    ],
)
def test_only_giver_and_receiver_know_the_cards_exchanged(seat: int, cards: list[str]) -> None:
    exchanged = seen(SLAVE.setup(TABLE), seat)["exchanged"]
    assert [gift["cards"] for gift in exchanged] == cards
    assert [(gift["from"], gift["to"]) for gift in exchanged] == [(0, 1), (1, 0), (3, 2), (2, 3)]


def test_the_contracts_view_is_the_view_of_the_contracts_table() -> None:
    view = games.read(
        """
        game: slave
        rules: king
        seat: 0
        deal: 2
        titles: [slave, king, queen, vice-slave]
        hands: [5c 5d 9h, 2d x2, x2, x3]
        unseen: 8h 8s 7c Ac 6d 6s Kh
        turn: 0
        direction: -1
        pile: [{seat: 3, cards: 4s}, {seat: 1, cards: 7s}]
        passed: [2]
        exchanged: [{from: 0, to: 1, cards: 2d Ad}, {from: 1, to: 0, cards: 3h 5c},
                    {from: 3, to: 2, cards: x1}, {from: 2, to: 3, cards: x1}]
        """
    )
    assert isinstance(view, View)
    assert view == SLAVE.setup(TABLE).view(0)
    assert hash(view) == hash(SLAVE.setup(TABLE).view(0))
    assert view.unseen().cards == Cards.read("8h 8s 7c Ac 6d 6s Kh")


@pytest.mark.parametrize("seat", range(4))
def test_pile_played_cards_counts_passes_direction_order_and_titles_are_open_to_all(seat: int) -> None:
    state = SLAVE.setup(TABLE)
    view, whole, mine = state.view(seat), state.position().document(), seen(state, seat)
    assert view.counts == (3, 3, 2, 3)
    assert view.hand == Cards.read(TABLE["hands"][seat])
    for field in ("pile", "played", "passed", "direction", "inverted", "titles", "turn", "out", "deal", "phase"):
        assert mine[field] == whole[field], field


@pytest.mark.parametrize("seat", range(4))
def test_cards_that_lie_hidden_otherwise_make_the_same_view(seat: int) -> None:
    # 8h and 7c, 8s and Kh change places between seats 1, 2 and 3; nobody gave or got them.
    other = dict(TABLE, hands=["5c 5d 9h", "2d 7c Kh", "8h Ac", "6d 6s 8s"])
    mine = SLAVE.setup(TABLE).view(seat)
    theirs = SLAVE.setup(other).view(seat)
    assert (mine == theirs) is (seat == 0)


def test_a_seat_that_knows_a_card_sees_it_move_elsewhere() -> None:
    # 5c, which the King returned, for 9h: the King knows the difference only if it lies with another seat.
    other = dict(TABLE, hands=["5d 9h Ac", "2d 8h 8s", "5c 7c", "6d 6s Kh"])
    assert SLAVE.setup(TABLE).view(3) == SLAVE.setup(other).view(3)
    with pytest.raises(PositionError):
        SLAVE.setup(dict(other, hands=["5d 9h Ac", "2d 8h 8s", "5c 7c", "6d 6s 6d"]))


def test_a_seat_is_told_that_two_others_exchange_and_not_what() -> None:
    state = after(TRIBUTE, "give Qd Kh")
    for seat in (0, 3):
        (step,) = state.view(seat).history
        assert step.move == SLAVE.read_move("give Qd Kh")
        assert "Qd Kh" in step.text
    for seat in (1, 2):
        (step,) = state.view(seat).history
        assert step.seat == 3
        assert step.move is None
        assert "x2" in step.text
        told = f"{step.text} {step.events} {state.view(seat).events}"
        assert "Qd" not in told
        assert "Kh" not in told
        assert seen(state, seat)["history"] == ["3 give x2 to 0"]
        assert seen(state, seat)["exchanged"] == [{"from": 3, "to": 0, "cards": "x2"}]


def test_giver_and_receiver_remember_the_cards_until_they_are_played() -> None:
    state = after(TRIBUTE, "give Qd Kh", "give 3c 7d", "give Ah", "give Kc")
    assert seen(state, 3)["hands"] == ["Qd Kh x1", "x3", "x3", "3c 4h 6c 7d Td"]
    assert seen(state, 0)["hands"] == ["Qd Qh Kh", "x3", "x3", "3c 7d x3"]
    assert seen(state, 2)["hands"] == ["x3", "Ah x2", "5c 9d Kc", "x5"]
    assert seen(state, 1)["hands"] == ["x3", "4c 8d Ah", "Kc x2", "x5"]
    later = state.play(SLAVE.read_move("play 3c")).play(SLAVE.read_move("play Kc"))
    assert seen(later, 0)["hands"] == ["Qd Qh Kh", "x3", "x2", "7d x3"]
    assert seen(later, 1)["hands"] == ["x3", "4c 8d Ah", "x2", "x4"]
    assert seen(later, 0)["pile"] == [{"seat": 3, "cards": "3c"}, {"seat": 2, "cards": "Kc"}]


def test_a_tribute_tells_its_receiver_what_the_giver_cannot_hold() -> None:
    # The Slave gave its two highest, Qd and Kh: whatever else it holds is lower than Qd (slave.tribute).
    state = after(TRIBUTE, "give Qd Kh")
    king = state.view(0).unseen()
    (slaves_hand,) = (zone.id for zone in state.view(0).zones() if zone.kind == "hand" and zone.seat == 3)
    cannot = king.cannot.get(slaves_hand, Cards.NONE)
    assert cannot & king.cards == Cards.read("Kc Ah") & king.cards
    assert state.view(1).unseen().cannot.get(slaves_hand, Cards.NONE) == Cards.NONE


def test_the_toppled_kings_cards_are_counted_and_not_shown() -> None:
    state = SLAVE.setup(FALLEN)
    for seat in (0, 2, 3):
        assert seen(state, seat)["aside"] == "x3"
        assert (
            state.view(seat)
            == SLAVE.setup(dict(FALLEN, aside="2s 3d Kd", hands=["", "", "5c 7c", "9h 6h"])).view(seat)
            or seat == 3
        )
    whole = {card for zone in state.view(2).zones() if zone.kind == "aside" for card in zone.cards}
    assert whole == {None}


def test_cards_that_were_set_aside_are_not_out_of_play_to_the_others() -> None:
    view = SLAVE.setup(FALLEN).view(2)
    assert view.unseen().cards == Cards.read("2s 3d 9h Kd 6h")
    assert sorted(view.unseen().slots.values()) == [2, 3]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_off_turn_a_seat_has_no_legal_moves_and_is_told_why(seat: int) -> None:
    view = SLAVE.setup(TABLE).view(seat)
    assert view.legal_moves() == ()
    violation = view.check(SLAVE.read_move("pass"))
    assert violation is not None
    assert violation.rule.id == ("slave.pass-lock" if seat == 2 else "slave.turn")


@pytest.mark.parametrize(
    "change",
    [
        {"hands": ["5c 5d 9h", "2d x2", "x2", "x4"]},  # more hidden places than unseen cards
        {"hands": ["5c 5d 9h", "2d x2", "x2", "x2"]},  # fewer
        {"hands": ["5c 5d 9h", "2d x2", "x2", "x3"], "unseen": "8h 8s 7c Ac 6d 6s 9h"},  # one's own card
        {"hands": ["5c 5d 9h", "2d x2", "x2", "x3"], "unseen": "8h 8s 7c Ac 6d 6s 7s"},  # a card in the pile
    ],
)
def test_a_view_places_every_unseen_card(change: dict[str, Any]) -> None:
    view = {**TABLE, "seat": 0, "unseen": "8h 8s 7c Ac 6d 6s Kh", **change}
    view["exchanged"] = [
        *TABLE["exchanged"][:2],
        {"from": 3, "to": 2, "cards": "x1"},
        {"from": 2, "to": 3, "cards": "x1"},
    ]
    with pytest.raises(PositionError):
        SLAVE.look(view)
