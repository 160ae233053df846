"""Puzzles: the list of those with a name, and one tried until it is right."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby

import streamlit as st

from tutor import puzzles
from tutor.i18n import spell
from tutor.lessons import LessonError
from tutor.puzzles import Puzzle, PuzzleError, UnknownPuzzle
from tutor.scene import puzzle_scene
from tutor.scene.prose import plain
from tutor.session import puzzle as runs
from tutor.session.actions import AskHint, Forget, Go, Trouble, YourMove, accepts
from tutor.session.puzzle import PuzzleRun
from tutor.ui import markup, shell
from tutor.ui.table import Message, say_notice
from tutor.ui.text_table import either_table, offer_other
from tutor.ui.visit import Visit, current, store

__all__ = ["named", "page"]

_RUN = "puzzle"


def page() -> None:
    visit = current()
    puzzle_id = st.query_params.get("puzzle")
    elsewhere = (shell.href("puzzles", visit), visit.tell("ui.puzzles.all"))
    try:
        if puzzle_id is None:
            _list(visit)
        else:
            _begin(puzzles.find(puzzle_id), visit)
    except UnknownPuzzle:
        shell.note(visit.tell("ui.puzzles.no-puzzle.title"), visit.tell("ui.puzzles.no-puzzle"), link=elsewhere)
    except PuzzleError as error:
        shell.faulty("ui.puzzles.faulty.title", error, visit)
    except LessonError as error:  # the terms, which stand in puzzles, too
        shell.faulty("ui.learn.faulty.title", error, visit)


def named() -> Iterator[Puzzle]:
    """The puzzles that were picked by hand."""
    return (puzzle for puzzle in puzzles.every() if puzzle.title is not None)


def name_of(puzzle: Puzzle, language: str) -> str:
    """What a puzzle is called; without a name by its id."""
    return puzzle.id if puzzle.title is None else plain(puzzle.title, language)


# The list


def _list(visit: Visit) -> None:
    solved = store().solved(visit.key, "puzzle")
    tried = {attempt.item for attempt in store().attempts(visit.key, "puzzle")}
    parts = [
        f'<h1 class="title">{markup.escape(visit.tell("ui.puzzles.title"))}</h1>'
        f'<p class="lead">{markup.escape(visit.tell("ui.puzzles.lead"))}</p>'
    ]
    for game, group in groupby(named(), key=lambda puzzle: puzzle.game.id):
        parts.append(f"<h2>{markup.escape(visit.tell(f'{game}.title'))}</h2><ol class='rows'>")
        parts += [_row(puzzle, visit, solved, tried) for puzzle in group]
        parts.append("</ol>")
    st.html(f'<div class="column">{"".join(parts)}</div>')


def _row(puzzle: Puzzle, visit: Visit, solved: Collection[str], tried: Collection[str]) -> str:
    hand = " ".join(spell(card, visit.language) for card in puzzle.game.order(puzzle.view.hand, puzzle.view.rules))
    themes = tag = ""
    if puzzle.id in solved:
        tag = f'<em class="mark" data-mark="done">{markup.escape(visit.tell("ui.puzzles.solved"))}</em>'
        # Before, they would give the answer away.
        named = " · ".join(visit.tell(f"puzzle.theme.{theme}") for theme in puzzle.themes)
        themes = f"<small>{markup.escape(named)}</small>"
    elif puzzle.id in tried:
        tag = f'<em class="mark" data-mark="here">{markup.escape(visit.tell("ui.puzzles.tried"))}</em>'
    return (
        f'<li><a class="row" href="{markup.escape(shell.href("puzzles", visit, puzzle=puzzle.id))}">'
        f"<b>{markup.words(name_of(puzzle, visit.language), visit.language)}</b>{tag}"
        f"<span>{markup.words(hand, visit.language)}</span>{themes}</a></li>"
    )


# A puzzle


def _begin(puzzle: Puzzle, visit: Visit) -> None:
    run = st.session_state.get(_RUN)
    if not isinstance(run, PuzzleRun) or run.puzzle.id != puzzle.id:
        run = runs.begin(puzzle, shown_before=store().hints(visit.key, puzzle.id))
    st.session_state[_RUN] = replace(run, pace=visit.settings["pace"])
    st.html(f'<h1 class="title table-title">{markup.words(name_of(puzzle, visit.language), visit.language)}</h1>')
    _table(visit)
    offer_other(visit)


@st.fragment
def _table(visit: Visit) -> None:
    if st.session_state.pop("left", False):
        run: PuzzleRun = st.session_state.pop(_RUN)
        following = _next(run.puzzle, visit)
        if following is None:
            shell.go("puzzles", visit)
        shell.go("puzzles", visit, puzzle=following.id)
    say_notice(visit)
    run = st.session_state[_RUN]
    scene = puzzle_scene(run, visit.language, title=shell.title("puzzles", visit.language), **visit.drawn)
    either_table(scene, visit, key="puzzle-table", on_message=lambda message: _hear(message, visit), on_trouble=_stop)


def _stop(trouble: Trouble) -> None:
    st.session_state[_RUN] = runs.act(st.session_state[_RUN], trouble)


def _next(puzzle: Puzzle, visit: Visit) -> Puzzle | None:
    """The next one that is not solved yet, in the order of the list; None where all are."""
    solved = store().solved(visit.key, "puzzle")
    ordered = list(named())
    at = ordered.index(puzzle) + 1 if puzzle in ordered else 0
    return next((other for other in ordered[at:] + ordered[:at] if other.id not in solved), None)


def _hear(message: Message, visit: Visit) -> None:
    run: PuzzleRun = st.session_state[_RUN]
    if not accepts(run, message.rev):
        return
    if run.solved and message.do == "next":
        st.session_state["left"] = True
        return
    # Whatever comes of it, the next screen is another one: so the browser knows that its message was heard.
    st.session_state[_RUN] = run = replace(run, changes=run.changes + 1)
    after = _after(message, run)
    if after.last is not None:
        last = after.last
        store().log_attempt(
            visit.key,
            "puzzle",
            run.puzzle.id,
            last.step,
            last.answer[:400],
            last.right,
            last.hints,
            datetime.now(UTC),
        )
    if after.taken > run.taken:
        store().log_hint(visit.key, run.puzzle.id, after.taken, datetime.now(UTC))
    st.session_state[_RUN] = after


def _after(message: Message, run: PuzzleRun) -> PuzzleRun:
    match message.do:
        case "go":
            return runs.act(run, Go())
        case "hint":
            return runs.act(run, AskHint())
        case "close":
            return runs.act(run, Forget())
    return runs.act(run, YourMove(message.text(run.puzzle.view)))
