"""Whether the database has this program's schema and is writable."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select, text
from sqlalchemy.orm import Session

from scorekeeper.storage.db import Base
from scorekeeper.storage.models import CLUB
from scorekeeper.storage.upgrade import revisions

PROBE = 4096  # bytes: more than fits on a full disk


def has_current_schema(connection: Connection) -> bool:
    """Return whether the database has the schema of this version of the program."""
    return MigrationContext.configure(connection).get_current_revision() == revisions()[-1]


def is_writable(connection: Connection) -> bool:
    """Return whether the disk of a SQLite database, or the PostgreSQL server, accepts writes."""
    if connection.dialect.name == "postgresql":
        return str(connection.execute(text("SHOW transaction_read_only")).scalar_one()) == "off"
    file = Path(connection.engine.url.database or "")
    try:
        with tempfile.TemporaryFile(dir=file.parent) as probe:
            probe.seek(file.stat().st_size)  # there can be room for a small file alone
            probe.write(bytes(PROBE))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError:
        return False
    return os.access(file, os.W_OK)


FEW = 20


def problems_of_file(database: Path) -> Iterator[str]:
    """Yield what is wrong with the pages, indexes and references of a SQLite file, whatever its revision.

    Raises sqlite3.Error if it cannot be read at all.
    """
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        for (found,) in connection.execute(f"PRAGMA integrity_check({FEW})"):
            if found != "ok":
                yield f"The file: {' '.join(found.split())}"
        for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(FEW):
            yield f"Row {row} of {table} belongs to a row of {parent} that is gone."


def problems_of_schema(connection: Connection) -> Iterator[str]:
    """Yield how the tables differ from those of this program."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    for difference in compare_metadata(context, Base.metadata):
        yield f"The schema differs: {difference}"


def club_ids(session: Session) -> Sequence[int]:
    """Return the id of every club."""
    return session.scalars(select(CLUB.c.id).order_by(CLUB.c.id)).all()
