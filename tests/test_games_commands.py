"""`rook-scorekeeper export`, `import` and `demo`, as a person at a terminal meets them."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.record.games import MADE, SET_BACK

from .patience import PATIENCE
from .server_process import COMMAND, environment
from .terminal import Terminal

pytestmark = pytest.mark.process


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_bad_file_is_named_and_left_out_and_the_others_are_stored(terminal: Terminal, tmp_path: Path) -> None:
    good, won = terminal.file("good.rook.json", SET_BACK), terminal.file("won.rook.json", *[MADE] * 3)
    bad = terminal.file("bad.rook.json", SET_BACK | {"bid": 72})
    given = (good, bad, str(tmp_path / "none.rook.json"), str(tmp_path), won, good)
    status, dry_out, dry_err = terminal.run("import", "--dry-run", *given)
    assert status == 1
    assert terminal.run("export", str(tmp_path / "dry"))[1].startswith("0 games")
    status, out, err = terminal.run("import", *given)
    assert status == 1
    assert out == dry_out.replace("would be saved", "saved")
    assert err == dry_err
    first, second, third = out.splitlines()
    names = "Ann ({0}), Bob ({0}), Cal ({0}), Dee ({0})"
    assert first == f"{good}: saved. Original partnership, 1 hand. In progress. {names.format('new')}"
    assert second.startswith(f"{won}: saved. Original partnership, 3 hands. Bob & Dee won. ")
    assert second.endswith(names.format("already a player"))
    assert third.startswith(f"{good}: already here.")
    left_out = err.splitlines()
    assert left_out[0] == f"{bad}: skipped. Hand 1, bid: Bids go by 5s; 72 isn't one. (R5)"
    assert left_out[1].endswith("none.rook.json: skipped. No such file or directory")
    assert len(left_out) == 3


def test_a_club_moves_to_an_empty_installation_byte_for_byte(terminal: Terminal, tmp_path: Path) -> None:
    given = [terminal.file(f"{number}.rook.json", SET_BACK, notes=f"game {number}") for number in range(3)]
    assert terminal.run("import", *given)[0] == 0
    status, out, _ = terminal.run("export", str(tmp_path / "out"))
    assert (status, out) == (0, f"3 games written to {tmp_path / 'out'}.\n")
    there = sorted(map(str, (tmp_path / "out").iterdir()))
    assert terminal.run("import", *there, instance="elsewhere")[0] == 0
    terminal.run("export", str(tmp_path / "back"), instance="elsewhere")
    assert files(tmp_path / "back") == files(tmp_path / "out")
    terminal.run("export", str(tmp_path / "out"))
    assert files(tmp_path / "back") == files(tmp_path / "out")
    assert terminal.run("import", *there)[1].count("already here") == 3


def test_a_new_name_that_is_spelt_nearly_as_a_known_one_is_said_to_be(terminal: Terminal) -> None:
    terminal.run("import", terminal.file("a.rook.json", SET_BACK))
    hand = SET_BACK | {"captured": {"Bob": 75}}
    other = terminal.file("b.rook.json", hand, players=["ANN", "Bob", "Cal", "Eve"])
    out = terminal.run("import", "--dry-run", other)[1]
    assert out.endswith("ANN (new, similar to Ann), Bob (already a player), Cal (already a player), Eve (new)\n")


def test_where_there_is_no_database_export_says_so_and_makes_none(terminal: Terminal, tmp_path: Path) -> None:
    status, out, err = terminal.run("export", str(tmp_path / "out"), instance="nowhere")
    assert (status, out) == (1, "")
    none = f"There are no games in {tmp_path / 'nowhere'}: it has no database."
    assert err == f"Error: {none} SCOREKEEPER_INSTANCE names another folder.\n"
    assert not (tmp_path / "nowhere").exists()
    assert not (tmp_path / "out").exists()


def test_an_instance_folder_that_cannot_be_made_is_said_in_a_sentence(terminal: Terminal, tmp_path: Path) -> None:
    file = terminal.file("a.rook.json", SET_BACK)
    status, _, err = terminal.run("import", file, instance="a.rook.json/inside")
    assert status == 1
    advice = "SCOREKEEPER_INSTANCE names another folder."
    assert err == f"Error: Cannot use {tmp_path / 'a.rook.json' / 'inside'}: Not a directory. {advice}\n"


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run("import", terminal.file("a.rook.json", SET_BACK))
    (tmp_path / "file").write_text("")
    status, _, err = terminal.run("export", str(tmp_path / "file"))
    assert status == 2
    status, _, err = terminal.run("export", str(tmp_path / "file" / "inside"))
    assert status == 1
    assert "Cannot write to" in err


def test_control_characters_of_a_file_move_no_cursor(terminal: Terminal) -> None:
    _, _, err = terminal.run("import", terminal.file("bad.rook.json", SET_BACK | {"bidder": "\x9b2J"}))
    assert "\x9b" not in err


def test_the_demo_says_what_it_did_and_what_was_there(terminal: Terminal) -> None:
    assert terminal.run("demo", "--games", "12", "--seed", "7") == (
        0,
        "Added 12 demo games. Start `rook-scorekeeper serve` to see them.\n",
        "",
    )
    again = terminal.run("demo", "--games", "13", "--seed", "7")[1]
    assert again.startswith("Added 13 demo games; 12 of them were here already.")


def test_a_terminal_sees_how_far_the_demo_is(terminal: Terminal) -> None:
    ours, theirs = pty.openpty()
    env = environment(terminal.folder, instance=str(terminal.folder / "instance")) | {"TERM": "xterm"}
    command = (*COMMAND, "demo", "--games", "3", "--rules", "original")
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=theirs, timeout=PATIENCE, check=True)
    os.close(theirs)
    assert "100%" in os.read(ours, 10_000).decode()
    os.close(ours)
    assert done.stdout.startswith(b"Added 3 demo games.")


@pytest.mark.parametrize("games", ["0", "-1", "100001"])
def test_a_number_of_demo_games_that_is_too_small_or_too_large_is_refused_in_a_sentence(
    terminal: Terminal, games: str
) -> None:
    status, _, err = terminal.run("demo", "--games", games)
    assert status == 2
    assert f"The demo adds 1 to 100,000 games, not {int(games):,}." in err


def test_your_own_games_are_not_mixed_with_the_demo_unless_you_say_so(terminal: Terminal) -> None:
    terminal.run("import", terminal.file("ours.rook.json", SET_BACK))
    status, out, err = terminal.run("demo", "--games", "2")
    assert (status, out) == (1, "")
    assert "Set SCOREKEEPER_INSTANCE to another folder, or say --among-ours." in err
    assert terminal.run("demo", "--games", "2", "--among-ours")[0] == 0
    terminal.run("export", str(terminal.folder / "out"))
    assert len(list((terminal.folder / "out").iterdir())) == 3
