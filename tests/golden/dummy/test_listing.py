"""However many cards lie in hand, row and melds, there are never many legal moves.

Before a draw there is at most one take a meld (329, with a low ace 369), one to lay off for each card of the row and
meld that it fits, and the draw or the pass. After it there are at most a lay a meld, 35 lay-offs a meld of the table,
and a knock and a discard for each card of the hand. So the number grows with the melds that there are, not with the
sets of cards that could be made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tutor import games
from tutor.cards import Card, Cards
from tutor.core import State

DUMMY = games.find("dummy")
RANKS = "23456789TJQKA"
WIDE: dict[str, Any] = {"preset": "full", "take_for_layoff": True, "lay_on_birth_turn": True}
"""The options with which most moves are legal."""

NUMBERS = [pytest.param(False, 329, id="ace-high"), pytest.param(True, 369, id="ace-low")]


def melds_of(cards: Cards, ace_low: bool) -> Iterator[Cards]:
    """Every meld of these cards, told as the rules tell it."""
    for rank in RANKS:
        alike = [card for card in cards if card.rank == rank]
        yield from (Cards.of(some) for size in (3, 4) for some in combinations(alike, size))
    line = ("A" if ace_low else "") + RANKS
    for suit in "cdhs":
        for size in range(3, 14):
            for low in range(len(line) - size + 1):
                run = Cards.of(Card.read(rank + suit) for rank in line[low : low + size])
                # A 2 … A would name the ace twice; A 2 … K is the suit from 2 to A once more.
                if len(run) == size and run <= cards and (size < 13 or low == ace_low):
                    yield run


def born(hand: Cards, **fields: Any) -> State:
    """Seat 0, which is born, is on turn with these cards."""
    state = DUMMY.setup({"game": "dummy", "turn": 0, "born": [0], "hands": [str(hand), ""], **fields})
    assert isinstance(state, State)
    return state


def listed(state: State) -> Counter[str]:
    """How many legal moves there are of each verb."""
    return Counter(move.verb for move in state.legal_moves())


@pytest.mark.parametrize(("ace_low", "number"), NUMBERS)
def test_there_are_as_many_melds_as_the_bound_says(ace_low: bool, number: int) -> None:
    melds = list(melds_of(Cards.PACK, ace_low))
    assert len(melds) == len(set(melds)) == number


@pytest.mark.parametrize(("ace_low", "number"), NUMBERS)
def test_a_hand_of_the_whole_pack_lays_each_meld_once(ace_low: bool, number: int) -> None:
    rules = {**WIDE, "ace_low_runs": ace_low}
    state = born(Cards.PACK, rules=rules, phase="lay", got={"from": "stock", "cards": "2c"}, stock="none")
    assert listed(state) == {"lay": number, "knock": 52, "discard": 52}


@pytest.mark.parametrize(("ace_low", "number"), NUMBERS)
@pytest.mark.parametrize("held", [1, 4, 11, 26, 41])
def test_a_long_row_gives_one_take_for_each_meld_of_hand_and_row(ace_low: bool, number: int, held: int) -> None:
    cards = Random(held).sample(list(Cards.PACK), 52)
    hand, row, rest = Cards.of(cards[:held]), cards[held:51], cards[51]
    fields = {"row": [{"card": str(card), "seat": 1} for card in row], "stock": str(rest)}
    state = born(hand, rules={**WIDE, "ace_low_runs": ace_low}, **fields)
    lying = Cards.of(row)
    takes = [meld for meld in melds_of(hand | lying, ace_low) if meld & hand and meld & lying]
    # A take that would lay all is none; here the sweep always leaves something.
    assert sorted(map(str, takes)) == sorted(str(move.cards) for move in state.legal_moves() if move.verb == "take")
    assert listed(state)["draw"] == 1
    assert len(state.legal_moves()) <= number + 1


@pytest.mark.parametrize("suit", "cdhs")
def test_35_lay_offs_are_the_most_for_one_meld(suit: str) -> None:
    most = {}
    for low in range(11):
        meld = Cards.of(Card.read(rank + suit) for rank in RANKS[low : low + 3])
        hand = Cards.of(card for card in Cards.PACK - meld if card.suit == suit) | Cards.read("2c 2d 2h 2s") - meld
        got = {"from": "stock", "cards": str(next(iter(hand)))}
        state = born(hand, rules=WIDE, phase="lay", got=got, melds=[{"seat": 1, "cards": str(meld)}])
        most[low] = listed(state)["layoff"]
    # So many ranks below and above, each number of them with each: all but nothing at all.
    assert most == {low: (low + 1) * (11 - low) - 1 for low in range(11)}
    assert max(most.values()) == 35


def test_a_hand_of_11_a_row_of_20_and_five_melds_have_few_moves() -> None:
    numbers = []
    for seed in range(40):
        cards = Random(seed).sample(list(Cards.PACK), 52)
        melds: list[Cards] = []
        for meld in Random(seed).sample(list(melds_of(Cards.PACK, True)), 369):
            if len(melds) < 5 and len(meld) == 3 and meld <= Cards.of(cards):
                melds.append(meld)
                cards = [card for card in cards if card not in meld]
        state = born(
            Cards.of(cards[:11]),
            rules={**WIDE, "ace_low_runs": True},
            row=[{"card": str(card), "seat": 1} for card in cards[11:31]],
            melds=[{"seat": 1, "cards": str(meld)} for meld in melds],
        )
        moves = state.legal_moves()
        after = [len(state.play(move).legal_moves()) for move in moves]
        numbers.append((len(moves), max(after)))
    assert max(before for before, _ in numbers) < 100
    assert max(after for _, after in numbers) < 200
