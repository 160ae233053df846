"""Reading puzzles: JSON lines, with everything that is wrong with a line told at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from tutor import games
from tutor.bundle import bundled
from tutor.core import PositionError, Reason, Rule, UnreadableMove
from tutor.core.prose import text_faults
from tutor.puzzles.models import Puzzle

__all__ = [
    "FAULTS",
    "LARGEST",
    "THEMES",
    "PuzzleError",
    "PuzzleFault",
    "UnknownPuzzle",
    "every",
    "find",
    "load",
    "load_all",
]

LARGEST = 2048  # bytes a line

THEMES = (
    *("pass-to-win", "lead", "slap", "break-a-pair", "equal-pair"),
    *("count-the-highs", "one-card-left", "keep-the-best"),
    *("sweep", "draw-or-take", "closing-card", "lay-off", "dark-knock", "head", "speto"),
    *("safe-throw", "count-what-is-out", "fine"),
)
"""What a puzzle may be about; ``puzzle.theme.<name>`` are the words."""

FAULTS = {
    name: Rule(f"puzzle.fault.{name}", "setup")
    for name in (
        *("file", "json", "large", "missing", "unknown-field", "shape"),
        *("literal_error", "int_type", "string_type", "string_pattern_mismatch"),  # as pydantic calls them
        *("less_than_equal", "greater_than_equal"),
        *("game", "rule", "theme", "move", "id-twice"),
        *("not-a-view", "no-turn", "worlds", "grade", "accept", "classes", "choices", "unrefuted", "not-wrong"),
        *("alike", "tempting", "deal", "line", "weak-line", "too-large"),
    )
}
"""What can be wrong with a puzzle; the ids are ``puzzle.fault.<name>``."""


class PuzzleFault(NamedTuple):
    """One thing that is wrong with a puzzle: the file, the line (from 1), the place in it, and why."""

    file: Path
    line: int
    place: str
    reason: Reason

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.place}: {self.reason}"


class PuzzleError(ValueError):
    """Puzzles that cannot be asked; ``faults`` holds everything that is wrong with them."""

    def __init__(self, faults: tuple[PuzzleFault, ...]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


class UnknownPuzzle(KeyError):
    """No puzzle has this id."""

    def __init__(self, id: object) -> None:
        super().__init__(f"no puzzle {id!r}")

    def __str__(self) -> str:
        return str(self.args[0])


def every(game: str | None = None) -> tuple[Puzzle, ...]:
    """All puzzles that come with Samrap, game by game as games are offered, or those of one game; by file and line.
    PuzzleError."""
    found = _every()
    return tuple(puzzle for puzzle in found if game is None or puzzle.game.id == game)


@cache
def _every() -> tuple[Puzzle, ...]:
    return tuple(sorted(load_all(bundled("puzzles")), key=lambda puzzle: puzzle.game.order_offered))


def load_all(folder: Path) -> tuple[Puzzle, ...]:
    """The puzzles of all files in the folders of a folder. PuzzleError, also for an id that is there twice."""
    puzzles: list[Puzzle] = []
    faults: list[PuzzleFault] = []
    for path in sorted(folder.glob("*/*.jsonl")):
        try:
            puzzles += load(path)
        except PuzzleError as error:
            faults += error.faults
    seen: set[str] = set()
    for puzzle in puzzles:
        if puzzle.id in seen:
            faults.append(fault(puzzle.source, "id", "id-twice", value=puzzle.id))
        seen.add(puzzle.id)
    if faults:
        raise PuzzleError(tuple(faults))
    return tuple(puzzles)


def find(id: str) -> Puzzle:
    """The puzzle with this id; UnknownPuzzle."""
    for puzzle in _every():
        if puzzle.id == id:
            return puzzle
    raise UnknownPuzzle(id)


def load(path: Path | str) -> tuple[Puzzle, ...]:
    """The puzzles of a file, one a line. PuzzleError. What they claim is proved by ``check``, not here."""
    path = Path(path)
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError:
        raise PuzzleError((fault((path, 1), "", "file"),)) from None
    puzzles: list[Puzzle] = []
    faults: list[PuzzleFault] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            puzzle, found = _read(line, (path, number))
            faults += found
            if puzzle is not None:
                puzzles.append(puzzle)
    if faults:
        raise PuzzleError(tuple(faults))
    return tuple(puzzles)


def fault(source: tuple[Path, int], place: str, name: str, **params: Any) -> PuzzleFault:
    """A fault of the puzzle in this file and line."""
    return PuzzleFault(*source, place or "puzzle", FAULTS[name].broken(place=place or "puzzle", **params))


def _read(line: bytes, source: tuple[Path, int]) -> tuple[Puzzle | None, list[PuzzleFault]]:
    faults = []
    if len(line) > LARGEST:
        faults.append(fault(source, "", "large", number=len(line), most=LARGEST))
    try:
        data = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        return None, [*faults, fault(source, "", "json", number=error.start + 1)]
    except json.JSONDecodeError as error:
        return None, [*faults, fault(source, "", "json", number=error.colno)]
    except (ValueError, RecursionError):
        return None, [*faults, fault(source, "", "json", number=1)]
    try:
        puzzle = Puzzle.model_validate(data)
    except ValidationError as error:
        return None, [*faults, *_shape(error, source)]
    puzzle._source = source
    return puzzle, [*faults, *_meaning(puzzle)]


def _shape(error: ValidationError, source: tuple[Path, int]) -> Iterator[PuzzleFault]:
    for problem in error.errors():
        place = ""
        for part in problem["loc"]:
            place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else part
        match problem["type"]:
            case "missing":
                yield fault(source, place, "missing")
            case "extra_forbidden":
                yield fault(source, place, "unknown-field")
            case type:
                given = problem["input"]
                value = "…" if isinstance(given, dict | list) else str(given)[:60]
                what = ", ".join(re.findall(r"[^' ,]+(?=')|\d+", str([*problem.get("ctx", {}).values()])))
                yield fault(source, place, type if type in FAULTS else "shape", value=value, what=what)


def _meaning(puzzle: Puzzle) -> Iterator[PuzzleFault]:
    source = puzzle.source
    try:
        game = puzzle.game
    except games.UnknownGame:
        known = ", ".join(each.id for each in games.every())
        yield fault(source, "position.game", "game", value=str(puzzle.position.get("game"))[:60], what=known)
        return
    for at, id in enumerate(puzzle.rules):
        if id not in game.rulebook:
            yield fault(source, f"rules[{at}]", "rule", value=id)
    if puzzle.goal.rule is not None and puzzle.goal.rule not in game.rulebook:
        yield fault(source, "goal.rule", "rule", value=puzzle.goal.rule)
    for at, theme in enumerate(puzzle.themes):
        if theme not in THEMES:
            yield fault(source, f"themes[{at}]", "theme", value=theme, what=", ".join(THEMES))
    for name, text in (("title", puzzle.title), ("why", puzzle.why)):
        if text is not None:
            # A puzzle is read without the list of terms.
            for place, reason in text_faults(text, name, ()):
                yield PuzzleFault(*source, place, reason)
    for place, written in _moves(puzzle):
        try:
            game.read_move(written)
        except UnreadableMove:
            yield fault(source, place, "move", value=written)
    if puzzle.position.get("seat") is None:
        yield fault(source, "position.seat", "not-a-view")
        return
    try:
        view = puzzle.view
    except PositionError as error:
        for found in error.faults:
            yield PuzzleFault(*source, f"position.{found.place}", found.reason)
        return
    if view.turn != view.seat:
        yield fault(source, "position.turn", "no-turn", value=str(view.turn))


def _moves(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    for at, text in enumerate(puzzle.accept):
        yield f"accept[{at}]", text
    yield "tempting", puzzle.tempting
    for number, refuted in enumerate(puzzle.wrong):
        for at, text in enumerate(refuted.moves):
            yield f"wrong[{number}].moves[{at}]", text
        for at, text in enumerate(refuted.line):
            yield f"wrong[{number}].line[{at}]", text
