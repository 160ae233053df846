"""Scenes: what a screen shows, as plain JSON in one language. Pure; ``card_table.js`` draws it, wherever it runs."""

from __future__ import annotations

from tutor.scene.lesson import lesson_scene
from tutor.scene.puzzle import puzzle_scene
from tutor.scene.table import table_scene

__all__ = ["lesson_scene", "puzzle_scene", "table_scene"]
