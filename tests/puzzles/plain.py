"""A second solver, plain and slow: it tries every deal, every plan and every line, remembers nothing, and shares no
code with the checker. What the learner sees of a move is asked of the view itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

from tutor.cards import Card, Cards, Seat
from tutor.core import Lot, Move, State, View
from tutor.puzzles import Puzzle

__all__ = ["beaten", "deals", "safe"]


def deals(puzzle: Puzzle) -> list[State]:
    """Every way to lay out the unseen cards, by trying all their orders. Where the goal is decided by the time the turn
    comes back, the cards of a stock that lie deeper are laid by chance; where it is decided at once, so are those that
    others hold."""
    view = puzzle.view
    unseen = view.unseen()
    if puzzle.goal.kind in ("ends-now", "avoid"):
        return list(_soon(view, puzzle.goal.kind == "avoid" and puzzle.goal.until == "round"))
    found = {}
    for order in permutations(unseen.cards):
        hidden, at = {}, 0
        for zone, size in unseen.slots.items():
            hidden[zone] = Cards.of(order[at : at + size])
            at += size
        if not any(hidden[zone] & cards for zone, cards in unseen.cannot.items()):
            found[tuple(map(str, hidden.values()))] = view.world(hidden)
    return list(found.values())


def _soon(view: View, others: bool) -> Iterator[State]:
    """Every card on top of the stock, with every hand of the others or with any."""
    unseen, rng = view.unseen(), Random(0)
    (stock,) = unseen.ordered
    hands = [zone for zone in unseen.slots if zone != stock]
    for top in unseen.cards:
        rest = [card for card in unseen.cards if card != top]
        for held in _hands(rest, [unseen.slots[zone] for zone in hands]) if others else [None]:
            rng.shuffle(rest)
            lots = _cut(rest, [unseen.slots[zone] for zone in hands]) if held is None else held
            below = [card for card in rest if not any(card in lot for lot in lots)]
            hidden: dict[str, Lot] = {zone: Cards.of(lot) for zone, lot in zip(hands, lots, strict=True)}
            yield view.world({**hidden, stock: (top, *below)})


def _hands(cards: list[Card], sizes: list[int]) -> Iterator[list[tuple[Card, ...]]]:
    if not sizes:
        yield []
        return
    for lot in combinations(sorted(cards, key=str), sizes[0]):
        for more in _hands([card for card in cards if card not in lot], sizes[1:]):
            yield [lot, *more]


def _cut(cards: list[Card], sizes: list[int]) -> list[tuple[Card, ...]]:
    return [tuple(cards[sum(sizes[:at]) : sum(sizes[: at + 1])]) for at in range(len(sizes))]


def verdict(puzzle: Puzzle, before: State, after: State, me: Seat) -> bool | None:
    """True: what is asked is done. False: it can no longer be. None: nothing is settled."""
    goal, mover = puzzle.goal, before.turn
    assert mover is not None
    over = after.outcome is not None
    if goal.kind == "next-out":
        if after.view(mover).hand:
            return False if over else None
        return mover == me
    if goal.kind == "ends-now":
        if not over:
            return None if after.turn == me else False
        assert after.outcome is not None
        made = sum(line.amount for line in after.outcome.lines if line.seat == me)
        return mover == me and made >= (goal.points if goal.points is not None else made)
    assert goal.kind == "avoid"
    told = [str(event) for event in after.events if event.rule.kind == "score" and event.params["seat"] == me]
    billed = [str(line) for line in after.outcome.lines if line.seat == me] if after.outcome is not None else []
    named = [text for text in (*told, *billed) if goal.rule and text.startswith(goal.rule)]
    if named if goal.rule else told:
        return False
    if over:
        return True
    mine = after.turn == me
    return True if (mine and mover != me if goal.until == "round" else not mine) else None


def safe(puzzle: Puzzle, move: Move) -> bool:
    """Whether one plan that begins with this move wins in every deal."""
    return follows(puzzle, [(state, move) for state in deals(puzzle)], puzzle.view.seat)


def follows(puzzle: Puzzle, moves: list[tuple[State, Move]], me: Seat) -> bool:
    seen: dict[View, dict[State, None]] = {}
    for state, move in moves:
        after = state.play(move)
        settled = verdict(puzzle, state, after, me)
        if settled is False:
            return False
        if settled is None:
            seen.setdefault(after.view(me), {})[after] = None
    return all(planned(puzzle, list(states), me) for states in seen.values())


def planned(puzzle: Puzzle, states: list[State], me: Seat) -> bool:
    if states[0].turn == me:
        return any(follows(puzzle, [(state, move) for state in states], me) for move in states[0].legal_moves())
    return follows(puzzle, [(state, move) for state in states for move in state.legal_moves()], me)


def beaten(puzzle: Puzzle, state: State, move: Move) -> bool:
    """Whether the others can win this very deal after the move, though the learner sees every card."""
    return any(lines(puzzle, state, move, puzzle.view.seat))


def lines(puzzle: Puzzle, state: State, move: Move, me: Seat) -> Iterator[bool]:
    after = state.play(move)
    settled = verdict(puzzle, state, after, me)
    if settled is not None:
        yield not settled
    elif after.turn == me:
        yield all(any(lines(puzzle, after, reply, me)) for reply in after.legal_moves())
    else:
        for reply in after.legal_moves():
            yield from lines(puzzle, after, reply, me)
