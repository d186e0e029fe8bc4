"""What a page says when the database fails."""

from flask import current_app
from sqlalchemy.exc import DBAPIError

from scorekeeper.storage.database_errors import Fault, fault_of

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
        "If you run the server: stop it, then put back a backup with scorekeeper restore.",
    ),
    Fault.UNREACHABLE: (
        "The database doesn't answer",
        "Try again in a moment, or check the server.",
    ),
}


def explain(error: DBAPIError) -> tuple[str, str]:
    """Log a database error, and return a title and what to do; raise it if the fault is ours."""
    fault = fault_of(error)
    if fault is None:
        raise error
    current_app.logger.error("The database did not answer: %s", error)
    return ADVICE[fault]
