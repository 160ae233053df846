"""The store: every public method is one short transaction, and any thread may call it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any, Final, Self, get_args

import platformdirs
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    column,
    create_engine,
    exc,
    exists,
    func,
    inspect,
    make_url,
    select,
    table,
    update,
)
from sqlalchemy.orm import Session

from tutor.learner import sqlite
from tutor.learner.errors import (
    AlreadyEnded,
    BadKey,
    DealConflict,
    Fault,
    MoveConflict,
    NoSuchGame,
    NotOpen,
    NotYours,
    StoreError,
)
from tutor.learner.models import (
    AttemptRow,
    ChangeRow,
    DealRow,
    GameRow,
    LearnerRow,
    MoveRow,
    PadRow,
    PlaceRow,
    Table,
    TakeBackRow,
)
from tutor.learner.saved import Attempt, GameSummary, Kind, Learner, SavedDeal, SavedGame
from tutor.learner.settings import Settings

DATABASE: Final = "SAMRAP_DATABASE_URL"
VERSION_TABLE: Final = "samrap_version"
_version: Final = table(VERSION_TABLE, column("version_num"))

# A puzzle is solved with at most this many steps of hint; the third shows the move.
_HINTS_OF_SOLVED: Final = 2
# The kind of the rows that keep the hints of puzzles: they are no attempts, and stand between them in time.
_HINT: Final = "hint"
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{22,86}")
_LINK: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_one_at_a_time: Final = Lock()  # Alembic keeps the migration under way in a global
_ANY_NUMBER: Final = 0x53414D52  # the lock that PostgreSQL knows migrating by


def _now() -> datetime:
    return datetime.now(UTC)


def open_store(url: str | None = None, *, now: Callable[[], datetime] = _now) -> Store:
    """Open the database and bring its tables up to date; StoreError says what is wrong, where, and the cure.

    Without `url`: SAMRAP_DATABASE_URL, else `samrap.db` in the user's data folder. A file that is not ours,
    damaged or from a newer version is left exactly as it is.
    """
    address = _address(url or os.environ.get(DATABASE) or None)
    place = _place(address)
    if address.get_backend_name() == "sqlite":
        _make_folder(address, place)
    try:
        # Statements' values hold a learner's data: they stay out of errors and logs.
        engine = create_engine(address, hide_parameters=True, pool_pre_ping=True)
    except (ImportError, exc.ArgumentError):
        raise StoreError("no-driver", place) from None
    try:
        with _told(engine, place, opening=True):
            _bring_up_to_date(engine, place)
    except BaseException:
        engine.dispose()
        raise
    file = Path(place) if address.get_backend_name() == "sqlite" and not _is_uri(address) else None
    return Store(engine, place, now, file)


def _address(url: str | None) -> URL:
    if url is None:
        file = platformdirs.user_data_path("samrap", appauthor=False) / "samrap.db"
        return URL.create("sqlite", database=str(file))
    try:
        address = make_url(url)
    except (exc.ArgumentError, ValueError):
        # The text may hold a password, so it is not shown.
        raise StoreError("bad-url", DATABASE) from None
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() == "sqlite" and (
        not address.database or ":memory:" in address.database or address.query.get("mode") == "memory"
    ):
        # Threads would each see a database of their own.
        raise StoreError("bad-url", address.render_as_string())
    return address


def _place(address: URL) -> str:
    if address.get_backend_name() == "sqlite" and not _is_uri(address):
        return str(Path(str(address.database)).absolute())
    return address.set(query={}).render_as_string(hide_password=True)


def _is_uri(address: URL) -> bool:
    return str(address.database).startswith("file:")


def _make_folder(address: URL, place: str) -> None:
    if not _is_uri(address):
        try:
            Path(place).parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise StoreError("no-folder", place) from None


@contextmanager
def _told(engine: Engine, place: str, opening: bool = False) -> Iterator[None]:
    """Turn what the driver raises into StoreError, which holds none of the values."""
    try:
        yield
    except exc.DBAPIError as error:
        fault: Fault
        if engine.dialect.name == "sqlite":
            fault = sqlite.fault(error.orig)
        else:
            gone = opening or error.connection_invalidated
            fault = "unreachable" if gone and isinstance(error, exc.OperationalError) else "failed"
    except exc.TimeoutError:
        fault = "locked"  # every connection of the pool is in use
    else:
        return
    # Not from what was raised: a server's words may hold values ("Key (item)=(…) already exists").
    raise StoreError(fault, place) from None


def _bring_up_to_date(engine: Engine, place: str) -> None:
    on_sqlite = engine.dialect.name == "sqlite"
    if on_sqlite:
        sqlite.prepare(engine)
    with engine.connect() as connection:
        if on_sqlite and (damage := sqlite.damage(connection)) is not None:
            raise StoreError(damage, place)
        steps = ScriptDirectory(str(Path(__file__).parent / "migrations"))
        _check_owner(connection, steps, place)
    if on_sqlite:
        sqlite.keep_log(engine)
    config = Config()
    config.set_main_option("script_location", steps.dir.replace("%", "%%"))
    with engine.execution_options(**{sqlite.WRITING: True}).begin() as connection:
        if connection.dialect.name == "postgresql":
            # SQLite's write transaction is lock enough; here two programs that start together take turns.
            connection.execute(select(func.pg_advisory_xact_lock(_ANY_NUMBER)))
        _check_owner(connection, steps, place)
        config.attributes["connection"] = connection
        with _one_at_a_time:
            command.upgrade(config, "head")
        # Even where nothing is migrated, what can't be written to shows now and not at the first move.
        connection.execute(update(_version).values(version_num=_version.c.version_num))


def _check_owner(connection: Connection, steps: ScriptDirectory, place: str) -> None:
    ours = {step.revision for step in steps.walk_revisions()}
    at = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_heads()
    if not ours.issuperset(at):
        raise StoreError("newer", place)
    if not at and not Table.metadata.tables.keys().isdisjoint(inspect(connection).get_table_names()):
        raise StoreError("foreign", place)


class Store:
    """Made by `open_store`. A key is its owner's, text from the browser; only its SHA-256 is kept."""

    def __init__(self, engine: Engine, place: str, now: Callable[[], datetime], file: Path | None = None) -> None:
        self._place = place
        self._file = file
        self._node = None if file is None else _node(file)
        self._engine = engine
        self._writer = engine.execution_options(**{sqlite.WRITING: True})
        self._now = now
        # SQLite has one writer at a time and lets the others sleep and retry, some of them for long;
        # a lock hands the turn on at once. Between processes its own waiting does.
        self._turn = Lock() if engine.dialect.name == "sqlite" else nullcontext()

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        self._see_that_it_is_there()
        with _told(self._engine, self._place), Session(self._engine) as session:
            yield session

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with self._turn, _told(self._engine, self._place), Session(self._writer) as session, session.begin():
            self._see_that_it_is_there()
            yield session

    def _see_that_it_is_there(self) -> None:
        """An open file can be read and written long after it was deleted, and all of that is lost with the program."""
        if self._file is not None and _node(self._file) != self._node:
            raise StoreError("gone", self._place)

    # -- who ------------------------------------------------------------------------------------------------

    def learner(self, key: str) -> Learner:
        """Who has this key, with default settings who has saved nothing yet: a look writes nothing. BadKey for what
        cannot be a key."""
        _check_key(key)
        with self._reading() as session:
            row = _find_learner(session, key)
            return Learner(None, MappingProxyType(Settings().model_dump())) if row is None else _learner(row)

    def save_settings(self, key: str, **settings: Any) -> Learner:
        """Change the settings named and no others; BadSetting and nothing saved if one of them cannot be."""
        wanted = Settings.of(settings).model_dump(mode="json", exclude_unset=True)
        with self._writing() as session:
            row = self._make_learner(session, key)
            session.refresh(row, with_for_update=True)
            row.settings = {**row.settings, **wanted}
            return _learner(row)

    def _make_learner(self, session: Session, key: str) -> LearnerRow:
        _check_key(key)
        row = _find_learner(session, key)
        if row is None:
            try:
                with session.begin_nested():
                    row = LearnerRow(key_hash=_hash(key), settings={}, since=self._now())
                    session.add(row)
            except exc.IntegrityError:  # another tab was first
                row = _find_learner(session, key)
                assert row is not None
        return row

    # -- games ----------------------------------------------------------------------------------------------

    def new_game(self, key: str, game: str, rules: Mapping[str, Any] | str, players: Sequence[str], seed: int) -> str:
        """Save a match that begins, and return its id: 128 random bits in 22 URL-safe characters."""
        link = secrets.token_urlsafe(16)
        with self._writing() as session:
            session.add(
                GameRow(
                    link=link,
                    learner_id=self._make_learner(session, key).id,
                    game=_text("game", game),
                    rules=rules if isinstance(rules, str) else _document(dict(rules)),
                    players=list(players),
                    seed=str(seed),
                    started_at=self._now(),
                )
            )
        return link

    def add_deal(
        self, game_id: str, key: str, number: int, start: Mapping[str, Any], seats: Sequence[int], changes: int = 0
    ) -> None:
        """Save the start of a deal, counted from 1, before which so many came or went. The same again writes nothing;
        else DealConflict."""
        dealt = _document(dict(start)), list(seats)
        with self._writing() as session:
            game = _own_game(session, game_id, key)
            row = session.get(DealRow, (game.id, number))
            if row is not None:
                if (row.start, row.seats) != dealt:
                    raise DealConflict(number)
                return
            _must_run(game)
            if number != 1 and session.get(DealRow, (game.id, number - 1)) is None:
                raise DealConflict(number)
            if _count(session, ChangeRow, game.id, number - 1) != changes:
                raise DealConflict(number)
            session.add(DealRow(game_id=game.id, number=number, start=dealt[0], seats=dealt[1]))

    def add_move(self, game_id: str, key: str, deal: int, ply: int, text: str, line: int = 0) -> None:
        """Save the move number `ply` of a deal, counted from 0, before which moves were taken back `line` times: on
        return it is safe from a kill.

        The same move there again writes nothing. MoveConflict where another one is saved, one before it is missing or
        another number of times something was taken back, AlreadyEnded where the deal or the game is over.
        """
        with self._writing() as session:
            game = _own_game(session, game_id, key)
            row = session.get(MoveRow, (game.id, deal, line, ply))
            if row is not None:
                if row.text != text:
                    raise MoveConflict(deal, ply, row.text)
                return
            _must_run(game)
            begun = session.get(DealRow, (game.id, deal))
            if begun is None or _count(session, TakeBackRow, game.id, deal) != line:
                raise MoveConflict(deal, ply, None)
            moves = _moves(session, game.id, deal).get(deal, ())
            if ply < len(moves):
                raise MoveConflict(deal, ply, moves[ply] if ply >= 0 else None)
            if ply > len(moves):
                raise MoveConflict(deal, ply, None)
            if begun.places is not None:
                raise AlreadyEnded
            text = _text("move", text)
            session.add(MoveRow(game_id=game.id, deal=deal, line=line, ply=ply, text=text, at=self._now()))

    def take_back(self, game_id: str, key: str, deal: int, number: int, ply: int) -> None:
        """Save that for the `number`th time in a deal, counted from 1, the moves from `ply` on were taken back. They
        stay in the log and count no more.

        The same again writes nothing. MoveConflict where there is nothing to take back, or not this many times;
        AlreadyEnded where the deal or the game is over.
        """
        with self._writing() as session:
            game = _own_game(session, game_id, key)
            row = session.get(TakeBackRow, (game.id, deal, number))
            if row is not None:
                if row.ply != ply:
                    raise MoveConflict(deal, ply, None)
                return
            _must_run(game)
            begun = session.get(DealRow, (game.id, deal))
            moves = _moves(session, game.id, deal).get(deal, ())
            if begun is None or _count(session, TakeBackRow, game.id, deal) != number - 1 or not 0 <= ply < len(moves):
                raise MoveConflict(deal, ply, None)
            if begun.places is not None:
                raise AlreadyEnded
            session.add(TakeBackRow(game_id=game.id, deal=deal, number=number, ply=ply, at=self._now()))

    def add_change(self, game_id: str, key: str, deal: int, number: int, text: str, joins: str | None = None) -> None:
        """Save what came about after a deal as number `number`, counted from 0: who came or went. `joins` is a player
        who sits down for the first time, and becomes the last of the game's players.

        The same again writes nothing. DealConflict where something else is saved there, something before it is missing,
        the deal is not over or the next one is dealt; AlreadyEnded where the game is over.
        """
        with self._writing() as session:
            game = _own_game(session, game_id, key)
            row = session.get(ChangeRow, (game.id, deal, number))
            if row is not None:
                if row.text != text or (joins is not None and joins not in game.players):
                    raise DealConflict(deal)
                return
            _must_run(game)
            ended = session.get(DealRow, (game.id, deal))
            if (
                ended is None
                or ended.places is None
                or session.get(DealRow, (game.id, deal + 1)) is not None
                or _count(session, ChangeRow, game.id, deal) != number
            ):
                raise DealConflict(deal)
            text = _text("change", text)
            session.add(ChangeRow(game_id=game.id, deal=deal, number=number, text=text, at=self._now()))
            if joins is not None:
                game.players = [*game.players, _text("player", joins)]

    def end_deal(
        self,
        game_id: str,
        key: str,
        number: int,
        places: Sequence[Sequence[int]],
        totals: Sequence[int],
    ) -> None:
        """Save how a deal ended. The same again writes nothing; else DealConflict."""
        outcome = [list(seats) for seats in places], list(totals)
        with self._writing() as session:
            game = _own_game(session, game_id, key)
            row = session.get(DealRow, (game.id, number))
            if row is None or (row.places is not None and (row.places, row.totals) != outcome):
                raise DealConflict(number)
            if row.places is None:
                _must_run(game)
                row.places, row.totals = outcome

    def end_game(self, game_id: str, key: str) -> None:
        """The match is over: nothing is added to it any more, and whoever has its link may see the record."""
        with self._writing() as session:
            game = _own_game(session, game_id, key)
            if game.ended_at is None:
                game.ended_at = self._now()

    def game(self, game_id: str, key: str | None) -> SavedGame:
        """All of it for its owner; for anybody else NotOpen until it is finished, and never the seed."""
        with self._reading() as session:
            game = _find_game(session, game_id)
            owner = _owns(session, game, key)
            if not owner and game.ended_at is None:
                raise NotOpen
            deals = session.scalars(select(DealRow).where(DealRow.game_id == game.id).order_by(DealRow.number)).all()
            moves = _moves(session, game.id)
            changes: dict[int, list[str]] = {}
            for change in session.scalars(
                select(ChangeRow).where(ChangeRow.game_id == game.id).order_by(ChangeRow.deal, ChangeRow.number)
            ):
                changes.setdefault(change.deal, []).append(change.text)
            undone = Counter(session.scalars(select(TakeBackRow.deal).where(TakeBackRow.game_id == game.id)))
            return SavedGame(
                id=game.link,
                game=game.game,
                rules=game.rules,
                players=tuple(game.players),
                seed=int(game.seed) if owner else None,
                deals=tuple(
                    _deal(deal, moves.get(deal.number, ()), changes.get(deal.number, ()), undone[deal.number])
                    for deal in deals
                ),
                finished=game.ended_at is not None,
                owner=owner,
                started_at=game.started_at,
            )

    def games(self, key: str) -> tuple[GameSummary, ...]:
        """This learner's games, the newest first."""
        deals = select(func.count()).where(DealRow.game_id == GameRow.id).correlate(GameRow).scalar_subquery()
        with self._reading() as session:
            rows = session.execute(
                select(GameRow, deals)
                .join(LearnerRow, LearnerRow.id == GameRow.learner_id)
                .where(LearnerRow.key_hash == _hash(key))
                .order_by(GameRow.id.desc())
            )
            return tuple(
                GameSummary(
                    id=game.link,
                    game=game.game,
                    players=tuple(game.players),
                    deals=begun,
                    finished=game.ended_at is not None,
                    started_at=game.started_at,
                )
                for game, begun in rows
            )

    # -- lessons and puzzles --------------------------------------------------------------------------------

    def log_attempt(
        self,
        key: str,
        kind: Kind,
        item: str,
        step: str,
        answer: str,
        right: bool,
        hints: int,
        at: datetime,
    ) -> None:
        """Add one try at a step of a lesson or puzzle; `hints` is how many steps of hint were shown."""
        if kind not in get_args(Kind):
            raise ValueError("an attempt is at a lesson or a puzzle")
        if at.tzinfo is None:
            raise ValueError("the time of an attempt needs its zone")
        self._log(key, kind, item, step, answer, right, hints, at)

    def log_hint(self, key: str, item: str, number: int, at: datetime) -> None:
        """Remember that so many steps of hint at a puzzle were shown. No attempt comes of it."""
        if at.tzinfo is None:
            raise ValueError("the time of a hint needs its zone")
        self._log(key, _HINT, item, "", "", False, number, at)

    def _log(
        self, key: str, kind: str, item: str, step: str, answer: str, right: bool, hints: int, at: datetime
    ) -> None:
        with self._writing() as session:
            session.add(
                AttemptRow(
                    learner_id=self._make_learner(session, key).id,
                    kind=kind,
                    item=_text("item", item),
                    step=_text("step", step),
                    answer=_text("answer", answer),
                    right=right,
                    hints=hints,
                    at=at,
                )
            )

    def hints(self, key: str, item: str) -> int:
        """How many steps of hint at a puzzle this learner has seen, 0 for none."""
        wanted = (
            select(func.max(AttemptRow.hints))
            .join(LearnerRow, LearnerRow.id == AttemptRow.learner_id)
            .where(LearnerRow.key_hash == _hash(key), AttemptRow.kind.in_(("puzzle", _HINT)), AttemptRow.item == item)
        )
        with self._reading() as session:
            return session.scalar(wanted) or 0

    def attempts(self, key: str, kind: Kind, item: str | None = None) -> tuple[Attempt, ...]:
        """This learner's attempts, oldest first; without `item` at every one of this kind."""
        wanted = (
            select(AttemptRow)
            .join(LearnerRow, LearnerRow.id == AttemptRow.learner_id)
            .where(LearnerRow.key_hash == _hash(key), AttemptRow.kind == kind)
            .order_by(AttemptRow.id)
        )
        if item is not None:
            wanted = wanted.where(AttemptRow.item == item)
        with self._reading() as session:
            return tuple(
                Attempt(kind, row.item, row.step, row.answer, row.right, row.hints, row.at)
                for row in session.scalars(wanted)
            )

    def solved(self, key: str, kind: Kind) -> Mapping[str, frozenset[str]]:
        """Item -> its steps that were answered right; a puzzle, if the first right answer came before the hint that
        shows the move."""
        kinds = ("puzzle", _HINT) if kind == "puzzle" else (kind,)
        wanted = (
            select(AttemptRow.item, AttemptRow.step, AttemptRow.right, AttemptRow.hints)
            .join(LearnerRow, LearnerRow.id == AttemptRow.learner_id)
            .where(LearnerRow.key_hash == _hash(key), AttemptRow.kind.in_(kinds))
            .order_by(AttemptRow.id)
        )
        steps: dict[str, set[str]] = {}
        shown: set[str] = set()  # the puzzles whose move was shown before it was found
        with self._reading() as session:
            for item, step, right, hints in session.execute(wanted):
                if kind == "puzzle" and hints > _HINTS_OF_SOLVED and item not in steps:
                    shown.add(item)
                elif right and item not in shown:
                    steps.setdefault(item, set()).add(step)
        return MappingProxyType({item: frozenset(of_item) for item, of_item in steps.items()})

    def save_place(self, key: str, item: str, step: str) -> None:
        """Remember where a lesson stands: by the id of its step, which survives a step put in before it."""
        with self._writing() as session:
            learner = self._make_learner(session, key)
            session.refresh(learner, with_for_update=True)
            session.merge(PlaceRow(learner_id=learner.id, item=_text("item", item), step=_text("step", step)))

    def place(self, key: str, item: str) -> str | None:
        """The id of the step where this learner stands in a lesson; None if it was never begun."""
        with self._reading() as session:
            return session.scalar(
                select(PlaceRow.step)
                .join(LearnerRow, LearnerRow.id == PlaceRow.learner_id)
                .where(LearnerRow.key_hash == _hash(key), PlaceRow.item == item)
            )

    # -- score pads -----------------------------------------------------------------------------------------

    def pad(self, key: str, game: str) -> Mapping[str, Any] | None:
        """The score pad of this learner for a game; None where none was begun."""
        wanted = (
            select(PadRow.document)
            .join(LearnerRow, LearnerRow.id == PadRow.learner_id)
            .where(LearnerRow.key_hash == _hash(key), PadRow.game == game)
        )
        with self._reading() as session:
            return session.scalar(wanted)

    def change_pad(
        self, key: str, game: str, change: Callable[[Mapping[str, Any] | None], Mapping[str, Any]]
    ) -> Mapping[str, Any]:
        """Keep what `change` makes of the score pad as it is kept now, and give it back: two tabs change it one after
        the other. On return it is safe from a kill. What `change` raises leaves all as it was."""
        with self._writing() as session:
            learner = self._make_learner(session, key)
            session.refresh(learner, with_for_update=True)
            row = session.get(PadRow, (learner.id, game))
            document: dict[str, Any] = _document(dict(change(None if row is None else row.document)))
            if row is None:
                game = _text("game", game)
                session.add(PadRow(learner_id=learner.id, game=game, document=document, at=self._now()))
            elif row.document != document:
                row.document, row.at = document, self._now()
            return document


