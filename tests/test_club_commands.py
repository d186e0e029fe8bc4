"""`rook-scorekeeper export-club`, `import-club`, `clubs` and `club`, as a person at a terminal meets them."""

import re
import subprocess
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from tests.record.games import MADE, SET_BACK

from .patience import PATIENCE
from .person import Person
from .server_process import GUNICORN, SERVE, environment, free_port
from .terminal import Terminal
from .usecases.club_files import unpacked
from .web.hosted import start_club

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]


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


def test_a_club_that_is_imported_while_it_is_deleted_is_another_one(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run("import", terminal.file("a.json", SET_BACK))
    file = str(tmp_path / "club.zip")
    terminal.run("export-club", file)
    terminal.run("club", "delete", "Our table", "--yes", hosted="1")
    status, out, error = terminal.run("import-club", file, hosted="1")
    assert (status, out) == (0, "Our table is here, with 1 game.\n")
    said = r"The club deleted here on .+ is another copy. Until .+ its keeper link can bring it back\.\n"
    assert re.fullmatch(said, error)
    listed = terminal.run("clubs", hosted="1")[1].splitlines()
    assert ["deleted" in line for line in listed if line.split()[1] == "1"] in ([True, False], [False, True])


@pytest.mark.everywhere("database", proven="tests/test_club_commands.py")
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
    none = f"Cannot write {tmp_path / 'none' / 'club.zip'}: No such file or directory. Choose another folder."
    assert error == f"Error: {none}\n"


def test_clubs_are_listed_without_keys_and_one_is_given_a_new_link(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run("import", terminal.file("a.json", SET_BACK, ended="2026-05-01T11:00:00Z"))
    _, listed, _ = terminal.run("clubs")
    public_id, games, day, name = listed.split(maxsplit=3)
    assert (games, day, name) == ("1", "2026-05-01", "Our table\n")
    status, _, asked = terminal.run("club", "link", "Our table")
    assert status == 1
    assert "The keeper link of Our table stops working, and phones that used it are signed out. Go on? [y/N]:" in asked
    ways = ("club", "link", "--yes", "--address", "https://rook.example/")
    links = [terminal.run(*ways, given)[1] for given in ("Our table", public_id)]
    assert all(re.fullmatch(r"https://rook\.example/enter/[a-z2-7]{26}\n", link) for link in links)
    assert links[0] != links[1]
    none = "Error: There is no club Church hall; `rook-scorekeeper clubs` lists them.\n"
    assert terminal.run("club", "link", "--yes", "Church hall")[2] == none
    wrong = "Error: --address is an address like https://rook.example or https://home.example/rook, not 'rook'.\n"
    assert terminal.run("club", "link", "--address", "rook", "Our table") == (1, "", wrong)


def test_a_club_is_deleted_by_its_name_after_a_question(terminal: Terminal) -> None:
    terminal.run("import", terminal.file("a.json", SET_BACK))
    assert "At home there is one club" in terminal.run("club", "delete", "Our table", "--yes")[2]
    status, asked, _ = terminal.run("club", "delete", "Our table", hosted="1")
    assert (status, asked.strip()) == (1, "Delete Our table? [y/N]:")
    assert terminal.run("club", "delete", "Our table", "--yes", hosted="1")[1].startswith("Our table is deleted.")
    assert "Our table (deleted on " in terminal.run("clubs", hosted="1")[1]


def test_anyone_who_lost_the_keeper_link_of_a_deleted_club_gets_one_that_brings_it_back(terminal: Terminal) -> None:
    terminal.run("import", terminal.file("a.json", SET_BACK))
    public_id = terminal.run("clubs")[1].split()[0]
    terminal.run("club", "delete", public_id, "--yes", hosted="1")
    status, link, said = terminal.run("club", "link", "--yes", "--address", "http://localhost", public_id, hosted="1")
    assert (status, said) == (0, "Our table is deleted; this link can bring it back.\n")
    phone = Person(create_app(Settings(terminal.folder / "instance", hosted=True)))
    phone.open(link.strip())
    assert phone.page.has_button("Bring it back")


def test_neither_a_club_nor_a_backup_is_written_over_a_file(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run("import", terminal.file("a.json", SET_BACK))
    for command in ("export-club", "backup"):
        file = tmp_path / command
        file.write_text("something of mine")
        assert terminal.run(command, str(file)) == (1, "", f"Error: {file} exists already; choose another name.\n")
        assert file.read_text() == "something of mine"


# What each command for one club takes, and what it says when it is done.
FOR_ONE_CLUB = {
    "import": (["a.json"], "a.json: saved."),
    "export": (["out"], " written to "),
    "demo": (["--games", "2"], "Added 2 demo games."),
    "export-club": (["club.zip"], "The club was written to "),
}
HOW = pytest.mark.parametrize("hosted", ["0", "1"], ids=["at home again", "hosted"])
WHICH = "Error: Say which club with --club NAME; `rook-scorekeeper clubs` lists them.\n"


@pytest.mark.everywhere("again", once={"command": "import", "hosted": "1"})
@pytest.mark.parametrize("command", FOR_ONE_CLUB)
@HOW
def test_where_there_are_several_clubs_a_command_for_one_insists_on_its_name(
    terminal: Terminal, command: str, hosted: str
) -> None:
    """Each of them takes a name or a public id, and touches no other club: least of all the hidden first one."""
    words, done = for_one_club(terminal, command)
    public_id = start_church_hall(terminal)
    assert terminal.run(command, *words, hosted=hosted) == (1, "", WHICH)
    unknown = "Error: There is no club Chess; `rook-scorekeeper clubs` lists them.\n"
    assert terminal.run(command, "--club", "Chess", *words, hosted=hosted) == (1, "", unknown)
    status, out, err = terminal.run(command, "--club", "Church hall", *words, hosted=hosted)
    assert (status, err) == (0, "")
    assert done in out
    if command != "export-club":
        assert terminal.run(command, "--club", public_id, *words, hosted=hosted)[0] == 0
    games = {line.split(maxsplit=3)[3]: line.split()[1] for line in terminal.run("clubs")[1].splitlines()}
    stored = {"import": "1", "demo": "2"}.get(command, "0")
    assert games == {"Church hall": stored, "Our table": "0"}


@pytest.mark.everywhere("again", once={"command": "import"})
@pytest.mark.parametrize("command", FOR_ONE_CLUB)
def test_a_hosted_server_with_one_club_asks_which_all_the_same(terminal: Terminal, command: str) -> None:
    """It may be the one that it had at home, which no phone sees there until someone enters by its keeper link."""
    words, done = for_one_club(terminal, command)
    terminal.run("import", "--dry-run", terminal.file("b.json", SET_BACK))
    assert terminal.run(command, *words, hosted="1") == (1, "", WHICH)
    assert done in terminal.run(command, "--club", "Our table", *words, hosted="1")[1]


@pytest.mark.everywhere("way", once={"command": (*GUNICORN, "wsgi:app")})
@pytest.mark.parametrize("command", [SERVE, (*GUNICORN, "wsgi:app")], ids=["serve", "gunicorn"])
def test_a_server_that_was_hosted_lets_no_one_in_without_a_link_by_mistake(
    terminal: Terminal, command: tuple[str, ...]
) -> None:
    """A setting is soon lost; at home, everyone who opens the first page is in the first club."""
    start_church_hall(terminal)
    env = environment(terminal.folder, instance=str(terminal.folder / "instance"), port=str(free_port()))
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 1
    assert "Several clubs are here: set SCOREKEEPER_HOSTED=1, so that each is behind its links.\n" in done.stderr


def for_one_club(terminal: Terminal, command: str) -> tuple[list[str], str]:
    """What is typed behind the command, and what it says when it is done."""
    terminal.file("a.json", SET_BACK)
    words, done = FOR_ONE_CLUB[command]
    return [word if command == "demo" else str(terminal.folder / word) for word in words], done


def start_church_hall(terminal: Terminal) -> str:
    """Start a second club; return its public id."""
    terminal.run("import", "--dry-run", terminal.file("b.json", SET_BACK))
    start_club(Person(create_app(Settings(terminal.folder / "instance", hosted=True))), "Church hall")
    return terminal.run("clubs")[1].split()[0]


def test_a_public_id_names_its_club_though_another_is_called_so(terminal: Terminal) -> None:
    public_id = start_church_hall(terminal)
    start_club(Person(create_app(Settings(terminal.folder / "instance", hosted=True))), public_id)
    delete = "club", "delete", "--yes", public_id
    assert terminal.run(*delete, hosted="1")[1].startswith("Church hall is deleted.")
    assert terminal.run(*delete, hosted="1")[2].startswith("Error: Church hall is deleted;"), "the other one stays"


def test_a_deleted_club_is_said_to_be_so_and_a_name_is_found_however_accents_are_typed(
    terminal: Terminal,
) -> None:
    terminal.run("import", "--dry-run", terminal.file("b.json", SET_BACK))
    start_club(Person(create_app(Settings(terminal.folder / "instance", hosted=True))), "Café")
    assert terminal.run("club", "delete", "--yes", "Cafe\u0301", hosted="1")[0] == 0
    gone = "Error: Café is deleted; `rook-scorekeeper club link` makes a link that can bring it back.\n"
    for words in (("club", "delete", "--yes", "Café"), ("export-club", "club.zip", "--club", "Café")):
        assert terminal.run(*words, hosted="1") == (1, "", gone)


def test_a_club_that_was_exported_from_a_hosted_server_is_brought_in_at_home(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.run("import", terminal.file("a.json", SET_BACK))
    file = str(tmp_path / "club.zip")
    written = terminal.run("export-club", file, "--club", "Our table", hosted="1")
    assert written == (0, f"The club was written to {file}.\n", "")
    assert terminal.run("import-club", file, instance="there")[1] == "Our table is here, with 1 game.\n"
