"""What the rules of Dummy say by example, asked of the oracle alone; and what must hold in any game it plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import combinations
from random import Random
from typing import Any

import pytest
import yaml

from tests.oracle import dummy as oracle
from tutor.cards import Card, Cards

Deal = oracle.Deal


def at(**fields: Any) -> Deal:
    """A deal in which cards not named are stock; rules ``full`` and seat 0 to move, unless told otherwise."""
    return Deal.at({"game": "dummy", "rules": "full", "turn": 0, **fields})


def play(deal: Deal, *texts: str) -> list[str]:
    """The events of the last of these moves."""
    events: list[oracle.Told] = []
    for text in texts:
        events = deal.play(text)
    return [event.rule.removeprefix("dummy.") for event in events]


def fines(deal: Deal) -> list[tuple[str, int]]:
    return [tuple(fine) for fine in deal.fines]


def bill(deal: Deal, seat: int) -> dict[str, int]:
    """Amounts by rule, in order, where no rule has two lines."""
    lines = [line for line in deal.lines if line.seat == seat]
    amounts = {line.rule.removeprefix("dummy."): line.amount for line in lines}
    assert len(amounts) == len(lines)
    return amounts


def broken(deal: Deal, *texts: str) -> set[str | None]:
    """The laws that these moves of the seat on turn break."""
    assert deal.turn is not None
    laws = {deal.broken(deal.turn, text) for text in texts}
    return {law and law.removeprefix("dummy.") for law in laws}


# --- The contract's own example ---------------------------------------------------------------------------------

CONTRACT = """
game: dummy
rules: full
hands: [4s 9d Kd, 6s 7d 7h Jc, 2c 3h 3s 8c]
turn: 1
phase: lay
row: [{card: Qd}, {card: 4h, seat: 0}]
melds: [{seat: 0, cards: Tc Td Th}, {seat: 1, cards: 7s 8s 9s}]
born: [0, 1]
got: {from: stock, cards: Jc}
stock: 2h 5c
scores: [120, 85, -40]
"""


def contract() -> Deal:
    return Deal.at(yaml.safe_load(CONTRACT))


def test_the_contracts_example_has_five_legal_moves() -> None:
    assert contract().legal() == ["layoff 6s to 2", "discard 6s", "discard 7d", "discard 7h", "discard Jc"]


def test_the_contracts_example_names_the_laws_it_promises() -> None:
    deal = contract()
    assert deal.broken(1, "draw") == "dummy.draw-once"
    assert deal.broken(1, "lay 6s 7d 7h") == "dummy.meld"
    assert deal.broken(1, "knock Jc") == "dummy.knock-one-card"
    assert deal.left_over(Card.read("Jc")) == list(Cards.read("7d 7h"))


def test_in_the_contracts_example_throwing_the_layoff_card_costs_50() -> None:
    deal = contract()
    assert play(deal, "discard 6s") == ["row", "fine-layoff"]
    assert fines(deal) == [("fine-layoff", 1)]


def test_what_the_contracts_example_leaves_out_has_its_default() -> None:
    position = contract().position()
    assert position["head"] == "Qd"
    assert position["dealer"] == 2
    assert position["stock"].startswith("2h 5c 2d 2s 3c 3d 4c")
    assert position["melds"][1] == {"cards": "7s 8s 9s", "seat": 1, "laid": {1: "7s 8s 9s"}}


# --- Setting out (S0) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "size", "stock"), [(2, 11, 29), (3, 9, 24), (4, 7, 23)])
def test_hands_head_and_stock(seats: int, size: int, stock: int) -> None:
    for rules in oracle.PRESETS:
        deal = Deal.at(oracle.fresh_position(rules, seats, list(Cards.PACK)))
        assert [len(hand) for hand in deal.hands] == [size] * seats
        assert len(deal.stock) == stock
        assert [(thrown.card, thrown.seat) for thrown in deal.row] == [(deal.head, None)]
        assert (deal.dealer, deal.turn) == (0, 1)


def test_two_players_may_set_five_aside_from_the_bottom_and_more_players_do_not() -> None:
    rules = {"preset": "basic", "burn_five": True}
    two, three = (Deal.at(oracle.fresh_position(rules, seats, list(Cards.PACK))) for seats in (2, 3))
    assert len(two.stock) == 24
    assert two.aside == frozenset(list(Cards.PACK)[-5:])
    assert (len(three.stock), three.aside) == (24, frozenset())


# --- Melds and points (S0) --------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["7c 7d 7s", "Jc Jd Jh Js", "4d 5d 6d", "Th Jh Qh Kh", "Qs Ks As", "2c 3c 4c"])
def test_these_are_melds(cards: str) -> None:
    assert frozenset(Cards.read(cards)) in oracle.melds_of_the_pack(False)


@pytest.mark.parametrize("cards", ["7c 7d", "4d 5d", "4d 5d 6h", "4d 5d 7d", "7c 7d 8c", "Kc Ac 2c", "Ac 2c 3c"])
def test_these_are_not(cards: str) -> None:
    assert frozenset(Cards.read(cards)) not in oracle.melds_of_the_pack(False)


def test_with_a_low_ace_it_stands_below_the_two_and_still_nothing_wraps() -> None:
    melds = oracle.melds_of_the_pack(True)
    assert frozenset(Cards.read("Ac 2c 3c")) in melds
    assert frozenset(Cards.read("Kc Ac 2c")) not in melds
    assert len(oracle.melds_of_the_pack(False)) == 13 * 5 + 4 * 66
    assert len(melds) == 13 * 5 + 4 * (66 + 10)


def test_points_of_cards() -> None:
    amounts = Counter(oracle.points(card) for card in Cards.PACK)
    assert amounts == {5: 8 * 4 - 1, 10: 4 * 4 - 1, 15: 4, 50: 2}
    assert {str(card) for card in Cards.PACK if oracle.points(card) == 50} == {"2c", "Qs"}


@pytest.mark.parametrize(
    ("card", "near"),
    [
        ("7c", "5c 6c 8c 9c 7d 7h 7s"),
        ("Kc", "Jc Qc Ac Kd Kh Ks"),
        ("Ac", "Qc Kc Ad Ah As"),
        ("2c", "3c 4c 2d 2h 2s"),
    ],
)
def test_neighbours(card: str, near: str) -> None:
    assert oracle.neighbours(Card.read(card), False) == set(Cards.read(near))


def test_neighbours_of_a_low_ace() -> None:
    assert oracle.neighbours(Card.read("Ac"), True) == set(Cards.read("2c 3c Qc Kc Ad Ah As"))
    assert oracle.neighbours(Card.read("2c"), True) == set(Cards.read("Ac 3c 4c 2d 2h 2s"))


# --- Beginning a turn -------------------------------------------------------------------------------------------


def test_a_turn_begins_with_a_draw_or_a_take() -> None:
    deal = at(hands=["7h 8h Kd", "5c 5d"], row=[{"card": "9h"}], stock="2h")
    assert deal.legal() == ["take 9h as 7h 8h 9h", "draw"]
    assert broken(deal, "discard Kd", "lay 7h 8h Kd", "layoff Kd to 1", "pass") == {"draw-or-take"}
    assert broken(deal, "knock Kd") == {"knock"}
    assert deal.broken(1, "draw") == "dummy.turn"
    assert play(deal, "draw") == []
    assert broken(deal, "draw", "take 9h as 7h 8h 9h") == {"draw-once"}
    assert broken(deal, "pass") == {"discard"}


def test_a_take_sweeps_to_the_end_and_what_is_not_laid_goes_to_the_hand() -> None:
    row = [{"card": "Qd"}, {"card": "9h", "seat": 0}, {"card": "3s", "seat": 1}, {"card": "8h", "seat": 2}]
    deal = at(hands=["7h Kd", "5c", "5d"], row=row, rules="basic")
    assert play(deal, "take 9h as 9h 8h 7h") == ["take-sweep", "born"]
    position = deal.position()
    assert position["hands"][0] == "3s Kd"
    assert position["row"] == [{"card": "Qd", "seat": None}]
    assert position["got"] == {"from": "row", "cards": "9h 3s 8h", "birth": True}
    assert position["born"] == [0]


def test_the_meld_of_a_take_holds_the_card_taken_and_one_from_the_hand() -> None:
    row = [{"card": "7h"}, {"card": "8h", "seat": 0}, {"card": "9h", "seat": 1}]
    deal = at(hands=["Th Jh Qh Kd", "5c"], row=row)
    assert broken(deal, "take 7h as 7h 8h 9h") == {"take-hand"}
    assert broken(deal, "take 9h as Th Jh Qh", "take 8h as 8h 9h Jh", "take 9h as 9h Th") == {"take-meld"}
    assert broken(deal, "take 9h as 7h 8h 9h Th", "take 8d as 8d 8c 8s") == {"held"}
    assert broken(deal, "take 7h as 7h 8h 9h Th", "take 9h as 9h Th Jh") == {None}


def test_taking_to_lay_off_is_an_option_for_the_born() -> None:
    fields = {"hands": ["Kd", "5c 5d"], "row": [{"card": "Tc", "seat": 1}, {"card": "3d", "seat": 1}]}
    fields |= {"melds": [{"seat": 1, "cards": "7c 8c 9c"}], "head": None}
    on = {"preset": "full", "take_for_layoff": True}
    assert broken(at(**fields, born=[0, 1]), "take Tc to 1") == {"take-layoff"}
    assert broken(at(**fields, born=[1], rules=on), "take Tc to 1", "take 2h to 7") == {"take-layoff"}
    deal = at(**fields, born=[0, 1], rules=on)
    assert deal.legal() == ["take Tc to 1", "draw"]
    assert broken(deal, "take 3d to 1", "take Tc to 2") == {"layoff-fits"}
    assert play(deal, "take Tc to 1") == ["take-sweep"]
    assert deal.position()["melds"] == [{"cards": "7c 8c 9c Tc", "seat": 1, "laid": {0: "Tc", 1: "7c 8c 9c"}}]
    assert deal.position()["hands"][0] == "3d Kd"


# --- Laying and laying off (S0) ---------------------------------------------------------------------------------


def test_only_the_born_lay_and_not_on_the_turn_of_birth() -> None:
    fields = {"hands": ["4d 5d 6d 7h 8h Kd", "5c"], "row": [{"card": "9h"}]}
    deal = at(**fields, stock="2h")
    play(deal, "draw")
    assert broken(deal, "lay 4d 5d 6d") == {"lay-born"}
    deal = at(**fields)
    play(deal, "take 9h as 7h 8h 9h")
    assert broken(deal, "lay 4d 5d 6d") == {"lay-later"}
    # But not the knock made as one move.
    assert deal.legal() == ["knock Kd", "discard 4d", "discard 5d", "discard 6d", "discard Kd"]
    deal = at(**fields, rules={"preset": "full", "lay_on_birth_turn": True})
    play(deal, "take 9h as 7h 8h 9h")
    assert broken(deal, "lay 4d 5d 6d") == {None}


def clubs(hand: str, **fields: Any) -> Deal:
    """Seat 0 laid 8c 9c Tc Jc; seat 1 has drawn and holds this hand, of which the last card is nothing."""
    fields = {"hands": ["3s", f"{hand} 3d", "2d 5h"], "melds": [{"seat": 0, "cards": "8c 9c Tc Jc"}], **fields}
    fields = {"born": [0, 1, 2], "stock": "4s", **fields}
    return at(turn=1, phase="lay", got={"from": "stock", "cards": "3d"}, **fields)


def test_on_a_run_of_clubs_from_eight_to_jack() -> None:
    assert broken(clubs("Qc"), "layoff Qc to 1") == {None}
    deal = clubs("6c 7c")
    assert broken(deal, "layoff 6c 7c to 1", "layoff 7c to 1") == {None}
    assert broken(deal, "layoff 6c to 1", "layoff 3d to 1", "layoff 7c to 0", "layoff 7c to 2") == {"layoff-fits"}


@pytest.mark.parametrize(("chain", "law", "longer"), [(True, None, ""), (False, "layoff-chain", "low")])
def test_the_six_of_another_player_upon_the_seven(chain: bool, law: str | None, longer: str) -> None:
    deal = clubs("7c", hands=["3s", "7c 3d Kh", "6c Qc 5h"], rules={"preset": "full", "layoff_chain": chain})
    play(deal, "layoff 7c to 1")
    meld = deal.position()["melds"][0]
    assert meld["laid"] == {0: "8c 9c Tc Jc", 1: "7c"}
    assert meld.get("longer", "") == longer
    play(deal, "discard Kh", "draw")
    assert broken(deal, "layoff 6c to 1", "layoff 6c Qc to 1") == {law}
    assert broken(deal, "layoff Qc to 1") == {None}


def test_one_layoff_may_lengthen_both_ends_by_several_cards() -> None:
    deal = clubs("6c 7c Qc", rules={"preset": "full", "layoff_chain": False})
    play(deal, "layoff 6c 7c Qc to 1")
    assert deal.position()["melds"][0]["longer"] == "low high"


def test_ends_lengthened_are_those_whose_last_card_another_laid() -> None:
    melds = [{"seat": 0, "cards": "7c 8c 9c Tc Jc", "laid": {"0": "8c 9c Tc Jc", "1": "7c"}}]
    deal = clubs("6c Qc", melds=melds, rules={"preset": "full", "layoff_chain": False})
    assert broken(deal, "layoff 6c to 1") == {"layoff-chain"}
    assert broken(deal, "layoff Qc to 1") == {None}


def test_a_fourth_nine_on_three_whether_or_not_layoffs_chain() -> None:
    for chain in (True, False):
        rules = {"preset": "full", "layoff_chain": chain}
        deal = clubs("9s", melds=[{"seat": 0, "cards": "9c 9d 9h"}], rules=rules)
        assert broken(deal, "layoff 9s to 1") == {None}


def test_laying_off_needs_birth_and_is_allowed_on_the_turn_of_birth() -> None:
    assert broken(clubs("Qc", born=[0]), "layoff Qc to 1") == {"layoff-born"}
    deal = at(hands=["7h 8h Qc Kd", "5c"], row=[{"card": "9h"}], melds=[{"seat": 1, "cards": "8c 9c Tc Jc"}], born=[1])
    play(deal, "take 9h as 7h 8h 9h")
    assert broken(deal, "layoff Qc to 1") == {None}


def test_a_layoff_card_may_be_kept() -> None:
    assert broken(clubs("Qc Kh"), "discard Kh") == {None}


def test_an_ace_that_completes_a_suit_goes_to_the_end_that_is_free() -> None:
    melds = [{"seat": 0, "cards": "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", "longer": "high"}]
    low = {"preset": "full", "layoff_chain": False, "ace_low_runs": True}
    assert broken(clubs("2c Ac", melds=melds, rules=low), "layoff 2c Ac to 1") == {None}
    assert broken(clubs("2c Ac", melds=melds, rules=low), "layoff Ac to 1") == {"layoff-chain"}
    assert broken(clubs("2c Ac", melds=melds, rules=low | {"ace_low_runs": False}), "layoff 2c Ac to 1") == {
        "layoff-chain"
    }


def test_with_a_low_ace_a_run_goes_on_below_the_two() -> None:
    for low, law in ((True, None), (False, "layoff-fits")):
        rules = {"preset": "full", "ace_low_runs": low}
        assert broken(clubs("Ac", melds=[{"seat": 0, "cards": "2c 3c 4c"}], rules=rules), "layoff Ac to 1") == {law}


# --- The last card and the knock --------------------------------------------------------------------------------


def drawn(hand: str, **fields: Any) -> Deal:
    """Seat 0, born, has drawn the last card of this hand."""
    fields = {"born": [0, 1], "hands": [hand, "4h"], **fields}
    return at(phase="lay", got={"from": "stock", "cards": hand.split()[-1]}, **fields)


def test_four_in_sequence_lay_three_and_close_with_either_end() -> None:
    deal = drawn("7s 8s 9s Ts")
    assert broken(deal, "lay 7s 8s 9s Ts") == {"keep-closing"}
    assert broken(deal, "knock 8s") == {"knock-one-card"}
    assert deal.legal() == [
        "lay 7s 8s 9s",
        "lay 8s 9s Ts",
        "knock 7s",
        "knock Ts",
        *(f"discard {card}" for card in ("7s", "8s", "9s", "Ts")),
    ]
    play(deal, "lay 7s 8s 9s")
    assert broken(deal, "discard Ts", "discard 2h") == {"last-card"}
    assert broken(deal, "layoff Ts to 1") == {"keep-closing"}
    assert deal.legal() == ["knock Ts"]


def test_a_take_may_not_empty_the_hand_either() -> None:
    deal = at(hands=["7h 8h", "4h"], row=[{"card": "9h"}])
    assert broken(deal, "take 9h as 7h 8h 9h") == {"keep-closing"}


def test_a_knock_needs_no_birth_for_melds_nor_for_layoffs() -> None:
    deal = drawn("2s 3s 4s 9d Kd", born=[1], melds=[{"seat": 1, "cards": cards} for cards in ("9c 9h 9s", "6d 7d 8d")])
    assert deal.way(Card.read("Kd")) == ["lay 2s 3s 4s", "layoff 9d to 1"]
    deal = drawn("7s 8s Kd", born=[1], melds=[{"seat": 1, "cards": "4s 5s 6s"}])
    assert broken(deal, "knock Kd") == {None}
    assert deal.way(Card.read("Kd")) == ["layoff 7s 8s to 1"]


def test_a_way_lays_off_on_a_meld_once_and_on_none_that_it_lays() -> None:
    melds = [{"seat": 1, "cards": "4s 5s 6s"}]
    assert drawn("3s 7s Kd", melds=melds).way(Card.read("Kd")) == ["layoff 3s 7s to 1"]
    assert drawn("9h Th Jh Qh Kd", melds=melds).way(Card.read("Kd")) == ["lay 9h Th Jh Qh"]


def test_the_way_shown_is_the_first_in_the_order_of_moves() -> None:
    hand = "7c 7d 7h 8c 8d 8h 9c 9d 9h Kd"
    assert drawn(hand).way(Card.read("Kd")) == ["lay 7c 7d 7h", "lay 8c 8d 8h", "lay 9c 9d 9h"]
    # Six in sequence are two lays of three and not one of six; a lay of three comes before one of four.
    assert drawn("4h 5h 6h 7h 8h 9h Th Kd").way(Card.read("Kd")) == ["lay 4h 5h 6h", "lay 7h 8h 9h Th"]


def test_what_is_left_over_is_the_fewest_and_then_the_lowest() -> None:
    deal = drawn("7c 7d 7h 8c 9c Kd")
    # Either the sevens or the run of clubs is laid; of what then stays, 8c 9c or 7d 7h, the sevens are lower.
    assert deal.left_over(Card.read("Kd")) == list(Cards.read("7d 7h"))
    assert drawn("7c 7d 7h 8c 9c Tc Kd").left_over(Card.read("Kd")) == []


def test_a_knock_in_which_each_end_is_lengthened_only_once() -> None:
    melds = [{"seat": 1, "cards": "4s 5s 6s", "longer": "high"}]
    rules = {"preset": "full", "layoff_chain": False}
    assert broken(drawn("7s Kd", melds=melds, rules=rules), "knock Kd") == {"knock-one-card"}
    assert broken(drawn("2s 3s Kd", melds=melds, rules=rules), "knock Kd") == {None}


# --- Stock out --------------------------------------------------------------------------------------------------


def nearly_out(**options: Any) -> Deal:
    """Seat 0 draws the last card of the stock."""
    hands = ["5c 6d", "7h 8h Jc Kd"]
    named = Cards.read("5c 6d 7h 8h Jc Kd 9h As")
    rest = Cards.PACK - named
    rules = {"preset": "basic", **options}
    return at(hands=hands, row=[{"card": "9h"}], stock="As", played=str(rest), rules=rules, scores=[20, 470])


def test_without_stock_a_player_takes_or_ends_the_deal() -> None:
    deal = nearly_out()
    assert play(deal, "draw", "discard As") == ["row", "stock-out"]
    assert broken(deal, "draw") == {"stock-empty"}
    assert deal.legal() == ["take 9h as 7h 8h 9h", "pass"]
    taken = copy(deal)
    # The turn after a take goes on as always, and a knock counts in full.
    assert play(taken, "take 9h as 7h 8h 9h") == ["take-sweep", "born"]
    assert play(taken, "discard Jc") == ["row", "stock-out"]
    assert play(deal, "pass") == ["stock-out"]
    assert deal.over
    assert bill(deal, 0) == {"hand-minus": -10}
    assert bill(deal, 1) == {"hand-minus": -30}
    assert deal.places == [[0], [1]]
    assert deal.standing == oracle.Standing(2, 0, 1, [10, 440])


def test_with_end_at_once_the_discard_of_the_last_card_is_the_end() -> None:
    deal = nearly_out(stock_out="end_at_once", target=10)
    assert play(deal, "draw", "discard As") == ["row", "stock-out", "game-500"]
    assert deal.over
    assert deal.totals == [-10, -30]
    assert deal.winner == 1


# --- The bill ---------------------------------------------------------------------------------------------------


def test_a_dark_knock_and_dark_rot() -> None:
    deal = at(
        hands=["7s 8s 9s Ts", "Ac 2c", "3d Kd"],
        phase="lay",
        got={"from": "stock", "cards": "Ts"},
        born=[1],
        rules="basic",
    )
    assert play(deal, "knock Ts") == []
    assert list(bill(deal, 0).items()) == [("table-plus", 15), ("closing-50", 50), ("dark-knock", 65)]
    assert bill(deal, 1) == {"hand-minus": -65}
    assert bill(deal, 2) == {"hand-minus": -15, "dark-rot": -15}
    assert deal.totals == [130, -65, -30]
    assert deal.places == [[0], [2], [1]]
    assert deal.position()["closing"] == {"card": "Ts", "seat": 0}
    assert deal.legal() == []
    assert deal.broken(0, "draw") == "dummy.turn"


def test_knocking_on_the_turn_of_the_first_take_is_dark_and_on_a_later_take_is_not() -> None:
    fields: dict[str, Any] = {"hands": ["7h 8h Kd", "5c"], "row": [{"card": "9h"}]}
    deal = at(**fields)
    play(deal, "take 9h as 7h 8h 9h", "knock Kd")
    # The head is the nine: 50 by itself, and doubled with the rest.
    assert list(bill(deal, 0).items()) == [("table-plus", 10), ("head", 50), ("closing-50", 50), ("dark-knock", 110)]
    deal = at(**fields, born=[0])
    play(deal, "take 9h as 7h 8h 9h", "knock Kd")
    assert list(bill(deal, 0).items()) == [("table-plus", 10), ("head", 50), ("closing-50", 50)]
    assert bill(deal, 1) == {"hand-minus": -5, "dark-rot": -5}


@pytest.mark.parametrize(("rules", "closing"), [("full", {"closing-speto": 100}), ("basic", {"closing-50": 50})])
def test_a_speto_as_closing_card(rules: str, closing: dict[str, int]) -> None:
    deal = drawn("2c", rules=rules)
    play(deal, "knock 2c")
    assert bill(deal, 0) == closing


@pytest.mark.parametrize(("rules", "plus"), [("full", {"table-plus": 20, "head": 100}), ("basic", {"table-plus": 70})])
def test_a_speto_as_head(rules: str, plus: dict[str, int]) -> None:
    deal = drawn("Kd", melds=[{"seat": 0, "cards": "Qd Qh Qs"}], head="Qs", rules=rules)
    play(deal, "knock Kd")
    assert bill(deal, 0) == {**plus, "closing-50": 50}


def test_a_card_laid_off_counts_for_who_laid_it() -> None:
    deal = clubs("Qc")
    play(deal, "layoff Qc to 1", "knock 3d")
    assert bill(deal, 0) == {"table-plus": 30, "hand-minus": -5}
    assert bill(deal, 1) == {"table-plus": 10, "closing-50": 50}


def thrown_nine(*, head: str = "2h", row: list[dict[str, Any]] | None = None, **fields: Any) -> Deal:
    """Seat 0 of three has drawn and throws 9h; seat 1, born, waits with nines."""
    fields = {"hands": ["9h 5c", "9c 9d Kd", "Ah"], "row": row or [{"card": head}], **fields}
    deal = at(phase="lay", got={"from": "stock", "cards": "5c"}, born=[0, 1], dealer=1, **fields)
    play(deal, "discard 9h")
    return deal


def test_the_fool() -> None:
    deal = thrown_nine(rules="basic")
    assert play(deal, "take 9h as 9c 9d 9h", "knock Kd") == ["fool-reverse"]
    assert bill(deal, 0) == {"hand-minus": -5, "fool": -50}
    assert bill(deal, 2) == {"hand-minus": -15, "dark-rot": -15}
    assert deal.standing == oracle.Standing(2, 0, -1, [-55, 65, -30])
    after = Deal.at(oracle.fresh_position("basic", 3, list(Cards.PACK), deal.standing))
    assert (after.dealer, after.turn, after.direction) == (0, 2, -1)


def test_no_fool_where_the_sweep_is_more_than_that_card_nor_for_the_head_nor_on_a_later_turn() -> None:
    row = [{"card": "2h"}, {"card": "9s", "seat": 2}]
    deal = thrown_nine(row=row, hands=["9h 5c", "9c Kd 9d", "Ah"], rules="basic")
    play(deal, "take 9s as 9c 9d 9h 9s", "knock Kd")
    assert "fool" not in bill(deal, 0)
    deal = at(hands=["7h 8h Kd", "5c"], row=[{"card": "9h"}], rules="basic")
    play(deal, "take 9h as 7h 8h 9h", "knock Kd")
    assert "fool" not in bill(deal, 1)
    assert deal.standing is not None
    assert deal.standing.direction == 1
    # Taken a turn ago: seat 1 has only drawn since.
    melds = [{"seat": 1, "cards": "9c 9d 9h"}]
    deal = at(hands=["5c", "6s 7s 8s Kd", "Ah"], turn=1, phase="lay", got={"from": "stock", "cards": "8s"}, melds=melds)
    play(deal, "knock Kd")
    assert deal.fool is None


def test_a_fool_of_a_take_that_only_lays_off() -> None:
    rules = {"preset": "full", "take_for_layoff": True}
    melds = [{"seat": 2, "cards": "9c 9d 9s"}]
    deal = thrown_nine(rules=rules, melds=melds, hands=["9h 5c", "Kd", "Ah"], head="8h")
    # Throwing a card that could be laid off has its price; the danger for the head is none without its meld.
    assert fines(deal) == [("fine-layoff", 0)]
    assert [watch.rule for watch in deal.watch] == ["fine-head"]
    play(deal, "take 9h to 1", "knock Kd")
    assert list(bill(deal, 0).items()) == [("hand-minus", -5), ("fool", -50), ("fine-layoff", -50)]


@pytest.mark.parametrize(
    ("reverse", "before", "fool", "after"),
    [
        ("stays", 1, True, -1),
        ("stays", -1, False, -1),
        ("stays", -1, True, 1),
        ("one_deal", 1, True, -1),
        ("one_deal", -1, False, 1),
        ("one_deal", -1, True, 1),
    ],
)
def test_which_way_round_the_next_deal_goes(reverse: str, before: int, fool: bool, after: int) -> None:
    deal = at(
        hands=["9c 9d Kd", "5c", "6d"],
        row=[{"card": "2h"}, {"card": "9h", "seat": -before % 3}],
        direction=before,
        dealer=2,
        head="2h" if fool else "9h",
        rules={"preset": "basic", "fool_reverse": reverse},
    )
    play(deal, "take 9h as 9c 9d 9h", "knock Kd")
    assert deal.fool == (-before % 3 if fool else None)
    assert deal.standing is not None
    assert (deal.standing.direction, deal.standing.dealer) == (after, (2 + after) % 3)


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ([0, 0], None),
        ([435, 0], 0),
        ([434, 0], None),
        ([440, 700], 1),
        ([500, 575], None),  # 565 each
        ([-500, 510], 1),
    ],
)
def test_the_match_is_won_by_the_highest_from_500(scores: list[int], winner: int | None) -> None:
    deal = drawn("Kd", scores=scores, hands=["Kd", "Td"], melds=[{"seat": 0, "cards": "6c 7c 8c"}], rules="basic")
    events = play(deal, "knock Kd")
    assert deal.totals == [65, -10]
    assert (deal.winner, events) == (winner, ["game-500"] if winner is not None else [])


# --- Fines (S0) -------------------------------------------------------------------------------------------------


def throw(card: str, row: list[str], others: list[str], **fields: Any) -> tuple[Deal, list[str]]:
    """Seat 0 throws this card on a row whose first card is the head; the others hold these hands."""
    lying = [{"card": row[0]}, *({"card": other, "seat": 1} for other in row[1:])]
    fields = {"got": {"from": "stock", "cards": card}, "stock": "2h 3s 4d 6s", **fields}
    deal = at(hands=[f"{card} 5d", *others], row=lying, phase="lay", **fields)
    return deal, play(deal, f"discard {card}")


def watched(deal: Deal) -> list[tuple[str, int, str]]:
    return [(rule, seat, str(card)) for rule, seat, card in deal.watch]


def test_the_nine_of_hearts_with_which_the_seven_of_hearts_is_taken() -> None:
    deal, events = throw("9h", ["7h"], ["Kc Ks 3c", "Jd 3d", "8h As"])
    assert (events, fines(deal)) == (["row"], [])
    assert watched(deal) == [("fine-head", 0, "9h")]
    play(deal, "draw", "discard 2h", "draw", "discard 3s")
    assert play(deal, "take 7h as 7h 8h 9h") == ["take-sweep", "born", "fine-head"]
    assert fines(deal) == [("fine-head", 0)]
    assert watched(deal) == []


def test_who_threw_the_nine_is_out_of_danger_when_the_turn_comes_back() -> None:
    deal, _ = throw("9h", ["7h"], ["Kc Ks 8h", "Jd 3d", "As 4c"])
    play(deal, "draw", "discard 2h", "draw", "discard 3s", "draw", "discard 4d")
    assert watched(deal) == []
    play(deal, "draw", "discard 6s")
    assert play(deal, "take 7h as 7h 8h 9h") == ["take-sweep", "born"]
    assert fines(deal) == []


def test_the_danger_is_over_when_the_card_has_left_the_row() -> None:
    deal, _ = throw("9h", ["7h", "Th"], ["Jh Qs 3c Ac", "8h 6h 3d"])
    assert watched(deal) == [("fine-head", 0, "9h")]
    assert play(deal, "take Th as 9h Th Jh") == ["take-sweep", "born"]
    assert watched(deal) == []
    play(deal, "discard Ac")
    assert play(deal, "take 7h as 6h 7h 8h") == ["take-sweep", "born"]
    assert fines(deal) == []


def test_there_is_no_danger_for_a_head_or_a_speto_that_lies_there_no_more() -> None:
    deal, events = throw("Qh", ["3c"], ["Qd 3s As"], head="Qs", melds=[{"seat": 1, "cards": "Js Qs Ks"}])
    assert (events, watched(deal)) == (["row"], [])


def test_a_take_of_the_head_without_the_neighbour_fines_nobody() -> None:
    deal, _ = throw("9h", ["7h"], ["7c 7d 3c"])
    assert play(deal, "take 7h as 7c 7d 7h") == ["take-sweep", "born"]
    assert fines(deal) == []


def test_the_jack_of_clubs_between_ten_and_queen() -> None:
    deal, events = throw("Jc", ["3h", "Tc", "Qc"], ["3d 4s"])
    assert events == ["row", "fine-full"]
    assert fines(deal) == [("fine-full", 0)]


def test_a_third_king() -> None:
    assert throw("Kh", ["Kc", "3h", "Ks"], ["3d 4s"])[1] == ["row", "fine-full"]
    assert throw("Kh", ["Kc", "3h", "4s"], ["3d 5s"])[1] == ["row"]


def test_another_queen_upon_the_queen_of_spades() -> None:
    deal, events = throw("Qh", ["3c", "Qs"], ["Qd 3s As"])
    assert (events, watched(deal)) == (["row"], [("fine-speto-near", 0, "Qh")])
    assert play(deal, "take Qs as Qd Qh Qs") == ["take-sweep", "born", "fine-speto-near"]
    assert fines(deal) == [("fine-speto-near", 0)]


def test_the_two_of_clubs_upon_the_four() -> None:
    deal, events = throw("2c", ["9h", "4c"], ["3c 3h As"])
    assert (events, watched(deal)) == (["row"], [("fine-speto", 0, "2c")])
    assert play(deal, "take 4c as 2c 3c 4c") == ["take-sweep", "born", "fine-speto"]
    assert fines(deal) == [("fine-speto", 0)]


def test_the_speto_taken_with_no_neighbour_that_lay_there_costs_nothing() -> None:
    deal, _ = throw("2c", ["9h", "4c"], ["2d 2s As"])
    assert play(deal, "take 2c as 2c 2d 2s") == ["take-sweep", "born"]
    assert fines(deal) == []


def test_the_queen_of_spades_as_head_costs_twice() -> None:
    deal, _ = throw("Qh", ["Qs"], ["Qd 3s As"])
    assert watched(deal) == [("fine-head", 0, "Qh"), ("fine-speto-near", 0, "Qh")]
    assert play(deal, "take Qs as Qd Qh Qs") == ["take-sweep", "born", "fine-head", "fine-speto-near"]
    assert fines(deal) == [("fine-head", 0), ("fine-speto-near", 0)]


def test_one_take_may_fine_several() -> None:
    deal, _ = throw("9h", ["7h"], ["8h 3c", "6h Kd 3d", "As"])
    play(deal, "draw", "discard 8h")
    # Three in sequence lie there now, so the eight is dear at once as well.
    assert fines(deal) == [("fine-full", 1)]
    assert play(deal, "take 7h as 6h 7h 8h 9h") == ["take-sweep", "born", "fine-head", "fine-head"]
    assert fines(deal) == [("fine-full", 1), ("fine-head", 0), ("fine-head", 1)]


def test_a_layoff_card_is_fined_as_layoffs_chain_stands() -> None:
    melds = [{"seat": 1, "cards": "6c 7c 8c", "longer": "high"}]
    for chain, events in ((True, ["row", "fine-layoff"]), (False, ["row"])):
        rules = {"preset": "full", "layoff_chain": chain}
        assert throw("9c", ["3h"], ["3d 4s"], melds=melds, rules=rules)[1] == events
        assert throw("5c", ["3h"], ["3d 4s"], melds=melds, rules=rules)[1] == ["row", "fine-layoff"]
        # Not by itself, only with the five.
        assert throw("4c", ["3h"], ["3d 4s"], melds=melds, rules=rules)[1] == ["row"]


def test_basic_fines_nobody() -> None:
    melds = [{"seat": 1, "cards": "Kc Kd Ks"}]
    deal, events = throw("Kh", ["Qs", "Qh"], ["3d 4s"], melds=melds, rules="basic")
    assert (events, fines(deal), watched(deal)) == (["row"], [], [])


def test_fines_are_not_doubled() -> None:
    fined = [{"rule": "dummy.fine-full", "seat": 0}, {"rule": "dummy.fine-full", "seat": 0}]
    deal = drawn("Kd", born=[1], fines=fined)
    play(deal, "knock Kd")
    amounts = [(line.rule, line.amount) for line in deal.lines if line.seat == 0]
    assert amounts == [
        ("dummy.closing-50", 50),
        ("dummy.dark-knock", 50),
        ("dummy.fine-full", -50),
        ("dummy.fine-full", -50),
    ]


# --- Which of several laws is named -----------------------------------------------------------------------------


def test_the_moment_comes_before_the_player_and_the_player_before_what_is_held() -> None:
    deal = at(hands=["7c 8d", "5c"], row=[{"card": "9h"}])
    assert broken(deal, "lay 2c 3d", "layoff As to 9", "discard As") == {"draw-or-take"}
    assert broken(deal, "take Ah to 3") == {"take-layoff"}
    assert broken(deal, "take Ah as Ah Ac") == {"held"}
    assert broken(deal, "take 9h as 7c 8d", "take 9h as 8d") == {"take-meld"}
    play(deal, "draw")
    assert broken(deal, "take Ah to 3") == {"draw-once"}
    assert broken(deal, "lay Kc Ac 2d") == {"lay-born"}
    assert broken(deal, "layoff As to 9") == {"layoff-born"}
    assert broken(deal, "knock As") == {"held"}
    no_stock = at(hands=["7c 8d", "5c"], phase="lay", got={"from": "stock", "cards": "7c"}, stock="none")
    assert broken(no_stock, "draw") == {"draw-once"}
    assert broken(drawn("7c"), "discard As") == {"last-card"}
    assert broken(drawn("7c 8c"), "lay 7c 8c") == {"meld"}
    melds = [{"seat": 1, "cards": "4c 5c 6c", "longer": "high"}]
    last = drawn("7c", melds=melds, rules={"preset": "full", "layoff_chain": False})
    assert broken(last, "layoff 7c to 1") == {"layoff-chain"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fold",
        "draw 2c",
        "take 9h",
        "take 9h as",
        "take 9h to",
        "take 9h to x",
        "take 9h as 9h 9h 9c",
        "lay",
        "lay 7x 8c 9c",
        "layoff to 1",
        "layoff 6s to -1",
        "layoff 6s",
        "discard",
        "discard 2c 3c",
        "knock",
        "pass 2c",
    ],
)
def test_these_texts_are_no_moves(text: str) -> None:
    with pytest.raises(ValueError, match=r"^(not a|named twice)"):
        oracle.read(text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("TAKE 9♠ as 9s  9h 9d", "take 9s as 9d 9h 9s"),
        ("Layoff 10s js to 2", "layoff Ts Js to 2"),
        ("lay 9s 7s 8S", "lay 7s 8s 9s"),
        ("knock kD", "knock Kd"),
    ],
)
def test_reading_forgives(text: str, move: str) -> None:
    assert oracle.read(text).written() == move


def test_moves_are_listed_by_verb_then_fewest_then_lowest_then_meld() -> None:
    melds = [{"seat": 1, "cards": "6c 7c 8c"}, {"seat": 1, "cards": "9d 9h 9s"}]
    deal = drawn("4h 5h 6h 7h 5c 9c Ad", melds=melds)
    assert deal.legal() == [
        "lay 4h 5h 6h",
        "lay 5h 6h 7h",
        "lay 4h 5h 6h 7h",
        "layoff 5c to 1",
        "layoff 9c to 1",
        "layoff 9c to 2",
        "layoff 5c 9c to 1",
        "knock Ad",
        *(f"discard {card}" for card in ("4h", "5c", "5h", "6h", "7h", "9c", "Ad")),
    ]


# --- Random games -----------------------------------------------------------------------------------------------

CHOICES: dict[str, list[Any]] = {
    name: [True, False] if isinstance(value, bool) else [value] for name, value in oracle.BASIC.items()
} | {"stock_out": ["take_or_end", "end_at_once"], "fool_reverse": ["stays", "one_deal"], "target": [100, 500]}


def some_rules(rng: Random) -> dict[str, Any]:
    return {"preset": rng.choice(["basic", "full"])} | {
        name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.6
    }


def choose(deal: Deal, rng: Random) -> str:
    """Any legal move, but with some love of taking, laying and knocking."""
    legal = deal.legal()
    eager = [text for text in legal if text.split()[0] in ("take", "lay", "layoff", "knock")]
    return rng.choice(eager if eager and rng.random() < 0.6 else legal)


def small_position(rng: Random) -> dict[str, Any]:
    """The beginning of a turn with small hands whose cards go well together, and perhaps some melds on the table."""
    rules = some_rules(rng)
    seats = rng.randrange(2, 5)
    first = rng.choice([-1, -1, 0, 3, 7, 7, 8])
    ranks = [oracle.RANKS[(first + step) % 13] for step in range(6)]
    # With both spetos more often than not.
    suits = rng.choice(["cs", "cs", "ds", "cdhs"])
    near = [Card.read(rank + suit) for rank in ranks for suit in suits]
    rng.shuffle(near)
    melds: list[dict[str, Any]] = []
    born = {seat for seat in range(seats) if rng.random() < 0.4}
    options = oracle.options_of(rules)
    for _ in range(rng.choice([0, 1, 1, 2])):
        fitting = [meld for meld in oracle.melds_of_the_pack(options["ace_low_runs"]) if meld <= set(near)]
        if fitting:
            laid = rng.choice(sorted((meld for meld in fitting if len(meld) <= 4), key=sorted))
            owner = rng.randrange(seats)
            born.add(owner)
            melds.append({"seat": owner, "cards": str(Cards.of(laid))})
            if not options["layoff_chain"] and not oracle.of_one_rank(laid):
                melds[-1]["longer"] = rng.choice(["", "low", "high", "low high"])
            near = [card for card in near if card not in laid]
    hands = [[near.pop() for _ in range(rng.randrange(1, 5)) if near] for _ in range(seats)]
    far = [card for card in Cards.PACK if card.rank not in ranks]
    hands = [hand or [far.pop()] for hand in hands]
    turn = rng.randrange(seats)
    row: list[dict[str, Any]] = [{"card": str(near.pop())}] if near else []
    row += [{"card": str(near.pop()), "seat": (turn - 1) % seats} for _ in range(rng.randrange(4)) if near]
    stock = [near.pop() for _ in range(rng.randrange(1, 3)) if near] or [far.pop()]
    lying = {*stock, *(card for hand in hands for card in hand)} | {Card.read(thrown["card"]) for thrown in row}
    lying |= {card for meld in melds for card in Cards.read(meld["cards"])}
    return {
        "game": "dummy",
        "rules": rules,
        "hands": [str(Cards.of(hand)) for hand in hands],
        "turn": turn,
        "row": row,
        "melds": melds,
        "born": sorted(born),
        "stock": " ".join(map(str, stock)),
        "played": str(Cards.PACK - Cards.of(lying)),
        "scores": [rng.randrange(-100, 500) for _ in hands],
    }


def places_of_cards(deal: Deal) -> Counter[Card]:
    cards = Counter(card for hand in deal.hands for card in hand)
    cards.update([*deal.stock, *deal.aside, *deal.played, *(thrown.card for thrown in deal.row)])
    cards.update(card for meld in deal.melds for card in meld.laid)
    cards.update([deal.closing[0]] if deal.closing else [])
    return cards


def check_simple_laws(deal: Deal) -> None:
    """What is true after any move."""
    assert places_of_cards(deal) == Counter(Cards.PACK)
    assert {meld.owner for meld in deal.melds} <= deal.born | ({deal.closing[1]} if deal.closing else set())
    assert all(meld.cards in oracle.melds_of_the_pack(deal.options["ace_low_runs"]) for meld in deal.melds)
    assert all(watch.card in {thrown.card for thrown in deal.row} for watch in deal.watch)
    assert all(watch.seat != deal.turn or deal.phase == "lay" for watch in deal.watch)
    if not deal.over:
        assert Deal.at({"rules": deal.options, **deal.position()}) == deal
        assert deal.legal()
        assert all(deal.hands)


def check_the_end(deal: Deal) -> None:
    assert deal.standing is not None
    assert deal.totals == [
        sum(line.amount for line in deal.lines if line.seat == seat) for seat, _ in enumerate(deal.hands)
    ]
    assert deal.standing.scores == [old + new for old, new in zip(deal.scores, deal.totals, strict=True)]
    assert sorted(seat for place in deal.places for seat in place) == list(range(len(deal.hands)))
    assert all(line.amount for line in deal.lines)
    # Every card on the table, in a hand or face down is paid for once, but for the dear ones; nothing doubles a fine.
    plain = sum(oracle.points(card) for meld in deal.melds for card in meld.laid)
    plain -= sum(oracle.points(card) for hand in deal.hands for card in hand)
    once = {"dummy.table-plus", "dummy.head", "dummy.hand-minus"}
    dear = sum(line.amount for line in deal.lines if line.rule == "dummy.head")
    dear -= oracle.points(deal.head) if dear and deal.head else 0
    assert sum(line.amount for line in deal.lines if line.rule in once) == plain + dear
    assert sum(line.amount == -50 for line in deal.lines if ".fine-" in line.rule) == len(deal.fines)


def test_whole_matches_keep_the_simple_laws() -> None:
    rng = Random(11)
    seen: Counter[str] = Counter()
    for _ in range(8):
        rules, seats = some_rules(rng), rng.randrange(2, 5)
        standing = None
        for _ in range(2):
            pack = list(Cards.PACK)
            rng.shuffle(pack)
            deal = Deal.at(oracle.fresh_position(rules, seats, pack, standing))
            for _ in range(1000):
                if deal.over:
                    break
                seen.update(event.rule for event in deal.play(choose(deal, rng)))
                check_simple_laws(deal)
            check_the_end(deal)
            seen.update(line.rule for line in deal.lines)
            standing = deal.standing
    assert seen.keys() >= {
        f"dummy.{rule}" for rule in ("row", "take-sweep", "born", "stock-out", "fine-layoff", "fine-full")
    }


def small_games(seed: int, count: int) -> Iterator[tuple[Deal, Random]]:
    """Every deal that comes about while these games are played to the end."""
    for number in range(count):
        rng = Random(seed * 1000 + number)
        deal = Deal.at(small_position(rng))
        while not deal.over:
            yield deal, rng
            deal.play(choose(deal, rng))
            check_simple_laws(deal)
        check_the_end(deal)
        yield deal, rng


SCORE_LINES = """
    table-plus head closing-50 closing-speto hand-minus dark-knock dark-rot fool
    fine-layoff fine-full fine-head fine-speto-near fine-speto
