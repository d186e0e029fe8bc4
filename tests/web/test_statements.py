"""A statement that no test sends on PostgreSQL is named, once all tests of the database have run."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.storage.db import db
from tests.person import Person
from tests.statements import NOTED, UNTRIED, Statements
from tests.tiers import REST, TEST, tree


@pytest.fixture
def noted(request: pytest.FixtureRequest, phone: Person) -> Iterator[Statements]:
    """Notes what the test sends from now on."""
    statements = Statements(all_run=True)
    with contextmanager(statements.pytest_runtest_protocol)(request.node):
        yield statements
    statements.stop()


def finished(statements: Statements, *workers: Any) -> dict[str, str]:
    for noted in workers:
        statements.pytest_testnodedown(SimpleNamespace(workeroutput={"statements": noted} if noted else {}))
    return statements.untried()


def test_a_statement_that_a_test_of_web_sends_on_sqlite_alone_is_untried(
    noted: Statements, app: Flask, phone: Person
) -> None:
    phone.open("/players")
    with app.app_context():
        db.session.execute(text("SELECT name FROM club -- typed by a test"))
    assert any("FROM player" in statement for statement in noted.untried())
    assert {test.rpartition("::")[2] for test in noted.untried().values()} == {
        "test_a_statement_that_a_test_of_web_sends_on_sqlite_alone_is_untried"
    }
    assert not any("typed by a test" in statement for statement in noted.untried())
    assert not noted.on_both


@pytest.mark.both_databases
def test_a_statement_of_a_test_on_both_databases_is_tried(noted: Statements, phone: Person) -> None:
    phone.open("/players")
    assert not noted.of_web
    assert any("FROM player" in statement for statement in noted.on_both)


def test_a_statement_that_one_worker_tried_another_need_not() -> None:
    one, other = (True, ["SELECT 1"], {"SELECT 2": "a"}), (True, ["SELECT 2"], {"SELECT 1": "b", "SELECT 3": "c"})
    assert finished(Statements(all_run=True), one, other) == {"SELECT 3": "c"}


@pytest.mark.parametrize(
    ("all_run", "worker"),
    [(False, (True, [], {"SELECT 1": "a"})), (True, (False, [], {})), (True, None)],
    ids=["other tests", "some deselected", "a worker that ended before its time"],
)
def test_where_few_tests_ran_nothing_is_said(all_run: bool, worker: Any) -> None:
    assert not finished(Statements(all_run), (True, [], {"SELECT 2": "b"}), worker)


@pytest.mark.parametrize(
    ("failed", "status"),
    [(pytest.ExitCode.OK, UNTRIED), (pytest.ExitCode.TESTS_FAILED, UNTRIED), (pytest.ExitCode.INTERRUPTED, 2)],
    ids=["all passed", "a test of something else failed", "the run was stopped"],
)
def test_an_untried_statement_fails_the_run_by_a_status_of_its_own(failed: pytest.ExitCode, status: int) -> None:
    statements = Statements(all_run=True)
    session: Any = SimpleNamespace(exitstatus=failed, config=object())
    finished(statements, (True, [], {"SELECT 1": "a"}))
    statements.pytest_sessionfinish(session, failed)
    assert session.exitstatus == status


def test_a_test_that_failed_may_have_sent_less(noted: Statements, phone: Person) -> None:
    phone.open("/players")
    report: Any = SimpleNamespace(failed=True)
    noted.pytest_runtest_logreport(report)
    assert not noted.untried()


def marked(*names: str) -> Any:
    return SimpleNamespace(get_closest_marker=lambda name: name in names or None)


@pytest.mark.parametrize(
    ("run", "left_out", "all_ran"),
    [
        (TEST, marked("everywhere"), True),
        (REST, marked(), True),
        (TEST, marked(), False),
        (REST, marked("everywhere"), False),
        ("not browser", marked("browser"), False),
        ("", marked(), False),
    ],
    ids=["test", "the rest", "test with -k", "the rest with -k", "other marks", "by name"],
)
def test_tests_that_the_two_runs_leave_out_are_not_missing(run: str, left_out: Any, all_ran: bool) -> None:
    statements = Statements(all_run=True, run=run)
    statements.pytest_deselected([left_out])
    assert statements.all_ran is all_ran
    statements.stop()


class Cache:
    """That of pytest, in memory."""

    def __init__(self) -> None:
        self.notes: dict[str, Any] = {}
        self.set = self.notes.__setitem__
        self.get = self.notes.get


def run_of(cache: Cache, run: str, on_both: list[str], of_web: dict[str, str], failed: bool = False) -> Any:
    """Return the exit status of a run that ended with this, and what it found untried."""
    statements = Statements(all_run=True, run=run)
    session: Any = SimpleNamespace(exitstatus=pytest.ExitCode.OK, config=SimpleNamespace(cache=cache))
    finished(statements, (not failed, on_both, of_web))
    statements.pytest_sessionfinish(session, pytest.ExitCode.OK)
    return session.exitstatus, statements.untried()


@pytest.mark.parametrize(
    ("test", "rest", "untried"),
    [
        (([], {"SELECT 1": "a"}), (["SELECT 1"], {}), {}),
        ((["SELECT 1"], {}), ([], {"SELECT 1": "a"}), {}),
        (([], {"SELECT 1": "a"}), (["SELECT 2"], {}), {"SELECT 1": "a"}),
        ((["SELECT 2"], {}), ([], {"SELECT 1": "a"}), {"SELECT 1": "a"}),
    ],
    ids=["tried in the rest", "tried in make test", "an unmarked test alone sends it", "a marked one alone"],
)
def test_the_rest_compares_what_both_runs_sent(test: Any, rest: Any, untried: dict[str, str]) -> None:
    cache = Cache()
    assert run_of(cache, TEST, *test) == (pytest.ExitCode.OK, {}), "the rest may still try it"
    assert run_of(cache, REST, *rest) == (UNTRIED if untried else pytest.ExitCode.OK, untried)


@pytest.mark.parametrize("lacks", ["make test did not run", "it failed", "it ran another tree"])
def test_where_make_test_left_nothing_of_the_same_tree_nothing_is_compared(lacks: str) -> None:
    cache = Cache()
    if lacks != "make test did not run":
        run_of(cache, TEST, [], {}, failed=lacks == "it failed")
        assert cache.notes[NOTED]["tree"] == tree()
    if lacks == "it ran another tree":
        cache.notes[NOTED]["tree"] = "another"
    assert run_of(cache, REST, [], {"SELECT 1": "a"}) == (pytest.ExitCode.OK, {})
