"""The rules of a ruleset as cards for a page: what each rule says, and where it comes from."""

from __future__ import annotations

from typing import Any

from tutor.core import Game, Rule, Rules
from tutor.i18n import knows, number, tell
from tutor.scene.answers import lessons_by_rule

__all__ = ["GROUPS", "in_force", "option_value", "rule_cards"]

GROUPS = ("setup", "law", "event", "score", "knowledge")
"""Kinds of rule, in the order in which a newcomer asks."""

_NOT_PLAYED = (False, 0, "off", "free", "none", None)
"""Values of an option under which the rule that it switches says nothing."""


def in_force(rule: Rule, rules: Rules) -> bool:
    """Whether a rule says anything in this ruleset."""
    return rule.option is None or rules.options().get(rule.option, True) not in _NOT_PLAYED


def rule_cards(game: Game, rules: Rules, language: str) -> dict[str, Any]:
    """Title and text of the game, and its rules that are in force, by kind. A card's ``id`` is the rule's; ``option``
    tells which option of the ruleset it hangs on and how that is set; ``choice`` marks a choice of ours where the
    sources are silent."""
    groups = []
    for kind in GROUPS:
        cards = [
            _card(game, rule, rules, language)
            for rule in game.rulebook.values()
            if rule.kind == kind and in_force(rule, rules)
        ]
        if cards:
            groups.append({"kind": kind, "title": tell(f"scene.rules.{kind}", language), "cards": cards})
    return {
        "game": game.id,
        "title": tell(f"{game.id}.title", language),
        "about": tell(f"{game.id}.about", language),
        "preset": None if rules.preset is None else tell(f"{game.id}.preset.{rules.preset}", language),
        "groups": groups,
    }


def _card(game: Game, rule: Rule, rules: Rules, language: str) -> dict[str, Any]:
    option = None
    if rule.option is not None:
        option = {
            "label": tell(f"{game.id}.option.{rule.option}", language),
            "value": option_value(game, rule.option, rules, language),
        }
    return {
        "id": rule.id,
        "title": tell(f"{rule.id}.name", language),
        "text": tell(f"{rule.id}.rule", language),
        "source": rule.source,
        "choice": rule.choice,
        "option": option,
        "lessons": [
            {"id": lesson.id, "title": lesson.title.say(language)} for lesson in lessons_by_rule().get(rule.id, ())
        ],
    }


def option_value(game: Game, option: str, rules: Rules, language: str) -> str:
    """How an option of a ruleset is set, in words."""
    value = rules.options()[option]
    named = f"{game.id}.option.{option}.{value}"
    if knows(named, language):
        return tell(named, language)
    if isinstance(value, bool):
        return tell("word.on" if value else "word.off", language)
    if isinstance(value, list | tuple):
        return "–".join(number(part, language) for part in value)
    return number(value, language) if isinstance(value, int) else str(value)
