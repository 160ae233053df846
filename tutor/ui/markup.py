"""Words as HTML: escaped, with cards as chips."""

from __future__ import annotations

import re
from functools import cache
from html import escape as _escape

import nh3
from markdown_it import MarkdownIt

from tutor.cards import Card
from tutor.i18n import spell, tell

__all__ = ["chips", "escape", "plain", "said", "words"]

_SIGNS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
_CARD = re.compile(r"(10|[2-9JQKA])?([♠♥♦♣])")
_AS_TEXT = "\ufe0e"  # phones would draw an emoji
_TAGS = {"p", "em", "strong", "ul", "ol", "li"}


def said(message_id: str, language: str) -> str:
    """A message without parameters."""
    return tell(message_id, language)


def escape(text: str) -> str:
    """Text as it stands between tags or in an attribute."""
    return _escape(text, quote=True)


def chips(html: str, language: str) -> str:
    """The cards in it as chips that are also read out."""

    def chip(found: re.Match[str]) -> str:
        rank, sign = found.groups()
        if rank is None:
            return sign + _AS_TEXT
        card = Card.read(("T" if rank == "10" else rank) + _SIGNS[sign])
        label = escape(spell(card, language, spoken=True))
        return (
            f'<span class="chip" data-suit="{card.suit}" role="img" aria-label="{label}">{rank}{sign}{_AS_TEXT}</span>'
        )

    return _CARD.sub(chip, html)


def words(text: str, language: str) -> str:
    """One line of text, cards as chips."""
    return chips(escape(text), language)


def plain(text: str) -> str:
    """One line of text for a label that Streamlit draws: its signs of suits are letters."""
    return re.sub("[♠♥♦♣]", rf"\g<0>{_AS_TEXT}", text)


@cache
def prose(text: str, language: str) -> str:
    """Markdown of ours: paragraphs, lists, emphasis."""
    markdown = MarkdownIt("zero").enable(["emphasis", "list"])
    return chips(nh3.clean(markdown.render(text), tags=_TAGS), language)