"""


def test_small_games_meet_every_line_of_the_bill() -> None:
    ended = [copy(deal) for deal, _ in small_games(2, 600) if deal.over]
    met = {line.rule for deal in ended for line in deal.lines}
    assert met == {f"dummy.{rule}" for rule in SCORE_LINES.split()}
    assert {deal.winner is None for deal in ended} == {True, False}


def subsets(cards: set[Card], most: int) -> Iterator[str]:
    for size in range(1, most + 1):
        for some in combinations(sorted(cards), size):
            yield str(Cards.of(some))


def every_text(deal: Deal) -> Iterator[str]:
    """All texts that name cards of the hand and the row, and one card that lies elsewhere."""
    assert deal.turn is not None
    hand, row = set(deal.hands[deal.turn]), {thrown.card for thrown in deal.row}
    elsewhere = set(list(deal.stock)[:1])
    yield from ("draw", "pass")
    for card in hand | row | elsewhere:
        yield from (f"discard {card}", f"knock {card}")
        yield from (f"take {card} to {number}" for number in range(len(deal.melds) + 2))
    yield from (f"lay {cards}" for cards in subsets(hand | elsewhere, 8))
    yield from (f"take {card} as {cards}" for card in row for cards in subsets(hand | row, 6))
    yield from (
        f"layoff {cards} to {number}" for cards in subsets(hand | elsewhere, 4) for number in range(len(deal.melds) + 2)
    )


LAWS = """
    draw-or-take draw-once knock stock-empty discard take-layoff lay-born lay-later layoff-born last-card held
    take-meld meld take-hand layoff-fits layoff-chain keep-closing knock-one-card turn
