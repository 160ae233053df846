"""How long a cheap phone on a slow line waits for the first card, beside an empty Streamlit app on the same line.

    python bench/slow_line.py [runs]

Lighthouse's slow 4G (150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up), made by a relay before the server, and a
processor four times slower, in Chromium at phone width. Cold: a browser that was never here. Warm: the same browser
comes back. Bytes are all that came over the line, headers and websocket too; times count from the navigation to the
first paint and to the first card that can be taken up (of the home page: until its cards are drawn, and then from the
press on the first door to the lesson's card). Runs take turns, and the medians are printed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser import matches
from tests.browser.app import PHONE, App, keep
from tests.browser.line import Line, line
from tests.conftest import CHROMIUM, CHROMIUM_FLAGS, running_app
from tutor import lessons

EMPTY = 'import streamlit as st\nst.markdown("empty")\n'
TRIP, DOWN, UP, SLOWER = 0.150, 1.6e6 / 8, 750e3 / 8, 4
PATIENCE = 120_000  # milliseconds
SEEN = """query => {
    const node = document.querySelector(query) ??
        [...document.querySelectorAll("#root *")].find(node => node.shadowRoot?.querySelector(query))
            ?.shadowRoot.querySelector(query);
    return node?.getClientRects().length && !node.closest("[aria-busy]") ? performance.now() : 0;
}"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
CARD = ".sr-held"


class Load(NamedTuple):
    """What one visit took: bytes, requests, seconds to the first paint and to what was waited for."""

    bytes: float
    requests: float
    paint: float
    seen: float


def seen(page: Page, query: str) -> float:
    """Seconds from the navigation until this can be seen."""
    found = page.wait_for_function(SEEN, arg=query, polling="raf", timeout=PATIENCE)
    return float(found.json_value()) / 1000


@contextmanager
def phone(browser: Browser, prepare: Callable[[BrowserContext], None]) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="th-TH", **PHONE)  # type: ignore[arg-type]
    prepare(context)
    yield context
    context.close()


def load(context: BrowserContext, way: Line, path: str, query: str, door: str | None) -> list[Load]:
    """Open a page, as a new tab. A door is pressed afterwards, and takes a row of its own."""
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    before = way.down.bytes
    page.goto(way.address + path, wait_until="commit", timeout=PATIENCE)
    took = seen(page, query)
    # What goes on to be loaded without being waited for belongs to the page too.
    page.wait_for_load_state("networkidle", timeout=PATIENCE)
    found = [Load(way.down.bytes - before, len(asked), float(page.evaluate(PAINT)) / 1000, took)]
    if door is not None:
        before, pressed = way.down.bytes, float(page.evaluate("performance.now()")) / 1000
        asked.clear()
        page.locator(door).first.click()
        took = seen(page, CARD) - pressed
        found.append(Load(way.down.bytes - before, len(asked), took, took))
    page.close()
    return found


def told(name: str, ours: list[Load], empty: list[Load] | None) -> str:
    row = Load(*map(median, zip(*ours, strict=True)))
    text = (
        f"{name:<28} {row.bytes / 1000:8.0f} kB {row.requests:5.0f} requests   "
        f"first paint {row.paint:6.2f} s   seen {row.seen:6.2f} s"
    )
    if empty is None:
        return text
    peer = Load(*map(median, zip(*empty, strict=True)))
    return f"{text}   {row.bytes / peer.bytes:.2f} x the bytes, {row.seen / peer.seen:.2f} x the time"


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        here = Path(folder)
        (here / "empty.py").write_text(EMPTY, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
        with (
            running_app(here / "samrap.db") as (address, _),
            running_app(here / "x.db", app=here / "empty.py") as (bare, _),
            line(address, trip=TRIP, down=DOWN, up=UP) as ours,
            line(bare, trip=TRIP, down=DOWN, up=UP) as theirs,
        ):
            app = App(address, here / "samrap.db")
            key = app.learner("waits")
            match = matches.saved(app.store, key, matches.played_until(matches.to_lead))
            lesson = lessons.every()[0].id
            peer = "an empty app"
            visits = {
                peer: (theirs, "/", ".stMarkdown p", None),
                "home": (ours, "/", ".mat .card", 'ul.rows a[href*="lesson="]'),
                "a match": (ours, f"/play?game={match}", CARD, None),
                "a lesson": (ours, f"/learn?lesson={lesson}", CARD, None),
            }
            found: dict[tuple[str, str], list[Load]] = {}
            for run in range(-1, runs):
                for name, (way, path, query, door) in visits.items():
                    with phone(browser, lambda context: keep(context, app, key)) as context:
                        if run < 0:  # the server has never served it: not what is measured
                            load(context, way, path, query, None)
                            continue
                        for when in ("cold", "warm"):
                            page, *behind = load(context, way, path, query, door)
                            found.setdefault((when, name), []).append(page)
                            if behind:
                                found.setdefault((when, f"{name}, then a lesson"), []).append(behind[0])
            app.store.close()
            for (when, name), loads in sorted(found.items(), key=lambda item: item[0][0]):
                print(told(f"{when}: {name}", loads, None if name == peer else found[when, peer]))
        browser.close()


if __name__ == "__main__":
    main()
