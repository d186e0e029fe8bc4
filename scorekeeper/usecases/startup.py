"""What a server or a command does before anything else."""

from pathlib import Path

from scorekeeper.storage.db import db
from scorekeeper.storage.upgrade import one_at_a_time, upgrade
from scorekeeper.usecases.players.stats import backfill_stats


def bring_up_to_date(instance: Path) -> Path | None:
    """Brings the database to this program's schema, and counts the games that an older program left uncounted.

    Of several workers that start at once one does it. Answers the copy that was made before; raises UpgradeFailed.
    """
    copied = upgrade(db.engine, instance)
    with one_at_a_time(instance):
        backfill_stats()
    return copied
