from __future__ import annotations

import pytest

from tests.scene.reading import check, check_hidden, shape
from tutor import puzzles
from tutor.i18n import spell
from tutor.puzzles import Answer, Puzzle
from tutor.scene.puzzle import puzzle_scene
from tutor.session.actions import AskHint, Forget, Go, YourMove
from tutor.session.puzzle import PuzzleRun, act, begin, waiting_for

PUZZLES = puzzles.every()
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)


def runs(puzzle: Puzzle) -> list[PuzzleRun]:
    """Every screen on the way: an illegal try, a wrong one with its refutation, all hints, the right one."""
    run = begin(puzzle)
    found = [run]
    for action in (YourMove("play"), YourMove("play 2c 3c"), YourMove(puzzle.tempting)):
        run = act(run, action)
        found.append(run)
    while waiting_for(run) == "frames":
        run = act(run, Go())
        found.append(run)
    for later in (Forget(), AskHint(), AskHint(), AskHint(), AskHint(), YourMove(puzzle.accept[0])):
        run = act(run, later)
        found.append(run)
    return found


@every_puzzle
def test_every_scene_of_a_puzzle_keeps_the_contract_in_both_languages(puzzle: Puzzle) -> None:
    for run in runs(puzzle):
        thai, english = (puzzle_scene(run, language) for language in ("th", "en"))
        check(thai)
        check(english, thai_words=True)
        assert shape(thai) == shape(english)


@every_puzzle
@pytest.mark.parametrize("language", ["th", "en"])
def test_nothing_hidden_is_in_a_puzzle_before_a_wrong_move_is_refuted(puzzle: Puzzle, language: str) -> None:
    hidden = puzzle.view.unseen().cards
    run = begin(puzzle)
    check_hidden(puzzle_scene(run, language), hidden)
    for _ in range(3):
        run = act(run, AskHint())
        check_hidden(puzzle_scene(run, language), hidden)
    check_hidden(puzzle_scene(act(begin(puzzle), YourMove("play")), language), hidden)


@every_puzzle
def test_a_refutation_opens_a_deal_that_was_possible(puzzle: Puzzle) -> None:
    run = act(begin(puzzle), YourMove(puzzle.tempting))
    scene = puzzle_scene(run, "th")
    assert scene["answer"] is None
    assert scene["waiting"] == {"ms": 2100}, "longer than a move"
    assert isinstance(run.answer, Answer)
    assert run.answer.deal is not None
    others = [run.answer.deal.view(seat).hand for seat in range(puzzle.view.seats) if seat != puzzle.view.seat]
    held = [card for hand in others for card in hand if card in puzzle.view.unseen().cards]
    assert held
    for card in held:
        assert spell(card, "th") in scene["status"]
    while waiting_for(run) == "frames":
        run = act(run, Go())
    scene = puzzle_scene(run, "th")
    assert scene["answer"]["tone"] == "wrong"
    said = scene["answer"]["text"]
    if not puzzle.goal.of_this_turn:  # where nothing hangs on what others hold, it is not told a second time
        assert all(spell(card, "th") in said for card in held)
    assert said
    assert [button["id"] for button in scene["buttons"]] == ["close"]


@every_puzzle
def test_the_task_and_the_price_of_help_are_said_beforehand(puzzle: Puzzle) -> None:
    run = begin(puzzle)
    scene = puzzle_scene(run, "th")
    assert scene["ask"]["prompt"] == scene["status"] != ""
    assert scene["ask"]["submit"] == ""
    words = []
    while hints := [button for button in puzzle_scene(run, "th")["buttons"] if button["id"] == "hint"]:
        words.append(hints[0]["label"])
        run = act(run, AskHint())
    assert words == [
        "คำใบ้ 1 จาก 4 (ยังนับว่าแก้ได้)",
        "คำใบ้ 2 จาก 4 (ยังนับว่าแก้ได้)",
        "คำใบ้ 3 จาก 4 (เฉลย ไม่นับว่าแก้ได้)",
        "คำใบ้ 4 จาก 4",
    ]


@every_puzzle
def test_the_right_move_is_told_with_its_reason(puzzle: Puzzle) -> None:
    scene = puzzle_scene(act(begin(puzzle), YourMove(puzzle.accept[0])), "en")
    assert scene["answer"]["tone"] == "right"
    assert scene["answer"]["text"]
    assert scene["ask"] is None
    assert [(button["id"], button["label"]) for button in scene["buttons"]] == [("next", "Next puzzle")]
