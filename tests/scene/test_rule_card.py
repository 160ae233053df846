from __future__ import annotations

import re
from typing import Any

import pytest

from tutor import games
from tutor.cards import Cards
from tutor.core import Example, Game, Rules
from tutor.i18n import LANGUAGES, tell
from tutor.scene.rule_card import rule_card

SLAVE = games.find("slave")
PRESETS = [(game, rules) for game in games.every() for rules in game.presets.values()]


def named(value: object) -> str | None:
    return value.preset if isinstance(value, Rules) else value.id if isinstance(value, Game) else None


def rows(card: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for group in card["examples"]["groups"] for row in group["rows"]]


def ids(faces: list[dict[str, Any]]) -> set[str]:
    return {face["id"] for face in faces}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "rules"), PRESETS, ids=named)
def test_one_page_tells_order_examples_house_rules_exchange_and_end(game: Game, rules: Rules, language: str) -> None:
    card = rule_card(game, rules, language)
    assert card["title"]
    assert card["name"]
    assert re.search(r"\d", card["players"])
    assert len(rows(card)) == len(game.examples(rules))
    assert all(row["label"] and row["word"] for row in rows(card))
    assert card["house"]["lines"]
    titles = [section["title"] for section in card["sections"]]
    assert all(section["texts"] for section in card["sections"])
    for section, told in game.rule_card.items():
        in_force = any(game.rulebook[rule].in_force(rules) for rule in told)
        assert (tell(f"{game.id}.card.{section}", language) in titles) == in_force


def test_order_is_the_games_from_low_to_high() -> None:
    order = rule_card(SLAVE, SLAVE.presets["king"], "en")["order"]
    assert order["ranks"]["ranks"] == "3 4 5 6 7 8 9 10 J Q K A 2".split()
    assert order["suits"]["suits"] == ["c", "d", "h", "s"]


def test_a_game_that_counts_suits_first_has_no_row_of_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    by_suit = lambda cards, rules=None, inverted=False: tuple(sorted(cards, key=lambda card: card.suit))  # noqa: E731
    monkeypatch.setattr(SLAVE, "order", by_suit)
    assert rule_card(SLAVE, SLAVE.presets["king"], "en")["order"] is None


def test_the_page_tells_only_rules_in_force() -> None:
    king = SLAVE.presets["king"]
    text = "Each of the People may put one card face down or decline."
    exchange = {rules: str(rule_card(SLAVE, rules, "en")["sections"]) for rules in (king, king.but(people_trade=True))}
    assert [text in told for told in exchange.values()] == [False, True]


# The examples


@pytest.mark.parametrize("rules", SLAVE.presets.values(), ids=named)
def test_examples_are_what_the_engine_answers_at_a_table(rules: Rules) -> None:
    shown = SLAVE.examples(rules)
    assert {example.beats for example in shown} == {True, False}
    for example in shown:
        broken = SLAVE.setup(table(example, rules)).check(SLAVE.read_move(f"play {example.cards}"))
        assert (broken is None) == example.beats, example
        if broken is not None:
            assert broken.rule.id == example.rule


def table(example: Example, rules: Rules) -> dict[str, Any]:
    """A table of four at which these cards may be tried."""
    left = list(Cards.PACK - example.cards - example.on)
    hands = [str(example.cards | Cards.of(left[:1])), *(str(Cards.of(left[at : at + 2])) for at in (1, 3, 5))]
    pile = [{"seat": 1, "cards": str(example.on)}]
    return {"game": SLAVE.id, "rules": rules.preset, "deal": 2, "hands": hands, "turn": 0, "pile": pile}


def test_examples_show_no_rule_that_is_not_played() -> None:
    for rules in SLAVE.presets.values():
        assert all(SLAVE.rulebook[example.rule].in_force(rules) for example in SLAVE.examples(rules))
    assert any("straight" in group["title"].lower() for group in groups("hong-kong"))
    assert not any("straight" in group["title"].lower() for group in groups("king"))


def groups(preset: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = rule_card(SLAVE, SLAVE.presets[preset], "en")["examples"]["groups"]
    return found


def test_an_example_shows_the_cards_that_it_speaks_of() -> None:
    for row, example in zip(
        rows(rule_card(SLAVE, SLAVE.presets["hong-kong"], "th")),
        SLAVE.examples(SLAVE.presets["hong-kong"]),
        strict=True,
    ):
        assert ids(row["cards"]) == set(map(str, example.cards))
        assert ids(row["on"]) == set(map(str, example.on))
        assert row["beats"] == example.beats


def test_suits_have_no_order_where_nothing_beats_anything() -> None:
    game = games.find("dummy")
    order = rule_card(game, game.presets["full"], "en")["order"]
    assert order["ranks"]["ranks"][-1] == "A"
    assert order["suits"] is None
