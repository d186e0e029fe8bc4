"""Runs the migrations on the connection that `upgrade.py` hands over."""

from alembic import context

from scorekeeper.storage import models, rating_models, stats_models  # noqa: F401 - every table is to be known

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=models.Club.metadata,
    compare_type=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
