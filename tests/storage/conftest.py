"""How the database goes about what it is asked."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.orm import Session

from scorekeeper.settings import Settings
from scorekeeper.storage.db import configure, db
from scorekeeper.usecases import permissions

Ask = Callable[[Session, int], object]
"""Sends statements by this session, about the club of this id."""
Plans = Callable[[Ask], list[str]]


@pytest.fixture
def new_engine(new_settings: Settings) -> Iterator[Engine]:
    """An engine on a database without tables."""
    new_settings.instance.mkdir(parents=True)
    engine = create_engine(new_settings.database_url)
    configure(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def plans(app: Flask) -> Iterator[Plans]:
    """The query plan of each statement that is sent."""
    with app.app_context():
        club = permissions.club_id()

        def explain(ask: Ask) -> list[str]:
            sent: list[tuple[str, Any]] = []

            def note(_connection: object, _cursor: object, sql: str, values: Any, *_more: object) -> None:
                sent.append((sql, values))

            event.listen(db.engine, "before_cursor_execute", note)
            ask(db.session(), club)
            event.remove(db.engine, "before_cursor_execute", note)
            db.session.rollback()
            with db.engine.connect() as connection:
                if db.engine.dialect.name == "sqlite":
                    how = "EXPLAIN QUERY PLAN"
                else:
                    how = "EXPLAIN"
                    connection.exec_driver_sql(
                        "SET LOCAL enable_seqscan = off"
                    )  # it would scan tables as small as these
                told = [connection.exec_driver_sql(f"{how} {sql}", values).all() for sql, values in sent]
            return ["\n".join(row[-1] for row in rows) for rows in told]

        yield explain
        db.session.remove()
