"""Whole deals: by keyboard alone, by touch on a phone; and what the table answers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import matches
from tests.browser.app import CORNER, LANGUAGE, PATIENCE, Screen, now_and_long
from tests.browser.conftest import Visit
from tutor.cards import Card
from tutor.i18n import tell
from tutor.scene import table_scene
from tutor.session import table
from tutor.session.actions import YourMove
from tutor.session.table import TableSession

pytestmark = pytest.mark.browser


@now_and_long("locale", now=["en-US"], long=["th-TH"])
def test_a_table_set_and_a_deal_played_by_keyboard_alone(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, by="keys")
    screen.open("/play")
    deal = screen.page.get_by_role("button", name=tell("ui.play.deal", screen.language))
    for _ in range(60):
        screen.page.keyboard.press("Tab")
        if deal.evaluate("node => node === document.activeElement"):
            break
    screen.page.keyboard.press("Enter")
    screen.table.wait_for()
    match = screen.play_deal()
    _ended(screen, match)
    screen.press("next")
    assert screen.my_turn().deal == 2


@now_and_long("locale", now=["th-TH"], long=["en-US"])
def test_a_deal_by_touch_on_a_phone(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, by="touch", width=390)
    screen.open("/play")
    five = screen.page.get_by_role("radio", name="5", exact=True)
    five.tap()
    expect(five).to_be_checked(timeout=PATIENCE * 1000)
    screen.page.get_by_role("button", name=tell("ui.play.deal", screen.language)).tap()
    screen.table.wait_for()
    assert len(screen.saved().players) == 5
    match = screen.play_deal()
    _ended(screen, match)
    wide = screen.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= 390


def _ended(screen: Screen, match: TableSession) -> None:
    assert match.outcome is not None
    assert screen.answer.get_attribute("data-tone") == "told"
    assert screen.app.store.game(screen.game, str(screen.key)).deals[0].places is not None
    expect(screen.button("next")).to_be_visible()


@pytest.mark.parametrize("locale", LANGUAGE)
def test_what_is_not_allowed_is_answered_with_rule_cards_and_the_nearest_play(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale)
    match = matches.played_until(matches.mine)
    card = str(matches.refused_card(match))
    id = matches.saved(screen.app.store, str(screen.key), match)
    screen.open("/play", game=id)
    screen.my_turn()
    screen.play(f"play {card}")
    refused = table.act(screen.saved(), YourMove(f"play {card}"))
    scene = table_scene(refused, screen.language)
    screen.shows(scene)
    assert screen.saved().ply == match.ply
    answer = screen.answer
    assert answer.get_attribute("data-tone") == "wrong"
    assert screen.shown["title"] == tell("scene.answer.refused", screen.language)
    assert answer.locator(f'.sr-answer-text .sr-chip[data-suit="{card[-1]}"]').count() > 0
    assert answer.locator('a[href*="/rules?rule=slave.higher"]').count() == 1
    assert screen.card(card).get_attribute("data-mark") == "wrong"

    nearest = scene["answer"]["nearest"]["cards"]
    answer.locator(".sr-nearest").click()
    taken = screen.page.locator('.sr-held[aria-selected="true"]').evaluate_all("all => all.map(n => n.dataset.id)")
    assert sorted(taken) == sorted(nearest)
    screen.press("play")
    after = screen.my_turn()
    assert after.state.history[match.ply].move.cards == refused.game.read_move(f"play {' '.join(nearest)}").cards


def test_a_doubled_click_plays_once(visit: Visit) -> None:
    screen = visit(pace="slow")
    match = matches.played_until(matches.to_lead)
    id = matches.saved(screen.app.store, str(screen.key), match)
    screen.open("/play", game=id)
    screen.my_turn()
    low = screen.shown["hand"][0]
    screen.card(low).click(position=CORNER)
    screen.button("play").dblclick()
    screen.until(lambda: screen.saved().ply > match.ply, True)
    screen.until(lambda: [low] in screen.shown["pile"], True)
    made = [step for step in screen.saved().state.history if step.seat == match.you and step.move is not None]
    before = [step for step in match.state.history if step.seat == match.you and step.move is not None]
    assert len(made) == len(before) + 1
    assert low not in screen.shown["hand"]


def test_selecting_a_card_sends_nothing(visit: Visit) -> None:
    screen = visit()
    match = matches.played_until(matches.to_lead)
    id = matches.saved(screen.app.store, str(screen.key), match)
    screen.open("/play", game=id)
    screen.my_turn()
    sent = screen.frames
    assert sent > 0
    for by in ("mouse", "keys"):
        screen.by = by
        screen.select(screen.shown["hand"][:4])
    screen.page.wait_for_timeout(300)
    assert screen.frames == sent
    screen.by = "mouse"
    screen.play(f"play {screen.shown['hand'][0]}")
    assert screen.frames > sent


@pytest.mark.parametrize("locale", LANGUAGE)
def test_hints_go_from_a_question_to_the_move_and_cost_nothing(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale)
    match = matches.played_until(matches.mine)
    id = matches.saved(screen.app.store, str(screen.key), match)
    screen.open("/play", game=id)
    screen.my_turn()
    said = []
    while screen.button("hint").count():
        screen.press("hint")
        assert screen.answer.get_attribute("data-tone") == "hint"
        said.append(screen.shown["answer"])
    assert len(said) == 4
    assert len(set(said)) == 4
    assert screen.saved().ply == match.ply
    hinted = screen.page.locator('.sr-held[data-mark="hint"]').evaluate_all("all => all.map(n => n.dataset.id)")
    assert hinted or "pass" in screen.shown["buttons"]
    assert all(Card.read(card) in match.view.hand for card in hinted)


def test_keys_of_the_thai_layout_are_where_the_latin_ones_are(visit: Visit) -> None:
    screen = visit()
    match = matches.played_until(matches.mine)
    id = matches.saved(screen.app.store, str(screen.key), match)
    screen.open("/play", game=id)
    screen.my_turn()
    screen.card(screen.shown["hand"][0]).focus()
    # ย is what the key P writes on a Thai keyboard.
    screen.page.locator(".sr-hand").evaluate(
        """hand => (hand.querySelector("[tabindex='0']") ?? hand).dispatchEvent(
            new KeyboardEvent("keydown", { key: "ย", code: "KeyP", bubbles: true, composed: true }))"""
    )
    screen.until(lambda: screen.saved().ply > match.ply, True)
    expect(screen.table).not_to_have_attribute("aria-busy", "true", timeout=PATIENCE * 1000)
    step = screen.saved().state.history[match.ply]
    assert str(step.move) == "pass"
