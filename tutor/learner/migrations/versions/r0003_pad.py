"""The score pads of those who play with real cards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pad",
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("document", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("learner_id", "game", name="pk_pad"),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_pad_learner"),
    )


def downgrade() -> None:
    op.drop_table("pad")
