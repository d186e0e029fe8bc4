"""The databases on PostgreSQL of one worker: what a test left is emptied, which takes a tenth of making one anew."""

from contextlib import suppress

import psycopg
from sqlalchemy import URL

from .postgresql import send

TESTS = 200  # of one database: rows that were deleted stay in its files, and slow it down
# Whoever changes a table, an index or a setting of the database leaves a newer row, or one fewer.
SHAPE = """
    SELECT count(*), max(version) FROM (
      SELECT xmin::text::bigint FROM pg_class
      UNION ALL SELECT xmin::text::bigint FROM pg_attribute
      UNION ALL SELECT xmin::text::bigint FROM pg_db_role_setting
    ) AS rows (version)
"""
OTHERS_END = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
TABLES = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
ROWS = """
    SELECT format('INSERT INTO %1$I OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::%1$I, %2$L)',
                  '{0}', json_agg(row)) FROM "{0}" AS row HAVING count(*) > 0
"""
SEQUENCES = """
    SELECT format('SELECT setval(%L, %s, %L)', sequencename, coalesce(last_value, start_value), last_value IS NOT NULL)
    FROM pg_sequences WHERE schemaname = current_schema()
"""


class Databases:
    """Makes databases whose names begin with this prefix, beside a template of the name `{prefix}_template`."""

    def __init__(self, server: URL, prefix: str, worker: str):
        self._server, self._template, self._own = server, f"{prefix}_template", f"{prefix}_{worker}"
        self._migrated: Emptied | None = None

    def migrated(self) -> str:
        """Return the URL of a database as the first start leaves it."""
        url = self._url("migrated")
        if self._migrated and self._migrated.is_empty_again():
            return _text(url)
        self.close()
        self._make(url, self._template)
        with suppress(psycopg.errors.InsufficientPrivilege):  # not every role may pass over foreign keys
            self._migrated = Emptied(url)
        return _text(url)

    def empty(self, encoding: str = "UTF8") -> str:
        """Return the URL of a database without tables."""
        url = self._url("empty")
        self._make(url, f"template0 ENCODING '{encoding}' LOCALE 'C'")
        return _text(url)

    def close(self) -> None:
        if self._migrated:
            self._migrated.close()
        self._migrated = None

    def _url(self, kind: str) -> URL:
        return self._server.set(database=f"{self._own}_{kind}")

    def _make(self, url: URL, template: str) -> None:
        name = url.database
        send(
            self._server, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name} TEMPLATE {template}"
        )


class Emptied:
    """A database that becomes again what it is now."""

    def __init__(self, url: URL):
        self._connection = psycopg.connect(_text(url.set(drivername="postgresql")), autocommit=True)
        try:
            self._connection.execute("SET session_replication_role = replica; SET lock_timeout = '10s'")
            self._left, self._shape, self._empty = TESTS, self._read(SHAPE), self._statements()
        except BaseException:
            self.close()
            raise

    def is_empty_again(self) -> bool:
        """Empty it, and return whether that is done: it is not once a test changed more than rows."""
        self._left -= 1
        with suppress(psycopg.Error):
            if self._left and self._read(SHAPE) == self._shape:
                self._connection.execute(self._empty)
                return True
        return False

    def close(self) -> None:
        self._connection.close()

    def _read(self, statement: str) -> list[tuple[object, ...]]:
        return self._connection.execute(statement.encode()).fetchall()

    def _statements(self) -> bytes:
        tables = [table for (table,) in self._read(TABLES)]
        deleted = [f'DELETE FROM "{table}"' for table in tables]
        filled = [row for table in tables for row in self._read(ROWS.format(table))]
        return ";".join([OTHERS_END, *deleted, *(str(row[0]) for row in filled + self._read(SEQUENCES))]).encode()


def _text(url: URL) -> str:
    return url.render_as_string(hide_password=False)
