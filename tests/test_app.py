"""The app starts, in its own fonts, and asks no other host for anything."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_first_page_asks_this_server_only_and_loads_thai_letters(server: str, desk: Page) -> None:
    asked: list[str] = []
    desk.on("request", lambda request: asked.append(request.url))
    desk.goto(server)
    desk.locator(".bar").wait_for()
    desk.evaluate("document.fonts.ready.then(() => true)")
    faces = desk.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
    assert {url for url in asked if urlsplit(url).hostname not in {"127.0.0.1", None}} == set()
    assert "Sarabun" in {face.strip("'\"") for face in faces}
    assert any("sarabun-thai" in url for url in asked)
