"""Cards are carried to the mat by mouse or finger: the same as pressing the main button, and no trap for scrolling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.table.page import Open, TablePage, read_scene

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

pytestmark = pytest.mark.browser
CORNER = {"x": 12, "y": 12}


def corner(page: TablePage, card: str) -> tuple[float, float]:
    box = page.card(card).bounding_box()
    assert box is not None
    return box["x"] + 12, box["y"] + 12


def mat(page: TablePage) -> tuple[float, float]:
    box = page.page.locator(".sr-middle").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: TablePage, card: str, to: tuple[float, float], *, drop: bool = True) -> None:
    page.page.mouse.move(*corner(page, card))
    page.page.mouse.down()
    page.page.mouse.move(*to, steps=4)
    if drop:
        page.page.mouse.up()


class Finger:
    """One finger on the screen, as the browser's own gestures see it."""

    def __init__(self, page: TablePage) -> None:
        self.cdp: CDPSession = page.page.context.new_cdp_session(page.page)
        self.page = page

    def _send(self, kind: str, *at: tuple[float, float]) -> None:
        points: list[dict[str, Any]] = [{"x": x, "y": y} for x, y in at]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def swipe(self, start: tuple[float, float], end: tuple[float, float], *, rest: int = 0) -> None:
        """From here to there; ``rest`` milliseconds before it moves."""
        self._send("touchStart", start)
        self.page.page.wait_for_timeout(rest)
        for step in range(1, 9):
            share = step / 8
            self._send("touchMove", (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
            self.page.page.wait_for_timeout(16)
        self._send("touchEnd")


def moves(page: TablePage) -> list[tuple[str, list[str]]]:
    return [(message["do"], message["cards"]) for message in page.sent]


def test_a_card_carried_to_the_mat_is_played(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    carry(page, "Kd", mat(page))
    assert moves(page) == [("play", ["Kd"])]
    assert page.selected == ["Kd"]


def test_cards_that_are_up_are_carried_together(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    for card in ("7d", "7h"):
        page.card(card).click(position=CORNER)
    carry(page, "7h", mat(page))
    assert moves(page) == [("play", ["7d", "7h"])]


def test_a_card_that_is_not_up_is_carried_alone(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    page.card("7d").click(position=CORNER)
    carry(page, "Kd", mat(page))
    assert moves(page) == [("play", ["Kd"])]


def test_a_card_dropped_elsewhere_lies_in_the_hand_again(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    before = page.card("Kd").bounding_box()
    carry(page, "Kd", (5, 5))
    assert page.sent == []
    assert page.selected == []
    page.page.wait_for_function("!document.getElementById('host').shadowRoot.querySelector('[data-dragged]')")
    page.page.mouse.move(5, 5)
    page.page.wait_for_timeout(200)
    assert page.card("Kd").bounding_box() == before


def test_dropped_in_the_hand_it_was_no_tap_either(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    x, y = corner(page, "Kd")
    carry(page, "Kd", (x - 120, y + 8))
    assert page.sent == []
    assert page.selected == []


def test_escape_lets_go_of_what_is_carried(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    page.card("4h").focus()
    carry(page, "Kd", mat(page), drop=False)
    page.press("Escape")
    page.page.mouse.up()
    assert page.sent == []


def test_a_refused_card_comes_back_and_stays_up(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    for card in ("7d", "7h"):
        page.card(card).click(position=CORNER)
    before = page.card("7d").bounding_box()
    carry(page, "7d", mat(page))
    page.draw("playing_th", rev="refused", motion=False, answer=read_scene("illegal_th")["answer"])
    assert page.selected == ["7d", "7h"]
    page.page.mouse.move(5, 5)
    page.page.evaluate("scrollTo(0, 0)")
    assert page.card("7d").bounding_box() == before


def test_the_mat_shows_where_a_card_may_be_dropped(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    carry(page, "Kd", mat(page), drop=False)
    assert page.page.locator(".sr-mat").get_attribute("data-drop") == "yes"
    page.page.mouse.move(5, 5)
    assert page.page.locator(".sr-mat").get_attribute("data-drop") is None
    page.page.mouse.up()


@pytest.mark.parametrize("scene", ["watch_en", "ended_en", "ask_seat_th"])
def test_where_nothing_can_be_played_nothing_can_be_carried(table: Open, scene: str) -> None:
    page = table()
    page.draw(scene, motion=False, hand=read_scene("playing_en")["hand"] | {"select": "none"})
    carry(page, "Kd", mat(page), drop=False)
    assert page.page.locator("[data-dragged]").count() == 0
    page.page.mouse.up()
    assert page.sent == []


def tall(page: TablePage) -> None:
    """There is more below, so that the page can scroll."""
    page.page.evaluate("document.body.style.paddingBottom = '600px'")


def test_a_quick_finger_on_the_hand_scrolls_the_page(table: Open) -> None:
    page = table(390, 844, touch=True)
    page.draw("playing_th", motion=False)
    tall(page)
    x, y = corner(page, "Js")
    Finger(page).swipe((x, y), (x, y - 240))
    page.page.wait_for_function("window.scrollY > 60")
    assert page.sent == []
    assert page.selected == []


def test_a_finger_that_rests_takes_the_card_up_and_the_page_stays(table: Open) -> None:
    page = table(390, 844, touch=True)
    page.draw("playing_th", motion=False)
    tall(page)
    Finger(page).swipe(corner(page, "Js"), mat(page), rest=400)
    assert moves(page) == [("play", ["Js"])]
    assert page.page.evaluate("window.scrollY") == 0


def test_a_slow_tap_is_a_tap(table: Open) -> None:
    page = table(390, 844, touch=True)
    page.draw("playing_th", motion=False)
    x, y = corner(page, "Js")
    Finger(page).swipe((x, y), (x + 1, y), rest=400)
    page.page.wait_for_timeout(200)
    assert page.selected == ["Js"]
    assert page.sent == []


def test_a_card_that_is_up_is_carried_by_finger_at_once(table: Open) -> None:
    page = table(390, 844, touch=True)
    page.draw("playing_th", motion=False)
    tall(page)
    page.card("Jc").tap(position=CORNER)
    page.card("Js").tap(position=CORNER)
    Finger(page).swipe(corner(page, "Js"), mat(page))
    assert moves(page) == [("play", ["Jc", "Js"])]
    assert page.page.evaluate("window.scrollY") == 0
