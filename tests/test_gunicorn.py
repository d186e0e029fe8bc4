"""gunicorn in a checkout: it hears the same settings as `rook-scorekeeper serve`, and slow phones hold no one up."""

import json
import socket
import struct
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import pytest

from scorekeeper.http_server import make_server

from .patience import PATIENCE
from .server_process import GUNICORN, SERVE, ServerProcess, environment, free_port

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]
ASKED = 20


HEADERS = b"POST /games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
SLOW = (
    HEADERS + b"X-Slow: ",
    HEADERS + b"Content-Length: 5000\r\n\r\n",
    HEADERS + b"Transfer-Encoding: chunked\r\n\r\n",
)
SERVERS = {"serve": SERVE, "gunicorn": (*GUNICORN, "wsgi:app")}


@pytest.fixture(params=SERVERS)
def command(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """What starts each of the two servers."""
    return SERVERS[request.param]


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """The settings of a server with one worker, on this machine alone."""
    settings = {"instance": str(tmp_path / "instance"), "bind": "127.0.0.1", "port": str(free_port())}
    return environment(tmp_path, **settings) | {"WEB_CONCURRENCY": "1"}


@pytest.mark.everywhere("way", once={"command": "gunicorn"})
def test_phones_that_send_a_byte_now_and_then_hold_no_one_up(env: dict[str, str], command: tuple[str, ...]) -> None:
    """Several times as many as there are threads: in the headers, in a body of known length, and in chunks."""
    answered = threading.Event()

    def go_on(phones: list[socket.socket]) -> None:
        while not answered.wait(1):
            for phone in phones:
                phone.send(b"1")

    with ServerProcess(env, command, ROOT) as server, ThreadPoolExecutor() as others, ExitStack() as held:
        phones = [held.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in SLOW * 10]
        for phone, sent in zip(phones, SLOW * 10, strict=True):
            phone.sendall(sent)
        held.callback(answered.set)
        others.submit(go_on, phones)
        assert server.get("/healthz") == "ok\n"


@pytest.mark.everywhere("way", once={"command": "gunicorn", "limit": "-n 256"})
@pytest.mark.parametrize(("limit", "closed"), [("-n 256", True), ("-S -n 256", False)], ids=["hard", "soft"])
def test_more_idle_phones_than_a_server_has_room_for_cost_the_oldest_its_connection(
    env: dict[str, str], command: tuple[str, ...], limit: str, closed: bool
) -> None:
    """Of 256 files: it asks for more, and where it gets none it still has some for the next phone."""
    limited = ("sh", "-c", f'ulimit {limit}; exec "$@"', "sh", *command)
    with ServerProcess(env, limited, ROOT) as server, ExitStack() as held:
        phones = [
            held.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE)) for _ in range(300)
        ]
        assert server.get("/healthz") == "ok\n"
        assert is_closed(phones[0]) is closed
        assert not is_closed(phones[-1])
        server.process.terminate()
        output = server.process.stdout.read() if server.process.stdout else ""
    assert "Traceback" not in output


def is_closed(phone: socket.socket) -> bool:
    """Tell whether a phone that asks is answered with the end of its connection."""
    try:
        phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return not phone.recv(1000)
    except ConnectionError:
        return True


def test_requests_that_have_come_are_answered_before_a_worker_stops(env: dict[str, str]) -> None:
    with ServerProcess(env, SERVERS["gunicorn"], ROOT) as server, ExitStack() as held:
        phones = [HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE) for _ in range(60)]
        for phone in phones:
            held.callback(phone.close)
            phone.request("GET", "/healthz")
        assert {phone.getresponse().read() for phone in phones} == {b"ok\n"}
        for phone in phones:
            phone.request("GET", "/")
        assert phones[0].getresponse().status == 200
        server.process.terminate()
        assert {phone.getresponse().status for phone in phones[1:]} == {200}


@pytest.mark.everywhere(
    "again", proven="tests/test_gunicorn.py::test_requests_that_have_come_are_answered_before_a_worker_stops"
)
def test_a_request_of_which_a_part_has_come_is_answered_too(env: dict[str, str]) -> None:
    with ServerProcess(env, SERVERS["gunicorn"], ROOT) as server, ExitStack() as held:
        phone = held.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
        phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        assert server.get("/healthz") == "ok\n"  # what came before it has come
        server.process.terminate()
        time.sleep(2)
        phone.sendall(b"\r\n")
        assert phone.recv(1000).startswith(b"HTTP/1.1 200 OK")


