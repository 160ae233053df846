from __future__ import annotations

import re
from html import unescape

import pytest

from tests.ui.driving import Browser
from tutor import games
from tutor.core import Game, Rules, link
from tutor.i18n import LANGUAGES, tell
from tutor.scene.rules import differences, option_value, ruleset_name, table_rules
from tutor.ui.visit import store

SLAVE = games.find("slave")
KING = SLAVE.presets["king"]
OWN = KING.but(topple="next_deal", queen_term=3)
LOCALES = {"th": "th-TH", "en": "en-US"}
PRESETS = [(game, rules) for game in games.every() for rules in game.presets.values()]


def named(value: object) -> str | None:
    return value.preset if isinstance(value, Rules) else value.id if isinstance(value, Game) else None


def opened(language: str = "en", **query: str) -> str:
    tab = Browser(locale=LOCALES[language]).open("rules", **query)
    assert not tab.at.exception
    assert tab.html.count("<h1") == 1
    return tab.html


def ids(html: str) -> list[str]:
    return re.findall(r'id="rule-([^"]+)"', html)


def parts(html: str) -> tuple[str, str]:
    """The rules of the table, and those apart from it."""
    here, _, apart = html.partition('data-kind="apart"')
    return here, apart


def plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html)).replace("\ufe0e", "")


# One ruleset


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "rules"), PRESETS, ids=named)
def test_page_shows_the_rules_of_the_ruleset_asked_for_and_the_others_apart(
    game: Game, rules: Rules, language: str
) -> None:
    here, apart = parts(opened(language, game=game.id, rules=str(rules.preset)))
    in_force = {rule.id for rule in game.rulebook.values() if rule.in_force(rules)}
    assert set(ids(here)) == in_force
    assert set(ids(apart)) == set(game.rulebook) - in_force
    assert ruleset_name(game, rules, language) in plain(here)


def test_rules_of_ones_own_are_shown_by_their_link_with_what_sets_them_apart() -> None:
    html = opened(game="slave", rules=link.write_rules(SLAVE, OWN))
    assert "slave.queen-term" in ids(parts(html)[0])
    assert "Online (KING), changed" in plain(html)
    assert "Toppled King: Plays on (was Leaves at once)" in plain(html)
    assert "Queen’s term: 3 (was No limit)" in plain(html)


@pytest.mark.parametrize(("game", "rules"), PRESETS, ids=named)
def test_a_card_tells_its_option_here_and_otherwise(game: Game, rules: Rules) -> None:
    html = plain(opened(game=game.id, rules=str(rules.preset)))
    for rule in game.rulebook.values():
        for option in rule.options:
            label = tell(f"{game.id}.option.{option}", "en")
            value = option_value(game, option, rules, "en")
            assert tell("ui.rules.option", "en", option=label, value=value) in html


def test_every_ruleset_is_one_press_away_and_the_one_shown_is_marked() -> None:
    html = opened(game="slave", rules="king")
    for preset in SLAVE.presets:
        assert f"/rules?game=slave&amp;rules={preset}" in html
    current = re.findall(r'<a href="([^"]+)" aria-current="true">', html)
    assert current[-1] == "/rules?game=slave&amp;rules=king"
    assert len(current) == 2, "the game and the ruleset"


def test_rules_are_found_by_the_words_of_every_language() -> None:
    for language in LANGUAGES:
        html = opened(language, game="slave", rules="king")
        for rule in SLAVE.rulebook.values():
            [words] = re.findall(f'data-words="([^"]*)" id="rule-{rule.id}"', html)
            for other in LANGUAGES:
                assert tell(f"{rule.id}.name", other) in unescape(words)
                assert tell(f"{rule.id}.rule", other) in unescape(words)


def test_a_rule_that_is_not_played_is_opened_where_it_stands_apart() -> None:
    here, apart = parts(opened(game="slave", rules="king", rule="slave.queen-term"))
    assert " open>" not in here
    assert apart.count(" open>") == 1


def test_sources_lessons_and_house_choices_are_named() -> None:
    html = opened(game="slave", rules="king")
    assert "Source: the ’verse rules, the online rules (KING)" in plain(html)
    assert "No source says it; this is our choice" in plain(html)
    assert "/learn?lesson=slave-what-beats-what" in html


def test_links_keep_the_language_of_the_address() -> None:
    html = opened("th", game="slave", rules="king", lang="en")
    assert all("lang=en" in href for href in re.findall(r'href="(/[^"]*)"', html))


# Two rulesets


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_rulesets_show_only_what_differs(language: str) -> None:
    html = opened(language, game="slave", rules="king", against=link.write_rules(SLAVE, OWN))
    assert html.count('<th scope="row">') == 2
    for one in differences(SLAVE, KING, OWN, language):
        assert one["label"] in plain(html)
        assert all(side["value"] in plain(html) for side in one["sides"])
    assert ids(html) == []


def test_two_that_are_the_same_say_so() -> None:
    html = opened(game="slave", rules="king", against="king")
    assert "These two are the same in everything." in plain(html)
    assert "<table" not in html


# What is wrong with an address


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "query",
    [
        {"game": "nothing"},
        {"rules": ""},
        {"rules": "x"},
        {"rules": "x" * 20_000},
        {"rules": "<script>alert(1)</script>"},
        {"rules": "king", "against": "\x00"},
        {"rules": link.write({"game": "slave"})},
        {"rules": link.write({"game": "nothing", "rules": "king"})},
        {"rules": link.write({"game": "slave", "rules": {"preset": "king", "topple": "never"}})},
        {"rules": link.write({"game": "slave", "rules": {"jokers": True}})},
        {"rules": link.write({"game": "slave", "rules": ["king"]})},
        {"rules": link.write({"game": "slave", "rules": "nothing"}), "against": "king"},
        {"rule": "slave.nothing"},
    ],
    ids=str,
)
def test_bad_address_gets_one_sentence_and_rules_all_the_same(query: dict[str, str], language: str) -> None:
    html = opened(language, **query)
    assert html.count('role="alert"') == 1
    assert "<script" not in html
    assert tell("ui.fault.page", language) not in html
    assert set(ids(html)) == set(SLAVE.rulebook)


# One page to print


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "rules"), PRESETS, ids=named)
def test_the_one_page_shows_its_ruleset(game: Game, rules: Rules, language: str) -> None:
    html = opened(language, game=game.id, rules=str(rules.preset), card="1")
    assert ruleset_name(game, rules, language) in plain(html)
    assert html.count("data-beats=") == len(game.examples(rules))
    for text in table_rules(game, rules, language)["lines"]:
        assert text in plain(html)
    assert f"/rules?game={game.id}&amp;rules={rules.preset}" in html


def test_own_table_is_shown_first_and_has_its_button() -> None:
    tab = Browser(locale="en-US")
    store().save_settings(tab.key, tables={"slave": {"rules": SLAVE.write_rules(OWN), "seats": 4, "answers": {}}})
    html = tab.open("rules").html
    assert "Online (KING), changed" in plain(html)
    assert re.findall(r'<a href="[^"]+" aria-current="true">([^<]*)</a>', html) == ["Slave", "Your table"]


def test_rules_kept_by_another_version_do_not_keep_the_page_from_opening() -> None:
    tab = Browser(locale="en-US")
    store().save_settings(tab.key, tables={"slave": {"rules": {"jokers": True}, "seats": 4, "answers": {}}})
    assert set(ids(tab.open("rules").html)) == set(SLAVE.rulebook)
