"""The oracle is worth something only while it knows nothing of the code that it judges."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ORACLES = sorted(path for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("test_"))


def imported(path: Path) -> set[str]:
    """Every module that a file imports, by its full name."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: a relative import"
            names.add(node.module or "")
    return names


def test_there_is_an_oracle() -> None:
    assert "slave.py" in {path.name for path in ORACLES}


@pytest.mark.parametrize("path", ORACLES, ids=lambda path: path.stem)
def test_an_oracle_imports_cards_and_the_standard_library_alone(path: Path) -> None:
    others = {name for name in imported(path) if name.partition(".")[0] not in sys.stdlib_module_names}
    assert others <= {"tutor.cards"}
    # Nor by another door: a name asked for at run time.
    words = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)}
    assert not words & {"__import__", "importlib", "eval", "exec"}
