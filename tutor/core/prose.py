"""What people write in both languages for lessons and puzzles: short texts side by side, cards and terms marked.

Markdown, of which paragraphs, lists, ``**bold**`` and ``*emphasis*`` are used; ``:c[9s 9h]`` draws cards, ``:t[pile]``
is a word of the list of terms.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from pydantic import BaseModel, ConfigDict

from tutor.cards import Cards
from tutor.core.rule import Rule, Violation

__all__ = ["FAULTS", "LONGEST", "MARK", "Text", "text_faults", "words"]

LONGEST = 40  # words a text
THAI_LETTERS_A_WORD = 4.5  # letters, vowels and tone marks; Thai puts no spaces between words

MARK = re.compile(r":([a-z]+)\[([^\]]*)\]")
"""A mark in a text: ``c`` or ``t``, and what stands in its brackets."""

_THAI = re.compile(r"[\u0e00-\u0e7f]")
_REFUSED = re.compile(r"https?://|[<>`|]|!\[|\]\(|^#|^\s*---", re.MULTILINE)

FAULTS = {
    name: Rule(f"text.{name}", "setup")
    for name in ["empty", "thai", "english", "same", "long", "card", "term", "mark", "markdown", "polite"]
}
"""What can be wrong with a text; the ids are ``text.<name>``."""


class Text(BaseModel):
    """A text in both languages; neither is a translation of the other."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    th: str
    en: str

    def say(self, language: str) -> str:
        """The text in this language."""
        return self.th if language == "th" else self.en


def words(text: str) -> int:
    """How many words a reader reads; marked cards count one each, Thai by its letters."""
    plain = MARK.sub(lambda mark: mark[2].replace("-", " "), text)
    thai = len(_THAI.findall(plain))
    return round(thai / THAI_LETTERS_A_WORD) + sum(
        bool(re.search(r"\w", word)) for word in _THAI.sub(" ", plain).split()
    )


def text_faults(text: Text, place: str, terms: Collection[str]) -> Iterator[tuple[str, Violation]]:
    """Everything wrong with a text, each with its place (``right.th``)."""
    if text.th.strip() and text.th == text.en:
        yield f"{place}.en", FAULTS["same"].broken(place=f"{place}.en")
    for language, written in (("th", text.th), ("en", text.en)):
        where = f"{place}.{language}"
        if not written.strip():
            yield where, FAULTS["empty"].broken(place=where)
            continue
        thai = len(_THAI.findall(MARK.sub("", written)))
        if language == "th" and not thai:
            yield where, FAULTS["thai"].broken(place=where)
        if language == "en" and thai > len(written) / 2:
            yield where, FAULTS["english"].broken(place=where)
        if (count := words(written)) > LONGEST:
            yield where, FAULTS["long"].broken(place=where, number=count, most=LONGEST)
        if language == "th" and (polite := re.search(r"ครับ|ค่ะ|นะคะ", written)):
            yield where, FAULTS["polite"].broken(place=where, value=polite[0])
        if refused := _REFUSED.search(MARK.sub("", written)):
            yield where, FAULTS["markdown"].broken(place=where, value=refused[0])
        for kind, inside in MARK.findall(written):
            if kind == "c":
                try:
                    known = bool(Cards.read(inside))
                except ValueError:
                    known = False
                if not known:
                    yield where, FAULTS["card"].broken(place=where, value=inside)
            elif kind == "t":
                if inside not in terms:
                    yield where, FAULTS["term"].broken(place=where, value=inside)
            else:
                yield where, FAULTS["mark"].broken(place=where, value=kind)
