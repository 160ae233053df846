"""A first visit over a slow line: how much comes, nothing that no page shows, and what is seen meanwhile."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.browser import matches
from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.line import line
from tutor import lessons
from tutor.i18n import tell

pytestmark = pytest.mark.browser

KB = 1000
FIRST = "#samrap-first"


@pytest.mark.parametrize("where", ["home", "a match", "a lesson"])
def test_a_first_visit_is_light_and_a_second_one_next_to_nothing(app: App, visit: Visit, where: str) -> None:
    screen = visit(where, width=390, by="touch", fresh=True)
    page, asked = screen.page, []
    page.on("request", lambda request: asked.append(request.url))
    with line(app.address) as way:
        screen.app = replace(app, address=way.address)
        query = {}
        if where == "a match":
            query = {"game": matches.saved(app.store, screen.key, matches.played_until(matches.to_lead))}
        elif where == "a lesson":
            query = {"lesson": lessons.every()[0].id}
        path = {"home": "/", "a match": "/play", "a lesson": "/learn"}[where]
        screen.page.context.add_cookies([{"name": "samrap_key", "value": screen.key, "url": way.address}])

        screen.open(path, **query)
        page.wait_for_load_state("networkidle")
        assert way.down.bytes < 760 * KB
        assert len(asked) < 85
        assert [url for url in asked if re.search("SourceSans|Material", url)] == []

        before = way.down.bytes
        screen.open(path, **query)
        page.wait_for_load_state("networkidle")
        assert way.down.bytes - before < 80 * KB


def test_every_script_of_a_page_is_asked_for_at_once(app: App, visit: Visit) -> None:
    screen = visit(fresh=True)
    page, asked = screen.page, set[str]()
    page.on("request", lambda request: asked.add(request.url.rpartition("/")[2]))
    with page.expect_response(app.address + "/") as answer:
        screen.open("/")
    page.wait_for_load_state("networkidle")
    named = answer.value.text()
    assert [name for name in asked if name.endswith(".js") and name not in named] == []


@pytest.mark.parametrize("locale", ["th-TH", "en-US"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_something_is_seen_before_any_script_has_come(visit: Visit, locale: str, colours: str) -> None:
    screen = visit(None, locale=locale, width=390, colours=colours, fresh=True)
    page = screen.page
    page.route("**/*.js", lambda route: None)  # on its way for as long as we look
    page.goto(screen.app.address, wait_until="commit")
    said = page.locator(f"{FIRST} p:visible")
    said.wait_for()
    language = screen.language
    assert said.inner_text().split("\n") == [tell("ui.name", language), tell("ui.dealing", language)]
    paper = page.locator(FIRST).evaluate("node => getComputedStyle(node).backgroundColor")
    assert paper == {"light": "rgb(251, 248, 241)", "dark": "rgb(20, 25, 28)"}[colours]


def test_it_goes_when_the_page_is_there_and_next_time_speaks_the_language_of_that_page(visit: Visit) -> None:
    screen = visit(None, fresh=True)
    page = screen.page
    screen.open("/", lang="en")
    page.locator(FIRST).wait_for(state="detached")
    page.route("**/*.js", lambda route: None)
    page.goto(screen.app.address, wait_until="commit")
    assert page.locator(f"{FIRST} p:visible").inner_text().startswith(tell("ui.name", "en"))


def test_what_goes_wrong_before_a_page_is_drawn_can_be_seen(visit: Visit) -> None:
    screen = visit(None, fresh=True)
    page = screen.page
    page.route("**/*.js", lambda route: None)
    page.goto(screen.app.address, wait_until="commit")
    page.locator(FIRST).wait_for()
    page.evaluate("""() => {
        const trace = document.createElement("div");
        trace.dataset.testid = "stException";
        document.getElementById("root").append(trace);
    }""")
    page.locator(FIRST).wait_for(state="detached")
