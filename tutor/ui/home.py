"""The first page: a card in hand, and three doors."""

from __future__ import annotations

import streamlit as st

from tutor import games, lessons
from tutor.lessons import LessonError
from tutor.ui import markup, shell
from tutor.ui.visit import Visit, current

__all__ = ["page"]

_HAND = ("7♦", "10♥", "Q♣", "A♠", "2♥")
_SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


def page() -> None:
    visit = current()
    offered = " · ".join(visit.tell(f"{game.id}.title") for game in games.offered())
    doors = [
        (_first_lesson(visit), visit.tell("ui.home.new"), visit.tell("ui.home.new.about")),
        (shell.href("play", visit), visit.tell("ui.home.cards"), visit.tell("ui.home.cards.about")),
        (shell.href("play", visit, choose="friends"), visit.tell("ui.home.house"), visit.tell("ui.home.house.about")),
    ]
    links = "".join(
        f'<li><a class="row" href="{markup.escape(href)}"><b>{markup.escape(name)}</b>'
        f"<span>{markup.words(about, visit.language)}</span></a></li>"
        for href, name, about in doors
    )
    st.html(
        f'<div class="column"><div class="mat" aria-hidden="true">{_hand()}</div>'
        f'<h1 class="title">{markup.escape(visit.tell("ui.home.title"))}</h1>'
        f'<p class="facts">{markup.escape(offered)}</p>'
        f'<p class="lead">{markup.escape(visit.tell("ui.home.lead"))}</p><ul class="rows">{links}</ul></div>'
    )


def _hand() -> str:
    return "".join(_card(name[:-1], name[-1]) for name in _HAND)


def _card(rank: str, sign: str) -> str:
    suit, drawn = _SUITS[sign], f"{sign}\ufe0e"
    return f'<span class="card" data-suit="{suit}" data-sign="{drawn}"><b>{rank}</b><i>{drawn}</i></span>'


def _first_lesson(visit: Visit) -> str:
    try:
        first = next(iter(lessons.every()), None)
    except LessonError:
        first = None
    return shell.href("learn", visit) if first is None else shell.href("learn", visit, lesson=first.id)
