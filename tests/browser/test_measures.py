"""Every page in every state: measured at both widths, looked through by axe, quiet, and asking no other host."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.app import App, enter
from tests.browser.conftest import Look
from tests.browser.measures import Measures, measure
from tests.browser.places import PLACES, Place

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
WIDTHS = {390: 844, 1280: 800}
# Each place by day in one language and by night in the other, axe on a phone in one and at a desk in the other, turn
# about: every pair of language, colours and width is met at many places.
VISITS = [
    (place, locale, ("light", "dark")[(at + turn) % 2], (390, 1280)[(at // 2 + turn) % 2])
    for at, place in enumerate(PLACES)
    for turn, locale in enumerate(("th-TH", "en-US"))
]


@dataclass(frozen=True)
class Looked:
    """What was found at one place."""

    measures: dict[int, Measures]
    violations: list[Any]
    faults: list[str]
    foreign: set[str]


def named(visit: tuple[Place, str, str, int]) -> str:
    return "-".join((visit[0].name, *map(str, visit[1:])))


@pytest.fixture(scope="module", params=VISITS, ids=named)
def looked(
    chrome: Browser, app: App, wiped: dict[Look, list[Page]], request: pytest.FixtureRequest
) -> Iterator[Looked]:
    place: Place
    place, locale, colours, axe_at = request.param
    key = app.learner(f"{place.name} {locale} {colours}")
    idle = wiped[locale, 1280, colours]
    screen = enter(chrome, app, key, locale=locale, colours=colours, page=idle.pop() if idle else None)
    place.open(screen)
    measures: dict[int, Measures] = {}
    violations: list[Any] = []
    for width, height in WIDTHS.items():
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => true)")
        measures[width] = measure(screen.page)
        if width == axe_at:
            found = Axe().run(screen.page, options={"resultTypes": ["violations"]}).response["violations"]
            violations = [(rule["id"], [node["html"][:160] for node in rule["nodes"]]) for rule in found]
    yield Looked(measures, violations, screen.faults, screen.foreign)
    idle.append(screen.wipe())


def test_nothing_is_wider_than_the_screen(looked: Looked) -> None:
    assert {width: found.wide for width, found in looked.measures.items() if found.wide} == {}


def test_no_text_is_cut_off(looked: Looked) -> None:
    assert {width: found.clipped for width, found in looked.measures.items() if found.clipped} == {}


@pytest.mark.parametrize("looked", [visit for visit in VISITS if visit[1] == "th-TH"], ids=named, indirect=True)
def test_thai_pages_speak_thai(looked: Looked) -> None:
    assert {width: found.latin for width, found in looked.measures.items() if found.latin} == {}


PLANTED = """<html lang="{lang}"><body><main data-testid="stMain">{planted}<p>สวัสดี</p></main></body></html>"""
FAULTS = {
    "wide": "<p style='width: 2000px'>กว้างเกินไป</p>",
    "clipped": "<p style='width: 40px; overflow: hidden; white-space: nowrap'>ข้อความที่ยาวกว่ากล่องของมัน</p>",
    "latin": "<p>Nobody wrote this in Thai</p>",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_planted_is_measured(chrome: Browser, fault: str) -> None:
    page = chrome.new_page(viewport={"width": 390, "height": 844})
    try:
        page.set_content(PLANTED.format(lang="th", planted=""))
        assert measure(page) == Measures([], [], [])
        page.set_content(PLANTED.format(lang="th", planted=FAULTS[fault]))
        found = measure(page)
        assert {name for name in FAULTS if getattr(found, name)} == {fault}
        page.set_content(PLANTED.format(lang="en", planted=FAULTS["latin"]))
        assert measure(page).latin == []
    finally:
        page.close()


def test_axe_finds_nothing(looked: Looked) -> None:
    assert looked.violations == []


def test_no_other_host_is_asked_and_the_console_is_quiet(looked: Looked) -> None:
    assert looked.foreign == set()
    assert looked.faults == []
