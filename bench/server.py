"""The measured server: gunicorn with two workers on the loopback, and the CPU time of its workers."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

WORKERS, START_WITHIN = 2, 60  # seconds


class Server:
    """A running server, by port and process id; `database` is the process of its database server, if any."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, database: int | None = None):
        self.process, self.port, self.database = process, port, database
        self.workers = self._workers()

    def _workers(self) -> list[int]:
        deadline = time.monotonic() + START_WITHIN
        while len(found := _children(self.process.pid)) < WORKERS:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("The server did not start its workers.")
            time.sleep(0.05)
        return sorted(found)

    def cpu(self) -> float:
        """The CPU seconds of the workers and the database server so far; fails if a worker was lost."""
        if self._workers() != self.workers:
            raise RuntimeError("A worker of the server was lost.")
        backends = _children(self.database) if self.database else []
        return sum(on_cpu(process) for process in (*self.workers, *backends)) / 1e9


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def on_cpu(process: int) -> int:
    """Nanoseconds, since a request is too short for proc(5)'s ticks; see sched-stats in the kernel's documentation."""
    with suppress(FileNotFoundError):  # its connection was just closed
        return sum(int(thread.read_text().split()[0]) for thread in Path(f"/proc/{process}/task").glob("*/schedstat"))
    return 0


@contextmanager
def serving(app: str, environment: Mapping[str, str], database: int | None = None) -> Iterator[Server]:
    """Runs this app while the block runs; `database` is the process of its database server, if any."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        port, handle = listening.getsockname()[1], listening.fileno()
        command = [sys.executable, "-m", "gunicorn", "--workers", str(WORKERS), "--no-control-socket"]
        command += ["--config", os.devnull, "--bind", f"fd://{handle}", "--log-level", "warning", app]  # no threads
        process = subprocess.Popen(command, pass_fds=[handle], env={**os.environ, **environment})
    with process:
        try:
            yield Server(process, port, database)
        finally:
            process.terminate()
