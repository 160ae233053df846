"""The words of the table that texts mark with ``:t[…]``: the file ``lessons/terms.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor.bundle import bundled
from tutor.core.prose import Text

__all__ = ["Term", "terms"]


class Term(BaseModel):
    """A word in both languages: ``sound`` is the Thai as it is read out (RTGS), ``about`` what it means."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    th: str
    sound: str
    en: str
    about: Text


@cache
def terms() -> Mapping[str, Term]:
    """Every term by its id."""
    given = yaml.safe_load(bundled("lessons", "terms.yaml").read_text(encoding="utf-8"))
    return TypeAdapter(dict[str, Term]).validate_python(given)
