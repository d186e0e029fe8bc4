"""Checks of the database file and its schema, for `scorekeeper doctor`."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from .core_tables import CLUB
from .db import Base

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
