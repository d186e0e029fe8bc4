"""gunicorn in a checkout: it hears the same settings as `scorekeeper serve`, and slow phones hold nobody up."""

import json
import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from .server_process import GUNICORN, SERVE, ServerProcess, environment, free_port

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]
ASKED = 20


HEADERS = b"POST /games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
STOPS = (HEADERS + b"X-Slow: ", HEADERS + b"Content-Length: 1000\r\n\r\ndealer=1")


@pytest.mark.parametrize("command", [SERVE, (*GUNICORN, "--timeout", "10", "wsgi:app")], ids=["serve", "gunicorn"])
def test_phones_that_stop_while_they_send_hold_nobody_up_beyond_the_timeout(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    """Twice as many as there are threads: half of them in the headers, half in the body."""
    env = environment(tmp_path, instance=str(tmp_path / "instance"), bind="127.0.0.1", port=str(free_port()))
    with ServerProcess(env | {"WEB_CONCURRENCY": "1"}, command, ROOT) as server, ExitStack() as held:
        for sent in STOPS * 8:
            phone = held.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            phone.sendall(sent)
        assert answered_in_the_end(server) == "ok\n"


def answered_in_the_end(server: ServerProcess) -> str:
    """What a phone is told that asks once more where its connection is broken off, as a browser does."""
    try:
        return server.get("/healthz")
    except ConnectionError:
        return server.get("/healthz")


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


MALFORMED = {
    "a chunk": HEADERS + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a header": HEADERS + b"secret of a phone\r\n\r\n",
    "a version": b"GET /enter/key key HTTP/9\r\n\r\n",
}


@pytest.mark.parametrize("command", [SERVE, (*GUNICORN, "wsgi:app")], ids=["serve", "gunicorn"])
def test_what_is_malformed_is_refused_and_neither_it_nor_who_sent_it_is_logged(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    settings = {"instance": str(tmp_path / "instance"), "bind": "127.0.0.1", "port": str(free_port())}
    with ServerProcess(environment(tmp_path, **settings) | {"WEB_CONCURRENCY": "1"}, command, ROOT) as server:
        for part, sent in MALFORMED.items():
            with socket.create_connection(("127.0.0.1", server.port), timeout=30) as phone:
                phone.sendall(sent)
                status = phone.recv(1000).split(b" ", 2)[1]
            assert status.startswith(b"4"), (part, status)
        server.process.terminate()
        output = server.process.stdout.read() if server.process.stdout else ""
    assert "key" not in output
    assert "secret" not in output
    assert "127.0.0.1" not in output.replace(f"127.0.0.1:{server.port}", ""), output


def test_a_setting_that_cannot_be_is_said_in_a_sentence(tmp_path: Path) -> None:
    env = environment(tmp_path, port="eight")
    done = subprocess.run(
        (*GUNICORN, "wsgi:app"), cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode != 0
    assert done.stderr.strip() == "SCOREKEEPER_PORT is a number from 1 to 65535, not 'eight'."
