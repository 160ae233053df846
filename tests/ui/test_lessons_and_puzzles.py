from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.ui.driving import Browser
from tutor import lessons, puzzles
from tutor.bots.pool import WorkerError
from tutor.i18n import tell
from tutor.learner import Store, StoreError
from tutor.lessons import Lesson, right_answer
from tutor.lessons.models import PlayOut
from tutor.puzzles import Puzzle
from tutor.session import lesson as runs
from tutor.ui import learn
from tutor.ui.visit import store

LESSON_IDS = [lesson.id for lesson in lessons.every()]
NAMED = [puzzle for puzzle in puzzles.every() if puzzle.title is not None]


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
@pytest.mark.parametrize("locale", ["th-TH", "en-US"])
def test_lesson_from_start_to_finish(browser: Browser, lesson_id: str, locale: str) -> None:
    browser.at.context["locale"] = locale
    lesson = lessons.find(lesson_id)
    browser.open("learn", lesson=lesson_id)
    for _ in range(300):
        assert not browser.at.exception
        scene = browser.scene
        buttons = {button["id"] for button in scene["buttons"]}
        if "done" in buttons:
            break
        if scene["waiting"] is not None:
            browser.send("go")
        elif "next" in buttons:
            browser.send("next")
        elif "close" in buttons:
            browser.send("close")
        else:
            answer_right(browser)
    else:
        raise AssertionError("the lesson does not end")
    assert learn.done(lesson, store().solved(browser.key, "lesson"))
    finished = browser.scene
    assert browser.again().scene == finished
    browser.open("rules").open("learn", lesson=lesson_id)
    assert browser.at.session_state["lesson"].step_id == lesson.steps[0].id  # whoever comes back begins anew
    browser.at.session_state["lesson"] = replace(browser.at.session_state["lesson"], finished=True)
    browser.again().send("done")
    assert browser.table is None
    assert 'data-mark="done"' in browser.open("learn").html


def answer_right(browser: Browser) -> None:
    run = browser.at.session_state["lesson"]
    question = lessons.ask(run.moment)
    answer = right_answer(run.moment)
    if answer is None:  # nobody knows the way to win a deal: try another one each time
        answer = run.lesson.game.advice.habit(run.moment.state, Random(run.changes))
    if question is None:
        do, *cards = str(answer).split()
        browser.send(do, cards)
    else:
        browser.send("answer", value=answer if isinstance(answer, str | dict) else list(answer))


def test_place_in_a_lesson_is_kept_by_the_id_of_its_step(browser: Browser) -> None:
    lesson = lessons.every()[0]
    browser.open("learn", lesson=lesson.id)
    answer_right(browser)
    while browser.scene["waiting"] is not None:
        browser.send("go")
    browser.send("next")
    assert store().place(browser.key, lesson.id) == lesson.steps[1].id
    again = Browser(browser.key).open("learn", lesson=lesson.id)
    assert again.at.session_state["lesson"].step_id == lesson.steps[1].id
    assert again.scene["ask"] == browser.scene["ask"]


def test_wrong_answer_is_logged_and_nothing_moves_on(browser: Browser) -> None:
    lesson: Lesson = lessons.find("slave-what-beats-what")
    browser.open("learn", lesson=lesson.id)
    cards = [card["id"] for card in browser.scene["hand"]["cards"]]
    browser.send("play", cards)
    assert browser.scene["answer"]["tone"] == "wrong"
    attempts = store().attempts(browser.key, "lesson", lesson.id)
    assert [attempt.right for attempt in attempts] == [False]
    assert store().place(browser.key, lesson.id) is None


@pytest.mark.parametrize("puzzle", NAMED, ids=[puzzle.id for puzzle in NAMED])
def test_puzzle_wrong_then_right(browser: Browser, puzzle: Puzzle) -> None:
    browser.open("puzzles", puzzle=puzzle.id)
    assert browser.table == "puzzle-table"
    send(browser, puzzle.tempting)
    while browser.scene["waiting"] is not None:
        browser.send("go")
    assert browser.scene["answer"]["tone"] == "wrong"
    browser.send("close")
    send(browser, puzzle.accept[0])
    assert browser.scene["answer"]["tone"] == "right"
    attempts = store().attempts(browser.key, "puzzle", puzzle.id)
    assert [(attempt.right, attempt.hints) for attempt in attempts] == [(False, 0), (True, 0)]
    browser.send("next")
    assert browser.query()["puzzle"] != puzzle.id
    listed = browser.open("puzzles").html
    assert listed.count('data-mark="done"') == 1
    assert listed.count("<small>") == 1  # now its themes are told


def send(browser: Browser, text: str) -> None:
    do, *cards = text.split()
    browser.send(do, cards)


def test_puzzle_whose_move_was_shown_does_not_count(browser: Browser) -> None:
    puzzle = NAMED[0]
    browser.open("puzzles", puzzle=puzzle.id)
    for _ in range(4):
        browser.send("hint")
    send(browser, puzzle.accept[0])
    assert browser.scene["answer"]["tone"] == "right"
    assert puzzle.id not in store().solved(browser.key, "puzzle")
    assert 'data-mark="done"' not in browser.open("puzzles").html


