"""A deal of Slave as it is dealt is the deal that its position tells, to the last move: slave.deal."""

from __future__ import annotations

from random import Random

import pytest

from tutor import games
from tutor.core import State

SLAVE = games.find("slave")

HOUSES = [("classic", 2), ("classic", 5), ("hong-kong", 3), ("hong-kong", 8), ("verse", 4), ("king", 4), ("king", 6)]


def told(state: State) -> tuple[object, ...]:
    """All that a table shows after a move."""
    moves = tuple(map(str, state.legal_moves()))
    return state.position().document(), moves, tuple(map(str, state.events)), state.turn


@pytest.mark.parametrize(("rules", "seats"), HOUSES)
def test_a_first_deal_goes_on_as_the_same_deal_set_up_by_hand(rules: str, seats: int) -> None:
    rng = Random(f"{rules} {seats}")
    dealt = SLAVE.deal(rules, seats, rng)
    document = dealt.position().document()
    assert document["queen_deals"] == 0
    assert (document["out"], document["toppled"], document["inverted"]) == ([], None, False)
    by_hand: State = SLAVE.setup(document)
    assert dealt == by_hand
    while dealt.legal_moves():
        assert told(dealt) == told(by_hand)
        move = rng.choice(dealt.legal_moves())
        # What is known to be legal is played the same way.
        assert told(dealt.after(move)) == told(dealt.play(move))
        dealt, by_hand = dealt.play(move), by_hand.play(move)
    assert dealt.turn is by_hand.turn is None
    assert dealt.outcome == by_hand.outcome


@pytest.mark.parametrize(("rules", "seats"), HOUSES)
def test_a_later_deal_goes_on_as_the_same_deal_set_up_by_hand(rules: str, seats: int) -> None:
    rng = Random(f"{rules} {seats} later")
    state = SLAVE.deal(rules, seats, rng)
    for _ in range(2):
        while state.legal_moves():
            state = state.play(rng.choice(state.legal_moves()))
        assert state.outcome is not None
        state = SLAVE.deal(rules, seats, rng, state.outcome.standing)
    by_hand: State = SLAVE.setup(state.position().document())
    while state.legal_moves():
        assert told(state) == told(by_hand)
        assert SLAVE.setup(state.position().document()) == state
        move = rng.choice(state.legal_moves())
        assert told(state.after(move)) == told(state.play(move))
        state, by_hand = state.play(move), by_hand.play(move)
    assert state.outcome == by_hand.outcome
