"""What .ci/run does where tests failed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .patience import PATIENCE

ROOT = Path(__file__).parents[1]
NOTES = """
from tests.again import FailedRun

def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(FailedRun(config))
"""
RIGHT = "def test_right(): pass\n"
WRONG = "def test_wrong(): assert 'wrong' == 'right'\n"
UNSTEADY = """
import pathlib, pytest
@pytest.mark.parametrize("case", CASES)
def test_unsteady(case):
    there = pathlib.Path(case)
    was_there = there.exists()
    there.touch()
    assert was_there
"""
ONE_UNSTEADY = UNSTEADY.replace("CASES", '["one [a::b] and two"]')
CRASH = "import os\ndef test_crash(): os._exit(3)\n"
UNTRIED = """
import pytest

@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session):
    session.exitstatus = 6
"""
MANY = "".join(f"def test_{number}(): assert not {number}\n" for number in range(1, 5))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").touch()
    (tmp_path / "conftest.py").write_text(NOTES)
    return tmp_path


def run(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=project, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)


@pytest.mark.everywhere("again", once={"written": ONE_UNSTEADY})
@pytest.mark.process
@pytest.mark.parametrize(
    ("written", "status", "said"),
    [
        pytest.param(WRONG, 1, "1 failed", id="what fails again is red"),
        pytest.param(ONE_UNSTEADY + WRONG, 1, "1 failed, 1 passed", id="one of two fails again"),
        pytest.param(ONE_UNSTEADY, 0, "test_unsteady[one [a::b] and two]\nIt passed alone.", id="what passes is named"),
        pytest.param(MANY, 1, "4 failed: nothing runs again.", id="more than three are no accident"),
        pytest.param(CRASH, 1, "Not tests alone failed", id="a worker that crashed"),
        pytest.param("import nothing_there", 1, "Not tests alone failed", id="what cannot be collected"),
    ],
)
def test_a_failed_test_runs_once_more_and_alone(project: Path, written: str, status: int, said: str) -> None:
    (project / "test_it.py").write_text(RIGHT + written)
    assert run(project, "pytest", "-n", "2").returncode
    again = run(project, "tests.again")
    assert again.returncode == status
    assert said in again.stdout + again.stderr
    assert "test_right" not in again.stdout


@pytest.mark.everywhere("again", once={"status": 1})
@pytest.mark.process
@pytest.mark.parametrize(
    ("cases", "status"), [(["a", "b"], 0), (["a", "b", "c"], 1)], ids=["three together", "four together"]
)
def test_at_most_three_of_both_runs_together_run_again(project: Path, cases: list[str], status: int) -> None:
    (project / "test_it.py").write_text(ONE_UNSTEADY)
    run(project, "pytest")
    assert run(project, "tests.again").returncode == 0
    (project / "test_it.py").write_text(UNSTEADY.replace("CASES", str(cases)))
    run(project, "pytest")
    assert run(project, "tests.again").returncode == status


@pytest.mark.process
def test_an_earlier_run_counts_no_more(project: Path) -> None:
    """Where lint or the installation fails, no test has run."""
    (project / "test_it.py").write_text(WRONG)
    run(project, "pytest")
    (project / "test_it.py").write_text(RIGHT)
    run(project, "pytest")
    assert run(project, "tests.again").returncode == 1


@pytest.mark.everywhere("again", proven="tests/test_again.py")
@pytest.mark.process
def test_a_run_that_fails_by_a_status_of_its_own_does_not_pass_with_its_tests(project: Path) -> None:
    """It is that of a statement that no test tried (tests/statements.py)."""
    (project / "conftest.py").write_text(f"{NOTES}\n{UNTRIED}")
    (project / "test_it.py").write_text(ONE_UNSTEADY)
    assert run(project, "pytest", "-n", "2").returncode == 6
    assert "Not tests alone failed" in run(project, "tests.again").stderr
