"""`scorekeeper demo`, as a person at the terminal meets it."""

import os
import pty
import subprocess

import pytest

from tests.record.games import SET_BACK

from .server_process import COMMAND, environment
from .terminal import Terminal

pytestmark = pytest.mark.process


def test_it_says_what_it_did_and_what_was_there(terminal: Terminal) -> None:
    assert terminal.run("demo", "--games", "12", "--seed", "7") == (
        0,
        "Added 12 demo games. Start `scorekeeper serve` to see them.\n",
        "",
    )
    again = terminal.run("demo", "--games", "13", "--seed", "7")[1]
    assert again.startswith("Added 13 demo games; 12 of them were here already.")


def test_a_terminal_sees_how_far_it_is(terminal: Terminal) -> None:
    ours, theirs = pty.openpty()
    env = environment(terminal.folder, instance=str(terminal.folder / "instance")) | {"TERM": "xterm"}
    command = (*COMMAND, "demo", "--games", "3", "--rules", "original")
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=theirs, timeout=60, check=True)
    os.close(theirs)
    assert "100%" in os.read(ours, 10_000).decode()
    os.close(ours)
    assert done.stdout.startswith(b"Added 3 demo games.")


@pytest.mark.parametrize("games", ["0", "-1", "100001"])
def test_a_number_that_is_too_small_or_too_large_is_refused_in_a_sentence(terminal: Terminal, games: str) -> None:
    status, _, err = terminal.run("demo", "--games", games)
    assert status == 2
    assert f"The demo adds 1 to 100,000 games, not {int(games):,}." in err


def test_your_own_games_are_not_mixed_with_it_unless_you_say_so(terminal: Terminal) -> None:
    terminal.run("import", terminal.file("ours.rook.json", SET_BACK))
    status, out, err = terminal.run("demo", "--games", "2")
    assert (status, out) == (1, "")
    assert "Set SCOREKEEPER_INSTANCE to another folder, or say --among-ours." in err
    assert terminal.run("demo", "--games", "2", "--among-ours")[0] == 0
    terminal.run("export", str(terminal.folder / "out"))
    assert len(list((terminal.folder / "out").iterdir())) == 3
