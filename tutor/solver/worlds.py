"""Worlds: the deals that a seat cannot tell from the true one, each as likely as any other."""

from __future__ import annotations

from math import comb, factorial, prod
from random import Random

from tutor.cards import Card, Cards
from tutor.core import Lot, State, View

__all__ = ["NoWorld", "Worlds", "possible", "sample"]


class NoWorld(ValueError):
    """No deal at all fits what the view says."""


class Worlds:
    """All deals consistent with a view, counted exactly and drawn uniformly.

    Cards that some zone cannot hold are placed one by one, each zone with the weight of the deals that it leaves;
    the rest are shuffled, and so is what lies in an order. Counting costs a step for each way in which the zones with
    limits can be filled so far: one such zone, as in a game with an exchange, costs nothing to speak of.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        unseen = view.unseen()
        if sum(unseen.slots.values()) != len(unseen.cards):
            raise NoWorld(f"{len(unseen.cards)} unseen cards for {sum(unseen.slots.values())} places")
        barred = {zone: cards & unseen.cards for zone, cards in unseen.cannot.items() if zone in unseen.slots}
        self._limited = tuple(zone for zone in unseen.slots if barred.get(zone))
        self._ordered = unseen.ordered
        self._orders = prod(factorial(unseen.slots[zone]) for zone in unseen.slots if zone in unseen.ordered)
        self._free = tuple((zone, size) for zone, size in unseen.slots.items() if not barred.get(zone))
        # Zones without limits are one place until the end: the last of these sizes.
        self._sizes = (
            *(unseen.slots[zone] for zone in self._limited),
            sum(size for _, size in self._free),
        )
        picky = Cards.NONE
        for zone in self._limited:
            picky |= barred[zone]
        places = [
            (card, tuple(at for at, zone in enumerate(self._limited) if card not in barred[zone])) for card in picky
        ]
        self._picky = sorted(places, key=lambda placed: len(placed[1]))  # fewest first: less to count
        self._easy = tuple(unseen.cards - picky)
        self._counted: dict[tuple[int, tuple[int, ...]], int] = {}
        self._count = self._ways(0, self._sizes)
        if not self._count:
            raise NoWorld("no deal leaves every zone without the cards that it cannot hold")

    @property
    def count(self) -> int:
        """How many deals there are."""
        sizes = [size for _, size in self._free]
        return self._count * _deals(sizes) * self._orders

    def sample(self, rng: Random) -> State:
        """One of them, each equally likely."""
        sizes = self._sizes
        lots: list[list[Card]] = [[] for _ in sizes]
        for at, (card, _) in enumerate(self._picky):
            aim = rng.randrange(self._ways(at, sizes))
            for place in self._places(at, sizes):
                left = _without(sizes, place)
                ways = self._ways(at + 1, left)
                if aim < ways:
                    lots[place].append(card)
                    sizes = left
                    break
                aim -= ways
        easy = list(self._easy)
        rng.shuffle(easy)
        for lot, size in zip(lots, sizes, strict=True):
            lot += easy[:size]
            del easy[:size]
        hidden: dict[str, Lot] = {}
        for zone, lot in zip(self._limited, lots, strict=False):
            if zone in self._ordered:
                rng.shuffle(lot)  # the cards that were placed one by one came first
            hidden[zone] = self._lot(zone, lot)
        free = lots[-1]
        if self._picky:
            rng.shuffle(free)
        for zone, size in self._free:
            hidden[zone] = self._lot(zone, free[:size])
            free = free[size:]
        return self.view.world(hidden)

    def _lot(self, zone: str, cards: list[Card]) -> Lot:
        return tuple(cards) if zone in self._ordered else Cards.of(cards)

    def _places(self, at: int, sizes: tuple[int, ...]) -> list[int]:
        """Where the card may go, while there is room."""
        return [place for place in (*self._picky[at][1], len(sizes) - 1) if sizes[place]]

    def _ways(self, at: int, sizes: tuple[int, ...]) -> int:
        """In how many ways the picky cards from this one on, and then the easy ones, fill what room is left."""
        if at == len(self._picky):
            return _deals(sizes)
        key = at, sizes
        ways = self._counted.get(key)
        if ways is None:
            ways = sum(self._ways(at + 1, _without(sizes, place)) for place in self._places(at, sizes))
            self._counted[key] = ways
        return ways


def sample(view: View, rng: Random) -> State:
    """A world drawn uniformly from those that the view leaves possible; NoWorld. For many, keep a ``Worlds``."""
    return Worlds(view).sample(rng)


def possible(view: View) -> int:
    """The number of deals that the view leaves possible; NoWorld where there is none."""
    return Worlds(view).count


def _deals(sizes: tuple[int, ...] | list[int]) -> int:
    """The ways to deal a lot of cards into places of these sizes."""
    ways, left = 1, sum(sizes)
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways


def _without(sizes: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*sizes[:place], sizes[place] - 1, *sizes[place + 1 :])
