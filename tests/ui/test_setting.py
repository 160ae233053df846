from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_origin

import pytest

from tests.ui.driving import Browser
from tutor import games
from tutor.core import Game, Rules, link
from tutor.i18n import tell
from tutor.learner import Store, StoreError
from tutor.scene.rules import option_value
from tutor.ui import markup
from tutor.ui.visit import store

LANGUAGES = {"th": "th-TH", "en": "en-US"}
GAMES = pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
GAME = games.find("slave")


def kept(tab: Browser, game: Game = GAME) -> Mapping[str, Any]:
    """The table that the next visit finds."""
    found: Mapping[str, Any] = store().learner(tab.key).settings["tables"][game.id]
    return found


def dealt(tab: Browser) -> tuple[Game, Rules, int]:
    """Deal: the game, rules and seats of the match that is begun."""
    tab.at.button(key="deal").click().run()
    assert not tab.at.exception
    saved = store().game(tab.query()["game"], tab.key)
    game = games.find(saved.game)
    return game, game.read_rules(saved.rules), len(saved.players)


def set_table(tab: Browser, rules: Any, seats: int = 4, game: Game = GAME, **more: Any) -> None:
    tables = {game.id: {"rules": rules, "seats": seats, **more}}
    store().save_settings(tab.key, game=game.id, tables=tables)


def choose(tab: Browser, key: str, value: Any) -> Browser:
    """Press a button of a row."""
    tab.at.segmented_control(key=key).set_value(value).run()
    assert not tab.at.exception
    return tab


def answer(tab: Browser, **answers: str) -> Browser:
    for question, given in answers.items():
        choose(tab, f"slave-ask-{question}", given)
    return tab


def says(tab: Browser, message_id: str, language: str = "th", **params: Any) -> bool:
    return markup.escape(tell(message_id, language, **params)) in tab.html


def address(game: Game, rules: Any) -> str:
    return link.write({"game": game.id, "rules": rules})


# Presets


@GAMES
def test_every_preset_can_be_chosen_and_is_dealt(game: Game, browser: Browser) -> None:
    for preset, rules in game.presets.items():
        set_table(browser, next(iter(game.presets)), game=game)
        browser.open("play", choose="rules")
        browser.at.radio(key="preset").set_value(preset).run()
        assert not browser.at.exception
        assert kept(browser, game)["rules"] == preset
        browser.open("play")
        found, played, seats = dealt(browser)
        assert (found, played) == (game, rules)
        assert seats in game.seats(rules)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_preset_is_told_by_its_name_and_what_sets_it_apart(language: str) -> None:
    tab = Browser(locale=LANGUAGES[language]).open("play", choose="rules")
    radio = tab.at.radio(key="preset")
    assert radio.options == [tell(f"slave.preset.{preset}", language) for preset in GAME.presets]
    assert list(radio.proto.captions) == [
        markup.plain(tell(f"slave.preset.{preset}.about", language)) for preset in GAME.presets
    ]


def test_seats_follow_the_rules(browser: Browser) -> None:
    browser.open("play", choose="rules")
    browser.at.radio(key="preset").set_value("classic").run()
    browser.open("play")
    choose(browser, "seats", 8)
    browser.open("play", choose="rules")
    browser.at.radio(key="preset").set_value("king").run()
    browser.open("play")
    row = browser.at.segmented_control(key="seats")
    assert row.options == ["4", "5", "6"]
    assert row.value == 6  # the nearest
    assert dealt(browser)[2] == 6


def test_the_last_choice_is_the_first_next_time(browser: Browser) -> None:
    browser.open("play", choose="switches")
    browser.at.toggle(key="slave-verse").set_value(True).run()
    browser.open("play")
    choose(browser, "seats", 7)
    choose(browser, "level", "strong")
    choose(browser, "pace", "slow")
    again = Browser(browser.key).open("play")
    assert again.at.segmented_control(key="seats").value == 7
    assert again.at.segmented_control(key="level").value == "strong"
    assert again.at.segmented_control(key="pace").value == "slow"
    assert dealt(again) == (GAME, GAME.presets["classic"].but(verse=True), 7)


def test_looking_around_keeps_nothing() -> None:
    tab = Browser()
    for query in ({}, {"choose": "rules"}, {"choose": "friends"}, {"choose": "switches"}, {"choose": "nothing"}):
        tab.open("play", **query)
        assert not tab.at.exception
    assert store().learner(tab.key).id is None


def test_dealt_is_what_the_page_shows_whatever_another_tab_has_kept_since(browser: Browser) -> None:
    browser.open("play")
    set_table(browser, "king", seats=6)
    assert dealt(browser) == (GAME, GAME.presets["classic"], 4)


# Questions


