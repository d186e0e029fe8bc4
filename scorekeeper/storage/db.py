"""The database and its transactions.

A request reads in one transaction and, if it changes something, writes in another. A writer takes its lock at the
start: after waiting for a lock half way, what it had read could be stale.

On SQLite there is one writer at a time. On PostgreSQL an advisory lock allows one for each club, with the same
guarantees.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, BigInteger, DateTime, Engine, Integer, MetaData, Select, Table, UpdateBase, event, insert
from sqlalchemy.engine import Connection, Dialect, ExceptionContext
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase, Session, mapped_column
from sqlalchemy.types import TypeDecorator

from . import file_modes
from .database_errors import Fault, fault_of

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
EARLIEST, LATEST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
Cursor = tuple[datetime, int]
"""A place in the order of games by time: the time and the game's id, because games can share a time."""
FIRST: Cursor = (EARLIEST, 0)
LAST: Cursor = (LATEST, 2**31 - 1)
BUSY_TIMEOUT = 10  # seconds a writer waits for another
EVERY_CLUB, NO_CLUB = 0, -1  # instead of a club's id: locks every club, or only what belongs to none
WRITE_LOCK, UPGRADE_LOCK = 0x526F6F6B, 0x526F6F6C
"""The first halves of our advisory locks' keys; the second half of a writer's lock is the club's id."""


class Base(DeclarativeBase):
    """Names all constraints, so that migrations can rely on the names."""

    metadata = MetaData(naming_convention=NAMING)


class UtcDateTime(TypeDecorator[datetime]):
    """A time in UTC; SQLite stores no offset, and PostgreSQL returns its own time zone's."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and (value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC))


Points = Annotated[int, mapped_column(BigInteger().with_variant(Integer, "sqlite"))]
"""Points that are added up: SQLite's integer has room for any, PostgreSQL's does not."""

db = SQLAlchemy(metadata=Base.metadata)


def init_app(app: Flask, url: URL, pooler: bool = False) -> None:
    """Connect the app to the database at this URL."""
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = _engine_options(url.get_backend_name(), pooler)
    db.init_app(app)
    with app.app_context():
        configure(db.engine)


def _engine_options(dialect: str, pooler: bool) -> dict[str, Any]:
    options: dict[str, Any] = {
        "json_deserializer": msgspec.json.decode,
        "json_serializer": lambda value: msgspec.json.encode(value).decode(),
    }
    options["hide_parameters"] = True  # keep what people typed out of the log
    if dialect == "sqlite":
        return options | {"connect_args": {"timeout": BUSY_TIMEOUT}}
    options["isolation_level"] = "REPEATABLE READ"  # a page shows one snapshot
    options["pool_pre_ping"] = True  # the server may have been restarted
    # With a pooler the next transaction can be on another connection, without the prepared statements.
    return options | ({"connect_args": {"prepare_threshold": None}} if pooler else {})


def configure(engine: Engine) -> None:
    """Set up this engine's connections for the guarantees of this module."""
    if engine.dialect.name == "sqlite":
        _set_up_sqlite(engine)
    else:
        _set_up_postgresql(engine)


