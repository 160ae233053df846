"""One message a move: doubled, stale and lost ones; and the wait for others."""

from __future__ import annotations

import pytest

from tests.table.page import Open, TablePage, read_scene

pytestmark = pytest.mark.browser
CORNER = {"x": 12, "y": 12}


def choose_pair(page: TablePage) -> None:
    page.card("7d").click(position=CORNER)
    page.card("7h").click(position=CORNER)


def test_an_illegal_play_may_be_tried(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    choose_pair(page)
    assert page.button("play").get_attribute("aria-disabled") is None
    page.button("play").click()
    assert page.sent == [{"trigger": "action", "do": "play", "cards": ["7d", "7h"], "rev": "g1:1:12:0"}]


def test_cards_that_are_up_are_no_part_of_a_pass(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    choose_pair(page)
    page.button("pass").click()
    assert page.sent == [{"trigger": "action", "do": "pass", "cards": [], "rev": "g1:1:12:0"}]


def test_a_double_click_sends_once(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    choose_pair(page)
    page.button("play").dblclick()
    assert len(page.sent) == 1


def test_the_second_half_of_a_double_click_does_not_move_in_the_next_scene(table: Open) -> None:
    page = table()
    page.page.evaluate(
        """scenes => {
            const post = window.sent.push.bind(window.sent);
            window.sent.push = (message) => { post(message); window.draw(scenes[1]); };
            window.draw(scenes[0]);
        }""",
        [read_scene("playing_th"), read_scene("playing_th", rev="g1:1:13:0")],
    )
    page.button("pass").dblclick()
    assert [message["rev"] for message in page.sent] == ["g1:1:12:0"]


def test_a_held_key_sends_once(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    page.card("4h").focus()
    page.page.keyboard.down("p")
    page.draw("playing_th", rev="g1:1:13:0")
    for _ in range(3):
        page.page.keyboard.down("p")
    page.page.keyboard.up("p")
    assert len(page.sent) == 1


def test_the_table_is_locked_until_a_new_scene_comes(table: Open) -> None:
    page = table(clock=True)
    page.draw("playing_th")
    page.button("pass").click()
    assert page.root.get_attribute("aria-busy") == "true"
    page.draw("playing_th")  # the same scene again, as when something else on the page is drawn anew
    page.page.clock.run_for(400)
    page.button("hint").click(force=True)
    assert len(page.sent) == 1
    page.draw("playing_th", rev="g1:1:13:0")
    assert page.root.get_attribute("aria-busy") is None
    page.button("hint").click()
    assert [message["do"] for message in page.sent] == ["pass", "hint"]


def test_a_message_without_an_answer_is_given_up_after_eight_seconds(table: Open) -> None:
    page = table(clock=True)
    page.draw("playing_th")
    choose_pair(page)
    page.button("play").click()
    page.page.clock.run_for(7900)
    assert page.root.get_attribute("aria-busy") == "true"
    page.page.clock.run_for(200)
    assert page.root.get_attribute("aria-busy") is None
    assert page.status.inner_text().strip() == read_scene("playing_th")["labels"]["retry"]
    assert page.selected == ["7d", "7h"]
    page.button("play").click()
    assert len(page.sent) == 2


def test_pressing_play_with_no_card_says_what_to_do_and_sends_nothing(table: Open) -> None:
    page = table()
    page.draw("playing_en")
    assert page.button("play").get_attribute("aria-disabled") == "true"
    page.button("play").click(force=True)
    assert page.status.inner_text().strip() == "Choose a card first: tap one in your hand."
    assert page.sent == []
    page.button("pass").click()
    assert [message["do"] for message in page.sent] == ["pass"]


def test_enter_in_the_hand_is_the_main_button(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    page.card("4h").focus()
    page.press("Space", "Enter")
    assert [(message["do"], message["cards"]) for message in page.sent] == [("play", ["4h"])]


def test_enter_on_another_button_presses_that_button(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    page.card("4h").click(position=CORNER)
    page.button("pass").focus()
    page.press("Enter")
    assert [message["do"] for message in page.sent] == ["pass"]


def test_a_refused_play_stays_selected_and_a_played_one_does_not(table: Open) -> None:
    page = table(clock=True)
    page.draw("playing_th")
    choose_pair(page)
    page.button("play").click()
    page.draw("illegal_th")
    assert page.selected == ["7d", "7h"]
    page.page.clock.run_for(400)
    page.button("pass").click()
    page.draw("playing_th", rev="g1:1:13:0")
    assert page.selected == []


def test_what_others_do_leaves_the_selection_alone(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    choose_pair(page)
    page.draw("playing_th", rev="g1:1:13:0", status="บอยผ่าน")
    assert page.selected == ["7d", "7h"]


def test_go_is_sent_once_after_the_pause_and_not_while_drawing(table: Open) -> None:
    page = table(clock=True)
    page.draw("waiting_th")
    assert page.sent == []
    page.page.clock.run_for(650)
    assert page.sent == []
    page.page.clock.run_for(100)
    assert page.sent == [{"trigger": "action", "do": "go", "rev": "g1:1:13:0"}]
    page.draw("waiting_th")
    page.page.clock.run_for(5000)
    assert len(page.sent) == 1


def test_go_at_once_still_waits_for_a_timer(table: Open) -> None:
    page = table(reduced_motion="reduce")
    at_once = page.page.evaluate(
        "scene => { window.draw(scene); return window.sent.length; }", read_scene("waiting_th", waiting={"ms": 0})
    )
    assert at_once == 0
    page.page.wait_for_function("window.sent.length === 1")


def test_a_newer_scene_cancels_the_wait(table: Open) -> None:
    page = table(clock=True)
    page.draw("waiting_th")
    page.page.clock.run_for(300)
    page.draw("playing_th", rev="g1:1:14:0")
    page.page.clock.run_for(5000)
    assert page.sent == []


def test_a_move_of_ones_own_comes_before_the_wait(table: Open) -> None:
    page = table(clock=True)
    page.draw("waiting_th")
    page.button("hint").click()
    page.page.clock.run_for(3000)
    assert [message["do"] for message in page.sent] == ["hint"]


def test_a_go_that_was_lost_is_sent_again(table: Open) -> None:
    page = table(clock=True)
    page.draw("waiting_th")
    page.page.clock.run_for(8800)
    assert [message["rev"] for message in page.sent] == ["g1:1:13:0"] * 2


def test_nothing_is_sent_by_a_table_that_was_taken_away(table: Open) -> None:
    page = table(clock=True)
    page.draw("waiting_th")
    page.page.evaluate("window.remove()")
    page.page.clock.run_for(5000)
    assert page.sent == []
    assert page.root.count() == 0


def test_a_notebook_gets_the_same_messages_each_with_its_own_number(table: Open) -> None:
    page = table(host="notebook", clock=True)
    page.draw("playing_en")
    page.button("pass").click()
    page.page.clock.run_for(400)
    page.draw("playing_en", rev="g1:1:13:0")
    page.button("pass").click()
    first, second = page.sent
    assert (first["do"], first["rev"], second["rev"]) == ("pass", "g1:1:12:0", "g1:1:13:0")
    assert first["nonce"] != second["nonce"]
    assert page.page.title() == "."  # a notebook's page is not ours to name


def test_streamlits_page_gets_the_language_and_the_title(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    assert page.page.evaluate("document.documentElement.lang") == "th"
    page.draw("playing_en")
    assert page.page.evaluate("document.documentElement.lang") == "en"
    assert page.page.title() == "Slave · Samrap"
    assert page.root.get_attribute("lang") == "en"
