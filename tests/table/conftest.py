"""The card table on a page of its own: sample scenes, a small web server, a Chromium to look at them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.table.page import Open, TablePage

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent.parent


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


@pytest.fixture
def table(chrome: Browser, site: str) -> Iterator[Open]:
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
            page.clock.install(time=datetime(2026, 1, 1))
        page.goto(f"{site}?host={host}")
        page.wait_for_function("window.ready", polling=50)
        if clock:
            page.clock.pause_at(datetime(2026, 1, 2))  # from here only the test lets time pass
        opened.append(TablePage(page))
        return opened[-1]

    yield open_table
    errors = [error for one in opened for error in one.errors]
    for context in contexts:
        context.close()
    assert errors == []
