"""Clients that record a game without a pause, over real connections, and remember what was acknowledged."""

import http.client
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlencode
from uuid import uuid4

from .html import Page
from .person import TABLE

PATIENCE = 30  # seconds for an answer
SAVED, UNSENT = 303, 0


@dataclass
class Recorder:
    """A phone that records one hand after the other in a game of its own, each entry under an id.

    `saved` are the ids that were acknowledged, `open` is the entry that was not, with where it was sent to.
    """

    port: int
    game: str = ""
    saved: list[str] = field(default_factory=list)
    open: tuple[str, dict[str, str]] | None = None
    sent_again: int = 0
    refused: list[str] = field(default_factory=list)
    cookie: str = ""
    token: str = ""

    def start(self) -> None:
        page = Page(self._ask("GET", "/games/new")[1], whole=True)
        names = [f"{name} {uuid4().hex[:8]}" for name in TABLE]  # who plays here plays at no other table
        fields = page.form("Start game").sent | {f"players-{seat}": name for seat, name in enumerate(names)}
        fields |= {"new_names": "\n".join(names), "target": "1000000", "form_id": str(uuid4())}
        self.token, self.game = fields["csrf_token"], f"/games/{fields['form_id']}"
        status, said = self._ask("POST", "/games", fields)
        assert status == SAVED, said

    def record(self, going: Callable[[], bool]) -> None:
        """Record as long as it goes on; send again first what was not acknowledged the last time."""
        while going():
            again = self.open is not None
            path, fields = self.open or self._next()
            self.open = path, fields
            status, said = self._try(path, fields)
            if status == SAVED:
                self.saved.append(fields["form_id"])
                self.sent_again += again
                self.open = None
            elif status in (UNSENT, 503):
                return  # the server is gone, or its database
            else:
                self.refused.append(f"{status} at {path}: {said}")
                return

    def _next(self) -> tuple[str, dict[str, str]]:
        marks = {"csrf_token": self.token, "form_id": str(uuid4()), "version": str(len(self.saved))}
        if len(self.saved) % 2 == 0:
            return f"{self.game}/bid", marks | {"bidder": "1", "bid": "95"}
        return f"{self.game}/hands", marks | {
            "captured-0": "45",
            "captured-1": "",
            "nest_points": "",
            "last_trick": "0",
        }

    def _try(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        try:
            return self._ask("POST", path, fields)
        except (OSError, http.client.HTTPException):
            return UNSENT, ""

    def _ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if fields else {}
        try:
            body = urlencode(fields) if fields else None
            connection.request(method, path, body, headers | ({"Cookie": self.cookie} if self.cookie else {}))
            answer = connection.getresponse()
            self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
            return answer.status, answer.read().decode()
        finally:
            connection.close()


def record_until(recorders: list[Recorder], stop: Callable[[], None]) -> None:
    """Have all of them record at once, until `stop` has come back and the last has noticed."""
    stopped = threading.Event()
    threads = [threading.Thread(target=each.record, args=(lambda: not stopped.is_set(),)) for each in recorders]
    for thread in threads:
        thread.start()
    stop()
    stopped.set()
    for thread in threads:
        thread.join()
