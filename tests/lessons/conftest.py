"""Small lessons to test with: one step of each kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tutor.lessons import Lesson, Moment, begin, load

HEAD: dict[str, Any] = {
    "id": "test-lesson",
    "set": "slave",
    "rulesets": ["king"],
    "teaches": ["slave.higher"],
    "title": {"th": "บททดสอบ", "en": "A test"},
    "about": {"th": "ใช้ทดสอบ", "en": "To test with"},
    "minutes": 1,
}
ON_A_NINE: dict[str, Any] = {
    "hands": ["5s 9c 9h Kd", "4c 8h Js", "6d Th Qd", "3c 7h Kh"],
    "turn": 0,
    "pile": [{"seat": 3, "cards": "9d"}],
}


def step(kind: str, **fields: Any) -> dict[str, Any]:
    """A step with the texts that all steps need."""
    made: dict[str, Any] = {"id": f"a-{kind.replace('_', '-')}", "kind": kind, "say": {"th": "ลองดู", "en": "Try"}}
    if kind != "tell":
        made["right"] = {"th": "ใช่แล้ว", "en": "Yes"}
    return made | fields


def document(*steps: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A lesson of these steps."""
    return HEAD | fields | {"steps": list(steps)}


def _yaml(given: dict[str, Any]) -> str:
    # Parts that several steps share are written out: a lesson has no aliases.
    return yaml.safe_dump(json.loads(json.dumps(given)), allow_unicode=True, sort_keys=False)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[dict[str, Any] | str], Path]:
    """Write a lesson, given as a document or as text, to a file."""

    def write(given: dict[str, Any] | str) -> Path:
        text = given if isinstance(given, str) else _yaml(given)
        path = tmp_path / "lesson.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def lesson_of(write: Callable[[dict[str, Any] | str], Path]) -> Callable[..., Lesson]:
    """The lesson of these steps, loaded."""
    return lambda *steps, **fields: load(write(document(*steps, **fields)))


@pytest.fixture
def moment_of(lesson_of: Callable[..., Lesson]) -> Callable[..., Moment]:
    """The start of a step of this kind."""
    return lambda kind, **fields: begin(lesson_of(step(kind, **fields)))
