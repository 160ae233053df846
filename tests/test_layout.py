"""Where things stand: a game is named in its own room only, and the engine is light."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TUTOR = ROOT / "tutor"
GAMES = sorted(path.parent.name for path in (TUTOR / "games").glob("*/__init__.py"))
HEAVY = {"streamlit", "sqlalchemy", "babel", "plotly", "pandas", "anywidget"}


def project_files() -> list[Path]:
    """Every text file that is, or may soon be, committed."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    paths = [ROOT / name for name in listed.split("\0") if name]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()[:4096]]


@pytest.mark.parametrize("game", GAMES)
def test_no_code_outside_a_games_room_names_it(game: str) -> None:
    name = re.compile("[-_ ]?".join(map(re.escape, game.split("_"))), re.IGNORECASE)
    code = [path for path in TUTOR.rglob("*") if path.suffix in {".py", ".js", ".css"}]
    named = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in [*code, ROOT / "streamlit_app.py"]
        if not path.is_relative_to(TUTOR / "games" / game)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if name.search(line)
    ]
    assert named == []


def test_no_file_names_a_package_host() -> None:
    address = re.compile(r"(index-url|registry|resolved).{0,6}https?://")
    named = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in project_files()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if address.search(line)
    ]
    assert named == []


@pytest.mark.parametrize("package", ["tutor.games", "tutor.bots"])
def test_engine_loads_nothing_heavy(package: str) -> None:
    script = f"import sys, {package}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert HEAVY & set(loaded.split()) == set()
