"""The app in a browser, in the words of the tests."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser import matches
from tutor.core import View
from tutor.learner import Store, open_store
from tutor.scene import table_scene
from tutor.session import table
from tutor.session.table import TableSession

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

By = Literal["mouse", "keys", "touch"]
LANGUAGE = {"th-TH": "th", "en-US": "en"}
CORNER = {"x": 12, "y": 12}
"""Where a card shows in a fan."""
PATIENCE = 20
"""Seconds that a busy machine may need for what takes a tenth of one."""
expect.set_options(timeout=PATIENCE * 1000)
SETTLE = 0.36
"""Seconds after a press in which the table takes no other."""
DOUBLE = 0.42
"""Seconds within which two taps on a card are one double tap."""
HARMLESS = re.compile(
    r"(404 .*|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET) \S*/_stcore/(health|host-config)$"
    r"|No response received when attempting to reach /_stcore/health|Streamlit server is not responding"
    r"|The page that you have requested does not seem to exist"
)
"""What Streamlit asks for in vain and says of a server that is away; what it says of an unknown page."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}

# What a table shows, as far as a scene says it.
_SHOWN = """root => {
    const all = (query) => [...root.querySelectorAll(query)].filter(node => node.checkVisibility());
    const text = (node) => (node?.textContent ?? "").replaceAll("\\u00a0", " ").trim();
    const seen = (query) => all(query).map(text).join(" ");
    const play = (node) => [...node.querySelectorAll(".sr-card")].map(card => card.dataset.face);
    return {
        lang: root.lang,
        hand: all(".sr-held").map(node => node.dataset.id),
        pile: all(".sr-play").map(play),
        row: all(".sr-lain").map(node => node.dataset.id),
        melds: all(".sr-meld").map(play),
        buttons: all(".sr-bar button").map(node => node.dataset.id),
        choices: all(".sr-choice").map(node => node.dataset.id),
        prompt: seen(".sr-prompt"),
        title: seen(".sr-answer-title"),
        answer: seen(".sr-answer-text"),
        status: text(root.querySelector(".sr-status")),
        seats: all(".sr-seat").map(node => text(node.querySelector(".sr-facts"))),
        busy: root.hasAttribute("aria-busy"),
    };
}"""
_FOCUSED = """() => {
    let node = document.activeElement;
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
    const entry = node?.closest("[data-id]");
    return entry && node.getRootNode() instanceof ShadowRoot ? entry.dataset.id : null;
}"""


def now_and_long(names: str, now: Iterable[Any], long: Iterable[Any]) -> pytest.MarkDecorator:
    """With what a journey is made in every run, and with what only by `make long`.

    In every run each page is met in each language, on a phone and at a desk, by mouse, keys and touch, each of them
    in some journey; the rest of the product, which brings the same code together anew, is `long`."""

    def case(values: Any, *marks: pytest.MarkDecorator) -> Any:
        return pytest.param(*(values if isinstance(values, tuple) else (values,)), marks=marks)

    return pytest.mark.parametrize(
        names, [*(case(values) for values in now), *(case(values, pytest.mark.long) for values in long)]
    )


@dataclass(frozen=True)
class App:
    """A running app and its database."""

    address: str
    database: Path

    @cached_property
    def store(self) -> Store:
        return open_store(f"sqlite:///{self.database}", now=lambda: matches.NOON)

    def learner(self, name: str, **settings: Any) -> str:
        """The key of a learner for whom nobody has to wait."""
        key = matches.key_of(name)
        self.store.save_settings(key, **{"pace": "at-once", "level": "novice"} | settings)
        return key


