"""What was taken back at the table, and who came and went between deals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("move") as move:
        move.add_column(sa.Column("line", sa.Integer(), nullable=False, server_default="0"))
        move.drop_constraint("pk_move", type_="primary")
        move.create_primary_key("pk_move", ["game_id", "deal", "line", "ply"])
    with op.batch_alter_table("move") as move:
        move.alter_column("line", server_default=None)
    for name, *columns in (
        ("take_back", sa.Column("ply", sa.Integer(), nullable=False)),
        ("change", sa.Column("text", sa.Text(), nullable=False)),
    ):
        op.create_table(
            name,
            sa.Column("game_id", sa.Integer(), nullable=False, autoincrement=False),
            sa.Column("deal", sa.Integer(), nullable=False, autoincrement=False),
            sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
            *columns,
            sa.Column("at", sa.DateTime(timezone=True), nullable=False),
            sa.PrimaryKeyConstraint("game_id", "deal", "number", name=f"pk_{name}"),
            sa.ForeignKeyConstraint(["game_id", "deal"], ["deal.game_id", "deal.number"], name=f"fk_{name}_deal"),
        )


def downgrade() -> None:
    # A ply had one move: that of the line which counts.
    op.execute(
        "DELETE FROM move WHERE EXISTS (SELECT 1 FROM take_back WHERE take_back.game_id = move.game_id"
        " AND take_back.deal = move.deal AND take_back.number > move.line AND take_back.ply <= move.ply)"
    )
    op.drop_table("change")
    op.drop_table("take_back")
    with op.batch_alter_table("move") as move:
        move.drop_constraint("pk_move", type_="primary")
        move.create_primary_key("pk_move", ["game_id", "deal", "ply"])
        move.drop_column("line")
