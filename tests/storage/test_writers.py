"""Who waits for whom, and who sees what: the same on SQLite and PostgreSQL, but that clubs write side by side there."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaiting
from traceback import format_exception
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from scorekeeper.storage import clubs as stored_clubs
from scorekeeper.storage.db import EVERY_CLUB, NO_CLUB, db, reading, writing
from scorekeeper.storage.models import ATTEMPT, CLUB, PLAYER, LinkKind
from scorekeeper.usecases import clubs, links, phones
from tests.many_games import BEGUN
from tests.person import Person

OURS, THEIRS = 1, 2
Write = Callable[[int], "Future[int]"]


@pytest.fixture
def write_elsewhere(app: Flask) -> Iterator[Write]:
    """Writes in a club on another thread."""

    def write(club_id: int) -> int:
        with app.app_context(), writing(club_id) as session:
            session.execute(insert(ATTEMPT), {"kind": "PIN", "address": str(club_id), "made_at": BEGUN})
        return club_id

    with ThreadPoolExecutor() as threads:
        yield lambda club_id: threads.submit(write, club_id)


def waits(write: "Future[Any]") -> bool:
    try:
        write.result(0.3)
    except StillWaiting:
        return True
    return False


@pytest.mark.parametrize(
    ("one", "other"), [(OURS, OURS), (OURS, EVERY_CLUB), (EVERY_CLUB, OURS), (EVERY_CLUB, EVERY_CLUB)]
)
def test_a_writer_waits_for_the_other(app: Flask, write_elsewhere: Write, one: int, other: int) -> None:
    with app.app_context():
        with writing(one):
            second = write_elsewhere(other)
            assert waits(second)
        assert second.result(10) == other


@pytest.mark.everywhere("database", proven="tests/usecases/test_races.py")
@pytest.mark.postgresql("SQLite has one writer at a time")
@pytest.mark.parametrize("other", [THEIRS, NO_CLUB])
def test_clubs_write_side_by_side(app: Flask, write_elsewhere: Write, other: int) -> None:
    with app.app_context(), writing(OURS):
        assert write_elsewhere(other).result(10) == other


@pytest.mark.everywhere("database", proven="tests/usecases/test_races.py")
@pytest.mark.postgresql("SQLite has one writer at a time")
def test_who_enters_or_starts_a_club_waits_for_no_club_but_those_where_the_phone_is(app: Flask) -> None:
    def enter(link: str, phone: UUID | None) -> UUID:
        with app.app_context():
            return phones.enter(link, phone, "")[0]

    def start(phone: UUID | None) -> UUID:
        with app.app_context():
            return clubs.start_club("Sunday", "192.168.0.7", True, phone)[0]

    with app.app_context(), ThreadPoolExecutor() as threads:
        with writing() as session:
            ours, theirs = (stored_clubs.add(session, name, BEGUN) for name in ("Ours", "Theirs"))
        link = links.club_keys(ours)[LinkKind.READER]
        phone, _ = phones.enter(link, None, "")
        other, _ = phones.enter(links.club_keys(theirs)[LinkKind.READER], None, "")
        with writing(theirs):
            threads.submit(enter, link, None).result(10), threads.submit(start, None).result(10)
            threads.submit(enter, link, phone).result(10)
            waiting = [threads.submit(enter, link, other), threads.submit(start, other)]
            assert all(map(waits, waiting))
        assert {one.result(10) == other for one in waiting} == {False}


def test_a_writer_reads_what_the_one_it_waited_for_wrote(app: Flask, write_elsewhere: Write) -> None:
    with app.app_context():
        with writing(OURS):
            second = write_elsewhere(OURS)
            assert waits(second)
            third = write_elsewhere(OURS)
        second.result(10), third.result(10)
        with writing(OURS) as session:
            assert len(session.execute(select(ATTEMPT.c.id)).all()) == 2


def test_a_page_shows_one_moment_no_matter_who_writes_meanwhile(app: Flask, write_elsewhere: Write) -> None:
    with app.app_context():
        assert reading().scalars(select(ATTEMPT.c.id)).all() == []
        write_elsewhere(OURS).result(10)
        assert reading().scalars(select(ATTEMPT.c.id)).all() == []
        db.session.rollback()
        assert len(reading().scalars(select(ATTEMPT.c.id)).all()) == 1


def test_an_error_does_not_tell_what_was_typed(app: Flask) -> None:
    with app.app_context(), pytest.raises(DBAPIError) as failed, writing() as session:
        session.execute(text("SELECT :name FROM nowhere"), {"name": "Ann"})
    assert "Ann" not in str(failed.value)


def test_an_error_does_not_tell_which_name_was_refused(app: Flask) -> None:
    """PostgreSQL would name the values of a row that is there already."""
    ann = {"club_id": OURS, "name": "Ann"}
    with app.app_context(), pytest.raises(IntegrityError) as failed, writing() as session:
        session.execute(insert(PLAYER), [ann, ann])
    told = "".join(format_exception(failed.value))
    assert "Ann" not in told
    assert "unique" in told.lower()


@pytest.mark.everywhere("database", proven="tests/storage/test_db.py")
@pytest.mark.postgresql("SQLite is no server")
def test_after_the_server_dropped_its_connections_the_next_tap_is_answered(app: Flask, phone: Person) -> None:
    phone.start_game()
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    with app.app_context(), db.engine.connect() as connection:
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
    answer = phone.play("Bob", 95, 45)
    assert (answer.status, answer.page.totals) == (303, {"Ann & Cal": "45", "Bob & Dee": "−95"})


@pytest.mark.everywhere("database", proven="tests/storage/test_db.py")
@pytest.mark.postgresql("a pooler is one of PostgreSQL's")
@pytest.mark.parametrize("pooler", [False, True])
def test_through_a_pooler_nothing_is_prepared(make_app: Callable[..., Flask], pooler: bool) -> None:
    with make_app(pooler=pooler).app_context():
        for _ in range(20):
            db.session.execute(update(CLUB).values(name="Ours"))
        prepared = db.session.execute(text("SELECT count(*) FROM pg_prepared_statements")).scalar_one()
        db.session.rollback()
    assert bool(prepared) is not pooler
