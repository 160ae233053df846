"""What authors write, as plain text: cards as signs, terms as words, no marks."""

from __future__ import annotations

import re

from tutor.cards import Cards
from tutor.core.prose import MARK, Text
from tutor.i18n import spell, typeset
from tutor.lessons import terms

__all__ = ["plain"]

_EMPHASIS = re.compile(r"\*{1,2}([^*]+)\*{1,2}")
_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+", re.MULTILINE)


def plain(text: Text, language: str) -> str:
    """The text in this language, on one line."""

    def word(mark: re.Match[str]) -> str:
        if mark[1] == "c":
            return spell(Cards.read(mark[2]), language)
        term = terms()[mark[2]]
        return term.th if language == "th" else term.en

    said = _ITEM.sub("", text.say(language))
    said = _EMPHASIS.sub(r"\1", MARK.sub(word, said))
    said = re.sub(r"\s+", " ", said).strip()
    return typeset(said) if language == "th" else said
