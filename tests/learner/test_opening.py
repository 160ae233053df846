"""What `open_store` does with the file it finds."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, get_args

import platformdirs
import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

from tutor.i18n import LANGUAGES, knows
from tutor.learner import Store, StoreError, open_store, sqlite
from tutor.learner.errors import Fault


def address(file: Path) -> str:
    return f"sqlite:///{file}"


def refused(url: str) -> StoreError:
    with pytest.raises(StoreError) as caught:
        open_store(url)
    return caught.value


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "samrap.db"


@pytest.fixture
def filled(file: Path, key: str) -> Path:
    """A good database file of some hundred pages, closed."""
    with open_store(address(file)) as store:
        game_id = store.new_game(key, "some-game", "king", ["Nok"], 1)
        for number in range(1, 60):
            store.add_deal(game_id, key, number, {"hands": ["3c 4d 5h " * 700]}, [0])
    return file


def without_header(good: bytes) -> bytes:
    return b"\0" * 100 + good[100:]


def cut_short(good: bytes) -> bytes:
    return good[: len(good) // 2 // 4096 * 4096]


def scribbled_over(good: bytes) -> bytes:
    return good[: 4096 * 3] + b"scribble" * 2560 + good[4096 * 8 :]


@pytest.mark.parametrize("spoil", [without_header, cut_short, scribbled_over])
def test_a_spoilt_file_is_refused_and_left_as_it_is(filled: Path, spoil: Callable[[bytes], bytes]) -> None:
    spoilt = spoil(filled.read_bytes())
    filled.write_bytes(spoilt)
    error = refused(address(filled))
    assert error.fault in ("not-a-database", "damaged")
    assert error.place == str(filled)
    assert str(error).startswith(f"{filled}: ")
    assert str(error).endswith(error.cure)
    assert "SAMRAP_DATABASE_URL" in error.cure
    assert filled.read_bytes() == spoilt
    assert [found.name for found in filled.parent.iterdir()] == [filled.name]


@pytest.mark.parametrize("content", [b"Dear diary,\n" * 400, os.urandom(9000), b"x", b"SQLite format 3\0", b"x" * 511])
def test_a_file_that_is_not_a_database_is_left_as_it_is(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert refused(address(file)).fault == "not-a-database"
    assert file.read_bytes() == content


def test_a_database_of_a_newer_version_is_left_as_it_is(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("UPDATE samrap_version SET version_num = '9999'")
        connection.commit()
    newer = filled.read_bytes()
    error = refused(address(filled))
    assert (error.fault, error.place) == ("newer", str(filled))
    assert "Update" in error.cure
    assert filled.read_bytes() == newer


def test_a_database_of_another_program_is_left_as_it_is(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE game (title TEXT)")
        connection.commit()
    foreign = file.read_bytes()
    assert refused(address(file)).fault == "foreign"
    assert file.read_bytes() == foreign


def test_an_empty_file_becomes_a_database(file: Path, key: str) -> None:
    file.touch()
    with open_store(address(file)) as store:
        assert store.games(key) == ()


def test_a_database_that_is_held_is_not_waited_for_long(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.1)
    with closing(sqlite3.connect(filled, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert refused(address(filled)).fault == "locked"
        holder.execute("ROLLBACK")
    open_store(address(filled)).close()


def test_a_new_file_that_is_held_is_locked_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.1)
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        assert refused(address(file)).fault == "locked"


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("a file, not a folder")
    error = refused(address(tmp_path / "plain" / "samrap.db"))
    assert (error.fault, error.place) == ("no-folder", str(tmp_path / "plain" / "samrap.db"))


def test_a_folder_in_place_of_the_file_cannot_be_opened(file: Path) -> None:
    file.mkdir()
    assert refused(address(file)).fault == "cannot-open"


def test_a_database_opened_for_reading_alone_is_refused(filled: Path) -> None:
    before = filled.read_bytes()
    assert refused(f"sqlite:///file:{filled}?mode=ro&uri=true").fault == "read-only"
    assert filled.read_bytes() == before


@contextmanager
def as_an_ordinary_user() -> Iterator[None]:
    """Root may write everywhere: be nobody for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_folder_and_file_that_may_only_be_read(filled: Path) -> None:
    # A folder of its own, since pytest's are closed to anybody else.
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "samrap.db"
        copy.write_bytes(filled.read_bytes())
        copy.chmod(0o444)
        Path(folder).chmod(0o555)
        try:
            with as_an_ordinary_user():
                assert refused(address(copy)).fault in ("read-only", "cannot-open")
                assert refused(address(Path(folder) / "new.db")).fault == "cannot-open"
                assert refused(address(Path(folder) / "new" / "samrap.db")).fault == "no-folder"
            assert copy.read_bytes() == filled.read_bytes()
        finally:
            Path(folder).chmod(0o755)


