"""A phone that keeps score over HTTP: its requests, and the expected state of the game."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode
from uuid import UUID, uuid4

from .load import Request, ask
from .server import Server

PLAYERS = ("Ann", "Bob", "Cal", "Dee")
BID, CAPTURED, REST = 100, 80, 40  # each bid is set, so that no game ever ends


@dataclass
class Game:
    """A game as this phone knows it. Ann and Bob bid alternately."""

    uid: UUID = field(default_factory=uuid4)
    version: int = 0

    @property
    def hands(self) -> int:
        return self.version // 2

    @property
    def totals(self) -> tuple[int, int]:
        """Each side's total: its set bids, and its points in the other's hands."""
        first, second = (self.hands + 1) // 2, self.hands // 2
        return second * REST - first * BID, first * REST - second * BID


class Phone:
    """A phone with the cookie and token from the page for a new game."""

    def __init__(self, server: Server):
        self.server = server
        page, self.cookie = ask(server, Request("GET", "/games/new"))
        self.token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
        self.started = ""

    def look(self, path: str, *words: str) -> Request:
        return Request("GET", path, self.cookie, words=words)

    def start(self, game: Game, players: Sequence[str] = PLAYERS) -> Request:
        names = {f"players-{seat}": name for seat, name in enumerate(players)}
        before, self.started = self.started, str(game.uid)  # which goes on, and is asked about
        return self._send("/games", game.uid, 0, rules="original", dealer=0, answered=before, **names)

    def bid(self, game: Game) -> Request:
        """The bid of the next hand, recorded as won."""
        return self._next(game, "bid", bidder=game.hands % 2, bid=BID)

    def hand(self, game: Game) -> Request:
        """The count of the hand; the side that is left out takes the rest."""
        side = game.hands % 2
        return self._next(game, "hands", last_trick=side, **{f"captured-{side}": CAPTURED, f"captured-{1 - side}": ""})

    def scoreboard(self, game: Game) -> Request:
        """The whole page, with the expected totals and number of hands."""
        totals = (f'">{total}</a>'.replace("-", "−") for total in game.totals)
        return self.look(f"/games/{game.uid}", f"<strong>Hand {game.hands + 1}</strong>", *totals, "</html>")

    def poll(self, game: Game, behind: int) -> Request:
        """The poll of a page of the game that is this many changes behind."""
        path = f"/games/{game.uid}/since/{game.uid.hex[:8]}-{game.version - behind}"
        return Request("GET", path, self.cookie, status=200 if behind else 204)

    def watch_poll(self, game: Game) -> str:
        """The poll address of phones that watch this game."""
        links, _ = ask(self.server, self.look(f"/games/{game.uid}/links", "Watch link"))
        page, _ = ask(self.server, Request("GET", re.findall(r"/watch/[a-z2-7]{26}", links)[0]))
        return str(re.findall(r'data-poll="([^"]+)"', page)[0])

    def _next(self, game: Game, what: str, **fields: object) -> Request:
        request = self._send(f"/games/{game.uid}/{what}", uuid4(), game.version, **fields)
        game.version += 1
        return request

    def _send(self, path: str, form_id: UUID, version: int, **fields: object) -> Request:
        sent = {"csrf_token": self.token, "form_id": form_id, "version": version, **fields}
        return Request("POST", path, self.cookie, urlencode(sent), status=303)
