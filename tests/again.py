"""What failed runs once more, alone: `python -m tests.again`, which .ci/run calls after each of its two runs.

A machine with busy neighbors can fail a test that is right. What fails again is red. What passes is unsteady: it is
named, with both outputs, and mended the same day (`make unsteady TEST=…`). `make test` alone stays strict.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

NOTED = "rook/failed-run"  # in pytest's cache
AGAIN = "rook/again"  # in pytest's cache: how many ran again before, in the same .ci/run
MOST = 3  # more than these, in both runs together, are no accident


class FailedRun:
    """A plugin that notes of a run what failed, how, and whether something else went wrong."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.failures: dict[str, str] = {}
        self.crashed = False
        self.note({})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failures[report.nodeid] = self.failures.get(report.nodeid, "") + report.longreprtext

    def pytest_testnodedown(self, error: object) -> None:
        self.crashed |= error is not None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        done = session.exitstatus == pytest.ExitCode.TESTS_FAILED and not self.crashed
        self.note(self.failures if done else {})

    def note(self, failures: dict[str, str]) -> None:
        if cache := getattr(self.config, "cache", None):
            database = self.config.getoption("--database", default=None)
            cache.set(NOTED, {"failures": failures, "options": ["--database", database] if database else []})


def main() -> None:
    noted, before = (Path(".pytest_cache", "v", name) for name in (NOTED, AGAIN))
    found = json.loads(noted.read_text()) if noted.exists() else {"failures": {}}
    failures: dict[str, str] = found["failures"]
    failed = len(failures) + (int(before.read_text()) if before.exists() else 0)
    if not failures or failed > MOST:
        sys.exit(f"{failed if failures else 'Not tests alone'} failed: nothing runs again.")
    before.write_text(str(failed))
    again = subprocess.run([sys.executable, "-m", "pytest", "-n", "0", *found["options"], *failures], check=False)
    if again.returncode:
        sys.exit(again.returncode)
    for test, output in failures.items():
        sys.stdout.write(f"unsteady: {test}\nIt passed alone. Before, it failed:\n{output}\n")


if __name__ == "__main__":
    main()
