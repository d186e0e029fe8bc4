"""Runs the migrations on the connection that `upgrade.py` hands over."""

from alembic import context

from scorekeeper.storage import core_tables

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=core_tables.CLUB.metadata,
    compare_type=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
