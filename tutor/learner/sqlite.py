"""All that is said to SQLite alone: how connections are set up, and a look at a file before any writing."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, event, exc, text

from tutor.learner.errors import Fault

PATIENCE: Final = 5.0  # seconds to wait for another writer
_SMALLEST: Final = 512  # bytes: one page of the least size
WRITING: Final = "samrap_writing"  # execution option of connections that will write

_FAULTS: Final[dict[int, Fault]] = {
    sqlite3.SQLITE_NOTADB: "not-a-database",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_CANTOPEN: "cannot-open",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR_SHMSIZE: "full",  # no room for the index of the log
}


def prepare(engine: Engine) -> None:
    """Set up every connection that the engine will make."""

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # begin() below opens transactions, not the driver
        connection.execute(f"PRAGMA busy_timeout = {int(PATIENCE * 1000)}")
        connection.execute("PRAGMA foreign_keys = ON")
        # With a write-ahead log, NORMAL hands each commit to the operating system before it returns: a killed
        # process loses nothing. Only a power cut may take the last commits (never the file), and not waiting
        # for the disk (FULL) at every card is worth that.
        connection.execute("PRAGMA synchronous = NORMAL")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first and writes later would fail at once, without waiting, where another
        # one has written in between. IMMEDIATE waits its turn at the start.
        writing = connection.get_execution_options().get(WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def damage(connection: Connection) -> Fault | None:
    """Look through the whole file, reading only."""
    path = connection.execute(text("PRAGMA database_list")).one().file
    # SQLite takes a file of a few bytes for an empty one, and would write over it.
    if 0 < Path(path).stat().st_size < _SMALLEST:
        return "not-a-database"
    return None if connection.scalar(text("PRAGMA quick_check(1)")) == "ok" else "damaged"


def keep_log(engine: Engine) -> None:
    """Switch the file to a write-ahead log, which stays so; readers then never wait for a writer."""
    tries_until = time.monotonic() + PATIENCE
    while True:
        connection = engine.raw_connection()
        try:
            connection.cursor().execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            # SQLite does not wait by itself here when two programs switch a new file at once.
            if fault(error) != "locked" or time.monotonic() > tries_until:
                raise exc.OperationalError("PRAGMA journal_mode", None, error) from None
        finally:
            connection.close()
        time.sleep(0.02)


def fault(error: BaseException | None) -> Fault:
    code = getattr(error, "sqlite_errorcode", None)
    if not isinstance(code, int):
        return "failed"
    # The low byte is the kind of error, the rest says more about it.
    return _FAULTS.get(code) or _FAULTS.get(code & 0xFF, "failed")
