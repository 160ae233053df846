"""The referee in a browser: taps, keys, typing, links, and how the page outlives a reload."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.app import Screen
from tests.browser.measures import measure
from tutor.scene.hrefs import referee_href

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.browser
Visit = Callable[..., Screen]
TOP = "pile[0].cards"


def at(screen: Screen, place: str) -> Locator:
    return screen.page.locator(f'.rf-places .rf-place[data-id="{place}"]')


def cell(screen: Screen, card: str) -> Locator:
    return screen.page.locator(f'.rf-cell[data-id="{card}"]')


def tap(screen: Screen, *cards: str) -> None:
    for card in cards:
        cell(screen, card).tap() if screen.by == "touch" else cell(screen, card).click()


def cards_at(screen: Screen, place: str) -> list[str]:
    found: list[str] = at(screen, place).locator(".rf-laid").evaluate_all("all => all.map(n => n.dataset.id)")
    return found


def tone(screen: Screen, wanted: str) -> None:
    expect(screen.page.locator(".rf-answer")).to_have_attribute("data-tone", wanted)


def ask(screen: Screen) -> None:
    screen.open("/referee")
    cell(screen, "7c").wait_for()
    tap(screen, "7c", "7d")
    at(screen, "try").locator(".rf-head").click()
    tap(screen, "9h", "9s")
    tone(screen, "right")


@pytest.mark.parametrize(("locale", "word"), [("th-TH", "ได้: ลงคู่ 9"), ("en-US", "Yes, you may: play a pair of 9s")])
def test_question_on_a_phone_takes_five_taps(visit: Visit, locale: str, word: str) -> None:
    screen = visit(locale=locale, width=390, by="touch")
    ask(screen)
    # The verdict is in sight without scrolling.
    verdict = screen.page.locator(".rf-verdict")
    expect(verdict).to_be_in_viewport()
    expect(verdict).to_contain_text(word)
    tap(screen, "9h", "9s", "5h", "5s")
    tone(screen, "wrong")


def address_rests(screen: Screen) -> bool:
    """Whether the address, which follows every answer, has come to name all that was put in."""
    before = screen.page.url
    screen.page.wait_for_timeout(1_500)
    return screen.page.url == before


def test_taps_quicker_than_any_answer_all_count(visit: Visit) -> None:
    screen = visit()
    screen.open("/referee")
    cell(screen, "3c").wait_for()
    at(screen, "hand").locator(".rf-head").click()
    cards = "3c 4d 5h 6s 7c 8d 9h Ts Jc Qd Kh As 2c".split()
    screen.page.evaluate(
        """cards => {
            const roots = (root) => [...root.querySelectorAll('*')].map((node) => node.shadowRoot).filter(Boolean);
            const find = (root) => root.querySelector('.rf-picker') ?? roots(root).map(find).find(Boolean);
            for (const card of cards) find(document).querySelector(`[data-id="${card}"]`).click();
        }""",
        cards,
    )
    assert cards_at(screen, "hand") == cards  # at once, before Python has answered
    screen.until(lambda: "position=" in screen.page.url, True)
    screen.until(lambda: screen.page.locator(".rf-move").count() > 1, True)
    screen.until(lambda: address_rests(screen), True)
    screen.page.reload()
    screen.until(lambda: cards_at(screen, "hand"), cards)


def test_keys_alone_ask_and_are_answered(visit: Visit) -> None:
    screen = visit()
    screen.open("/referee")
    page = screen.page
    cell(screen, "3s").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    screen.until(lambda: cards_at(screen, TOP), ["4s"])
    # The next place is reached and chosen by keys too.
    at(screen, "try").locator(".rf-head").focus()
    page.keyboard.press("Enter")
    page.locator(".rf-input").focus()
    page.keyboard.type("5c")
    page.keyboard.press("Enter")
    tone(screen, "right")
    assert cards_at(screen, "try") == ["5c"]
    page.locator(".rf-input").fill("ห้า")
    page.keyboard.press("Enter")
    tone(screen, "soft")
    expect(at(screen, "try").locator(".rf-fault")).to_be_visible()


def test_focus_stays_where_it_was(visit: Visit) -> None:
    screen = visit()
    ask(screen)
    cell(screen, "Kd").focus()
    screen.page.keyboard.press("Space")
    tone(screen, "wrong")
    expect(cell(screen, "Kd")).to_be_focused()


def test_link_is_copied_and_opens_the_same_elsewhere(visit: Visit) -> None:
    screen = visit()
    screen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ask(screen)
    screen.page.locator('.rf-actions [data-id="copy"]').click()
    expect(screen.page.locator('.rf-actions [data-id="copy"]')).to_have_text("คัดลอกแล้ว ส่งต่อได้เลย")
    link = screen.page.evaluate("navigator.clipboard.readText()")
    friend = visit("friend", locale="en-US", width=390, by="touch")
    friend.page.goto(link)
    tone(friend, "right")
    assert (cards_at(friend, TOP), cards_at(friend, "try")) == (["7c", "7d"], ["9h", "9s"])


def test_language_changes_and_nothing_is_lost(visit: Visit) -> None:
    screen = visit()
    ask(screen)
    tap(screen, "9s", "9h", "Td", "Th")
    screen.go("EN")
    expect(screen.page.locator(".rf-answer")).to_contain_text("Yes, you may: play a pair of 10s")
    assert cards_at(screen, "try") == ["Td", "Th"]


def test_rule_is_followed_and_the_way_back_leads_to_what_was_put_in(visit: Visit) -> None:
    screen = visit()
    ask(screen)
    screen.page.locator(".rf-answer a").first.click()
    screen.page.locator("#rule-slave\\.higher, #user-content-rule-slave\\.higher").wait_for()
    screen.page.go_back()
    tone(screen, "right")
    assert cards_at(screen, "try") == ["9h", "9s"]


def test_one_plays_on_from_there(visit: Visit) -> None:
    screen = visit()
    ask(screen)
    screen.page.locator('.rf-actions [data-id="play"]').click()
    screen.card("9h").wait_for()
    assert screen.game


def test_whole_table_is_put_in(visit: Visit) -> None:
    screen = visit(width=390, by="touch")
    ask(screen)
    page = screen.page
    page.locator(".rf-whole > summary").click()
    control = page.locator('.rf-controls > [data-id="passed"] .rf-chip[data-id="1"]')
    control.click()
    expect(control).to_have_attribute("aria-pressed", "true")
    page.locator('[data-id="hands[2]"] input').fill("40")
    page.locator('[data-id="hands[2]"] input').press("Tab")
    tone(screen, "soft")
    page.locator('[data-id="hands[2]"] input').fill("3")
    page.locator('[data-id="hands[2]"] input').press("Tab")
    tone(screen, "right")
    page.locator('[data-id="turn"] select').select_option("2")
    tone(screen, "wrong")


def test_card_of_a_gift_is_named_and_stays_in_the_hand(visit: Visit) -> None:
    screen = visit()
    ask(screen)
    page = screen.page
    page.locator(".rf-whole > summary").click()
    page.locator('.rf-group[data-id="exchanged"] .rf-add').click()
    gift = page.locator('.rf-group[data-id="exchanged"] .rf-place')
    gift.locator(".rf-head").click()
    tap(screen, "9h")
    expect(gift.locator('.rf-laid[data-id="9h"]')).to_be_visible()
    assert cards_at(screen, "try") == ["9h", "9s"]
    gift.locator('.rf-laid[data-id="9h"]').click()
    expect(gift.locator(".rf-laid")).to_have_count(0)


def test_cards_of_a_known_hand_go_to_and_fro(visit: Visit) -> None:
    screen = visit(locale="en-US", width=390, by="touch")
    position = {
        "game": "slave",
        "rules": "king",
        "deal": 2,
        "hands": ["9h Td Jc", "x3", "x3", "x3"],
        "turn": 0,
        "seat": 0,
    }
    screen.page.goto(screen.app.address + referee_href({**position, "pile": [{"seat": 3, "cards": "9c"}]}))
    at(screen, "hand").locator('.rf-laid[data-id="Td"]').click()
    tone(screen, "right")
    assert (cards_at(screen, "try"), cards_at(screen, "hand")) == (["Td"], ["9h", "Jc"])
    at(screen, "try").locator('.rf-laid[data-id="Td"]').click()
    tone(screen, "told")
    assert (cards_at(screen, "try"), cards_at(screen, "hand")) == ([], ["9h", "Td", "Jc"])


@pytest.mark.parametrize(
    ("locale", "colours", "width"), [("th-TH", "light", 390), ("en-US", "dark", 1280), ("en-US", "light", 390)]
)
def test_page_fits_and_axe_finds_nothing(visit: Visit, locale: str, colours: str, width: int) -> None:
    screen = visit(locale=locale, colours=colours, width=width)
    ask(screen)
    screen.page.locator(".rf-whole > summary").click()
    expect(screen.page.locator(".rf-group").last).to_be_visible()
    found: Any = Axe().run(screen.page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(rule["id"], [node["html"][:160] for node in rule["nodes"]]) for rule in found] == []
    measured = measure(screen.page)
    assert (measured.wide, measured.clipped) == ([], [])
