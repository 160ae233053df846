"""What a learner is told on a move in a puzzle."""

from __future__ import annotations

from typing import NamedTuple

from tutor.cards import Cards
from tutor.core import Move, Reason, Rule, State, nearest
from tutor.core.prose import Text
from tutor.puzzles.models import Puzzle

__all__ = ["FACTS", "Answer", "answer"]

FACTS = {name: Rule(f"puzzle.{name}", "knowledge") for name in ("proved", "refuted")}
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
        return Answer(True, True, (FACTS["proved"].tip(count=puzzle.worlds),), puzzle.why, move.cards)
    refuted = puzzle.refuted(move)
    assert refuted is not None, "a puzzle that was checked refutes every wrong move"
    states = [puzzle.deal(refuted)]
    for text in (str(move), *refuted.line[1:]):
        states.append(states[-1].play(puzzle.game.read_move(text)))
    return Answer(True, False, (FACTS["refuted"].tip(move=move),), None, move.cards, states=tuple(states))
