"""Row, melds and stock: what lies on the table is marked like cards of the hand, and the marks pick the move."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.page import Open, TablePage, read_scene

pytestmark = pytest.mark.browser
CORNER = {"x": 9, "y": 12}
HELD = {"x": 26, "y": 30}  # the cards of a fan lean


def along(page: TablePage) -> list[str]:
    ids: list[str] = page.page.locator(".sr-lain[data-along]").evaluate_all("nodes => nodes.map(n => n.dataset.id)")
    return ids


def main(page: TablePage) -> str:
    return page.page.locator('.sr-bar [data-kind="primary"]').text_content() or ""


def said(page: TablePage) -> str:
    return " ".join((page.status.text_content() or "").split())


def moves(page: TablePage) -> list[dict[str, Any]]:
    return [{field: value for field, value in sent.items() if field not in ("trigger", "rev")} for sent in page.sent]


def middle(page: TablePage, selector: str) -> tuple[float, float]:
    box = page.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: TablePage, card: str, to: tuple[float, float]) -> None:
    box = page.page.locator(f'.sr-held[data-id="{card}"], .sr-lain[data-id="{card}"]').bounding_box()
    assert box is not None
    page.page.mouse.move(box["x"] + 22, box["y"] + 30)
    page.page.mouse.down()
    page.page.mouse.move(*to, steps=4)
    page.page.mouse.up()


# The row


def test_marking_a_card_of_the_row_shows_and_says_what_comes_along(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    page.lain("9s").click(position=CORNER)
    assert page.taken == ["9s"]
    assert along(page) == ["Kd", "3c", "Kc"]
    assert said(page) == "Nok: 9♠ and the 3 after it"
    names = [node.get_attribute("aria-label") for node in page.page.locator(".sr-lain").all()]
    assert names == [
        "4 of hearts",
        "9 of spades, Nok",
        "king of diamonds, Boy, comes along",
        "3 of clubs, You, comes along",
        "king of clubs, Nok, comes along",
    ]


def test_a_later_card_goes_into_the_meld_and_out_again(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    page.lain("Kd").click(position=CORNER)
    page.lain("Kc").click(position=CORNER)
    assert (page.taken, along(page)) == (["Kd", "Kc"], ["3c"])
    page.lain("Kc").click(position=CORNER)
    assert (page.taken, along(page)) == (["Kd"], ["3c", "Kc"])


def test_an_earlier_card_is_taken_in_its_place(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    page.lain("3c").click(position=CORNER)
    page.lain("9s").click(position=CORNER)
    assert page.taken == ["9s"]


def test_an_earlier_card_is_taken_with_it_where_one_move_lays_both(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    page.lain("Kc").click(position=CORNER)
    page.lain("Kd").click(position=CORNER)
    assert page.taken == ["Kd", "Kc"]


def test_without_the_card_to_take_nothing_is_marked_and_the_line_is_as_before(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    for card in ("Kd", "Kc", "Kd"):
        page.lain(card).click(position=CORNER)
    assert (page.taken, along(page)) == ([], [])
    assert said(page) == "Boy threw K♣. Your turn."


def test_marking_sends_nothing(table: Open) -> None:
    page = table(clock=True)
    page.draw("row_lay_en", motion=False)
    page.lain("Kd").click(position=CORNER)
    page.meld(2).click()
    page.card("6s").click(position=HELD)
    page.page.clock.run_for(5000)
    assert page.sent == []


# Which move the marks make


def test_the_main_button_is_the_verb_whose_move_the_marks_make(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    assert main(page) == "Draw"
    page.lain("9s").click(position=CORNER)
    assert main(page) == "Take"  # what the mark is for, though it is no legal move yet
    for card in ("8s", "Ts"):
        page.card(card).click(position=HELD)
    assert main(page) == "Take 9♠ and lay 8♠ 9♠ 10♠"
    page.press("Enter")
    assert moves(page) == [{"do": "take", "cards": ["8s", "Ts"], "table": ["9s"]}]


def test_a_meld_is_the_place_to_lay_off_on(table: Open) -> None:
    page = table()
    page.draw("row_lay_en", motion=False)
    page.card("6s").click(position=HELD)
    assert main(page) == "Discard 6♠"
    page.meld(2).click()
    assert page.meld(2).get_attribute("aria-selected") == "true"
    assert main(page) == "Lay off 6♠ on meld 2"
    page.meld(1).click()
    assert page.page.locator('.sr-meld[aria-selected="true"]').count() == 1
    assert main(page) == "Lay off"
    page.button("layoff").click()  # illegal, and may be tried
    assert moves(page) == [{"do": "layoff", "cards": ["6s"], "zone": "meld.1"}]


def test_where_one_meld_alone_takes_the_card_it_need_not_be_marked(table: Open) -> None:
    page = table()
    page.draw("row_lay_en", motion=False)
    page.card("6s").click(position=HELD)
    page.button("layoff").click()
    assert moves(page) == [{"do": "layoff", "cards": ["6s"], "zone": "meld.2"}]


def test_marks_that_a_verb_does_not_ask_for_are_no_part_of_it(table: Open) -> None:
    page = table()
    page.draw("row_lay_en", motion=False)
    page.card("Kh").click(position=HELD)
    page.lain("Kd").click(position=CORNER)
    page.meld(2).click()
    page.button("discard").click()
    assert moves(page) == [{"do": "discard", "cards": ["Kh"]}]


def test_of_two_moves_the_game_names_the_first(table: Open) -> None:
    page = table()
    page.draw("row_lay_en", motion=False)
    page.card("2h").click(position=HELD)
    assert main(page) == "Knock with 2♥"
    assert page.button("discard").inner_text() == "Discard"


def test_a_set_in_the_hand_is_marked_by_two_taps(table: Open) -> None:
    page = table()
    page.draw("row_lay_en", motion=False)
    page.card("9c").dblclick(position=HELD)
    assert page.selected == ["9c", "Tc", "Jc"]
    assert main(page) == "Lay 9♣ 10♣ J♣"


@pytest.mark.parametrize(
    ("scene", "marked", "button", "words"),
    [
        ("row_begin_en", (), "take", "Choose a card on the table first."),
        ("row_lay_en", (), "layoff", "Choose a card first: tap one in your hand."),
        ("row_lay_en", ("Kh",), "layoff", "Choose a meld first: tap one on the table."),
        ("row_lay_en", (), "knock", "Choose a card first: tap one in your hand."),
    ],
)
def test_what_is_missing_is_said(table: Open, scene: str, marked: tuple[str, ...], button: str, words: str) -> None:
    page = table()
    page.draw(scene, motion=False)
    for card in marked:
        page.card(card).click(position=HELD)
    page.button(button).click(force=True)
    assert said(page) == words
    assert page.sent == []


def test_a_tap_on_the_stock_draws(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    page.page.get_by_role("button", name="Stock, 24 cards").click()
    assert moves(page) == [{"do": "draw", "cards": []}]
    page.draw("row_lay_en", motion=False)
    assert page.page.get_by_role("button", name="Stock, 23 cards").is_disabled()


def test_what_is_nearest_marks_row_and_meld_too(table: Open) -> None:
    page = table()
    nearest = {"label": "Choose 9♠ 8♠ 10♠", "cards": ["8s", "Ts"], "table": ["9s"], "zone": None}
    answer = read_scene("illegal_en")["answer"] | {"nearest": nearest}
    page.draw("row_begin_en", motion=False, answer=answer)
    page.page.locator(".sr-nearest").click()
    assert (page.selected, page.taken) == (["8s", "Ts"], ["9s"])
    assert page.focused == "take"
    nearest = {"label": "Choose 6♠", "cards": ["6s"], "table": [], "zone": "meld.2"}
    page.draw("row_lay_en", rev="later", motion=False, answer=answer | {"nearest": nearest})
    page.page.locator(".sr-nearest").click()
    assert main(page) == "Lay off 6♠ on meld 2"


def test_a_refused_try_stays_marked_and_a_move_that_was_made_does_not(table: Open) -> None:
    page = table(clock=True)
    page.draw("row_begin_en", motion=False)
    page.lain("Kd").click(position=CORNER)
    page.press("Enter")
    page.draw("row_begin_en", rev="refused", motion=False, answer=read_scene("illegal_en")["answer"])
    assert page.taken == ["Kd"]
    page.page.clock.run_for(400)
    page.button("draw").click()
    page.draw("row_lay_en", motion=False)
    assert page.taken == []


def test_a_hint_points_at_row_and_meld(table: Open) -> None:
    scene = read_scene("row_lay_en", rev="hinted")
    scene["melds"]["melds"][1]["mark"] = "hint"
    scene["row"]["cards"][1]["mark"] = "hint"
    page = table()
    page.draw(scene, motion=False)
    assert (page.lain("Kd").get_attribute("aria-label") or "").endswith("the hint points here")
    assert (page.meld(2).get_attribute("aria-label") or "").endswith("the hint points here")
    assert page.meld(2).locator(".sr-tag svg").count() == 1


# By keys


def test_tab_goes_from_the_hand_to_row_melds_and_stock(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    page.page.get_by_role("listbox", name="Your hand").get_by_role("option").first.focus()
    seen = []
    for _ in range(4):
        page.press("Tab")
        seen.append(page.focused)
    assert seen[:2] == ["Kc", "meld.1"]
    assert "sr-stock" in (seen[2] or "")
    assert seen[3] == "draw"


def test_a_whole_take_by_keys(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    page.card("2h").focus()
    page.press("8", "Space", "0", "Space", "Tab", "9", "Space", "Enter")
    assert moves(page) == [{"do": "take", "cards": ["8s", "Ts"], "table": ["9s"]}]


def test_arrows_walk_the_row_and_the_melds(table: Open) -> None:
    page = table()
    page.draw("row_lay_en", motion=False)
    page.lain("Kc").focus()
    page.press("ArrowLeft", "ArrowLeft")
    assert page.focused == "Kd"
    page.press("Home")
    assert page.focused == "4h"
    page.meld(1).focus()
    page.press("ArrowRight", "q")
    assert page.focused == "meld.3"
    page.press("Space")
    assert page.meld(3).get_attribute("aria-selected") == "true"
    page.press("Escape")
    assert page.meld(3).get_attribute("aria-selected") == "false"


def test_verbs_have_keys_that_are_no_ranks(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    page.card("2h").focus()
    page.press("w")
    assert moves(page) == [{"do": "draw", "cards": []}]
    taken = set("JQKAISCR0123456789")
    for name in ("row_begin_en", "row_lay_en"):
        codes = [button["code"][3:] for button in read_scene(name)["buttons"] if button["code"]]
        assert len(set(codes)) == len(codes)
        assert not taken.intersection(codes)


# Carried


def test_a_card_carried_to_a_meld_is_laid_off(table: Open) -> None:
    page = table()
    page.draw("row_lay_en", motion=False)
    carry(page, "6s", middle(page, '.sr-meld[data-id="meld.2"]'))
    assert moves(page) == [{"do": "layoff", "cards": ["6s"], "zone": "meld.2"}]


def test_a_card_carried_to_the_row_is_discarded(table: Open) -> None:
    page = table()
    page.draw("row_lay_en", motion=False)
    carry(page, "Kh", middle(page, ".sr-row"))
    assert moves(page) == [{"do": "discard", "cards": ["Kh"]}]


def test_where_a_place_takes_no_cards_now_they_are_marked(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    carry(page, "Kh", middle(page, ".sr-row"))
    assert page.sent == []
    assert page.selected == ["Kh"]


def test_a_card_of_the_row_carried_to_the_hand_is_the_one_to_take(table: Open) -> None:
    page = table()
    page.draw("row_begin_en", motion=False)
    carry(page, "9s", middle(page, ".sr-hand"))
    assert page.taken == ["9s"]
    assert page.sent == []
    carry(page, "Kd", (5, 5))
    assert page.taken == ["9s"]
