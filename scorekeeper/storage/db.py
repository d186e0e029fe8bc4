"""The database and its transactions.

A request reads in one transaction and, where it changes something, writes in one other. On SQLite a writer takes
its lock at the start: a lock taken half way could not wait for another writer without reading stale rows.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, DateTime, Engine, MetaData, event
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.types import TypeDecorator

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
EARLIEST, LATEST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
BUSY_TIMEOUT = 10  # seconds a writer waits for another


class Base(DeclarativeBase):
    """Gives every table names of constraints that migrations can rely on."""

    metadata = MetaData(naming_convention=NAMING)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; SQLite keeps no offset, so it is put back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and (value if value.tzinfo else value.replace(tzinfo=UTC))


db = SQLAlchemy(metadata=Base.metadata)


def init_app(app: Flask, url: URL) -> None:
    """Tie the database at this URL to the app."""
    options: dict[str, Any] = {"json_deserializer": msgspec.json.decode, "json_serializer": _json}
    if url.get_backend_name() == "sqlite":
        options["connect_args"] = {"timeout": BUSY_TIMEOUT}
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = options
    db.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            use_sqlite_well(db.engine)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def use_sqlite_well(engine: Engine) -> None:
    """Have SQLite commit durably, hold foreign keys, let readers never wait, and begin transactions where we say."""

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def reading() -> Connection:
    """Return the connection of a request's transaction, for plain rows: a session does more beside each statement."""
    return db.session().connection()


@contextmanager
def writing() -> Iterator[Session]:
    """Run the block as one transaction that ends on disk, or nowhere; nobody else writes meanwhile."""
    with unit_of_work() as (session, begin_write):
        begin_write()
        yield session


@contextmanager
def unit_of_work() -> Iterator[tuple[Session, Callable[[], None]]]:
    """Run the block with a session to read with, and `begin_write`, after which nobody else writes until it is left.

    What was read before may have changed by then. What is written after it ends on disk, or nowhere.
    """
    session = db.session()

    def begin_write() -> None:
        session.rollback()
        session.connection(execution_options={"writes": True})

    try:
        yield session, begin_write
        session.commit()
    except BaseException:
        session.rollback()
        raise
