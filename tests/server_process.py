"""`scorekeeper serve` as a process of its own."""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from urllib.request import ProxyHandler, build_opener

COMMAND = (sys.executable, "-m", "scorekeeper")
LAST_LINE = "Data folder: "


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(home: Path, **settings: str) -> dict[str, str]:
    """This process's environment with these settings alone."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SCOREKEEPER_", "PYTHON"))}
    ours = {f"SCOREKEEPER_{name.upper()}": value for name, value in settings.items()}
    return kept | {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "PYTHONUNBUFFERED": "1"} | ours


class ServerProcess:
    """Runs until the block is left; `said` is what it printed up to the line that says where the data lies."""

    def __init__(self, env: Mapping[str, str], command: tuple[str, ...] = COMMAND, folder: Path | None = None):
        self.address = f"http://127.0.0.1:{env['SCOREKEEPER_PORT']}"
        self.process = subprocess.Popen(
            (*command, "serve"), env=env, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.output = ""

    def __enter__(self) -> "ServerProcess":
        assert self.process.stdout
        for line in self.process.stdout:
            self.output += line
            if line.startswith(LAST_LINE):
                return self
        self.__exit__(None, None, None)
        raise AssertionError(f"It did not start:\n{self.output}")

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait(30)
        assert self.process.stdout
        self.process.stdout.close()

    def get(self, path: str) -> str:
        with build_opener(ProxyHandler({})).open(self.address + path, timeout=30) as answer:
            return str(answer.read().decode())
