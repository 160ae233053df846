"""Weighing moves: every candidate is played out by the game's habit on the same deals with the same luck, as far as
the game thinks worth while."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import ceil, log2, sqrt
from random import Random
from typing import NamedTuple

from tutor.bots.decision import Decision, MoveEval
from tutor.core import Move, State, View
from tutor.solver import Worlds

__all__ = ["Course", "Trial", "candidates"]

CANDIDATES = 20  # more are never weighed
FEWEST = 6  # worlds before a candidate is dropped
FINALISTS = 2
TRUST = 1.0  # standard errors by which another move must do better than the habit's to be taken instead


class Course(NamedTuple):
    """How one deal went on for the seat that moved: whether all others passed until its next turn, and whether it
    came first or last."""

    unanswered: bool
    first: bool
    last: bool


class Trial:
    """The worlds of one decision and what each candidate was worth in them. Worlds are drawn only as far as needed,
    ``budget`` at most."""

    def __init__(self, view: View, rng: Random, budget: int) -> None:
        if budget < 1:
            raise ValueError(f"budget {budget}: one world at least")
        self.view = view
        self.budget = budget
        self._advice = view.game.advice
        self._worlds = Worlds(view)
        self._rng = rng
        self._drawn: list[tuple[State, int]] = []  # a deal, and the seed of the luck with which it is played out
        self._luck = Random()
        self._worth: dict[Move, list[float]] = {}

    @property
    def drawn(self) -> int:
        """How many worlds were drawn."""
        return len(self._drawn)

    def world(self, at: int) -> State:
        """The deal with this number; those before it are drawn first."""
        while len(self._drawn) <= at:
            self._drawn.append((self._worlds.sample(self._rng), self._rng.getrandbits(32)))
        return self._drawn[at][0]

    def decide(self, moves: Sequence[Move], keep: Collection[Move] = ()) -> Decision:
        """The best of the candidates; the first of them, the habit's move, unless another does clearly better: of
        many moves on few worlds, the one that looks best is often only the luckiest.

        Half of them are dropped after each round, and the number of worlds grows from round to round to the whole
        budget; the first and those in ``keep`` are weighed to the end."""
        left = list(moves)
        keep = {moves[0], *keep}
        rounds = 1 + max(0, ceil(log2(len(left) / FINALISTS)))
        first = min(FEWEST, self.budget) if rounds > 1 else self.budget
        for number in range(1, rounds + 1):
            grown = 1.0 if rounds == 1 else (number - 1) / (rounds - 1)
            self._play_out(left, round(first * (self.budget / first) ** grown))
            if number < rounds:
                ranked = sorted(left, key=self._mean, reverse=True)
                stay = {*ranked[: max(FINALISTS, ceil(len(left) / 2))], *keep}
                left = [move for move in left if move in stay]
        best = max(left, key=self._mean)
        behind = self._line(moves[0], best)
        if behind.loss <= TRUST * behind.loss_error:
            best = moves[0]
        others = sorted(
            (move for move in moves if move != best),
            key=lambda move: (-len(self._worth[move]), -self._mean(move)),
        )
        table = tuple(self._line(move, best) for move in (best, *others))
        return Decision(best, table, "sampled", self.drawn)

    def courses(self, move: Move, worlds: int) -> list[Course]:
        """How it goes on after the move in so many worlds."""
        return [self._course(move, at) for at in range(worlds)]

    def _play_out(self, moves: Iterable[Move], worlds: int) -> None:
        utility, seat = self._advice.utility, self.view.seat
        for move in moves:
            worth = self._worth.setdefault(move, [])
            for at in range(len(worth), worlds):
                state = self.world(at).after(move)
                self._luck.seed(self._drawn[at][1])
                worth.append(utility(self._played_on(state), seat))

    def _played_on(self, state: State) -> State:
        """The deal as it stands after the turns that the game wants played out, or at its end."""
        habit, seat, luck = self._advice.habit, self.view.seat, self._luck
        turns, turn = self._advice.turns, state.turn
        while turn is not None:
            state = state.after(habit(state, luck))
            if state.turn != turn:
                turn = state.turn
                if turn == seat:
                    turns -= 1
                    if not turns:
                        break
        return state

    def _course(self, move: Move, at: int) -> Course:
        seat, luck = self.view.seat, self._luck
        state = self.world(at).after(move)
        luck.seed(self._drawn[at][1])
        answers: list[str] = []
        back = False
        while state.turn is not None:
            back = back or state.turn == seat
            answer = self._advice.habit(state, luck)
            if not back:
                answers.append(answer.verb)
            state = state.after(answer)
        places = state.outcome.places if state.outcome is not None else ()
        return Course(
            unanswered=back and bool(answers) and set(answers) == {"pass"},
            first=bool(places) and seat in places[0],
            last=len(places) > 1 and seat in places[-1],
        )

    def _mean(self, move: Move) -> float:
        worth = self._worth[move]
        return sum(worth) / len(worth)

    def _line(self, move: Move, best: Move) -> MoveEval:
        worth = self._worth[move]
        losses = [top - own for top, own in zip(self._worth[best], worth, strict=False)]
        return MoveEval(move, *_measured(worth), len(worth), *_measured(losses))


def candidates(view: View, world: State, rng: Random, also: Sequence[Move] = ()) -> list[Move]:
    """The moves worth weighing: the habit's first, then ``also``. Where there are too many, one of each other verb,
    those most like the habit's and a few from the whole range."""
    legal = view.legal_moves()
    habit = view.game.advice.habit(world, rng)
    chosen = list(dict.fromkeys([habit, *also]))
    rest = [move for move in legal if move not in chosen]
    room = CANDIDATES - len(chosen)
    if len(rest) <= room:
        return chosen + rest
    others = {move.verb: move for move in reversed(rest)}  # the first of each
    chosen += [move for verb, move in others.items() if verb not in {move.verb for move in chosen}]
    rest = [move for move in rest if move not in chosen]
    like = sorted(rest, key=lambda move: (move.verb != habit.verb, len(move.cards ^ habit.cards)))
    chosen += like[: (CANDIDATES - len(chosen)) // 2]
    rest = [move for move in legal if move not in chosen]
    room = CANDIDATES - len(chosen)
    return chosen + [rest[at * len(rest) // room] for at in range(room)]


def _measured(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard error; of a single value nothing is known but the scale."""
    count = len(values)
    mean = sum(values) / count
    error = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count) if count > 1 else 1.0
    return round(mean, 12) + 0.0, round(error, 12)  # sums of equal differences leave dust, even below 0
