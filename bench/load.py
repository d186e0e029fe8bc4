"""The load: eight connections at a time, every answer checked."""

import gzip
import socket
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlencode

from .server import Server

CONNECTIONS = 8
PATIENCE = 20  # seconds for one answer


class WrongAnswer(Exception):
    """An answer that is not what was asked for."""


@dataclass(frozen=True)
class Request:
    """What is sent, and what must come back: its status, and words of its text."""

    method: str
    path: str
    cookie: str = ""
    fields: tuple[tuple[str, object], ...] = ()
    status: int = 200
    words: tuple[str, ...] = ()

    def encoded(self) -> bytes:
        body = urlencode(self.fields).encode()
        head = f"{self.method} {self.path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n"
        head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        if self.method == "POST":
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return f"{head}Connection: close\r\n\r\n".encode() + body


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    head: str
    body: bytes

    @property
    def text(self) -> str:
        packed = "content-encoding: gzip" in self.head.lower()
        return (gzip.decompress(self.body) if packed else self.body).decode()

    def header(self, name: str) -> str:
        """The first header of this name, "" where there is none."""
        lines = (line.partition(": ") for line in self.head.split("\r\n"))
        return next((value for key, _, value in lines if key.lower() == name.lower()), "")


def ask(server: Server, request: Request) -> Answer:
    """Sends one request on a connection of its own; raises WrongAnswer."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        connection.sendall(request.encoded())
        received = bytearray()
        while part := connection.recv(65536):
            received += part
    head, _, body = bytes(received).partition(b"\r\n\r\n")
    answer = Answer(int(head[9:12] or 0), head.decode("latin-1"), body)
    if answer.status != request.status or (request.words and not _says(answer.text, request.words)):
        raise WrongAnswer(f"{request.method} {request.path} was answered {answer.status}:\n{answer.text[:4000]}")
    return answer


def _says(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


@dataclass(frozen=True)
class Figures:
    """What a number of requests took: wall time, and the workers' CPU time, in seconds."""

    requests: int
    wall: float
    cpu: float

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(self.requests + other.requests, self.wall + other.wall, self.cpu + other.cpu)

    @property
    def rate(self) -> float:
        """Requests per second."""
        return self.requests / self.wall

    @property
    def cpu_each(self) -> float:
        """Milliseconds of CPU per request."""
        return 1000 * self.cpu / self.requests


def load(server: Server, requests: Sequence[Request]) -> Figures:
    """Sends all of them, eight at a time; raises WrongAnswer."""

    def send_every_eighth(first: int) -> None:
        for request in requests[first::CONNECTIONS]:
            ask(server, request)

    cpu, begin = server.cpu(), time.perf_counter()
    with ThreadPoolExecutor(CONNECTIONS) as connections:
        list(connections.map(send_every_eighth, range(CONNECTIONS)))
    return Figures(len(requests), time.perf_counter() - begin, server.cpu() - cpu)
