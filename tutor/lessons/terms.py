"""The words of the table that texts mark with ``:t[…]``: the file ``lessons/terms.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from tutor.bundle import bundled
from tutor.core import Reason
from tutor.core.prose import Text
from tutor.lessons.faults import FAULTS, LessonError, LessonFault
from tutor.lessons.marks import UnreadableYaml, read

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
    """Every term by its id; LessonError with all that is wrong with the list."""
    path = bundled("lessons", "terms.yaml")

    def error(line: int, place: str, reason: Reason) -> LessonError:
        return LessonError((LessonFault(path, line, place, reason),))

    try:
        given = read(path.read_text(encoding="utf-8"))
    except OSError:
        raise error(1, "terms", FAULTS["file"].broken()) from None
    except UnicodeDecodeError:
        raise error(1, "terms", FAULTS["utf-8"].broken()) from None
    except UnreadableYaml as problem:
        raise error(problem.line, "terms", problem.reason) from None
    try:
        return TypeAdapter(dict[str, Term]).validate_python(given.data)
    except ValidationError as problem:
        places = dict.fromkeys(given.known(found["loc"]) for found in problem.errors())
        faults = []
        for at in places:
            place = ".".join(map(str, at)) or "terms"
            faults.append(LessonFault(path, given.line(at), place, FAULTS["terms"].broken(place=place)))
        raise LessonError(tuple(faults)) from None
