"""Me: what was done so far, and how things are to be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tutor import lessons
from tutor.i18n import LANGUAGES
from tutor.learner import StoreError
from tutor.lessons import LessonError
from tutor.puzzles import PuzzleError
from tutor.ui import learn, markup, puzzles, setting, shell
from tutor.ui.table import notice, say_notice
from tutor.ui.text_table import TABLES
from tutor.ui.visit import Visit, current, store

__all__ = ["page"]

MATCHES = 20


def page() -> None:
    visit = current()
    with st.container(key="column"):
        st.html(f'<h1 class="title">{markup.escape(visit.tell("ui.me.title"))}</h1>{_done(visit)}')
        say_notice(visit)
        st.html(f"<h2>{markup.escape(visit.tell('ui.me.settings'))}</h2>")
        _settings(visit)
        st.html(f"<h2>{markup.escape(visit.tell('ui.me.matches'))}</h2>{_matches(visit)}")


def _done(visit: Visit) -> str:
    kept = store()
    facts = []
    try:
        every = lessons.every()
        solved = kept.solved(visit.key, "lesson")
        count = sum(learn.done(lesson, solved) for lesson in every)
        facts.append((visit.tell("ui.me.lessons"), visit.tell("ui.me.of", number=count, all=len(every))))
    except LessonError:
        pass
    try:
        named = list(puzzles.named())
        right = kept.solved(visit.key, "puzzle")
        count = sum(puzzle.id in right for puzzle in named)
        facts.append((visit.tell("ui.me.puzzles"), visit.tell("ui.me.of", number=count, all=len(named))))
    except PuzzleError:
        pass
    deals = sum(match.deals for match in kept.games(visit.key))
    facts.append((visit.tell("ui.me.deals"), visit.tell("ui.me.count", number=deals)))
    rows = "".join(f"<div><dt>{markup.escape(name)}</dt><dd>{markup.escape(fact)}</dd></div>" for name, fact in facts)
    return f'<dl class="tally">{rows}</dl>'


def _matches(visit: Visit) -> str:
    found = store().games(visit.key)[:MATCHES]
    if not found:
        link = markup.escape(shell.href("play", visit))
        return (
            f'<p class="lead">{markup.escape(visit.tell("ui.me.no-matches"))} '
            f'<a href="{link}">{markup.escape(visit.tell("ui.play.new"))}</a></p>'
        )
    return f'<ul class="rows">{"".join(setting.match_row(match, visit) for match in found)}</ul>'


# Settings


def _settings(visit: Visit) -> None:
    settings = visit.settings
    with st.container(key="setup"):
        _choose(visit, "language", {language: language for language in LANGUAGES}, visit.language)
        _choose(visit, "four-colours", {"on": True, "off": False}, settings["four_colours"])
        _choose(visit, "table", {look: look for look in TABLES}, settings["table"])
        _choose(visit, "pace", {pace: pace for pace in setting.PACES}, settings["pace"])
        _choose(visit, "motion", {"as-browser": None, "off": False}, settings["motion"])


def _choose(visit: Visit, name: str, values: Mapping[str, Any], now: Any) -> None:
    """One setting as a row of buttons, saved as soon as one is pressed."""
    key = f"set-{name}"

    def save() -> None:
        try:
            store().save_settings(visit.key, **{name.replace("-", "_"): values[st.session_state[key]]})
        except StoreError as error:
            notice(error.say(visit.language))
        if name == "language" and visit.linked is not None:
            del st.query_params["lang"]

    st.segmented_control(
        visit.tell(f"ui.me.{name}"),
        list(values),
        default=next((word for word, value in values.items() if value == now), None),
        format_func=lambda word: visit.tell(f"ui.{name}.{word}"),
        key=key,
        on_change=save,
        required=True,
    )
