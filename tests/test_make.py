"""The commands of the Makefile: each does its set-up once, says in a sentence what is missing, and is listed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper import __version__
from tests.browser.prepare import HTMX_FILE, is_our_htmx
from tests.told import commands

from .patience import PATIENCE
from .tiers import REST, TEST

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]


def make(*words: str, **more: str) -> "subprocess.CompletedProcess[str]":
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "--no-print-directory", *words]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE, env=clean | more
    )


def what_make_would_do(goal: str, environment: Path) -> list[str]:
    done = make("--dry-run", goal, f"VENV={environment}")
    assert done.returncode == 0
    return done.stdout.splitlines()


def targets() -> set[str]:
    (phony,) = re.findall(r"^\.PHONY: (.+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    return set(phony.split())


@pytest.mark.parametrize("goal", ["run", "test"])
def test_a_fresh_machine_is_set_up_by_hashes(tmp_path: Path, goal: str) -> None:
    steps = "\n".join(what_make_would_do(goal, tmp_path / "fresh"))
    assert "-m venv" in steps
    assert "--require-hashes" in steps
    assert ("tests.browser.prepare" in steps) is (goal == "test")


def test_the_second_run_does_no_set_up_again(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    for name in ("bin/python", "ready-to-run", "ready-to-test"):
        (tmp_path / name).touch()
    assert what_make_would_do("run", tmp_path) == [f"{tmp_path}/bin/rook-scorekeeper serve"]
    steps = "\n".join(what_make_would_do("test", tmp_path))
    assert "pip install" not in steps
    assert "prepare" not in steps
    assert "pytest" in steps


def stand_in(path: Path, body: str) -> Path:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


WITHOUT_VENV = 'case "$2" in *ensurepip*) exit 1;; esac'


@pytest.mark.parametrize("python", [WITHOUT_VENV, "exit 1"], ids=["a Python without venv", "a Python that is too old"])
def test_a_missing_program_is_said_with_the_packages_to_install(tmp_path: Path, python: str) -> None:
    done = make("run", f"VENV={tmp_path / 'fresh'}", f"PYTHONS={stand_in(tmp_path / 'python', python)}")
    assert done.returncode != 0
    assert "install the packages python3 and python3-venv" in done.stderr


@pytest.mark.everywhere("again", proven="tests/test_make.py")
def test_a_python_without_venv_is_passed_over_for_one_that_has_it(tmp_path: Path) -> None:
    without = stand_in(tmp_path / "without", WITHOUT_VENV)
    done = make(f"{tmp_path}/fresh/bin/python", f"VENV={tmp_path / 'fresh'}", f"PYTHONS={without} {sys.executable}")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "fresh" / "bin" / "python").exists()


def test_help_has_a_line_for_each_command() -> None:
    lines = make("help").stdout.splitlines()
    assert {line.split()[1] for line in lines} == targets()
    assert all(re.fullmatch(r"make \S+ +[A-Z].+", line) for line in lines)


def test_make_alone_serves_the_app(tmp_path: Path) -> None:
    assert make("--dry-run", f"VENV={tmp_path}").stdout == make("--dry-run", "run", f"VENV={tmp_path}").stdout


@pytest.mark.parametrize(
    ("file", "key"), [(".github/workflows/tests.yml", "run"), (".pre-commit-config.yaml", "entry")]
)
def test_a_workflow_and_a_hook_run_the_commands_that_people_run(file: str, key: str) -> None:
    commands = re.findall(rf"^ +(?:- )?{key}: (.+)", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert commands
    for program, *words in map(str.split, commands):
        assert (set(words) <= targets()) if program == "make" else os.access(ROOT / program, os.X_OK), program


@pytest.mark.parametrize(
    ("fails", "again", "calls", "status"),
    [
        ("", 0, "test test-rest", 0),
        ("test", 0, "test again test-rest", 0),
        ("test", 1, "test again", 1),
        ("test-rest", 0, "test test-rest again", 0),
        ("test-rest", 1, "test test-rest again", 1),
        ("test test-rest", 0, "test again test-rest again", 0),
    ],
    ids=["all pass", "one flake, and the rest still runs", "red", "one flake of the rest", "a red rest", "two flakes"],
)
def test_ci_runs_every_test_and_what_failed_again(
    tmp_path: Path, fails: str, again: int, calls: str, status: int
) -> None:
    """`make` and the second run are stand-ins here; tests/test_again.py says what that does."""
    for folder in (".ci", ".venv/bin", "programs"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci" / "run")
    stand_in(tmp_path / "programs" / "make", f'echo "$1"\ncase " {fails} " in *" $1 "*) exit 2;; esac')
    stand_in(tmp_path / ".venv" / "bin" / "python", f"echo again\nexit {again}")
    env = os.environ | {"PATH": f"{tmp_path / 'programs'}:{os.environ['PATH']}"}
    command = [tmp_path / ".ci" / "run"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.stdout.split() == calls.split()
    assert done.returncode == status


def test_both_runs_together_are_every_test() -> None:
    """What the one leaves out is in the other (tests/test_tiers.py)."""
    said = make("--dry-run", "test-all").stdout
    assert re.findall(r'HYPOTHESIS_PROFILE=quick .*-m "(.+)"$', said, re.MULTILINE) == [TEST]
    assert re.findall(r'-m "(.+)"$', said, re.MULTILINE) == [TEST, REST]
    assert said.count("lint-imports") == 1


def test_without_docker_and_buildah_an_image_is_not_made_and_what_is_missing_is_said(tmp_path: Path) -> None:
    for name in ("sh", "git", "sed", "make"):
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    stand_in(tmp_path / "docker", "exit 1")  # the client, whose engine does not run
    done = make("image", PATH=str(tmp_path))
    assert done.returncode != 0
    assert "needs Docker's engine or buildah, and neither answers here: install docker.io or buildah." in done.stderr


def test_an_image_is_named_by_the_version_and_knows_its_commit(tmp_path: Path) -> None:
    stand_in(tmp_path / "docker", 'echo "$@"')
    said = make("image", "IMAGE=rook", "BUILD_OPTIONS=--push", PATH=f"{tmp_path}:{os.environ['PATH']}").stdout
    assert f"--tag rook:{__version__} --tag rook:latest --push ." in said
    assert re.search(rf"--build-arg VERSION={re.escape(__version__)} --build-arg REVISION=[0-9a-f]{{40}} ", said)


def test_a_workflow_names_only_targets_and_pages_that_are_there() -> None:
    text = (ROOT / ".github" / "workflows" / "image.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"\bmake ([a-z-]+)", text)) <= targets()
    told = re.findall(r"tests\.told (\S+) (\S+)", text)
    assert {heading for _, heading in told} == {"systemd", "Docker"}
    for page, heading in told:
        assert commands((ROOT / page).read_text(encoding="utf-8"), heading).strip()


def test_whatever_is_skipped_is_said_with_its_reason(pytestconfig: pytest.Config) -> None:
    assert "s" in pytestconfig.getoption("reportchars")


def test_a_chromium_that_is_not_there_is_said_in_a_sentence() -> None:
    command = [sys.executable, "-m", "tests.browser.prepare"]
    wrong = os.environ | {"CHROMIUM": "/nowhere/chromium"}
    done = subprocess.run(command, cwd=ROOT, env=wrong, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode != 0
    assert done.stderr.strip() == "CHROMIUM is '/nowhere/chromium', and there is no such program."


def test_a_playwright_that_does_not_start_is_said_with_the_packages_to_install() -> None:
    command = [sys.executable, "-m", "tests.browser.prepare"]
    broken = os.environ | {"PLAYWRIGHT_NODEJS_PATH": "/nowhere/node", "PATH": "/nowhere", "CHROMIUM": sys.executable}
    done = subprocess.run(command, cwd=ROOT, env=broken, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode != 0
    packages = "libatomic1 chromium-headless-shell"
    assert done.stderr.strip().endswith(f"which does not start here. On Debian: sudo apt-get install {packages}")
    assert packages in (ROOT / "README.md").read_text()


def test_htmx_is_taken_only_byte_for_byte() -> None:
    content = HTMX_FILE.read_bytes()
    assert is_our_htmx(content)
    assert not is_our_htmx(content + b"\n")
    assert not is_our_htmx(b"")
