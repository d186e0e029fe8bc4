"""Why a database operation failed, by the error codes of SQLite and PostgreSQL, and what people can do about it."""

import sqlite3
from enum import StrEnum

from sqlalchemy.exc import DBAPIError


class Fault(StrEnum):
    """What is wrong with the database."""

    BUSY = "busy"
    FULL = "full"
    READ_ONLY = "read-only"
    DAMAGED = "damaged"
    UNREACHABLE = "unreachable"


ADVICE = {
    Fault.BUSY: ("Busy right now", "Wait a moment and try again."),
    Fault.FULL: (
        "The disk is full",
        "Everything saved so far is safe. Make room on the server's disk, then try again.",
    ),
    Fault.READ_ONLY: (
        "The disk can't be written to",
        "Everything saved so far is safe. Make the server's data folder writable, then try again.",
    ),
    Fault.DAMAGED: (
        "The database is damaged",
        "If you run the server: stop it, then put back a backup with rook-scorekeeper restore.",
    ),
    Fault.UNREACHABLE: (
        "The database doesn't answer",
        "Try again in a moment, or check the server.",
    ),
}
"""What it is called for people, and what to do."""
_SQLITE = {
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
    sqlite3.SQLITE_CANTOPEN: Fault.UNREACHABLE,
    sqlite3.SQLITE_IOERR: Fault.UNREACHABLE,
}
_POSTGRESQL = {
    "55P03": Fault.BUSY,  # lock_not_available
    "53300": Fault.BUSY,  # too_many_connections
    "40001": Fault.BUSY,  # serialization_failure
    "40P01": Fault.BUSY,  # deadlock_detected
    "53100": Fault.FULL,  # disk_full
    "25006": Fault.READ_ONLY,  # read_only_sql_transaction
    "XX001": Fault.DAMAGED,  # data_corrupted
    "XX002": Fault.DAMAGED,  # index_corrupted
    "58030": Fault.UNREACHABLE,  # io_error
    "57P01": Fault.UNREACHABLE,  # admin_shutdown
    "57P02": Fault.UNREACHABLE,  # crash_shutdown
    "57P03": Fault.UNREACHABLE,  # cannot_connect_now
}


def fault_of(error: DBAPIError) -> Fault | None:
    """Return what is wrong with the database, None if the fault is ours."""
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        return _SQLITE.get(code & 0xFF)  # the lowest byte of an extended code is its primary code
    state = getattr(cause, "sqlstate", None)
    if state is None or state.startswith("08"):  # no server answered, or the connection broke
        return Fault.UNREACHABLE if error.connection_invalidated or type(cause).__name__ == "OperationalError" else None
    return _POSTGRESQL.get(state)
