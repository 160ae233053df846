"""Where the files of the project's top level are: in a checkout beside the package, in a wheel inside it."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_WHEEL = _PACKAGE / "_bundle"
_HOME = _WHEEL if _WHEEL.is_dir() else _PACKAGE.parent


def bundled(*parts: str) -> Path:
    """The path of a top-level file or folder: `bundled("lessons")`, `bundled("static", "fonts")`."""
    return _HOME.joinpath(*parts)
