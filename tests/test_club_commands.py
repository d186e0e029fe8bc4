"""`scorekeeper export-club`, `import-club`, `clubs` and `club`, as a person at a terminal meets them."""

import re
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from tests.record.games import MADE, SET_BACK

from .person import Person
from .terminal import Terminal
from .usecases.club_files import unpacked

pytestmark = pytest.mark.process


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


def test_a_club_moves_to_another_installation_once(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run("import", terminal.file("a.json", SET_BACK), terminal.file("b.json", *[MADE] * 3))
    file = str(tmp_path / "club.zip")
    assert terminal.run("export-club", file) == (0, f"The club was written to {file}.\n", "")
    assert terminal.run("import-club", file, instance="there") == (0, "Our table is here, with 2 games.\n", "")
    for folder, instance in (("here", "instance"), ("moved", "there")):
        terminal.run("export", str(tmp_path / folder), instance=instance)
    records = [{path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()} for folder in ("here", "moved")]
    assert records[0] == records[1]
    for instance in ("instance", "there"):
        again = terminal.run("import-club", file, instance=instance)
        assert again == (1, "", "Error: This club is here already. Nothing was changed.\n")


@pytest.mark.postgresql("a club moves to it from SQLite")
def test_a_club_moves_from_sqlite_to_postgresql_and_back(
    terminal: Terminal, new_settings: Settings, tmp_path: Path
) -> None:
    terminal.run("demo", "--games", "20")
    here, there, back = {"instance": "instance"}, {"database": new_settings.database}, {"instance": "back"}
    for number, (one, other) in enumerate(((here, there), (there, back))):
        file = str(tmp_path / f"{number}.zip")
        assert terminal.run("export-club", file, **one)[0] == 0
        assert terminal.run("import-club", file, **other) == (0, "Our table is here, with 20 games.\n", "")
        assert terminal.run("doctor", **other)[1].startswith("All is well: 1 club, 20 games")
    assert unpacked((tmp_path / "0.zip").read_bytes()) == unpacked((tmp_path / "1.zip").read_bytes())


def test_a_file_that_cannot_be_read_or_is_none_is_said_in_a_sentence(terminal: Terminal, tmp_path: Path) -> None:
    record = terminal.file("a.json", SET_BACK)
    _, _, error = terminal.run("import-club", record)
    assert error == "Error: That isn't a club's file. Choose the .zip that Export club saved.\n"
    _, _, error = terminal.run("import-club", str(tmp_path / "none.zip"))
    assert error == f"Error: Cannot read {tmp_path / 'none.zip'}: No such file or directory.\n"
    _, _, error = terminal.run("export-club", str(tmp_path / "none" / "club.zip"))
    assert error == f"Error: Cannot write {tmp_path / 'none' / 'club.zip'}: No such file or directory.\n"


def test_clubs_are_listed_without_keys_and_one_is_given_a_new_link(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run("import", terminal.file("a.json", SET_BACK, ended="2026-05-01T22:00:00Z"))
    _, listed, _ = terminal.run("clubs")
    public_id, games, day, name = listed.split(maxsplit=3)
    assert (games, day, name) == ("1", "2026-05-01", "Our table\n")
    ways = ("club", "link", "--address", "https://rook.example/")
    links = [terminal.run(*ways, given)[1] for given in ("Our table", public_id)]
    assert all(re.fullmatch(r"https://rook\.example/enter/[a-z2-7]{26}\n", link) for link in links)
    assert links[0] != links[1]
    none = "Error: There is no club Church hall; `scorekeeper clubs` lists them.\n"
    assert terminal.run("club", "link", "Church hall")[2] == none
    wrong = "Error: --address is an address like https://rook.example, not 'rook'.\n"
    assert terminal.run("club", "link", "--address", "rook", "Our table") == (1, "", wrong)


def test_a_club_is_deleted_by_its_name_after_a_question(terminal: Terminal) -> None:
    terminal.run("import", terminal.file("a.json", SET_BACK))
    assert "At home there is one club" in terminal.run("club", "delete", "Our table", "--yes")[2]
    status, asked, _ = terminal.run("club", "delete", "Our table", hosted="1")
    assert (status, asked.strip()) == (1, "Delete Our table? [y/N]:")
    assert terminal.run("club", "delete", "Our table", "--yes", hosted="1")[1].startswith("Our table is deleted.")
    assert "Our table (deleted on " in terminal.run("clubs", hosted="1")[1]


def test_whoever_lost_the_keeper_link_of_a_deleted_club_gets_one_that_brings_it_back(terminal: Terminal) -> None:
    terminal.run("import", terminal.file("a.json", SET_BACK))
    public_id = terminal.run("clubs")[1].split()[0]
    terminal.run("club", "delete", public_id, "--yes", hosted="1")
    status, link, said = terminal.run("club", "link", "--address", "http://localhost", public_id, hosted="1")
    assert (status, said) == (0, "Our table is deleted; this link can bring it back.\n")
    phone = Person(create_app(Settings(terminal.folder / "instance", hosted=True)))
    phone.open(link.strip())
    assert phone.page.has_button("Bring it back")


def test_on_a_hosted_server_the_club_that_is_exported_is_named(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run("import", terminal.file("a.json", SET_BACK))
    file = str(tmp_path / "club.zip")
    assert "Say which club with --club NAME" in terminal.run("export-club", file, hosted="1")[2]
    assert terminal.run("export-club", file, "--club", "Church hall", hosted="1")[2].startswith(
        "Error: There is no club"
    )
    assert (
        terminal.run("export-club", file, "--club", "Our table", hosted="1")[1] == f"The club was written to {file}.\n"
    )
    assert terminal.run("import-club", file, instance="there")[1] == "Our table is here, with 1 game.\n"
