"""A server under measurement: gunicorn with two workers on the loopback, and the CPU time its workers have used."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

WORKERS = 2
START_WITHIN = 30  # seconds


class Server:
    """A running server, known by its port and its process id."""

    def __init__(self, process: subprocess.Popen[bytes], port: int):
        self.process, self.port = process, port
        self.workers = self._workers()

    def _workers(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        deadline = time.monotonic() + START_WITHIN
        while len(found := children.read_text().split()) < WORKERS:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("The server did not start its workers.")
            time.sleep(0.05)
        return sorted(map(int, found))

    def cpu(self) -> float:
        """Seconds that the workers have computed so far, for themselves and in the kernel; refuses lost workers."""
        if self._workers() != self.workers:
            raise RuntimeError("A worker of the server was lost.")
        return sum(_on_cpu(worker) for worker in self.workers) / 1e9


def _on_cpu(process: int) -> int:
    """Nanoseconds: a request is too short for the ticks of proc(5)'s stat. See sched-stats in the kernel's papers."""
    return sum(int(thread.read_text().split()[0]) for thread in Path(f"/proc/{process}/task").glob("*/schedstat"))


@contextmanager
def serving(app: str, environment: Mapping[str, str]) -> Iterator[Server]:
    """Runs this app until the block is left."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        port, handle = listening.getsockname()[1], listening.fileno()
        command = [sys.executable, "-m", "gunicorn", "--workers", str(WORKERS), "--no-control-socket"]
        command += ["--config", os.devnull]  # no threads, as when the first figures were taken
        command += ["--bind", f"fd://{handle}", "--log-level", "warning", app]
        process = subprocess.Popen(command, pass_fds=[handle], env={**os.environ, **environment})
    try:
        yield Server(process, port)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
