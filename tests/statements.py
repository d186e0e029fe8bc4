"""Does a test that runs on PostgreSQL, too, send each statement that the tests of `web` send?

Most tests of `web` run on SQLite alone. So a statement that only they send would meet PostgreSQL on somebody's server
first. What is compared is what SQLAlchemy compiles for SQLite: a test on both databases sends the same on both. `make
test` notes what it sent in pytest's cache, and `make test-rest` compares that and its own together.
"""

from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.sql.compiler import SQLCompiler

from .tiers import REST, TEST, is_left_out, tree

TESTS = Path(__file__).parent
FOLDERS = {TESTS / "storage", TESTS / "usecases", TESTS / "web"}
TO_THE_END = {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
UNTRIED = 6
"""A status of its own: a test that failed as well, and passes alone, does not excuse it."""
NOTED = "rook/statements"  # in pytest's cache


class Statements:
    """Notes who sends what in each worker of a run, and compares it where the run ends."""

    def __init__(self, all_run: bool, run: str = ""):
        self.all_ran = all_run
        self.run = run
        """The expression of its marks."""
        self.compares = run != TEST
        self.on_both: set[str] = set()
        self.of_web: dict[str, str] = {}
        """A test on SQLite alone for each statement."""
        self._test: pytest.Item | None = None
        self._is_on_both = False
        event.listen(Engine, "before_cursor_execute", self._note)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if item.path.parent in FOLDERS:
            self._test, self._is_on_both = item, _is_on_both(item)
        yield
        self._test = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that failed may not have sent all that it sends."""
        if report.failed and self._test:
            self.all_ran = False

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.all_ran &= all(is_left_out(item, self.run) for item in items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take what a worker noted."""
        all_ran, on_both, of_web = getattr(node, "workeroutput", {}).get("statements", (False, [], {}))
        self.all_ran &= all_ran
        self.on_both.update(on_both)
        self.of_web.update(of_web)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        self.stop()
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["statements"] = (self.all_ran, list(self.on_both), self.of_web)
            return
        cache = getattr(session.config, "cache", None)
        if cache and self.run == REST:
            self.add(cache.get(NOTED, {}))
        elif cache and self.run == TEST:
            cache.set(NOTED, self.noted(exitstatus))
        if exitstatus in TO_THE_END and self.untried():
            session.exitstatus = UNTRIED

    def noted(self, exitstatus: int) -> dict[str, Any]:
        """Return what `make test` leaves for the run of the rest."""
        all_ran = self.all_ran and exitstatus in TO_THE_END
        return {"tree": tree(), "all_ran": all_ran, "on_both": sorted(self.on_both), "of_web": self.of_web}

    def add(self, noted: dict[str, Any]) -> None:
        """Take what `make test` noted, where it ran the same tests of the same app to the end."""
        self.compares = bool(noted) and noted["all_ran"] and noted["tree"] == tree()
        if self.compares:
            self.on_both.update(noted["on_both"])
            self.of_web |= noted["of_web"]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
        untried = self.untried() if exitstatus in TO_THE_END else {}
        if untried:
            terminalreporter.section("statements that no test sends on PostgreSQL", red=True)
            for statement, test in sorted(untried.items(), key=lambda one: one[1]):
                terminalreporter.line(f"{test}\n    {' '.join(statement.split())}")
            terminalreporter.line("Mark a test that sends it `both_databases`.", red=True)
        if self.run == REST and self.all_ran and not self.compares:
            terminalreporter.line("Statements: make test left none of this tree, so nothing was compared.")

    def stop(self) -> None:
        event.remove(Engine, "before_cursor_execute", self._note)

    def untried(self) -> dict[str, str]:
        """Return the statements that were tried on SQLite alone, each with a test; none where few tests were run."""
        missing = self.of_web.keys() - self.on_both if self.all_ran and self.compares else ()
        return {statement: self.of_web[statement] for statement in missing}

    def _note(self, _connection: object, _cursor: object, _sql: str, _values: object, context: Any, _: bool) -> None:
        compiled = context and context.compiled
        if not self._test or not isinstance(compiled, SQLCompiler) or compiled.isplaintext:
            return  # what is only text is a test's own: the app has none
        if self._is_on_both:
            self.on_both.add(compiled.string)
        elif self._test.path.parent == TESTS / "web":
            self.of_web.setdefault(compiled.string, self._test.nodeid)


def _is_on_both(test: pytest.Item) -> bool:
    """Return whether this is the case on SQLite of a test that does the same on PostgreSQL.

    Who asks which database it is on does something else there.
    """
    case = getattr(test, "callspec", None)
    if not case or not isinstance(test, pytest.Function):
        return False
    return "database" in case.params and "database" not in signature(test.function).parameters


def all_run(config: pytest.Config) -> bool:
    """Return whether the command line names all folders, on the databases of every run."""
    named = {Path(config.invocation_params.dir, argument).resolve() for argument in config.args}
    return not config.getoption("database") and (TESTS in named or named >= FOLDERS)
