"""What a bot decides: legal, the same again, within its budget; and levels that differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Any

import pytest

from tests.bots.positions import on_turn
from tests.bots.tournament import board, interval, place
from tests.laws.walks import near_misses, tables
from tutor.bots import LEVELS, WORLDS, Decision, Level, MoveEval, choose, judge
from tutor.bots.trial import CANDIDATES, Trial, candidates
from tutor.core import IllegalMove, State, View
from tutor.solver import Worlds


def views(number: int, seed: int = 0) -> list[View]:
    """What the seat on turn sees in so many states."""
    found = [state.view(state.turn) for state, _ in on_turn(number, seed) if state.turn is not None]
    assert len(found) == number
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_always_moves_legally(level: Level) -> None:
    for view in views(80, seed=2):
        decision = choose(view, level, Random(1), 2)
        assert view.check(decision.move) is None
        assert all(view.check(line.move) is None for line in decision.table)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_seed_and_budget_give_the_same_decision(level: Level) -> None:
    """Also read from JSON, as a worker does; and another seed may give another one."""
    other = 0
    for view in views(16 if level in WORLDS else 64, seed=3):  # a habit is quick and seldom wavers
        decision = choose(view, level, Random(7), 4)
        assert choose(view, level, Random(7), 4) == decision
        read = view.game.look(json.loads(json.dumps(view.position().document())))
        assert choose(read, level, Random(7), 4) == decision
        other += choose(view, level, Random(8), 4) != decision
    assert (other > 0) is (level != "novice")


def test_a_forced_move_is_not_weighed() -> None:
    state = next(state for state in forced_states())
    assert state.turn is not None
    for level in LEVELS:
        assert choose(state.view(state.turn), level, Random(1)) == Decision(state.legal_moves()[0], (), "forced", 0)


def forced_states() -> Iterator[State]:
    for table in tables():
        state = table.game.deal(table.rules, table.seats, Random(1))
        while (moves := state.legal_moves()) and len(moves) > 1:
            state = state.play(moves[-1])
        if moves:
            yield state


def test_a_seat_that_is_not_on_turn_has_nothing_to_choose() -> None:
    state, _ = next(on_turn(1))
    view = state.view((state.turn or 0) + 1 if (state.turn or 0) + 1 < state.seats else 0)
    with pytest.raises(ValueError, match=f"seat {view.seat} is not on turn"):
        choose(view, "easy", Random(1))


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(ValueError, match=r"'expert'.*novice, easy, medium, strong"):
        choose(views(1)[0], "expert", Random(1))  # type: ignore[arg-type]


@pytest.mark.parametrize(("level", "budget"), [("medium", None), ("strong", None), ("strong", 1), ("strong", 9)])
def test_a_decision_takes_no_more_worlds_than_its_budget(
    level: Level, budget: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worlds and the moves played out on them are counted; time is not looked at."""
    drawn: list[State] = []
    draw = Worlds.sample
    monkeypatch.setattr(Worlds, "sample", lambda self, rng: drawn.append(draw(self, rng)) or drawn[-1])
    for view in views(6, seed=4):
        drawn.clear()
        allowed = WORLDS[level] * view.game.advice.luck if budget is None else budget
        decision = choose(view, level, Random(1), budget)
        assert decision.worlds == len(drawn) <= allowed
        assert max(line.worlds for line in decision.table) == allowed
        # Half the candidates go after each round, so the whole is far from candidates times worlds.
        assert sum(line.worlds for line in decision.table) <= CANDIDATES * 6 + 8 * allowed


def test_a_budget_of_no_world_is_refused() -> None:
    with pytest.raises(ValueError, match="one world at least"):
        choose(views(1)[0], "strong", Random(1), 0)


def test_the_table_holds_the_chosen_move_first_and_measures_the_others_on_the_same_deals() -> None:
    for view in views(8, seed=5):
        decision = choose(view, "strong", Random(2), 16)
        first = decision.table[0]
        assert len(decision.table) > 1
        assert first.move == decision.move
        assert (first.loss, first.loss_error) == (0, 0)
        assert len({line.move for line in decision.table}) == len(decision.table)
        for line in decision.table[1:]:
            assert 0 <= line.mean <= 1
            assert line.loss >= -line.loss_error or line.worlds < first.worlds
            if line.worlds == first.worlds:
                assert line.loss == pytest.approx(first.mean - line.mean)
        assert [line.worlds for line in decision.table[1:]] == sorted(
            (line.worlds for line in decision.table[1:]), reverse=True
        )


