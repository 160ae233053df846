"""The table in words, by keyboard on a narrow screen; and the way to it where the drawn one does not come up."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser import matches
from tests.browser.app import PATIENCE, Screen, now_and_long
from tests.browser.conftest import Visit
from tests.browser.measures import Measures, measure
from tutor.cards import Card
from tutor.i18n import label, spell, tell
from tutor.session import table
from tutor.session.table import TableSession

pytestmark = pytest.mark.browser

NO_SCRIPTS = "URL.createObjectURL = () => 'blob:nothing'; Object.freeze(URL);"
"""What a page asks first in which no script of ours comes up: they are all handed over like this."""


def hand(screen: Screen) -> list[str]:
    return screen.page.locator(".st-key-text-table .stCheckbox input").evaluate_all(
        "all => all.map(node => node.closest('label').textContent.trim().split(', ')[0])"
    )


def my_turn(screen: Screen) -> TableSession:
    """Wait until the others have moved and the page shows it; the match as it stands then."""
    screen.until(lambda: table.waiting_for(screen.saved()) == "bot", False)
    match = screen.saved()
    cards = match.game.order(match.view.hand, match.rules) if match.outcome is None else ()
    screen.until(lambda: hand(screen), [spell(card, screen.language, spoken=True) for card in cards])
    return match


def tab_to(screen: Screen, name: str) -> None:
    """Tab until what has the focus is called this."""
    for _ in range(90):
        if screen.page.evaluate(
            "name => [document.activeElement.ariaLabel, document.activeElement.textContent,"
            " document.activeElement.closest('label')?.textContent].some(text => text?.trim() === name)",
            name,
        ):
            return
        screen.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {name}")


def flawless(screen: Screen) -> None:
    assert measure(screen.page) == Measures([], [], [])
    found: Any = Axe().run(screen.page, options={"resultTypes": ["violations"]}).response["violations"]
    assert found == []


@now_and_long("locale", now=["th-TH"], long=["en-US"])
def test_a_deal_in_words_by_keyboard_alone(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, by="keys", width=390, table="text")
    language = screen.language
    screen.open("/play")
    tab_to(screen, tell("ui.play.deal", language))
    screen.page.keyboard.press("Enter")
    screen.page.locator(".st-key-text-table").wait_for()
    looked = False
    while (match := my_turn(screen)).outcome is None:
        move = match.game.read_move(matches.next_move(match))
        for card in move.cards:
            tab_to(screen, spell(card, language, spoken=True))
            screen.page.keyboard.press("Space")
        if not looked and move.cards:
            expect(screen.page.locator(".stCheckbox input:checked")).to_have_count(len(list(move.cards)))
            flawless(screen)
            looked = True
        tab_to(screen, tell("scene.do.play", language) if move.cards else label(move, language))
        screen.page.keyboard.press("Enter")
        screen.until(lambda ply=match.ply: screen.saved().ply > ply, True)
    assert looked
    assert screen.app.store.game(screen.game, str(screen.key)).deals[0].places is not None
    expect(screen.page.locator(".said .results tbody tr")).to_have_count(4)
    flawless(screen)


@now_and_long("locale", now=["en-US"], long=["th-TH"])
def test_where_no_script_of_ours_comes_up_the_table_in_words_is_offered(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, width=390, fresh=True)
    match = matches.played_until(matches.mine)
    id = matches.saved(screen.app.store, str(screen.key), match)
    screen.page.add_init_script(NO_SCRIPTS)
    screen.page.goto(f"{screen.app.address}/play?game={id}")
    line = screen.page.get_by_text(tell("ui.table.no-script", screen.language))
    expect(line).to_be_visible(timeout=PATIENCE * 1000)
    assert screen.page.locator(".sr-table").count() == 0
    screen.page.get_by_role("button", name=tell("ui.table.as-text", screen.language)).click()
    my_turn(screen)
    card = Card.read(str(next(move for move in match.view.legal_moves() if move.cards).cards).split()[0])
    screen.page.locator(".stCheckbox label").filter(has_text=spell(card, screen.language, spoken=True)).click()
    screen.page.get_by_role("button", name=tell("scene.do.play", screen.language), exact=True).click()
    screen.until(lambda: screen.saved().ply > match.ply, True)
    screen.faults.clear()  # a browser says of each script that it does not come up


def test_where_it_is_drawn_nothing_says_that_it_is_not(visit: Visit) -> None:
    screen = visit(width=390)
    id = matches.saved(screen.app.store, str(screen.key), matches.played_until(matches.mine))
    screen.open("/play", game=id)
    screen.my_turn()
    expect(screen.page.get_by_text(tell("ui.table.no-script", screen.language))).to_be_hidden()
    screen.page.get_by_role("button", name=tell("ui.table.as-text", screen.language)).click()
    my_turn(screen)
    screen.page.get_by_role("button", name=tell("ui.table.as-cards", screen.language)).click()
    screen.my_turn()