@pytest.mark.parametrize(
    ("answers", "preset"),
    [
        ({"players": "few"}, "classic"),
        ({"two": "triple", "topple": "next_deal"}, "classic"),
        ({"straights": "yes"}, "hong-kong"),
        ({"two": "triple", "straights": "yes", "verse": "no", "players": "many"}, "hong-kong"),
        ({"verse": "yes"}, "verse"),
        ({"verse": "yes", "two": "triple", "pair": "highest_suit", "players": "some"}, "verse"),
        ({"topple": "at_once"}, "king"),
        ({"two": "four", "pair": "both_higher", "verse": "no"}, "king"),
    ],
)
def test_answers_lead_to_the_preset_of_which_they_are_true(
    answers: dict[str, str], preset: str, browser: Browser
) -> None:
    answer(browser.open("play", choose="friends"), **answers)
    assert kept(browser)["rules"] == preset
    assert kept(browser)["answers"] == answers
    assert says(browser, f"slave.preset.{preset}")


def test_answers_that_no_preset_fits_change_the_nearest(browser: Browser) -> None:
    answer(browser.open("play", choose="friends"), topple="at_once", pair="both_higher", verse="yes")
    assert kept(browser)["rules"] == {"preset": "king", "verse": True}
    assert says(browser, "ui.setting.changes", count=1, preset=tell("slave.preset.king", "th"))
    browser.open("play")
    assert dealt(browser)[1] == GAME.presets["king"].but(verse=True)


def test_an_answer_taken_back_settles_nothing(browser: Browser) -> None:
    answer(browser.open("play", choose="friends"), straights="yes", verse="yes")
    answer(browser, verse="unknown")
    assert kept(browser)["rules"] == "hong-kong"
    assert kept(browser)["answers"] == {"straights": "yes"}
    answer(browser, straights="unknown")
    assert kept(browser)["rules"] == "hong-kong"  # what is chosen stays until something else is
    assert kept(browser)["answers"] == {}


def test_a_switch_between_two_answers_stays_switched(browser: Browser) -> None:
    answer(browser.open("play", choose="friends"), topple="at_once")
    browser.open("play", choose="switches")
    browser.at.toggle(key="slave-people_trade").set_value(True).run()
    answer(browser.open("play", choose="friends"), verse="yes")
    rules = GAME.read_rules(kept(browser)["rules"])
    assert (rules.options()["people_trade"], rules.options()["verse"]) == (True, True)


def test_an_answer_is_forgotten_when_a_switch_makes_it_untrue(browser: Browser) -> None:
    answer(browser.open("play", choose="friends"), verse="yes", topple="next_deal")
    browser.open("play", choose="switches")
    browser.at.toggle(key="slave-verse").set_value(False).run()
    assert kept(browser)["answers"] == {"topple": "next_deal"}
    assert browser.open("play", choose="friends").at.segmented_control(key="slave-ask-verse").value == "unknown"


@GAMES
def test_questions_are_few_and_every_answer_is_true_of_some_rules(game: Game) -> None:
    assert len(game.questions) <= 6
    for question in game.questions:
        for given in question.answers:
            assert question.fits(given, game.answered({question.id: given}))


@GAMES
def test_answers_tell_the_presets_apart(game: Game) -> None:
    for name, preset in game.presets.items():
        if game.questions:
            true = {
                question.id: next(given for given in question.answers if question.fits(given, preset))
                for question in game.questions
                if any(question.fits(given, preset) for given in question.answers)
            }
            assert game.answered(true) == preset, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_third_door_leads_to_the_questions(language: str) -> None:
    tab = Browser(locale=LANGUAGES[language]).open()
    assert 'href="/play?choose=friends"' in tab.html
    tab.follow("/play?choose=friends")
    assert says(tab, "ui.setting.friends", language)
    labels = [row.label for row in tab.at.button_group]
    assert [markup.plain(tell(f"slave.question.{each.id}", language)) for each in GAME.questions] == labels


# Switches


@GAMES
def test_every_option_is_in_one_group_and_has_a_switch(game: Game, browser: Browser) -> None:
    grouped = [option for options in game.groups.values() for option in options]
    assert sorted(grouped) == sorted(next(iter(game.presets.values())).options())
    set_table(browser, next(iter(game.presets)), game=game)
    browser.open("play", choose="switches")
    keys = {widget.key for kind in ("toggle", "button_group", "select_slider") for widget in browser.at.get(kind)}
    for option in grouped:
        ranged = get_origin(game.ruleset.model_fields[option].annotation) is tuple
        wanted = {f"{game.id}-{option}-{end}" for end in ("fewest", "most")} if ranged else {f"{game.id}-{option}"}
        assert wanted <= keys


