"""What somebody wrote, short enough for a message."""

from __future__ import annotations

__all__ = ["shown"]


def shown(value: object) -> str:
    """The value in at most 80 letters; never raises."""
    try:
        return str(value)[:80]
    except ValueError:  # Python refuses to write out a number of thousands of digits
        return "…"
