from __future__ import annotations

import pytest

from tutor import games
from tutor.core import Game, Rule
from tutor.session.example import example

BETWEEN_DEALS = {"slave.newcomer", "slave.leaver"}
NOBODY_TRIES = {"slave.held"}
"""The referee's cards are those of the hand."""
WANTED = [
    (game, rule)
    for game in games.every()
    for rule in game.rulebook.values()
    if rule.kind in ("law", "event", "score") and rule.id not in BETWEEN_DEALS | NOBODY_TRIES
]


@pytest.mark.parametrize(("game", "rule"), WANTED, ids=lambda one: one.id)
def test_moment_of_a_rule_is_one_at_which_it_speaks(game: Game, rule: Rule) -> None:
    found = [(rules, example(game, rules, rule.id)) for rules in game.presets.values() if rule.in_force(rules)][:1]
    for _, one in found:
        if one is None:
            continue
        view, move = one
        violation = view.check(move)
        assert (violation.rule if violation is not None else None) == (rule if rule.kind == "law" else None)


def test_most_rules_have_a_moment() -> None:
    """What is rarer than that the pages of lessons and the goldens show."""
    game = games.find("slave")
    rules = game.presets["king"]
    spoken = [rule for owner, rule in WANTED if owner is game and rule.in_force(rules)]
    assert {rule.id for rule in spoken if example(game, rules, rule.id) is None} <= {"slave.after-slap"}


def test_same_rule_has_the_same_moment_every_time() -> None:
    game = games.find("slave")
    rules = game.presets["king"]
    first = example(game, rules, "slave.out")
    example.cache_clear()
    assert example(game, rules, "slave.out") == first
