"""`rook-scorekeeper serve` and `backup`, as a person at the terminal meets them."""

import http.cookiejar
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import pytest

from scorekeeper.settings import NAMES, PREFIX, Settings
from scorekeeper.storage import backups

from .html import Page
from .patience import PATIENCE
from .server_process import BOUND_BY_MODES, COMMAND, GUNICORN, SERVE, ServerProcess, environment, free_port
from .terminal import Terminal

pytestmark = pytest.mark.process
REPOSITORY = Path(__file__).parents[1]
KEY = "0123456789abcdef0123456789abcdef"


def run_program(
    *words: str, settings: Mapping[str, str], before: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    command, env = (*before, *COMMAND, *words), environment(Path(settings["instance"]).parent, **settings)
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_serve_begins_in_a_fresh_folder_and_an_acknowledged_change_outlives_a_kill(tmp_path: Path) -> None:
    """Killed as by a power cut, right after the answer."""
    env = environment(tmp_path, instance=str(tmp_path / "instance"), bind="127.0.0.1", port=str(free_port()))
    phone = build_opener(ProxyHandler({}), HTTPCookieProcessor(http.cookiejar.CookieJar()))
    with ServerProcess(env) as server:
        assert server.get("/healthz") == "ok\n"
        with phone.open(f"{server.address}/games/new") as answer:
            form = Page(answer.read().decode(), whole=True).form("Start game")
        names = {f"Player {seat}": name for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1)}
        with phone.open(server.address + form.action, urlencode(form.filled(**names)).encode()) as answer:
            game = answer.url.removeprefix(server.address)
    with ServerProcess(env) as server:
        assert set(Page(server.get(game), whole=True).totals) == {"Ann & Cal", "Bob & Dee"}
        assert str(tmp_path / "instance") in server.output
        assert "Only this machine can reach it." in server.output


@pytest.mark.everywhere("again", once={"proxies": "1"})
@pytest.mark.parametrize(("proxies", "secure"), [("0", False), ("1", True)])
def test_serve_hears_of_https_from_as_many_proxies_as_are_set(tmp_path: Path, proxies: str, secure: bool) -> None:
    env = environment(
        tmp_path, instance=str(tmp_path / "instance"), bind="127.0.0.1", port=str(free_port()), proxies=proxies
    )
    with ServerProcess(env) as server:
        page = Request(f"{server.address}/games/new", headers={"X-Forwarded-Proto": "https"})
        with build_opener(ProxyHandler({})).open(page) as answer:
            assert ("; Secure" in answer.headers["Set-Cookie"]) is secure


def test_a_port_in_use_is_said_in_a_sentence(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        done = run_program(
            "serve", settings={"instance": str(tmp_path / "instance"), "bind": "127.0.0.1", "port": str(port)}
        )
    assert done.returncode != 0
    assert f"Port {port} is in use" in done.stderr
    assert f"like {port + 1}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"port": "eight"}, "SCOREKEEPER_PORT is a number from"),
        ({"port": "70000"}, "SCOREKEEPER_PORT is a number from"),
        ({"bind": "203.0.113.7", "port": "8000"}, "Cannot listen on 203.0.113.7"),
        ({"bind": "nonsense", "port": "8000"}, "Cannot listen on nonsense"),
        ({"log": "xml"}, "SCOREKEEPER_LOG is text or json, not 'xml'."),
        ({"hosted": "yes"}, "SCOREKEEPER_HOSTED is 0 or 1, not 'yes'."),
        ({"proxies": "many"}, "SCOREKEEPER_PROXIES is a number from"),
    ],
    ids=lambda value: str(value),
)
def test_a_setting_that_cannot_be_is_said_in_a_sentence(tmp_path: Path, settings: dict[str, str], message: str) -> None:
    """Before anything is opened; what a process says at its end is below."""
    usual = {"bind": "127.0.0.1", "port": str(free_port())}
    status, _, said = Terminal(tmp_path).run("serve", **usual | settings)
    assert status == 1
    assert message in said
    assert "secret" not in said


