from __future__ import annotations

from dataclasses import replace

import pytest

from tutor import puzzles
from tutor.cards import Cards
from tutor.puzzles import Answer, Puzzle
from tutor.session.actions import AskHint, Forget, Go, Tried, Trouble, YourMove, accepts
from tutor.session.puzzle import Help, PuzzleRun, act, begin, cards_to_look_at, pause, waiting_for
from tutor.session.refusal import Refusal

PUZZLES = puzzles.every()
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)


def wrong(puzzle: Puzzle) -> PuzzleRun:
    return act(begin(puzzle), YourMove(puzzle.tempting))


@every_puzzle
def test_the_right_move_solves_it_at_the_first_try(puzzle: Puzzle) -> None:
    run = act(begin(puzzle), YourMove(puzzle.accept[0]))
    assert (run.solved, run.first_try, run.tries, run.counts) == (True, True, 0, True)
    assert run.last == Tried("", str(puzzle.accepted[0]), True, 0)
    assert waiting_for(run) == "over"
    for action in (YourMove("pass"), AskHint(), Go(), Forget()):
        assert act(run, action) is run


@every_puzzle
def test_a_wrong_move_is_refuted_frame_by_frame_and_then_tried_again(puzzle: Puzzle) -> None:
    run = wrong(puzzle)
    assert isinstance(run.answer, Answer)
    states = run.answer.states
    assert run.last == Tried("", str(puzzle.game.read_move(puzzle.tempting)), False, 0)
    frames = [run.view]
    while waiting_for(run) == "frames":
        assert act(run, YourMove(puzzle.accept[0])) is run
        run = act(run, Go())
        frames.append(run.view)
    assert len(frames) == len(states) > 1
    assert act(run, YourMove(puzzle.accept[0])) is run, "the refutation is held"
    run = act(run, Forget())
    assert (run.view, run.answer, run.tries, run.first_try) == (puzzle.view, None, 1, False)
    run = act(run, YourMove(puzzle.accept[0]))
    assert (run.solved, run.first_try) == (True, False)


@every_puzzle
def test_illegal_and_unreadable_tries_are_no_answers(puzzle: Puzzle) -> None:
    run = begin(puzzle)
    for text in ("play", "fly 3c", f"play {puzzle.view.unseen().cards}"):
        run = act(run, YourMove(text))
        assert isinstance(run.answer, Refusal)
        assert (run.tries, run.first_try, run.last) == (0, None, None)
    assert run.changes == 3


def test_a_refutation_can_be_skipped() -> None:
    run = act(wrong(PUZZLES[0]), Forget())
    assert waiting_for(run) == "you"
    assert run.frame == len(run.frames) - 1


def test_hints_come_in_four_steps_and_from_the_third_it_does_not_count() -> None:
    run = begin(PUZZLES[0])
    counts = []
    for step in (1, 2, 3, 4):
        run = act(run, AskHint())
        assert run.answer == Help(step)
        counts.append(run.counts)
    assert counts == [True, True, False, False]
    assert act(run, AskHint()) is run
    solved = act(run, YourMove(PUZZLES[0].accept[0]))
    assert solved.last is not None
    assert solved.last.hints == 4


def test_hints_of_an_earlier_run_are_not_bought_back() -> None:
    run = begin(PUZZLES[0], shown_before=3)
    assert (run.hints, run.taken, run.counts) == (0, 3, False)
    run = act(run, AskHint())
    assert (run.answer, run.taken) == (Help(1), 3)
    solved = act(run, YourMove(PUZZLES[0].accept[0]))
    assert solved.last is not None
    assert solved.last.hints == 3


def test_trouble_stands_until_it_is_closed_and_changes_nothing_else() -> None:
    trouble = Trouble(("ui.fault.move",))
    for before in (begin(PUZZLES[0]), act(begin(PUZZLES[0]), AskHint()), wrong(PUZZLES[0])):
        run = act(before, trouble)
        assert run == replace(before, trouble=trouble, last=None, changes=before.changes + 1)
        assert act(run, Forget()) == replace(before, last=None, changes=before.changes + 2)
    assert act(act(begin(PUZZLES[0]), trouble), AskHint()).trouble is None


@every_puzzle
def test_the_cards_to_look_at_do_not_tell_which_move_is_right(puzzle: Puzzle) -> None:
    cards = cards_to_look_at(puzzle)
    shown = [card for zone in puzzle.view.zones() for card in zone.cards if card is not None]
    assert cards <= Cards.of(shown)
    assert puzzle.game.read_move(puzzle.tempting).cards <= cards


def test_every_screen_has_its_own_rev() -> None:
    run = begin(PUZZLES[0])
    revs = [run.rev]
    for action in (YourMove("play"), YourMove("play"), AskHint(), YourMove(PUZZLES[0].tempting), Go(), Forget()):
        run = act(run, action)
        assert accepts(run, run.rev)
        revs.append(run.rev)
    assert len(set(revs)) == len(revs)
    assert pause(run) == 700