def test_all_candidates_are_played_out_on_the_same_deals_with_the_same_luck() -> None:
    """A move weighed alone comes out as it does among the others."""
    for view in views(6, seed=6):
        together = Trial(view, Random(3), 6)
        table = together.decide(view.legal_moves()[:CANDIDATES]).table
        assert len(table) > 1
        for line in table:
            alone = Trial(view, Random(3), line.worlds).decide([line.move]).table[0]
            assert (alone.mean, alone.error) == (line.mean, line.error)


def test_a_deal_is_played_out_to_its_end_or_to_the_turn_at_which_the_game_weighs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is weighed is an ended deal, or one after as many turns of the others as the game says."""
    ended = {True: 0, False: 0}
    for view in views(40, seed=10):
        advice = view.game.advice
        weighed: list[State] = []
        utility = advice.utility

        def note(state: State, seat: int, weighed: list[State] = weighed, utility: Any = utility) -> float:
            weighed.append(state)
            return float(utility(state, seat))

        monkeypatch.setattr(advice, "utility", note)
        Trial(view, Random(3), 2).decide(view.legal_moves()[:3])
        monkeypatch.setattr(advice, "utility", utility)
        assert weighed
        for state in weighed:
            ended[state.turn is None] += 1
            if state.turn is not None:
                played = [before.turn for before, _ in state.moves()]
                assert played[0] == state.turn == view.seat
                turns = sum(turn == view.seat != before for before, turn in pairwise(played))
                assert turns == advice.turns - 1
    assert all(ended.values())


def test_many_moves_are_weighed_by_a_handful_with_the_habits_move_first() -> None:
    crowded = 0
    for state, _ in on_turn(400, seed=7, every=1):
        assert state.turn is not None
        view = state.view(state.turn)
        habit = view.game.advice.habit(state, Random(1))
        also = view.legal_moves()[-1]
        chosen = candidates(view, state, Random(1), [also])
        assert chosen[0] == habit
        assert also in chosen
        assert len(set(chosen)) == len(chosen) == min(len(view.legal_moves()), CANDIDATES)
        assert all(view.check(move) is None for move in chosen)
        assert {move.verb for move in chosen} == {move.verb for move in view.legal_moves()}
        crowded += len(view.legal_moves()) > CANDIDATES
    assert crowded > 3


def test_a_verdict_is_the_loss_against_the_best_move_on_common_deals() -> None:
    for view in views(6, seed=8):
        assert len(view.legal_moves()) > 1
        for move in view.legal_moves()[:2]:
            verdict = judge(view, move, Random(4), 12)
            assert verdict.decision.worlds == 12
            line = verdict.decision.of(move)
            assert isinstance(line, MoveEval)
            assert line.worlds == 12
            assert verdict.loss == line.loss >= -line.loss_error
            assert verdict.close is (verdict.loss <= 1.96 * verdict.error)
            if move == verdict.best:
                assert (verdict.loss, verdict.close) == (0, True)


def test_an_illegal_move_is_not_judged_but_answered_with_the_rule() -> None:
    state, _ = next(on_turn(1, seed=9))
    assert state.turn is not None
    view = state.view(state.turn)
    wrong = next(move for move in near_misses(state, Random(1), 50) if view.check(move))
    with pytest.raises(IllegalMove) as refused:
        judge(view, wrong, Random(1), 2)
    assert refused.value.violation == view.check(wrong)


@pytest.mark.long
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize(
    ("stronger", "weaker", "boards"),
    [("easy", "novice", 60), ("medium", "easy", 80), ("strong", "medium", 80)],
)
def test_each_level_beats_the_one_below(stronger: Level, weaker: Level, boards: int) -> None:
    """Duplicate deals: on each board the stronger sits in every seat once, against the weaker in all others."""
    fours = [table for table in tables() if table.seats == 4]
    assert fours
    for table in fours:
        if stronger == "strong" and table.game.advice.luck > 1:
            continue  # so many boards do not tell these two apart where luck decides much
        means = [
            fmean(place(state, seat) for seat, state in board(table, number, stronger, weaker))
            for number in range(1, boards + 1)
        ]
        mean, half = interval(means)
        assert mean - half > 0
