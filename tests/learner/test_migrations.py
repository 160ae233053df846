from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from tutor.learner import Store, migrations, open_store
from tutor.learner.models import Table
from tutor.learner.store import VERSION_TABLE


def test_models_and_migrations_agree(store: Store, url: str) -> None:
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
        assert compare_metadata(context, Table.metadata) == []
    engine.dispose()


def test_opening_again_changes_nothing(url: str, key: str) -> None:
    with open_store(url) as store:
        game_id = store.new_game(key, "some-game", "king", ["Nok"], 1)
        before = store.game(game_id, key)
    for _ in range(2):
        with open_store(url) as store:
            assert store.game(game_id, key) == before


def test_every_step_can_be_taken_back_and_again(store: Store, url: str) -> None:
    (folder,) = migrations.__path__
    config = Config()
    config.set_main_option("script_location", folder)
    engine = create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    with engine.connect() as connection:
        assert not set(Table.metadata.tables) & set(inspect(connection).get_table_names())
    engine.dispose()
    with open_store(url) as again:
        assert again.games("x" * 22) == ()


def migrate(url: str, to: str) -> None:
    (folder,) = migrations.__path__
    config = Config()
    config.set_main_option("script_location", folder)
    engine = create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        (command.downgrade if to < "0002" else command.upgrade)(config, to)
    engine.dispose()


def test_moves_saved_before_anything_could_be_taken_back_are_still_there(url: str, key: str) -> None:
    with open_store(url) as store:
        game_id = store.new_game(key, "some-game", "king", ["Nok"], 1)
        store.add_deal(game_id, key, 1, {}, [0])
        for ply, text in enumerate(["play 3c", "play 4c", "play 5c"]):
            store.add_move(game_id, key, 1, ply, text)
        store.take_back(game_id, key, 1, 1, 1)
        store.add_move(game_id, key, 1, 1, "pass", line=1)
    migrate(url, "0001")
    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT ply, text FROM move ORDER BY ply").all() == [
            (0, "play 3c"),
            (1, "pass"),
        ]
    engine.dispose()
    with open_store(url) as store:
        assert store.game(game_id, key).deals[0].moves == ("play 3c", "pass")
        store.add_move(game_id, key, 1, 2, "play 9c")
        store.take_back(game_id, key, 1, 1, 0)
        assert store.game(game_id, key).deals[0].moves == ()


@pytest.mark.parametrize(
    "part", ["env.py", "versions/r0001_first.py", "versions/r0002_table.py", "versions/r0003_pad.py"]
)
def test_migrations_lie_in_the_package(part: str) -> None:
    (folder,) = migrations.__path__
    assert (Path(folder) / part).is_file()
