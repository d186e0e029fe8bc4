"""gunicorn in a checkout: it hears the same settings as `scorekeeper serve`, and a slow phone holds nobody up."""

import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from .server_process import GUNICORN, ServerProcess, environment, free_port

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]
SLOW = 4


def test_phones_whose_requests_never_end_hold_nobody_up(tmp_path: Path) -> None:
    env = environment(tmp_path, instance=str(tmp_path / "instance"), bind="127.0.0.1", port=str(free_port()))
    env |= {"WEB_CONCURRENCY": "1"}
    with ServerProcess(env, (*GUNICORN, "wsgi:app"), ROOT) as server, ExitStack() as held:
        for _ in range(SLOW):
            phone = held.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert server.get("/healthz") == "ok\n"


def test_a_setting_that_cannot_be_is_said_in_a_sentence(tmp_path: Path) -> None:
    env = environment(tmp_path, port="eight")
    done = subprocess.run(
        (*GUNICORN, "wsgi:app"), cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode != 0
    assert done.stderr.strip() == "SCOREKEEPER_PORT is a number from 1 to 65535, not 'eight'."
