"""SAMRAP_TEST_DATABASE_URL, set by hand, runs these tests in that database, and drops our tables there."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tutor.learner import Store, open_store
from tutor.learner.models import Table
from tutor.learner.store import VERSION_TABLE


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a database without tables."""
    elsewhere = os.environ.get("SAMRAP_TEST_DATABASE_URL")
    if elsewhere is None:
        return f"sqlite:///{tmp_path / 'samrap.db'}"
    engine = create_engine(elsewhere)
    with engine.begin() as connection:
        Table.metadata.drop_all(connection)
        connection.execute(text(f"DROP TABLE IF EXISTS {VERSION_TABLE}"))
    engine.dispose()
    return elsewhere


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with open_store(url) as opened:
        yield opened


@pytest.fixture
def key() -> str:
    return secrets.token_urlsafe(16)


@pytest.fixture
def stranger(store: Store) -> str:
    """The key of somebody else who plays here too."""
    other = secrets.token_urlsafe(16)
    store.save_settings(other)
    return other


@pytest.fixture
def game_id(store: Store, key: str) -> str:
    """A match of three that has just been dealt."""
    made = store.new_game(key, "some-game", {"preset": "king"}, ["Nok", "bot:easy", "bot:easy"], 2**70 + 1)
    store.add_deal(made, key, 1, {"hands": ["3c 4d", "5h", "6s"], "turn": 0}, [0, 1, 2])
    return made
