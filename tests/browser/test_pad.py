"""The score pad in a browser: a match by touch and one by keys, mended, and found again after a reload."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.app import Screen
from tests.browser.measures import measure
from tutor import games
from tutor.session import pad

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.browser
Visit = Callable[..., Screen]
GAME = next(game for game in games.every() if game.pad is not None)
WORDS = {
    "th-TH": {"names": ["นก", "บอย", "แนน"], "begin": "เริ่มจด", "ready": "จดได้", "missing": "ยังขาด"},
    "en-US": {
        "names": ["Nok", "Boy", "Nan"],
        "begin": "Open the pad",
        "ready": "May be entered",
        "missing": "Still missing",
    },
}


def cell(screen: Screen, card: str) -> Locator:
    return screen.page.locator(f'.pd .rf-cell[data-id="{card}"]')


def brush(screen: Screen, place: str) -> Locator:
    return screen.page.locator(f'.pd-brush[data-id="{place}"]')


def chip(screen: Screen, control: str, option: object) -> Locator:
    return screen.page.locator(f'.pd [data-id="{control}"] .rf-chip[data-id="{option}"]')


def scores(screen: Screen) -> list[str]:
    found: list[str] = screen.page.locator(".pd-columns b").all_text_contents()
    return found


def totals(screen: Screen) -> list[str]:
    found: list[str] = screen.page.locator(".pd-row .pd-total:visible").all_text_contents()
    return found


def began(screen: Screen, *edits: pad.Edit) -> Screen:
    """A match of three that is on the pad already."""
    match = pad.begin(GAME, GAME.presets["full"], WORDS["en-US"]["names"])
    for edit in edits:
        match = pad.act(match, edit)
    screen.app.store.change_pad(str(screen.key), GAME.id, lambda _: pad.document(match))
    screen.open("/pad", game=GAME.id)
    cell(screen, "7c").wait_for()
    return screen


@pytest.mark.parametrize("locale", WORDS)
def test_match_is_begun_and_a_deal_put_down_by_touch(visit: Visit, locale: str) -> None:
    words: Any = WORDS[locale]
    screen = visit(locale=locale, width=390, by="touch")
    page = screen.page
    page.goto(f"{screen.app.address}/pad?game={GAME.id}&rules=full")
    page.locator(f".st-key-pad-count-{GAME.id}").get_by_text("3", exact=True).tap()
    expect(page.locator(f".st-key-pad-name-{GAME.id}-4")).to_have_count(0)
    for number, name in enumerate(words["names"], 1):
        page.locator(f".st-key-pad-name-{GAME.id}-{number} input").fill(name)
        page.locator(f".st-key-pad-name-{GAME.id}-{number} input").press("Enter")
    expect(page.locator(f".st-key-pad-first-{GAME.id}")).to_contain_text(words["names"][2])
    page.get_by_text(words["begin"]).tap()
    chip(screen, "knocker", 1).tap()
    expect(brush(screen, "laid[1]")).to_have_attribute("aria-pressed", "true")
    for card in ("7s", "8s", "9s"):
        cell(screen, card).tap()
    brush(screen, "closing").tap()
    cell(screen, "Kd").tap()
    for place, card in (("hands[0]", "Ah"), ("hands[2]", "9d")):
        expect(page.locator(".pd-state")).to_contain_text(words["missing"])
        brush(screen, place).tap()
        cell(screen, card).tap()
    expect(page.locator(".pd-state")).to_contain_text(words["ready"])
    screen.until(lambda: totals(screen), ["−30", "+65", "−10"])
    # The button is in sight without scrolling.
    expect(page.locator(".pd-done")).to_be_in_viewport()
    page.locator(".pd-done").tap()
    screen.until(lambda: scores(screen), ["−30", "65", "−10"])
    page.reload()
    screen.until(lambda: scores(screen), ["−30", "65", "−10"])
    expect(page.locator(".pd-deal")).to_have_count(1)


@pytest.mark.parametrize("locale", WORDS)
def test_deal_is_put_down_by_keys_alone(visit: Visit, locale: str) -> None:
    screen = began(visit(locale=locale, width=390))
    page = screen.page
    press = page.keyboard.press
    chip(screen, "knocker", 0).focus()
    press("Space")
    cell(screen, "2s").focus()
    for key in ("ArrowRight", "Space", "ArrowRight", "Space", "ArrowRight", "Space"):
        press(key)
    expect(brush(screen, "laid[0]")).to_contain_text("3")
    expect(cell(screen, "5s")).to_be_focused()
    press("2")
    expect(brush(screen, "hands[1]")).to_have_attribute("aria-pressed", "true")
    press("Home")
    press("Space")
    press("3")
    press("ArrowDown")
    press("Space")
    brush(screen, "closing").focus()
    press("Enter")
    page.locator(".rf-input").fill("Kd")
    press("Enter")
    expect(page.locator(".pd-bar")).to_have_attribute("data-tone", "doubt")
    page.locator(".pd-done").focus()
    press("Enter")
    screen.until(lambda: scores(screen), ["65", "−10", "−10"])
    expect(page.locator(".pd-title")).to_be_focused()


def test_card_says_where_it_lies_and_the_points_are_heard(visit: Visit) -> None:
    screen = began(visit(locale="en-US"), pad.Choose("knocker", 0), pad.Write("laid[0]", "7s"), pad.Put("7s", "head"))
    expect(cell(screen, "7s")).to_have_attribute("aria-label", "7 of spades, Nok, Laid, The head")
    expect(cell(screen, "7s")).to_have_attribute("aria-pressed", "true")
    brush(screen, "laid[0]").click()
    cell(screen, "8s").click()
    expect(screen.page.locator('.pd > .sr-hidden[role="status"]')).to_have_text(re.compile(r"Nok, Laid: 2: \+\d+"))


def test_taps_quicker_than_any_answer_all_count(visit: Visit) -> None:
    screen = began(visit())
    brush(screen, "hands[2]").click()
    cards = "3c 4d 5h 6s 7c 8d 9h Ts Jc Qd Kh As 2c".split()
    screen.page.evaluate(
        """cards => {
            const roots = (root) => [...root.querySelectorAll('*')].map((node) => node.shadowRoot).filter(Boolean);
            const find = (root) => root.querySelector('.rf-picker') ?? roots(root).map(find).find(Boolean);
            for (const card of cards) find(document).querySelector(`[data-id="${card}"]`).click();
        }""",
        cards,
    )
    expect(brush(screen, "hands[2]")).to_contain_text("13")  # at once, before Python has answered
    kept = lambda: (screen.app.store.pad(str(screen.key), GAME.id) or {})["open"].get("hands", [""] * 3)[2]  # noqa: E731
    screen.until(lambda: len(kept().split()), 13)


def test_earlier_deal_is_mended_and_deleted(visit: Visit) -> None:
    points = (pad.Quick(True), *(pad.Choose(f"points[{seat}]", 10 * seat) for seat in range(3)))
    screen = began(visit(locale="en-US", width=390, by="touch"), *points, pad.Enter(1), *points, pad.Enter(2))
    page = screen.page
    page.locator(".pd-deal summary").first.tap()
    page.get_by_role("button", name="Correct deal 1").tap()
    expect(page.locator(".pd-title")).to_have_text("Correcting deal 1")
    field = page.locator('.pd-points [data-id="points[0]"] input')
    field.fill("many")
    field.press("Enter")
    expect(page.locator(".pd-bar")).to_have_attribute("data-tone", "wrong")
    expect(page.locator(".pd-troubles")).to_contain_text("“many” can’t stand here")
    field.fill("-100")
    field.press("Enter")
    page.get_by_role("button", name="Save deal 1").tap()
    screen.until(lambda: scores(screen), ["−100", "20", "40"])
    page.locator(".pd-deal summary").last.tap()
    page.get_by_role("button", name="Delete deal 2").tap()
    screen.until(lambda: scores(screen), ["−100", "10", "20"])
    page.get_by_role("button", name="Put it back").tap()
    screen.until(lambda: scores(screen), ["−100", "20", "40"])


def test_language_changes_and_nothing_is_lost(visit: Visit) -> None:
    screen = began(visit(width=390), pad.Choose("knocker", 0), pad.Write("laid[0]", "7s 8s 9s"))
    cell(screen, "Ts").click()
    screen.go("EN")
    expect(screen.page.locator(".pd-title")).to_have_text("Deal 1")
    expect(cell(screen, "Ts")).to_have_attribute("aria-label", "10 of spades, Nok, Laid")


def test_new_match_asks_first(visit: Visit) -> None:
    screen = began(
        visit(locale="en-US"), pad.Quick(True), *(pad.Choose(f"points[{s}]", 5) for s in range(3)), pad.Enter(1)
    )
    page = screen.page
    page.get_by_role("button", name="New match").click()
    page.get_by_role("button", name="No, go on with it").click()
    expect(page.locator(".pd-deal")).to_have_count(1)
    page.get_by_role("button", name="New match").click()
    page.get_by_role("button", name="Yes, begin anew").click()
    page.get_by_role("button", name="Open the pad").click()
    screen.until(lambda: scores(screen), ["0", "0", "0"])


def test_line_of_a_bill_leads_to_its_rule_and_back(visit: Visit) -> None:
    screen = began(visit(locale="en-US"), pad.Choose("knocker", 0), pad.Write("laid[0]", "7s 8s 9s"))
    screen.page.locator(".pd-fold > summary").last.click()
    screen.page.locator(".pd-editor .sr-bill a").first.click()
    screen.page.locator("#rule-dummy\\.table-plus, #user-content-rule-dummy\\.table-plus").wait_for()
    screen.page.go_back()
    screen.until(lambda: totals(screen)[:1], ["+65"])


@pytest.mark.parametrize(
    ("locale", "colours", "width"), [("th-TH", "light", 390), ("en-US", "dark", 1280), ("en-US", "light", 390)]
)
def test_page_fits_and_axe_finds_nothing(visit: Visit, locale: str, colours: str, width: int) -> None:
    screen = visit(locale=locale, colours=colours, width=width)
    began(screen, pad.Choose("knocker", 0), pad.Write("laid[0]", "7s 8s 9s"), pad.Write("hands[0]", "zz"))
    for summary in screen.page.locator(".pd-fold > summary").all():
        summary.click()
    found: Any = Axe().run(screen.page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(rule["id"], [node["html"][:160] for node in rule["nodes"]]) for rule in found] == []
    measured = measure(screen.page)
    assert (measured.wide, measured.clipped) == ([], [])
    sizes: list[float] = screen.page.locator(".pd .rf-cell").evaluate_all("all => all.map(n => n.offsetWidth)")
    assert min(sizes) >= 26
