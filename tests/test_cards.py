"""Cards and sets of cards, and how forgiving their reading is (docs/contract.md, section 1)."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from tutor.cards import Card, Cards


@pytest.mark.parametrize(
    "text", ["Ts", "TS", "tS", "ts", "10s", "10S", "T♠", "t♠", "10♠", " Ts ", "T♤", "10♠\N{VARIATION SELECTOR-16}"]
)
def test_the_ten_of_spades_is_read_however_it_is_written(text: str) -> None:
    assert Card.read(text) is Card.read("Ts")
    assert str(Card.read(text)) == "Ts"


@pytest.mark.parametrize(("sign", "suit"), [("♣", "c"), ("♦", "d"), ("♥", "h"), ("♠", "s")])
def test_suit_signs_are_read(sign: str, suit: str) -> None:
    assert str(Card.read(f"9{sign}")) == f"9{suit}"


@pytest.mark.parametrize("text", ["", "1s", "11s", "0s", "T", "s", "Tx", "sT", "Ts 9s", "Tss", "joker", "๓c", "T-s"])
def test_what_is_no_card_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.read(text)


def test_a_card_has_a_rank_and_a_suit_and_nobody_makes_another() -> None:
    card = Card.read("Qd")
    assert (card.rank, card.suit) == ("Q", "d")
    assert card == Card.read("Q♦")
    assert hash(card) == hash(Card.read("qd"))
    assert card != Card.read("Qh")
    with pytest.raises(TypeError):
        Card("Q", "d")


def test_the_pack_is_written_from_twos_to_aces_and_clubs_to_spades() -> None:
    pack = list(Cards.PACK)
    assert len(pack) == len(Cards.PACK) == 52
    assert " ".join(map(str, pack[:5])) == "2c 2d 2h 2s 3c"
    assert [str(card) for card in pack] == [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert all(Card.read(str(card)) is card for card in pack)


def test_a_set_has_neither_order_nor_doubles() -> None:
    assert Cards.read("3c 3d") == Cards.read("3d 3c") == Cards.of([Card.read("3d"), Card.read("3c")])
    assert hash(Cards.read("3c 3d")) == hash(Cards.read("3d 3c"))
    assert str(Cards.read("As 2c Th")) == "2c Th As"
    with pytest.raises(ValueError, match="3c"):
        Cards.read("3c 3d 3c")
    with pytest.raises(ValueError, match="10s"):
        Cards.read("Ts 10s")


def test_reading_a_set_forgives_spaces_and_spelling() -> None:
    assert str(Cards.read("  10s   t♥ 2C ")) == "2c Th Ts"
    assert Cards.read("") == Cards.NONE
    assert Cards.read("   ") == Cards.NONE
    with pytest.raises(ValueError, match="3z"):
        Cards.read("3c 3z")


def test_the_empty_set() -> None:
    assert str(Cards.NONE) == ""
    assert not Cards.NONE
    assert len(Cards.NONE) == 0
    assert list(Cards.NONE) == []
    assert Cards.NONE <= Cards.PACK


def test_sets_join_meet_and_part() -> None:
    low, high = Cards.read("3c 3d 4h"), Cards.read("4h 5s")
    assert low | high == Cards.read("3c 3d 4h 5s")
    assert low & high == Cards.read("4h")
    assert low - high == Cards.read("3c 3d")
    assert Cards.read("3c") <= low
    assert low <= low
    assert not high <= low
    assert Card.read("3c") in low
    assert Card.read("5s") not in low
    assert "3c" not in low
    assert Cards.PACK - Cards.PACK == Cards.NONE
    assert (low != high) is True
    assert low != "3c 3d 4h"


def test_a_set_is_one_number_of_52_bits() -> None:
    assert Cards.read("2c").mask == 1
    assert Cards.read("3c").mask == 1 << 4
    assert Cards.read("As").mask == 1 << 51
    assert Cards.PACK.mask == (1 << 52) - 1


def test_cards_survive_copying_and_storing() -> None:
    for value in (Card.read("Ts"), Cards.read("3c Ts"), Cards.NONE):
        assert copy.deepcopy(value) == value
        assert pickle.loads(pickle.dumps(value)) == value
    assert copy.copy(Card.read("Ts")) is Card.read("Ts")
    assert json.loads(json.dumps(str(Cards.read("3c Ts")))) == "3c Ts"


def test_iterating_goes_in_writing_order() -> None:
    assert [str(card) for card in Cards.read("As 3d 3c 2s")] == ["2s", "3c", "3d", "As"]
