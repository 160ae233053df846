"""Every lesson that comes with Samrap, walked from start to finish in every ruleset that it lists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from tests.laws.walks import near_misses, reread
from tutor import lessons
from tutor.cards import Cards
from tutor.core import Move, Violation
from tutor.core.prose import LONGEST, MARK, words
from tutor.i18n import LANGUAGES, say
from tutor.lessons import Judgement, Lesson, Moment, ask, begin, judge, right_answer

NAMES = ("คุณ", "นก", "บอย", "แนน", "เก่ง", "ฝ้าย", "โอ๊ต", "มุก")

assert lessons.every()
ALL = [pytest.param(lesson, id=lesson.id) for lesson in lessons.every()]
MOMENTS = [
    pytest.param(begin(lesson, at, rules), id=f"{lesson.id}/{step.id}/{rules.preset}")
    for lesson in lessons.every()
    for rules in lesson.rules
    for at, step in enumerate(lesson.steps)
]


def says_something(judged: Judgement) -> None:
    """Every reason has its words, in both languages, with every blank filled."""
    for reason in judged.reasons:
        for language in LANGUAGES:
            said = say(reason, language, NAMES, judged.moment.seat)
            assert said, f"{reason.rule.id} says nothing in {language}"
            assert "{" not in said


def played_out(moment: Moment) -> tuple[Moment, bool]:
    """The step played to its end by habit in every seat, and whether the goal was reached."""
    while True:
        assert moment.state is not None
        move = moment.lesson.game.advice.habit(moment.state, Random(moment.made))
        judged = judge(moment, move)
        says_something(judged)
        if judged.moment.done or not judged.right:
            return judged.moment, judged.right
        moment = judged.moment


@pytest.mark.parametrize("moment", MOMENTS)
def test_right_answers_lead_to_the_end_of_the_step(moment: Moment) -> None:
    step = moment.step
    if step.kind == "play_out":
        last, reached = played_out(moment)
        assert last.done is reached
        return
    for _ in range(10):
        judged = judge(moment, right_answer(moment))
        assert judged.right
        says_something(judged)
        moment = judged.moment
        if moment.done:
            break
    assert moment.done
    if step.kind != "tell":
        assert judged.text == step.right


def test_a_goal_of_playing_out_can_be_reached_by_habit() -> None:
    played = [
        (lesson, at) for lesson in lessons.every() for at, step in enumerate(lesson.steps) if step.kind == "play_out"
    ]
    assert played
    for lesson, at in played:
        assert played_out(begin(lesson, at))[1], f"{lesson.id}/{lesson.steps[at].id}"


def wrong_moves(moment: Moment) -> Iterator[Move]:
    """Every legal move, every set of up to four cards of the hand with the verbs of the moment, and moves that are
    nearly legal; some are right answers."""
    assert moment.state is not None
    assert moment.view is not None
    yield from moment.state.legal_moves()
    for verb in moment.view.verbs():
        for size in range(1, 5):
            for chosen in combinations(moment.view.hand, size):
                if (move := reread(moment.lesson.game, f"{verb} {Cards.of(chosen)}")) is not None:
                    yield move
    yield from dict.fromkeys(near_misses(moment.state, Random(moment.step.id), 200))


def wrong_choices(moment: Moment) -> Iterator[tuple[str, ...]]:
    question = ask(moment)
    assert question is not None
    ids = [option.id for option in question.options]
    if question.kind == "order":
        for at in range(len(ids) - 1):
            correct = list(right_answer(moment) or ())
            correct[at], correct[at + 1] = correct[at + 1], correct[at]
            yield tuple(correct)
        return
    for size in (1, 2, len(ids)) if question.many else (1,):
        yield from combinations(ids, size)


def wrong_answers(moment: Moment) -> Iterator[lessons.Answer]:
    question = ask(moment)
    if question is None:
        yield from wrong_moves(moment)
    elif question.kind == "number":
        right = int(str(right_answer(moment)))
        yield from (str(right + 1), str(right - 1), "", "many")
    elif question.kind == "bill":
        yield {field.id: "99" for field in question.fields}
    else:
        yield from wrong_choices(moment)


@pytest.mark.parametrize("moment", [m for m in MOMENTS if m.values[0].step.kind not in ("tell", "play_out")])
def test_every_wrong_answer_is_answered_for_what_it_is(moment: Moment) -> None:
    """A broken rule is named; a legal move, or a wrong choice, is told a fact about its own cards."""
    asked = generic = 0
    for answer in wrong_answers(moment):
        judged = judge(moment, answer)
        if judged.right:
            continue
        asked += 1
        assert judged.reasons
        assert not judged.moment.done
        assert judged.moment == moment, "a wrong answer leaves the step where it stood"
        says_something(judged)
        if isinstance(answer, Move):
            assert moment.state is not None
            violation = moment.state.check(answer)
            if violation is not None:
                assert violation in judged.reasons
                assert not judged.soft
            else:
                assert judged.soft
        generic += [reason.rule.id for reason in judged.reasons] == ["lesson.allowed"] and judged.text is None
    assert asked
    assert generic <= asked / 5


@pytest.mark.parametrize("lesson", ALL)
def test_the_rules_taught_are_the_rules_that_a_learner_meets(lesson: Lesson) -> None:
    met = set()
    assert lesson.teaches
    for at, step in enumerate(lesson.steps):
        moment = begin(lesson, at)
        if step.kind in ("tell", "play_out"):
            continue
        for answer in (right_answer(moment), *wrong_answers(moment)):
            met |= {reason.rule.id for reason in judge(moment, answer).reasons}
    assert set(lesson.teaches) <= met


@pytest.mark.parametrize("lesson", ALL)
def test_texts_are_short_and_begin_with_something_to_do(lesson: Lesson) -> None:
    assert lesson.steps[0].kind != "tell"
    assert lesson.steps[-1].kind in ("move", "play_out")
    for step in lesson.steps:
        for language in LANGUAGES:
            assert words(step.say.say(language)) <= LONGEST


@pytest.mark.parametrize("lesson", ALL)
def test_both_languages_speak_of_the_same_cards(lesson: Lesson) -> None:
    compared = 0
    for step in lesson.steps:
        for text in (step.say, getattr(step, "right", None), getattr(step, "hint", None)):
            if text is not None:
                marked = {
                    language: {card for kind, card in MARK.findall(text.say(language)) if kind == "c"}
                    for language in LANGUAGES
                }
                assert marked["th"] == marked["en"], step.id
                compared += bool(marked["th"])
    assert compared


def test_a_wrong_try_names_the_nearest_legal_move() -> None:
    moment = begin(lessons.find("slave-what-beats-what"))
    judged = judge(moment, moment.lesson.game.read_move("play 6h"))
    assert [reason.rule.id for reason in judged.reasons] == ["slave.higher"]
    assert isinstance(judged.reasons[0], Violation)
    assert str(judged.nearest) == "play 9d"
    assert str(judged.cards) == "6h"
    assert judged.text is not None


def test_an_unknown_lesson_names_those_there_are() -> None:
    with pytest.raises(lessons.UnknownLesson, match="slave-what-beats-what"):
        lessons.find("solitaire")
