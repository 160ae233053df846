"""Situations at a table of Slave that several tests begin with, and how to go on from them."""

from __future__ import annotations

from typing import Any

from tutor import games
from tutor.cards import Cards
from tutor.core import State

SLAVE = games.find("slave")

TRIBUTE: dict[str, Any] = {
    "game": "slave",
    "rules": "king",
    "deal": 2,
    "phase": "tribute",
    "titles": ["king", "queen", "vice-slave", "slave"],
    "direction": -1,
    "hands": ["3c 7d Qh", "4c 8d Kc", "5c 9d Ah", "4h 6c Td Qd Kh"],
    "turn": 3,
}
"""The Slave is to give."""

FALLEN: dict[str, Any] = {
    "game": "slave",
    "rules": "king",
    "deal": 2,
    "titles": ["queen", "king", "vice-slave", "slave"],
    "hands": ["", "", "5c 7c", "6h Kd"],
    "out": [0],
    "toppled": 1,
    "aside": "2s 3d 9h",
    "turn": 2,
}
"""The Queen went out first, and the King has left with three cards."""


def after(position: dict[str, Any], *moves: str) -> State:
    """The state after these moves from there."""
    state = SLAVE.setup(position)
    for text in moves:
        state = state.play(SLAVE.read_move(text))
    return state


def seen(state: State, seat: int) -> dict[str, Any]:
    """The position as this seat knows it."""
    return state.view(seat).position().document()


def titles(standing: Any) -> list[str]:
    return [str(title) for title in standing.titles]


def sizes(state: State) -> list[int]:
    """How many cards each hand holds."""
    return [len(Cards.read(hand)) for hand in state.position().document()["hands"]]
