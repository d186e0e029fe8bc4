"""Whether the database has this program's schema and is writable."""

import os
import tempfile
from functools import cache
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from .upgrade import MIGRATIONS

PROBE = 4096  # bytes: more than fits on a full disk


def has_current_schema(connection: Connection) -> bool:
    """Return whether the database has the schema of this version of the program."""
    return MigrationContext.configure(connection).get_current_revision() == _newest_revision()


@cache  # reading the migrations takes 3 ms
def _newest_revision() -> str | None:
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()


def is_writable(connection: Connection) -> bool:
    """Return whether the disk of a SQLite database, or the PostgreSQL server, accepts writes."""
    if connection.dialect.name == "postgresql":
        return str(connection.execute(text("SHOW transaction_read_only")).scalar_one()) == "off"
    try:
        with tempfile.TemporaryFile(dir=Path(connection.engine.url.database or "").parent) as probe:
            probe.write(bytes(PROBE))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError:
        return False
    return True
