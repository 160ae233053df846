from __future__ import annotations

from typing import Any

import pytest

from tutor import games
from tutor.core import Game
from tutor.scene.rules import in_force, option_value, rule_cards

SLAVE = games.find("slave")
KING = SLAVE.presets["king"]


def cards(page: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {card["id"]: card for group in page["groups"] for card in group["cards"]}


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
@pytest.mark.parametrize("language", ["th", "en"])
def test_every_rule_of_every_preset_has_its_card_in_full(game: Game, language: str) -> None:
    for rules in game.presets.values():
        page = rule_cards(game, rules, language)
        assert page["title"]
        assert page["about"]
        assert page["preset"]
        found = cards(page)
        assert set(found) == {rule.id for rule in game.rulebook.values() if in_force(rule, rules)}
        for card in found.values():
            assert card["title"]
            assert card["text"]
            assert card["option"] is None or all(card["option"].values())


def test_a_rule_that_is_not_played_is_left_out() -> None:
    assert "slave.verse" not in cards(rule_cards(SLAVE, KING, "th"))
    assert "slave.verse" in cards(rule_cards(SLAVE, KING.but(verse=True), "th"))
    assert "slave.lead-3c" not in cards(rule_cards(SLAVE, KING.but(opening="free"), "th"))


def test_a_card_tells_how_its_option_is_set() -> None:
    found = cards(rule_cards(SLAVE, KING, "th"))
    assert found["slave.pair-tie"]["option"] == {"label": "คู่ทับคู่แต้มเดียวกัน", "value": "ดอกต้องสูงกว่าทั้งสองใบ"}
    assert found["slave.slap"]["option"]["value"] == "เปิด"
    assert option_value(SLAVE, "players", KING, "en") == "4–6"
    assert option_value(SLAVE, "queen_term", KING.but(queen_term=3), "en") == "3"


def test_a_card_names_the_lessons_that_teach_it() -> None:
    found = cards(rule_cards(SLAVE, KING, "en"))
    assert {"id": "slave-what-beats-what", "title": "What beats what"} in found["slave.higher"]["lessons"]


def test_own_rules_have_no_name() -> None:
    assert rule_cards(SLAVE, KING.but(verse=True), "th")["preset"] is None
