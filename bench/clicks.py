"""How quickly the table answers, as a multiple of an empty Streamlit fragment with the same settings.

    python bench/clicks.py [plays]

In Chromium, each measured inside the page from the click to the change of the document: (a) selecting a card, which
must send nothing; (b) a play until the card lies on the pile, and turn about with it a button in an empty fragment;
(c) plays in one browser while another asks for hints without a pause, in blocks turn about with blocks without it.
"""

from __future__ import annotations

import shutil
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.browser import matches
from tests.browser.app import App, Screen, enter
from tests.conftest import CHROMIUM, CHROMIUM_FLAGS, running_app
from tutor.bundle import bundled

EMPTY = """import streamlit as st
@st.fragment
def empty():
    st.session_state.count = st.session_state.get("count", 0) + st.button("go")
    st.markdown(f"count={st.session_state.count}")
empty()
"""
BLOCK = 6
BUTTON = """() => new Promise((done, fail) => {
    const text = () => [...document.querySelectorAll("p")].find(p => p.textContent.startsWith("count=")).textContent;
    const button = [...document.querySelectorAll("button")].find(b => b.textContent.trim() === "go");
    const before = text(), start = performance.now();
    const watch = new MutationObserver(() => {
        if (text() === before) return;
        watch.disconnect();
        done(performance.now() - start);
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(() => fail("no answer"), 20000);
    button.click();
})"""
PLAY = """(table, cards) => new Promise((done, fail) => {
    const pile = () => [...table.querySelectorAll(".sr-pile .sr-card")].map(card => card.dataset.face);
    const held = () => [...table.querySelectorAll(".sr-held")].map(card => card.dataset.id);
    const start = performance.now();
    const watch = new MutationObserver(() => {
        if (!cards.every(card => pile().includes(card) || !held().includes(card))) return;
        watch.disconnect();
        done(performance.now() - start);
    });
    watch.observe(table, { subtree: true, childList: true, attributes: true });
    setTimeout(() => fail(`no answer to ${cards}: ${table.innerText}`), 20000);
    table.querySelector('.sr-bar [data-id="play"]').click();
})"""
ASK = """() => { window.asking = false; window.asked = 0; setInterval(() => {
    const host = [...document.querySelectorAll("*")].find(node => node.shadowRoot?.querySelector(".sr-table"));
    const table = host?.shadowRoot.querySelector(".sr-table");
    if (!window.asking || !table || table.hasAttribute("aria-busy")) return;
    const button = (name) => table.querySelector(`.sr-bar [data-id="${name}"]`);
    const next = button("hint") ?? button("next") ?? button("close") ?? button("pass");
    if (next === button("pass") && !table.querySelector('.sr-me[data-turn="yes"]')) return;
    if (next === button("pass") && table.querySelector(".sr-empty:not([hidden])")) {
        const card = table.querySelector('.sr-held[aria-selected="false"]');
        if (!table.querySelector('.sr-held[aria-selected="true"]')) card?.click();
        button("play")?.click();
        return;
    }
    next?.click();
    if (next?.dataset.id === "hint" && table.hasAttribute("aria-busy")) window.asked++;
}, 20); }"""


class Player:
    """Plays on and on, and measures each play that lays cards."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.deals = 0
        self._new_match()

    def _new_match(self) -> None:
        self.deals += 1
        match = matches.played_until(matches.to_lead, seed=100 * self.deals)
        screen = self.screen
        screen.open("/play", game=matches.saved(screen.app.store, str(screen.key), match))
        screen.my_turn()

    def play(self) -> float:
        """Milliseconds from the click to the card on the pile."""
        while True:
            match = self.screen.my_turn()
            if match.outcome is not None:
                self._new_match()
                continue
            verb, *cards = matches.next_move(match).split()
            if verb == "play":
                break
            self.screen.press(verb)
        self.screen.select(cards)
        self.screen.page.wait_for_timeout(
            380
        )  # a real hand is no quicker, and the table would take it for a double click
        return float(self.screen.table.evaluate(PLAY, cards))


def told(name: str, found: list[float]) -> str:
    ordered = sorted(found)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"{name}: median {statistics.median(ordered):.1f} ms, p95 {late:.1f} ms ({len(ordered)})"


def selecting(screen: Screen) -> int:
    """Frames sent while four cards are selected and put back."""
    before = screen.frames
    hand = screen.shown["hand"]
    screen.select(hand[:4])
    screen.select([])
    screen.page.wait_for_timeout(300)
    return screen.frames - before


def main() -> None:
    plays = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        here = Path(folder)
        shutil.copytree(bundled("streamlit_app.py").parent / ".streamlit", here / ".streamlit")
        # Its fonts are not there; nothing else differs.
        (here / "empty.py").write_text(EMPTY, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
        with (
            running_app(here / "samrap.db") as (address, _),
            running_app(here / "x.db", app=here / "empty.py") as (bare, _),
        ):
            app = App(address, here / "samrap.db")
            player = Player(enter(browser, app, app.learner("plays")))
            print(f"(a) selecting 4 cards and putting them back sent {selecting(player.screen)} frames (wanted 0)")
            empty: Page = browser.new_context(reduced_motion="reduce").new_page()
            empty.goto(bare)
            empty.get_by_text("count=").wait_for()
            for _ in range(8):
                player.play()
                empty.evaluate(BUTTON)
            table, button = [], []
            for _ in range(plays):
                button.append(float(empty.evaluate(BUTTON)))
                table.append(player.play())
            ratio = statistics.median(table) / statistics.median(button)
            print(f"(b) {told('play', table)}; {told('empty fragment', button)}")
            print(f"    {ratio:.2f} x the empty fragment (wanted at most 2 x)")

            asker = enter(browser, app, app.learner("asks", level="strong"))
            match = matches.played_until(matches.to_lead, level="strong", seed=7)
            asker.open("/play", game=matches.saved(app.store, str(asker.key), match))
            asker.my_turn()
            asker.page.evaluate(ASK)
            alone, beside = [], []
            for block in range(2 * max(1, plays // BLOCK)):
                asking = block % 2 == 1
                asker.page.evaluate("asking => { window.asking = asking }", asking)
                (beside if asking else alone).extend(player.play() for _ in range(BLOCK))
            asked = asker.page.evaluate("window.asked")
            ratio = statistics.median(beside) / statistics.median(alone)
            print(f"(c) {told('play alone', alone)}; {told(f'while another asks ({asked} hints)', beside)}")
            print(f"    {ratio:.2f} x alone")
            app.store.close()
        browser.close()


if __name__ == "__main__":
    main()
