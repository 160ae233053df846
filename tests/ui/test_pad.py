from __future__ import annotations

from typing import Any

import pytest

from tests.ui.driving import Browser
from tutor import games
from tutor.learner import Store, StoreError
from tutor.session import pad
from tutor.ui.visit import store

DUMMY = games.find("dummy")
NAMES = ["Nok", "Boy", "Nan"]
KNOCK = [
    ("choose", "knocker", 1), ("put", "closing", "Kd"), ("write", "laid[1]", "7s 8s 9s"),
    ("write", "hands[0]", "Ah"), ("write", "hands[2]", "9d 9c"),
]  # fmt: skip


def begun(tab: Browser) -> Browser:
    """A learner whose match is on the pad."""
    match = pad.begin(DUMMY, DUMMY.presets["full"], NAMES)
    store().change_pad(tab.key, "dummy", lambda _: pad.document(match))
    return tab.open("pad", game="dummy")


def shown(tab: Browser) -> dict[str, Any]:
    data = tab.data("pad-dummy")
    assert data is not None, "there is no match on this page"
    assert not tab.at.exception
    scene: dict[str, Any] = data["scene"]
    return scene


def edit(tab: Browser, *edits: tuple[str, str, object], first: int | None = None) -> dict[str, Any]:
    """Edits sent in one message, numbered on from the last that was heard."""
    first = shown(tab)["heard"] + 1 if first is None else first
    sent = [{"n": first + at, "do": do, "at": place, "value": value} for at, (do, place, value) in enumerate(edits)]
    tab.fire("pad-dummy", {"do": "edit", "edits": sent})
    return shown(tab)


def test_match_is_begun_with_names_and_rules(browser: Browser) -> None:
    browser.open("pad", game="dummy")
    next(field for field in browser.at.text_input if field.key == "pad-name-dummy-1").set_value("นก")
    next(button for button in browser.at.button if button.key == "pad-begin").click().run()
    names = [column["name"] for column in shown(browser)["columns"]]
    assert names[0] == "นก"
    assert len(set(names)) == 4


def test_address_names_the_rules(browser: Browser) -> None:
    browser.open("pad", game="dummy", rules="full")
    next(button for button in browser.at.button if button.key == "pad-begin").click().run()
    assert "แบบเต็ม" in shown(browser)["about"]


def test_deal_is_entered_and_outlives_a_reload(browser: Browser) -> None:
    begun(browser)
    scene = edit(browser, *KNOCK, ("enter", "1", None))
    assert [column["score"] for column in scene["columns"]] == ["−30", "65", "−20"]
    again = shown(Browser(browser.key).open("pad", game="dummy"))
    assert [deal["totals"] for deal in again["deals"]] == [["−30", "+65", "−20"]]
    assert again["heard"] == 0


def test_what_two_tabs_put_down_is_all_there(browser: Browser) -> None:
    begun(browser)
    other = Browser(browser.key).open("pad", game="dummy")
    edit(browser, KNOCK[0], KNOCK[1])
    scene = edit(other, KNOCK[2])
    assert {card["id"] for card in scene["editor"]["picker"] if card["at"]} == {"Kd", "7s", "8s", "9s"}


def test_edits_sent_again_are_made_once(browser: Browser) -> None:
    begun(browser)
    count = ("put", "head", "8s")
    assert [card["id"] for card in edit(browser, count)["editor"]["picker"] if card["marked"]] == ["8s"]
    again = edit(browser, count, ("choose", "knocker", 2), first=1)
    assert [card["id"] for card in again["editor"]["picker"] if card["marked"]] == ["8s"]


@pytest.mark.parametrize(
    "message",
    [
        None, "text", {}, {"edits": 3}, {"edits": [{"n": 1}]}, {"edits": [{"n": -1, "do": "enter"}]},
        {"edits": [{"n": 1, "do": "explode", "at": "", "value": None}]},
        {"edits": [{"n": 1, "do": "put", "at": "x" * 400, "value": "9h"}]},
        {"edits": [{"n": n, "do": "quick", "at": "", "value": True} for n in range(1, 100)]},
        {"edits": [{"n": 1, "do": "count", "at": "fines[0]", "value": ["a", "b", 3]}]},
        {"edits": [{"n": 1, "do": "enter", "at": "²", "value": None}]},
    ],
)  # fmt: skip
def test_message_that_no_page_of_ours_sends_changes_nothing(browser: Browser, message: object) -> None:
    before = shown(begun(browser))
    browser.fire("pad-dummy", message)
    assert {**shown(browser), "heard": 0, "rev": "0"} == before


def test_new_match_keeps_the_old_one_until_it_is_begun(browser: Browser) -> None:
    begun(browser)
    edit(browser, *KNOCK, ("enter", "1", None))
    browser.fire("pad-dummy", {"do": "edit", "edits": [{"n": 9, "do": "new", "at": "", "value": None}]})
    browser.again()
    fields = {field.key: field.value for field in browser.at.text_input}
    assert fields["pad-name-dummy-2"] == "Boy"
    next(button for button in browser.at.button if button.key == "pad-back").click().run()
    assert len(shown(browser)["deals"]) == 1


def test_pad_that_cannot_be_read_is_said_and_a_new_one_begun(browser: Browser) -> None:
    store().change_pad(browser.key, "dummy", lambda _: {"names": 3})
    browser.open("pad", game="dummy")
    assert "อ่านเกมที่จดไว้ไม่ได้แล้ว" in browser.html
    next(button for button in browser.at.button if button.key == "pad-begin").click().run()
    assert shown(browser)["deals"] == []


def test_game_without_a_pad_leads_to_one_that_has_one(browser: Browser) -> None:
    browser.open("pad", game="slave")
    assert "เกมนี้ยังไม่มีสมุดจดแต้ม" in browser.html


def test_what_could_not_be_kept_is_said_and_sent_again(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(browser)

    def full(*_: object) -> None:
        raise StoreError("full", "/somewhere")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "change_pad", full)
        scene = edit(browser, KNOCK[0])
        assert scene["heard"] == 0
        assert "ไม่มีที่" in browser.html or "เต็ม" in browser.html
    assert edit(browser, KNOCK[0])["heard"] == 1


def test_pages_for_real_cards_lead_to_the_pad(browser: Browser) -> None:
    assert "/pad?game=dummy" in browser.open("rules", game="dummy").html
    assert "/pad" not in browser.open("rules", game="slave").html
    store().save_settings(browser.key, game="dummy")
    assert "/pad?game=dummy" in browser.open("play").html
    assert "/pad?game=dummy" in browser.open("referee").html
