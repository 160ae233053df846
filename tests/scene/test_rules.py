from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.scene.reading import words
from tutor import games
from tutor.core import Game, Rules, RulesError, link
from tutor.scene.models import TableRules
from tutor.scene.rules import address, differences, matters, option_value, rule_cards, table_rules

SLAVE = games.find("slave")
KING = SLAVE.presets["king"]
PRESETS = [(game, rules) for game in games.every() for rules in game.presets.values()]


def named(value: object) -> str | None:
    return value.preset if isinstance(value, Rules) else value.id if isinstance(value, Game) else None


def cards(page: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {card["id"]: card for group in page["groups"] for card in group["cards"]}


def changed(game: Game, rules: Rules) -> Iterator[tuple[str, Rules]]:
    """The ruleset with one option changed, in every way that is possible."""
    for option, now in rules.options().items():
        for value in game.ruleset.values(option):
            if value != now:
                try:
                    yield option, rules.but(**{option: value})
                except RulesError:
                    continue  # not possible together with the others


# Cards


@pytest.mark.parametrize(("game", "rules"), PRESETS, ids=named)
@pytest.mark.parametrize("language", ["th", "en"])
def test_every_rule_has_its_card_in_full_at_the_table_or_apart(game: Game, rules: Rules, language: str) -> None:
    page = rule_cards(game, rules, language)
    assert page["title"]
    assert page["about"]
    assert page["preset"]
    here, apart = cards(page), {card["id"]: card for card in page["apart"]}
    assert set(here) == {rule.id for rule in game.rulebook.values() if rule.in_force(rules)}
    assert set(here) | set(apart) == set(game.rulebook)
    assert not set(here) & set(apart)
    for card in [*here.values(), *apart.values()]:
        assert card["title"]
        assert card["text"]
        assert all(option["label"] and option["value"] and option["about"] for option in card["options"])


def test_a_rule_that_is_not_played_stands_apart() -> None:
    assert "slave.verse" not in cards(rule_cards(SLAVE, KING, "th"))
    assert "slave.verse" in cards(rule_cards(SLAVE, KING.but(verse=True), "th"))
    assert "slave.lead-3c" not in cards(rule_cards(SLAVE, KING.but(opening="free"), "th"))
    assert "slave.lead-3c" in {card["id"] for card in rule_cards(SLAVE, KING.but(opening="free"), "th")["apart"]}


def test_of_several_options_that_bring_a_rule_one_is_enough() -> None:
    assert "slave.after-slap" in cards(rule_cards(SLAVE, KING, "en"))
    assert "slave.after-slap" not in cards(rule_cards(SLAVE, KING.but(four_beats_single=False), "en"))
    pairs = KING.but(four_beats_single=False, four_beats_pair=True)
    assert "slave.after-slap" in cards(rule_cards(SLAVE, pairs, "en"))


def test_a_card_tells_how_its_option_is_set_and_what_else_it_could_be() -> None:
    found = cards(rule_cards(SLAVE, KING, "th"))
    [option] = found["slave.pair-tie"]["options"]
    assert (option["label"], option["value"]) == ("คู่ทับคู่แต้มเดียวกัน", "ดอกต้องสูงกว่าทั้งสองใบ")
    assert [other["value"] for other in option["others"]] == ["วัดดอกใหญ่สุดของแต่ละคู่"]
    assert [option["value"] for option in found["slave.slap"]["options"]] == ["ปิด", "ปิด", "เปิด"]
    assert option_value(SLAVE, "players", KING, "en") == "4–6"
    assert option_value(SLAVE, "queen_term", KING.but(queen_term=3), "en") == "3"


def test_a_card_names_the_lessons_that_teach_it() -> None:
    found = cards(rule_cards(SLAVE, KING, "en"))
    assert {"id": "slave-what-beats-what", "title": "What beats what"} in found["slave.higher"]["lessons"]


def test_own_rules_have_no_name_but_that_of_the_nearest_preset() -> None:
    page = rule_cards(SLAVE, KING.but(first_direction=-1), "en")
    assert page["preset"] is None
    assert page["name"] == "Online (KING), changed"


@pytest.mark.parametrize("game", games.every(), ids=named)
def test_every_option_belongs_to_a_rule(game: Game) -> None:
    told = {option for rule in game.rulebook.values() for option in rule.options}
    assert told == set(game.ruleset.model_fields) - {"preset"}


@pytest.mark.parametrize(("game", "rules"), PRESETS, ids=named)
def test_a_rule_comes_and_goes_only_with_an_option_that_it_names(game: Game, rules: Rules) -> None:
    for option, other in changed(game, rules):
        for rule in game.rulebook.values():
            if rule.in_force(rules) != rule.in_force(other):
                assert option in rule.options
                assert rule.hangs_on(option, rules)


# The rules of a table


@pytest.mark.parametrize(("game", "rules"), PRESETS, ids=named)
@pytest.mark.parametrize("language", ["th", "en"])
def test_a_table_tells_its_rules_in_a_few_lines(game: Game, rules: Rules, language: str) -> None:
    told = table_rules(game, rules, language)
    TableRules.model_validate(told)
    assert 5 <= len(told["lines"]) <= 14
    assert len(set(told["lines"])) == len(told["lines"])
    preset = rule_cards(game, rules, language)["preset"]
    assert preset in told["title"]
    for _, text in words(told):
        assert "{" not in text


@pytest.mark.parametrize(("game", "rules"), PRESETS, ids=named)
@pytest.mark.parametrize("language", ["th", "en"])
def test_every_house_rule_that_matters_changes_the_lines(game: Game, rules: Rules, language: str) -> None:
    lines = table_rules(game, rules, language)["lines"]
    for option, other in changed(game, rules):
        told = table_rules(game, other, language)
        TableRules.model_validate(told)
        assert (told["lines"] != lines) == matters(game, option, rules), option


@pytest.mark.parametrize(("game", "rules"), PRESETS, ids=named)
def test_the_address_of_rules_leads_back_to_them(game: Game, rules: Rules) -> None:
    for other in [rules, *(other for _, other in changed(game, rules))]:
        word = link.write_rules(game, other)
        assert link.read_rules(game, word) == other
        assert address(game, other) == f"/rules?game={game.id}&rules={word}"
    assert link.write_rules(game, rules) == rules.preset


# Two rulesets


def test_two_rulesets_differ_option_by_option_in_words() -> None:
    other = KING.but(topple="next_deal", queen_term=3)
    found = differences(SLAVE, KING, other, "en")
    assert [(one["label"], [side["value"] for side in one["sides"]]) for one in found] == [
        ("Toppled King", ["Leaves at once", "Plays on"]),
        ("Queen’s term", ["No limit", "3"]),
    ]
    assert found[0]["about"] == "Whether a King who is beaten to it plays on."
    assert found[1]["sides"][1]["line"].startswith("A Queen falls to Slave after more than 3 deals")
    assert differences(SLAVE, KING, KING.but(), "th") == []
