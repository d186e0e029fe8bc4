"""What each test function costs: `make durations`, on a quiet machine, writes durations.json beside this file.

A second is one of a processor: that of pytest's worker, of the processes that it started and of its browser. `make
durations TEST=…` measures these tests and keeps the rest. The file says what `make quick` leaves out, which tests begin
first, and whether `make test` stays short (tests/test_tiers.py).
"""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .tiers import PROFILES, REST, TEST

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_suffix(".json")
SMALL = 0.1
"""Seconds of a function that only their sum is kept of, unless it has a browser or a process of its own."""
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Run:
    """What one run took: that with the expression TEST or REST."""

    functions: dict[str, tuple[int, float]] = field(default_factory=dict)
    """How many cases each function has, and their seconds."""
    small: float = 0
    """The seconds of all other functions together."""

    @property
    def seconds(self) -> float:
        return self.small + sum(seconds for _, seconds in self.functions.values())


@cache
def read() -> dict[str, Run]:
    """Return what was measured, by the expression of the run."""
    found = json.loads(FILE.read_text()) if FILE.exists() else {}
    return {
        run: Run({name: tuple(one) for name, one in functions.items()}, small)
        for run, (small, functions) in found.items()
    }


def of_a_case(item: pytest.Item) -> float:
    """Return the seconds of one case of this test's function, none where they are small or were not measured."""
    for run in read().values():
        if found := run.functions.get(function(item)):
            cases, seconds = found
            return seconds / cases
    return 0


def function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


class Measured:
    """A plugin that measures each test of a run and notes it in the file."""

    def __init__(self, config: pytest.Config) -> None:
        self.kept = not config.args_source.name.startswith("TESTPATHS")
        self.run = config.option.markexpr
        self.measured: dict[str, list[float]] = {}
        self.always: set[str] = set()
        self.last: float | None = None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before, self.last = _seconds(), None
        yield
        self.measured.setdefault(function(item), []).append((self.last or _seconds()) - before)
        if any(item.get_closest_marker(mark) for mark in ("browser", "process")):
            self.always.add(function(item))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, nextitem: pytest.Item | None) -> None:
        """In the teardown of the last test a browser ends, and the seconds that it took by then go with it."""
        if nextitem is None:
            self.last = _seconds()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        measured, always = getattr(node, "workeroutput", {}).get("measured", ({}, ()))
        for name, seconds in measured.items():
            self.measured.setdefault(name, []).extend(seconds)
        self.always.update(always)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["measured"] = self.measured, sorted(self.always)
        elif self.measured:
            self.write()

    def write(self) -> None:
        runs = read()
        run = runs.get(self.run, Run()) if self.kept else Run()
        for name, seconds in self.measured.items():
            run.functions.pop(name, None)
            if sum(seconds) > SMALL or name in self.always:
                run.functions[name] = (len(seconds), round(sum(seconds), 2))
            elif not self.kept:
                run.small += sum(seconds)
        runs[self.run] = run
        FILE.write_text("{\n" + ",\n".join(_lines(name, run) for name, run in runs.items()) + "\n}\n")
        read.cache_clear()


def _lines(name: str, run: Run) -> str:
    """Return a run as JSON, a function a line."""
    functions = ",\n".join(f"{json.dumps(one)}: {json.dumps(took)}" for one, took in sorted(run.functions.items()))
    return f"{json.dumps(name)}: [{run.small:.1f}, {{\n{functions}\n}}]"


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Measured(config))


def _seconds() -> float:
    """Return what this process took by now, those that it ended, and those that it has running."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime + sum(map(_of, _children(os.getpid())))


def _children(process: int | str) -> Iterator[str]:
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = file.read_text().split()
        except OSError:  # it has ended
            continue
        for child in children:
            yield child
            yield from _children(child)


def _of(process: str) -> float:
    try:
        # What follows the name, which may have blanks: user, system, and both of the children that ended.
        numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:15]
    except OSError:
        return 0
    return sum(map(int, numbers)) / TICK


def main(*tests: str) -> None:
    for run in (TEST, REST):
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "tests.durations",
            "-n",
            str(os.cpu_count()),
            "--dist",
            "worksteal",
            "-m",
            run,
            *tests,
        ]
        env = os.environ | {"HYPOTHESIS_PROFILE": PROFILES[run]}
        status = subprocess.run(command, cwd=ROOT, env=env, check=False).returncode
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            sys.exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