@pytest.mark.everywhere("again", once={"settings": [{"database": "postgresql+psycopg://ann:secret@127.0.0.1:9/rook"}]})
@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"port": "eight"}, "SCOREKEEPER_PORT is a number from"),
        ({"database": "nonsense"}, "SCOREKEEPER_DATABASE must be a SQLite"),
        ({"database": "postgresql+psycopg://ann:secret@db:port/rook"}, "SCOREKEEPER_DATABASE must be a SQLite"),
        ({"database": "firebird://db/rook"}, "SCOREKEEPER_DATABASE must be a SQLite"),
        ({"database": "oracle://db/rook"}, "SCOREKEEPER_DATABASE must be a SQLite or PostgreSQL database URL"),
        ({"database": "postgresql+pg8000://db/rook"}, "SCOREKEEPER_DATABASE needs the package pg8000"),
        ({"database": "postgresql+psycopg://ann:secret@127.0.0.1:9/rook"}, "The database did not answer"),
        ({"database": "sqlite:////no/such/folder/rook.sqlite"}, "The database did not answer"),
        ({"instance": "/dev/null"}, "Cannot use /dev/null: "),
        ({"instance": "/dev/null/inside", "secret_key": KEY}, "Cannot use /dev/null/inside: Not a directory."),
    ],
    ids=lambda value: str(value),
)
def test_a_database_that_does_not_answer_is_said_in_a_sentence_without_a_traceback(
    tmp_path: Path, settings: dict[str, str], message: str
) -> None:
    usual = {"instance": str(tmp_path / "instance"), "bind": "127.0.0.1", "port": str(free_port())}
    done = run_program("serve", settings=usual | settings)
    assert done.returncode != 0
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr


def test_the_help_of_serve_names_every_setting(tmp_path: Path) -> None:
    _, out, _ = Terminal(tmp_path).run("serve", "--help")
    named = [line.split()[0] for line in out.splitlines() if PREFIX in line]
    assert sorted(named) == sorted(PREFIX + name for name in NAMES)
    assert max(map(len, out.splitlines())) < 90


@pytest.mark.parametrize(
    ("words", "setting"),
    [
        (("--port", "9000"), "SCOREKEEPER_PORT"),
        (("--port=9000",), "SCOREKEEPER_PORT"),
        (("--secret-key", "x"), "SCOREKEEPER_SECRET_KEY"),
        (("-p", "9000"), "SCOREKEEPER_PORT"),
    ],
    ids=str,
)
def test_an_option_that_it_does_not_have_leads_to_its_setting(
    tmp_path: Path, words: tuple[str, ...], setting: str
) -> None:
    status, _, err = Terminal(tmp_path).run("serve", *words)
    assert status == 2
    assert f"Settings are environment variables, like {setting}; --help lists them." in err


@pytest.mark.parametrize("group", [(), ("club",)], ids=str)
def test_no_summary_of_a_command_is_cut_off(tmp_path: Path, group: tuple[str, ...]) -> None:
    _, out, _ = Terminal(tmp_path).run(*group, "--help")
    summaries = out.partition("Commands:\n")[2].splitlines()
    assert len(summaries) == (2 if group else 14)
    assert not [line for line in summaries if not line.endswith(".") or line.endswith("...")]


@pytest.mark.everywhere("again", once={"given": "prot"})
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("prot", "Did you mean SCOREKEEPER_PORT?"),
        ("xyzzy", "`rook-scorekeeper serve --help` lists the settings."),
    ],
    ids=["nearly one", "like none"],
)
def test_a_misspelled_setting_is_told_and_its_value_is_not(tmp_path: Path, given: str, said: str) -> None:
    """Of every command that reads settings: an instance folder that is not heard would be another one."""
    said = f"SCOREKEEPER_{given.upper()} isn't a setting, so it does nothing. {said}\n"
    terminal = Terminal(tmp_path)
    assert terminal.run("demo", "--games", "1", **{given: "9000"})[2] == said
    served = run_program("serve", settings={"instance": str(tmp_path / "instance"), "bind": "nonsense", given: "9000"})
    assert served.stderr.startswith(said)
    env = environment(tmp_path, instance=str(tmp_path / "instance"), bind="127.0.0.1", port=str(free_port()))
    with ServerProcess(env | {f"{PREFIX}{given.upper()}": "9000"}, (*GUNICORN, "wsgi:app"), REPOSITORY) as server:
        assert server.output.count(said) == 1


COMMANDS = {
    "serve": (),
    "backup": ("copy.sqlite",),
    "export": ("out",),
    "export-club": ("club.zip",),
    "doctor": (),
    "clubs": (),
    "demo": (),
    "restore": ("copy.sqlite",),
}
WHAT_TO_DO = (
    " can't be written to. Make it writable for the user who runs this, or copy the folder to another disk and set "
    "SCOREKEEPER_INSTANCE to the copy."
)