@pytest.mark.parametrize("page", ["rules", "friends", "switches"])
def test_what_is_chosen_is_no_news_to_a_page_that_begins_with_it(browser: Browser, page: str) -> None:
    # What is told to a page comes late on a slow line: by then something else may have been pressed.
    set_table(browser, {"preset": "king", "verse": True, "queen_term": 3}, answers={"verse": "yes"})
    browser.open("play", choose=page)
    rows = [*browser.at.button_group, *browser.at.toggle, *browser.at.select_slider, *browser.at.radio]
    assert rows
    assert not [row.key for row in rows if row.proto.set_value]
    if page == "friends":
        choose(browser, "slave-ask-topple", "at_once")
        assert not [row.key for row in browser.at.button_group if row.proto.set_value]


def test_a_number_without_bounds_is_chosen_from_the_usual_ones_and_the_one_it_is(browser: Browser) -> None:
    game = games.find("dummy")
    set_table(browser, {"preset": "full", "target": 150}, game=game)
    browser.open("play", choose="switches")
    (targets,) = [row for row in browser.at.button_group if row.key == "dummy-target"]
    assert targets.options == ["100", "150", "200", "300", "500", "1,000"]
    choose(browser, "dummy-target", 300)
    assert kept(browser, game)["rules"]["target"] == 300


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_differs_from_the_preset_is_shown_and_can_be_taken_back(language: str) -> None:
    tab = Browser(locale=LANGUAGES[language])
    set_table(tab, "king")
    tab.open("play", choose="switches")
    king = tell("slave.preset.king", language)
    assert says(tab, "ui.setting.no-changes", language, preset=king)
    tab.at.toggle(key="slave-verse").set_value(True).run()
    choose(tab, "slave-opening", "free")
    tab.at.select_slider(key="slave-queen_term").set_value(3).run()
    assert kept(tab)["rules"] == {"preset": "king", "opening": "free", "verse": True, "queen_term": 3}
    assert says(tab, "ui.setting.changes", language, count=3, preset=king)
    before = option_value(GAME, "opening", GAME.presets["king"], language)
    assert markup.words(tell("ui.setting.instead", language, preset=king, value=before), language) in tab.html
    tab.at.button(key="reset").click().run()
    assert kept(tab)["rules"] == "king"
    assert says(tab, "ui.setting.no-changes", language, preset=king)
    assert tab.at.segmented_control(key="slave-opening").value == "must_contain"


def test_changes_that_make_another_preset_are_that_preset(browser: Browser) -> None:
    browser.open("play", choose="switches")
    browser.at.toggle(key="slave-straights").set_value(True).run()
    assert kept(browser)["rules"] == "hong-kong"


@pytest.mark.parametrize("language", LANGUAGES)
def test_impossible_rules_are_refused_with_the_reason_and_nothing_changes(language: str) -> None:
    tab = Browser(locale=LANGUAGES[language])
    set_table(tab, "king")
    tab.open("play", choose="switches")
    choose(tab, "slave-players-fewest", 7)
    assert says(tab, "slave.option.players.refused", language)
    assert 'role="alert"' in tab.html
    assert tab.at.segmented_control(key="slave-players-fewest").value == 4
    assert kept(tab)["rules"] == "king"
    choose(tab, "slave-players-most", 8)
    assert not says(tab, "slave.option.players.refused", language)
    choose(tab, "slave-players-fewest", 7)
    assert kept(tab)["rules"] == {"preset": "king", "players": [7, 8]}
    tab.open("play")
    assert tab.at.segmented_control(key="seats").options == ["7", "8"]


def test_an_option_that_changes_nothing_now_says_so(browser: Browser) -> None:
    browser.open("play", choose="switches")
    assert says(browser, "ui.setting.idle")
    browser.at.toggle(key="slave-straights").set_value(True).run()
    assert not says(browser, "ui.setting.idle")


# What was kept


@pytest.mark.parametrize("rules", ["poker", {"preset": "king", "gone": True}, {"preset": "king", "verse": 7}])
def test_rules_that_are_no_more_are_told_and_the_first_stand_in(rules: Any, browser: Browser) -> None:
    set_table(browser, rules, seats=5)
    browser.open("play")
    assert says(browser, "ui.setting.outdated")
    assert dealt(browser) == (GAME, next(iter(GAME.presets.values())), 5)
    browser.open("play")
    assert not says(browser, "ui.setting.outdated")


def test_a_game_that_is_no_more_is_told(browser: Browser) -> None:
    store().save_settings(browser.key, game="poker")
    assert says(browser.open("play"), "ui.setting.outdated")


def test_answers_that_are_no_more_are_forgotten(browser: Browser) -> None:
    set_table(browser, "verse", answers={"verse": "yes", "gone": "yes", "two": "perhaps"})
    answer(browser.open("play", choose="friends"), straights="no")
    assert kept(browser)["answers"] == {"verse": "yes", "straights": "no"}


