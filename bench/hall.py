"""Measures an evening that many watch: 200 phones poll the standings of 15 tables while their results come in.

Run `python -m bench.hall [PHONES]`. Prints the polls a second, the CPU of each, and after each result how long it takes
until every phone has it. Every answer is checked; only a wrong one makes it fail.
"""

import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from threading import Event
from urllib.parse import urlencode
from uuid import uuid4

from .load import Request, WrongAnswer, ask, goal
from .server import Server, serving

PHONES, PLAYERS, TABLES = 200, 60, 15
PAUSE, APART = 2.0, 3.0  # seconds between two polls of a phone, give or take a fifth, and between two results
LATEST = PAUSE * 1.2 + 1  # the goal: one poll later, and a second


class Organizer:
    """Who starts a tournament, draws its first round and types results, over HTTP."""

    def __init__(self, server: Server):
        self.server = server
        page, self.cookie = ask(server, Request("GET", "/tournaments/new"))
        self.token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
        start = {"name": "Fall", "format": "rotating", "rules": "original", "hand_limit": 4}
        self.uid = uuid4()
        self._send(
            "/tournaments", self.uid, entrants="\n".join(f"Player {number}" for number in range(PLAYERS)), **start
        )
        self._send(f"/tournaments/{self.uid}/rounds/1", uuid4())
        page, _ = ask(server, Request("GET", f"/tournaments/{self.uid}", self.cookie))
        self.watch = re.findall(r'data-address="[^"]*(/watch/[^"]+)"', page)[0]

    def _send(self, path: str, form_id: object, **fields: object) -> None:
        form = urlencode({"csrf_token": self.token, "form_id": form_id, "version": 0, **fields})
        ask(self.server, Request("POST", path, self.cookie, form, 303))

    def enter(self, table: int) -> None:
        """Type the totals of a table."""
        self._send(f"/tournaments/{self.uid}/rounds/1/tables/{table}", uuid4(), first=100, second=5 * table)


@dataclass
class Watcher:
    """A phone that watches: when it saw how many tables done, and its number of polls."""

    server: Server
    seen: list[float] = field(default_factory=list)
    polls: int = 0
    news: int = 0

    def look_on(self, page: str, stop: Event, random: Random) -> None:
        """Poll like poll.js, from this page on, until the evening is over."""
        stop.wait(random.uniform(0, PAUSE))
        while not stop.is_set():
            poll = re.findall(r'data-poll="([^"]+)"', page)[0]
            try:
                ask(self.server, Request("GET", poll, status=204))
            except WrongAnswer:  # there is news
                page, _ = ask(self.server, Request("GET", poll, words=("data-poll",)))
                self.news += 1
                done = int(re.findall(rf"(\d+) of {TABLES} tables done", page)[0]) if "tables done" in page else TABLES
                self.seen += [time.perf_counter()] * (done - len(self.seen))
            self.polls += 1
            stop.wait(PAUSE * random.uniform(0.8, 1.2))


def wait_for(server: Server) -> None:
    """Wait until the server answers: its first start makes the database."""
    for _ in range(5):
        with suppress(TimeoutError):
            ask(server, Request("GET", "/healthz"))
            return
    raise WrongAnswer("The server does not answer.")


def evening(server: Server, phones: int) -> tuple[Sequence[float], int, float, float]:
    """Plays the round; returns how long each result took to all phones, the polls, their seconds, and the CPU."""
    organizer, stop = Organizer(server), Event()
    watchers = [Watcher(server) for _ in range(phones)]
    entered = []
    page, _ = ask(server, Request("GET", organizer.watch, words=("</html>",)))
    with ThreadPoolExecutor(phones) as pool:
        running = [pool.submit(each.look_on, page, stop, Random(number)) for number, each in enumerate(watchers)]
        time.sleep(2 * PAUSE)
        begin, cpu, before = time.perf_counter(), server.cpu(), sum(each.polls for each in watchers)
        try:
            for table in range(1, TABLES + 1):
                entered.append(time.perf_counter())
                organizer.enter(table)
                time.sleep(APART)
            time.sleep(LATEST)
        finally:
            stop.set()
        polls = sum(each.polls for each in watchers) - before
        seconds, cpu = time.perf_counter() - begin, server.cpu() - cpu
        for each in running:
            each.result()  # raises what went wrong on a phone
    if any(len(each.seen) < TABLES for each in watchers):
        raise WrongAnswer(f"A phone saw {min(len(each.seen) for each in watchers)} of {TABLES} results.")
    delays = [max(each.seen[table] for each in watchers) - entered[table] for table in range(TABLES)]
    return delays, polls, seconds, cpu


def main() -> None:
    """Measures and prints; fails if an answer was wrong."""
    phones = int(sys.argv[1]) if len(sys.argv) > 1 else PHONES
    with (
        tempfile.TemporaryDirectory(prefix="rook-bench-") as folder,
        serving("wsgi:app", {"SCOREKEEPER_INSTANCE": folder}) as server,
    ):
        try:
            wait_for(server)
            delays, polls, seconds, cpu = evening(server, phones)
        except WrongAnswer as wrong:
            sys.exit(f"WRONG: {wrong}")
    each = 1000 * cpu / polls
    print(f"{phones} phones, {TABLES} tables: {polls / seconds:.0f} polls a second, {each:.2f} ms of CPU each")
    print(f"until all have a result: {statistics.median(delays):.2f} s, at most {max(delays):.2f} s")
    print(goal("seconds until all have a result", max(delays), LATEST))


if __name__ == "__main__":
    main()
