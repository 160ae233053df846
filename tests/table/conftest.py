"""The card table on a page of its own: sample scenes, a small web server, a Chromium to look at them."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SCENES = sorted(path.stem for path in (HERE / "scenes").glob("*.json"))


def read_scene(name: str, **changes: Any) -> dict[str, Any]:
    """A sample scene; one that says `on` another holds only what differs from it."""
    scene: dict[str, Any] = json.loads((HERE / "scenes" / f"{name}.json").read_text("utf-8"))
    if base := scene.pop("on", None):
        scene = read_scene(base) | scene
    return scene | changes


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """Address of the page that stands in for Streamlit and for a notebook."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(ROOT)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/tests/table/table.html"
    server.shutdown()
    server.server_close()
    thread.join()


class TablePage:
    """A drawn table, in the words of the tests."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def draw(self, scene: str | dict[str, Any], **changes: Any) -> None:
        whole = read_scene(scene, **changes) if isinstance(scene, str) else scene | changes
        self.page.evaluate("scene => window.draw(scene)", whole)

    @property
    def sent(self) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self.page.evaluate("window.sent")
        return messages

    @property
    def root(self) -> Locator:
        return self.page.locator(".sr-table")

    @property
    def status(self) -> Locator:
        return self.page.get_by_role("status")

    def card(self, card: str) -> Locator:
        return self.page.locator(f'.sr-hand [data-id="{card}"]')

    def button(self, name: str) -> Locator:
        return self.page.locator(f'.sr-bar [data-id="{name}"]')

    def option(self, name: str) -> Locator:
        return self.page.locator(f'.sr-choices [data-id="{name}"]')

    @property
    def selected(self) -> list[str]:
        ids: list[str] = self.page.locator('.sr-hand [aria-selected="true"]').evaluate_all(
            "nodes => nodes.map(node => node.dataset.id)"
        )
        return ids

    @property
    def focused(self) -> str | None:
        """Id of the card, option or button that has the focus, inside the shadow root or not."""
        found: str | None = self.page.evaluate(
            """() => {
                let node = document.activeElement;
                while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
                return node?.closest("[data-id]")?.dataset.id ?? node?.className ?? null;
            }"""
        )
        return found

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


Opener = Callable[..., TablePage]


@pytest.fixture
def table(chrome: Browser, site: str) -> Iterator[Opener]:
    """Opens a table: `table(width=390, touch=True, host="notebook", clock=True, **context options)`."""
    contexts = []
    opened: list[TablePage] = []

    def open_table(
        width: int = 1280,
        height: int = 800,
        *,
        touch: bool = False,
        host: str = "streamlit",
        clock: bool = False,
        **options: Any,
    ) -> TablePage:
        context = chrome.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(5000)
        if clock:
            page.clock.install()
        page.goto(f"{site}?host={host}")
        page.wait_for_function("window.ready", polling=50)
        opened.append(TablePage(page))
        return opened[-1]

    yield open_table
    errors = [error for one in opened for error in one.errors]
    for context in contexts:
        context.close()
    assert errors == []
