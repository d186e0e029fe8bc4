"""What a server or a command does before anything else, and whether that was done."""

from pathlib import Path

from scorekeeper.storage.db import db, reading
from scorekeeper.storage.readiness import has_current_schema, is_writable
from scorekeeper.storage.upgrade import one_at_a_time, upgrade
from scorekeeper.usecases import clubs
from scorekeeper.usecases.players.stats import backfill_stats


def upgrade_database(instance: Path) -> Path | None:
    """Bring the database to this program's schema, add the stats that an older program left out, remove clubs due.

    Of several workers that start at once one does it. Returns the copy that was made before. Raises UpgradeFailed.
    """
    copied = upgrade(db.engine, instance)
    with one_at_a_time(db.engine, instance):
        backfill_stats()
        clubs.sweep()
    return copied


def why_not_ready() -> str:
    """Return why this program cannot keep scores in its database as that is, "" where it can."""
    if not has_current_schema(reading()):
        return "The database has the schema of another version."
    return "" if is_writable(reading()) else "The database cannot be written to: is its disk full, or read-only?"
