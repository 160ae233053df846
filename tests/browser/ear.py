"""A table as it is heard: the tree that Chromium hands to a screen reader, and a keyboard. Nothing here knows of
pages, scenes or rules; cards and buttons are known by the words that name them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 20
"""Seconds that a busy machine may need."""
LISTENING = 400
"""Milliseconds that nobody who listens is faster than: a table takes no second press in the time of a double click."""
_SILENT = {"InlineTextBox", "LineBreak", "ListMarker"}
_SAYS_ITSELF = {"image", "button", "link", "option"}
"""Roles whose name is read instead of what is in them."""


@dataclass(frozen=True)
class Node:
    """One thing that is read: a role, its name, its states, and what is in it."""

    role: str
    name: str
    states: dict[str, Any]
    inside: tuple[Node, ...]

    @property
    def all(self) -> Iterator[Node]:
        yield self
        for node in self.inside:
            yield from node.all

    @property
    def words(self) -> str:
        """What is read of it, piece after piece."""
        if self.role == "StaticText" or self.role in _SAYS_ITSELF:
            return self.name
        return re.sub(" +", " ", " ".join(node.words for node in self.inside)).strip(" ")


@dataclass(frozen=True)
class Words:
    """What somebody knows who plays cards in a language: how they are called, and a few words of this table."""

    hand: str
    pile: str
    turn: str
    passing: str
    refused: str
    over: str
    next: str
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    between: str

    def card(self, name: str) -> tuple[int, int]:
        """A card by its name, as its rank and suit from low to high; ValueError where it names none."""
        said = re.split(r",", name)[0].strip()
        for suit, suit_word in enumerate(self.suits):
            rank_word = said.removesuffix(suit_word)
            if rank_word != said and (rank_word := rank_word.removesuffix(self.between).strip()) in self.ranks:
                return self.ranks.index(rank_word), suit
        raise ValueError(f"no card is called {name!r}")


WORDS = {
    "en-US": Words(
        "Your hand", "Pile:", "On turn You", "Pass", "Not allowed", "is over: you came", "Next deal",
        ("3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace", "2"),
        ("clubs", "diamonds", "hearts", "spades"), " of ",
    ),
    "th-TH": Words(
        "ไพ่ในมือ", "กอง:", "ถึงตา คุณ", "ผ่าน", "ลงแบบนี้ไม่ได้", "คุณได้ที่", "แจกตาต่อไป",
        ("3", "4", "5", "6", "7", "8", "9", "10", "แจ็ค", "แหม่ม", "คิง", "เอซ", "2"),
        ("ดอกจิก", "ข้าวหลามตัด", "โพแดง", "โพดำ"), " ",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Heard:
    """All that the tree says at one moment."""

    whole: Node
    words: Words

    def find(self, role: str, begins: str = "") -> Node | None:
        return next((node for node in self.whole.all if node.role == role and node.name.startswith(begins)), None)

    @property
    def hand(self) -> tuple[str, ...]:
        held = self.find("listbox", self.words.hand)
        return tuple(node.name for node in held.all if node.role == "option") if held else ()

    @property
    def selected(self) -> tuple[str, ...]:
        return tuple(node.name for node in self.whole.all if node.role == "option" and node.states.get("selected"))

    @property
    def top(self) -> tuple[str, ...]:
        """The cards to beat, by their names; none where there is no pile."""
        pile = self.find("list", self.words.pile)
        if pile is None:
            return ()
        last = [node for node in pile.all if node.role == "listitem"][-1]
        return tuple(last.words.split(": ", 1)[1].split(", "))

    @property
    def announced(self) -> str:
        """The words of the only live region, as they are: what is said anew differs."""
        live = [node for node in self.whole.all if node.states.get("live") == "polite"]
        assert len(live) <= 1, [node.words for node in live]
        return live[0].words if live else ""

    @property
    def my_turn(self) -> bool:
        said = (node.words for node in self.whole.all if node.role == "paragraph")
        return any(words.startswith(self.words.turn) for words in said)

    @property
    def refused(self) -> bool:
        return any(node.role == "StaticText" and node.name == self.words.refused for node in self.whole.all)

    @property
    def over(self) -> bool:
        return self.words.over in self.announced and self.find("button", self.words.next) is not None

    @property
    def buttons(self) -> dict[str, str]:
        """The buttons by their names, and the keys that are told to press them."""
        return {node.name: node.states.get("keyshortcuts", "") for node in self.whole.all if node.role == "button"}

    @property
    def main(self) -> str:
        """The button that Enter presses; its name tells what the cards that are up would be."""
        return next(name for name, keys in self.buttons.items() if keys.split(" ")[-1] == "Enter")

    @property
    def focused(self) -> Node | None:
        """Where the keyboard is; None where it is nowhere in particular."""
        return next((n for n in self.whole.all if n.states.get("focused") and n.role != "RootWebArea"), None)


@dataclass
class Ear:
    """Somebody who hears a page and presses keys."""

    page: Page
    words: Words
    keys: int = 0
    announcements: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._browser = self.page.context.new_cdp_session(self.page)

    def hear(self) -> Heard:
        nodes = {node["nodeId"]: node for node in self._browser.send("Accessibility.getFullAXTree")["nodes"]}
        root = next(node for node in nodes.values() if node["role"]["value"] == "RootWebArea")
        return Heard(next(_read(root, nodes)), self.words)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def settle(self, before: str = "") -> Heard:
        """Listen until something else than before was announced and it is my turn, or the deal is over."""
        end = time.monotonic() + PATIENCE
        heard = self.hear()
        while True:
            self.page.wait_for_timeout(20)
            again, heard = heard, self.hear()  # the tree follows the page piece by piece
            fresh = heard == again and heard.announced != before
            if fresh and (heard.my_turn or heard.over) and not _busy(heard):
                self.announcements.append(heard.announced)
                return heard
            assert time.monotonic() < end, f"nothing new was said after {before!r}"

    def go_to(self, name: str) -> None:
        """To a card of the hand: by Tab into the hand, by arrows in it."""
        for _ in range(60):
            at = self.hear().focused
            if at is not None and at.role == "option":
                break
            self.press("Tab")
        heard = self.hear()
        assert heard.focused is not None
        assert heard.focused.role == "option", "Tab does not come to the hand"
        steps = heard.hand.index(name) - heard.hand.index(heard.focused.name)
        for _ in range(abs(steps)):
            self.press("ArrowRight" if steps > 0 else "ArrowLeft")
        reached = self.hear().focused
        assert reached is not None
        assert reached.name == name

    def take(self, names: tuple[str, ...]) -> None:
        """Have these cards up and no others."""
        if self.hear().selected:
            self.press("Escape")
        for name in names:
            self.go_to(next(held for held in self.hear().hand if self.words.card(held) == self.words.card(name)))
            self.press("Space")
        taken = sorted(map(self.words.card, self.hear().selected))
        assert taken == sorted(map(self.words.card, names))

    def push(self, name: str) -> Heard:
        """Press the key that a button tells, and listen to what comes of it."""
        self.page.wait_for_timeout(LISTENING)
        heard = self.hear()
        key = heard.buttons[name].split(" ")[-1]
        self.press(key if key == "Enter" else key.lower())
        return self.settle(heard.announced)


def _busy(heard: Heard) -> bool:
    return any(node.states.get("busy") for node in heard.whole.all)


def _read(node: dict[str, Any], nodes: dict[str, Any]) -> Iterator[Node]:
    inside = tuple(part for id in node.get("childIds", ()) if id in nodes for part in _read(nodes[id], nodes))
    role = node["role"]["value"]
    if node.get("ignored"):
        yield from inside
    elif role not in _SILENT:
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        yield Node(role, node.get("name", {}).get("value", ""), states, inside)
