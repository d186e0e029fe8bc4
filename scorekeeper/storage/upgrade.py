"""The upgrade of a database when a server starts, and copies of it.

Several workers may start at once: one upgrades under a lock, the others find the work done. Before an upgrade a SQLite
database is copied beside itself.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock
from sqlalchemy import Connection, Engine, func, select, text
from sqlalchemy.orm import Session

from . import clubs
from .db import EVERY_CLUB, UPGRADE_LOCK

MIGRATIONS = Path(__file__).parent / "migrations"
FIRST_CLUB = "Our table"


class UpgradeFailed(RuntimeError):
    """The database could not be brought up to date; the message says why."""


@contextmanager
def one_at_a_time(engine: Engine, instance: Path) -> Iterator[None]:
    """Hold the lock of whoever works on the whole database; other workers wait for it and find the work done.

    Those of a PostgreSQL database may run on several machines: there the database holds it.
    """
    if engine.dialect.name == "sqlite":
        with FileLock(instance / "upgrade.lock", mode=0o600):
            yield
    else:
        with engine.begin() as connection:
            connection.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK, EVERY_CLUB)))
            yield


def upgrade(engine: Engine, instance: Path) -> Path | None:
    """Bring the database to this program's schema, and make its club where there is none.

    Returns the copy that was made of an older one. Raises UpgradeFailed.
    """
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    with one_at_a_time(engine, instance):
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        steps = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]  # newest first
        with engine.connect() as connection:
            present = MigrationContext.configure(connection).get_current_revision()
        if present and present not in steps:
            raise UpgradeFailed(f"The database at {engine.url.database} was made by a newer version of this program.")
        copied = None
        if present != steps[0]:
            copied = _copy_before_upgrade(engine, instance) if present else None
            _migrate(engine, config)
        with Session(engine) as session:
            if clubs.club_id(session) is None:
                clubs.add(session, FIRST_CLUB, datetime.now(UTC))
                session.commit()
        return copied


def _migrate(engine: Engine, config: Config) -> None:
    """Migrate all or nothing. Foreign keys are off, lest a rebuilt table take its children along, and checked after."""
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
    copy = instance / f"before-upgrade-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite"
    backup(Path(engine.url.database or ""), copy)
    return copy


def backup(source: Path, copy: Path) -> None:
    """Copy a SQLite database as it stands, while it is in use. Raises FileNotFoundError, FileExistsError."""
    if not source.is_file():
        raise FileNotFoundError(f"There is no database at {source} yet.")
    if copy.exists():
        raise FileExistsError(f"{copy} exists already; choose another name.")
    draft = copy.with_name(copy.name + ".part")
    draft.touch(mode=0o600)
    try:
        with sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True) as old, sqlite3.connect(draft) as new:
            old.backup(new)
        old.close()
        new.close()
        draft.rename(copy)
    finally:
        draft.unlink(missing_ok=True)
