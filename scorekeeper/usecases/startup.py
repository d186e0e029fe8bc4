"""What a server or command does at its start, and what a server does in the background."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from sqlalchemy.exc import DBAPIError

from scorekeeper.storage import backups, file_modes
from scorekeeper.storage.database_errors import Fault, fault_of
from scorekeeper.storage.db import db, reading
from scorekeeper.storage.readiness import has_current_schema, is_writable
from scorekeeper.storage.upgrade import upgrade, upgrade_lock

from . import clubs
from .players.update_stats import backfill_stats

LOG = logging.getLogger("scorekeeper")
CHECK_INTERVAL, AFTER_FAILURE = 60, 3600  # seconds


def upgrade_database(instance: Path, why_not_begun: str = "") -> Path | None:
    """Upgrade the database to this program's schema, add missing stats and ratings, remove expired clubs.

    If several workers start at once, one does it. Returns the copy that was made first. Raises UpgradeFailed, also with
    the sentence that says `why_not_begun` where there are no tables yet.
    """
    url = db.engine.url
    file_modes.mend(instance, url.database if url.get_backend_name() == "sqlite" else None)
    copied = upgrade(db.engine, instance, why_not_begun)
    with _unless_disk_refuses(), upgrade_lock(db.engine, instance):
        backfill_stats()
        clubs.remove_expired()
    return copied


def why_not_ready() -> str:
    """Return why this program cannot keep scores in its database, "" if it can."""
    if not has_current_schema(reading()):
        return "The database has the schema of another version."
    return "" if is_writable(reading()) else "The database cannot be written to: is its disk full, or read-only?"


def note_served(instance: Path) -> None:
    """Mark the database as in use by this process, before opening it: from then on `restore` refuses to replace it."""
    with _unless_disk_refuses():
        instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        backups.note_served(instance)


def begin_to_serve(instance: Path) -> None:
    """Count years by this server's time zone, and copy a SQLite database once a day while this process runs.

    Commands don't count them: a terminal can be in another zone than the server.
    """
    with _unless_disk_refuses():
        clubs.count_years()
    url = db.engine.url
    if url.get_backend_name() == "sqlite" and url.database:
        Thread(target=_copy_daily, args=(Path(url.database), instance), name="backups", daemon=True).start()


def _copy_daily(database: Path, instance: Path) -> None:
    """Check regularly whether today's copy exists: a machine can sleep for days, and several processes can serve."""
    wait = CHECK_INTERVAL
    while True:
        time.sleep(wait)
        try:
            if made := backups.keep_daily_copy(database, instance):
                LOG.info("The database was copied to %s.", made)
            wait = CHECK_INTERVAL
        except Exception as error:  # whatever it is, try again tomorrow
            LOG.error("No copy of the database could be made: %s", error)
            wait = AFTER_FAILURE


@contextmanager
def _unless_disk_refuses() -> Iterator[None]:
    """Run the block, and go on if the disk is full or read-only: pages can still be read."""
    try:
        yield
    except DBAPIError as error:
        if fault_of(error) not in (Fault.FULL, Fault.READ_ONLY):
            raise
        LOG.warning("Nothing can be saved now: %s.", error.orig)
    except OSError as error:
        LOG.warning("Nothing can be saved now: %s.", error.strerror or error)
