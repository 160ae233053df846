"""What a learner is told on a move in a puzzle."""

from __future__ import annotations

from typing import NamedTuple

from tutor.cards import Cards
from tutor.core import Move, Reason, Rule, State, nearest
from tutor.core.prose import Text
from tutor.puzzles.checker import Search, deals
from tutor.puzzles.checker import refuted as computed
from tutor.puzzles.models import Puzzle

__all__ = ["FACTS", "Answer", "answer", "solution"]

FACTS = {name: Rule(f"puzzle.{name}", "knowledge") for name in ("proved", "refuted", "points")}
"""What is said besides the rules of the game; the ids are ``puzzle.<name>``."""


class Answer(NamedTuple):
    """What came of a move. An illegal one (``legal`` False) is no answer yet: it may be tried again.

    After a wrong one ``states`` are to be shown one after another: a deal that was possible, every hand open, and
    the line in it up to where the goal is missed. They hold hidden cards, so nothing of them may be sent before."""

    legal: bool
    right: bool
    reasons: tuple[Reason, ...]
    text: Text | None = None
    cards: Cards = Cards.NONE
    nearest: Move | None = None
    states: tuple[State, ...] = ()

    @property
    def deal(self) -> State | None:
        """The deal that refutes a wrong move."""
        return self.states[0] if self.states else None


def answer(puzzle: Puzzle, move: Move) -> Answer:
    """Whether the move is right; what it breaks; or the deal and the line that refute it."""
    violation = puzzle.view.check(move)
    if violation is not None:
        cards = violation.params.get("cards")
        return Answer(
            False,
            False,
            (violation,),
            cards=cards if isinstance(cards, Cards) else move.cards,
            nearest=nearest(puzzle.view, move),
        )
    if move in puzzle.accepted:
        case = {"case": "rule"} if puzzle.goal.of_this_turn else {}
        return Answer(True, True, (FACTS["proved"].tip(count=puzzle.worlds, **case),), puzzle.why, move.cards)
    deal, line = _refutation(puzzle, move)
    states = [deal]
    for made in line:
        states.append(states[-1].play(made))
    case = {"case": "rule"} if puzzle.goal.of_this_turn else {}
    reasons: list[Reason] = [FACTS["refuted"].tip(move=move, **case)]
    outcome = states[-1].outcome
    if puzzle.goal.points is not None and outcome is not None:
        reasons.append(FACTS["points"].tip(count=outcome.totals[puzzle.view.seat]))
    return Answer(True, False, tuple(reasons), None, move.cards, states=tuple(states))


def _refutation(puzzle: Puzzle, move: Move) -> tuple[State, tuple[Move, ...]]:
    stored = puzzle.refuted(move)
    if stored is not None:
        return puzzle.deal(stored), (move, *map(puzzle.game.read_move, stored.line[1:]))
    found = computed(puzzle.goal, puzzle.view, move)
    assert found is not None, "a puzzle that was checked refutes every wrong move"
    return found


def solution(puzzle: Puzzle) -> tuple[State, ...]:
    """The right move and what follows in the first deal that is possible until the goal is reached, the others playing
    by habit."""
    seat = puzzle.view.seat
    search = Search(puzzle.goal, seat)
    states = [deals(puzzle.goal, puzzle.view)[0]]
    move = puzzle.accepted[0]
    while True:
        states.append(states[-1].play(move))
        if puzzle.goal.reached(states[-2], states[-1], seat) is not None:
            return tuple(states)
        move = search.reply(states[-1])
