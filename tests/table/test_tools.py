"""What lies round the table: sorting, whole sets, the rules, the curtain, results, the deal so far."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.table.page import Open, TablePage, read_scene

pytestmark = pytest.mark.browser
CORNER = {"x": 12, "y": 12}
BY_SUIT = ["8c", "Jc", "7d", "8d", "Kd", "2d", "9s", "Js", "As", "4h", "6h", "7h", "Qh"]  # black and red by turns


def hand(page: TablePage) -> list[str]:
    ids: list[str] = page.page.locator(".sr-held").evaluate_all("nodes => nodes.map(node => node.dataset.id)")
    return ids


def heard(page: TablePage) -> str:
    """What was whispered last, to those who cannot see it."""
    return page.status.locator(".sr-hidden").inner_text()


# Sorting


def test_the_hand_is_sorted_by_suit_and_back(table: Open) -> None:
    page = table()
    page.draw("playing_en")
    given = hand(page)
    button = page.page.get_by_role("button", name="Sort by suit")
    button.click()
    assert hand(page) == BY_SUIT
    assert button.get_attribute("aria-pressed") == "true"
    assert heard(page) == "Sorted by suit"
    button.click()
    assert hand(page) == given
    assert button.get_attribute("aria-pressed") == "false"
    assert page.sent == []


def test_sorting_by_its_key_keeps_the_focus_and_what_is_up(table: Open) -> None:
    page = table()
    page.draw("playing_en")
    page.card("9s").focus()
    page.press("Space", "s")
    assert hand(page) == BY_SUIT
    assert (page.focused, page.selected) == ("9s", ["9s"])
    page.press("ArrowLeft")
    assert page.focused == "2d"


def test_the_browser_remembers_how_the_hand_is_sorted(table: Open) -> None:
    page = table()
    page.draw("playing_en")
    page.page.get_by_role("button", name="Sort by suit").click()
    page.page.reload()
    page.page.wait_for_function("window.ready")
    page.draw("playing_en")
    assert hand(page) == BY_SUIT


def test_a_browser_that_keeps_nothing_sorts_all_the_same(table: Open) -> None:
    page = table()
    page.page.evaluate("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })")
    page.draw("playing_en")
    page.page.get_by_role("button", name="Sort by suit").click()
    assert hand(page) == BY_SUIT


# Whole sets: equal ranks before straights, low before high


def test_a_second_tap_goes_through_the_plays_that_hold_the_card(table: Open) -> None:
    page = table()
    page.draw("straight_en")
    page.card("6s").focus()
    seen = []
    for _ in range(11):
        page.press("Shift+Space")
        seen.append(" ".join(page.selected))
    assert seen == [
        "6c 6s",
        "6d 6s",
        "6c 6d 6s",
        "4s 5s 6s",
        "5s 6s 7s",
        "6s 7s 8s",
        "4s 5s 6s 7s",
        "5s 6s 7s 8s",
        "4s 5s 6s 7s 8s",
        "6s",
        "6c 6s",
    ]


def test_taps_one_after_another_widen_the_choice(table: Open) -> None:
    page = table(390, 844, touch=True)
    page.draw("straight_th", motion=False)
    page.card("8s").tap(position=CORNER)
    assert page.selected == ["8s"]
    page.card("8s").tap(position=CORNER)
    assert page.selected == ["6s", "7s", "8s"]
    page.card("8s").tap(position=CORNER)
    assert page.selected == ["5s", "6s", "7s", "8s"]


def test_two_ends_of_a_straight_bring_what_is_between_them(table: Open) -> None:
    page = table()
    page.draw("straight_en")
    page.card("4s").focus()
    page.press("Space", "End", "ArrowLeft", "ArrowLeft", "Space")
    assert page.selected == ["4s", "8s"]
    page.press("Shift+Space")
    assert page.selected == ["4s", "5s", "6s", "7s", "8s"]
    assert page.button("play").inner_text() == "Play a straight of 5"
    assert heard(page) == "Play a straight of 5"


def test_the_button_for_sets_needs_no_quick_fingers(table: Open) -> None:
    page = table(390, 844, touch=True)
    page.draw("straight_en", motion=False)
    button = page.page.get_by_role("button", name="Whole set")
    assert button.get_attribute("aria-disabled") == "true"
    button.tap(force=True)
    assert page.status.inner_text().strip() == read_scene("straight_en")["labels"]["chooseFirst"]
    page.card("7s").tap(position=CORNER)
    assert button.get_attribute("aria-disabled") is None
    button.tap()
    assert page.selected == ["5s", "6s", "7s"]
    button.tap()
    assert page.selected == ["6s", "7s", "8s"]


def test_a_card_that_belongs_to_no_set_leaves_the_button_nothing_to_do(table: Open) -> None:
    page = table()
    page.draw("straight_en")
    page.card("2h").click(position=CORNER)
    assert page.page.get_by_role("button", name="Whole set").get_attribute("aria-disabled") == "true"


# The rules of this table


def test_the_rules_open_by_button_and_key_and_give_the_focus_back(table: Open) -> None:
    page = table()
    page.draw("playing_en")
    button = page.page.get_by_role("button", name="Rules")
    dialog = page.page.get_by_role("dialog", name="Rules of this table")
    button.click()
    assert dialog.get_by_role("listitem").all_inner_texts() == read_scene("playing_en")["rules"]["lines"]
    assert dialog.get_by_role("link").get_attribute("href") == "/rules?game=slave"
    page.press("Escape")
    assert not dialog.is_visible()
    assert button.evaluate("node => node.getRootNode().activeElement === node")
    page.card("9s").focus()
    page.press("i")
    assert dialog.is_visible()
    page.press("Escape")
    assert page.focused == "9s"
    assert "I" in page.page.locator(".sr-keys-list kbd").all_inner_texts()


def test_without_rules_there_is_no_button_and_no_key(table: Open) -> None:
    page = table()
    page.draw("playing_en", rules=None)
    assert page.page.get_by_role("button", name="Rules").count() == 0
    page.card("9s").focus()
    page.press("i")
    assert page.page.get_by_role("dialog").count() == 0
    page.draw({key: value for key, value in read_scene("playing_en").items() if key not in ("rules", "curtain")})
    assert page.page.get_by_role("button", name="Rules").count() == 0


# The curtain


@pytest.mark.parametrize("language", ["th", "en"])
def test_behind_the_curtain_there_is_a_name_a_sentence_and_one_button(table: Open, language: str) -> None:
    page = table(390, 844)
    page.draw(f"playing_{language}")
    page.draw(f"curtain_{language}")
    curtain = read_scene(f"curtain_{language}")["curtain"]
    assert page.page.locator(".sr-curtain").inner_text().split("\n")[0] == curtain["title"]
    assert page.page.locator(".sr-mat").is_hidden()
    assert page.page.locator(".sr-held").count() == 0
    button = page.page.get_by_role("button", name=curtain["button"]["label"])
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 72
    button.click()
    assert [message["do"] for message in page.sent] == ["show"]


def test_the_focus_goes_to_the_button_of_the_curtain_and_back_to_the_hand(table: Open) -> None:
    page = table()
    page.draw("playing_en")
    page.card("9s").focus()
    page.draw("curtain_en")
    assert page.focused == "show"
    page.draw("playing_en", rev="g7:1:4:0")
    assert page.focused == "play"


# The end of a deal


def test_a_deal_ends_in_a_table_of_who_came_where(table: Open) -> None:
    page = table()
    page.draw("ended_en")
    rows = page.page.get_by_role("table").get_by_role("row").all()
    assert [row.all_inner_texts()[0].split("\t") for row in rows][:3] == [
        ["Place", "Player", "Next deal", "This deal", "Points"],
        ["1", "Nok", "King", "", "3"],
        ["2", "You", "Queen", "", "1"],
    ]
    page.draw("ended_th")  # without points there is no column for them
    assert page.page.get_by_role("columnheader").all_inner_texts() == ["ที่", "ผู้เล่น", "ตาหน้าเป็น"]
    page.draw("playing_th")
    assert page.page.get_by_role("table").count() == 0


def test_a_bill_has_a_list_for_each_player_and_a_link_for_each_line(table: Open) -> None:
    page = table(390, 844, touch=True)
    page.draw("bill_en")
    heads = page.page.get_by_role("columnheader").all_inner_texts()
    assert heads == ["Place", "Player", "Points", "Match"]
    assert page.page.locator(".sr-answer").get_by_role("heading").all_inner_texts() == ["The bill", "You", "Nok", "Boy"]
    boy = page.page.get_by_role("list").last.get_by_role("listitem").all()
    assert [line.locator("b").inner_text() for line in boy] == ["−50", "−50", "−100", "−35"]
    assert [line.inner_text().split("\n")[0] for line in boy[2:]] == ["This deal", "The match so far"]
    links = page.page.locator(".sr-bill a")
    assert [link.get_attribute("href") for link in links.all()][-2:] == [
        "/rules?rule=dummy.fool",
        "/rules?rule=dummy.discard-to-speto",
    ]
    assert all((link.bounding_box() or {"height": 0})["height"] >= 40 for link in links.all())
    page.draw("bill_th")
    assert page.page.locator(".sr-answer").get_by_role("heading").all_inner_texts() == ["คิดแต้ม", "คุณ", "นก", "บอย"]
    page.draw("row_lay_th")
    assert not page.page.locator(".sr-bill").is_visible()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_a_bill_longer_than_the_screen_begins_on_it_and_the_buttons_stay(table: Open, width: int, height: int) -> None:
    page = table(width, height)
    page.draw("row_lay_th", motion=False)
    page.draw("bill_th", motion=False)
    for query in (".sr-answer-title", ".sr-bar button"):
        expect(page.page.locator(query).first).to_be_in_viewport(ratio=1)


# The deal so far


def test_the_log_is_the_whole_deal_pile_by_pile_with_the_latest_at_the_end(table: Open) -> None:
    page = table()
    piles = [[f"Nok played the {rank}♣." for rank in "3456789"] for _ in range(12)]
    page.draw("playing_en", log=piles)
    page.page.get_by_text("The deal so far").click()
    lines = page.page.locator(".sr-lines")
    page.page.wait_for_function("root => root.scrollTop > 0", arg=lines.element_handle())
    assert page.page.locator(".sr-moves").count() == 12
    first = page.page.locator(".sr-moves").first.element_handle()
    page.draw("playing_en", rev="later", log=[*piles, ["Boy led the K♥."]])
    assert page.page.locator(".sr-moves").first.evaluate("(node, was) => node === was", first)
    assert lines.evaluate("node => node.scrollTop + node.clientHeight >= node.scrollHeight - 1")
    assert page.page.locator(".sr-moves").last.text_content() == "Boy led the K♥."
    assert page.page.locator(".sr-lines [aria-live], .sr-lines [role=log]").count() == 0


# Motion


def test_a_right_answer_lets_the_band_glow_once(table: Open) -> None:
    page = table(reduced_motion="no-preference")
    page.draw("playing_th")
    names = """() => document.getElementById("host").shadowRoot.getAnimations()
        .filter(one => one.animationName === "sr-glow").map(one => one.effect.getTiming().iterations)"""
    assert page.page.evaluate(names) == []
    page.draw("right_th")
    assert page.page.evaluate(names) == [1, 1]  # both ends of the mat
    page.page.wait_for_timeout(1300)
    page.draw("right_th", four=False)  # drawn anew, not answered anew
    assert page.page.evaluate(names) == []


def test_a_hand_is_dealt_card_by_card(table: Open) -> None:
    page = table(reduced_motion="no-preference")
    times = """scene => {
        window.draw(scene);
        return document.getElementById("host").shadowRoot.getAnimations()
            .filter(one => !(one instanceof CSSTransition)).map(one => one.effect.getTiming())
            .filter(({ duration }) => duration === 150).map(({ delay }) => delay);
    }"""
    delays = page.page.evaluate(times, read_scene("playing_th"))
    assert len(delays) == 13
    assert delays == sorted(set(delays))