def _set_up_sqlite(engine: Engine) -> None:
    """Set SQLite to commit durably, check foreign keys, never make readers wait, and leave transactions to us."""

    @event.listens_for(engine, "do_connect")
    def make_private(_dialect: Dialect, _record: object, arguments: list[Any], _named: object) -> None:
        file_modes.make_database(arguments[0])

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        _write_ahead(connection)
        for pragma in ("synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "handle_error")
    def let_go(context: ExceptionContext) -> None:
        """Reconnect after a read-only error: this connection would stay read-only when the disk is writable again."""
        error = context.sqlalchemy_exception
        if isinstance(error, DBAPIError) and fault_of(error) == Fault.READ_ONLY:
            context.is_disconnect = True

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if "writes" in connection.get_execution_options():
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:  # takes no lock yet
            connection.connection.cursor().execute("BEGIN")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Set SQLite's log; of connections that set it at once, SQLite lets none wait for another."""
    until = time.monotonic() + BUSY_TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _set_up_postgresql(engine: Engine) -> None:
    """Make a writer wait for the club's other writer, and then read what that one wrote.

    A writer of all clubs waits for all others, and they for it.
    """
    # Sent by libpq when connecting, so every pooler passes it on. Python has no year 1 in zones west of Greenwich.
    os.environ["PGTZ"] = "UTC"
    os.environ["PGCLIENTENCODING"] = "UTF8"  # else the driver gives bytes for what a SQL_ASCII database tells

    @event.listens_for(engine, "handle_error")
    def hide_details(context: ExceptionContext) -> None:
        """Keep refused values, which can be names, out of the message and the log."""
        diagnosis = getattr(context.original_exception, "diag", None)
        if diagnosis and diagnosis.message_primary and context.sqlalchemy_exception:
            context.original_exception.args = (diagnosis.message_primary,)
            context.sqlalchemy_exception.args = (diagnosis.message_primary,)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        club_id = connection.get_execution_options().get("writes")
        if club_id is not None:
            shared = "" if club_id == EVERY_CLUB else f"pg_advisory_xact_lock_shared({WRITE_LOCK}, {EVERY_CLUB}), "
            connection.exec_driver_sql(
                "SET TRANSACTION ISOLATION LEVEL READ COMMITTED;"
                f" SET LOCAL lock_timeout = '{BUSY_TIMEOUT}s';"
                f" SELECT {shared}pg_advisory_xact_lock({WRITE_LOCK}, {club_id:d})"
            )


def close() -> None:
    """Close every connection of this app; SQLite then folds its log into the file."""
    db.session.remove()
    db.engine.dispose()


def reading() -> Connection:
    """Return the connection of a request's transaction."""
    return db.session().connection()


def add_row(session: Session, table: Table, **values: Any) -> int:
    """Store a row and return its id."""
    key = session.connection().execute(insert(table), values).inserted_primary_key
    assert key is not None
    return int(key[0])


def changed_rows(session: Session, statement: UpdateBase, values: Mapping[str, Any] | None = None) -> int:
    """Run an UPDATE or DELETE; return how many rows it changed."""
    return session.connection().execute(statement, values).rowcount


class DirectStatement:
    """A very frequent statement, the only one of its request, sent directly by the driver.

    A transaction, a session and a result would make a watcher's poll take two thirds more instructions.
    """

    def __init__(self, statement: Select[Any]) -> None:
        self.statement = statement
        self._compiled: dict[str, tuple[str, Callable[[dict[str, Any]], Any], list[Any]]] = {}

    def first(self, **values: Any) -> Sequence[Any] | None:
        """Return the first row, or None."""
        engine = db.engine
        compiled = self._compiled.get(engine.name) or self._compile(engine)
        sql, parameters, decoders = compiled
        try:
            connection = engine.raw_connection()
            try:
                row = connection.cursor().execute(sql, parameters(values)).fetchone()
            finally:
                connection.close()
        except (engine.dialect.loaded_dbapi.Error, DBAPIError):  # report it as for any other statement
            return reading().execute(self.statement, values).first()
        return row and [decode(value) if decode else value for decode, value in zip(decoders, row, strict=True)]

    def _compile(self, engine: Engine) -> tuple[str, Callable[[dict[str, Any]], Any], list[Any]]:
        compiled = self.statement.compile(engine)
        order, fixed = compiled.positiontup, compiled.params

        def parameters(values: dict[str, Any]) -> Any:
            given = fixed | values
            return [given[name] for name in order] if order is not None else given

        decoders = [
            column.type.dialect_impl(engine.dialect).result_processor(engine.dialect, None)
            for column in self.statement.selected_columns
        ]
        return self._compiled.setdefault(engine.name, (str(compiled), parameters, decoders))


AFTER_WRITE: list[Callable[[Session, Any], None]] = []
"""Called with each game or tournament that was written, in its transaction: tests compare it with a fresh read."""


def wrote(session: Session, state: Any) -> None:
    """Call each of `AFTER_WRITE` with the state that was written."""
    for look in AFTER_WRITE:
        look(session, state)


@contextmanager
def writing(club_id: int = EVERY_CLUB) -> Iterator[Session]:
    """Run the block as one transaction, on disk at its end or rolled back, with the club's write lock.

    On a read-only disk the block still runs, so that it can refuse its input; its writes fail.
    """
    session = db.session()
    session.rollback()
    try:
        for _ in range(2):  # a read-only connection is dropped: perhaps the disk can be written to by now
            try:
                session.connection(execution_options={"writes": club_id})
                break
            except DBAPIError as error:
                if fault_of(error) != Fault.READ_ONLY:
                    raise
                session.rollback()
        else:
            session.connection()
        yield session
        session.commit()
    except BaseException:
        session.rollback()
        raise
