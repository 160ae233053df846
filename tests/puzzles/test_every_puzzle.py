"""Every puzzle that comes with Samrap: proved twice, refuted on the table, and nothing hidden in the question."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.laws.walks import near_misses
from tests.puzzles import plain
from tutor import games, puzzles
from tutor.bundle import bundled
from tutor.core import Zone
from tutor.core.prose import LONGEST, words
from tutor.i18n import LANGUAGES, knows, say
from tutor.puzzles import Puzzle, answer, check, solution
from tutor.puzzles.checker import Search, deals
from tutor.puzzles.loader import LARGEST, THEMES
from tutor.solver import Worlds, possible

NAMES = ("คุณ", "นก", "บอย", "แนน", "เก่ง", "ฝ้าย")
assert puzzles.every()
ALL = [pytest.param(puzzle, id=puzzle.id) for puzzle in puzzles.every()]


@pytest.mark.parametrize("puzzle", ALL)
def test_a_puzzle_is_what_it_claims_to_be(puzzle: Puzzle) -> None:
    assert check(puzzle) == ()


@pytest.mark.parametrize("puzzle", ALL)
def test_the_plain_solver_agrees(puzzle: Puzzle) -> None:
    right = {move for move in puzzle.view.legal_moves() if plain.safe(puzzle, move)}
    assert right == set(puzzle.accepted)
    wrong = [move for move in puzzle.view.legal_moves() if move not in right]
    assert wrong
    for move in wrong:
        deal = answer(puzzle, move).deal
        assert deal is not None
        assert plain.beaten(puzzle, deal, move)


@pytest.mark.parametrize("puzzle", ALL)
def test_every_deal_that_is_possible_was_looked_at(puzzle: Puzzle) -> None:
    found = deals(puzzle.goal, puzzle.view)
    assert len(set(found)) == len(found) == puzzle.worlds
    assert all(world.view(puzzle.view.seat) == puzzle.view for world in found)
    if not puzzle.goal.near:
        assert puzzle.worlds == possible(puzzle.view)
        assert set(found) == set(plain.deals(puzzle))


@pytest.mark.parametrize("puzzle", [each for each in ALL if each.values[0].goal.near])
def test_deals_that_a_near_goal_does_not_tell_apart_change_nothing(puzzle: Puzzle) -> None:
    rng, search, drawn = Random(puzzle.id), Search(puzzle.goal, puzzle.view.seat), Worlds(puzzle.view)
    others = [drawn.sample(rng) for _ in range(40)]
    assert len(set(others)) == 40
    right = {move for move in puzzle.view.legal_moves() if search.wins_by(others, move)}
    assert set(puzzle.accepted) <= right
    for move in set(puzzle.accepted):
        assert search.wins_by([*deals(puzzle.goal, puzzle.view), *others], move)


@pytest.mark.parametrize("puzzle", ALL)
def test_a_right_answer_is_told_that_it_is_proved(puzzle: Puzzle) -> None:
    assert puzzle.accepted
    for move in puzzle.accepted:
        told = answer(puzzle, move)
        assert told.legal
        assert told.right
        assert told.text == puzzle.why
        assert told.deal is None
        for language in LANGUAGES:
            assert say(told.reasons[0], language, NAMES, puzzle.view.seat)


@pytest.mark.parametrize("puzzle", ALL)
def test_every_wrong_answer_is_refuted_on_the_table(puzzle: Puzzle) -> None:
    """The deal looks to the learner just like the question, and the line in it ends with the goal missed."""
    seat = puzzle.view.seat
    wrong = [move for move in puzzle.view.legal_moves() if move not in puzzle.accepted]
    assert wrong
    for move in wrong:
        told = answer(puzzle, move)
        assert told.legal
        assert not told.right
        assert told.deal is not None
        assert told.deal.view(seat) == puzzle.view
        assert told.states[1].made == move
        steps = list(pairwise(told.states))
        reached = [puzzle.goal.reached(before, after, seat) for before, after in steps]
        assert reached == [None] * (len(steps) - 1) + [False]
        for language in LANGUAGES:
            assert say(told.reasons[0], language, NAMES, seat)


@pytest.mark.parametrize("puzzle", ALL)
def test_a_right_answer_leads_to_the_goal(puzzle: Puzzle) -> None:
    states = solution(puzzle)
    seat = puzzle.view.seat
    reached = [puzzle.goal.reached(before, after, seat) for before, after in pairwise(states)]
    assert reached == [None] * (len(reached) - 1) + [True]
    assert states[1].made in puzzle.accepted


@pytest.mark.parametrize("puzzle", ALL)
def test_an_illegal_try_names_its_rule_and_is_no_answer(puzzle: Puzzle) -> None:
    state = deals(puzzle.goal, puzzle.view)[0]
    illegal = [move for move in near_misses(state, Random(puzzle.id), 200) if puzzle.view.check(move) is not None]
    assert len(set(illegal)) > 10
    for move in set(illegal):
        told = answer(puzzle, move)
        assert not told.legal
        assert not told.right
        assert told.reasons[0].rule.kind == "law"
        assert told.nearest in puzzle.view.legal_moves()
        assert told.deal is None


@pytest.mark.parametrize("puzzle", ALL)
def test_nothing_hidden_is_in_the_question(puzzle: Puzzle) -> None:
    """What is told of the others is what the seat sees of any deal that is possible."""
    view = puzzle.view
    assert view.hand
    assert view.turn == view.seat
    written = view.position().document()
    assert written["seat"] == view.seat
    assert view.unseen().cards
    assert all(sum(card is not None for card in zone.cards) < len(zone.cards) for zone in hidden(puzzle))
    shown = {field: value for field, value in written.items() if field != "history"}
    for world in Worlds(view).sample(Random(1)), deals(puzzle.goal, view)[-1]:
        again = world.view(view.seat).position().document()
        assert {field: value for field, value in again.items() if field != "history"} == shown


def hidden(puzzle: Puzzle) -> list[Zone]:
    """The hands of the others that still hold cards; each has one at least that nobody but its owner knows."""
    zones = [zone for zone in puzzle.view.zones() if zone.kind == "hand" and zone.seat != puzzle.view.seat]
    assert len(zones) == puzzle.view.seats - 1
    return [zone for zone in zones if zone.cards]


@pytest.mark.parametrize("puzzle", ALL)
def test_there_is_a_choice_a_temptation_and_words_in_both_languages(puzzle: Puzzle) -> None:
    assert len(puzzle.view.legal_moves()) >= 3
    assert puzzle.game.read_move(puzzle.tempting) not in puzzle.accepted
    assert set(puzzle.themes) <= set(THEMES)
    assert puzzle.title is not None
    assert puzzle.why is not None
    for language in LANGUAGES:
        assert words(puzzle.title.say(language)) <= 6
        assert words(puzzle.why.say(language)) <= LONGEST
        assert say(puzzle.goal.reason, language)


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_words(theme: str) -> None:
    assert all(knows(f"puzzle.theme.{theme}", language) for language in LANGUAGES)


def test_no_line_is_longer_than_it_may_be() -> None:
    files = sorted(bundled("puzzles").glob("*/*.jsonl"))
    assert files
    lines = [line for path in files for line in path.read_bytes().splitlines()]
    assert len(lines) == len(puzzles.every())
    for line in lines:
        assert len(line) <= LARGEST
        assert json.loads(line)


def test_puzzles_are_found_by_game_and_by_id() -> None:
    by_game = [puzzle for game in games.every() for puzzle in puzzles.every(game.id)]
    assert sorted(by_game, key=lambda puzzle: puzzle.id) == sorted(puzzles.every(), key=lambda puzzle: puzzle.id)
    assert puzzles.every("solitaire") == ()
    first = puzzles.every()[0]
    assert puzzles.find(first.id) is first
    with pytest.raises(puzzles.UnknownPuzzle, match="nothing"):
        puzzles.find("nothing")
    assert isinstance(first.source[0], Path)
