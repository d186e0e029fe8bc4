"""`rook-scorekeeper check [--json] FILE…`: lines, exit statuses, standard input, many files."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE

from .games import MADE, RULE_BOOK, changed, document

pytestmark = pytest.mark.process

SOUND = json.dumps(document(RULE_BOOK, dealer="Dee")).encode()
WRONG = json.dumps(document(changed(MADE, claimed={"Bob": 95}))).encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a sound record, one with a wrong claim and one that is no record."""
    (tmp_path / "sound.rook.json").write_bytes(SOUND)
    (tmp_path / "wrong.rook.json").write_bytes(WRONG)
    (tmp_path / "broken.rook.json").write_bytes(b"{")
    return tmp_path


def run_check(folder: Path, *arguments: str | Path, standard_input: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command as a person runs it."""
    command = [sys.executable, "-m", "scorekeeper", *arguments]
    surroundings = {**os.environ, "PYTHONPATH": os.getcwd()}
    return subprocess.run(
        command, cwd=folder, input=standard_input, capture_output=True, timeout=PATIENCE, check=False, env=surroundings
    )


STATUSES = [
    (["sound.rook.json"], 0, ["sound.rook.json"]),
    (["wrong.rook.json"], 1, ["wrong.rook.json"]),
    (["broken.rook.json"], 1, ["broken.rook.json"]),
    (["sound.rook.json", "wrong.rook.json", "sound.rook.json"], 1, ["sound.rook.json", "wrong.rook.json"] * 2),
    (["missing.rook.json"], 2, []),
    (["."], 2, []),
    (["wrong.rook.json", "missing.rook.json", "sound.rook.json"], 2, ["wrong.rook.json", "sound.rook.json"]),
]


@pytest.mark.parametrize(("files", "status", "lines"), STATUSES)
def test_one_line_a_file_in_the_order_given_and_the_worst_as_exit_status(
    folder: Path, files: list[str], status: int, lines: list[Any]
) -> None:
    """0 no problem, 1 some problem, 2 a file that cannot be read: no line for it, the others are still done."""
    done = run_check(folder, "check", "--json", *files)
    result = [json.loads(line)["file"] for line in done.stdout.splitlines()]
    assert (done.returncode, result) == (status, lines[: len(files)])
    assert (b"missing.rook.json" in done.stderr) == ("missing.rook.json" in files)
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["check"], ["check", "--jsn", "a"], ["check", "--json"], ["audit"]])
def test_wrong_usage_exits_with_2(folder: Path, arguments: list[str]) -> None:
    """With a message on standard error and nothing on standard output."""
    done = run_check(folder, *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Usage" in done.stderr


def test_a_dash_reads_one_document_from_standard_input(folder: Path) -> None:
    """Its file is called `-`."""
    done = run_check(folder, "check", "--json", "-", "sound.rook.json", standard_input=WRONG)
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == ["-", "sound.rook.json"]
    assert done.returncode == 1


def test_standard_input_is_read_no_further_than_a_record_may_be_large(folder: Path) -> None:
    """An endless one ends."""
    with open("/dev/zero", "rb") as endless:
        command = [sys.executable, "-m", "scorekeeper", "check", "--json", "-"]
        done = subprocess.run(command, stdin=endless, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, json.loads(done.stdout)["problems"][0]["code"]) == (1, "bad-format")


def test_a_file_that_is_too_large_is_told_from_its_size(folder: Path) -> None:
    """Twenty gigabytes with holes are told at once, because nothing of them is read."""
    with open(folder / "large.rook.json", "wb") as stream:
        stream.truncate(20_000_000_000)
    (problem,) = json.loads(run_check(folder, "check", "--json", "large.rook.json").stdout)["problems"]
    assert problem["message"] == "A game file can be up to 5,000,000 bytes; this has 20,000,000,000."


def test_the_line_is_the_verdict_with_its_keys_in_order(folder: Path) -> None:
    """The rule book's example, to the letter."""
    each = {"Ann": 45, "Bob": -95, "Cal": 45, "Dee": -95}
    line = run_check(folder, "check", "--json", "sound.rook.json").stdout.decode()
    assert line.endswith("}\n")
    assert list(json.loads(line).items()) == [
        ("file", "sound.rook.json"), ("valid", True), ("rules", "original"), ("status", "in-progress"),
        ("hands", [{"number": 1, "dealer": "Dee", "points": each, "totals": each}]), ("totals", each),
        ("winners", []), ("problems", []),
    ]  # fmt: skip
    (problem,) = json.loads(run_check(folder, "check", "--json", "wrong.rook.json").stdout)["problems"]
    assert list(problem) == ["hand", "code", "field", "message", "ruling"]


def test_a_file_name_that_is_not_utf_8_is_no_obstacle(folder: Path) -> None:
    """Its line is JSON all the same."""
    name = os.fsdecode(b"caf\xe9.rook.json")
    (folder / name).write_bytes(SOUND)
    done = run_check(folder, "check", "--json", name)
    assert (done.returncode, json.loads(done.stdout)["file"]) == (0, "caf\N{REPLACEMENT CHARACTER}.rook.json")


def test_many_files_are_answered_in_the_order_given(folder: Path) -> None:
    """The missing one among them has no line."""
    kinds = ["sound.rook.json", "wrong.rook.json", "broken.rook.json"] * 200
    done = run_check(folder, "check", "--json", *kinds, "missing.rook.json", *kinds)
    result = [json.loads(line)["file"] for line in done.stdout.splitlines()]
    assert (done.returncode, result) == (2, kinds * 2)


def test_memory_does_not_grow_with_the_number_of_files(folder: Path) -> None:
    """Eight thousand answers take no more room than three hundred."""
    script = (
        "import resource, subprocess, sys; "
        "command = [sys.executable, '-m', 'scorekeeper', 'check', '--json', *['wrong.rook.json'] * int(sys.argv[1])]; "
        "subprocess.run(command, stdout=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )

    def memory(count: int) -> int:
        command = [sys.executable, "-c", script, str(count)]
        return int(subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE, check=True).stdout)

    assert memory(8000) < 1.2 * memory(300)


def test_a_progress_bar_is_for_a_terminal_alone(folder: Path) -> None:
    """Nothing but messages goes to standard error elsewhere."""
    files = ["check", "--json", "sound.rook.json", "sound.rook.json"]
    assert run_check(folder, *files).stderr == b""
    terminal, end = os.openpty()
    done = subprocess.run([sys.executable, "-m", "scorekeeper", *files], cwd=folder, stdout=subprocess.PIPE, stderr=end)
    assert (done.returncode, b"100%" in os.read(terminal, 10_000), done.stdout.count(b"\n")) == (0, True, 2)
    os.close(end)
    os.close(terminal)


def test_the_schema_is_printed_as_json(folder: Path) -> None:
    """`rook-scorekeeper schema`."""
    done = run_check(folder, "schema")
    assert done.returncode == 0
    assert json.loads(done.stdout)["$schema"].startswith("https://json-schema.org/")


def test_the_check_needs_neither_the_web_nor_the_database() -> None:
    """Importing it is light."""
    script = "import sys, scorekeeper.cli.check; print({'flask', 'sqlalchemy', 'alembic'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout == b"set()\n"
