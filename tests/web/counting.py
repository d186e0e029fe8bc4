"""Counts the statements of a request."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from sqlalchemy import event

from scorekeeper.storage.db import db

NOT_COUNTED = ("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA")


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """The statements that are sent to the database in this block."""
    sent: list[str] = []

    def note(connection: Any, _cursor: Any, statement: str, *_others: Any) -> None:
        is_ours = connection.get_execution_options().get("uncounted")
        if not is_ours and not statement.lstrip().upper().startswith(NOT_COUNTED):
            sent.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine, "before_cursor_execute", note)


def read_results(sent: list[str]) -> list[str]:
    """The statements that read the results of all games in order."""
    return [statement for statement in sent if "ORDER BY seat_stats.ended_at" in statement]
