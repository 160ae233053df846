"""Worlds: uniform over the deals that a view leaves possible, and never another view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from random import Random
from typing import Any, cast

import pytest

from tests.laws.walks import deals, house_tables, tables
from tutor.cards import Cards
from tutor.core import Lot, State, Unseen, View
from tutor.solver import NoWorld, Worlds, possible, sample


class Bag:
    """A view reduced to what is asked of it here; a world is where each card lies, in zones ``ordered`` also how."""

    def __init__(
        self, cards: str, slots: Mapping[str, int], cannot: Mapping[str, str], ordered: tuple[str, ...] = ()
    ) -> None:
        barred = {zone: Cards.read(text) for zone, text in cannot.items()}
        self._unseen = Unseen(Cards.read(cards), slots, barred, ordered)

    def unseen(self) -> Unseen:
        return self._unseen

    def world(self, hidden: Mapping[str, Lot]) -> tuple[str, ...]:
        return tuple(" ".join(map(str, hidden[zone])) for zone in self._unseen.slots)

    def every(self) -> set[tuple[str, ...]]:
        """All worlds, by trying each order of the cards."""
        cards, slots, cannot, ordered = self._unseen
        found = set()
        for order in permutations(cards):
            at, lots = 0, []
            for zone, size in slots.items():
                lot = order[at : at + size]
                at += size
                if Cards.of(lot) & cannot.get(zone, Cards.NONE):
                    break
                lots.append(" ".join(map(str, lot if zone in ordered else Cards.of(lot))))
            else:
                found.add(tuple(lots))
        return found


BAGS: dict[str, Any] = {
    "no limits": ("3c 4c 5c 6c 7c", {"a": 2, "b": 2, "aside": 1}, {}),
    "one hand is limited": ("3c 4c 5c 6c 7c 8c", {"a": 2, "b": 3, "c": 1}, {"a": "3c 4c 5c"}),
    "a limit that decides": ("3c 4c 5c 6c 7c", {"a": 3, "b": 2}, {"a": "3c 4c"}),
    "two nested limits": ("3c 4c 5c 6c 7c 8c", {"a": 2, "b": 2, "c": 2}, {"a": "3c 4c 5c", "b": "3c"}),
    "two limits that cross": ("3c 4c 5c 6c 7c 8c", {"a": 2, "b": 3, "c": 1}, {"a": "3c 4c", "b": "4c 5c 8c"}),
    "every hand is limited": ("3c 4c 5c 6c 7c", {"a": 2, "b": 2, "c": 1}, {"a": "3c", "b": "4c 5c", "c": "6c"}),
    "limits on cards that are elsewhere": ("3c 4c 5c", {"a": 2, "b": 1}, {"a": "Ks As", "b": "Ah 3c"}),
    "a stock in an order": ("3c 4c 5c 6c 7c", {"a": 2, "stock": 3}, {}, ("stock",)),
    "a stock beside a limit": ("3c 4c 5c 6c 7c", {"a": 2, "stock": 3}, {"a": "3c 4c"}, ("stock",)),
    "a limit on what lies in an order": ("3c 4c 5c 6c 7c", {"a": 2, "stock": 3}, {"stock": "3c"}, ("stock",)),
}


@pytest.mark.parametrize("name", BAGS)
def test_every_possible_deal_is_drawn_alike(name: str) -> None:
    bag = Bag(*BAGS[name])
    every = bag.every()
    worlds = Worlds(cast(View, bag))
    assert worlds.count == len(every) == possible(cast(View, bag))
    rng = Random(name)
    draws = 200 * len(every)
    drawn = Counter(cast(Any, worlds.sample(rng)) for _ in range(draws))
    assert set(drawn) == every
    freedom = len(every) - 1
    distance = sum((drawn[world] - 200) ** 2 / 200 for world in every)
    # Mean and standard deviation of chi-square are n and √2n: four of them, and room for few degrees of freedom.
    assert distance <= freedom + 4 * (2 * freedom) ** 0.5 + 8


def test_a_sampler_that_is_not_uniform_is_noticed() -> None:
    """The distance above tells: filling hand after hand from what each may hold is skewed."""
    bag = Bag(*BAGS["two limits that cross"])
    every = bag.every()
    unseen = bag.unseen()
    rng = Random(1)

    def greedy() -> tuple[str, ...]:
        rest = unseen.cards
        lots = {}
        for zone, size in unseen.slots.items():
            may = list(rest - unseen.cannot.get(zone, Cards.NONE))
            lots[zone] = Cards.of(rng.sample(may, size)) if len(may) >= size else Cards.NONE
            rest -= lots[zone]
        return bag.world(lots)

    draws = 200 * len(every)
    drawn = Counter(greedy() for _ in range(draws))
    freedom = len(every) - 1
    distance = sum((drawn[world] - 200) ** 2 / 200 for world in every)
    assert distance > freedom + 4 * (2 * freedom) ** 0.5 + 8


@pytest.mark.parametrize(
    "bag",
    [
        Bag("3c 4c 5c", {"a": 2, "b": 1}, {"a": "3c 4c"}),
        Bag("3c 4c", {"a": 1, "b": 1}, {"a": "3c", "b": "3c"}),
        Bag("3c 4c", {"a": 1}, {}),
    ],
)
def test_a_view_that_no_deal_fits_is_refused_at_once(bag: Bag) -> None:
    with pytest.raises(NoWorld):
        sample(cast(View, bag), Random(1))


def test_limits_on_many_hands_are_counted_and_not_tried() -> None:
    """Four of five hidden hands are limited, each in its own way, so that trying would hardly ever hit."""
    cards = list(Cards.PACK)[:35]
    slots = {f"hand.{seat}": 7 for seat in range(5)}
    cannot = {f"hand.{seat}": str(Cards.of(cards[seat::3])) for seat in range(4)}
    bag = Bag(str(Cards.of(cards)), slots, cannot)
    world = cast(Any, sample(cast(View, bag), Random(1)))
    for zone, lot in zip(slots, world, strict=True):
        assert len(Cards.read(lot)) == 7
        assert not Cards.read(lot) & Cards.read(cannot.get(zone, ""))


LIMITING = {"slave"}
"""Games in which some law tells what a hand cannot hold."""


def hidden_views(state: State) -> list[View]:
    return [view for view in map(state.view, range(state.seats)) if view.unseen().cards]


@pytest.mark.parametrize("table", tables(), ids=str)
def test_a_world_looks_to_the_seat_as_the_truth_does(table: Any) -> None:
    """Also in an exchange, after it, and with a fallen player's cards aside."""
    rng = Random(str(table))
    looked, limited, aside = 0, 0, 0
    for states in deals(table, 25, seed=5):
        for state in rng.sample(states, min(6, len(states))):
            for view in hidden_views(state):
                world = sample(view, rng)
                assert world.view(view.seat) == view
                looked += 1
                limited += bool(view.unseen().cannot)
                aside += any(zone.kind == "aside" and None in zone.cards for zone in view.zones())
    assert looked > 200
    # Of two seats one knows all that the other holds.
    assert (limited > 0) is (table.game.id in LIMITING and table.seats > 2)
    # Only some rulesets lay a player's cards aside; the walks must have met it wherever it happens.
    assert (aside > 0) is any(
        zone.kind == "aside" for states in deals(table, 25, seed=5) for zone in states[-1].view(0).zones()
    )


def test_whatever_the_house_rules_a_world_looks_as_the_truth_does() -> None:
    """Every option drawn by itself, so cards set aside and stocks in an order are there as well."""
    rng = Random(6)
    looked, kinds = 0, set()
    for table in house_tables(16):
        for states in deals(table, 2, seed=6):
            for state in rng.sample(states, min(5, len(states))):
                for view in hidden_views(state):
                    assert sample(view, rng).view(view.seat) == view
                    kinds |= {zone.kind for zone in view.zones() if None in zone.cards}
                    looked += 1
    assert looked > 400
    assert {"hand", "aside", "stock"} <= kinds


def test_worlds_follow_from_the_seed() -> None:
    table = tables()[0]
    state = next(iter(deals(table, 1)))[5]
    view = hidden_views(state)[0]
    first, second = Worlds(view), Worlds(view)
    a, b = Random(3), Random(3)
    assert [first.sample(a).key() for _ in range(5)] == [second.sample(b).key() for _ in range(5)]
