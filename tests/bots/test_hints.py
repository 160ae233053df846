"""Hints: each step tells its own part of the same advice, and every sentence is there in both languages."""

from __future__ import annotations

from random import Random

import pytest

from tests.bots.positions import on_turn
from tests.laws.walks import near_misses
from tutor.bots import STEPS, Hint, hint
from tutor.cards import Cards
from tutor.core import IllegalMove, Move, State, View
from tutor.i18n import LANGUAGES, say

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")


def views(number: int, seed: int) -> list[View]:
    """What the seat on turn sees in so many states."""
    found = [state.view(state.turn) for state, _ in on_turn(number, seed) if state.turn is not None]
    assert len(found) == number
    return found


@pytest.fixture(scope="module")
def hints() -> list[tuple[View, list[Hint]]]:
    made = [(view, [hint(view, step, Random(2), 8) for step in STEPS]) for view in views(32, seed=11)]
    assert [len(steps) for _, steps in made] == [4] * 32
    return made


def test_all_steps_are_about_one_decision(hints: list[tuple[View, list[Hint]]]) -> None:
    for _, (question, look, move, why) in hints:
        assert question.decision is None
        assert look.decision == move.decision == why.decision is not None
        assert move.move == why.move == move.decision.move


def test_a_question_and_cards_to_look_at_do_not_tell_the_move(hints: list[tuple[View, list[Hint]]]) -> None:
    for view, (question, look, *_) in hints:
        assert question.move is look.move is None
        assert question.cards == Cards.NONE
        assert len(question.tips) == len(look.tips) == 1
        assert not any(isinstance(value, Move) for tip in question.tips + look.tips for value in tip.params.values())
        assert look.cards <= Cards.of(card for zone in view.zones() for card in zone.cards if card is not None)


def test_the_cards_to_look_at_are_those_of_the_move_and_of_another(hints: list[tuple[View, list[Hint]]]) -> None:
    two = 0
    for _, (_, look, move, _) in hints:
        assert move.move is not None
        assert move.move.cards <= look.cards
        two += move.move.cards < look.cards
    assert two > len(hints) // 2


def test_why_is_two_reasons_and_one_caution_at_most(hints: list[tuple[View, list[Hint]]]) -> None:
    bases = set()
    for _, (*_, why) in hints:
        assert sum(not reason.against for reason in why.why) <= 2
        assert sum(reason.against for reason in why.why) <= 1
        assert why.tips[: len(why.why)] == tuple(reason.tip for reason in why.why)
        assert [tip.rule.id for tip in why.tips[-1:]] == ["bots.hint.value"]
        bases |= {reason.basis for reason in why.why}
    assert bases == {"fact", "share"}


def test_facts_are_the_games_and_true_of_the_move(hints: list[tuple[View, list[Hint]]]) -> None:
    for view, (*_, why) in hints:
        assert why.move is not None
        facts = view.game.advice.tips(view, why.move)
        assert all(reason.tip in facts for reason in why.why if reason.basis == "fact")


def test_what_cannot_be_told_apart_is_called_too_close(hints: list[tuple[View, list[Hint]]]) -> None:
    said = {True: 0, False: 0}
    for _, (*_, why) in hints:
        assert why.decision is not None
        close = why.decision.table[1].close
        assert ("bots.hint.close" in [tip.rule.id for tip in why.tips]) is close
        said[close] += 1
    assert all(said.values())


def test_every_hint_is_said_in_both_languages(
    hints: list[tuple[View, list[Hint]]], caplog: pytest.LogCaptureFixture
) -> None:
    for view, steps in hints:
        for given in steps:
            assert given.tips or given.step == 3
            for tip in given.tips:
                for language in LANGUAGES:
                    text = say(tip, language, NAMES, view.seat)
                    assert text
                    assert "{" not in text
                    assert "None" not in text
    assert not caplog.records


def test_the_move_in_mind_is_what_the_advice_is_held_against() -> None:
    for view in views(8, seed=12):
        best = hint(view, 3, Random(2), 8).move
        for mind in view.legal_moves()[:3]:
            given = hint(view, 4, Random(2), 8, mind)
            assert given.decision is not None
            line = given.decision.of(mind)
            assert line is not None
            assert line.worlds == 8
            value = next(tip for tip in given.tips if tip.rule.id == "bots.hint.value")
            if given.move == mind:
                assert given.tips[0].rule.id == "bots.hint.same"
            else:
                assert value.params["other"] == mind
        assert best is not None


def test_a_move_in_mind_that_is_not_legal_is_answered_with_the_rule() -> None:
    state, _ = next(on_turn(1, seed=13))
    assert state.turn is not None
    view = state.view(state.turn)
    wrong = next(move for move in near_misses(state, Random(1), 50) if view.check(move))
    with pytest.raises(IllegalMove):
        hint(view, 4, Random(1), 2, wrong)


def forced(state: State) -> View:
    """The view of the first seat from here that has no choice, if everybody makes the last move."""
    while len(state.legal_moves()) > 1:
        state = state.play(state.legal_moves()[-1])
    assert state.turn is not None
    return state.view(state.turn)


def test_where_there_is_no_choice_the_hint_says_so() -> None:
    view = forced(next(on_turn(1, seed=14))[0])
    question, look, move, why = (hint(view, step, Random(1), 2) for step in STEPS)
    assert [tip.rule.id for tip in look.tips] == ["bots.hint.no-choice"]
    assert move.tips == why.tips
    assert move.move == view.legal_moves()[0]
    assert question.tips


def test_nobody_gets_a_hint_off_turn() -> None:
    state, _ = next(on_turn(1, seed=15))
    assert state.turn is not None
    with pytest.raises(ValueError, match="not on turn"):
        hint(state.view((state.turn + 1) % state.seats), 1, Random(1))
