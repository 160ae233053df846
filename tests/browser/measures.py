"""What can be measured in a drawn page: what is too wide, what is cut off, what is not in the reader's language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

_LOOK = """() => {
    const SILENT = ["STYLE", "SCRIPT", "NOSCRIPT", "svg", "TITLE"];
    const wide = [], clipped = [], texts = [];
    const name = (node) => `${node.tagName}.${node.className} "${node.textContent.trim().slice(0, 60)}"`;
    const unseen = (node) => {
        const style = getComputedStyle(node);
        const dot = node.clientWidth <= 1 && node.clientHeight <= 1 && style.position === "absolute";
        return style.clipPath !== "none" || dot;
    };
    const main = document.querySelector('[data-testid="stMain"]') ?? document.body;
    for (const node of [document.scrollingElement, main]) {
        if (node.scrollWidth > node.clientWidth + 1) wide.push(`${name(node)}: ${node.scrollWidth} pixels`);
    }
    const walk = (node, hidden) => {
        if (node.nodeType === Node.TEXT_NODE) {
            const text = node.data.trim();
            if (text && !hidden.all) texts.push(text);
            return;
        }
        if (node.nodeType !== Node.ELEMENT_NODE || SILENT.includes(node.tagName)) return;
        if (!node.checkVisibility({ visibilityProperty: true })) return;
        const style = getComputedStyle(node);
        const ear = hidden.ear || unseen(node);
        const picture = hidden.picture || node.getAttribute("aria-hidden") === "true";
        if (!ear && !picture && node.textContent.trim()) {
            const box = node.getBoundingClientRect();
            if (box.width && (box.right > innerWidth + 1 || box.left < -1)) {
                wide.push(`${name(node)}: ${Math.round(box.left)} to ${Math.round(box.right)}`);
            }
            const cuts = (overflow) => ["hidden", "clip"].includes(overflow);
            const shortened = style.textOverflow === "ellipsis" && node.title;
            const across = cuts(style.overflowX) && node.scrollWidth > node.clientWidth + 1;
            const down = cuts(style.overflowY) && node.scrollHeight > node.clientHeight + 2;
            if (!shortened && (across || down)) {
                const [needs, has] = [[node.scrollWidth, node.scrollHeight], [node.clientWidth, node.clientHeight]];
                clipped.push(`${name(node)}: ${needs.join(" x ")} in ${has.join(" x ")}`);
            }
        }
        const other = node.lang && node.lang.slice(0, 2) !== document.documentElement.lang.slice(0, 2);
        const all = hidden.all || other || node.tagName === "KBD";
        const spoken = ["aria-label", "title", "placeholder"].map((key) => node.getAttribute(key)).filter(Boolean);
        if (!all) texts.push(...spoken);
        const inside = { ear, picture, all };
        for (const child of (node.shadowRoot ?? node).childNodes) walk(child, inside);
        if (node.shadowRoot) for (const child of node.childNodes) walk(child, inside);
    };
    walk(document.body, { ear: false, picture: false, all: false });
    return { wide, clipped, texts };
}"""
_LATIN = re.compile(r"[A-Za-z]")
_THAI = re.compile("[\u0e00-\u0e7f]")
_ALLOWED = re.compile(
    r"(?:10|[2-9JQKA])?[♠♥♦♣]?\ufe0e?"  # cards and their ranks
    r"|English|EN|Samrap|สำรับ · Samrap"
    r"|Pagat|Hoyle"  # what sources are called
)


@dataclass(frozen=True)
class Measures:
    """What is wrong with a page as it is drawn."""

    wide: list[str]
    clipped: list[str]
    latin: list[str]


def measure(page: Page) -> Measures:
    """Look through the page, shadow roots and all."""
    found = page.evaluate(_LOOK)
    thai = page.evaluate("document.documentElement.lang").startswith("th")
    texts = dict.fromkeys(found["texts"]) if thai else {}
    latin = [text for text in texts if _LATIN.search(text) and not _THAI.search(text) and not _ALLOWED.fullmatch(text)]
    return Measures(found["wide"], found["clipped"], latin)