"""


def test_legal_moves_are_all_the_texts_that_break_no_law() -> None:
    laws: set[str | None] = set()
    for deal, rng in small_games(3, 150):
        if deal.over:
            laws |= {deal.broken(seat, "draw") for seat in range(len(deal.hands))}
            continue
        assert deal.turn is not None
        assert {deal.broken(seat, "draw") for seat in range(len(deal.hands)) if seat != deal.turn} == {"dummy.turn"}
        if len(deal.hands[deal.turn]) + len(deal.row) > 9 or rng.random() < 0.5:
            continue
        answers = {text: deal.broken(deal.turn, text) for text in every_text(deal)}
        assert {text for text, law in answers.items() if law is None} == set(deal.legal())
        assert len(set(deal.legal())) == len(deal.legal())
        laws |= set(answers.values())
    assert laws == {None} | {f"dummy.{law}" for law in LAWS.split()}


def step_by_step(deal: Deal) -> dict[str, list[int]]:
    """Every closing card to which a born player can lay and lay off one after another, with the totals that follow."""
    found: dict[str, list[int]] = {}
    waiting, met = [deal], set()
    while waiting:
        here = waiting.pop()
        assert here.turn is not None
        key = here.hands[here.turn], tuple(meld.cards for meld in here.melds)
        if key in met:
            continue
        met.add(key)
        for text in here.legal():
            after = copy(here)
            if text.startswith(("lay", "layoff")):
                after.play(text)
                waiting.append(after)
            elif text.startswith("knock") and len(here.hands[here.turn]) == 1:
                after.play(text)
                assert found.setdefault(text, after.totals) == after.totals
    return found


def drawn_hand_that_goes_together(rng: Random) -> Deal:
    """A born seat has drawn, and most of its cards can be laid or laid off."""
    position = small_position(rng)
    deal = Deal.at(position)
    seat = position["turn"]
    free = set(deal.played)
    hand = set(rng.sample(sorted(free), 1))
    melds = oracle.melds_of_the_pack(deal.options["ace_low_runs"])
    fitting = [*melds, *(whole - meld.cards for meld in deal.melds for whole in melds if meld.cards < whole)]
    fitting = sorted((cards for cards in fitting if cards <= free and len(cards) <= 4), key=sorted)
    for _ in range(rng.randrange(1, 4)):
        hand |= rng.choice(fitting)
    return Deal.at(
        position
        | {
            "hands": [str(Cards.of(hand)) if other == seat else cards for other, cards in enumerate(position["hands"])],
            "played": str(Cards.of((free | deal.hands[seat]) - hand)),
            "born": sorted({*position["born"], seat}),
            "phase": "lay",
            "got": {"from": "stock", "cards": str(min(hand))},
        }
    )


def test_a_knock_is_what_could_be_laid_step_by_step_and_pays_the_same() -> None:
    knocks = 0
    for seed in range(60):
        deal = drawn_hand_that_goes_together(Random(seed))
        assert deal.turn is not None
        hand = deal.hands[deal.turn]
        expected = step_by_step(deal)
        assert {text for text in deal.legal() if text.startswith("knock")} == set(expected)
        for text, totals in expected.items():
            # The way shown is itself a row of lawful moves.
            slowly, at_once = copy(deal), copy(deal)
            way = deal.way(Card.read(text.removeprefix("knock ")))
            assert way == sorted(way, key=lambda move: oracle.read(move).place())
            play(slowly, *way, text)
            at_once.play(text)
            assert slowly.lines == at_once.lines
            assert at_once.totals == totals
            knocks += 1
        for card in hand:
            left = deal.left_over(card)
            assert (left == []) == (f"knock {card}" in expected)
            assert set(left) <= hand - {card}
    assert knocks > 40


# --- Counting ---------------------------------------------------------------------------------------------------


def test_counting_sequences_of_moves() -> None:
    assert oracle.perft(contract(), 0) == 1
    assert oracle.perft(contract(), 1) == 5
    # After layoff 6s three cards are left to discard; after each discard seat 2, not born, can only draw.
    assert oracle.perft(contract(), 2) == 3 + 4


def test_a_deal_that_has_ended_counts_once() -> None:
    deal = drawn("7s 8s 9s Ts", played=str(Cards.PACK - Cards.read("7s 8s 9s Ts 4h")), stock="none", rules="basic")
    # Two lays, two knocks, four discards. After a lay only the knock is left, after a discard the other seat's pass.
    assert oracle.perft(deal, 1) == 8
    assert oracle.perft(deal, 2) == 2 + 2 + 4
    assert oracle.perft(deal, 9) == 8


def test_counting_agrees_with_playing_every_sequence() -> None:
    for deal, rng in small_games(5, 12):
        if deal.over or rng.random() < 0.7:
            continue
        ends = [copy(deal)]
        for _ in range(3):
            ends = [after for here in ends for after in followers(here)]
        assert len(ends) == oracle.perft(deal, 3)


def followers(deal: Deal) -> Iterator[Deal]:
    if deal.over:
        yield deal
    for text in deal.legal():
        after = copy(deal)
        after.play(text)
        yield after
