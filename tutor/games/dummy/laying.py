"""What of some cards can be laid at once, as melds and as lay-offs on the table.

The cards are gone through rank by rank. All that the next rank has to know is, for every suit, how long the run is that
is being built, up to three: a run of three is a meld, whatever comes. So there are never more than 256 things to know
at once, however many cards there are. Masks are shifted as in ``melds``: rank 0 is the low ace.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

__all__ = ["Laying"]

_RANKS = range(0, 56, 4)
"""Where the four bits of each rank begin."""

_GOOD = tuple(sum(3 << 2 * suit for suit in range(4) if suits >> suit & 1) for suits in range(16))
"""By suits: the runs of these are long enough. A state has two bits a suit, the length of its run, 3 if long enough."""


def _grown(lengths: int, suits: int) -> int:
    """The state after a rank at which runs of these suits get one card and all others end; -1 if one ends too short."""
    new = 0
    for suit in range(4):
        length = lengths >> 2 * suit & 3
        if suits >> suit & 1:
            new |= min(length + 1, 3) << 2 * suit
        elif length in (1, 2):
            return -1
    return new


_GROWN = tuple(_grown(lengths, suits) for lengths in range(256) for suits in range(16))

_IN_RUNS = tuple(
    tuple(
        suits & ~sum(1 << suit for suit in chosen)
        for size in (0, 3, 4)
        for chosen in combinations([suit for suit in range(4) if suits >> suit & 1], size)
    )
    for suits in range(16)
)
"""By suits of the cards of one rank: those that may be left for runs, after none or a meld of the rank is laid."""


@lru_cache(1 << 14)
def _following(lengths: int, suits: int, fourth: int, ups: int, downs: int, ranked: bool) -> tuple[int, ...]:
    """The states after a rank of which all cards, of these suits, are laid: as a meld of the rank if there are
    such (``ranked``), as the ``fourth`` of one, or in runs, of which some lengthen one of the table."""
    ways = _IN_RUNS[suits] if ranked else (suits,)
    if fourth:
        ways = (*ways, suits ^ fourth)
    grown = [(_GROWN[(lengths | _GOOD[ups & runs]) << 4 | runs], runs) for runs in ways]
    return tuple({new | _GOOD[downs & runs] for new, runs in grown if new >= 0})


class Laying:
    """What can be laid beside some melds of the table. ``ups`` are the cards that lengthen a run above it, ``downs``
    those that do below, and ``fourths`` those that complete a rank, all of them as shifted masks."""

    def __init__(self, ups: int, downs: int, fourths: int, ace_low: bool) -> None:
        self.ups = ups
        self.downs = downs
        self.fourths = fourths
        self.ace_low = ace_low

    def whole(self, cards: int) -> bool:
        """Whether all of these can be laid."""
        return any(self._whole(rest) for rest in self._aces_placed(cards))

    def closing(self, cards: int) -> int:
        """Those of these cards that can be kept for the end: all others can be laid."""
        found = 0
        for rest in self._aces_placed(cards):
            closing = self._closing(rest)
            found |= closing >> 4 | (closing & 15) << 48
        return found

    def left_over(self, cards: int) -> int:
        """The cards that are left over in the best attempt to lay all of these: the fewest, then the lowest."""
        best = cards
        for rest in self._aces_placed(cards):
            left = self._left_over(rest)
            if left is not None and _better(left >> 4, best):
                best = left >> 4
        return best

    def _aces_placed(self, cards: int) -> Iterator[int]:
        """The shifted masks of these cards: one, or where aces may be low one for each way to place them."""
        aces = cards >> 48
        placed = aces
        while self.ace_low and placed:
            yield (cards & ~(placed << 48)) << 4 | placed
            placed = placed - 1 & aces
        yield cards << 4

    def _after(self, lengths: int, at: int, suits: int) -> tuple[int, ...]:
        """The states that can follow when all cards of these suits at this rank are laid."""
        fourth, ups, downs = self.fourths >> at & suits, self.ups >> at & suits, self.downs >> at & suits
        # A low ace is in no rank.
        return _following(lengths, suits, fourth, ups, downs, at > 0)

    def _whole(self, rest: int) -> bool:
        states = {0}
        for at in _RANKS:
            suits = rest >> at & 15
            states = {new for lengths in states for new in self._after(lengths, at, suits)}
            if not states:
                return False
        return any(map(_ended, states))

    def _closing(self, rest: int) -> int:
        states = {0}
        short: dict[int, int] = {}  # states in which one card was kept, and which cards it may have been
        for at in _RANKS:
            suits = rest >> at & 15
            kept: dict[int, int] = {}
            for lengths, cards in short.items():
                for new in self._after(lengths, at, suits):
                    kept[new] = kept.get(new, 0) | cards
            for suit in (1, 2, 4, 8):
                if suits & suit:
                    for lengths in states:
                        for new in self._after(lengths, at, suits ^ suit):
                            kept[new] = kept.get(new, 0) | suit << at
            states = {new for lengths in states for new in self._after(lengths, at, suits)}
            short = kept
            if not states and not short:
                return 0
        found = 0
        for lengths, cards in short.items():
            if _ended(lengths):
                found |= cards
        return found

    def _left_over(self, rest: int) -> int | None:
        states = {0: 0}  # and what was left on the best way there
        for at in _RANKS:
            suits = rest >> at & 15
            following: dict[int, int] = {}
            # An ace that is placed low is laid there: as one left over it comes after the king.
            for laid in _parts(suits) if at else (suits,):
                left = (suits ^ laid) << at
                for lengths, before in states.items():
                    for new in self._after(lengths, at, laid):
                        if new not in following or _better(before | left, following[new]):
                            following[new] = before | left
            states = following
        found = [left for lengths, left in states.items() if _ended(lengths)]
        if not found:
            return None
        best = found[0]
        for left in found[1:]:
            if _better(left, best):
                best = left
        return best


def _better(left: int, other: int) -> bool:
    """Whether these are fewer cards than the others, or as many of which the first that differs is lower."""
    more = left.bit_count() - other.bit_count()
    differing = left ^ other
    return more < 0 or (more == 0 and left & differing & -differing != 0)


def _ended(lengths: int) -> bool:
    """Whether every run is long enough when no more cards come."""
    return _GROWN[lengths << 4] == 0


def _parts(suits: int) -> Iterable[int]:
    part = suits
    while part:
        yield part
        part = part - 1 & suits
    yield 0
