"""Numbers of move sequences (perft) from the positions of `tests/perft/<game>.txt`, for all games alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tutor import games
from tutor.core import Game, State, perft

FOLDER = Path(__file__).parent
LONG = 200_000
"""Counts above this are left to a long run."""


def read_counts(path: Path) -> Iterator[tuple[str, int, int]]:
    """Lines `position …`, each followed by lines `perft depth count`; # begins a comment line."""
    position = None
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        word, _, rest = line.partition(" ")
        if word == "position":
            position = rest
        elif word == "perft" and position is not None:
            depth, count = rest.split()
            yield position, int(depth), int(count)
        elif line.strip() and not line.startswith("#"):
            raise ValueError(f"{path.name}, line {number}: neither position nor perft: {line}")


COUNTS = [
    pytest.param(*counts, id=f"{path.stem}-{number}-depth-{counts[1]}", marks=[pytest.mark.long] * (counts[2] > LONG))
    for path in sorted(FOLDER.glob("*.txt"))
    for number, counts in enumerate(read_counts(path), 1)
]


@pytest.mark.parametrize(("position", "depth", "count"), COUNTS)
def test_perft(position: str, depth: int, count: int) -> None:
    state = games.read(yaml.safe_load(position))
    assert isinstance(state, State)
    assert perft(state, depth) == count


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_every_game_has_counts(game: Game) -> None:
    path = FOLDER / f"{game.id.replace('-', '_')}.txt"
    assert len(list(read_counts(path))) >= 5
