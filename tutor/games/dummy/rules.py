"""The rules of Dummy: every rule by id, and the ruleset with its options.

Source: S0. ``docs/rules/dummy.md`` tells them whole.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tutor.core.rule import Rule
from tutor.core.ruleset import Question, Rules

__all__ = ["FINES", "GROUPS", "PRESETS", "QUESTIONS", "RULEBOOK", "WAITING", "DummyRules"]


class DummyRules(Rules):
    """One field an option; labels and explanations are in the catalogues as ``dummy.option.<field>``."""

    target: int = Field(default=500, ge=1, le=100_000, examples=[100, 200, 300, 500, 1000])
    stock_out: Literal["take_or_end", "end_at_once"] = "take_or_end"
    fool_reverse: Literal["stays", "one_deal"] = "stays"
    burn_five: bool = False
    ace_low_runs: bool = False
    take_for_layoff: bool = False
    lay_on_birth_turn: bool = False
    layoff_chain: bool = True
    closing_speto: bool = False
    head_bonus: bool = False
    fine_layoff_discard: bool = False
    fine_full_discard: bool = False
    fine_speto: bool = False


# Not validated here, so that the first deal need not wait for a validator; a test builds every preset anew.
PRESETS = {
    "basic": DummyRules.model_construct(preset="basic"),
    "full": DummyRules.model_construct(
        preset="full",
        closing_speto=True,
        head_bonus=True,
        fine_layoff_discard=True,
        fine_full_discard=True,
        fine_speto=True,
    ),
}

ON = (True,)

_ALL = (
    # Setup
    Rule("dummy.deal", "setup", "S0"),
    Rule("dummy.burn-five", "setup", "S0", when={"burn_five": ON}),
    Rule("dummy.first-seat", "setup", choice=True),
    # A turn
    Rule("dummy.turn", "law", choice=True),
    Rule("dummy.draw-or-take", "law", "S0"),
    Rule("dummy.draw-once", "law", "S0"),
    Rule("dummy.held", "law", choice=True),
    Rule("dummy.row", "event", "S0"),
    Rule("dummy.meld", "law", "S0", option="ace_low_runs"),
    Rule("dummy.take-sweep", "event", "S0"),
    Rule("dummy.take-meld", "law", "S0"),
    Rule("dummy.take-hand", "law", "S0"),
    Rule("dummy.take-layoff", "law", "S0", option="take_for_layoff"),
    Rule("dummy.born", "event", "S0"),
    Rule("dummy.lay-born", "law", "S0"),
    Rule("dummy.lay-later", "law", "S0", when={"lay_on_birth_turn": (False,)}),
    Rule("dummy.layoff-born", "law", "S0"),
    Rule("dummy.layoff-fits", "law", "S0"),
    Rule("dummy.layoff-chain", "law", "S0", when={"layoff_chain": (False,)}),
    Rule("dummy.keep-closing", "law", choice=True),
    Rule("dummy.discard", "law", "S0"),
    Rule("dummy.last-card", "law", "S0"),
    # Knocking
    Rule("dummy.knock", "law", "S0"),
    Rule("dummy.knock-one-card", "law", "S0"),
    Rule("dummy.stock-empty", "law", "S0"),
    Rule("dummy.stock-out", "event", "S0", option="stock_out"),
    # Settlement
    Rule("dummy.points", "setup", "S0"),
    Rule("dummy.table-plus", "score", "S0"),
    Rule("dummy.closing-50", "score", "S0"),
    Rule("dummy.hand-minus", "score", "S0"),
    Rule("dummy.dark-knock", "score", "S0"),
    Rule("dummy.dark-rot", "score", "S0"),
    Rule("dummy.fool", "score", "S0"),
    Rule("dummy.fool-reverse", "event", "S0", option="fool_reverse"),
    Rule("dummy.game-500", "event", "S0", option="target"),
    # Special rules
    Rule("dummy.closing-speto", "score", "S0", when={"closing_speto": ON}),
    Rule("dummy.fine-layoff", "score", "S0", when={"fine_layoff_discard": ON}),
    Rule("dummy.head", "score", "S0", when={"head_bonus": ON}),
    Rule("dummy.fine-head", "score", "S0", when={"head_bonus": ON}),
    Rule("dummy.fine-full", "score", "S0", when={"fine_full_discard": ON}),
    Rule("dummy.fine-speto-near", "score", "S0", when={"fine_speto": ON}),
    Rule("dummy.fine-speto", "score", "S0", when={"fine_speto": ON}),
    # Knowledge
    Rule("dummy.open", "knowledge", choice=True),
    Rule("dummy.hidden", "knowledge", choice=True),
)

RULEBOOK = {rule.id: rule for rule in _ALL}

TURN = RULEBOOK["dummy.turn"]
DRAW_OR_TAKE = RULEBOOK["dummy.draw-or-take"]
DRAW_ONCE = RULEBOOK["dummy.draw-once"]
HELD = RULEBOOK["dummy.held"]
ROW = RULEBOOK["dummy.row"]
MELD = RULEBOOK["dummy.meld"]
TAKE_SWEEP = RULEBOOK["dummy.take-sweep"]
TAKE_MELD = RULEBOOK["dummy.take-meld"]
TAKE_HAND = RULEBOOK["dummy.take-hand"]
TAKE_LAYOFF = RULEBOOK["dummy.take-layoff"]
BORN = RULEBOOK["dummy.born"]
LAY_BORN = RULEBOOK["dummy.lay-born"]
LAY_LATER = RULEBOOK["dummy.lay-later"]
LAYOFF_BORN = RULEBOOK["dummy.layoff-born"]
LAYOFF_FITS = RULEBOOK["dummy.layoff-fits"]
LAYOFF_CHAIN = RULEBOOK["dummy.layoff-chain"]
KEEP_CLOSING = RULEBOOK["dummy.keep-closing"]
DISCARD = RULEBOOK["dummy.discard"]
LAST_CARD = RULEBOOK["dummy.last-card"]
KNOCK = RULEBOOK["dummy.knock"]
KNOCK_ONE_CARD = RULEBOOK["dummy.knock-one-card"]
STOCK_EMPTY = RULEBOOK["dummy.stock-empty"]
STOCK_OUT = RULEBOOK["dummy.stock-out"]
TABLE_PLUS = RULEBOOK["dummy.table-plus"]
CLOSING_50 = RULEBOOK["dummy.closing-50"]
HAND_MINUS = RULEBOOK["dummy.hand-minus"]
DARK_KNOCK = RULEBOOK["dummy.dark-knock"]
DARK_ROT = RULEBOOK["dummy.dark-rot"]
FOOL = RULEBOOK["dummy.fool"]
FOOL_REVERSE = RULEBOOK["dummy.fool-reverse"]
GAME_500 = RULEBOOK["dummy.game-500"]
CLOSING_SPETO = RULEBOOK["dummy.closing-speto"]
FINE_LAYOFF = RULEBOOK["dummy.fine-layoff"]
HEAD = RULEBOOK["dummy.head"]
FINE_HEAD = RULEBOOK["dummy.fine-head"]
FINE_FULL = RULEBOOK["dummy.fine-full"]
FINE_SPETO_NEAR = RULEBOOK["dummy.fine-speto-near"]
FINE_SPETO = RULEBOOK["dummy.fine-speto"]

WAITING = (FINE_HEAD, FINE_SPETO_NEAR, FINE_SPETO)
"""Fines for what another player then takes, in the order in which one discard incurs them."""

FINES = (FINE_LAYOFF, FINE_FULL, *WAITING)
"""Every fine."""

# How people find the rules of their own table

_OFF = (False,)
QUESTIONS = (
    Question(
        "fines",
        {
            "yes": {"fine_layoff_discard": ON, "fine_full_discard": ON, "fine_speto": ON},
            "no": {"fine_layoff_discard": _OFF, "fine_full_discard": _OFF, "fine_speto": _OFF},
        },
    ),
    Question("head", {"yes": {"head_bonus": ON}, "no": {"head_bonus": _OFF}}),
    Question("speto", {"yes": {"closing_speto": ON}, "no": {"closing_speto": _OFF}}),
    Question("ace", {"yes": {"ace_low_runs": ON}, "no": {"ace_low_runs": _OFF}}),
    Question("layoff", {"yes": {"take_for_layoff": ON}, "no": {"take_for_layoff": _OFF}}),
    Question("stock", {"take_or_end": {"stock_out": ("take_or_end",)}, "end_at_once": {"stock_out": ("end_at_once",)}}),
)

GROUPS = {
    "table": ("target", "stock_out", "fool_reverse", "burn_five"),
    "laying": ("ace_low_runs", "take_for_layoff", "lay_on_birth_turn", "layoff_chain"),
    "special": ("closing_speto", "head_bonus", "fine_layoff_discard", "fine_full_discard", "fine_speto"),
}
