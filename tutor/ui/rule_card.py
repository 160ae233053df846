"""A ruleset on one page, to print or to save as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import streamlit as st

from tutor.cards import SIGNS, Card
from tutor.core import Game, Rules
from tutor.scene.rule_card import rule_card
from tutor.ui import markup
from tutor.ui.visit import Visit

__all__ = ["draw_card"]

_HERE: Final = Path(__file__).parent
_LOOK: Final = (_HERE / "rule_card.css").read_text(encoding="utf-8")
_buttons = st.components.v2.component("samrap_rule_card", js=(_HERE / "rule_card.js").read_text(encoding="utf-8"))
ROOMY: Final = 11  # house rules beside which the rest fits a sheet in big letters
WORDY: Final = 16  # rules told in words that need the smallest letters
_AS_TEXT: Final = "\ufe0e"  # phones would draw an emoji


def draw_card(game: Game, rules: Rules, back: str, visit: Visit) -> None:
    """The page; ``back`` is the address of the rules in full."""
    card = rule_card(game, rules, visit.language)
    st.html(f"<style>{_LOOK}</style>")
    with st.container(key="column"):
        st.html(
            f'<h1 class="title">{markup.escape(visit.tell("ui.card.title"))}</h1>'
            f'<p><a href="{markup.escape(back)}">{markup.escape(visit.tell("ui.card.back"))}</a></p>'
        )
        _buttons(
            data={
                "lang": visit.language,
                "print": visit.tell("ui.card.print"),
                "picture": visit.tell("ui.card.picture"),
                "failed": visit.tell("ui.card.failed"),
                "file": f"{game.id}-{rules.preset or rules.hash}-{visit.language}",
                "look": _LOOK,
            },
            key="card-buttons",
        )
        st.html(_sheet(card, visit.language))


def _sheet(card: Mapping[str, Any], language: str) -> str:
    def words(text: str) -> str:
        return markup.words(text, language)

    facts = " · ".join(words(card[part]) for part in ("name", "players"))
    lines = "".join(f"<li>{words(line)}</li>" for line in card["house"]["lines"])
    blocks = [_examples(card["examples"], language)] if card["examples"]["groups"] else []
    blocks.append(_block(card["house"]["title"], f"<ul>{lines}</ul>", language))
    for section in card["sections"]:
        texts = "".join(f"<li>{_prose(text, language)}</li>" for text in section["texts"])
        blocks.append(_block(section["title"], f"<ul>{texts}</ul>", language))
    told = sum(len(section["texts"]) for section in card["sections"])
    full = ' data-full="most"' if told > WORDY else " data-full" if len(card["house"]["lines"]) > ROOMY else ""
    return (
        f'<article class="sheet" lang="{language}"{full}><header><h2>{words(card["title"])}</h2><p>{facts}</p></header>'
        f'<p class="about">{words(card["about"])}</p>{_order(card["order"], language)}'
        f'<div class="blocks">{"".join(blocks)}</div></article>'
    )


def _prose(text: str, language: str) -> str:
    """Markdown of one paragraph, without the paragraph."""
    return markup.prose(text, language).strip().removeprefix("<p>").removesuffix("</p>")


def _block(title: str, body: str, language: str, name: str = "block") -> str:
    return f'<section class="{name}"><h3>{markup.words(title, language)}</h3>{body}</section>'


def _order(order: Mapping[str, Any] | None, language: str) -> str:
    if order is None:
        return ""
    parts = {"ranks": "".join(f'<i class="small">{rank}</i>' for rank in order["ranks"]["ranks"])}
    if order["suits"] is not None:
        parts["suits"] = "".join(
            f'<i class="small" data-suit="{suit}">{SIGNS[suit]}{_AS_TEXT}</i>' for suit in order["suits"]["suits"]
        )
    return "".join(
        f'<div class="order"><h3>{markup.escape(order[part]["title"])}</h3><p class="cards">{drawn}</p></div>'
        for part, drawn in parts.items()
    )


def _examples(examples: Mapping[str, Any], language: str) -> str:
    groups = ""
    for group in examples["groups"]:
        rows = "".join(_example(row) for row in group["rows"])
        groups += f"<h4>{markup.words(group['title'], language)}</h4><ul>{rows}</ul>"
    return _block(examples["title"], groups, language, "block examples")


def _example(row: Mapping[str, Any]) -> str:
    """What is laid, whether that may be, and what it is laid on."""
    sign, mark = ("✓", "yes") if row["beats"] else ("✗", "no")
    word = markup.escape(row["word"])
    laid, on = (f'<span class="cards">{_faces(row[part])}</span>' for part in ("cards", "on"))
    label = markup.escape(row["label"])
    drawn = f"{laid}<b>{sign} {word}</b>{on}"
    return f'<li><span class="example" data-beats="{mark}" role="img" aria-label="{label}">{drawn}</span></li>'


def _faces(faces: Iterable[Mapping[str, Any]]) -> str:
    drawn = ""
    for face in faces:
        card = Card.read(face["id"])
        rank = "10" if card.rank == "T" else card.rank
        drawn += f'<i class="small" data-suit="{card.suit}">{rank}<s>{SIGNS[card.suit]}{_AS_TEXT}</s></i>'
    return drawn
