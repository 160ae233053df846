"""A lesson from start to finish, right and wrong, by mouse and by keys."""

from __future__ import annotations

from random import Random

import pytest

from tests.browser import matches
from tests.browser.app import LANGUAGE, Screen, now_and_long
from tests.browser.conftest import Visit
from tutor import lessons
from tutor.bots import choose
from tutor.core import Move, Violation
from tutor.i18n import tell
from tutor.lessons import Answer, Moment
from tutor.lessons.models import Order, PlayOut, Tell, TryIllegal
from tutor.scene import lesson_scene
from tutor.session import lesson as runs
from tutor.session.actions import BotMove, Forget, Go, Next, YourAnswer, YourMove
from tutor.session.lesson import LessonRun

pytestmark = pytest.mark.browser


class Learner:
    """Answers at the screen, and beside it goes through the same lesson without one: both must show the same."""

    def __init__(self, screen: Screen, run: LessonRun) -> None:
        self.screen = screen
        self.run = run
        self.shown()

    def shown(self) -> None:
        """The others have moved, and the screen shows it."""
        while (waiting := runs.waiting_for(self.run)) in ("frames", "bot"):
            self.run = runs.act(self.run, Go() if waiting == "frames" else BotMove(_bots_move(self.run)))
        self.screen.shows(lesson_scene(self.run, self.screen.language))

    def answer(self, answer: Answer) -> None:
        if isinstance(answer, Move):
            self.screen.play(str(answer))
            self.run = runs.act(self.run, YourMove(str(answer)))
        else:
            self._mark(answer)
            self.screen.press("answer")
            self.run = runs.act(self.run, YourAnswer(answer))
        self.shown()

    def _mark(self, answer: Answer) -> None:
        screen = self.screen
        if isinstance(answer, str):
            screen.page.locator(".sr-fields input").fill(answer)
        elif isinstance(answer, dict):
            for name, value in answer.items():
                screen.page.locator(f'.sr-field[data-id="{name}"] input').fill(value)
        elif isinstance(self.run.moment.step, Order):
            _put_in_order(screen, list(answer or ()))
        elif screen.shown["choices"]:
            screen.choose(answer or ())
        else:
            screen.select(answer or ())

    def next(self) -> None:
        self.screen.press("next")
        self.run = runs.act(self.run, Next())
        self.shown()

    def close(self) -> None:
        self.learner.close()
        self.run = runs.act(self.run, Forget())
        self.shown()


def _bots_move(run: LessonRun) -> str:
    from random import Random

    forced = runs.forced_move(run)
    if forced is not None:
        return forced
    view, level, seed = runs.bot_request(run)
    return str(choose(view, level, Random(seed)).move)


def _put_in_order(screen: Screen, wanted: list[str]) -> None:
    """Each is picked up and put where it belongs, from the front."""
    for place, name in enumerate(wanted):
        now = screen.shown["choices"]
        if now[place] == name:
            continue
        screen.touch(".sr-choices", name)
        if screen.by == "keys":
            for _ in range(now.index(name) - place):
                screen.page.keyboard.press("ArrowLeft")
            screen.page.keyboard.press("Space")
        else:
            screen.touch(".sr-choices", now[place])
    assert screen.shown["choices"] == wanted


def _right(run: LessonRun) -> Answer:
    """What the step asks; in a deal that is played out, what a good player would do."""
    if isinstance(run.moment.step, PlayOut):
        assert run.moment.view is not None
        return choose(run.moment.view, "medium", Random(run.tries)).move
    return lessons.right_answer(run.moment)


def _wrong(moment: Moment) -> Answer:
    """Something to try that is not right; None where there is nothing to be wrong about."""
    question = lessons.ask(moment)
    right = lessons.right_answer(moment)
    if isinstance(moment.step, TryIllegal | PlayOut) or (moment.view is None and question is None):
        return None
    if question is None:
        assert moment.view is not None
        moves = (moment.lesson.game.read_move(f"play {card}") for card in moment.view.hand)
        return next((move for move in moves if moment.view.check(move)), None)
    assert isinstance(right, tuple)
    if question.kind == "order":
        return tuple(reversed(right))
    return (next(option.id for option in question.options if option.id not in right),)


@now_and_long(("locale", "by"), now=[("en-US", "keys"), ("th-TH", "touch")], long=[("th-TH", "mouse")])
def test_from_the_list_through_every_step_to_the_list(visit: Visit, locale: str, by: str) -> None:
    screen = visit(locale=locale, by=by, width=390 if by == "touch" else 1280)
    lesson = lessons.every()[0]
    screen.open("/learn")
    screen.page.get_by_role("link").filter(has_text=lesson.title.say(screen.language)).click()
    screen.table.wait_for()
    learner = Learner(screen, runs.begin(lesson))
    tried: set[str] = set()
    while not learner.run.finished:
        moment = learner.run.moment
        if isinstance(moment.step, Tell):
            learner.next()
            continue
        if moment.step.kind not in tried and (wrong := _wrong(moment)) is not None:
            tried.add(moment.step.kind)
            learner.answer(wrong)
            _explained(learner)
            if runs.held(learner.run):
                learner.close()
        while not learner.run.moment.done:
            learner.answer(_right(learner.run))
            if runs.held(learner.run):  # played out and lost: once more, and better
                learner.close()
        assert screen.answer.get_attribute("data-tone") == "right"
        learner.next()
    assert len(tried) >= 4
    screen.press("done")
    row = screen.page.get_by_role("link").filter(has_text=lesson.title.say(screen.language))
    row.locator('[data-mark="done"]').wait_for()
    assert screen.key is not None
    steps = {step.id for step in lesson.steps if step.asks}
    assert screen.app.store.solved(screen.key, "lesson")[lesson.id] == steps


def _explained(learner: Learner) -> None:
    """A wrong answer is answered with the rule, where one was broken, and with words in any case."""
    screen, judged = learner.screen, learner.run.answer
    panel = screen.answer
    assert panel.get_attribute("data-tone") == "wrong"
    assert screen.shown["answer"] != ""
    broken = [reason for reason in getattr(judged, "reasons", ()) if isinstance(reason, Violation)]
    if broken:
        rule = broken[0].rule
        assert screen.shown["title"] == tell("scene.answer.refused", screen.language)
        assert panel.locator(f'a[href*="/rules?rule={rule.id}"]').count() == 1


@pytest.mark.parametrize("locale", LANGUAGE)
def test_a_reload_goes_on_at_the_step(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale)
    lesson = lessons.every()[0]
    screen.open("/learn", lesson=lesson.id)
    learner = Learner(screen, runs.begin(lesson))
    learner.answer(lessons.right_answer(learner.run.moment))
    learner.next()
    screen.reload()
    Learner(screen, runs.begin(lesson, lesson.steps[1].id))


def test_a_rule_leads_from_a_wrong_answer_to_its_words(visit: Visit) -> None:
    screen = visit()
    lesson = lessons.every()[0]
    screen.open("/learn", lesson=lesson.id)
    learner = Learner(screen, runs.begin(lesson))
    wrong = _wrong(learner.run.moment)
    assert isinstance(wrong, Move)
    learner.answer(wrong)
    screen.answer.get_by_role("link").first.click()
    rule = screen.page.locator("details[open]")
    rule.wait_for()
    assert rule.inner_text().strip() != ""
    screen.page.go_back()
    screen.table.wait_for()
    assert matches.ids(learner.run.moment.view.hand) == sorted(screen.shown["hand"])  # type: ignore[union-attr]
