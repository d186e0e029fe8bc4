"""Where the score keeper stores what is measured: a file of SQLite's, or a PostgreSQL server of the run's own."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL

from sqlalchemy import URL, create_engine, text

from tests.postgresql import own_server, send

QUIET = ("autovacuum=off", "max_wal_size=16GB", "checkpoint_timeout=1h", "shared_buffers=1GB")
"""What PostgreSQL does beside what it is asked would be counted to whoever asks; commits are as durable as ever."""


@dataclass(frozen=True)
class Database:
    """Where the tables are, and the process of the server that keeps them, where there is one."""

    url: URL
    process: int | None = None

    @property
    def setting(self) -> Mapping[str, str]:
        """What makes the score keeper use it."""
        return {"SCOREKEEPER_DATABASE": self.url.render_as_string(hide_password=False)}

    @property
    def floor(self) -> str:
        """The same as the floor takes it."""
        if self.process is None:
            return str(self.url.database)
        return self.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def count(self, table: str) -> int:
        """How many rows this table has."""
        engine = create_engine(self.url)
        with engine.connect() as connection:
            rows = connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one()
        engine.dispose()
        return int(rows)


def sqlite(file: Path) -> Database:
    """Returns the database in this file."""
    return Database(URL.create("sqlite", database=str(file)))


@contextmanager
def postgresql(*names: str) -> Iterator[list[Database]]:
    """Runs a server with empty databases of these names until the block is left."""
    with own_server(QUIET, DEVNULL) as url:
        send(url, *(f"CREATE DATABASE {name}" for name in names))
        process = int((Path(str(url.query["host"])) / "data" / "postmaster.pid").read_text().split()[0])
        yield [Database(url.set(database=name), process) for name in names]
