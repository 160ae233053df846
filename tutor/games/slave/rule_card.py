"""What one page tells of Slave: which rules in words, and plays that show what beats what."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.cards import Cards
from tutor.core.game import Example
from tutor.games.slave.moves import PLAYS, answers_of
from tutor.games.slave.rules import RULEBOOK, SlaveRules

__all__ = ["SECTIONS", "examples"]

SECTIONS = {
    "play": (
        "slave.first-lead",
        "slave.slave-leads",
        "slave.same-rank",
        "slave.same-kind",
        "slave.pass-lock",
        "slave.new-pile",
        "slave.out",
    ),
    "exchange": ("slave.tribute", "slave.return", "slave.people-trade"),
    "end": ("slave.deal-ends", "slave.titles"),
}

_PLAYS = (
    # Rule, what lies there, what is laid on it.
    ("slave.higher", "7h", "7s"),
    ("slave.higher", "Ks", "2c"),
    ("slave.higher", "5c 5d 5h", "6c 6d 6h"),
    ("slave.pair-tie", "9c 9d", "9h 9s"),
    ("slave.pair-tie", "9d 9h", "9c 9s"),
    ("slave.slap", "2s", "4c 4d 4h"),
    ("slave.slap", "2s", "4c 4d 4h 4s"),
    ("slave.slap", "2h 2s", "4c 4d 4h 4s"),
    ("slave.straight-slap", "2s", "3h 4h 5h"),
    ("slave.straight-slap", "2h 2s", "3h 4h 5h 6h"),
    ("slave.straight-higher", "3h 4h 5h", "3s 4s 5s"),
    ("slave.straight-higher", "9s Ts Js", "3h 4h 5h 6h"),
)


def examples(rules: SlaveRules) -> Iterator[Example]:
    """Those whose rule is in force, as the engine answers them in the normal order."""
    answers = answers_of(rules)
    for rule, on, cards in _PLAYS:
        if RULEBOOK[rule].in_force(rules):
            old, new = Cards.read(on), Cards.read(cards)
            beats = answers(PLAYS.number[old.mask], False) >> PLAYS.number[new.mask] & 1
            yield Example(rule, new, old, bool(beats))