def _node(file: Path) -> tuple[int, int] | None:
    """Which file that is, whatever its name; None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _check_key(key: str) -> None:
    if _KEY.fullmatch(key) is None:
        raise BadKey


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _document(value: Mapping[str, Any]) -> Any:
    """As it will be read again: tuples are lists, and every key is text."""
    return json.loads(json.dumps(value))


def _text(name: str, text: str) -> str:
    """PostgreSQL keeps no NUL, and no encoding a lone surrogate; a browser can send both."""
    if "\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise ValueError(f"{name} holds signs that are not text")
    return text


def _find_learner(session: Session, key: str) -> LearnerRow | None:
    return session.scalar(select(LearnerRow).where(LearnerRow.key_hash == _hash(key)))


def _learner(row: LearnerRow) -> Learner:
    return Learner(row.id, MappingProxyType(Settings.kept(row.settings).model_dump()))


def _find_game(session: Session, game_id: str, lock: bool = False) -> GameRow:
    wanted = select(GameRow).where(GameRow.link == game_id)
    if lock:
        wanted = wanted.with_for_update()  # writers of one game take turns (SQLite: writers of any)
    game = session.scalar(wanted) if _LINK.fullmatch(game_id) else None
    if game is None:
        raise NoSuchGame
    return game


def _owns(session: Session, game: GameRow, key: str | None) -> bool:
    learner = None if key is None else _find_learner(session, key)
    return learner is not None and learner.id == game.learner_id


def _own_game(session: Session, game_id: str, key: str) -> GameRow:
    game = _find_game(session, game_id, lock=True)
    if not _owns(session, game, key):
        raise NotYours
    return game


def _must_run(game: GameRow) -> None:
    if game.ended_at is not None:
        raise AlreadyEnded


def _count(session: Session, table: type[TakeBackRow] | type[ChangeRow], game: int, deal: int) -> int:
    wanted = select(func.count()).select_from(table).where(table.game_id == game, table.deal == deal)
    return session.scalar(wanted) or 0


def _moves(session: Session, game: int, deal: int | None = None) -> dict[int, list[str]]:
    """The moves that count, by deal: those that nothing made later has taken back."""
    later = exists().where(
        TakeBackRow.game_id == MoveRow.game_id,
        TakeBackRow.deal == MoveRow.deal,
        TakeBackRow.number > MoveRow.line,
        TakeBackRow.ply <= MoveRow.ply,
    )
    wanted = select(MoveRow.deal, MoveRow.text).where(MoveRow.game_id == game, ~later)
    if deal is not None:
        wanted = wanted.where(MoveRow.deal == deal)
    moves: dict[int, list[str]] = {}
    for of, text in session.execute(wanted.order_by(MoveRow.deal, MoveRow.ply)):
        moves.setdefault(of, []).append(text)
    return moves


def _deal(row: DealRow, moves: Sequence[str], changes: Sequence[str], undone: int) -> SavedDeal:
    return SavedDeal(
        number=row.number,
        start=row.start,
        seats=tuple(row.seats),
        moves=tuple(moves),
        places=None if row.places is None else tuple(tuple(seats) for seats in row.places),
        totals=None if row.totals is None else tuple(row.totals),
        changes=tuple(changes),
        undone=undone,
    )
