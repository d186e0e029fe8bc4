"""`rook-scorekeeper serve`, or gunicorn, as a process of its own."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from urllib.request import ProxyHandler, build_opener

from .patience import PATIENCE

COMMAND = (sys.executable, "-m", "scorekeeper")
SERVE = (*COMMAND, "serve")
# A root user is not bound by a folder's mode, unless these are given up.
BOUND_BY_MODES = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
GUNICORN = (sys.executable, "-m", "gunicorn")
LAST_LINES = ("Data folder: ", "Booting worker with pid")


_HELD: list[socket.socket] = []


def hold_port() -> socket.socket:
    """A port that no other test gets, nor any connection, until this socket is closed.

    Servers may listen there all the same, since they set SO_REUSEADDR too; while none does, connections are refused.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held


def free_port() -> int:
    """A port that is no one else's for as long as this process runs."""
    _HELD.append(hold_port())
    return int(_HELD[-1].getsockname()[1])


def environment(home: Path, **settings: str) -> dict[str, str]:
    """This process's environment with these settings alone."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SCOREKEEPER_", "PYTHON"))}
    ours = {f"SCOREKEEPER_{name.upper()}": value for name, value in settings.items()}
    return kept | {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "PYTHONUNBUFFERED": "1"} | ours


class ServerProcess:
    """Runs until the block is left; `output` is what it printed up to the line with which it has started."""

    def __init__(self, env: Mapping[str, str], command: tuple[str, ...] = SERVE, folder: Path | None = None):
        self.port = int(env["SCOREKEEPER_PORT"])
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            command,
            env=env,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.output = ""

    def __enter__(self) -> "ServerProcess":
        assert self.process.stdout
        for line in self.process.stdout:
            self.output += line
            if any(last in line for last in LAST_LINES):
                return self
        self.__exit__(None, None, None)
        raise AssertionError(f"It did not start:\n{self.output}")

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)  # with its workers
        self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()

    def get(self, path: str) -> str:
        with build_opener(ProxyHandler({})).open(self.address + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode())
