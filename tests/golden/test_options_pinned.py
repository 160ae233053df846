"""Mutation of the rules: whatever option of a ruleset is changed, some golden written for that ruleset notices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.golden.test_goldens import answers, goldens_of, replay
from tutor import games
from tutor.core import Game, IllegalMove, PositionError, RulesError

ONLY_OF_DEALING = {"slave.first_direction", "dummy.burn_five"}
"""Options that say how cards are dealt, which no position asks for; slave/test_next_deal.py has this one."""


def other_values(game: Game, preset: str) -> Iterator[tuple[str, Any]]:
    """Every option on which some rule hangs in this ruleset, with each other value that it can have; of numbers those
    up to 3."""
    rules = game.presets[preset]
    for option, schema in game.ruleset.model_json_schema()["properties"].items():
        if schema.get("type") == "boolean":
            values = [True, False]
        elif schema.get("type") == "integer" and "enum" not in schema:
            values = list(range(schema.get("minimum", 0), min(3, schema.get("maximum", 3)) + 1))
        else:
            values = schema.get("enum", [])
        for value in values:
            if value == getattr(rules, option) or f"{game.id}.{option}" in ONLY_OF_DEALING:
                continue
            if not any(rule.hangs_on(option, rules) for rule in game.rulebook.values()):
                continue  # what it says means nothing while another option is off
            try:
                rules.but(**{option: value})
            except RulesError:
                continue  # not possible together with the others
            yield option, value


def holds(golden: dict[str, Any], rules: dict[str, Any]) -> bool:
    """Whether the golden is still true when its position is read with these rules."""
    try:
        changed = {**golden, "position": {**golden["position"], "rules": rules}}
        then = {
            # A position names its rules; that these are others is not what is meant here.
            key: {part: value for part, value in asked.items() if part != "rules"} if key == "position" else asked
            for key, asked in golden["then"].items()
        }
        expected, found = answers(replay(changed), then)
    except (PositionError, IllegalMove, AssertionError):
        return False
    return expected == found


def presets_of(game: Game) -> list[str]:
    """The presets that goldens of the game name."""
    named = [golden["position"].get("rules") for golden in goldens_of(game)]
    return [preset for preset in game.presets if preset in named]


CASES = [
    pytest.param(game, preset, option, value, id=f"{game.id}-{preset}-{option}={value}")
    for game in games.every()
    for preset in presets_of(game)
    for option, value in other_values(game, preset)
]


@pytest.mark.parametrize(("game", "preset", "option", "value"), CASES)
def test_some_golden_notices_another_rule(game: Game, preset: str, option: str, value: Any) -> None:
    goldens = [
        golden
        for golden in goldens_of(game)
        if golden["position"].get("rules") == preset and "fault" not in golden["then"]
    ]
    assert any(not holds(golden, {"preset": preset, option: value}) for golden in goldens)
