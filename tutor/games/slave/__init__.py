"""Slave (สลาฟ): get rid of your cards first; the first is King, the last is Slave.

2–8 players, one pack dealt out, ranks 3 … K A 2, then suits c < d < h < s. ``docs/rules/slave.md`` holds the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, ClassVar

from tutor.cards import Card, Cards
from tutor.core.advice import Advice
from tutor.core.game import Example, Game, State, View
from tutor.core.move import Move
from tutor.core.outcome import Standing
from tutor.core.position import Faults
from tutor.core.rule import Rule
from tutor.core.ruleset import Rules
from tutor.games.slave import moves, rule_card, state, view
from tutor.games.slave.rules import GROUPS, PRESETS, QUESTIONS, RULEBOOK, SlaveRules

if TYPE_CHECKING:
    from tutor.games.slave.position import SlavePosition

__all__ = ["GAME", "Slave"]


class Slave(Game):
    """The game; there is one, ``GAME``."""

    id: ClassVar[str] = "slave"
    order_offered: ClassVar[int] = 1
    ruleset = SlaveRules
    presets: Mapping[str, Rules] = PRESETS
    rulebook: Mapping[str, Rule] = RULEBOOK
    questions = QUESTIONS
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    rule_card: Mapping[str, tuple[str, ...]] = rule_card.SECTIONS

    # Loaded when first asked for: a deal can be played without them.

    @property
    def Position(self) -> type[SlavePosition]:
        from tutor.games.slave.position import SlavePosition

        return SlavePosition

    @cached_property
    def advice(self) -> Advice:
        from tutor.games.slave.advice import SlaveAdvice

        return SlaveAdvice()

    def order(self, cards: Cards, rules: Rules | None = None, inverted: bool = False) -> tuple[Card, ...]:
        low_to_high = tuple(card for card in moves.PLAYS.order if card in cards)
        return low_to_high[::-1] if inverted else low_to_high

    def examples(self, rules: Rules) -> tuple[Example, ...]:
        assert isinstance(rules, SlaveRules)
        return tuple(rule_card.examples(rules))

    def seats(self, rules: Rules) -> range:
        assert isinstance(rules, SlaveRules)
        return range(rules.players[0], rules.players[1] + 1)

    def start(self, rules: Rules, seats: int, rng: Random, previous: Standing | None) -> State:
        assert isinstance(rules, SlaveRules)
        return state.start(rules, seats, rng, previous)

    def set_up(self, position: SlavePosition, faults: Faults) -> State | View | None:
        from tutor.games.slave.position import set_up

        return set_up(position, faults, self.read_rules)

    def read(self, text: str) -> Move:
        return moves.read(text)


GAME = Slave()
state.SlaveState.game = GAME
view.SlaveView.game = GAME
