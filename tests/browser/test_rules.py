"""The pages of rules in a browser: searched, compared, printed on one sheet, saved as a picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.browser.app import Screen
from tutor import games
from tutor.core import Game, Rules, link
from tutor.i18n import tell

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
Visit = Callable[..., Screen]
LOCALES = ["th-TH", "en-US"]
SLAVE = games.find("slave")
KING = SLAVE.presets["king"]
FULL = KING.but(
    first_direction=-1,
    triple_beats_single=True,
    four_beats_pair=True,
    straights=True,
    verse=True,
    queen_falls=True,
    queen_term=2,
    people_trade=True,
)
RULESETS = [(game, rules) for game in games.every() for rules in game.presets.values()] + [(SLAVE, FULL)]
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


def named(value: object) -> str | None:
    return value.preset or "own" if isinstance(value, Rules) else value.id if isinstance(value, Game) else None


def open_card(screen: Screen, game: Game, rules: Rules) -> Page:
    screen.open("/rules", game=game.id, rules=link.write_rules(game, rules), card="1")
    screen.page.locator(".sheet").wait_for()
    screen.page.evaluate("document.fonts.ready.then(() => true)")
    return screen.page


def titles(screen: Screen) -> list[str]:
    found: list[str] = screen.page.locator("details.rule:visible summary").all_inner_texts()
    return [title.replace("\ufe0e", "").strip() for title in found]


# Reading


def test_rules_are_searched_by_words_of_either_language(visit: Visit) -> None:
    screen = visit()
    screen.open("/rules", game="slave", rules="king")
    box = screen.page.get_by_role("searchbox")
    every = len(titles(screen))
    assert every == len(SLAVE.rulebook)
    box.fill("TRIBUTE")
    assert tell("slave.tribute.name", "th") in titles(screen)
    assert len(titles(screen)) < 6
    box.fill("ส่งส่วย")
    assert tell("slave.tribute.name", "th") in titles(screen)
    box.fill("nothing is called so")
    assert titles(screen) == []
    assert screen.page.get_by_role("status").filter(has_text=tell("ui.rules.search.none", "th")).is_visible()
    box.press("Escape")
    assert len(titles(screen)) == every


def test_a_search_holds_when_another_ruleset_is_chosen(visit: Visit) -> None:
    screen = visit(locale="en-US", by="keys")
    screen.open("/rules", game="slave", rules="king")
    screen.page.get_by_role("searchbox").fill("verse")
    screen.page.get_by_role("link", name="’Verse", exact=True).click()
    screen.until(lambda: screen.page.locator("h2").first.inner_text().startswith("Slave · ’Verse"), True)
    screen.until(lambda: "’Verse cancelled" in titles(screen) and len(titles(screen)) < 8, True)


@pytest.mark.parametrize("locale", LOCALES)
def test_two_rulesets_stay_side_by_side_in_the_other_language(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, width=390, by="touch")
    screen.open("/rules", game="slave", rules="classic", against="king")
    differing = screen.page.locator("table.two tbody tr").count()
    assert differing == len(SLAVE.presets["classic"].diff(KING))
    other = "en" if screen.language == "th" else "th"
    screen.page.locator(f'a[data-language="{other}"]').click()
    heading = screen.page.locator("h1")
    screen.until(lambda: heading.inner_text() == tell("ui.rules.two", other), True)
    assert screen.page.locator("table.two tbody tr").count() == differing
    assert "against=king" in screen.page.url


# Printing


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("game", "rules"), RULESETS, ids=named)
def test_the_card_of_every_ruleset_is_exactly_one_printed_page(
    visit: Visit, game: Game, rules: Rules, locale: str
) -> None:
    page = open_card(visit(locale=locale), game, rules)
    printed = {paper: page.pdf(format=paper, print_background=True) for paper in ("A4", "A5", "Letter")}
    assert {paper: len(PAGE.findall(pdf)) for paper, pdf in printed.items()} == dict.fromkeys(printed, 1)


@pytest.mark.parametrize("width", [390, 1280])
def test_only_the_sheet_is_printed_and_all_of_it(visit: Visit, width: int) -> None:
    page = open_card(visit(width=width, colours="dark"), SLAVE, FULL)
    text = page.locator(".sheet").inner_text()
    page.emulate_media(media="print")
    printed = page.locator("body").inner_text()
    assert sorted(printed.split()) == sorted(text.split())
    # Nothing round the sheet may cut it off.
    assert (
        page.evaluate("""() => {
        let node = document.querySelector(".sheet").parentElement;
        for (; node !== document.documentElement; node = node.parentElement) {
            if (getComputedStyle(node).overflowY !== "visible") return node.outerHTML.slice(0, 200);
        }
        return "";
    }""")
        == ""
    )


def test_print_button_prints(visit: Visit) -> None:
    page = open_card(visit(locale="en-US"), SLAVE, KING)
    page.evaluate("() => { window.print = () => { window.printed = (window.printed ?? 0) + 1; }; }")
    page.get_by_role("button", name=tell("ui.card.print", "en")).click()
    assert page.evaluate("window.printed") == 1


# The picture


@contextmanager
def as_wide_as_the_picture(page: Page) -> Iterator[Any]:
    """The sheet on the screen as the picture draws it."""
    look = (
        "width: 794px; margin: 0; border-radius: 0; box-shadow: none; position: fixed; inset: 0 auto auto 0; z-index: 9"
    )
    page.locator(".sheet").evaluate("(node, look) => { node.style.cssText = look; }", look)
    page.set_viewport_size({"width": 1280, "height": 1400})
    yield page.locator(".sheet")


def saved_picture(page: Page, language: str) -> tuple[str, Image.Image]:
    with page.expect_download() as download:
        page.get_by_role("button", name=tell("ui.card.picture", language)).click()
    return download.value.suggested_filename, Image.open(BytesIO(download.value.path().read_bytes())).convert("L")


def unlike(picture: Image.Image, screen: bytes) -> float:
    """By how much two pictures differ, from 0 to 255, where there is anything in either."""
    shown = Image.open(BytesIO(screen)).convert("L")
    small = picture.resize(shown.size, Image.Resampling.BOX)
    inked = ImageChops.invert(ImageChops.darker(small, shown))
    return ImageStat.Stat(ImageChops.difference(small, shown)).sum[0] / ImageStat.Stat(inked).sum[0] * 255


@pytest.mark.parametrize("locale", LOCALES)
def test_the_saved_picture_is_the_sheet_with_its_own_letters(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale)
    page = open_card(screen, SLAVE, SLAVE.presets["hong-kong"])
    name, picture = saved_picture(page, screen.language)
    assert name == f"slave-hong-kong-{screen.language}.png"
    with as_wide_as_the_picture(page) as sheet:
        as_it_is = unlike(picture, sheet.screenshot())
        page.add_style_tag(content=".sheet, .sheet * { font-family: serif !important; }")
        in_other_letters = unlike(picture, sheet.screenshot())
    assert as_it_is < 100 < in_other_letters


def test_the_picture_is_the_same_from_a_phone(visit: Visit) -> None:
    desk, phone = (saved_picture(open_card(visit(width=width), SLAVE, KING), "th")[1].size for width in (1280, 390))
    assert desk == phone


def test_where_no_picture_can_be_made_the_page_says_what_to_do(visit: Visit) -> None:
    page = open_card(visit(), SLAVE, KING)
    page.evaluate(
        "() => { HTMLCanvasElement.prototype.toBlob = () => { throw new Error('no page may look at it'); }; }"
    )
    page.get_by_role("button", name=tell("ui.card.picture", "th")).click()
    page.get_by_role("alert").filter(has_text=tell("ui.card.failed", "th")).wait_for()
