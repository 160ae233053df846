"""Whether a puzzle is what it claims to be, computed anew from its position and goal."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.core import Move, State
from tutor.puzzles.checker import Search, TooLarge, deals
from tutor.puzzles.checker import refuted as computed
from tutor.puzzles.loader import PuzzleFault, fault
from tutor.puzzles.models import Puzzle, Refuted, moves_alike

__all__ = ["check"]


def check(puzzle: Puzzle) -> tuple[PuzzleFault, ...]:
    """Everything that is not so: the accepted class, the grade, every refutation. Costs a search."""
    view = puzzle.view
    try:
        belief = deals(puzzle.goal, view)
        return tuple(_faults(puzzle, Search(puzzle.goal, view.seat), belief))
    except TooLarge as error:
        return (fault(puzzle.source, "position", "too-large", value=str(error)),)


def _faults(puzzle: Puzzle, search: Search, belief: tuple[State, ...]) -> Iterator[PuzzleFault]:
    view, source, count = puzzle.view, puzzle.source, len(belief)
    if puzzle.worlds != count:
        yield fault(source, "worlds", "worlds", value=str(puzzle.worlds), number=count)
    if puzzle.grade != ("rule" if puzzle.goal.of_this_turn else "open" if count == 1 else "safe"):
        yield fault(source, "grade", "grade", value=puzzle.grade, number=count)
    legal = view.legal_moves()
    if len(legal) < 3:
        yield fault(source, "position", "choices", number=len(legal))
    right = tuple(move for move in legal if search.wins_by(belief, move))
    if set(right) != set(puzzle.accepted):
        yield fault(source, "accept", "accept", value=", ".join(map(str, right)) or "–")
    if len({moves_alike(move) for move in right}) != 1:
        yield fault(source, "accept", "classes", value=", ".join(map(str, right)) or "–")
    wrong = [move for move in legal if move not in right]
    for move in wrong:
        if puzzle.refuted(move) is None and not (
            puzzle.goal.of_this_turn and computed(puzzle.goal, view, move) is not None
        ):
            yield fault(source, "wrong", "unrefuted", value=str(move))
    if puzzle.game.read_move(puzzle.tempting) not in wrong:
        yield fault(source, "tempting", "tempting", value=puzzle.tempting)
    for at, refuted in enumerate(puzzle.wrong):
        yield from _refutation(puzzle, refuted, f"wrong[{at}]", search, wrong)


def _refutation(
    puzzle: Puzzle, refuted: Refuted, place: str, search: Search, wrong: list[Move]
) -> Iterator[PuzzleFault]:
    source, read = puzzle.source, puzzle.game.read_move
    moves = [read(text) for text in refuted.moves]
    for move in moves:
        if move not in wrong:
            yield fault(source, f"{place}.moves", "not-wrong", value=str(move))
            return
    if len({moves_alike(move) for move in moves}) != 1:
        yield fault(source, f"{place}.moves", "alike", value=", ".join(refuted.moves))
    try:
        deal = puzzle.deal(refuted)
    except ValueError as error:
        yield fault(source, f"{place}.deal", "deal", value=str(error))
        return
    for move in moves:
        if search.wins_by([deal], move):
            yield fault(source, f"{place}.deal", "weak-line", value=str(move))
    if read(refuted.line[0]) not in moves:
        yield fault(source, f"{place}.line[0]", "line", value=refuted.line[0])
        return
    for move in moves:
        yield from _line(puzzle, deal, [move, *map(read, refuted.line[1:])], f"{place}.line", search)


def _line(puzzle: Puzzle, deal: State, line: list[Move], place: str, search: Search) -> Iterator[PuzzleFault]:
    """Whether the line can be played, keeps the goal out of reach, and ends just where it is missed."""
    state, reached = deal, None
    for at, move in enumerate(line):
        if reached is not None or state.check(move) is not None:
            yield fault(puzzle.source, f"{place}[{at}]", "line", value=str(move))
            return
        if state.turn != search.seat and search.wins_by([state], move):
            yield fault(puzzle.source, f"{place}[{at}]", "weak-line", value=str(move))
        after = state.play(move)
        reached = puzzle.goal.reached(state, after, search.seat)
        state = after
    if reached is not False:
        yield fault(puzzle.source, place, "line", value=str(line[-1]))
