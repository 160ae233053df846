"""The tables. A change here wants a new revision in `migrations/versions`; a test compares the two."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    MetaData,
    String,
    Text,
    TypeDecorator,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Instant(TypeDecorator[datetime]):
    """A moment, in UTC both ways. SQLite keeps no zone, so what it gives back is told to be UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if not isinstance(value, datetime):
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


# A document that is not there is NULL and not the JSON text "null".
Document = JSON(none_as_null=True)


class Table(DeclarativeBase):
    # Named by rule, so that a later migration can name what it changes, in every kind of database.
    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(referred_table_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ix": "ix_%(table_name)s_%(column_0_name)s",
        }
    )


class LearnerRow(Table):
    __tablename__ = "learner"

    id: Mapped[int] = mapped_column(primary_key=True)
    key_hash: Mapped[str] = mapped_column(String(64), unique=True)
    settings: Mapped[Any] = mapped_column(Document)
    since: Mapped[datetime] = mapped_column(Instant)


class GameRow(Table):
    __tablename__ = "game"

    id: Mapped[int] = mapped_column(primary_key=True)
    link: Mapped[str] = mapped_column(String(22), unique=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    game: Mapped[str] = mapped_column(Text)
    rules: Mapped[Any] = mapped_column(Document)
    players: Mapped[Any] = mapped_column(Document)
    seed: Mapped[str] = mapped_column(Text)  # decimal digits: a seed may be longer than 64 bits
    started_at: Mapped[datetime] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)


class DealRow(Table):
    __tablename__ = "deal"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    start: Mapped[Any] = mapped_column(Document)
    seats: Mapped[Any] = mapped_column(Document)
    places: Mapped[Any | None] = mapped_column(Document)
    totals: Mapped[Any | None] = mapped_column(Document)


class MoveRow(Table):
    """``line`` is how many times something had been taken back in the deal before this move was made."""

    __tablename__ = "move"
    __table_args__ = (ForeignKeyConstraint(["game_id", "deal"], ["deal.game_id", "deal.number"]),)

    game_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    line: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(Instant)


class TakeBackRow(Table):
    """From here on the moves made earlier from this ply on count no more. They stay where they are."""

    __tablename__ = "take_back"
    __table_args__ = (ForeignKeyConstraint(["game_id", "deal"], ["deal.game_id", "deal.number"]),)

    game_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # from 1
    ply: Mapped[int]
    at: Mapped[datetime] = mapped_column(Instant)


class ChangeRow(Table):
    """Who came or went after a deal, in order from 0. Whoever came first then is last among the game's players."""

    __tablename__ = "change"
    __table_args__ = (ForeignKeyConstraint(["game_id", "deal"], ["deal.game_id", "deal.number"]),)

    game_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(Instant)


class AttemptRow(Table):
    __tablename__ = "attempt"
    __table_args__ = (Index("ix_attempt_of", "learner_id", "kind", "item"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"))
    kind: Mapped[str] = mapped_column(Text)
    item: Mapped[str] = mapped_column(Text)
    step: Mapped[str] = mapped_column(Text)
    answer: Mapped[str] = mapped_column(Text)
    right: Mapped[bool]
    hints: Mapped[int]
    at: Mapped[datetime] = mapped_column(Instant)


class PlaceRow(Table):
    __tablename__ = "place"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    item: Mapped[str] = mapped_column(Text, primary_key=True)
    step: Mapped[str] = mapped_column(Text)


class PadRow(Table):
    """The score pad of a game that is played with real cards: one match at a time."""

    __tablename__ = "pad"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    game: Mapped[str] = mapped_column(Text, primary_key=True)
    document: Mapped[Any] = mapped_column(Document)
    at: Mapped[datetime] = mapped_column(Instant)
