"""The database as the app opens it."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaiting
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest
from flask import Flask
from sqlalchemy import create_engine, select, text
from sqlalchemy.exc import IntegrityError

from scorekeeper.storage.db import configure, db, writing
from scorekeeper.storage.models import Club
from tests.person import Person

PRAGMAS = [
    ("journal_mode", "wal", "readers never wait for a writer"),
    ("synchronous", 2, "FULL: what was acknowledged survives a power cut"),
    ("foreign_keys", 1, "no hand without its game"),
    ("busy_timeout", 10_000, "a writer waits for another"),
]


@pytest.mark.sqlite("PostgreSQL has no pragmas")
@pytest.mark.parametrize(("pragma", "value"), [row[:2] for row in PRAGMAS], ids=[row[2] for row in PRAGMAS])
def test_every_connection_is_set_up(app: Flask, pragma: str, value: object) -> None:
    with app.app_context(), db.engine.connect() as one, db.engine.connect() as other:
        for connection in (one, other):
            assert connection.execute(text(f"PRAGMA {pragma}")).scalar_one() == value


@pytest.mark.sqlite("PostgreSQL has one log for all")
def test_the_first_of_many_workers_to_open_a_new_database_keeps_none_out(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as first:
        first.execute("BEGIN IMMEDIATE")
        engine = create_engine(f"sqlite:///{file}")
        configure(engine)
        with ThreadPoolExecutor() as threads:
            second = threads.submit(lambda: engine.connect().close())
            with pytest.raises(StillWaiting):
                second.result(0.2)
            first.execute("ROLLBACK")
            second.result()
        engine.dispose()


def test_a_row_without_its_parent_is_refused(app: Flask) -> None:
    orphan = "INSERT INTO game_player (game_id, number, seat, player_id, total, won) VALUES (99, 0, 0, 99, 0, FALSE)"
    with app.app_context(), pytest.raises(IntegrityError), writing() as session:
        session.execute(text(orphan))


def start_and_fail() -> None:
    with writing() as session:
        session.add(Club(name="half", created_at=datetime.now(UTC)))
        session.flush()
        raise ZeroDivisionError


def test_a_transaction_that_fails_half_way_leaves_nothing(app: Flask) -> None:
    with app.app_context():
        with pytest.raises(ZeroDivisionError):
            start_and_fail()
        assert db.session.scalars(select(Club.name)).all() == ["Our table"]


def test_a_writer_waits_for_another(app: Flask) -> None:
    locked, order = Event(), []

    def hold() -> None:
        with app.app_context(), writing():
            locked.set()
            sleep(0.1)
            order.append("first")

    holder = Thread(target=hold)
    holder.start()
    locked.wait()
    with app.app_context(), writing():
        order.append("second")
    holder.join()
    assert order == ["first", "second"]


def test_moments_are_read_back_in_utc(app: Flask) -> None:
    with app.app_context():
        made = db.session.scalars(select(Club.created_at)).one()
    assert made.tzinfo is UTC
    assert made <= datetime.now(UTC)


def test_the_games_of_another_club_are_not_there(app: Flask, phone: Person) -> None:
    """Everything is asked for by its club."""
    game = phone.start_game()
    with app.app_context(), writing() as session:
        session.add(Club(name="others", created_at=datetime.now(UTC)))
        session.flush()
        session.execute(text("UPDATE game SET club_id = (SELECT max(id) FROM club)"))
    assert phone.get(game).status == 404
    assert "No games yet" in phone.open("/games").text
