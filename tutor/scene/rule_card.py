"""A ruleset on one page: the order of the cards, what beats what, house rules, and the rest in a few rules."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from tutor.cards import Cards
from tutor.core import Game, Rules
from tutor.i18n import number, tell
from tutor.scene.drawing import faces
from tutor.scene.rules import ruleset_name, table_rules

__all__ = ["rule_card"]


def rule_card(game: Game, rules: Rules, language: str) -> dict[str, Any]:
    """The page as data. ``order`` has ranks and suits from low to high, and is None where the game does not count rank
    before suit; it has no suits where nothing beats anything. ``examples`` are grouped by the rule that they show,
    ``sections`` tell rules in words."""
    return {
        "title": tell(f"{game.id}.title", language),
        "name": ruleset_name(game, rules, language),
        "about": tell(f"{game.id}.about", language),
        "players": tell("scene.card.players", language, players=_players(game, rules, language)),
        "order": _order(game, rules, language),
        "examples": {
            "title": tell("scene.card.examples", language),
            "groups": [
                {
                    "title": tell(f"{rule}.name", language),
                    "rows": [
                        {
                            "cards": faces(game.order(one.cards, rules), language),
                            "on": faces(game.order(one.on, rules), language),
                            "beats": one.beats,
                            "word": tell("scene.card.yes" if one.beats else "scene.card.no", language),
                            "label": tell(
                                "scene.card.beats" if one.beats else "scene.card.not",
                                language,
                                spoken=True,
                                cards=one.cards,
                                on=one.on,
                            ),
                        }
                        for one in shown
                    ],
                }
                for rule, shown in groupby(game.examples(rules), key=lambda one: one.rule)
            ],
        },
        "house": {"title": tell("scene.card.house", language), "lines": table_rules(game, rules, language)["lines"]},
        "sections": [
            {
                "title": tell(f"{game.id}.card.{section}", language),
                "texts": [tell(f"{rule}.rule", language) for rule in told],
            }
            for section, told in _told(game, rules).items()
        ],
    }


def _told(game: Game, rules: Rules) -> dict[str, list[str]]:
    """The rules to tell in each section: those in force, in sections that have any."""
    sections = {
        section: [rule for rule in told if game.rulebook[rule].in_force(rules)]
        for section, told in game.rule_card.items()
    }
    return {section: told for section, told in sections.items() if told}


def _players(game: Game, rules: Rules, language: str) -> str:
    seats = game.seats(rules)
    ends = dict.fromkeys((seats[0], seats[-1]))
    return "–".join(number(end, language) for end in ends)


def _order(game: Game, rules: Rules, language: str) -> dict[str, Any] | None:
    order = game.order(Cards.PACK, rules)
    ranks = [(rank, [card.suit for card in cards]) for rank, cards in groupby(order, key=lambda card: card.rank)]
    suits = ranks[0][1]
    if any(each != suits for _, each in ranks):
        return None
    return {
        "ranks": {
            "title": tell("scene.card.ranks", language),
            "ranks": ["10" if rank == "T" else rank for rank, _ in ranks],
        },
        "suits": {"title": tell("scene.card.suits", language), "suits": suits} if game.examples(rules) else None,
    }
