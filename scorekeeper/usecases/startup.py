"""What a server or a command does before anything else, whether that was done, and what a server does by itself."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from sqlalchemy.exc import DBAPIError

from scorekeeper.storage import backups
from scorekeeper.storage.database_errors import Fault, fault_of
from scorekeeper.storage.db import db, reading
from scorekeeper.storage.readiness import has_current_schema, is_writable
from scorekeeper.storage.upgrade import one_at_a_time, upgrade

from . import clubs
from .players.update_stats import backfill_stats

LOG = logging.getLogger("scorekeeper")
BETWEEN_LOOKS, AFTER_FAILURE = 60, 3600  # seconds


def upgrade_database(instance: Path) -> Path | None:
    """Bring the database to this program's schema, add stats and ratings that are missing, remove clubs due.

    Of several workers that start at once one does it. Returns the copy that was made before. Raises UpgradeFailed.
    """
    copied = upgrade(db.engine, instance)
    with _unless_disk_refuses(), one_at_a_time(db.engine, instance):
        backfill_stats()
        clubs.remove_expired()
    return copied


def why_not_ready() -> str:
    """Return why this program cannot keep scores in its database as that is, "" where it can."""
    if not has_current_schema(reading()):
        return "The database has the schema of another version."
    return "" if is_writable(reading()) else "The database cannot be written to: is its disk full, or read-only?"


def note_served(instance: Path) -> None:
    """Say that this process uses the database, before it opens it: none is put in its place from then on."""
    with _unless_disk_refuses():
        instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        backups.note_served(instance)


def begin_to_serve(instance: Path) -> None:
    """Copy a SQLite database once a day as long as this process lives."""
    url = db.engine.url
    if url.get_backend_name() == "sqlite" and url.database:
        Thread(target=_copy_daily, args=(Path(url.database), instance), name="backups", daemon=True).start()


def _copy_daily(database: Path, instance: Path) -> None:
    """Look every now and then whether today's copy is there: a process may sleep for days, and several may serve."""
    wait = BETWEEN_LOOKS
    while True:
        time.sleep(wait)
        try:
            if made := backups.keep_daily_copy(database, instance):
                LOG.info("The database was copied to %s.", made)
            wait = BETWEEN_LOOKS
        except Exception as error:  # whatever it is, tomorrow's copy is to be made
            LOG.error("No copy of the database could be made: %s", error)
            wait = AFTER_FAILURE


@contextmanager
def _unless_disk_refuses() -> Iterator[None]:
    """Run the block, and go on where the disk is full or cannot be written to: pages can be read all the same."""
    try:
        yield
    except DBAPIError as error:
        if fault_of(error) not in (Fault.FULL, Fault.READ_ONLY):
            raise
        LOG.warning("Nothing can be saved now: %s.", error.orig)
    except OSError as error:
        LOG.warning("Nothing can be saved now: %s.", error.strerror or error)
