"""A person with a phone, for tests without a browser: knows what the last page showed, and nothing else."""

from collections.abc import Mapping
from functools import cached_property

from flask import Flask
from werkzeug.test import TestResponse

from .html import Form, Page, Typed
from .lint import lint, lint_gone

TABLE = ("Ann", "Bob", "Cal", "Dee")
SIDES = ("Ann & Cal", "Bob & Dee")
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
BUTTONS = {"start": "Start game", "bid": "Record bid", "hand": "Save hand", "undo": "Undo"}


class Answer:
    """What came back: the page that is shown in the end, and the status of the first answer."""

    def __init__(self, app: Flask, first: TestResponse, shown: TestResponse | None = None):
        shown = shown or first
        self.status, self.first, self.headers = first.status_code, first, shown.headers
        self.path = shown.request.path
        self.body = shown.get_data()
        shown.close()
        self.is_html = shown.mimetype == "text/html"
        self._app = app
        if self.is_html and self.body and not 300 <= shown.status_code < 400:
            lint(app, self.page)
            lint_gone(self.path, shown.status_code, self.page)

    @cached_property
    def page(self) -> Page:
        html = self.body.decode()
        return Page(html, whole=html.lstrip().lower().startswith("<!doctype"))


class Person:
    """Opens pages, fills in forms, taps buttons."""

    def __init__(self, app: Flask, address: str = "192.168.0.7", base_url: str = "http://localhost"):
        self.app = app
        self.web = app.test_client()
        self.address, self.base_url = address, base_url
        self.last: Answer

    def twin(self, app: Flask | None = None) -> "Person":
        """Return the same phone once more: for another request meanwhile, or its next visit to a new server."""
        other = Person(app or self.app, self.address, self.base_url)
        name = self.app.config["SESSION_COOKIE_NAME"]
        cookie = self.web.get_cookie(name) or self.web.get_cookie(f"__Host-{name}")
        assert cookie is not None
        other.web.set_cookie(cookie.key, cookie.value)
        return other

    def get(self, path: str, **headers: str) -> Answer:
        return Answer(self.app, self._ask("GET", path, _dashed(headers)))

    def open(self, path: str) -> Page:
        """Open a page and look at it from here on."""
        self.last = self.get(path)
        assert self.last.status == 200, f"{self.last.status} at {path}\n{self.last.body.decode()}"
        return self.page

    @property
    def page(self) -> Page:
        return self.last.page

    def form(self, button: str) -> Form:
        return self.page.form(button)

    def tap(self, button: str, typed: Typed | None = None) -> Answer:
        """Fill in the form of this button on the last page, send it, and follow to where that leads."""
        form = self.form(button)
        self.last = self.send(form.action, form.filled(**(typed or {})))
        return self.last

    def send(self, path: str, fields: Mapping[str, str], **headers: str) -> Answer:
        """Send these very fields."""
        first = self._ask("POST", path, _dashed(headers), fields)
        shown = self._ask("GET", first.headers["Location"], _dashed(headers)) if first.status_code == 303 else None
        return Answer(self.app, first, shown)

    def _ask(
        self, method: str, path: str, headers: Mapping[str, str], fields: Mapping[str, str] | None = None
    ) -> TestResponse:
        return self.web.open(
            path,
            method=method,
            headers=dict(headers),
            data=fields,
            base_url=self.base_url,
            environ_overrides={"REMOTE_ADDR": self.address},
        )

    # What people do at the table.

    def start_game(
        self,
        dealer: str = "Ann",
        names: tuple[str, ...] = TABLE,
        rules: str = "original",
        target: int | None = None,
        hand_limit: int | str = "",
    ) -> str:
        """Start a game, by the original rules unless others are given, and return its address."""
        self.open("/games/new")
        fields = self.form("Start game").filled(**{f"Player {seat}": name for seat, name in enumerate(names, 1)})
        fields |= {"target": "", "hand_limit": str(hand_limit), "time_limit": "", "new_names": "\n".join(names)}
        fields |= {"rules": rules, "dealer": str(names.index(dealer)) if dealer in names else "0"}
        self.last = self.send("/games", fields | ({"target": str(target)} if target else {}))
        assert self.start_anyway().status == 303, self.last.body.decode()
        return self.last.path

    def start_anyway(self) -> Answer:
        """Start another game, if these people are told of one that goes on."""
        return self.tap("Start another game") if self.page.has_button("Start another game") else self.last

    def record_bid(self, bidder: str, bid: int) -> Answer:
        return self.tap("Record bid", {"Bidder": bidder, "Bid": str(bid)})

    def record_hand(self, captured: int | str = "", others: int | str = "", last_trick: str = SIDES[0]) -> Answer:
        """Save what Ann & Cal captured, and Bob & Dee; who is left out takes the rest."""
        counts = dict(zip((f"Captured by {side}" for side in SIDES), (str(captured), str(others)), strict=True))
        return self.tap("Save hand", {"Last trick": last_trick, **counts})

    def more(self, typed: Typed | None = None, part: str = "Note") -> Answer:
        """Fill in a hand's form and tap the button that opens this part: Penalty, Renege, Adjustment or Note."""
        (button,) = [button for button in self.page.all("#hand button") if button.attrs.get("value") == part]
        filled = self.form("Save hand").filled(**(typed or {}))
        self.last = self.send(button.attrs["formaction"], filled | {"open": part})
        return self.last

    def play(self, bidder: str, bid: int, captured: int) -> Answer:
        """Record a whole hand, of which Ann & Cal captured so much."""
        self.record_bid(bidder, bid)
        return self.record_hand(captured)


def _dashed(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
