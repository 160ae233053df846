"""What the module and its style promise to the page that they are put in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.table.page import SCENES, read_scene
from tutor.scene.models import Scene

SCENE = Path(__file__).parent.parent.parent / "tutor" / "scene"


def test_every_class_is_ours_by_name() -> None:
    style = re.sub(r"/\*.*?\*/", "", (SCENE / "card_table.css").read_text("utf-8"), flags=re.S)
    selectors = re.findall(r"[^{}]+(?=\{)", style)
    classes = {name for selector in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", selector)}
    assert classes
    assert {name for name in classes if not name.startswith("sr-")} == set()


def test_every_rule_stays_inside_the_table() -> None:
    style = re.sub(r"/\*.*?\*/", "", (SCENE / "card_table.css").read_text("utf-8"), flags=re.S)
    selectors = re.findall(r"(?:^|[}{;])\s*([^{};@]+?)\s*\{", style)
    outside = [one for one in selectors if ".sr-" not in one and not re.fullmatch(r"[\d%, ]+|from|to", one)]
    assert outside == []


def test_nothing_is_fetched_and_nothing_imported() -> None:
    module = (SCENE / "card_table.js").read_text("utf-8")
    style = (SCENE / "card_table.css").read_text("utf-8")
    assert re.findall(r"\b(?:import|fetch|XMLHttpRequest|WebSocket)\b|https?:", module) == []
    assert re.findall(r"@import|url\(|https?:", style) == []


def test_the_module_holds_no_words() -> None:
    module = re.sub(r"^\s*//.*$|\s//\s.*$", "", (SCENE / "card_table.js").read_text("utf-8"), flags=re.M)
    assert re.findall(r"[\u0e00-\u0e7f]+", module) == []


@pytest.mark.parametrize("name", SCENES)
def test_the_samples_are_scenes(name: str) -> None:
    assert Scene.model_validate(read_scene(name)).lang == name[-2:]
