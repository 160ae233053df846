"""Plays numbered as bits, and the tables of what answers what."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tutor.cards import Cards
from tutor.core.climbing import Answers, Combination, Kind, combinations_of

ALL = combinations_of("3456789TJQKA2", "cdhs")


def is_play(cards: Cards) -> bool:
    """By the words of the rules: one to four cards of one rank, or three and more of one suit in sequence."""
    places = sorted(ALL.order.index(card) for card in cards)
    ranks = [place // 4 for place in places]
    one_suit = len({place % 4 for place in places}) == 1
    in_sequence = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(set(ranks)) == 1 or (len(cards) > 2 and one_suit and in_sequence)


def test_there_are_195_plays_of_one_rank_and_264_straights() -> None:
    assert ALL.sets.bit_count() == 195
    assert len(ALL.made) == len({one.cards for one in ALL.made}) == 459
    assert all(is_play(one.cards) and len(one.cards) == one.kind.size for one in ALL.made)


@pytest.mark.parametrize("seed", range(30))
def test_a_hand_holds_the_plays_that_can_be_made_of_it(seed: int) -> None:
    rng = Random(seed)
    suits = rng.sample("cdhs", rng.randint(1, 4))  # few suits make long straights
    hand = rng.sample([card for card in ALL.order if card.suit in suits], min(13 * len(suits), rng.randint(1, 16)))
    held = ALL.held(hand, ALL.all & ~ALL.sets)
    assert {ALL.made[number].cards for number in ALL.numbers(held)} == {
        one.cards for one in ALL.made if one.cards <= Cards.of(hand)
    }
    assert held & ALL.sets == ALL.held(hand)
    assert ALL.cards(held) == Cards.of(hand)
    first, *rest = hand
    assert ALL.taken(ALL.held(rest, ALL.all & ~ALL.sets), first, ALL.all & ~ALL.sets) == held
    assert ALL.taken(ALL.held(rest), first) == ALL.held(hand)
    assert held & ALL.apart[ALL.number[Cards.of([first]).mask]] == ALL.held(rest, ALL.all & ~ALL.sets)


def test_plays_of_a_small_hand_are_all_found() -> None:
    """Against every set of cards of the hand, not only against the numbered ones."""
    hand = list(Cards.read("3c 4c 5c 6c 4d 4h 5d 6d 2c Ac Kc"))
    sets = [Cards.of(chosen) for size in range(1, len(hand) + 1) for chosen in combinations(hand, size)]
    held = ALL.held(hand, ALL.all & ~ALL.sets)
    assert {ALL.made[number].cards for number in ALL.numbers(held)} == {cards for cards in sets if is_play(cards)}


def test_plays_are_listed_with_fewest_cards_first_then_lowest() -> None:
    def order(cards: Cards) -> tuple[int, list[int]]:
        return len(cards), sorted(ALL.order.index(card) for card in cards)

    for plays in (ALL.all, ALL.sets):
        listed = [move.cards for move in ALL.listed(plays)]
        assert listed == sorted(listed, key=order)
        assert len(listed) == plays.bit_count()


def test_rows_say_what_the_predicates_say_of_every_pair() -> None:
    def slaps(new: Kind, old: Kind) -> bool:
        return new.size == old.size + 2 and not old.straight

    def higher(new: Combination, old: Combination, inverted: bool) -> bool:
        return ((new.rank, new.suits) > (old.rank, old.suits)) is not inverted

    allowed = ALL.all & ~(1 << 3) & ~(1 << 300)
    answers = Answers(ALL, allowed, slaps, higher)
    for inverted in (False, True):
        for top, old in enumerate(ALL.made):
            row = answers(top, inverted)
            assert row == answers(top, inverted)
            for number, new in enumerate(ALL.made):
                wanted = higher(new, old, inverted) if new.kind == old.kind else slaps(new.kind, old.kind)
                assert bool(row >> number & 1) is (wanted and bool(allowed >> number & 1))