@dataclass
class Screen:
    """A page of the app, used by one pair of hands."""

    page: Page
    app: App
    key: str | None = None
    by: By = "mouse"
    language: str = "th"
    faults: list[str] = field(default_factory=list)
    foreign: set[str] = field(default_factory=set)
    frames: int = 0
    pressed: float = 0
    tapped: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE * 1000)
        self._hearing: dict[Any, Callable[[Any], object]] = {
            "pageerror": lambda error: self.faults.append(str(error)),
            "console": lambda message: message.type == "error" and self._note(message),
            "request": lambda request: self._ask(request.url),
            "websocket": lambda socket: socket.on("framesent", self._count),
        }
        for event, hear in self._hearing.items():
            self.page.on(event, hear)

    def wipe(self) -> Page:
        """Leave nothing of this learner in the browser; the page, at rest on the app's address, for the next one."""
        page = self.page
        for event, hear in self._hearing.items():
            page.remove_listener(event, hear)
        for tab in page.context.pages:
            if tab is not page:
                tab.close()
        page.goto(f"{self.app.address}/_stcore/health")
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.context.clear_cookies()
        page.context.clear_permissions()
        page.emulate_media(media="null")
        page.mouse.move(0, 0)
        return page

    def _note(self, message: Any) -> None:
        said = f"{message.text} {message.location.get('url')}"
        if HARMLESS.search(said) is None:
            self.faults.append(said)

    def _ask(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.hostname not in (None, urlsplit(self.app.address).hostname):
            self.foreign.add(url)

    def _count(self, _: object) -> None:
        self.frames += 1

    # Where we are

    def open(self, path: str = "/", **query: str) -> None:
        """Go there as by a link from elsewhere, and wait until it is drawn."""
        self.page.goto(f"{self.app.address}{path}" + (f"?{urlencode(query)}" if query else ""))
        self.page.locator("h1").first.wait_for(state="attached")
        if {"lesson", "puzzle", "game"} & query.keys():
            self.page.locator(".sr-table, [role=alert], details, .two, .sheet").first.wait_for()

    def reload(self) -> None:
        self.page.reload()
        self.table.wait_for()

    def go(self, label: str) -> None:
        """By the menu, or to a language."""
        self.page.locator(".bar").get_by_role("link", name=label, exact=True).click()

    @property
    def game(self) -> str:
        """The id of the match in the address."""
        found = re.search(r"[?&]game=([\w-]+)", self.page.url)
        assert found is not None, self.page.url
        return found[1]

    # The table

    @property
    def table(self) -> Locator:
        return self.page.locator(".sr-table")

    @property
    def answer(self) -> Locator:
        return self.page.locator(".sr-answer")

    def card(self, card: str) -> Locator:
        return self.page.locator(f'.sr-held[data-id="{card}"]')

    def button(self, name: str) -> Locator:
        return self.page.locator(f'.sr-bar [data-id="{name}"]')

    def option(self, name: str) -> Locator:
        return self.page.locator(f'.sr-choice[data-id="{name}"]')

    @property
    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.table.evaluate(_SHOWN)
        return found

    def shows(self, scene: Mapping[str, Any]) -> None:
        """Wait until the table shows this scene."""
        self.until(lambda: self.shown | {"choices": sorted(self.shown["choices"])}, _wanted(scene))

    def until(self, look: Callable[[], object], wanted: object) -> None:
        """Wait until something is seen to be so."""
        end = time.monotonic() + PATIENCE
        pause = 20.0
        while (found := look()) != wanted:
            assert time.monotonic() < end, f"{found}\nis still not\n{wanted}"
            self.page.wait_for_timeout(pause)
            pause = min(pause * 1.3, 120)  # who looks without end takes the time of what is looked for

    def settled(self) -> None:
        """Wait until the server has answered."""
        expect(self.page.locator('.sr-table[aria-busy="true"]')).to_have_count(0, timeout=PATIENCE * 1000)

    # Hands

    def select(self, cards: Iterable[str]) -> None:
        """Take up these cards of the hand and no others."""
        self._mark(".sr-hand", cards)

    def mark(self, cards: Iterable[str], zone: str | None) -> None:
        """Mark these cards of the row and this meld and no others."""
        self._mark(".sr-row", cards)
        self._mark(".sr-melds", [zone] if zone is not None else [])

    def choose(self, options: Iterable[str]) -> None:
        """Mark these answers and no others."""
        self._mark(".sr-choices", options)

    def _mark(self, place: str, wanted: Iterable[str]) -> None:
        up = self.page.locator(f'{place} > [aria-selected="true"]').evaluate_all("all => all.map(n => n.dataset.id)")
        wanted = list(wanted)
        for name in [name for name in up if name not in wanted] + [name for name in wanted if name not in up]:
            self.touch(place, name)

    def touch(self, place: str, name: str) -> None:
        """One card or answer: by mouse, by finger, or by the arrows and Space."""
        if self.by == "keys":
            self._walk(place, name)
            self.page.keyboard.press("Space")
            return
        self._rest(self.tapped.get(name, 0) + DOUBLE)
        node = self.page.locator(f'{place} > [data-id="{name}"]')
        if self.by == "touch":
            node.tap(position=CORNER)
        else:
            node.click(position=CORNER)
        self.tapped[name] = time.monotonic()

    def _rest(self, until: float) -> None:
        left = until - time.monotonic()
        if left > 0:
            self.page.wait_for_timeout(left * 1000)

    @property
    def focused(self) -> str | None:
        """Which card, option or button of the table has the focus."""
        found: str | None = self.page.evaluate(_FOCUSED)
        return found

    def _walk(self, place: str, name: str) -> None:
        """To a card or option, by Tab to its list and by arrows in it."""
        among = [str(id) for id in self.page.locator(f"{place} > *").evaluate_all("all => all.map(n => n.dataset.id)")]
        for _ in range(60):
            at = self.focused
            if at in among:
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab does not come to {place}")
        steps = among.index(name) - among.index(at)
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        assert self.focused == name

    def press(self, name: str) -> None:
        """A button, and wait for what comes of it."""
        self._rest(self.pressed + SETTLE)
        button = self.button(name)
        button.wait_for()
        if self.by == "keys":
            self._press_key(button)
        elif self.by == "touch":
            button.tap()
        else:
            button.click()
        self.pressed = time.monotonic()
        self.settled()

    def _press_key(self, button: Locator) -> None:
        key = (button.get_attribute("aria-keyshortcuts") or "").split(" ")[-1]
        if key and key != "Enter":
            self.page.keyboard.press(key.lower())
            return
        # Enter presses the main button from wherever the hands are among the cards, and a button that has the focus.
        for _ in range(60):
            at = self.focused
            if key and at is not None and (at == button.get_attribute("data-id") or self._listed(at)):
                break
            if at == button.get_attribute("data-id"):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def _listed(self, name: str) -> bool:
        return self.page.locator(f'[role="option"][data-id="{name}"]').count() > 0

    def play(self, move: str, view: View | None = None) -> None:
        """A move of the notation: "play 7d 7h", "pass"; with the view of the moment whatever must be marked on the
        table for it, too."""
        verb, *cards = move.split()
        if view is None:
            self.select(cards)
        else:
            marked = view.marked(view.game.read_move(move))
            self.select(map(str, marked.hand))
            self.mark(map(str, marked.table), marked.zone)
        self.press(verb)

    # A match

    def saved(self) -> TableSession:
        """The match in the address, as it is saved now."""
        assert self.key is not None
        return matches.restored(self.app.store, self.key, self.game)

    def my_turn(self) -> TableSession:
        """Wait until the bots have played and the table shows it; the match as it stands then."""
        self.until(lambda: table.waiting_for(self.saved()) == "bot", False)
        match = self.saved()
        self.shows(table_scene(match, self.language))
        return match

    def play_deal(self, move: matches.How = matches.next_move) -> TableSession:
        """All of a deal, by what is lowest unless told how; the match at its end."""
        while (match := self.my_turn()).outcome is None:
            self.play(move(match), match.view)
        return match


def _wanted(scene: Mapping[str, Any]) -> dict[str, Any]:
    ask, answer = scene["ask"] or {}, scene["answer"] or {}
    plays = (scene["pile"] or {"plays": []})["plays"][-2:]
    lain = [card for row in ("centre", "row") for card in (scene[row] or {"cards": []})["cards"]]
    melds = (scene["melds"] or {"melds": []})["melds"]
    buttons = [button["id"] for button in scene["buttons"]]
    submit = bool(ask.get("submit"))
    return {
        "lang": scene["lang"],
        "hand": [card["id"] for card in scene["hand"]["cards"]] if scene["hand"] else [],
        "pile": [[card["id"] for card in play["cards"]] for play in plays],
        "row": [card["id"] for card in lain],
        "melds": [[card["id"] for card in meld["cards"]] for meld in melds],
        "buttons": ["answer", *buttons] if submit else buttons,
        "choices": sorted(option["id"] for option in ask["options"]) if submit else [],
        "prompt": ask.get("prompt", ""),
        "title": answer.get("title", ""),
        "answer": answer.get("text", ""),
        "status": scene["status"],
        "seats": [
            " · ".join(
                filter(None, [seat["countLabel"], seat["note"] or (scene["labels"]["last"] if seat["last"] else "")])
            )
            for seat in scene["seats"]
        ],
        "busy": False,
    }


def device(width: int) -> dict[str, Any]:
    """What is looked at in this width: a phone or a desk."""
    return PHONE if width == 390 else DESK


def enter(
    browser: Browser,
    app: App,
    key: str | None,
    *,
    locale: str = "th-TH",
    width: int = 1280,
    by: By = "mouse",
    colours: Literal["light", "dark"] = "light",
    page: Page | None = None,
) -> Screen:
    """Somebody with this key opens a browser; without a key a stranger. Nothing moves, to save waiting.

    ``page``: one of the same language, device and colours that was wiped, to be used again; else a new one."""
    if page is None:
        page = browser.new_context(
            locale=locale, color_scheme=colours, reduced_motion="reduce", timezone_id="Asia/Bangkok", **device(width)
        ).new_page()
    else:
        page.set_viewport_size(device(width)["viewport"])
    if key is not None:
        keep(page.context, app, key)
    return Screen(page, app, key, by, LANGUAGE[locale])


def keep(context: BrowserContext, app: App, key: str) -> None:
    """The browser knows its learner from earlier."""
    context.add_cookies([{"name": "samrap_key", "value": key, "url": app.address}])