@contextmanager
def room_for(pages: int) -> Iterator[None]:
    """A full disk, as SQLite meets it."""

    def limit(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(Pool, "connect", limit)
    try:
        yield
    finally:
        event.remove(Pool, "connect", limit)


def test_a_disk_that_is_full_at_the_start_is_told_and_tried_again_later(file: Path, key: str) -> None:
    with room_for(3):
        assert refused(address(file)).fault == "full"
    with open_store(address(file)) as store:
        assert store.games(key) == ()


def test_a_disk_that_fills_up_loses_nothing_that_was_saved(file: Path, key: str) -> None:
    with room_for(40), open_store(address(file)) as store:
        game_id = store.new_game(key, "some-game", "king", ["Nok"], 1)
        store.add_deal(game_id, key, 1, {}, [0])
        saved: list[str] = []

        def play_on() -> None:
            while True:
                text = f"play {len(saved)} " + "x" * 500
                store.add_move(game_id, key, 1, len(saved), text)
                saved.append(text)

        with pytest.raises(StoreError) as caught:
            play_on()
        assert caught.value.fault == "full"
        assert "play" not in str(caught.value)
    with open_store(address(file)) as store:
        assert store.game(game_id, key).deals[0].moves == tuple(saved)
        store.add_move(game_id, key, 1, len(saved), "pass")


def test_without_an_address_it_is_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SAMRAP_DATABASE_URL", raising=False)
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name, appauthor: tmp_path / "deep" / name)
    open_store().close()
    assert (tmp_path / "deep" / "samrap" / "samrap.db").is_file()


def test_the_address_can_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMRAP_DATABASE_URL", address(tmp_path / "named.db"))
    open_store().close()
    assert (tmp_path / "named.db").is_file()


@pytest.mark.parametrize(
    ("url", "faults"),
    [
        ("nonsense hunter2", ["bad-url"]),
        ("sqlite://", ["bad-url"]),
        ("sqlite:///:memory:", ["bad-url"]),
        ("sqlite:///file:shared?mode=memory&uri=true", ["bad-url"]),
        ("nosuchbase://me:hunter2@here/it", ["no-driver"]),
        # Without the driver the first, with it the second: nothing listens there.
        ("postgresql://me:hunter2@127.0.0.1:1/it?password=hunter2", ["no-driver", "unreachable"]),
    ],
)
def test_a_bad_address_is_told_without_its_password(url: str, faults: list[str]) -> None:
    error = refused(url)
    assert error.fault in faults
    assert "hunter2" not in str(error)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", get_args(Fault))
def test_every_fault_has_words_and_a_cure(fault: Fault, language: str) -> None:
    assert knows(f"store.{fault}", language)
    assert knows(f"store.{fault}.cure", language)
    said = StoreError(fault, "/folder/samrap.db").say(language)
    assert re.fullmatch(r"\S.* \S.*", said)
    assert "/folder/samrap.db" not in said.replace("sqlite:////folder/samrap.db", "")  # an example in the cure
    assert str(StoreError(fault, "/folder/samrap.db")).startswith("/folder/samrap.db: ")
    assert bool(re.search("[ก-๙]", said)) == (language == "th")


def test_the_file_has_a_write_ahead_log(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_reader_does_not_wait_for_a_writer(filled: Path, key: str) -> None:
    with (
        open_store(address(filled)) as store,
        closing(sqlite3.connect(filled, isolation_level=None)) as holder,
    ):
        holder.execute("BEGIN IMMEDIATE")
        assert len(store.games(key)) == 1


def test_importing_games_loads_no_database() -> None:
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, tutor.games; print(sorted({'sqlalchemy', 'alembic'} & set(sys.modules)))",
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert said.stdout.strip() == "[]"


def test_a_store_closes_with_its_block(file: Path, key: str) -> None:
    with open_store(address(file)) as store:
        assert isinstance(store, Store)
        store.save_settings(key, language="th")
    assert [found.name for found in file.parent.iterdir()] == [file.name]  # the log is folded into the file


def test_a_file_that_is_deleted_or_replaced_while_it_is_open_is_told_at_once(filled: Path, key: str) -> None:
    with open_store(f"sqlite:///{filled}") as store:
        store.save_settings(key, pace="slow")
        away = filled.rename(filled.with_name("away.db"))
        for _ in range(2):
            with pytest.raises(StoreError) as caught:
                store.save_settings(key, pace="normal")
            assert caught.value.fault == "gone"
            with pytest.raises(StoreError):
                store.learner(key)
        filled.write_bytes(away.read_bytes())
        with pytest.raises(StoreError):
            store.learner(key)
        away.replace(filled)  # put back
        assert store.learner(key).settings["pace"] == "slow"
