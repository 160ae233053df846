"""A table set by questions, by switches and by a friend's link; what is dealt has those rules."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.app import LANGUAGE, Screen
from tests.browser.conftest import Visit
from tutor import games
from tutor.core import Rules, link
from tutor.i18n import tell
from tutor.scene.rules import option_value
from tutor.ui import markup

pytestmark = pytest.mark.browser
GAME = games.find("slave")
KING = GAME.presets["king"]
HOW = pytest.mark.parametrize(
    ("locale", "by", "width"), [("th-TH", "touch", 390), ("en-US", "touch", 390), ("en-US", "mouse", 1280)]
)


def press(screen: Screen, node: Locator) -> None:
    node.tap() if screen.by == "touch" else node.click()


def row(screen: Screen, label: str) -> Locator:
    """A row of buttons, by what it asks."""
    return screen.page.get_by_role("radiogroup", name=markup.plain(label), exact=True)


def choose(screen: Screen, label: str, value: str) -> None:
    button = row(screen, label).get_by_role("radio", name=markup.plain(value), exact=True)
    press(screen, button)
    expect(button).to_be_checked()


def go_on(screen: Screen, words: str) -> None:
    press(screen, screen.page.get_by_role("link", name=words).first)


def answer(screen: Screen, question: str, given: str) -> None:
    words = f"slave.question.{question}"
    choose(screen, tell(words, screen.language), tell(f"{words}.{given}", screen.language))


def set_option(screen: Screen, option: str, value: Any) -> None:
    label = tell(f"slave.option.{option}", screen.language)
    if isinstance(value, bool):
        switch = screen.page.get_by_role("switch", name=markup.plain(label), exact=True)
        press(screen, screen.page.locator("label", has=switch))
        expect(switch).to_be_checked(checked=value)
    else:
        choose(screen, label, option_value(GAME, option, KING.but(**{option: value}), screen.language))


def deal(screen: Screen) -> tuple[Rules, int]:
    press(screen, screen.page.get_by_role("button", name=tell("ui.play.deal", screen.language)))
    screen.table.wait_for()
    match = screen.saved()
    return match.rules, len(match.players)


def answers_kept(screen: Screen) -> Any:
    """What a page opened anew shows: an answer is lost with the page that sends it until the server has it."""
    assert screen.key is not None
    return screen.app.store.learner(screen.key).settings["tables"].get("slave", {}).get("answers")


def count_changes(screen: Screen, preset: str, count: int) -> None:
    named = tell(f"slave.preset.{preset}", screen.language)
    expect(
        screen.page.get_by_text(tell("ui.setting.changes", screen.language, count=count, preset=named))
    ).to_be_visible()


@HOW
def test_from_the_first_page_by_questions_to_a_deal(visit: Visit, locale: str, by: str, width: int) -> None:
    screen = visit(locale=locale, by=by, width=width)
    screen.open("/")
    go_on(screen, tell("ui.home.house", screen.language))
    screen.page.get_by_role("heading", name=tell("ui.setting.friends", screen.language)).wait_for()
    for question, given in (("topple", "at_once"), ("pair", "both_higher"), ("verse", "yes")):
        answer(screen, question, given)
    count_changes(screen, "king", 1)
    go_on(screen, tell("ui.setting.done", screen.language))
    choose(screen, tell("ui.play.seats", screen.language), "5")
    assert deal(screen) == (KING.but(verse=True), 5)


@HOW
def test_switches_and_their_refusal(visit: Visit, locale: str, by: str, width: int) -> None:
    screen = visit(locale=locale, by=by, width=width)
    screen.open("/play", choose="rules")
    preset = screen.page.get_by_role("radio", name=tell("slave.preset.king", screen.language))
    press(screen, screen.page.locator("label", has=preset))
    expect(preset).to_be_checked()
    go_on(screen, tell("ui.setting.switches", screen.language))
    screen.page.get_by_role("heading", name=tell("ui.setting.switches", screen.language)).wait_for()
    set_option(screen, "verse", True)
    set_option(screen, "opening", "free")
    count_changes(screen, "king", 2)

    fewest = row(screen, tell("ui.setting.fewest", screen.language))
    press(screen, fewest.get_by_role("radio", name="7"))
    alert = screen.page.get_by_role("alert").filter(has_text=tell("slave.option.players.refused", screen.language))
    expect(alert).to_be_visible()
    expect(fewest.get_by_role("radio", name="4")).to_be_checked()
    count_changes(screen, "king", 2)

    choose(screen, tell("ui.setting.most", screen.language), "8")
    expect(alert).to_have_count(0)
    choose(screen, tell("ui.setting.fewest", screen.language), "7")
    go_on(screen, tell("ui.setting.done", screen.language))
    assert deal(screen) == (KING.but(verse=True, opening="free", players=(7, 8)), 7)


@pytest.mark.parametrize("locale", LANGUAGE)
def test_reload_and_another_language_in_mid_form_lose_nothing(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, by="touch", width=390)
    screen.open("/play", choose="friends")
    given = {"straights": "yes", "verse": "yes"}
    for question, yes in given.items():
        answer(screen, question, yes)
    screen.until(lambda: answers_kept(screen), given)
    screen.page.reload()
    for language in (screen.language, "en" if screen.language == "th" else "th"):
        if language != screen.language:
            screen.go(tell("ui.language", language))
            screen.language = language
        for question in given:
            words = f"slave.question.{question}"
            asked, yes = row(screen, tell(words, language)), tell(f"{words}.yes", language)
            expect(asked.get_by_role("radio", name=yes, exact=True)).to_be_checked()
    screen.page.wait_for_url("**choose=friends**")


def test_a_link_made_here_opens_the_same_rules_for_a_friend(visit: Visit) -> None:
    screen = visit(locale="en-US")
    screen.open("/play", choose="switches")
    set_option(screen, "people_trade", True)
    screen.open("/play", choose="rules")
    screen.page.get_by_text(tell("ui.setting.share", "en")).click()
    address = screen.page.locator(".address").inner_text()
    text = address.split("rules=")[1]
    assert address == f"{screen.app.address}/play?rules={text}"
    friend = visit("friend", by="touch", width=390)
    friend.page.goto(address)
    friend.page.get_by_text(tell("ui.setting.linked", "th")).wait_for()
    assert deal(friend) == (GAME.presets["classic"].but(people_trade=True), 4)
    friend.open("/play")
    count_changes(friend, "classic", 1)  # and it is there the next time


@pytest.mark.parametrize("locale", LANGUAGE)
def test_a_link_cut_short_is_told_and_one_may_deal_all_the_same(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, by="touch", width=390)
    screen.open("/play", rules=link.write({"game": GAME.id, "rules": "king"})[:-4])
    expect(screen.page.get_by_role("alert")).to_have_text(tell("link.broken", screen.language))
    assert deal(screen) == (next(iter(GAME.presets.values())), 4)


@pytest.mark.parametrize("locale", LANGUAGE)
def test_the_last_choice_is_dealt_by_one_tap_without_scrolling(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, by="touch", width=390)
    screen.app.store.save_settings(
        str(screen.key), tables={GAME.id: {"rules": {"preset": "king", "verse": True}, "seats": 6}}
    )
    screen.open("/play")
    button = screen.page.get_by_role("button", name=tell("ui.play.deal", screen.language))
    expect(button).to_be_in_viewport(ratio=1)
    assert deal(screen) == (KING.but(verse=True), 6)


def test_presses_one_after_another_are_all_kept(visit: Visit) -> None:
    screen = visit(locale="en-US", by="touch", width=390)
    screen.open("/play", choose="friends")
    answers = {"players": "some", "two": "four", "verse": "yes", "straights": "no", "topple": "at_once"}
    for question, given in answers.items():  # without a look at what comes of each
        words = f"slave.question.{question}"
        asked = row(screen, tell(words, "en"))
        press(screen, asked.get_by_role("radio", name=tell(f"{words}.{given}", "en"), exact=True))
    kept = screen.app.store.learner
    screen.until(lambda: kept(str(screen.key)).settings["tables"].get(GAME.id, {}).get("answers"), answers)
    for question, given in answers.items():
        words = f"slave.question.{question}"
        asked = row(screen, tell(words, "en"))
        expect(asked.get_by_role("radio", name=tell(f"{words}.{given}", "en"), exact=True)).to_be_checked()
