"""Where the cards of Dummy lie for a seat, what it may mark there, and the deals that it cannot tell apart."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tutor import games
from tutor.cards import Card, Cards
from tutor.core import Marked, PositionError, View

DUMMY = games.find("dummy")
CARDS = Cards.read

TABLE: dict[str, Any] = {
    "game": "dummy",
    "rules": {"preset": "full", "ace_low_runs": True, "take_for_layoff": True},
    "hands": ["9d 3c Kh", "2h 5s Kd Qh"],
    "turn": 0,
    "row": [{"card": "6d"}, {"card": "9s", "seat": 0}, {"card": "4d", "seat": 1}, {"card": "9c", "seat": 0}],
    "melds": [{"seat": 1, "cards": "As 2s 3s"}, {"seat": 0, "cards": "Tc Td Th"}],
    "born": [1, 0],
    "stock": "8c 4s",
    "open": ["", "Kd"],
}
LAYING = {**TABLE, "phase": "lay", "got": {"from": "stock", "cards": "Kh"}}


def view(position: dict[str, Any], seat: int = 0) -> View:
    return DUMMY.setup(position).view(seat)


def zones(seen: View) -> dict[str, tuple[str, int | None, str, tuple[str, ...]]]:
    return {
        zone.id: (zone.kind, zone.seat, " ".join(str(card or "?") for card in zone.cards), zone.accepts)
        for zone in seen.zones()
        if zone.id != "stock"
    }


def test_before_a_draw_the_stock_is_drawn_from_and_the_row_is_taken_from() -> None:
    seen = view(TABLE)
    assert zones(seen) == {
        "hand.0": ("hand", 0, "3c 9d Kh", ()),
        "hand.1": ("hand", 1, "Kd ? ? ?", ()),
        "row": ("row", None, "6d 9s 4d 9c", ("take",)),
        "meld.1": ("meld", 1, "As 2s 3s", ("take",)),
        "meld.2": ("meld", 0, "Tc Td Th", ("take",)),
        "melds": ("melds", None, "", ()),
    }
    stock = next(zone for zone in seen.zones() if zone.id == "stock")
    assert (stock.accepts, set(stock.cards), len(stock.cards)) == (("draw",), {None}, 35)
    assert seen.verbs() == ("take", "draw")


def test_after_it_cards_go_to_the_row_to_melds_and_to_a_new_one() -> None:
    found = zones(view(LAYING))
    assert {id: zone[3] for id, zone in found.items() if zone[3]} == {
        "row": ("discard",),
        "meld.1": ("layoff",),
        "meld.2": ("layoff",),
        "melds": ("lay",),
    }
    assert view(LAYING).verbs() == ("lay", "layoff", "knock", "discard")
    assert not any(zone.accepts for zone in view(LAYING, 1).zones())


def test_at_the_end_all_is_turned_up_and_the_closing_card_has_its_place() -> None:
    position = {**LAYING, "hands": ["Ts 4s Kh", "2h 5s Kd Qh"], "stock": "8c"}
    ended = DUMMY.setup(position).play(DUMMY.read_move("knock Kh"))
    for seat in (0, 1):
        seen = ended.view(seat)
        found = zones(seen)
        assert found["closing"] == ("closing", 0, "Kh", ())
        assert found["hand.1"] == ("hand", 1, "2h 5s Qh Kd", ())
        assert found["meld.1"][2] == "As 2s 3s 4s"
        stock = next(zone for zone in seen.zones() if zone.id == "stock")
        assert stock.cards[-1] == Card.read("8c")
        assert not seen.unseen().cards
        assert DUMMY.look(seen.position()).outcome is not None
        assert DUMMY.look(seen.position()) == seen


@pytest.mark.parametrize(
    ("position", "move", "marked"),
    [
        (TABLE, "take 9s as 9c 9d 9s", Marked(CARDS("9d"), CARDS("9s 9c"))),
        (TABLE, "take 4d to 1", Marked(Cards.NONE, CARDS("4d"), "meld.1")),
        (TABLE, "draw", Marked(Cards.NONE)),
        (LAYING, "layoff Kh to 2", Marked(CARDS("Kh"), zone="meld.2")),
        (LAYING, "lay 3c 9d Kh", Marked(CARDS("3c 9d Kh"))),
        (LAYING, "discard Kh", Marked(CARDS("Kh"))),
        (LAYING, "knock Kh", Marked(CARDS("Kh"))),
    ],
)
def test_what_is_marked_for_a_move_makes_its_text(position: dict[str, Any], move: str, marked: Marked) -> None:
    seen = view(position)
    read = DUMMY.read_move(move)
    assert seen.marked(read) == marked
    assert seen.text_of(read.verb, marked) == str(read)


def test_the_card_thrown_first_of_those_marked_is_the_one_taken() -> None:
    seen = view(TABLE)
    assert seen.text_of("take", Marked(CARDS("9d"), CARDS("9c 4d"))) == "take 4d as 4d 9c 9d"
    assert seen.text_of("take", Marked(CARDS("9d"), CARDS("9c"), "meld.1")) == "take 9c as 9c 9d"
    # What says too little is no move yet.
    for verb, marks in (("take", Marked(CARDS("9d"))), ("layoff", Marked(CARDS("9d"))), ("lay", Marked(Cards.NONE))):
        with pytest.raises(ValueError, match="not a move"):
            DUMMY.read_move(seen.text_of(verb, marks))


def test_the_stock_is_laid_in_the_order_that_is_asked_for() -> None:
    seen = view(TABLE)
    unseen = seen.unseen()
    assert unseen.ordered == ("stock",)
    assert unseen.slots == {"hand.1": 3, "stock": 35}
    cards = list(unseen.cards)
    Random(1).shuffle(cards)
    world = seen.world({"hand.1": Cards.of(cards[:3]), "stock": tuple(cards[3:])})
    assert world.position().document()["stock"].split() == [str(card) for card in cards[3:]]
    assert world.view(0) == seen


def test_who_draws_may_have_drawn_any_card_that_is_hidden() -> None:
    seen = view(LAYING, 1)
    unseen = seen.unseen()
    cards = list(unseen.cards)
    world = seen.world({"hand.0": Cards.of(cards[:3]), "stock": tuple(cards[3:])})
    assert world.view(1) == seen
    assert DUMMY.setup(world.position()) == world


def test_open_cards_are_written_and_read_again() -> None:
    state = DUMMY.setup({**TABLE, "open": None}).play(DUMMY.read_move("take 9s as 9c 9d 9s"))
    document = state.position().document()
    assert document["open"] == ["4d", ""]
    assert DUMMY.setup(document) == state
    assert state.view(1).position().document()["hands"] == ["4d x2", "2h 5s Qh Kd"]
    thrown = state.play(DUMMY.read_move("discard 4d"))
    assert thrown.position().document()["open"] == ["", ""]


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({"open": ["Kd", ""]}, ["open[0]"]),
        ({"open": [""]}, ["open"]),
        ({"closing": {"card": "Ks", "seat": 0}}, ["closing"]),
        ({"got": {"from": "stock", "cards": "Kh"}}, ["got"]),
        ({"phase": "lay", "got": {"from": "row", "cards": "Kh"}}, ["got"]),
        ({"phase": "lay", "got": {"from": "row", "cards": "Tc"}, "born": [1]}, ["got"]),
        ({"hands": ["", "2h 5s Kd Qh"], "phase": "lay", "got": {"from": "row", "cards": "Tc"}}, ["turn"]),
        ({"head": "9s"}, ["head"]),
        ({"born": [0, 0]}, ["born"]),
        ({"born": [2]}, ["born"]),
        ({"played": "Ks"}, ["played"]),
        ({"history": ["0 dance"]}, ["history[0]"]),
        ({"melds": [{"seat": 1, "cards": "Tc Td Th", "longer": "low"}]}, ["melds[0].longer"]),
        ({"melds": [{"seat": 1, "cards": "Tc Td Th", "laid": {"1": "Tc Td", "5": "Th"}}]}, ["melds[0].laid"]),
        ({"row": [{"card": "6d 7d"}]}, ["row[0].card"]),
    ],
)
def test_what_a_table_cannot_be_is_told_with_its_place(change: dict[str, Any], places: list[str]) -> None:
    with pytest.raises(PositionError) as refused:
        DUMMY.setup({**TABLE, **change})
    assert [fault.place for fault in refused.value.faults] == places
