"""An app with its database, and people who open it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.app import App, Screen, enter
from tests.conftest import running_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Visit = Callable[..., Screen]
Look = tuple[str, int, str]
"""A browser's language, width and colours."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    database = tmp_path_factory.mktemp("app") / "samrap.db"
    with running_app(database) as (address, _):
        app = App(address, database)
        yield app
        app.store.close()


@pytest.fixture(scope="module")
def wiped(app: App, chrome: Browser) -> dict[Look, list[Page]]:
    """Pages that were used and wiped: one that is used again costs a quarter of a new one."""
    return defaultdict(list)


@pytest.fixture
def visit(
    chrome: Browser, app: App, wiped: dict[Look, list[Page]], request: pytest.FixtureRequest
) -> Iterator[Visit]:
    """Somebody opens the app: `visit()`, `visit(locale="en-US", width=390, by="touch", pace="slow")`.

    `fresh=True` for a browser that has never been here, or of which something is changed that stays. At the end
    nothing was asked of another host, and the console is quiet."""
    screens: list[tuple[Screen, Look | None]] = []

    def opened(name: str | None = "", *, host: App = app, fresh: bool = False, **options: Any) -> Screen:
        known = ("pace", "level", "language", "table")
        settings = {setting: options.pop(setting) for setting in known if setting in options}
        key = None if name is None else host.learner(f"{request.node.nodeid} {name}", **settings)
        look = (options.get("locale", "th-TH"), options.get("width", 1280), options.get("colours", "light"))
        again = not fresh and host is app
        page = wiped[look].pop() if again and wiped[look] else None
        screens.append((enter(chrome, host, key, page=page, **options), look if again else None))
        return screens[-1][0]

    yield opened
    faults = [fault for screen, _ in screens for fault in screen.faults]
    foreign = {url for screen, _ in screens for url in screen.foreign}
    for screen, look in screens:
        if look is None or screen.page.is_closed():
            screen.page.context.close()
        else:
            wiped[look].append(screen.wipe())
    assert faults == []
    assert foreign == set()
