"""A second solver, plain and slow: it tries every deal, every plan and every line, remembers nothing, and shares no
code with the checker. What the learner sees of a move is asked of the view itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from tutor.cards import Cards, Seat
from tutor.core import Move, State, View
from tutor.puzzles import Puzzle

__all__ = ["beaten", "deals", "safe"]


def deals(view: View) -> list[State]:
    """Every way to lay out the unseen cards, by trying all their orders."""
    unseen = view.unseen()
    found = {}
    for order in permutations(unseen.cards):
        hidden, at = {}, 0
        for zone, size in unseen.slots.items():
            hidden[zone] = Cards.of(order[at : at + size])
            at += size
        if not any(hidden[zone] & cards for zone, cards in unseen.cannot.items()):
            found[tuple(map(str, hidden.values()))] = view.world(hidden)
    return list(found.values())


def verdict(puzzle: Puzzle, before: State, after: State, me: Seat) -> bool | None:
    """True: the learner is out first. False: another seat is, or the deal is over. None: nothing is settled."""
    assert puzzle.goal.kind == "next-out"
    assert before.turn is not None
    if after.view(before.turn).hand:
        return None if after.outcome is None else False
    return before.turn == me


def safe(puzzle: Puzzle, move: Move) -> bool:
    """Whether one plan that begins with this move wins in every deal."""
    return follows(puzzle, [(state, move) for state in deals(puzzle.view)], puzzle.view.seat)


def follows(puzzle: Puzzle, moves: list[tuple[State, Move]], me: Seat) -> bool:
    seen: list[tuple[View, list[State]]] = []
    for state, move in moves:
        after = state.play(move)
        settled = verdict(puzzle, state, after, me)
        if settled is False:
            return False
        if settled is None:
            view = after.view(me)
            same = next((states for known, states in seen if known == view), None)
            if same is None:
                seen.append((view, [after]))
            elif after not in same:
                same.append(after)
    return all(planned(puzzle, states, me) for _, states in seen)


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
