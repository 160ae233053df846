"""The deals that a view leaves possible. Knows no game."""

from __future__ import annotations

from tutor.solver.worlds import NoWorld, Worlds, possible, sample

__all__ = ["NoWorld", "Worlds", "possible", "sample"]