def test_seats_out_of_reach_are_brought_back(browser: Browser) -> None:
    set_table(browser, "king", seats=-7)
    assert browser.open("play").at.segmented_control(key="seats").value == 4


def test_what_cannot_be_saved_is_told_and_changes_nothing(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    browser.open("play", choose="rules")
    fault = StoreError("full", "the disk")

    def refuse(*_: object, **__: object) -> None:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(Store, "save_settings", refuse)
        browser.at.radio(key="preset").set_value("king").run()
    assert not browser.at.exception
    assert markup.escape(fault.say("th")) in browser.html
    assert browser.at.radio(key="preset").value == "classic"


# Links


def test_a_link_brings_its_rules_and_keeps_them_with_the_deal(browser: Browser) -> None:
    set_table(browser, "classic", seats=5)
    rules = {"preset": "verse", "people_trade": True}
    text = address(GAME, rules)
    browser.open("play", rules=text)
    assert says(browser, "ui.setting.linked")
    assert says(browser, "slave.preset.verse")
    assert kept(browser)["rules"] == "classic"  # a link that is only looked at changes nothing
    assert dealt(browser) == (GAME, GAME.read_rules(rules), 5)
    assert kept(browser)["rules"] == rules


def test_a_change_to_linked_rules_is_kept_in_place_of_the_link(browser: Browser) -> None:
    text = address(GAME, "verse")
    browser.open("play", rules=text, choose="switches")
    browser.at.toggle(key="slave-straights").set_value(True).run()
    assert kept(browser)["rules"] == {"preset": "verse", "straights": True}
    assert browser.query() == {"choose": "switches"}
    assert dealt(browser.open("play"))[1] == GAME.presets["verse"].but(straights=True)


def test_the_link_for_friends_gives_them_the_same_rules(browser: Browser) -> None:
    rules = {"preset": "king", "verse": True, "players": [4, 8]}
    set_table(browser, rules)
    browser.open("play", choose="rules")
    text = browser.html.split('href="/play?rules=')[1].split('"')[0]
    friend = Browser(locale="en-US").open("play", rules=text)
    assert says(friend, "ui.setting.linked", "en")
    assert dealt(friend)[1] == GAME.read_rules(rules)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "link.broken"),
        ("king", "link.broken"),
        (address(GAME, "verse")[:-3], "link.broken"),
        ("<script>alert(1)</script>", "link.broken"),
        ("x" * 20_000, "link.too-long"),
        (link.write({"game": "poker", "rules": "classic"}), "ui.setting.unknown-link"),
        (link.write({"rules": "classic"}), "ui.setting.unknown-link"),
        (address(GAME, "poker"), "ui.setting.unknown-link"),
        (address(GAME, ["king"]), "ui.setting.unknown-link"),
        (address(GAME, {"preset": "king", "players": [6, 4]}), "ui.setting.unknown-link"),
    ],
)
def test_a_broken_link_gets_one_clear_sentence(text: str, message: str, language: str) -> None:
    tab = Browser(locale=LANGUAGES[language])
    set_table(tab, "king")
    tab.open("play", rules=text)
    assert says(tab, message, language)
    assert tab.html.count('role="alert"') == 1
    assert "<script" not in tab.html
    assert dealt(tab)[1] == GAME.presets["king"]


# Languages


@pytest.mark.parametrize("query", [{}, {"choose": "rules"}, {"choose": "friends"}, {"choose": "switches"}])
def test_switching_the_language_loses_nothing(query: dict[str, str], browser: Browser) -> None:
    set_table(browser, {"preset": "verse", "straights": True}, seats=6, answers={"verse": "yes"})
    store().save_settings(browser.key, level="strong")
    browser.open("play", **query)

    def values() -> dict[str, Any]:
        kinds = ("radio", "toggle", "button_group", "select_slider")
        return {widget.key: widget.value for kind in kinds for widget in browser.at.get(kind)}

    before = values()
    assert before
    bar = browser.data("bar")
    assert bar is not None
    english = next(item for item in bar["languages"] if item["code"] == "en")
    browser.follow(english["href"], "en")
    assert browser.query() == {**query, "lang": "en"}
    again = browser.data("bar")
    assert again is not None
    assert again["lang"] == "en"
    assert values() == before


def test_linked_rules_survive_a_switch_of_the_language(browser: Browser) -> None:
    text = address(GAME, "verse")
    browser.open("play", rules=text)
    bar = browser.data("bar")
    assert bar is not None
    browser.follow(next(item for item in bar["languages"] if item["code"] == "en")["href"], "en")
    assert says(browser, "slave.preset.verse", "en")
    assert dealt(browser)[1] == GAME.presets["verse"]
