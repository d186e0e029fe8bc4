"""Runs the migrations on the connection that `upgrade.py` hands over."""

from alembic import context

import scorekeeper.storage.stats_models  # noqa: F401 - its tables belong to the metadata, too
from scorekeeper.storage.models import CLUB

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=CLUB.metadata,
    compare_type=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
