"""`rook-scorekeeper` is one word that a person can type under systemd and with Docker, as the pages say it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from scorekeeper.storage.backups import SERVED, give_to_owner
from tests.terminal import ROOT, script, the_word

from .patience import PATIENCE
from .server_process import environment, free_port
from .terminal import Terminal
from .told import commands

pytestmark = pytest.mark.process

BACKUP = (ROOT / "docs" / "using" / "backup.md").read_text()
SYSTEMD_READS = Path("/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator")
for_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")

# A line of the settings file, and its value by systemd.exec(5), EnvironmentFile=.
LINES = [
    ("SCOREKEEPER_FOUNDERS=two words", "two words"),
    ("SCOREKEEPER_FOUNDERS=two words  ", "two words"),
    ('SCOREKEEPER_FOUNDERS="two  words "', "two  words "),
    ("SCOREKEEPER_FOUNDERS='two \"words\"'", 'two "words"'),
    (r'SCOREKEEPER_FOUNDERS="a \"word\" and a \\"', r'a "word" and a \ '.strip()),
    (r"SCOREKEEPER_FOUNDERS=two\ words", "two words"),
    ("SCOREKEEPER_FOUNDERS=it's ours", "it's ours"),
    ("SCOREKEEPER_FOUNDERS=a=b#c ;d", "a=b#c ;d"),
    ("  SCOREKEEPER_FOUNDERS = blanks around", "blanks around"),
    ("SCOREKEEPER_FOUNDERS=from Windows\r", "from Windows"),
    ("# SCOREKEEPER_FOUNDERS=a remark", ""),
    ("; SCOREKEEPER_FOUNDERS=another", ""),
]


def run(*command: str | Path, path: Path | None = None, folder: Path | None = None) -> str:
    env = environment(Path("/nonexistent")) | ({"PATH": f"{path}:{os.environ['PATH']}"} if path else {})
    done = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(("line", "value"), LINES, ids=[line for line, _ in LINES])
def test_a_command_has_the_settings_of_the_service(tmp_path: Path, line: str, value: str) -> None:
    program = script(tmp_path / "program", 'printf "%s|" "$SCOREKEEPER_INSTANCE" "${SCOREKEEPER_FOUNDERS:-}" "$@"')
    (tmp_path / "settings").write_text(f"WEB_CONCURRENCY=1\n\n{line}\nSCOREKEEPER_PIN=4711")
    script(tmp_path / "sudo", 'shift; exec env FAKED_ROOT=1 "$@"')
    script(tmp_path / "id", "echo 0")
    word = the_word(tmp_path, program=program, settings=tmp_path / "settings", data="/the/data")
    said = run(word, "club", "link", "two words", "$HOME", path=tmp_path)
    assert said == f"/the/data|{value}|club|link|two words|$HOME|"


@pytest.mark.skipif(not SYSTEMD_READS.exists(), reason="systemd is not installed here")
@pytest.mark.parametrize(("line", "value"), LINES, ids=[line for line, _ in LINES])
def test_systemd_itself_reads_these_lines_so(tmp_path: Path, line: str, value: str) -> None:
    """Its generator for a user's environment has the same parser, and quotes what it prints."""
    (tmp_path / "environment.d").mkdir()
    (tmp_path / "environment.d" / "settings.conf").write_text(line + "\n")
    env = os.environ | {"XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run([SYSTEMD_READS], env=env, capture_output=True, text=True, check=True, timeout=PATIENCE)
    (read,) = re.findall(r"^SCOREKEEPER_FOUNDERS=(.*)", done.stdout, re.MULTILINE) or [""]
    assert re.sub(r"\\(.)", r"\1", read.removeprefix('"').removesuffix('"') if '"' in read[:1] else read) == value


def test_a_person_who_is_not_root_becomes_it(tmp_path: Path) -> None:
    script(tmp_path / "sudo", 'printf "%s|" sudo "$@"')
    script(tmp_path / "id", "echo 1000")
    word = the_word(tmp_path, program=script(tmp_path / "program"))
    assert run(word, "doctor", path=tmp_path) == f"sudo|--|{word}|doctor|"


DOCKER = """case "$1 $3" in
"inspect {{.Image}}"*) echo sha256:1234 rook_default ;;
inspect*) printf 'SCOREKEEPER_FOUNDERS=two words\\nSCOREKEEPER_INSTANCE=/data\\n\\n' ;;
*) printf '%s|' "$@"; printf '%s' "$SCOREKEEPER_FOUNDERS" ;;
esac"""


def test_with_docker_the_same_word_runs_in_a_container_of_the_same_image_settings_and_games(tmp_path: Path) -> None:
    """Where the person is, and the folders that are named, are there too, but nothing hides the container's own."""
    script(tmp_path / "docker", DOCKER)
    word = the_word(tmp_path, program=tmp_path / "none")
    with TemporaryDirectory(prefix="two words ", dir="/var/tmp") as named:  # /dev/shm is the container's own
        given = ("import", "here.json", f"{named}/1.json", f"{named}/2.json", "/data/3.json", "/nowhere/4.json")
        *words, founders = run(word, *given, path=tmp_path, folder=tmp_path).split("|")
    at = words.index("sha256:1234")
    assert words[at + 1 :] == ["rook-scorekeeper", *given]
    options = " ".join(words[:at])
    assert options.startswith("run --rm --interactive --user 0 --network rook_default --volumes-from rook-scorekeeper ")
    assert re.findall(r"--volume (.+?)(?= --|$)", options) == [f"{tmp_path}:/here", f"{named}:{named}"]
    assert "--env SCOREKEEPER_FOUNDERS " in options, "by name: a list of processes shows no secret"
    assert founders == "two words"
    assert "--tty" not in options


def test_where_there_is_no_server_the_word_says_so(tmp_path: Path) -> None:
    script(tmp_path / "docker", 'echo "No such container" >&2; exit 1')
    word = the_word(tmp_path, program=tmp_path / "none")
    env = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run([word, "doctor"], env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 1
    assert done.stderr.endswith(
        f"There is neither {tmp_path / 'none'} nor a container named rook-scorekeeper, or Docker needs sudo here.\n"
    )


def belongs_to(folder: Path, owner: int) -> None:
    for path in (folder, *folder.rglob("*")):
        assert (path.stat().st_uid, path.stat().st_gid) == (owner, owner + 1), path


@for_root
def test_files_that_a_command_writes_as_root_belong_to_the_owner_of_their_folder(
    terminal: Terminal, tmp_path: Path
) -> None:
    """The service runs as the one user, and the person who copies a file elsewhere is another."""
    data, own = tmp_path / "instance", tmp_path / "own"
    for folder, owner in ((data, 1234), (own, 2345)):
        folder.mkdir()
        os.chown(folder, owner, owner + 1)
    assert terminal.run("demo", "--games", "2")[0] == 0
    belongs_to(data, 1234)
    (data / "backups").mkdir()
    for words in (
        ("backup", own / "copy.sqlite.gz"),
        ("export", own / "games" / "of today"),
        ("export-club", own / "club.zip"),
        ("restore", own / "copy.sqlite.gz"),
        ("doctor",),
    ):
        status, _, error = terminal.run(*map(str, words))
        assert status == 0, error
        belongs_to(data, 1234)
        belongs_to(own, 2345)


@for_root
@for_root
def test_in_a_folder_where_each_keeps_their_own_a_planted_lock_gets_nothing(tmp_path: Path) -> None:
    """Anyone may put a file with that name into /tmp."""
    tmp_path.chmod(0o1777)
    (tmp_path / SERVED).touch()
    os.chown(tmp_path / SERVED, 1000, 1000)
    copied = tmp_path / "copy.sqlite"
    copied.touch(mode=0o600)
    give_to_owner(copied)
    assert copied.stat().st_uid == 0


def test_in_a_volume_that_anyone_may_write_to_it_belongs_to_who_serves_from_it(
    terminal: Terminal, tmp_path: Path
) -> None:
    """A new volume belongs to the user of the image; the container can run as another."""
    data = tmp_path / "instance"
    data.mkdir()
    data.chmod(0o777)
    os.chown(data, 10001, 10001)
    assert terminal.run("demo", "--games", "2")[0] == 0
    assert terminal.run("backup", str(tmp_path / "copy.gz"))[0] == 0
    for owner in (10001, 1234):
        assert terminal.run("restore", str(tmp_path / "copy.gz"))[0] == 0
        for path in data.rglob("*"):
            assert path.stat().st_uid == owner, path
            os.chown(path, 1234, 1235)


@for_root
def test_no_other_file_of_root_is_given_away_with_it(terminal: Terminal, tmp_path: Path) -> None:
    """The owner of the folder can put links there."""
    data, secret = tmp_path / "instance", tmp_path / "secret"
    (data / "backups").mkdir(parents=True)
    secret.write_text("root's")
    (data / "backups" / "soft").symlink_to(secret)
    (data / "backups" / "hard").hardlink_to(secret)
    (data / "there").symlink_to(tmp_path)
    os.chown(data, 1234, 1235)
    assert terminal.run("demo", "--games", "1")[0] == 0
    assert (secret.stat().st_uid, tmp_path.stat().st_uid) == (0, os.geteuid())


class Service:
    """`systemctl` as far as the pages use it: the server in a process of its own, stopped and started by them."""

    def __init__(self, folder: Path) -> None:
        port = str(free_port())
        self.env = environment(folder, instance=str(folder / "data"), bind="127.0.0.1", port=port)
        self.env |= {"WEB_CONCURRENCY": "1"}
        self.folder, self.pid = folder, folder / "pid"
        gunicorn = f"{sys.executable} -m gunicorn --pid {self.pid} --daemon wsgi:app"
        gone = "! kill -0 $pid 2>&- || grep -qs '^State:.Z' /proc/$pid/status"  # the file goes before its process
        stop = f"pid=$(cat {self.pid}); kill $pid; until {gone}; do sleep 0.1; done"
        start = f"cd {ROOT} && {gunicorn} && until [ -e {self.pid} ]; do sleep 0.1; done"
        bin_ = folder / "bin"
        script(
            bin_ / "systemctl",
            f'case "$1 $2" in "stop rook-scorekeeper") {stop} ;;',
            f'"start rook-scorekeeper") {start} ;; esac',
        )
        script(bin_ / "sudo", 'exec "$@"')
        script(bin_ / "id", "echo 0")
        (folder / "settings").write_text("SCOREKEEPER_FOUNDERS=two words\n")
        program = script(folder / "program", f'exec {sys.executable} -m scorekeeper "$@"')
        the_word(bin_, program=program, settings=folder / "settings", data=folder / "data")
        self.env["PATH"] = f"{bin_}:{self.env['PATH']}"

    def shell(self, text: str, status: int = 0) -> str:
        done = subprocess.run(
            ["sh", "-ec", text],
            env=self.env,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    yield service
    if service.pid.exists():
        os.kill(int(service.pid.read_text()), signal.SIGKILL)


@pytest.mark.everywhere("way", proven="tests/test_restore_command.py")
def test_the_page_about_backups_works_to_the_letter_under_systemd(service: Service) -> None:
    service.shell("rook-scorekeeper demo --games 3")
    service.shell("sudo systemctl start rook-scorekeeper")
    service.shell("rook-scorekeeper backup FILE && rook-scorekeeper demo --games 5 --among-ours")
    assert "Stop it first" in service.shell("rook-scorekeeper restore FILE", status=1)
    service.shell(commands(BACKUP, "systemd"))
    assert "1 club, 3 games" in service.shell("rook-scorekeeper doctor")
    service.shell("sudo systemctl stop rook-scorekeeper")
