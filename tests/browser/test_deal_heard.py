"""What a screen reader finds at the table, move after move through a whole deal, in both languages.

`aria/deal_en.yaml` and `aria/deal_th.yaml` hold the table's tree as Playwright writes it, a document a moment. After
a change that is meant, `WRITE_ARIA=1 .venv/bin/python -m pytest -n 0 tests/browser/test_deal_heard.py` writes them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import matches
from tests.browser.app import LANGUAGE, Screen
from tests.browser.conftest import Visit
from tutor.cards import RANKS, SUITS, Card
from tutor.i18n import spell
from tutor.scene import table_scene
from tutor.session import table
from tutor.session.actions import YourMove
from tutor.session.table import TableSession

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

ARIA = Path(__file__).parent / "aria"
PACK = [Card.read(rank + suit) for rank in RANKS for suit in SUITS]
WRITE = "WRITE_ARIA" in os.environ
LISTEN = """root => {
    root.said = [];
    const status = root.querySelector(".sr-status");
    const hear = new MutationObserver(() => root.said.push(status.textContent));
    hear.observe(status, { childList: true, subtree: true, characterData: true });
}"""


def just_dealt(match: TableSession) -> bool:
    """Nobody has moved."""
    return match.ply == 0


@dataclass
class Held:
    """The line to the app, on which what lets the next bot move waits until it is released: so each moment stands
    still for as long as it is looked at."""

    waiting: list[Callable[[], None]] = field(default_factory=list)

    def lay(self, page: Page) -> None:
        page.route_web_socket(re.compile("/_stcore/stream"), self._connect)

    def _connect(self, browser: WebSocketRoute) -> None:
        app = browser.connect_to_server()

        def carry(message: str | bytes) -> None:
            if isinstance(message, bytes) and re.search(rb'"do\\*": ?\\*"go\\*"', message):
                self.waiting.append(lambda: app.send(message))
            else:
                app.send(message)

        browser.on_message(carry)

    def release(self, screen: Screen) -> None:
        screen.until(lambda: bool(self.waiting), True)
        self.waiting.pop(0)()


@dataclass
class Moment:
    """What was heard at one moment, and what the learner knew then."""

    match: TableSession
    tree: str
    said: list[str]
    scene: dict[str, Any]


def plain(tree: str) -> str:
    """Without addresses: they are told to nobody's ear, and name the match."""
    return "\n".join(line for line in tree.splitlines() if not line.strip().startswith("- /url:"))


@pytest.fixture(scope="module")
def heard() -> dict[str, list[Moment]]:
    """The deal, by language, once it was listened to."""
    return {}


@pytest.fixture
def deal(visit: Visit, heard: dict[str, list[Moment]], locale: str) -> list[Moment]:
    if locale not in heard:
        heard[locale] = listen(visit(locale=locale, fresh=True))
    return heard[locale]


def listen(screen: Screen) -> list[Moment]:
    """A deal by what is lowest; the first card that can be refused is tried before."""
    line = Held()
    line.lay(screen.page)
    begun = matches.played_until(just_dealt)
    screen.open("/play", game=matches.saved(screen.app.store, str(screen.key), begun))
    moments: list[Moment] = []
    match, refused = screen.saved(), False
    while True:
        scene = table_scene(match, screen.language)
        screen.shows(scene)
        if not moments:
            screen.table.evaluate(LISTEN)
        said = screen.table.evaluate("root => root.said.splice(0)")
        moments.append(Moment(match, plain(screen.table.aria_snapshot()), said, scene))
        waiting = table.waiting_for(match)
        if waiting == "over":
            return moments
        card = None if refused or waiting != "you" else matches.refused_card(match)
        if card is not None:
            refused = True
            screen.play(f"play {card}")
            match = table.act(match, YourMove(f"play {card}"))
            continue
        if waiting == "you":
            screen.play(matches.next_move(match))
        else:
            line.release(screen)
        ply = match.ply
        screen.until(lambda ply=ply: screen.saved().ply > ply, True)  # type: ignore[misc]
        match = screen.saved()


@pytest.mark.parametrize("locale", LANGUAGE)
def test_a_screen_reader_finds_what_is_written_down(deal: list[Moment], locale: str) -> None:
    path = ARIA / f"deal_{LANGUAGE[locale]}.yaml"
    found = "".join(f"# {number}\n{moment.tree}\n---\n" for number, moment in enumerate(deal))
    if WRITE:
        path.write_text(found, "utf-8")
    assert found.split("---\n") == path.read_text("utf-8").split("---\n")


@pytest.mark.parametrize("locale", LANGUAGE)
def test_each_change_is_announced_once(deal: list[Moment], locale: str) -> None:
    assert len(deal) > 20
    for before, moment in pairwise(deal):
        assert len(moment.said) == 1, moment.said
        assert moment.said[0].strip()
        assert moment.said[0] != (before.said or [""])[-1]  # the same words, said again, are not the same text


@pytest.mark.parametrize("locale", LANGUAGE)
def test_no_card_is_named_that_the_learner_cannot_know(deal: list[Moment], locale: str) -> None:
    named: set[Card] = set()
    for moment in deal:
        view = moment.match.view
        known = {*view.hand, *(card for step in view.history if step.move is not None for card in step.move.cards)}
        now = {card for card in PACK if any(name in moment.tree for name in names(card, LANGUAGE[locale]))}
        assert now <= known
        assert set(view.hand) <= now
        named |= now
    assert len(named) > 40  # nothing was overlooked by its name


@cache
def names(card: Card, language: str) -> tuple[str, ...]:
    """How a card may be called, with and without the space between its rank and its suit."""
    said = spell(card, language, spoken=True)
    suit = next(word for word in SUIT_WORDS[language] if said.endswith(word))
    apart = f"{said.removesuffix(suit).strip()} {suit}"
    return (said, apart, spell(card, language))


SUIT_WORDS = {"en": ("clubs", "diamonds", "hearts", "spades"), "th": ("ดอกจิก", "ข้าวหลามตัด", "โพแดง", "โพดำ")}
