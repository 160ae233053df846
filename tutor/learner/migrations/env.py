"""Run by Alembic on the connection, and inside the transaction, that `tutor.learner.store` opened."""

from __future__ import annotations

from alembic import context

from tutor.learner.models import Table
from tutor.learner.store import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
