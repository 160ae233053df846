"""Dummy (ดัมมี่), a Thai rummy: meld, lay off, and knock with one card left, face down.

2–4 players, one pack, played in deals until somebody has 500. ``docs/rules/dummy.md`` holds the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, ClassVar

from tutor.cards import Card, Cards
from tutor.core.advice import Advice
from tutor.core.game import Game, State, View
from tutor.core.move import Move
from tutor.core.outcome import Standing
from tutor.core.pad import Pad
from tutor.core.position import Faults
from tutor.core.rule import Rule
from tutor.core.ruleset import Rules
from tutor.games.dummy import moves, rule_card, state, view
from tutor.games.dummy.rules import GROUPS, PRESETS, QUESTIONS, RULEBOOK, DummyRules

if TYPE_CHECKING:
    from tutor.games.dummy.position import DummyPosition

__all__ = ["GAME", "Dummy"]


class Dummy(Game):
    """The game; there is one, ``GAME``."""

    id: ClassVar[str] = "dummy"
    order_offered: ClassVar[int] = 2
    ruleset = DummyRules
    presets: Mapping[str, Rules] = PRESETS
    rulebook: Mapping[str, Rule] = RULEBOOK
    questions = QUESTIONS
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    rule_card: Mapping[str, tuple[str, ...]] = rule_card.SECTIONS

    # Loaded when first asked for: a deal can be played without them.

    @property
    def Position(self) -> type[DummyPosition]:
        from tutor.games.dummy.position import DummyPosition

        return DummyPosition

    @cached_property
    def pad(self) -> Pad:
        from tutor.games.dummy.pad import DummyPad

        return DummyPad()

    @cached_property
    def advice(self) -> Advice:
        from tutor.games.dummy.advice import DummyAdvice

        return DummyAdvice()

    def order(self, cards: Cards, rules: Rules | None = None, inverted: bool = False) -> tuple[Card, ...]:
        low_to_high = tuple(cards)
        return low_to_high[::-1] if inverted else low_to_high

    def seats(self, rules: Rules) -> range:
        return range(2, 5)

    def start(self, rules: Rules, seats: int, rng: Random, previous: Standing | None) -> State:
        assert isinstance(rules, DummyRules)
        return state.start(rules, seats, rng, previous)

    def set_up(self, position: DummyPosition, faults: Faults) -> State | View | None:
        from tutor.games.dummy.position import set_up

        return set_up(position, faults, self.read_rules)

    def read(self, text: str) -> Move:
        return moves.read(text)


GAME = Dummy()
state.DummyState.game = GAME
view.DummyView.game = GAME
