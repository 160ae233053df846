"""Learners, their games move by move, attempts, and where they stand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "learner",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_learner"),
        sa.UniqueConstraint("key_hash", name="uq_learner_key_hash"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("link", sa.String(22), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("link", name="uq_game_link"),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_game_learner"),
    )
    op.create_index("ix_game_learner_id", "game", ["learner_id"])
    op.create_table(
        "deal",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("start", sa.JSON(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=True),
        sa.Column("totals", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_deal"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_deal_game"),
    )
    op.create_table(
        "move",
        sa.Column("game_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("deal", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("ply", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "deal", "ply", name="pk_move"),
        sa.ForeignKeyConstraint(["game_id", "deal"], ["deal.game_id", "deal.number"], name="fk_move_deal"),
    )
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_attempt"),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_attempt_learner"),
    )
    op.create_index("ix_attempt_of", "attempt", ["learner_id", "kind", "item"])
    op.create_table(
        "place",
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("learner_id", "item", name="pk_place"),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_place_learner"),
    )


def downgrade() -> None:
    for table in ("place", "attempt", "move", "deal", "game", "learner"):
        op.drop_table(table)
