"""Learn: the list of lessons, and a lesson step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby

import streamlit as st

from tutor import games, lessons
from tutor.lessons import Lesson, LessonError, UnknownLesson
from tutor.scene import lesson_scene
from tutor.scene.prose import plain
from tutor.session import lesson as runs
from tutor.session.actions import (
    AskHint,
    Back,
    BotMove,
    Forget,
    Go,
    Next,
    Trouble,
    YourAnswer,
    YourMove,
    accepts,
)
from tutor.session.lesson import LessonRun
from tutor.ui import markup, shell
from tutor.ui.table import Message, say_notice
from tutor.ui.text_table import either_table, offer_other
from tutor.ui.visit import Visit, current, pool, store, wait_for

__all__ = ["done", "first_open", "page"]

_RUN = "lesson"


def page() -> None:
    visit = current()
    lesson_id = st.query_params.get("lesson")
    elsewhere = (shell.href("learn", visit), visit.tell("ui.learn.all"))
    try:
        if lesson_id is None:
            _list(visit)
        else:
            _begin(lessons.find(lesson_id), visit)
    except UnknownLesson:
        shell.note(visit.tell("ui.learn.no-lesson.title"), visit.tell("ui.learn.no-lesson"), link=elsewhere)
    except LessonError as error:
        shell.faulty("ui.learn.faulty.title", error, visit)


# The list


def done(lesson: Lesson, solved: Mapping[str, frozenset[str]]) -> bool:
    """Whether every step that asks something was answered right."""
    return {step.id for step in lesson.steps if step.asks} <= solved.get(lesson.id, frozenset())


def first_open(solved: Mapping[str, frozenset[str]]) -> Lesson | None:
    """The lesson to go on with."""
    return next((lesson for lesson in lessons.every() if not done(lesson, solved)), None)


def _list(visit: Visit) -> None:
    solved = store().solved(visit.key, "lesson")
    going = first_open(solved)
    parts = [f'<h1 class="title">{markup.escape(visit.tell("ui.learn.title"))}</h1>']
    for set_id, group in groupby(lessons.every(), key=lambda lesson: lesson.set):
        parts.append(f"<h2>{markup.escape(visit.tell(f'{games.find(set_id).id}.title'))}</h2><ol class='rows'>")
        parts += [_row(lesson, visit, solved, lesson is going) for lesson in group]
        parts.append("</ol>")
    st.html(f'<div class="column">{"".join(parts)}</div>')


def _row(lesson: Lesson, visit: Visit, solved: Mapping[str, frozenset[str]], here: bool) -> str:
    asking = [step.id for step in lesson.steps if step.asks]
    right = len(set(asking) & solved.get(lesson.id, frozenset()))
    facts = visit.tell("ui.learn.facts", count=len(lesson.steps), minutes=lesson.minutes)
    if right == len(asking):
        mark, state = "done", visit.tell("ui.learn.done")
    elif right:
        mark, state = "here", visit.tell("ui.learn.here", right=right, all=len(asking))
    else:
        mark, state = ("here", visit.tell("ui.learn.start")) if here else ("", "")
    tag = f'<em class="mark" data-mark="{mark}">{markup.escape(state)}</em>' if state else ""
    return (
        f'<li><a class="row" href="{markup.escape(shell.href("learn", visit, lesson=lesson.id))}">'
        f"<b>{markup.words(plain(lesson.title, visit.language), visit.language)}</b>{tag}"
        f"<span>{markup.words(plain(lesson.about, visit.language), visit.language)}</span>"
        f"<small>{markup.escape(facts)}</small></a></li>"
    )


# A lesson


def _begin(lesson: Lesson, visit: Visit) -> None:
    run = st.session_state.get(_RUN)
    # Whoever comes back begins anew; whoever only switches the language at the end stays there.
    over = isinstance(run, LessonRun) and run.finished and st.session_state["arrived"]
    if not isinstance(run, LessonRun) or run.lesson.id != lesson.id or over:
        run = runs.begin(lesson, store().place(visit.key, lesson.id))
    st.session_state[_RUN] = replace(run, pace=visit.settings["pace"])
    heading = markup.words(plain(lesson.title, visit.language), visit.language)
    st.html(f'<h1 class="title table-title">{heading}</h1>')
    _table(visit)
    offer_other(visit)


@st.fragment
def _table(visit: Visit) -> None:
    if st.session_state.pop("left", False):
        st.session_state.pop(_RUN, None)
        shell.go("learn", visit)
    run: LessonRun = st.session_state[_RUN]
    steps = len(run.lesson.steps)
    at = steps if run.finished else run.moment.at
    words = visit.tell("ui.learn.step", number=min(at + 1, steps), all=steps)
    st.html(
        f'<div class="way"><span>{markup.escape(words)}</span>'
        f'<span class="track" aria-hidden="true"><i style="width:{100 * at // steps}%"></i></span></div>'
    )
    say_notice(visit)
    scene = lesson_scene(run, visit.language, title=shell.title("learn", visit.language), **visit.drawn)
    either_table(scene, visit, key="lesson-table", on_message=lambda message: _hear(message, visit), on_trouble=_stop)


def _stop(trouble: Trouble) -> None:
    st.session_state[_RUN] = runs.act(st.session_state[_RUN], trouble)


def _hear(message: Message, visit: Visit) -> None:
    run: LessonRun = st.session_state[_RUN]
    if not accepts(run, message.rev):
        return
    if run.finished and message.do == "done":
        st.session_state["left"] = True
        return
    # Whatever comes of it, the next screen is another one: so the browser knows that its message was heard.
    st.session_state[_RUN] = run = replace(run, changes=run.changes + 1)
    after = _after(message, run)
    kept = store()
    if after.last is not None:
        last = after.last
        kept.log_attempt(
            visit.key,
            "lesson",
            run.lesson.id,
            last.step,
            last.answer[:400],
            last.right,
            last.hints,
            datetime.now(UTC),
        )
    if after.finished:
        kept.save_place(visit.key, run.lesson.id, run.lesson.steps[0].id)  # the next time begins anew
    elif after.step_id != run.step_id:
        kept.save_place(visit.key, run.lesson.id, after.step_id)
    st.session_state[_RUN] = after


def _after(message: Message, run: LessonRun) -> LessonRun:
    match message.do:
        case "go" if runs.waiting_for(run) == "bot":
            text = runs.forced_move(run) or str(wait_for(pool().choose(*runs.bot_request(run))).move)
            return runs.act(run, BotMove(text))
        case "go":
            return runs.act(run, Go())
        case "answer":
            value = message.value
            return runs.act(run, YourAnswer(list(value) if isinstance(value, tuple) else value))
        case "next":
            return runs.act(run, Next())
        case "back":
            return runs.act(run, Back())
        case "hint":
            return runs.act(run, AskHint())
        case "close":
            return runs.act(run, Forget())
    return runs.act(run, YourMove(message.text(run.view)))
