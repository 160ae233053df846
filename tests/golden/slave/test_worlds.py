"""What a seat of Slave cannot locate, and the deals that it holds possible (docs/contract.md, section 1, unseen)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.golden.slave.test_zones import FALLEN, IN_PLAY, TRADE, TRIBUTE, after
from tutor import games
from tutor.cards import Card, Cards
from tutor.core import Unseen, View

SLAVE = games.find("slave")


def unseen(view: View) -> tuple[str, dict[str, int], dict[str, str]]:
    """Cards, slots and limits of what is unseen, as texts."""
    found: Unseen = view.unseen()
    return str(found.cards), dict(found.slots), {zone: str(cards) for zone, cards in found.cannot.items()}


def hidden(**cards: str) -> dict[str, Cards]:
    return {name.replace("_", "."): Cards.read(text) for name, text in cards.items()}


def hands(state: Any) -> list[str]:
    found: list[str] = state.position().document()["hands"]
    return found


def test_unseen_are_the_cards_of_other_hands_that_were_not_located() -> None:
    assert unseen(after(IN_PLAY).view(0)) == (
        "6d 6s 7c 8h 8s Kh Ac",
        {"hand.1": 2, "hand.2": 2, "hand.3": 3},
        {},
    )
    # The Slave gave the King 2d and Ad, and had nothing higher than Ad left: of what is unseen that is nothing.
    assert unseen(after(IN_PLAY).view(1)) == (
        "5d 6d 6s 7c 9h Kh Ac",
        {"hand.0": 2, "hand.2": 2, "hand.3": 3},
        {},
    )


def test_a_hand_of_which_every_card_is_known_has_no_slot() -> None:
    state = after({**IN_PLAY, "hands": ["5c 5d 9h", "2d", "7c Ac", "6d 6s Kh"]})
    assert unseen(state.view(0))[:2] == ("6d 6s 7c Kh Ac", {"hand.2": 2, "hand.3": 3})


def test_who_got_tribute_knows_what_the_giver_cannot_hold() -> None:
    state = after(TRIBUTE, "give Qd Kh")
    assert unseen(state.view(0)) == (
        "4c 4h 5c 6c 8d 9d Td Kc Ah",
        {"hand.1": 3, "hand.2": 3, "hand.3": 3},
        {"hand.3": "Kc Ah"},
    )
    later = state.play(SLAVE.read_move("give 3c 7d")).play(SLAVE.read_move("give Ah"))
    assert unseen(later.view(1))[2] == {}
    assert unseen(later.view(0))[2] == {"hand.3": "Kc Ah"}


def test_what_the_vice_slave_cannot_hold_is_known_to_the_queen() -> None:
    position = {**TRIBUTE, "hands": ["3c 7d Qh", "4c 8d Kc", "5c 9d Qs", "4h 6c Td Ah 2h"]}
    later = after(position, "give Ah 2h", "give 3c 2h", "give Qs")
    assert unseen(later.view(1))[2] == {"hand.2": "2h Ah"}


def test_cards_put_down_are_hidden_where_they_lie() -> None:
    state = after(TRADE, "give 9d", "give 3c")
    assert unseen(state.view(5)) == (
        "2h 2s 3c 4c 5c 6c 7d 8d 9d Qc Qd Kh Ac",
        {"hand.0": 2, "hand.1": 2, "hand.2": 2, "hand.3": 1, "hand.4": 2, "hand.6": 2, "offer.2": 1, "offer.3": 1},
        {},
    )
    assert "9d" not in unseen(state.view(2))[0]
    assert unseen(state.view(2))[1].keys() & {"offer.2", "offer.3"} == {"offer.3"}
    assert "offer.2" not in unseen(after(TRADE, "decline").view(5))[1]


def test_a_toppled_kings_cards_are_hidden_where_they_lie() -> None:
    state = after(FALLEN)
    assert unseen(state.view(2)) == ("2s 3d 6h 9h Kd", {"hand.3": 2, "aside": 3}, {})
    assert unseen(state.view(3)) == ("3d 5c 7c 9h", {"hand.2": 2, "aside": 2}, {})
    assert unseen(state.view(1)) == ("5c 6h 7c", {"hand.2": 2, "hand.3": 1}, {})


def test_a_world_lays_the_unseen_cards_where_they_are_supposed() -> None:
    view = after(IN_PLAY).view(0)
    world = view.world(hidden(hand_1="6d 6s", hand_2="7c 8h", hand_3="8s Kh Ac"))
    assert hands(world) == ["5c 5d 9h", "2d 6d 6s", "7c 8h", "8s Kh Ac"]
    assert world.view(0) == view
    assert (world.turn, world.legal_moves()) == (0, view.legal_moves())
    assert list(map(str, world.play(SLAVE.read_move("pass")).legal_moves())) == ["pass"]


def test_in_a_world_with_straights_hands_hold_theirs() -> None:
    position = {"game": "slave", "rules": "hong-kong", "hands": ["4h 9h", "3c 4c 5c", "5d"], "turn": 0}
    view = after(position).view(0)
    run = view.world(hidden(hand_1="3c 4c 5c", hand_2="5d"))
    assert "play 3c 4c 5c" in map(str, run.play(SLAVE.read_move("play 4h")).legal_moves())


def test_in_a_world_of_the_trade_supposed_cards_lie_put_down_and_are_swapped() -> None:
    view = after(TRADE, "give 9d", "give 3c").view(5)
    world = view.world(
        hidden(
            hand_0="2h 2s", hand_1="8d Kh", hand_2="5c 7d", hand_3="6c", hand_4="4c Ac", hand_6="3c 9d",
            offer_2="Qc", offer_3="Qd",
        )
    )  # fmt: skip
    assert world.view(5) == view
    assert world.position().document()["offers"] == ["", "", "Qc", "Qd", "", "", ""]
    later = world.play(SLAVE.read_move("decline"))
    assert hands(later)[2:4] == ["5c 7d Qd", "6c Qc"]


def test_in_a_world_one_own_card_put_down_stays_that_card() -> None:
    view = after(TRADE, "give 9d", "decline").view(2)
    world = view.world(
        hidden(hand_0="2h 2s", hand_1="8d Kh", hand_3="3c 6c", hand_4="4c 7d", hand_5="3d Jc", hand_6="Qc Qd")
    )
    assert world.position().document()["offers"] == ["", "", "9d", "declined", "", "", ""]
    assert world.view(2) == view


def test_in_a_world_the_toppled_kings_cards_lie_aside() -> None:
    view = after(FALLEN).view(3)
    world = view.world(hidden(hand_2="3d 5c", aside="7c 9h"))
    assert world.position().document()["aside"] == "2s 7c 9h"
    assert hands(world) == ["", "", "3d 5c", "6h Kd"]
    assert world.view(3) == view


@pytest.mark.parametrize("seat", [0, 3])
def test_a_world_names_cards_for_gifts_between_others_and_none_twice(seat: int) -> None:
    state = after(TRIBUTE, "give Qd Kh", "give 3c 7d", "give Ah", "give Kc")
    view = state.view(seat)
    slots = view.unseen().slots
    cards = list(view.unseen().cards)
    supposed = {}
    for zone, size in slots.items():
        supposed[zone], cards = Cards.of(cards[:size]), cards[size:]
    world = view.world(supposed)
    gifts = world.position().document()["exchanged"]
    assert [(gift["from"], gift["to"]) for gift in gifts] == [(3, 0), (0, 3), (2, 1), (1, 2)]
    assert [gift["cards"] for gift in gifts[:2]] == ["Qd Kh", "3c 7d"]
    named = [card for gift in gifts for card in gift["cards"].split()]
    assert len(named) == len(set(named)) == 6
    assert world.view(seat) == view


def test_a_supposed_gift_is_the_highest_that_the_receiver_may_have_got() -> None:
    # Seats 0 and 3 exchanged; what seat 2 gave the Queen lies with her, or was played.
    given = [(3, 0, "Qd Kh"), (0, 3, "3c 7d"), (2, 1, "Ah")]
    exchanged = [{"from": giver, "to": to, "cards": cards} for giver, to, cards in given]
    hands = ["3d Qh Kh", "4c 8d Kc Ah", "5c 9d", "3c 4h 6c 7d Td"]
    state = after({**TRIBUTE, "phase": "return", "turn": 1, "hands": hands, "exchanged": exchanged})
    view = state.view(3)
    rest = hidden(hand_0="3d Qh", hand_1="4c 8d Kc Ah", hand_2="5c 9d")
    assert set(view.unseen().slots) == set(rest)
    gifts = view.world(rest).position().document()["exchanged"]
    assert [gift["cards"] for gift in gifts] == ["Qd Kh", "3c 7d", "2s"]


def test_who_knows_no_gift_supposes_one_after_another_the_highest_that_can_be() -> None:
    gifts = [(5, 0, "Ks Kc"), (0, 5, "4d 4h"), (4, 1, "Qd"), (1, 4, "4s")]
    position = {
        **TRADE,
        "phase": "play",
        "titles": ["king", "queen", "people", "people", "vice-slave", "slave"],
        "hands": ["3c Ah", "8d Kh", "2s 5c", "3d 6c", "4c 7d", "2h Jc"],
        "offers": [],
        "turn": 5,
        "exchanged": [{"from": giver, "to": to, "cards": cards} for giver, to, cards in gifts],
    }
    view = after(position).view(2)
    world = view.world(hidden(hand_0="3c Ah", hand_1="8d Kh", hand_3="3d 6c", hand_4="4c 7d", hand_5="2h Jc"))
    # 2c and 2d are out of play; 2h lies with the Slave, 2s in one's own hand; then only aces are left.
    named = [gift["cards"] for gift in world.position().document()["exchanged"]]
    assert named == ["2c 2d", "2h As", "Ad", "Ac"]
    assert world.view(2) == view


def test_all_cards_above_the_lowest_of_a_tribute_are_cards_that_its_giver_cannot_hold() -> None:
    position = {**TRIBUTE, "hands": ["3c 7d", "4c Qh Kc", "5c 9d Ah", "4h 6c Td Qd Kh"]}
    assert unseen(after(position, "give Qd Kh").view(0))[2] == {"hand.3": "Qh Kc Ah"}


def test_a_card_put_down_is_one_that_the_giver_of_a_tribute_cannot_hold() -> None:
    position = {
        **TRADE,
        "hands": ["2h Jd Qh", "8d Kh", "5c 9d Ac", "3c 6c", "4c 7d", "3d Js", "Tc Td"],
        "exchanged": [{"from": 6, "to": 0, "cards": "Jd Qh"}],
    }
    assert unseen(after(position).view(0))[2] == {"hand.6": "Js Kh Ac"}
    assert unseen(after(position, "give Ac").view(0))[2] == {"hand.6": "Js Kh Ac"}


def test_in_a_first_deal_everybody_knows_where_the_three_of_clubs_is() -> None:
    state = SLAVE.deal("classic", 4, Random(1))
    assert state.turn is not None
    for seat in range(4):
        (hand,) = (zone for zone in state.view(seat).zones() if zone.id == f"hand.{state.turn}")
        assert hand.cards[0] == Card.read("3c")


@pytest.mark.parametrize("seat", range(4))
def test_what_a_seat_has_found_out_is_found_out_again_when_its_view_is_read(seat: int) -> None:
    state = after(TRIBUTE, "give Qd Kh", "give 3c 7d", "give Ah", "give Kc")
    view = state.view(seat)
    document = view.position().document()
    assert SLAVE.look(document) == view
    assert [(step.seat, step.text) for step in SLAVE.look(document).history] == [
        (step.seat, step.text) for step in view.history
    ]
    assert len(view.history) == 4
    # Written by hand, without what follows from the gifts.
    known = [hand for at, hand in enumerate(document["hands"]) if at != seat]
    counts = [f"x{count}" for count in view.counts]
    hands = [document["hands"][seat] if at == seat else counts[at] for at in range(4)]
    lying = Cards.NONE
    for hand in known:
        lying |= Cards.read(" ".join(card for card in hand.split() if not card.startswith("x")))
    hidden_cards = str(Cards.read(document["unseen"]) | lying)
    bare = {**document, "hands": hands, "unseen": hidden_cards, "cannot": {}}
    assert SLAVE.look(bare) == view


def test_of_a_toppled_kings_cards_those_are_located_that_were_given_to_him() -> None:
    view = after(FALLEN).view(3)
    document = view.position().document()
    assert (document["aside"], document["unseen"]) == ("2s x2", "3d 5c 7c 9h")
    assert SLAVE.look({**document, "aside": "x3", "unseen": "2s 3d 5c 7c 9h"}) == view


def test_what_is_named_nowhere_is_unseen_to_a_seat_unless_unseen_cards_are_named() -> None:
    bare = {"game": "slave", "rules": "classic", "seat": 0, "deal": 2, "turn": 0, "hands": ["9c", "x17", "x17", "x17"]}
    document = SLAVE.look(bare).position().document()
    assert document["unseen"] == str(Cards.PACK - Cards.read("9c"))
    assert document["played"] == ""
    named = SLAVE.look({**bare, "hands": ["9c", "x1", "x1", "x1"], "unseen": "4d 5c Kd"}).position().document()
    assert named["unseen"] == "4d 5c Kd"
    assert named["played"] == str(Cards.PACK - Cards.read("9c 4d 5c Kd"))


def test_views_that_differ_in_what_was_exchanged_or_located_are_not_the_same() -> None:
    bare = {**IN_PLAY, "exchanged": []}
    view = after(bare).view(2)
    others = {"from": 3, "to": 2, "cards": "As"}  # played since
    assert view != after({**bare, "exchanged": [others]}).view(2)
    assert view == after(bare).view(2)
    document = view.position().document()
    assert document["hands"] == ["x3", "x3", "7c Ac", "x3"]
    located = {**document, "hands": ["x3", "2d x2", "7c Ac", "x3"]}
    located["unseen"] = str(Cards.read(document["unseen"]) - Cards.read("2d"))
    assert SLAVE.look(located) != view
    assert SLAVE.look({**document, "cannot": {1: "5c"}}) != view
    assert SLAVE.look(document) == view


@pytest.mark.parametrize(
    "change",
    [
        {"direction": 1},
        {"inverted": True},
        {"passed": []},
        {"deal": 3},
        {"queen_deals": 2},
        {"titles": ["slave", "queen", "king", "vice-slave"], "exchanged": []},
        {"rules": "verse"},
        {"hands": ["5c 5d 9h", "2d 8h 8s", "7c Ah", "6d 6s Kh"]},
    ],
)
def test_states_that_differ_in_anything_open_are_not_the_same(change: dict[str, Any]) -> None:
    lead = {**IN_PLAY, "pile": [], "passed": []} if "inverted" in change else IN_PLAY
    mine, other = after(lead), after({**lead, **change})
    assert mine != other
    assert mine == after(lead)
    assert mine.view(0) != other.view(0)


def test_phase_and_who_went_out_when_tell_states_apart() -> None:
    assert after(TRIBUTE) != after({**TRIBUTE, "phase": "play"})
    out = {"game": "slave", "rules": "king", "hands": ["", "", "5c 7c", "6h Kd"], "turn": 2}
    assert after({**out, "out": [0, 1]}) != after({**out, "out": [1, 0]})


def test_every_step_of_a_history_tells_what_its_move_made_happen() -> None:
    state = after(FALLEN, "play 7c", "pass", "play 5c")
    for seat in range(4):
        view = state.view(seat)
        assert [[event.rule.id for event in step.events] for step in view.history] == [
            [],
            ["slave.new-pile"],
            ["slave.out", "slave.deal-ends", "slave.titles"],
        ]
        assert [step.seat for step in view.history] == [2, 3, 2]
        assert view.events == view.history[-1].events == state.events
        assert view.outcome == state.outcome
