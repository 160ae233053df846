"""What can be wrong with lessons and with the terms that they use."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tutor.core import Reason, Rule

__all__ = ["FAULTS", "LessonError", "LessonFault"]

FAULTS = {
    name: Rule(f"lesson.fault.{name}", "setup")
    for name in (
        *("file", "utf-8", "missing", "unknown-field", "shape", "kind", "terms"),
        *("literal_error", "int_type", "string_type", "string_pattern_mismatch"),  # as pydantic calls them
        *("less_than_equal", "greater_than_equal", "cards", "empty-predicate"),
        *("set", "rule", "requires", "cycle", "id-twice", "step-twice", "tell-first", "two-tells"),
        *("learner", "move", "script", "none-right", "all-right", "illegal-accepted", "not-broken"),
        *("no-end", "no-fault", "at-start", "few-cards", "no-table", "rulesets-differ"),
    )
}
"""What can be wrong with a lesson; the ids are ``lesson.fault.<name>``. For what is no YAML see ``marks``."""


class LessonFault(NamedTuple):
    """One thing that is wrong with a lesson: the file, the line (from 1), the place in it, and why."""

    file: Path
    line: int
    place: str
    reason: Reason

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.place}: {self.reason}"


class LessonError(ValueError):
    """Lessons that cannot be taught; ``faults`` holds everything that is wrong with them."""

    def __init__(self, faults: tuple[LessonFault, ...]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults
