"""What one page tells of Dummy: which rules in words. Nothing beats anything, so there are no examples."""

from __future__ import annotations

__all__ = ["SECTIONS"]

SECTIONS = {
    "turn": ("dummy.draw-or-take", "dummy.take-sweep", "dummy.take-meld", "dummy.take-hand", "dummy.discard"),
    "laying": (
        "dummy.meld",
        "dummy.born",
        "dummy.lay-born",
        "dummy.lay-later",
        "dummy.layoff-born",
        "dummy.layoff-fits",
        "dummy.layoff-chain",
        "dummy.keep-closing",
    ),
    "knock": ("dummy.knock", "dummy.last-card", "dummy.stock-out"),
    "score": (
        "dummy.points",
        "dummy.table-plus",
        "dummy.closing-50",
        "dummy.hand-minus",
        "dummy.dark-knock",
        "dummy.dark-rot",
        "dummy.fool",
        "dummy.fool-reverse",
        "dummy.game-500",
    ),
    "special": (
        "dummy.closing-speto",
        "dummy.head",
        "dummy.fine-layoff",
        "dummy.fine-full",
        "dummy.fine-head",
        "dummy.fine-speto-near",
        "dummy.fine-speto",
    ),
}
