"""The rules of a ruleset in words: as cards for a page, in a few lines for a table, and against another ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from tutor.core import Game, Rule, Rules, link
from tutor.i18n import knows, number, tell
from tutor.scene.answers import lessons_by_rule

__all__ = ["GROUPS", "address", "differences", "line", "option_value", "rule_cards", "ruleset_name", "table_rules"]

GROUPS = ("setup", "law", "event", "score", "knowledge")
"""Kinds of rule, in the order in which a newcomer asks."""

_FEW = 4
"""Of an option with more values than this, the others are not told one by one."""


def ruleset_name(game: Game, rules: Rules, language: str) -> str:
    """The preset's name; for rules of one's own the nearest preset's, and that it is changed."""
    named = game.write_rules(rules)
    if isinstance(named, str):
        return tell(f"{game.id}.preset.{named}", language)
    return tell("scene.rules.changed", language, preset=tell(f"{game.id}.preset.{named['preset']}", language))


def address(game: Game, rules: Rules, **more: str) -> str:
    """Where the rules of this ruleset are shown."""
    return f"/rules?{urlencode({'game': game.id, 'rules': link.write_rules(game, rules), **more})}"


# Options


def option_value(game: Game, option: str, rules: Rules, language: str) -> str:
    """How an option of a ruleset is set, in words."""
    return _value(game, option, rules.options()[option], language)


def _value(game: Game, option: str, value: Any, language: str) -> str:
    named = f"{game.id}.option.{option}.{value}"
    if knows(named, language):
        return tell(named, language)
    if isinstance(value, bool):
        return tell("word.on" if value else "word.off", language)
    if isinstance(value, list | tuple):
        return "–".join(number(part, language) for part in value)
    return number(value, language) if isinstance(value, int) else str(value)


def line(game: Game, option: str, value: Any, language: str) -> str:
    """What an option means at the table when it has this value; "" where nobody would say anything of it."""
    case = ("on" if value else "off") if isinstance(value, bool) else value
    named = f"{game.id}.option.{option}.{case}.line"
    if knows(named, language):
        return tell(named, language)
    counted = f"{game.id}.option.{option}.line"
    if value and isinstance(value, int) and knows(counted, language):
        return tell(counted, language, count=value)
    return ""


def matters(game: Game, option: str, rules: Rules) -> bool:
    """Whether an option changes anything, the others being as they are in this ruleset."""
    return any(rule.hangs_on(option, rules) for rule in game.rulebook.values())


def _option(game: Game, option: str, rules: Rules, language: str) -> dict[str, Any]:
    """An option as a card tells it: how it is set here, what that means, and what other values would."""
    now = rules.options()[option]
    others = [value for value in game.ruleset.values(option) if value != now]
    return {
        "label": tell(f"{game.id}.option.{option}", language),
        "value": _value(game, option, now, language),
        "about": tell(f"{game.id}.option.{option}.about", language),
        "others": [_side(game, option, value, language) for value in (others if len(others) < _FEW else [])],
    }


def _side(game: Game, option: str, value: Any, language: str) -> dict[str, str]:
    """A value of an option in words; ``line`` says what a bare number means, and is else empty."""
    said = _value(game, option, value, language)
    means = line(game, option, value, language) if said.isdecimal() else ""
    return {"value": said, "line": means}


# Cards for a page


def rule_cards(game: Game, rules: Rules, language: str) -> dict[str, Any]:
    """Title and text of the game, and its rules by kind: in ``groups`` those in force, in ``apart`` those that the
    options of this ruleset switch off. A card's ``id`` is the rule's; ``options`` tells which options of the ruleset
    change it, how each is set and what else it could be; ``choice`` marks a choice of ours where the sources are
    silent."""
    groups = []
    for kind in GROUPS:
        cards = [
            _card(game, rule, rules, language)
            for rule in game.rulebook.values()
            if rule.kind == kind and rule.in_force(rules)
        ]
        if cards:
            groups.append({"kind": kind, "title": tell(f"scene.rules.{kind}", language), "cards": cards})
    named = game.named(rules).preset
    return {
        "game": game.id,
        "title": tell(f"{game.id}.title", language),
        "about": tell(f"{game.id}.about", language),
        "preset": None if named is None else tell(f"{game.id}.preset.{named}", language),
        "name": ruleset_name(game, rules, language),
        "groups": groups,
        "apart": [_card(game, rule, rules, language) for rule in game.rulebook.values() if not rule.in_force(rules)],
    }


def _card(game: Game, rule: Rule, rules: Rules, language: str) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": tell(f"{rule.id}.name", language),
        "text": tell(f"{rule.id}.rule", language),
        "source": rule.source,
        "choice": rule.choice,
        "options": [_option(game, option, rules, language) for option in rule.options],
        "lessons": [
            {"id": lesson.id, "title": lesson.title.say(language)} for lesson in lessons_by_rule().get(rule.id, ())
        ],
    }


# The rules of a table, one key away


def table_rules(game: Game, rules: Rules, language: str) -> dict[str, Any]:
    """What is to be known of the rules at a table, as the scene's field ``rules``."""
    name, lines, href = _table_rules(game, rules, language)
    return {
        "label": tell("scene.rules.table", language),
        "title": tell("scene.rules.table.title", language, name=name),
        "lines": list(lines),
        "href": href,
    }


@lru_cache(maxsize=64)
def _table_rules(game: Game, rules: Rules, language: str) -> tuple[str, tuple[str, ...], str]:
    return ruleset_name(game, rules, language), tuple(_lines(game, rules, language)), address(game, rules)


def _lines(game: Game, rules: Rules, language: str) -> Iterator[str]:
    """A line for every option that matters and has something to say; those that are switched off together in one."""
    off = []
    for option, value in rules.options().items():
        if not matters(game, option, rules):
            continue
        if said := line(game, option, value, language):
            yield said
        elif not value:
            off.append(tell(f"{game.id}.option.{option}", language))
    if off:
        yield tell("scene.rules.table.not", language, options=" · ".join(off))


# Two rulesets


def differences(game: Game, rules: Rules, against: Rules, language: str) -> list[dict[str, Any]]:
    """What differs between two rulesets, option by option: what it is about, and how it is set in both."""
    return [
        {
            "label": tell(f"{game.id}.option.{option}", language),
            "about": tell(f"{game.id}.option.{option}.about", language),
            "sides": [_side(game, option, value, language) for value in both],
        }
        for option, both in rules.diff(against).items()
        if matters(game, option, rules) or matters(game, option, against)
    ]
