"""The catalogues: every ``messages/{th,en}.po`` under ``tutor``, read as they are and kept in memory.

Ids, not sentences, are the ``msgid``: Thai and English are both written, none is translated from the other.
A language is read when it is first asked for, never at import.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages import Catalog
from babel.messages.pofile import read_po

__all__ = ["LANGUAGES", "TUTOR", "Catalogue", "load", "message_forms", "message_id", "po_files", "read"]
__all__ += ["typeset"]

LANGUAGES = ("th", "en")
TUTOR = Path(__file__).resolve().parents[1]


class Catalogue(NamedTuple):
    """All messages of one language: for each id its plural forms (one where nothing is counted), and which of
    them goes with a number."""

    messages: dict[str, tuple[str, ...]]
    plural: Callable[[int], int]

    def form(self, id: str, count: object) -> str | None:
        """The text of a message as it is with this count, None if there is no such message."""
        forms = self.messages.get(id)
        if forms is None:
            return None
        wanted = self.plural(abs(count)) if len(forms) > 1 and isinstance(count, int) else len(forms) - 1
        return forms[min(wanted, len(forms) - 1)]


def po_files(language: str, root: Path = TUTOR) -> Iterator[Path]:
    """The catalogues of a language, in the order of their paths."""
    yield from sorted(root.rglob(f"messages/{language}.po"))


def read(path: Path, language: str, *, strict: bool = False) -> Catalog:
    """One catalogue, with line numbers; ``strict`` raises PoFileError for what is no .po."""
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=strict)


@cache
def load(language: str, root: Path = TUTOR) -> Catalogue:
    """All messages of a language; ValueError for a language that nobody speaks here."""
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}: there are {', '.join(LANGUAGES)}")
    messages: dict[str, tuple[str, ...]] = {}
    rule = "0"
    for path in po_files(language, root):
        catalog = read(path, language)
        rule = catalog.plural_expr
        for message in catalog:
            if message.id:
                forms = message_forms(message.string)
                messages[message_id(message.id)] = tuple(map(typeset, forms)) if language == "th" else forms
    return Catalogue(messages, gettext.c2py(rule))


def message_id(id: str | tuple[str, ...] | list[str]) -> str:
    """The id of a message; one with plural forms has it twice (``msgid``, ``msgid_plural``)."""
    return id if isinstance(id, str) else id[0]


def message_forms(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """The forms of a message, one where nothing is counted."""
    return (string or "",) if isinstance(string, str | None) else tuple(string)


def typeset(text: str) -> str:
    """Thai as it is set: ๆ keeps to the word before it, with a space that does not break."""
    return re.sub(r"\s*ๆ", "\N{NO-BREAK SPACE}ๆ", text)
