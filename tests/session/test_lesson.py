from __future__ import annotations

from dataclasses import replace

import pytest

from tests.session.lessons_all import every_kind, walk
from tutor import lessons
from tutor.core import IllegalMove
from tutor.lessons import Judgement
from tutor.session.actions import AskHint, Back, BotMove, Forget, Go, Next, Tried, YourAnswer, YourMove, accepts
from tutor.session.lesson import (
    LessonRun,
    act,
    begin,
    bot_request,
    forced_move,
    held,
    hint_of,
    pause,
    waiting_for,
)
from tutor.session.refusal import Refusal

LESSON = every_kind()


def at(step: str) -> LessonRun:
    return begin(LESSON, step)


def seen(run: LessonRun) -> LessonRun:
    """The run once all frames were shown."""
    while waiting_for(run) == "frames":
        run = act(run, Go())
    return run


@pytest.mark.parametrize("lesson", [LESSON, *lessons.every()], ids=lambda lesson: lesson.id)
@pytest.mark.parametrize("seed", range(3))
def test_every_lesson_can_be_walked_to_its_end_by_wrong_ways_and_right_ones(lesson: lessons.Lesson, seed: int) -> None:
    runs = list(walk(lesson, seed))
    assert runs[-1].finished
    assert [run.step_id for run in runs if run.changes == 0] == [lesson.steps[0].id]
    assert list(dict.fromkeys(run.step_id for run in runs)) == [step.id for step in lesson.steps]
    assert len({run.rev for run in runs}) == len(runs), "every screen has its own rev"
    done = [run.last.step for run in runs if run.last is not None and run.last.right]
    assert done == [step.id for step in lesson.steps if step.asks]


def test_a_run_begins_at_the_step_with_this_id_however_it_is_numbered() -> None:
    assert at("count").moment.at == [step.id for step in LESSON.steps].index("count")
    assert at("no-such-step").moment.at == 0
    assert begin(LESSON).step_id == "read"


def test_reading_needs_no_answer_and_one_may_go_back() -> None:
    run = act(at("read"), Next())
    assert run.step_id == "read-alone"
    assert act(run, Next()) is run, "a question is not skipped"
    assert act(run, Back()).step_id == "read"
    assert act(at("read"), Back()).rev == at("read").rev


def test_an_illegal_move_is_judged_and_the_table_stays() -> None:
    run = act(at("move"), YourMove("play 4c"))
    assert isinstance(run.answer, Judgement)
    assert run.answer.reasons[0].rule.id == "slave.higher"
    assert (run.tries, run.state, held(run)) == (1, at("move").state, False)
    assert run.last == Tried("move", "play 4c", False, 0)


def test_what_a_wrong_legal_move_leads_to_is_shown_and_held_until_it_is_closed() -> None:
    run = act(at("move"), YourMove("pass"))
    assert waiting_for(run) == "frames"
    assert act(run, YourMove("play 9d")) is run, "first look"
    run = seen(run)
    assert held(run)
    assert run.state != at("move").state
    assert act(run, YourMove("play 9d")) is run
    run = act(run, Forget())
    assert (run.state, run.answer, run.tries) == (at("move").state, None, 1)
    assert act(run, YourMove("play 9d")).moment.done


def test_frames_can_be_skipped() -> None:
    run = act(act(at("move"), YourMove("play 9d")), Forget())
    assert waiting_for(run) == "you"
    assert run.frame == len(run.frames) - 1
    assert act(run, Next()).step_id == "two-moves"


def test_a_step_of_two_moves_goes_on_after_the_first() -> None:
    run = act(at("two-moves"), YourMove("play 2s"))
    assert run.last is None, "only the whole counts"
    run = seen(run)
    assert (run.moment.done, run.frames, waiting_for(run)) == (False, (), "you")
    assert act(run, YourMove("play 4c")).moment.done


