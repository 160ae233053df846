"""Every kind of question, answered by tapping and by keys."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.page import Open, TablePage, read_scene

pytestmark = pytest.mark.browser


def answers(page: TablePage) -> list[Any]:
    return [message["value"] for message in page.sent if message["do"] == "answer"]


def test_cards_are_marked_and_sent_in_the_order_asked(table: Open) -> None:
    page = table(360, 740, touch=True)
    page.draw("ask_cards_th")
    for card in ("2d", "Tc"):
        page.option(card).tap()
    page.button("answer").tap()
    assert answers(page) == [["Tc", "2d"]]


def test_plays_are_chosen_by_keys(table: Open) -> None:
    page = table()
    page.draw("ask_plays_en")
    page.option("a").focus()
    page.press("ArrowRight", "Space", "End", "Space", "Enter")
    assert answers(page) == [["b", "d"]]


@pytest.mark.parametrize(("name", "options"), [("ask_seat_th", ["1", "3"]), ("ask_moves_th", ["m1", "m3"])])
def test_of_seats_and_moves_one_is_chosen(table: Open, name: str, options: list[str]) -> None:
    page = table()
    page.draw(name)
    for option in options:
        page.option(option).click()
    page.button("answer").click()
    assert answers(page) == [options[-1:]]


def test_a_number_is_typed(table: Open) -> None:
    page = table()
    page.draw("ask_number_en")
    page.page.get_by_role("textbox", name="How many cards still out beat").fill("7")
    page.press("Enter")
    assert answers(page) == ["7"]


def test_letters_typed_into_a_field_press_no_button(table: Open) -> None:
    page = table()
    page.draw("ask_number_en")
    field = page.page.get_by_role("textbox")
    field.press("h")
    assert field.input_value() == "h"
    assert page.sent == []


def test_a_bill_is_sent_line_by_line(table: Open) -> None:
    page = table()
    page.draw("ask_bill_en")
    for value, field in zip(("-50", "15", "35"), page.page.get_by_role("textbox").all(), strict=True):
        field.fill(value)
    page.button("answer").click()
    assert answers(page) == [{"nok": "-50", "boy": "15", "you": "35"}]


@pytest.mark.parametrize("name", ["ask_bill_en", "ask_number_en", "ask_plays_en"])
def test_an_empty_answer_is_not_sent_but_explained(table: Open, name: str) -> None:
    page = table()
    page.draw(name)
    page.button("answer").click(force=True)
    assert page.sent == []
    assert page.status.inner_text().strip() == "Put in an answer first."


def order(page: TablePage) -> list[str]:
    ids: list[str] = page.page.locator(".sr-choice").evaluate_all("nodes => nodes.map(n => n.dataset.id)")
    return ids


def test_order_by_tapping_picks_one_up_and_puts_it_where_the_next_tap_is(table: Open) -> None:
    page = table(360, 740, touch=True)
    page.draw("ask_order_th")
    page.option("2d").tap()
    page.option("Kd").tap()
    assert order(page) == ["3s", "Ac", "Th", "Kd", "2d"]
    page.option("Ac").tap()
    page.page.get_by_role("button", name="เลื่อนไปทีหลังหนึ่งที่").tap()
    assert order(page) == ["3s", "Th", "Ac", "Kd", "2d"]
    page.page.get_by_role("button", name="เลื่อนไปทีหลังหนึ่งที่").tap()
    page.button("answer").tap()
    assert answers(page) == [["3s", "Th", "Kd", "Ac", "2d"]]


def test_order_by_keys_alone(table: Open) -> None:
    page = table()
    page.draw("ask_order_th")
    page.option("2d").focus()
    page.press("Space", "End", "Space")
    assert order(page) == ["3s", "Ac", "Th", "Kd", "2d"]
    assert page.focused == "2d"
    assert page.status.inner_text().strip() == "2 ข้าวหลามตัด: 5/5"
    page.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "Space", "ArrowRight", "ArrowRight", "Enter")
    assert order(page) == ["3s", "Th", "Kd", "Ac", "2d"]
    assert page.sent == []
    page.press("Enter")
    assert answers(page) == [["3s", "Th", "Kd", "Ac", "2d"]]


def test_a_wrong_answer_leaves_what_was_chosen(table: Open) -> None:
    page = table()
    page.draw("ask_plays_en")
    page.option("a").click()
    page.button("answer").click()
    page.draw("ask_plays_en", rev="l1:plays:0:1", answer={"tone": "wrong", "title": "Not all", "text": ""})
    assert page.option("a").get_attribute("aria-selected") == "true"


def test_the_next_question_begins_empty(table: Open) -> None:
    page = table()
    page.draw("ask_plays_en")
    page.option("a").click()
    page.button("answer").click()
    page.draw("ask_plays_en", rev="l1:plays:1:0")
    assert page.option("a").get_attribute("aria-selected") == "false"


def test_a_question_about_the_hand_is_answered_with_the_hand(table: Open) -> None:
    page = table()
    ask = {"kind": "cards", "prompt": "Which of yours beat it?", "options": [], "many": True, "submit": "Check"}
    page.draw("playing_en", mode="ask", ask=ask, buttons=[])
    page.card("Kd").click(position={"x": 12, "y": 12})
    page.button("answer").click()
    assert answers(page) == [["Kd"]]


def test_marked_options_say_so_to_the_ear(table: Open) -> None:
    page = table()
    ask = read_scene("ask_cards_th")["ask"]
    ask["options"][0]["cards"][0]["mark"] = "wrong"
    page.draw("ask_cards_th", ask=ask)
    assert page.option("5h").get_attribute("aria-label") == "5 โพแดง, ติดที่ใบนี้"


def test_a_task_is_told_first_and_done_on_the_table(table: Open) -> None:
    page = table()
    page.draw("task_th")
    prompt, mat = page.page.locator(".sr-prompt").bounding_box(), page.page.locator(".sr-mat").bounding_box()
    assert prompt is not None
    assert mat is not None
    assert prompt["y"] < mat["y"]
    assert page.page.get_by_role("listbox").count() == 1
    page.card("Jc").click(position={"x": 12, "y": 12})
    page.button("play").click()
    assert [(message["do"], message["cards"]) for message in page.sent] == [("play", ["Jc"])]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("task_th", False), ("tell_en", False), ("finished_en", False), ("ask_cards_th", False), ("playing_th", True)],
)
def test_what_the_page_shows_already_is_announced_but_not_shown_twice(table: Open, name: str, shown: bool) -> None:
    page = table()
    page.draw(name)
    status = page.page.locator(".sr-status")
    assert (status.text_content() or "").strip() == read_scene(name)["status"]
    assert status.evaluate("node => node.offsetWidth > 1") is shown


@pytest.mark.parametrize("width", [360, 1280])
def test_without_a_table_the_buttons_come_after_what_is_told(table: Open, width: int) -> None:
    page = table(width)
    page.draw("finished_en")
    answer, bar = page.page.locator(".sr-answer").bounding_box(), page.page.locator(".sr-bar").bounding_box()
    assert answer is not None
    assert bar is not None
    assert answer["y"] + answer["height"] <= bar["y"]
    assert page.page.locator(".sr-mat").is_hidden()


def test_the_status_line_outlives_the_way_from_table_to_question_and_back(table: Open) -> None:
    page = table()
    for name in ("playing_th", "ask_moves_th", "tell_en", "ask_seat_th", "playing_th"):
        page.draw(name)
        assert page.page.locator(".sr-table [role=status]").count() == 1
        assert (page.status.text_content() or "").strip() == read_scene(name)["status"]
