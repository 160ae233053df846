"""Rules: every rule that is in force at the table, where it comes from and which lesson teaches it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from tutor import games
from tutor.i18n import knows
from tutor.scene.rules import rule_cards
from tutor.ui import markup, shell
from tutor.ui.visit import Visit, current

__all__ = ["page"]


def page() -> None:
    visit = current()
    asked = st.query_params.get("rule", "")
    known = False
    parts = []
    for game in games.every():
        found = rule_cards(game, game.read_rules(None), visit.language)
        name = found["title"] if found["preset"] is None else f"{found['title']} · {found['preset']}"
        parts.append(
            f'<h2>{markup.escape(name)}</h2><p class="lead">{markup.words(found["about"], visit.language)}</p>'
        )
        for group in found["groups"]:
            known = known or any(card["id"] == asked for card in group["cards"])
            cards = "".join(_card(game.id, card, visit, card["id"] == asked) for card in group["cards"])
            parts.append(f"<h3>{markup.escape(group['title'])}</h3>{cards}")
    unknown = ""
    if asked and not known:
        unknown = f'<p class="notice" role="alert">{markup.escape(visit.tell("ui.rules.no-rule"))}</p>'
    heading = f'<h1 class="title">{markup.escape(visit.tell("ui.rules.title"))}</h1>'
    st.html(f'<div class="column">{heading}{unknown}{"".join(parts)}</div>')


def _card(game: str, card: dict[str, Any], visit: Visit, asked: bool) -> str:
    facts = []
    for option in card["options"]:
        facts.append(visit.tell("ui.rules.option", option=option["label"], value=option["value"]))
    if card["source"]:
        named = ", ".join(_source(game, name, visit) for name in card["source"].split())
        facts.append(visit.tell("ui.rules.source", source=named))
    elif card["choice"]:
        facts.append(visit.tell("ui.rules.choice"))
    links = "".join(
        f'<a href="{markup.escape(shell.href("learn", visit, lesson=lesson["id"]))}">'
        f"{markup.words(visit.tell('ui.rules.lesson', title=lesson['title']), visit.language)}</a>"
        for lesson in card["lessons"]
    )
    return (
        f'<details class="rule" id="rule-{markup.escape(card["id"])}"{" open" if asked else ""}>'
        f"<summary>{markup.words(card['title'], visit.language)}</summary>"
        f"{markup.prose(card['text'], visit.language)}"
        f'<p class="facts">{" · ".join(map(markup.escape, facts))}</p>'
        f"{f'<p>{links}</p>' if links else ''}</details>"
    )


def _source(game: str, name: str, visit: Visit) -> str:
    """What a source is called; the short name where the game has no other."""
    called = f"{game}.source.{name}"
    return visit.tell(called) if knows(called, visit.language) else name