def test_breaking_the_rule_is_right_where_one_is_invited_to() -> None:
    run = act(at("illegal"), YourMove("play 6h"))
    assert run.moment.done
    assert run.last == Tried("illegal", "play 6h", True, 0)


@pytest.mark.parametrize(
    ("step", "answer", "text"),
    [
        ("read-alone", ["3s", "Ad", "2h"], "3s, Ad, 2h"),
        ("hand", ["9d", "9h"], "9d, 9h"),
        ("plays", ["9d"], "9d"),
        ("cards", ["9d"], "9d"),
        ("who", ["1"], "1"),
        ("way", ["1"], "1"),
        ("bill", {"place-0": "1", "place-1": "3", "place-2": "2", "place-3": "4"}, "place-0=1"),
        ("spot", ["2"], "2"),
        ("count", "8", "8"),
    ],
)
def test_questions_are_answered_in_the_shape_of_their_kind(step: str, answer: object, text: str) -> None:
    run = act(at(step), YourAnswer(answer))
    if not run.moment.done:  # the engine knows better than this table
        run = act(at(step), YourAnswer(_right(at(step))))
    assert run.moment.done
    assert run.last is not None
    assert run.last.right


def _right(run: LessonRun) -> object:
    answer = lessons.right_answer(run.moment)
    return list(answer) if isinstance(answer, tuple) else answer


@pytest.mark.parametrize("value", [None, 3, [1], ["no-such"], {"a": 1}, "9d", ["9d", None], {"9d": "1"}])
def test_an_answer_of_another_shape_changes_nothing(value: object) -> None:
    run = at("hand")
    assert act(run, YourAnswer(value)) is run
    assert act(at("move"), YourAnswer(value)).rev == at("move").rev


def test_the_same_wrong_answer_twice_makes_two_screens() -> None:
    once = act(at("move"), YourMove("fly"))
    twice = act(once, YourMove("fly"))
    assert isinstance(twice.answer, Refusal)
    assert len({once.rev, twice.rev, at("move").rev}) == 3
    assert twice.tries == 0, "what cannot be read is no answer"


def test_help_is_counted_and_is_not_offered_where_none_was_written() -> None:
    run = act(at("move"), AskHint())
    assert (run.answer, run.hinted) == ("hint", True)
    done = act(run, YourMove("play 9d"))
    assert done.last is not None
    assert done.last.hints == 1
    assert act(at("illegal"), AskHint()).rev == at("illegal").rev
    assert hint_of(done) is None


def test_playing_out_waits_for_bots_and_answers_a_try_out_of_turn() -> None:
    run = act(at("out"), YourMove("play 3c"))
    assert waiting_for(run) == "bot"
    early = act(run, YourMove("play 4c"))
    assert isinstance(early.answer, Refusal)
    assert early.answer.violation is not None
    assert early.answer.violation.rule.id == "slave.turn"
    assert early.last is None
    view, level, seed = bot_request(run)
    assert (view.seat, level) == (1, "novice")
    assert bot_request(run)[2] == seed
    with pytest.raises(IllegalMove):
        act(run, BotMove("play 3h"))
    assert forced_move(run) is None
    after = act(run, BotMove("pass"))
    assert after.state is not None
    assert after.state.turn == 2
    with pytest.raises(ValueError, match="no bot"):
        bot_request(at("out"))
    with pytest.raises(ValueError, match="nobody but the learner"):
        act(at("out"), BotMove("pass"))


def test_a_message_from_another_screen_is_not_accepted() -> None:
    run = act(at("move"), YourMove("play 4c"))
    assert accepts(run, run.rev)
    assert not accepts(run, at("move").rev)


def test_after_the_end_nothing_happens() -> None:
    over = list(walk(LESSON, 1))[-1]
    assert waiting_for(over) == "over"
    for action in (Next(), Back(), Go(), Forget(), AskHint(), YourMove("pass"), YourAnswer("8")):
        assert act(over, action) is over


def test_pauses() -> None:
    assert pause(replace(at("move"), pace="at-once")) == 0
