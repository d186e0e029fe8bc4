"""The proxy of deploy/, run for a test."""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from .browser.prepare import find_proxy
from .server_process import environment

DEPLOY = Path(__file__).parents[1] / "deploy"
CACHE = "/var/cache/nginx-rook"  # nginx makes the last folder alone, and Debian has no /var/cache/nginx
LOGS = "/var/log/nginx"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def tool(name: str) -> str:
    """Return the path of a program, else skip the test."""
    found = find_proxy(name) if name in ("nginx", "caddy") else shutil.which(name)
    return found or pytest.skip(f"{name} is not installed here.")  # nor did Debian's package come


@contextmanager
def proxy(
    command: list[str], port: int, folder: Path, log: IO[bytes] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(command, cwd=folder, env=environment(folder), stdout=sys.stderr, stderr=log) as process:
        try:
            for _ in range(300):
                if process.poll() is not None:
                    break
                with socket.socket() as probe:
                    if not probe.connect_ex(("127.0.0.1", port)):
                        yield process
                        return
                time.sleep(0.1)
            raise AssertionError("The proxy did not start.")
        finally:
            process.terminate()
