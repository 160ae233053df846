"""What a screen reader finds, scene by scene: the whole tree of roles and names, in both languages.

`spoken/<scene>.txt` is such a tree as Playwright writes it; after a change that is meant, write down the new one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.page import Open, read_scene

pytestmark = pytest.mark.browser
SPOKEN = Path(__file__).parent / "spoken"


@pytest.mark.parametrize("path", sorted(SPOKEN.glob("*.txt")), ids=lambda path: path.stem)
def test_a_screen_reader_finds_this(table: Open, path: Path) -> None:
    page = table()
    page.draw(path.stem, motion=False)
    assert page.root.aria_snapshot() == path.read_text("utf-8").rstrip("\n")


def test_both_languages_are_written_down() -> None:
    languages = [read_scene(path.stem)["lang"] for path in SPOKEN.glob("*.txt")]
    assert languages.count("th") >= 5
    assert languages.count("en") >= 5