LISTENS_NO_MORE = """
import gc
from waitress.server import BaseWSGIServer
from wsgi import app as ours

def app(environ, start_response):
    if environ["PATH_INFO"] == "/fail":
        for server in [each for each in gc.get_objects() if isinstance(each, BaseWSGIServer)]:
            server.handle_close()
    return ours(environ, start_response)
"""


def test_a_worker_that_listens_no_more_is_replaced_by_another(env: dict[str, str], tmp_path: Path) -> None:
    """The server closes what it listens on where accepting a connection fails."""
    (tmp_path / "fails.py").write_text(LISTENS_NO_MORE)
    with ServerProcess(env | {"PYTHONPATH": str(tmp_path)}, (*GUNICORN, "fails:app"), ROOT) as server:
        phone = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        phone.request("GET", "/fail")
        phone.getresponse()
        phone.close()
        assert server.get("/healthz") == "ok\n"


def test_anyone_who_looks_through_the_connections_may_meet_one_that_closes() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = make_server(lambda _environ, _start: [], [listener])
        connections = server.active_channels
        connections |= dict.fromkeys(range(9))
        for _ in connections.values():
            connections.popitem()
        assert not connections
        server.close()
        server.task_dispatcher.shutdown()


@pytest.mark.everywhere("way", once={"command": "gunicorn"})
def test_a_phone_that_leaves_before_its_answer_comes_leaves_no_key_in_the_log(
    env: dict[str, str], command: tuple[str, ...]
) -> None:
    with ServerProcess(env, command, ROOT) as server:
        for number in range(60):
            with socket.create_connection(("127.0.0.1", server.port)) as phone:
                phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                phone.sendall(b"GET /enter/key HTTP/1.1\r\nHost: localhost\r\n\r\n")
                time.sleep(number % 10 * 0.0005)
        assert server.get("/healthz") == "ok\n"
        server.process.terminate()
        output = server.process.stdout.read() if server.process.stdout else ""
    assert "key" not in output


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


@pytest.mark.everywhere("way", once={"command": "gunicorn"})
def test_a_malformed_request_is_refused_and_neither_it_nor_its_sender_is_logged(
    env: dict[str, str], command: tuple[str, ...]
) -> None:
    with ServerProcess(env, command, ROOT) as server:
        for part, sent in MALFORMED.items():
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as phone:
                phone.sendall(sent)
                status = phone.recv(1000).split(b" ", 2)[1]
            assert status.startswith(b"4"), (part, status)
        server.process.terminate()
        output = server.process.stdout.read() if server.process.stdout else ""
    assert "key" not in output
    assert "secret" not in output
    assert "127.0.0.1" not in output.replace(f"127.0.0.1:{server.port}", ""), output


@pytest.mark.everywhere("again", proven="tests/test_serve.py::test_a_misspelled_setting_is_told_and_its_value_is_not")
def test_a_setting_that_there_is_not_is_said(env: dict[str, str]) -> None:
    with ServerProcess(env | {"SCOREKEEPER_PROT": "80"}, SERVERS["gunicorn"], ROOT) as server:
        server.process.terminate()
        output = server.output + (server.process.stdout.read() if server.process.stdout else "")
    assert "SCOREKEEPER_PROT isn't a setting, so it does nothing. Did you mean SCOREKEEPER_PORT?\n" in output


def test_a_setting_that_cannot_be_is_said_in_a_sentence(tmp_path: Path) -> None:
    env = environment(tmp_path, port="eight")
    done = subprocess.run(
        (*GUNICORN, "wsgi:app"), cwd=ROOT, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode != 0
    assert done.stderr.strip() == "SCOREKEEPER_PORT is a number from 1 to 65535, not 'eight'."


@pytest.mark.everywhere("way", once={"command": "gunicorn"})
def test_a_request_that_says_its_length_in_two_ways_ends_its_connection(
    env: dict[str, str], command: tuple[str, ...]
) -> None:
    """RFC 9112, 6.3: what follows could be a request that someone smuggled in."""
    head = b"POST /watch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    with ServerProcess(env, command, ROOT) as server, socket.create_connection(("127.0.0.1", server.port), 30) as phone:
        phone.sendall(head + b"0\r\n\r\n")
        answer = b""
        while more := phone.recv(10_000):
            answer += more
    assert answer.startswith(b"HTTP/1.1 ")
    assert b"\r\nConnection: close\r\n" in answer
