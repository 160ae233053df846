"""A drawn card table, in the words of the tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SAMPLES = Path(__file__).parent / "scenes"
SCENES = sorted(path.stem for path in SAMPLES.glob("*.json"))


def read_scene(name: str, **changes: Any) -> dict[str, Any]:
    """A sample scene; one that says `on` another holds only what differs from it."""
    scene: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text("utf-8"))
    if base := scene.pop("on", None):
        scene = read_scene(base) | scene
    return scene | changes


class TablePage:
    """A drawn table, in the words of the tests."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def draw(self, scene: str | dict[str, Any], **changes: Any) -> None:
        whole = read_scene(scene, **changes) if isinstance(scene, str) else scene | changes
        self.page.evaluate("scene => window.draw(scene)", whole)

    def anew(self) -> None:
        """Load the page again: nothing is drawn, and it stands at its top."""
        self.page.evaluate("history.scrollRestoration = 'manual'")
        self.page.reload()
        self.page.wait_for_function("window.ready", polling=50)

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
        return self.page.locator(f'.sr-held[data-id="{card}"]')

    def lain(self, card: str) -> Locator:
        return self.page.locator(f'.sr-lain[data-id="{card}"]')

    def meld(self, number: int) -> Locator:
        return self.page.locator(f'.sr-meld[data-id="meld.{number}"]')

    def button(self, name: str) -> Locator:
        return self.page.locator(f'.sr-bar [data-id="{name}"]')

    def option(self, name: str) -> Locator:
        return self.page.locator(f'.sr-choice[data-id="{name}"]')

    @property
    def selected(self) -> list[str]:
        ids: list[str] = self.page.locator('.sr-held[aria-selected="true"]').evaluate_all(
            "nodes => nodes.map(node => node.dataset.id)"
        )
        return ids

    @property
    def taken(self) -> list[str]:
        """Cards of the row that are marked."""
        ids: list[str] = self.page.locator('.sr-lain[aria-selected="true"]').evaluate_all(
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


Open = Callable[..., TablePage]
