"""The image in a container, where Docker or podman runs one: a hand is played, the server stops, a copy is put back."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from .patience import PATIENCE
from .recorders import Recorder
from .server_process import free_port
from .terminal import the_word

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]
NAME = f"rook-scorekeeper-{os.getpid()}"


def answers(*command: str) -> bool:
    return bool(shutil.which(command[0])) and not subprocess.run(command, capture_output=True, check=False).returncode


@pytest.fixture(scope="module")
def image() -> str:
    """The name of one that was made here; Docker makes it itself, podman is told."""
    if name := os.environ.get("ROOK_IMAGE"):
        return name
    if not answers("docker", "info"):
        pytest.skip("No Docker engine answers here, and ROOK_IMAGE names no image for podman.")
    subprocess.run(["make", "image"], cwd=ROOT, check=True, timeout=1200)
    return "rook-scorekeeper"


@pytest.fixture
def docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    if not answers("docker", "info"):
        (tmp_path / "bin").mkdir()
        (tmp_path / "bin" / "docker").symlink_to(shutil.which("podman") or "/nonexistent")
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")

    def docker(*words: str | Path, status: int = 0) -> str:
        done = subprocess.run(["docker", *words], capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    return docker


@pytest.fixture
def server(docker: Callable[..., str], image: str) -> Iterator[int]:
    """The port of a server in a container as the compose file starts it, with another user than the image's."""
    port = str(free_port())
    close = ("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges")
    way = ("--env", f"SCOREKEEPER_PORT={port}", "--publish", f"127.0.0.1:{port}:{port}", "--volume", f"{NAME}:/data")
    docker("run", "--detach", "--name", NAME, "--user", "1234:1235", *close, *way, image)
    try:
        is_ready(int(port))
        yield int(port)
    finally:
        docker("rm", "--force", NAME)
        docker("volume", "rm", NAME)


def is_ready(port: int) -> None:
    for _ in range(300):
        try:
            with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as asked:
                asked.request("GET", "/readyz")
                if asked.getresponse().status == 200:
                    return
        except (OSError, HTTPException):
            pass
        time.sleep(0.1)
    raise AssertionError("It does not get ready.")


def test_a_hand_outlives_its_container_and_a_copy_is_put_back(
    server: int, docker: Callable[..., str], tmp_path: Path
) -> None:
    word = the_word(tmp_path, program=tmp_path / "none", container=NAME)

    def command(*words: str, status: int = 0) -> str:
        done = subprocess.run(
            [word, *words], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    phone = Recorder(server)
    phone.start()
    phone.record(lambda: len(phone.saved) < 2)
    command("backup", "copy.sqlite.gz")
    assert (tmp_path / "copy.sqlite.gz").stat().st_uid == tmp_path.stat().st_uid
    docker("restart", NAME)
    is_ready(server)
    phone.record(lambda: len(phone.saved) < 4)
    assert len(phone.saved) == 4, phone.refused
    assert "Stop it first" in command("restore", "copy.sqlite.gz", status=1)
    docker("stop", NAME)
    command("restore", "copy.sqlite.gz")
    docker("start", NAME)
    is_ready(server)
    assert "All is well: 1 club, 1 game" in command("doctor")
    command("export", str(tmp_path / "games"))
    (game,) = (json.loads(file.read_text()) for file in (tmp_path / "games").iterdir())
    assert len(game["hands"]) == 1


def test_a_capability_that_the_container_lacks_is_said(docker: Callable[..., str], image: str, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    said = docker("run", "--rm", "--volume", f"{tmp_path / 'data'}:/data", image, status=1)
    assert "it belongs to user 0, and this runs as user 10001. Give it to that user: chown -R 10001 " in said
    is_podman = Path(shutil.which("docker") or "").resolve().name == "podman"  # which adds a folder of its own
    bare = ("--read-only", *(("--read-only-tmpfs=false",) if is_podman else ()))
    assert "add --tmpfs /tmp." in docker("run", "--rm", *bare, image, status=1)
