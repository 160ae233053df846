"""Which cards of a hand can be laid, against trying everything: dummy.meld, dummy.layoff-fits, dummy.layoff-chain,
dummy.knock, dummy.knock-one-card; and how many moves there can be at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from tutor import games
from tutor.cards import RANKS, Card, Cards
from tutor.core import State
from tutor.core.move import VERBS

DUMMY = games.find("dummy")
MOVE = DUMMY.read_move
PACK = list(Cards.PACK)


# The rules once more, as slowly and plainly as they can be said.


def is_meld(cards: Sequence[Card], ace_low: bool) -> bool:
    if len(cards) < 3:
        return False
    if len({card.rank for card in cards}) == 1:
        return True
    if len({card.suit for card in cards}) > 1:
        return False
    orders = [RANKS, "A" + RANKS[:-1]] if ace_low else [RANKS]
    ranks = {card.rank for card in cards}
    return any(ranks == set(order[at : at + len(cards)]) for order in orders for at in range(14 - len(cards)))


def lengthens(meld: Sequence[Card], added: Sequence[Card], ace_low: bool) -> list[set[str]]:
    """Each way in which these cards lengthen a run: the ends concerned. [set()] for cards of one rank."""
    if len({card.rank for card in meld}) == 1:
        return [set()] if is_meld([*meld, *added], ace_low) else []
    ways = []
    for order in [RANKS, "A" + RANKS[:-1]] if ace_low else [RANKS]:
        places = sorted(order.index(card.rank) for card in meld)
        both = sorted([*places, *(order.index(card.rank) for card in added)])
        alike = len({card.suit for card in (*meld, *added)}) == 1
        if alike and all(later - one == 1 for run in (places, both) for one, later in pairwise(run)):
            ways.append(
                {end for end, there in (("low", both[0] < places[0]), ("high", both[-1] > places[-1])) if there}
            )
    return ways


OnTable = tuple[tuple[Card, ...], frozenset[str]]
"""A meld of the table and the ends that may not be lengthened any more."""


def best_left(hand: frozenset[Card], table: tuple[OnTable, ...], ace_low: bool) -> tuple[int, list[int]]:
    """The fewest cards that can be left over, and which: the lowest of those ways."""
    best = (len(hand), sorted(card.number for card in hand))
    if not hand:
        return best
    lowest = min(hand, key=lambda card: card.number)
    for size in range(1, len(hand) + 1):
        for others in combinations(sorted(hand - {lowest}, key=lambda card: card.number), size - 1):
            used = (lowest, *others)
            rest = hand - set(used)
            if is_meld(used, ace_low):
                best = min(best, best_left(rest, table, ace_low))
            for at, (meld, barred) in enumerate(table):
                if any(not ends & barred for ends in lengthens(meld, used, ace_low)):
                    best = min(best, best_left(rest, (*table[:at], *table[at + 1 :]), ace_low))
    count, left = best_left(hand - {lowest}, table, ace_low)
    return min(best, (count + 1, sorted([lowest.number, *left])))


def tables(number: int, **options: Any) -> Iterator[tuple[Random, State]]:
    """Tables with a seat that may lay and lay off. Its cards are near each other, so that much goes together."""
    rules = DUMMY.presets["basic"].but(**options)
    near = [card for card in PACK if card.rank in "A2345" and card.suit in "cdh"]
    every = [cards for cards in combinations(near, 3) if is_meld(cards, rules.options()["ace_low_runs"])]
    for seed in range(number):
        rng = Random(f"melds {options} {seed}")
        melds = [rng.choice(every)] if rng.random() < 0.7 else []
        free = [card for card in near if not any(card in meld for meld in melds)]
        hand: set[Card] = set()
        most = rng.randint(3, 7)
        while len(hand) < most:
            together = rng.choice(every) if rng.random() < 0.5 else (rng.choice(free),)
            hand |= set(together) & set(free)
        position = {
            "game": "dummy",
            "rules": DUMMY.write_rules(rules),
            "hands": [str(Cards.of(hand)), "Ks"],
            "turn": 0,
            "phase": "lay",
            "got": {"from": "stock", "cards": str(min(hand))},
            "born": [0],
            "melds": [
                {
                    "seat": 0,
                    "cards": str(Cards.of(meld)),
                    "longer": rng.choice(["", "low", "high"]) if len({card.rank for card in meld}) > 1 else "",
                }
                for meld in melds
            ],
        }
        yield rng, DUMMY.setup(position)


def on_table(state: State) -> tuple[OnTable, ...]:
    document = state.position().document()
    return tuple(
        (tuple(Cards.read(meld["cards"])), frozenset((meld["longer"] or "").split())) for meld in document["melds"]
    )


HOUSES = [{}, {"ace_low_runs": True}, {"layoff_chain": False}, {"ace_low_runs": True, "layoff_chain": False}]


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_a_hand_lays_every_meld_and_lay_off_that_there_is(options: dict[str, bool]) -> None:
    found = 0
    for _, state in tables(120, **options):
        hand = state.view(0).hand
        ace_low = options.get("ace_low_runs", False)
        expected = set()
        for size in range(1, len(hand)):
            for chosen in combinations(hand, size):
                cards = str(Cards.of(chosen))
                if is_meld(chosen, ace_low):
                    expected.add(f"lay {cards}")
                for number, (meld, barred) in enumerate(on_table(state), 1):
                    if any(not ends & barred for ends in lengthens(meld, chosen, ace_low)):
                        expected.add(f"layoff {cards} to {number}")
        listed = {str(move) for move in state.legal_moves() if move.verb in ("lay", "layoff")}
        assert listed == expected, state
        found += len(listed)
    assert found > 100


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_a_card_closes_where_all_others_can_be_laid_and_else_the_fewest_and_lowest_are_left(
    options: dict[str, bool],
) -> None:
    closed = left_over = 0
    for _, state in tables(60, **options):
        hand = state.view(0).hand
        for card in hand:
            rest = frozenset(set(hand) - {card})
            count, left = best_left(rest, on_table(state), options.get("ace_low_runs", False))
            violation = state.check(MOVE(f"knock {card}"))
            if not count:
                assert violation is None, (state, card)
                after = state.play(MOVE(f"knock {card}"))
                melds = after.position().document()["melds"]
                assert all(
                    is_meld(tuple(Cards.read(meld["cards"])), options.get("ace_low_runs", False)) for meld in melds
                )
                assert sum(len(Cards.read(meld["cards"])) for meld in melds) == len(rest) + sum(
                    len(meld) for meld, _ in on_table(state)
                )
                closed += 1
            else:
                assert violation is not None, (state, card)
                assert violation.rule.id == "dummy.knock-one-card"
                assert [one.number for one in violation.params["cards"]] == left, (state, card)
                left_over += 1
    assert closed > 10
    assert left_over > 20


def first_way(state: State, closing: Card) -> list[str] | None:
    """The way of a knock by the rule: of all ways to lay the rest, each a list in the order of moves, the first."""
    ace_low = state.rules.options()["ace_low_runs"]
    hand = sorted(set(state.view(0).hand) - {closing}, key=lambda card: card.number)
    table = on_table(state)

    def order(move: tuple[str, tuple[Card, ...], int]) -> tuple[int, int, list[int], int]:
        verb, cards, meld = move
        return VERBS.index(verb), len(cards), [card.number for card in cards], meld

    def ways(rest: tuple[Card, ...], free: tuple[int, ...]) -> Iterator[list[tuple[str, tuple[Card, ...], int]]]:
        if not rest:
            yield []
            return
        for size in range(len(rest)):
            for others in combinations(rest[1:], size):
                used = (rest[0], *others)
                then = tuple(card for card in rest if card not in used)
                if is_meld(used, ace_low):
                    yield from ([("lay", used, 0), *way] for way in ways(then, free))
                for at in free:
                    meld, barred = table[at]
                    if any(not ends & barred for ends in lengthens(meld, used, ace_low)):
                        left = tuple(other for other in free if other != at)
                        yield from ([("layoff", used, at + 1), *way] for way in ways(then, left))

    every = [sorted(way, key=order) for way in ways(tuple(hand), tuple(range(len(table))))]
    if not every:
        return None
    best = min(every, key=lambda way: list(map(order, way)))
    return [f"{verb} {Cards.of(cards)}" + (f" to {meld}" if meld else "") for verb, cards, meld in best]


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_a_knock_lays_the_rest_in_the_first_way_in_the_order_of_moves(options: dict[str, bool]) -> None:
    several = 0
    for _, state in tables(250, **options):
        for card in state.view(0).hand:
            if state.check(MOVE(f"knock {card}")) is not None:
                continue
            way = first_way(state, card)
            assert way is not None
            # One card more, so that the whole way can be walked: the closing card stays in hand.
            by_hand = state
            for text in way:
                by_hand = by_hand.play(MOVE(text))
            knocked, walked = (
                one.position().document()["melds"] for one in (state.play(MOVE(f"knock {card}")), by_hand)
            )
            assert knocked == walked, (state, card)
            several += len(way) > 1
    assert several > 10


# How many moves there are.


@pytest.mark.parametrize("ace_low", [False, True])
def test_however_much_lies_in_row_and_hand_there_are_no_more_takes_than_melds(ace_low: bool) -> None:
    """Eleven cards in hand, twenty in the row, five melds: the worst that a deal brings."""
    rules = {"preset": "full", "ace_low_runs": ace_low, "take_for_layoff": True}
    melds = ["7s 8s 9s", "Tc Jc Qc", "Td Jd Qd", "Js Qs Ks", "Kc Kd Kh"]
    hand = "Ac Ad 2h 3h 4h 5h 6h 7h 8h 9h Ah"
    row = [str(card) for card in PACK if card.suit in "cd" and card.rank in "23456789"] + ["Th", "Jh", "2s", "3s"]
    worst = 0
    for seed in range(200):
        Random(seed).shuffle(row)
        state = DUMMY.setup(
            {
                "game": "dummy",
                "rules": rules,
                "hands": [hand, "Ts"],
                "turn": 0,
                "row": [{"card": card, "seat": at % 2} for at, card in enumerate(row)],
                "melds": [{"seat": 0, "cards": cards} for cards in melds],
                "born": [0],
                "stock": "Qh 4s 5s 6s As",
            }
        )
        moves = state.legal_moves()
        takes = [str(move) for move in moves if " as " in str(move)]
        assert len({tuple(text.split()[3:]) for text in takes}) == len(takes)
        assert len(takes) <= (369 if ace_low else 329)
        assert len(moves) - len(takes) <= 20 * 5 + 1
        worst = max(worst, len(moves))
    assert worst > 30


def test_the_most_lay_offs_on_one_meld_are_thirty_five() -> None:
    position = {
        "game": "dummy",
        "rules": "basic",
        "hands": ["2c 3c 4c 5c 6c Tc Jc Qc Kc Ac Kd", "Ks"],
        "turn": 0,
        "phase": "lay",
        "got": {"from": "stock", "cards": "Kd"},
        "melds": [{"seat": 0, "cards": "7c 8c 9c"}],
        "born": [0],
    }
    moves = DUMMY.setup(position).legal_moves()
    assert sum(move.verb == "layoff" for move in moves) == 35
