"""Sends requests on eight connections, checks every answer, and compares the time with a goal."""

import gzip
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection

from .server import Server

CONNECTIONS, ROUNDS, PATIENCE = 8, 3, 20  # PATIENCE: seconds for one answer
FORM = "application/x-www-form-urlencoded"
HEADERS = {"Host": "localhost", "Accept-Encoding": "gzip", "Connection": "close", "Content-Type": FORM}


class WrongAnswer(Exception):
    """An unexpected answer."""


@dataclass(frozen=True)
class Request:
    """A request, with the expected status and words in the answer."""

    method: str
    path: str
    cookie: str = ""
    form: str | None = None
    status: int = 200
    words: tuple[str, ...] = ()


def ask(server: Server, request: Request) -> tuple[str, str]:
    """Sends one request on its own connection; returns text and cookie of the answer, or raises WrongAnswer."""
    headers = HEADERS | ({"Cookie": request.cookie} if request.cookie else {})
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request(request.method, request.path, request.form, headers)
        answer = connection.getresponse()
        body = answer.read()
    text = (gzip.decompress(body) if answer.getheader("Content-Encoding") == "gzip" else body).decode()
    if answer.status != request.status or not all(word in text for word in request.words):
        raise WrongAnswer(f"{request.method} {request.path} was answered {answer.status}:\n{text[:4000]}")
    return text, (answer.getheader("Set-Cookie") or "").partition(";")[0]


@dataclass(frozen=True)
class Figures:
    """The time of a number of requests: wall time, and the workers' CPU time, in seconds."""

    requests: int
    wall: float
    cpu: float

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(self.requests + other.requests, self.wall + other.wall, self.cpu + other.cpu)

    @property
    def cpu_each(self) -> float:
        """Milliseconds of CPU per request."""
        return 1000 * self.cpu / self.requests


Round = Mapping[str, Figures]


def load(server: Server, requests: Sequence[Request]) -> Figures:
    """Sends all requests, eight at a time; raises WrongAnswer."""

    def send_every_eighth(first: int) -> None:
        for request in requests[first::CONNECTIONS]:
            ask(server, request)

    cpu, begin = server.cpu(), time.perf_counter()
    with ThreadPoolExecutor(CONNECTIONS) as connections:
        list(connections.map(send_every_eighth, range(CONNECTIONS)))
    return Figures(len(requests), time.perf_counter() - begin, server.cpu() - cpu)


def medians(rounds: Sequence[Round], figure: Callable[[Figures], float]) -> dict[str, float]:
    """This figure for each measure, the median of all rounds."""
    return {name: statistics.median(figure(each[name]) for each in rounds) for name in rounds[0]}


def goal(what: str, figure: float, bound: float) -> str:
    """Returns a line that says whether this figure meets its goal."""
    return f"{'met   ' if figure <= bound else 'MISSED'} {what}: {figure:.4g} (at most {bound:g})"
