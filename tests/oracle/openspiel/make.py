"""What OpenSpiel's gin rummy says of melds, written down so that it can be asked where OpenSpiel is not installed.

    python -m tests.oracle.openspiel.make        # needs the extra `peers`

Gin's ranks run from the ace to the king, Dummy's from the two to the ace: cards are moved up by one rank, so what gin
calls ``As 2s 3s`` is written ``2s 3s 4s`` here. Gin's melds end at five cards, since longer runs fall into such.

``gin_rummy.txt.gz`` has a line for each of gin's 185 melds, ``meld:`` its cards ``+`` the single cards that may be laid
off on it; then one for each of 10,000 hands: ten cards, ``/``, the card that closes, ``:`` the melds of the ten by
their lines from 0, ``-`` the cards left over in the best attempt to lay the ten (the fewest, then the lowest, out of
all the ways that gin lists), and ``=`` the least deadwood of the ten.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

FILE = Path(__file__).with_name("gin_rummy.txt.gz")
HANDS = 10_000

GIN = "A23456789TJQK"
DUMMY = "23456789TJQKA"
SUITS = "cdhs"
PACK = [rank + suit for rank, suit in product(DUMMY, SUITS)]
"""In Dummy's ranks, low to high."""


def gin(card: str) -> str:
    return GIN[DUMMY.index(card[0])] + card[1]


def low_to_high(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=PACK.index)


class Peer:
    """OpenSpiel's answers about cards that have Dummy's ranks."""

    def __init__(self) -> None:
        import pyspiel

        self.utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
        self.numbers = {card: self.utils.card_int(gin(card)) for card in PACK}
        self.cards = {number: card for card, number in self.numbers.items()}

    def hand(self, cards: Iterable[str]) -> list[int]:
        return sorted(self.numbers[card] for card in cards)

    def named(self, numbers: Iterable[int]) -> list[str]:
        return low_to_high(self.cards[number] for number in numbers)

    def every_meld(self) -> list[list[int]]:
        return [list(self.utils.int_to_meld[number]) for number in sorted(self.utils.int_to_meld)]

    def layoffs(self, meld: list[int]) -> list[str]:
        if self.utils.is_rank_meld(meld):
            return self.named([self.utils.rank_meld_layoff(meld)] if len(meld) == 3 else [])
        return self.named(self.utils.suit_meld_layoffs(meld))

    def left_over(self, cards: list[str]) -> list[str]:
        """The fewest cards that some way of gin to meld these leaves over, and of those the lowest."""
        hand = self.hand(cards)
        ways: list[Any] = [[], *self.utils.all_meld_groups(hand)]
        left = [self.named(set(hand) - {card for meld in way for card in meld}) for way in ways]
        return min(left, key=lambda cards: (len(cards), [PACK.index(card) for card in cards]))


def hands() -> Iterable[tuple[list[str], str]]:
    """Ten cards and one more: as luck has it, or from half of the pack, in which more cards go together."""
    rng = Random(20)
    for number in range(HANDS):
        pack = PACK
        if number % 2:
            ranks = (
                "".join(rng.sample(DUMMY, rng.choice([4, 5, 6]))) if number % 4 == 1 else DUMMY[rng.randrange(8) :][:6]
            )
            pack = [card for card in PACK if card[0] in ranks]
        *ten, closing = rng.sample(pack, 11)
        yield low_to_high(ten), closing


def lines() -> Iterable[str]:
    peer = Peer()
    melds = peer.every_meld()
    for meld in melds:
        yield f"meld: {' '.join(peer.named(meld))} + {' '.join(peer.layoffs(meld))}".rstrip()
    places = {tuple(peer.named(meld)): place for place, meld in enumerate(melds)}
    for ten, closing in hands():
        hand = peer.hand(ten)
        found = sorted(places[tuple(peer.named(meld))] for meld in peer.utils.all_melds(hand))
        left, deadwood = peer.left_over(ten), peer.utils.min_deadwood(hand)
        yield f"{''.join(ten)} / {closing} : {' '.join(map(str, found))} - {''.join(left)} = {deadwood}"


def main() -> None:
    text = "".join(f"{line}\n" for line in lines())
    FILE.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{FILE.name}: {len(text.splitlines())} lines, {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
