"""gunicorn in a checkout: it hears the same settings as `scorekeeper serve`, and a slow phone holds nobody up."""

import json
import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from .server_process import GUNICORN, ServerProcess, environment, free_port

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]
SLOW = 4
ASKED = 20


def test_phones_whose_requests_never_end_hold_nobody_up(tmp_path: Path) -> None:
    env = environment(tmp_path, instance=str(tmp_path / "instance"), bind="127.0.0.1", port=str(free_port()))
    env |= {"WEB_CONCURRENCY": "1"}
    with ServerProcess(env, (*GUNICORN, "wsgi:app"), ROOT) as server, ExitStack() as held:
        for _ in range(SLOW):
            phone = held.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert server.get("/healthz") == "ok\n"


def test_whichever_worker_is_asked_tells_what_all_of_them_did_and_all_write_one_log(tmp_path: Path) -> None:
    settings = {"instance": str(tmp_path / "instance"), "bind": "127.0.0.1", "port": str(free_port())}
    env = environment(tmp_path, **settings, metrics="1", log="json") | {"WEB_CONCURRENCY": "2", "TMPDIR": str(tmp_path)}
    with ServerProcess(env, (*GUNICORN, "wsgi:app"), ROOT) as server:
        for _ in range(ASKED):
            assert server.get("/readyz") == "ok\n"
        shown = [server.get("/metrics") for _ in range(4)]
        server.process.terminate()
        output = server.output + (server.process.stdout.read() if server.process.stdout else "")
    for each in shown:
        assert f'{{endpoint="health.ready",method="GET",status="200"}} {ASKED}.0' in each
    lines = [json.loads(line) for line in output.splitlines()]
    assert [line["endpoint"] for line in lines if "endpoint" in line].count("health.ready") == ASKED
    assert any("Booting worker" in line["message"] for line in lines)
    assert list(tmp_path.glob("scorekeeper-metrics-*")) == []


def test_a_setting_that_cannot_be_is_said_in_a_sentence(tmp_path: Path) -> None:
    env = environment(tmp_path, port="eight")
    done = subprocess.run(
        (*GUNICORN, "wsgi:app"), cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode != 0
    assert done.stderr.strip() == "SCOREKEEPER_PORT is a number from 1 to 65535, not 'eight'."