def test_reload_buys_no_hint_back(browser: Browser) -> None:
    puzzle, other = NAMED[:2]
    browser.open("puzzles", puzzle=puzzle.id)
    for _ in range(3):
        browser.send("hint")
    assert store().attempts(browser.key, "puzzle") == ()
    assert 'data-mark="here"' not in browser.open("puzzles").html  # a hint is no try
    again = Browser(browser.key).open("puzzles", puzzle=puzzle.id)
    assert again.at.session_state["puzzle"].taken == 3
    labels = [button["label"] for button in again.scene["buttons"] if button["id"] == "hint"]
    assert labels == [tell("scene.do.hint", "th", step=1, steps=4)]  # seen once, it costs nothing more
    again.send("hint")
    assert store().hints(browser.key, puzzle.id) == 3
    send(again, puzzle.accept[0])
    assert tell("scene.puzzle.not-counted", "th") in again.scene["answer"]["text"]
    assert puzzle.id not in store().solved(browser.key, "puzzle")
    send(again.open("puzzles", puzzle=other.id), other.accept[0])
    send(again.open("puzzles", puzzle=puzzle.id), puzzle.accept[0])
    assert set(store().solved(browser.key, "puzzle")) == {other.id}


def test_hints_hold_after_another_puzzle(browser: Browser) -> None:
    puzzle, other = NAMED[:2]
    browser.open("puzzles", puzzle=puzzle.id).send("hint")
    browser.open("puzzles", puzzle=other.id)
    assert browser.at.session_state["puzzle"].taken == 0
    browser.open("puzzles", puzzle=puzzle.id)
    assert browser.at.session_state["puzzle"].taken == 1
    send(browser, puzzle.accept[0])
    assert [attempt.hints for attempt in store().attempts(browser.key, "puzzle")] == [1]
    assert set(store().solved(browser.key, "puzzle")) == {puzzle.id}


def fail(*_: object, **__: object) -> None:
    raise StoreError("full", "the disk")


def test_what_cannot_be_saved_is_not_shown_and_is_tried_again(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lesson, puzzle = lessons.find("slave-what-beats-what"), puzzles.find("slave-one-card-each")
    pages = [({"lesson": lesson.id}, "learn"), ({"puzzle": puzzle.id}, "puzzles")]
    for query, page in pages:
        browser.open(page, **query)
        before = browser.scene
        with monkeypatch.context() as patch:
            for name in ("log_attempt", "log_hint"):
                patch.setattr(Store, name, fail)
            send(browser, puzzle.tempting if page == "puzzles" else f"play {before['hand']['cards'][0]['id']}")
            if page == "puzzles":
                browser.send("hint")
            assert browser.scene["answer"]["text"] == StoreError("full", "the disk").say("th")
            assert browser.scene["waiting"] is None
        assert browser.scene["hand"] == before["hand"]
        browser.send("close")
        assert browser.scene["answer"] is None
    assert store().attempts(browser.key, "puzzle") == store().attempts(browser.key, "lesson") == ()
    assert store().hints(browser.key, puzzle.id) == 0
    caplog.clear()  # whoever runs the app is told, too


@pytest.mark.parametrize("failure", [WorkerError("it died twice"), TimeoutError(), RuntimeError("whatever")])
def test_failing_bot_of_a_lesson_is_asked_again_by_the_learner_alone(
    browser: Browser, failure: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_answer(_: object) -> None:
        raise failure

    lesson, step = next(
        (lesson, step) for lesson in lessons.every() for step in lesson.steps if isinstance(step, PlayOut)
    )
    store().save_place(browser.key, lesson.id, step.id)
    browser.open("learn", lesson=lesson.id)
    monkeypatch.setattr(runs, "forced_move", lambda _: None)
    monkeypatch.setattr(learn, "wait_for", no_answer)
    for _ in range(20):
        if runs.waiting_for(browser.at.session_state["lesson"]) == "bot":
            break
        if browser.scene["waiting"] is not None:
            browser.send("go")
        elif any(button["id"] == "close" for button in browser.scene["buttons"]):
            browser.send("close")
        else:
            answer_right(browser)
    if browser.scene["waiting"] is None:
        browser.send("close")
    browser.send("go")
    assert browser.scene["waiting"] is None
    assert browser.scene["answer"]["title"] == tell("scene.trouble.title", "th")
    assert [button["id"] for button in browser.scene["buttons"]] == ["close"]
    browser.send("close")
    assert browser.scene["waiting"] is not None
    caplog.clear()  # whoever runs the app is told, too


def test_lesson_is_left_when_it_is_done_and_not_before(browser: Browser) -> None:
    lesson = lessons.every()[0]
    browser.open("learn", lesson=lesson.id)
    browser.send("done")
    browser.send("done", rev="nonsense")
    assert browser.table == "lesson-table"


@pytest.mark.parametrize("value", [None, "x" * 79, ["a"] * 60, {"a": "b"}, 7, [[1]], {"a": {}}])
def test_nonsense_as_an_answer_changes_nothing(browser: Browser, value: object) -> None:
    browser.open("learn", lesson=lessons.every()[0].id)
    step = browser.at.session_state["lesson"].step_id
    browser.fire("lesson-table", {"do": "answer", "value": value, "rev": browser.scene["rev"]})
    browser.send("next")
    browser.send("close")
    assert not browser.at.exception
    assert browser.at.session_state["lesson"].step_id == step
    assert store().attempts(browser.key, "lesson") == ()
