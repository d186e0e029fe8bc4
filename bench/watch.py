"""How many phones can watch: polls a second, straight at the app and through nginx as deploy/ sets it up.

Run `python -m bench.watch`. A phone asks every two seconds. The load is bounded, stays on the loopback, and every
answer is checked; only a wrong one makes it fail. Rates are what this machine did beside the load itself; the CPU of
a poll says what two cores could do.
"""

import re
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tests.browser.prepare import find_proxy
from tests.server_process import free_port
from tests.test_deploy import proxy
from tests.test_polls_through_nginx import nginx_command

from .load import Request, WrongAnswer, ask
from .server import Server, on_cpu, serving
from .table import Game, Phone

GAMES, HANDS, POLLS, LOADS = 20, 12, 6_000, 2
PAUSE, CORES = 2, 2  # seconds between two polls of a phone
GOALS = {"app": 2_000, "nginx": 5_000}  # phones


def watched_games(server: Server, phone: Phone) -> Iterator[str]:
    """Yield where phones that watch ask of some games of an evening."""
    for _ in range(GAMES):
        game = Game()
        ask(server, phone.start(game))
        for _ in range(HANDS):
            ask(server, phone.bid(game))
            ask(server, phone.hand(game))
        yield poll_of(server, phone, game)


def poll_of(server: Server, phone: Phone, game: Game) -> str:
    """Return where phones that watch this game ask; raises WrongAnswer."""
    links = ask(server, phone.look(f"/games/{game.uid}/links", "Watch link")).text
    key = re.search(r"/watch/([a-z2-7]{26})", links)
    page = ask(server, Request("GET", key[0] if key else "", words=("data-poll",))).text
    poll = re.search(r'data-poll="([^"]+)"', page)
    if not poll:
        raise WrongAnswer("The watch page does not say where it asks.")
    return poll[1]


def poll(port: int, paths: Sequence[str], polls: int) -> float:
    """Ask so often by one connection, for one path after the other; return the seconds that took."""
    begin, connection = time.perf_counter(), None
    for number in range(polls):
        request = f"GET {paths[number % len(paths)]} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            if connection is None:
                connection = socket.create_connection(("127.0.0.1", port), 20)
                connection.sendall(request)
            elif not answer:
                connection.sendall(request)
            part = connection.recv(4096)
            if part:
                answer += part
            else:
                connection, answer = None, b""  # it was closed between two requests
        if not answer.startswith(b"HTTP/1.1 204 "):
            raise WrongAnswer(answer.decode("latin-1"))
        if b"\r\nConnection: close\r\n" in answer:
            connection = None
    return time.perf_counter() - begin


def measure(name: str, port: int, paths: Sequence[str], cpu: Callable[[], float]) -> None:
    """Print what polls at this port took."""
    before, begin = cpu(), time.perf_counter()
    with ProcessPoolExecutor(LOADS) as loads:
        list(loads.map(poll, [port] * LOADS, [paths] * LOADS, [POLLS] * LOADS))
    polls, wall = POLLS * LOADS, time.perf_counter() - begin
    each = (cpu() - before) / polls
    could = CORES / each
    print(
        f"{name:<6}{polls / wall:>8.0f} polls a second here: {PAUSE * polls / wall:>6.0f} phones;"
        f"{1000 * each:>7.3f} ms of CPU a poll: {could:>6.0f} a second on {CORES} cores, {PAUSE * could:>6.0f} phones"
        f" (goal {GOALS[name]:,})"
    )


@contextmanager
def through_nginx(server: Server, folder: Path) -> Iterator[tuple[int, Callable[[], float]]]:
    """Run nginx before the server; give its port, and the CPU time that both have used."""
    port = free_port()
    command = nginx_command(find_proxy("nginx") or "", port, server.port, folder)
    with proxy(command, port, folder) as process:
        workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        yield port, lambda: server.cpu() + sum(map(on_cpu, map(int, workers))) / 1e9


def main() -> None:
    """Measure and print; fail where an answer was wrong."""
    with tempfile.TemporaryDirectory(prefix="rook-bench-") as place:
        folder = Path(place)
        with serving("wsgi:app", {"SCOREKEEPER_INSTANCE": str(folder / "instance")}) as server:
            try:
                paths = list(watched_games(server, Phone(server)))
                for _ in range(2):
                    measure("app", server.port, paths, server.cpu)
                    if find_proxy("nginx"):
                        with through_nginx(server, folder) as (port, cpu):
                            measure("nginx", port, paths, cpu)
            except WrongAnswer as wrong:
                sys.exit(f"WRONG: {wrong}")


if __name__ == "__main__":
    main()
