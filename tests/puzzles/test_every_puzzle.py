"""Every puzzle that comes with Samrap: proved twice, refuted on the table, and nothing hidden in the question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.puzzles import plain
from tutor import puzzles
from tutor.bundle import bundled
from tutor.core.prose import LONGEST, words
from tutor.i18n import LANGUAGES, knows, say
from tutor.puzzles import Puzzle, answer, check
from tutor.puzzles.checker import worlds
from tutor.puzzles.loader import LARGEST, THEMES
from tutor.solver import possible

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
    assert puzzle.wrong
    for refuted in puzzle.wrong:
        for text in refuted.moves:
            assert plain.beaten(puzzle, puzzle.deal(refuted), puzzle.game.read_move(text))


@pytest.mark.parametrize("puzzle", ALL)
def test_every_deal_that_is_possible_was_looked_at(puzzle: Puzzle) -> None:
    found = list(worlds(puzzle.view))
    assert len(set(found)) == len(found) == puzzle.worlds == possible(puzzle.view)
    assert set(found) == set(plain.deals(puzzle.view))
    assert all(world.view(puzzle.view.seat) == puzzle.view for world in found)


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
        steps = list(zip(told.states, told.states[1:], strict=False))
        reached = [puzzle.goal.reached(before, after, seat) for before, after in steps]
        assert reached == [None] * (len(steps) - 1) + [False]
        for language in LANGUAGES:
            assert say(told.reasons[0], language, NAMES, seat)


@pytest.mark.parametrize("puzzle", ALL)
def test_an_illegal_try_names_its_rule_and_is_no_answer(puzzle: Puzzle) -> None:
    told = answer(puzzle, puzzle.game.read_move("play 3s"))
    assert not told.legal
    assert not told.right
    assert told.reasons[0].rule.kind == "law"
    assert told.nearest in puzzle.view.legal_moves()
    assert told.deal is None


@pytest.mark.parametrize("puzzle", ALL)
def test_nothing_hidden_is_in_the_question(puzzle: Puzzle) -> None:
    view = puzzle.view
    others = [zone for zone in view.zones() if zone.kind == "hand" and zone.seat != view.seat]
    assert len(others) == view.seats - 1
    for zone in others:
        assert set(zone.cards) <= {None}
    assert view.hand
    assert view.turn == view.seat
    written = view.position().document()
    for seat, hand in enumerate(written["hands"]):
        assert seat == view.seat or hand == "" or hand == f"x{view.counts[seat]}"


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
    assert puzzles.every("slave") == puzzles.every()
    assert puzzles.every("solitaire") == ()
    first = puzzles.every()[0]
    assert puzzles.find(first.id) is first
    with pytest.raises(puzzles.UnknownPuzzle, match="nothing"):
        puzzles.find("nothing")
    assert isinstance(first.source[0], Path)