@pytest.fixture(scope="module")
def read_only(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with games, as on a card that the system mounted read-only."""
    home = tmp_path_factory.mktemp("read-only")
    Terminal(home).run("demo", "--games", "1")
    (home / "instance").chmod(0o555)
    yield home / "instance"
    (home / "instance").chmod(0o755)


@pytest.mark.everywhere("again", once={"command": "serve"})
@pytest.mark.parametrize("command", COMMANDS)
def test_a_data_folder_that_cannot_be_written_to_is_said_in_a_sentence(read_only: Path, command: str) -> None:
    words = [str(read_only.with_name(word)) for word in COMMANDS[command]]
    settings = {"instance": str(read_only), "bind": "127.0.0.1", "port": str(free_port())}
    done = run_program(command, *words, before=BOUND_BY_MODES, settings=settings)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1] == f"Error: {read_only}{WHAT_TO_DO}"
    assert "Traceback" not in done.stderr
    assert [file.name for file in read_only.parent.iterdir()] == ["instance"]


def test_a_database_file_of_another_user_is_said_in_a_sentence(read_only: Path, tmp_path: Path) -> None:
    """As after a command that root ran once."""
    shutil.copytree(read_only, tmp_path / "instance")
    file = tmp_path / "instance" / "scorekeeper.sqlite"
    for place, mode in ((file.parent, 0o755), (file, 0o444)):
        place.chmod(mode)
    done = run_program("demo", before=BOUND_BY_MODES, settings={"instance": str(file.parent)})
    assert done.stderr.splitlines()[-1] == f"Error: {file}{WHAT_TO_DO}"


@pytest.mark.everywhere("again", once={"command": "backup"})
@pytest.mark.parametrize("command", ["backup", "export", "export-club"])
def test_a_copy_for_a_folder_that_cannot_be_written_to_is_to_go_elsewhere(
    read_only: Path, tmp_path: Path, command: str
) -> None:
    Terminal(tmp_path).run("demo", "--games", "1")
    target = read_only / "copy"
    done = run_program(command, str(target), before=BOUND_BY_MODES, settings={"instance": str(tmp_path / "instance")})
    to = "to " if command == "export" else ""
    assert done.stderr == f"Error: Cannot write {to}{target}: Permission denied. Choose another folder.\n"


def test_a_file_that_is_no_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "scorekeeper.sqlite").write_text("Ann 100, Bob 20\n" * 100)
    done = run_program("serve", settings={"instance": str(tmp_path), "bind": "127.0.0.1", "port": str(free_port())})
    assert done.returncode != 0
    assert "The database cannot be used: file is not a database" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.everywhere("again", once={"revision": "0017"})
@pytest.mark.sqlite("its file is looked at")
@pytest.mark.parametrize("revision", ["0001", "0017"])
def test_a_database_from_before_version_1_is_refused_in_a_sentence_and_no_byte_of_it_changes(
    settings: Settings, revision: str
) -> None:
    with closing(sqlite3.connect(settings.database_file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    before = settings.database_file.read_bytes()
    done = run_program("serve", settings={"instance": str(settings.instance), "port": str(free_port())})
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"Error: The database at {settings.database_file} is from before version 1.0: "
        "open it once with version 1.0.0, then with this one. Nothing was changed."
    )
    assert settings.database_file.read_bytes() == before
    assert not backups.copies(settings.instance)


def test_backup_copies_the_database_and_says_where(settings: Settings, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    done = run_program("backup", str(copy), settings={"instance": str(settings.instance)})
    assert (done.returncode, done.stdout) == (0, f"Copied to {copy}.\n")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT name FROM club").fetchall() == [("Our table",)]
    again = run_program("backup", str(copy), settings={"instance": str(settings.instance)})
    assert again.returncode != 0
    assert "exists already; choose another name." in again.stderr


def test_backup_without_a_database_says_so(tmp_path: Path) -> None:
    done = run_program("backup", str(tmp_path / "copy.sqlite"), settings={"instance": str(tmp_path / "nothing")})
    assert done.returncode != 0
    assert "There is no database at" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.everywhere("way", proven="tests/test_serve.py::test_backup_copies_the_database_and_says_where")
def test_a_running_server_copies_its_database_once_a_day(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    soon = "from scorekeeper.usecases import startup; startup.CHECK_INTERVAL = 0.05"
    serve = f"{soon}; from scorekeeper.__main__ import main; import sys; sys.argv[1:] = ['serve']; main()"
    env = environment(tmp_path, instance=str(instance), bind="127.0.0.1", port=str(free_port()))
    for _ in range(2):
        with ServerProcess(env, (sys.executable, "-c", serve)) as server:
            while not backups.copies(instance, backups.DAILY):
                assert server.get("/healthz") == "ok\n"
            assert server.get("/healthz") == "ok\n"
    assert len(backups.copies(instance)) == 1


def test_a_server_that_is_stopped_leaves_one_file_to_copy(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    env = environment(tmp_path, instance=str(instance), bind="127.0.0.1", port=str(free_port()))
    for command in (SERVE, (*GUNICORN, "wsgi:app")):
        with ServerProcess(env, command, REPOSITORY) as server:
            assert server.get("/") != ""
            assert server.get("/players") != ""
            server.process.terminate()
            server.process.wait(PATIENCE)
        assert [file.name for file in instance.glob("*.sqlite*")] == ["scorekeeper.sqlite"]
