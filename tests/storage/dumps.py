"""What a database holds."""

import sqlite3
from contextlib import closing
from pathlib import Path


def dump(file: Path) -> str:
    """Return everything that this database holds, and how."""
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())
