"""An app with its database, and people who open it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.app import App, Screen, enter
from tests.conftest import running_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Visit = Callable[..., Screen]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    database = tmp_path_factory.mktemp("app") / "samrap.db"
    with running_app(database) as (address, _):
        app = App(address, database)
        yield app
        app.store.close()


@pytest.fixture
def visit(chrome: Browser, app: App, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Somebody opens the app: `visit()`, `visit(locale="en-US", width=390, by="touch", pace="slow")`.

    At the end nothing was asked of another host, and the console is quiet."""
    screens: list[Screen] = []

    def opened(name: str | None = "", *, host: App = app, **options: Any) -> Screen:
        known = ("pace", "level", "language", "table")
        settings = {setting: options.pop(setting) for setting in known if setting in options}
        key = None if name is None else host.learner(f"{request.node.nodeid} {name}", **settings)
        screens.append(enter(chrome, host, key, **options))
        return screens[-1]

    yield opened
    for context in {screen.page.context for screen in screens}:
        context.close()
    assert [fault for screen in screens for fault in screen.faults] == []
    assert {url for screen in screens for url in screen.foreign} == set()
