"""The upgrade of the database when a server starts.

Several workers can start at once: one upgrades under a lock, the others find the work done. A SQLite database is copied
to the folder of backups first.
"""

import filecmp
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock
from sqlalchemy import Connection, Engine, func, select, text
from sqlalchemy.orm import Session

from . import backups, clubs
from .db import EVERY_CLUB, UPGRADE_LOCK

MIGRATIONS = Path(__file__).parent / "migrations"
FIRST_CLUB = "Our table"
LOCK = "upgrade.lock"
BEFORE_1_0 = frozenset(f"{number:04}" for number in range(1, 18))
"""The revisions before version 1.0.0; that version has the steps from each of them to the baseline."""


class UpgradeFailed(RuntimeError):
    """The database could not be upgraded; the message says why."""


@contextmanager
def upgrade_lock(engine: Engine, instance: Path) -> Iterator[None]:
    """Hold the lock for work on the whole database; other workers wait for it.

    Workers on a PostgreSQL database can be on several machines, so there the database has the lock.
    """
    if engine.dialect.name == "sqlite":
        with FileLock(instance / LOCK, mode=0o600):
            yield
    else:
        with engine.begin() as connection:
            connection.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK, EVERY_CLUB)))
            yield


def upgrade(engine: Engine, instance: Path, why_not_begun: str = "") -> Path | None:
    """Upgrade the database to this program's schema, and add its club if there is none.

    Returns the copy that was made of an older one. Raises UpgradeFailed, also with the sentence `why_not_begun` instead
    of making the first tables.
    """
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    _refuse_lost(engine, instance)
    _refuse_encoding(engine)
    if why_not_begun and present_revision(engine) is None:
        raise UpgradeFailed(why_not_begun)
    config, steps = _configuration(), revisions()
    if present_revision(engine) == steps[-1] and _has_club(engine):
        return None  # so that pages can be read on a read-only disk
    with upgrade_lock(engine, instance):
        present = present_revision(engine)
        if present:
            refuse_unknown(present, f"The database at {engine.url.database}")
        copied = None
        if present != steps[-1]:
            copied = _copy_before_upgrade(engine, instance) if present else None
            _migrate(engine, config)
        if not _has_club(engine):
            with Session(engine) as session:
                clubs.add(session, FIRST_CLUB, datetime.now(UTC))
                session.commit()
        return copied


@cache  # the files may be those of the next version by the time that this one is asked
def revisions() -> list[str]:
    """Return every revision of the schema that this program knows, oldest first."""
    return [step.revision for step in ScriptDirectory.from_config(_configuration()).walk_revisions()][::-1]


def refuse_unknown(revision: str, what: str) -> None:
    """Raise UpgradeFailed if this program has no steps from this revision; `what` says what has it."""
    if revision in BEFORE_1_0:
        raise UpgradeFailed(
            f"{what} is from before version 1.0: open it once with version 1.0.0, then with this one. "
            "Nothing was changed."
        )
    if revision not in revisions():
        raise UpgradeFailed(f"{what} was made by a newer version of this program.")


def _configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def present_revision(engine: Engine) -> str | None:
    """Return the schema revision of the database, None for one without tables."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def _has_club(engine: Engine) -> bool:
    with Session(engine) as session:
        return clubs.club_id(session) is not None


def _refuse_lost(engine: Engine, instance: Path) -> None:
    """Raise UpgradeFailed if a database was lost: a new one must not replace it.

    It was lost if there are copies of it. Without copies a missing file is a fresh start, and so is an empty one, which
    a first start leaves if it was killed or had no room; but the lock file of an upgrade is made after a database's
    first page.
    """
    if engine.dialect.name != "sqlite" or engine.url.database in (None, "", ":memory:"):
        return
    file, newest = Path(engine.url.database), backups.newest(instance)
    if file.exists() and file.stat().st_size:
        return
    if newest:
        raise UpgradeFailed(
            f"There is no database at {file}, or an empty file, but there are copies of one. Put one back: "
            f"rook-scorekeeper restore {newest}. To start over, move the folder {newest.parent} away."
        )
    if file.exists() and (instance / LOCK).exists():
        raise UpgradeFailed(
            f"The database at {file} is damaged: it is an empty file now, and there is no copy to put back. "
            "To start over, delete it."
        )


def _refuse_encoding(engine: Engine) -> None:
    """Raise UpgradeFailed if a PostgreSQL database cannot keep every name."""
    if engine.dialect.name != "postgresql":
        return
    with engine.connect() as connection:
        encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise UpgradeFailed(
            f"The database {engine.url.database} keeps text as {encoding}; for every name to fit it has to be UTF8. "
            "Make another with createdb --encoding=UTF8 --locale=C --template=template0, move what is there by pg_dump "
            "and pg_restore, and name it in SCOREKEEPER_DATABASE."
        )


def _migrate(engine: Engine, config: Config) -> None:
    """Migrate all or nothing. Foreign keys are off, so that rebuilding a table does not delete its children, and
    checked afterwards."""
    sqlite = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        if sqlite:
            _foreign_keys(connection, "OFF")
        try:
            with connection.begin():
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
                if sqlite and connection.execute(text("PRAGMA foreign_key_check")).first():
                    raise UpgradeFailed("The upgrade would have left rows without their game; nothing was changed.")
        finally:
            if sqlite:
                _foreign_keys(connection, "ON")


def _foreign_keys(connection: Connection, state: str) -> None:
    raw = connection.connection.dbapi_connection
    assert raw is not None
    raw.cursor().execute(f"PRAGMA foreign_keys={state}")


def _copy_before_upgrade(engine: Engine, instance: Path) -> Path | None:
    if engine.dialect.name != "sqlite":
        return None
    before = backups.copies(instance, backups.BEFORE_UPGRADE)
    try:
        made = backups.keep_copy(Path(engine.url.database or ""), instance, backups.BEFORE_UPGRADE)
    except backups.BadCopy as bad:
        raise UpgradeFailed(f"{bad} Nothing was changed.") from None
    if before and filecmp.cmp(before[0], made, shallow=False):
        made.unlink()  # a service that fails to upgrade tries again and again
        return before[0]
    return made
