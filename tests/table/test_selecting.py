"""Cards are chosen in the browser, by finger, mouse or keys; nothing is sent for it."""

from __future__ import annotations

import pytest

from tests.table.page import Open, read_scene

pytestmark = pytest.mark.browser
CORNER = {"x": 12, "y": 12}  # the part of a card that its neighbour leaves free


def test_a_tap_selects_one_card_and_another_tap_lets_it_go(table: Open) -> None:
    page = table(390, 844, touch=True, clock=True)
    page.draw("playing_th", motion=False)
    page.card("7d").tap(position=CORNER)
    assert page.selected == ["7d"]
    page.page.clock.run_for(600)
    page.card("7d").tap(position=CORNER)
    assert page.selected == []


def test_selecting_sends_nothing(table: Open) -> None:
    page = table(clock=True)
    page.draw("playing_th", motion=False)
    for card in ("4h", "7d", "7h", "2d"):
        page.card(card).click(position=CORNER)
    page.card("2d").click(position=CORNER)
    page.page.clock.run_for(5000)
    assert page.sent == []


def test_a_selected_card_is_twelve_pixels_up_and_has_a_line(table: Open) -> None:
    page = table(390, 844)
    page.draw("playing_th", motion=False)
    before = page.card("7d").bounding_box()
    page.card("7d").click(position=CORNER)
    after = page.card("7d").bounding_box()
    assert before is not None
    assert after is not None
    assert before["y"] - after["y"] == pytest.approx(12, abs=0.5)
    line = page.card("7d").evaluate("node => getComputedStyle(node, '::after').borderLeftWidth")
    assert line == "3px"


def test_a_double_tap_takes_the_pair_that_the_card_belongs_to(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    page.card("7h").dblclick(position=CORNER)
    assert page.selected == ["7d", "7h"]


def test_a_double_tap_on_a_card_without_a_pair_selects_and_lets_go(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    page.card("Kd").dblclick(position=CORNER)
    assert page.selected == []


def test_groups_come_legal_first_then_round(table: Open) -> None:
    page = table()
    page.draw("playing_th", groups=["7d 7h", "7d 7h 8d"], legal={"8d 7h 7d": {"play": "ลงสามใบ"}})
    page.card("7d").focus()
    page.press("Shift+Space")
    assert page.selected == ["7d", "7h", "8d"]
    page.press("Shift+Space")
    assert page.selected == ["7d", "7h"]


def test_pairs_in_a_row_are_put_together_pair_by_pair(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    page.card("7d").dblclick(position=CORNER)
    page.card("8c").dblclick(position=CORNER)
    assert page.selected == ["7d", "7h", "8d", "8c"]


def test_where_one_card_is_asked_for_the_next_takes_the_place_of_the_last(table: Open) -> None:
    page = table()
    hand = read_scene("playing_en")["hand"] | {"select": "one"}
    page.draw("playing_en", hand=hand)
    page.card("4h").click(position=CORNER)
    page.card("2d").click(position=CORNER)
    assert page.selected == ["2d"]
    assert page.page.get_by_role("listbox").get_attribute("aria-multiselectable") == "false"


def test_a_hand_to_look_at_cannot_be_selected(table: Open) -> None:
    page = table()
    page.draw("watch_en")
    page.card("7d").click(position=CORNER)
    assert page.page.get_by_role("option").count() == 0
    assert page.page.get_by_role("img", name="7 of diamonds").count() == 1


def test_the_main_button_says_what_would_be_played(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    assert page.button("play").inner_text() == "ลง"
    page.card("Js").click(position=CORNER)
    page.card("Jc").click(position=CORNER)
    assert page.button("play").inner_text() == "ลงคู่ J"


def test_the_nearest_move_is_selected_by_its_button_and_not_yet_played(table: Open) -> None:
    page = table()
    page.draw("illegal_th")
    page.card("7d").click(position=CORNER)
    page.page.locator(".sr-nearest").click()
    assert page.selected == ["Jc", "Js"]
    assert page.focused == "play"
    assert page.sent == []


def test_keys_walk_the_hand_and_toggle_cards(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    page.page.locator(".sr-hand [tabindex='0']").focus()
    assert page.focused == "4h"
    page.press("ArrowRight", "ArrowRight", "Space")
    assert (page.focused, page.selected) == ("7d", ["7d"])
    page.press("Shift+ArrowRight")
    assert (page.focused, page.selected) == ("7h", ["7d", "7h"])
    page.press("End")
    assert page.focused == "2d"
    page.press("ArrowRight")
    assert page.focused == "2d"
    page.press("Home")
    assert page.focused == "4h"
    page.press("Escape")
    assert page.selected == []


def test_down_and_up_walk_the_rows_of_a_phones_hand(table: Open) -> None:
    page = table(390, 844)
    page.draw("playing_th", motion=False)
    page.card("6h").focus()
    page.press("ArrowRight", "ArrowLeft", "ArrowDown")
    assert page.focused == "Js"
    page.press("ArrowUp")
    assert page.focused == "6h"


def test_only_one_card_is_a_tab_stop(table: Open) -> None:
    page = table()
    page.draw("hand_26_th")
    assert page.page.locator(".sr-hand [tabindex='0']").count() == 1


@pytest.mark.parametrize(
    ("keys", "card"),
    [(["7"], "7d"), (["7", "7"], "7h"), (["7", "7", "7"], "7d"), (["j"], "Jc"), (["a"], "As"), (["2"], "2d")],
)
def test_a_ranks_key_goes_to_the_next_card_of_that_rank(table: Open, keys: list[str], card: str) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    page.card("4h").focus()
    page.press(*keys)
    assert page.focused == card


@pytest.mark.parametrize("key", ["1", "0"])
def test_one_and_nought_are_the_ten(table: Open, key: str) -> None:
    page = table()
    page.draw("hand_26_th")
    page.page.locator(".sr-hand [tabindex='0']").focus()
    page.press(key)
    assert page.focused == "Tc"


def test_a_thai_layout_plays_by_the_same_physical_keys(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    page.card("4h").focus()
    page.card("4h").dispatch_event("keydown", {"key": "ย", "code": "KeyP", "bubbles": True, "composed": True})
    assert [message["do"] for message in page.sent] == ["pass"]


def test_what_is_typed_at_the_table_does_not_reach_streamlit(table: Open) -> None:
    page = table()
    page.draw("playing_th", motion=False)
    page.card("4h").focus()
    page.press("r", "c", "Escape", "7", "?")
    assert page.page.evaluate("window.typed.filter(key => key.length === 1 || key === 'Escape')") == []


def test_a_question_mark_opens_the_list_of_keys(table: Open) -> None:
    page = table()
    page.draw("playing_en", motion=False)
    page.card("6h").focus()
    page.press("Home", "Shift+Slash")
    dialog = page.page.get_by_role("dialog", name="Keys")
    assert dialog.is_visible()
    assert "Choose the whole pair or triple" in dialog.inner_text()
    page.press("Escape")
    assert not dialog.is_visible()
    assert page.focused == "4h"


def test_every_row_of_the_key_list_comes_from_the_scene(table: Open) -> None:
    page = table()
    page.draw("playing_en", labels=read_scene("playing_en")["labels"] | {"keys": None})
    page.card("4h").focus()
    page.press("Shift+Slash")
    assert page.page.get_by_role("dialog").count() == 0
    assert page.page.get_by_role("button", name="?").count() == 0
