"""Puts the files that stand at the top of the tree into the wheel, where `tutor.bundle` finds them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLED = ("streamlit_app.py", ".streamlit", "static", "lessons", "puzzles")


class Bundle(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable install reads the checkout itself; a copy beside it would only grow stale.
        if version == "editable":
            return
        for name in BUNDLED:
            source = Path(self.root, name)
            if source.exists():
                build_data["force_include"][str(source)] = f"tutor/_bundle/{name}"
