"""``python -m tests.browser.contact_sheet``: a picture of every page in every state, in docs/pages, and the README's.

Four sheets, one a width and language, by day and by night, so that every pair of the three is seen. The cards are the
same each time: a sheet changes only when the app does.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, sync_playwright

from tests.browser import matches
from tests.browser.app import App, Screen, enter
from tests.browser.places import PLACES, Place
from tests.conftest import CHROMIUM, CHROMIUM_FLAGS, running_app

DOCS = Path(__file__).parent.parent.parent / "docs"
SHEETS: tuple[tuple[int, str, Literal["light", "dark"]], ...] = (
    (390, "th-TH", "light"),
    (390, "en-US", "dark"),
    (1280, "en-US", "light"),
    (1280, "th-TH", "dark"),
)
ACROSS = {390: 9, 1280: 6}
WIDTH = {390: 300, 1280: 480}
TALLEST = {390: 1500, 1280: 1400}
GAP = 12
NAME = 16


def picture(screen: Screen, tallest: int) -> Image.Image:
    """The whole page, down to a limit. Streamlit scrolls inside, so the window is made as high as that."""
    page = screen.page
    # Streamlit sends a page piece by piece, and its own script is not there at once.
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    page.locator("[data-testid=stSkeleton]").first.wait_for(state="detached")
    size = page.viewport_size
    assert size is not None
    needed = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
    height = min(max(size["height"], needed), tallest)
    page.set_viewport_size({"width": size["width"], "height": height})
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => true)")
    return Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide", scale="css"))).convert("RGB")


def sheet(browser: Browser, app: App, width: int, locale: str, colours: Literal["light", "dark"]) -> Image.Image:
    """All places side by side, each with its name."""
    pictures = []
    for place in PLACES:
        screen = _at(browser, app, place, width, locale, colours)
        found = picture(screen, TALLEST[width])
        screen.page.context.close()
        wide = WIDTH[width]
        pictures.append(
            (place.name, found.resize((wide, found.height * wide // found.width), Image.Resampling.LANCZOS))
        )
    rows = [pictures[at : at + ACROSS[width]] for at in range(0, len(pictures), ACROSS[width])]
    heights = [max(found.height for _, found in row) + NAME + GAP for row in rows]
    whole = Image.new("RGB", (ACROSS[width] * (WIDTH[width] + GAP) + GAP, sum(heights) + GAP), "#8a8a8a")
    draw = ImageDraw.Draw(whole)
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        for column, (name, found) in enumerate(row):
            left = GAP + column * (WIDTH[width] + GAP)
            draw.text((left, top), name, fill="white")
            whole.paste(found, (left, top + NAME))
        top += height
    return whole


def _at(browser: Browser, app: App, place: Place, width: int, locale: str, colours: Literal["light", "dark"]) -> Screen:
    key = app.learner(f"{place.name} {width} {locale} {colours}")
    by = "touch" if width == 390 else "mouse"
    screen = enter(browser, app, key, locale=locale, width=width, by=by, colours=colours)  # type: ignore[arg-type]
    place.open(screen)
    return screen


def main() -> None:
    """Make them all."""
    if CHROMIUM is None:
        sys.exit("no Chromium: make browser, or CHROMIUM=/path/to/it")
    pages = DOCS / "pages"
    pages.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        running_app(Path(folder) / "samrap.db") as (address, _),
        sync_playwright() as playwright,
    ):
        app = App(address, Path(folder) / "samrap.db")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
        for width, locale, colours in SHEETS:
            file = pages / f"{locale[:2]}-{width}-{colours}.webp"
            sheet(browser, app, width, locale, colours).save(file, quality=68, method=6)
            print(f"{file.relative_to(DOCS.parent)}: {file.stat().st_size // 1024} kB")
        screen = enter(browser, app, app.learner("readme"))
        match = matches.played_until(matches.mine)
        screen.open("/play", game=matches.saved(app.store, str(screen.key), match))
        screen.my_turn()
        screen.play(f"play {matches.refused_card(match)}")
        picture(screen, 1400).save(DOCS / "screenshot.png", optimize=True)
        app.store.close()
        browser.close()


if __name__ == "__main__":
    main()
