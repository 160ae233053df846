"""Melds, lay-offs and best attempts of Dummy against those of OpenSpiel's gin rummy, as `openspiel/make.py` wrote them
down: all 185 melds of up to five cards, and 10,000 hands."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tutor import games
from tutor.cards import Card, Cards
from tutor.games.dummy.melds import melds_of

FILE = Path(__file__).parent / "openspiel" / "gin_rummy.txt.gz"
GAME = games.find("dummy")
MELDS = melds_of(ace_low=False)


class Meld(NamedTuple):
    cards: Cards
    layoffs: Cards


class Hand(NamedTuple):
    ten: Cards
    closing: Cards
    melds: frozenset[Cards]
    left: Cards
    deadwood: int


def read(cards: str) -> Cards:
    return Cards.read(" ".join(re.findall("..", cards.replace(" ", ""))))


def read_file() -> tuple[list[Meld], list[Hand]]:
    melds: list[Meld] = []
    hands: list[Hand] = []
    for line in gzip.decompress(FILE.read_bytes()).decode().splitlines():
        if found := re.fullmatch(r"meld: (.+) \+ ?(.*)", line):
            melds.append(Meld(read(found[1]), read(found[2])))
        else:
            ten, closing, places, left, deadwood = re.split(r" [/:=-] ", line)
            them = frozenset(melds[int(place)].cards for place in places.split())
            hands.append(Hand(read(ten), read(closing), them, read(left), int(deadwood)))
    return melds, hands


ALL_MELDS, HANDS = read_file()


def gins_points(cards: Cards) -> int:
    """What gin counts these cards, whose ranks are one below ours: our two is its ace, our jack its ten."""
    return sum(min(10, "23456789TJQKA".index(card.rank) + 1) for card in cards)


def runs_joined(melds: frozenset[Cards]) -> set[Cards]:
    """Longer runs than gin knows: of those of five, each beginning one above the one before."""
    runs = sorted((min(map(_number, meld)), meld) for meld in melds if len(meld) == 5)
    found = set()
    for start, (low, run) in enumerate(runs):
        at, long = low, run
        for _ in runs[start:]:
            following = [other for number, other in runs if number == at + 4]
            if not following:
                break
            at, long = at + 4, long | following[0]
            found.add(long)
    return found


def _number(card: Card) -> int:
    return card.number


def test_there_are_ten_thousand_hands_with_melds_in_most_ways() -> None:
    assert len(ALL_MELDS) == 185
    assert len(HANDS) == 10_000
    # A meld is three cards at least, so eight or nine are never left over of ten.
    assert {len(hand.left) for hand in HANDS} == {0, 1, 2, 3, 4, 5, 6, 7, 10}
    assert sum(len(hand.melds) > 1 for hand in HANDS) > 3_000


def test_all_melds_of_up_to_five_cards_are_those_of_gin() -> None:
    assert {cards for cards in MELDS.shapes if cards.bit_count() <= 5} == {meld.cards.mask for meld in ALL_MELDS}


def test_single_cards_are_laid_off_where_gin_lays_them_off() -> None:
    for meld in ALL_MELDS:
        assert MELDS.fits(MELDS.shapes[meld.cards.mask]) == meld.layoffs.mask, meld


def test_every_hand_has_the_melds_that_gin_sees() -> None:
    for hand in HANDS:
        found = MELDS.within(hand.ten.mask)
        assert {cards for cards in found if cards.bit_count() <= 5} == {meld.mask for meld in hand.melds}, hand
        long = {cards for cards in found if cards.bit_count() > 5}
        assert long == {cards.mask for cards in runs_joined(hand.melds)}, hand


def test_the_best_attempt_leaves_what_the_best_of_gins_ways_leaves() -> None:
    laying = MELDS.laying([])
    for hand in HANDS:
        assert laying.left_over(hand.ten.mask) == hand.left.mask, hand
        assert laying.whole(hand.ten.mask) is (not hand.left)


def test_all_can_be_laid_where_gin_has_no_deadwood() -> None:
    for hand in HANDS:
        assert (hand.deadwood == 0) is (not hand.left)
        # Gin leaves what counts least, Dummy the fewest cards.
        assert gins_points(hand.left) >= hand.deadwood


def drawn(hand: Hand) -> Any:
    """Seat 0, born, holds the ten and has drawn the card that closes."""
    return GAME.setup(
        {
            "game": "dummy",
            "hands": [str(hand.ten | hand.closing), str(Cards.of(list(Cards.PACK - hand.ten - hand.closing)[:5]))],
            "turn": 0,
            "phase": "lay",
            "born": [0],
            "got": {"from": "stock", "cards": str(hand.closing)},
        }
    )


@pytest.mark.parametrize("start", range(4))
def test_the_game_lays_and_knocks_as_gin_would(start: int) -> None:
    for hand in sorted(HANDS, key=lambda hand: len(hand.left))[start::100]:
        state = drawn(hand)
        lays = [move.cards for move in state.legal_moves() if move.verb == "lay"]
        assert {cards for cards in lays if cards <= hand.ten and len(cards) <= 5} == hand.melds
        violation = state.check(GAME.read_move(f"knock {hand.closing}"))
        if hand.left:
            assert violation.rule.id == "dummy.knock-one-card"
            assert violation.params["cards"] == hand.left
        else:
            assert violation is None
