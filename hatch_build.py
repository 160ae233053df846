"""Puts the files that stand at the top of the tree into the wheel, where `tutor.bundle` finds them."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLED = ("streamlit_app.py", ".streamlit", "static", "lessons", "puzzles")


class Bundle(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable install reads the checkout itself; a copy beside it would only grow stale.
        if version == "editable":
            return
        build_data["force_include"] |= {f"{self.root}/{name}": f"tutor/_bundle/{name}" for name in BUNDLED}
