"""The same table through the forms of its pages, as a phone sends them."""

import re
from contextvars import Context
from typing import Any, Self
from uuid import UUID

from werkzeug.test import TestResponse

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Hand
from tests.html import Page, group_in, text_of
from tests.person import TABLE, Answer, Person
from tests.web.steps import about, confirm

from .game_at_table import AnyTable, Conflict, GameAtTable, NotFound, ValidationFailed

BUTTONS = {
    "bid": "Record bid", "hands": "Save hand", "undo": "Undo", "redo": "Redo", "misdeal": "Misdeal",
    "stop": "End game early", "resume": "Resume", "delete": "Delete game", "bring-back": "Restore",
    "name": "Correct name", "dealer": "Change first dealer", "target": "Save",
}  # fmt: skip
"""What sends a form, by where it goes to."""
IN_SETTINGS = ("stop", "resume", "delete", "bring-back", "name", "dealer", "target")


class Phone(Person):
    """A phone whose requests share nothing with the test, which reads the database beside them."""

    def _ask(self, *request: Any) -> TestResponse:
        return Context().run(super()._ask, *request)


class GameByForms(AnyTable):
    """A phone with the game's page."""

    def __init__(self, club: int, phone: Person, address: str, page: Page | None = None):
        self.club, self.phone, self.address, self._page = club, phone, address, page
        self.uid = UUID(address.rpartition("/")[2])

    def opened(self) -> Self:
        return type(self)(self.club, self.phone, self.address, self._board)

    @property
    def _board(self) -> Page:
        if self.phone.last.path != self.address:
            self.phone.last = self.phone.get(self.address)
        return self.phone.page

    @property
    def totals(self) -> dict[str, int]:
        return {side: int(points.replace("−", "-")) for side, points in self._board.totals.items()}

    @property
    def deal(self) -> tuple[str, str]:
        dealer, _, first = self._board.heading.partition(" · ")[2].removesuffix(" bids first").partition(" deals, ")
        return dealer, first

    @property
    def winners(self) -> str:
        return group_in(r"^(.+) won$", self._board.heading)

    @property
    def undo_takes_back(self) -> str | None:
        page = self._board
        return about(self.phone, "Undo").removeprefix("Takes back ") if page.has_button("Undo") else None

    @property
    def shown(self) -> object:
        page = self._board
        rows = [text_of(row) for row in page.all(".hands tr, .contract")]
        return page.heading, page.totals, rows, self.stored()

    def _send(self, path: str, fields: dict[str, str] | None = None) -> None:
        """Fill in the form that goes there and send it; where the page has none, send what one kept from before has."""
        page = self._page or self._board
        if path in IN_SETTINGS and not self._page:
            self.phone.last = self.phone.get(f"{self.address}/settings")
            page = self.phone.page
        offered = path in BUTTONS and page.has_button(BUTTONS[path])
        sent = page.form(BUTTONS[path]).sent if offered else _marks(page)
        assert not offered or all(page.all(f"[name={name}]") for name in fields or ()), f"{fields} in {path}"
        self._answered(self.phone.send(f"{self.address}/{path}", sent | (fields or {})))

    def _answered(self, answer: Answer) -> None:
        """Raise what a refusal says, once what has to be asked about is confirmed."""
        self.phone.last = answer
        answer = confirm(self.phone)
        if answer.status in (404, 410):
            raise NotFound
        if answer.status == 409:
            raise Conflict(tuple(re.findall(r"in the meantime \(([^)]*)\)", answer.page.alerts)))
        if answer.status == 422:
            wrong = [each.attrs["name"] for each in answer.page.all("[aria-invalid][name]")]
            errors = [RuleError(name, answer.page.description_of(name)) for name in wrong]
            raise ValidationFailed(errors or [RuleError("", answer.page.alerts)])
        assert answer.status == 303, answer.body.decode()

    def bid(self, bidder: str, bid: int) -> None:
        self._send("bid", {"bidder": str(TABLE.index(bidder)), "bid": str(bid)})

    def call(self, player: int, call: int | None) -> None:
        self._send("call", {"player": str(player), "call": "" if call is None else str(call)})

    def misdeal(self) -> None:
        self._send("misdeal")

    def record(self, entered: Hand) -> None:
        self._send("hands", _typed({"captured": entered.captured, "last_trick": entered.last_trick}))

    def undo(self) -> None:
        self._send("undo")

    def redo(self) -> None:
        self._send("redo")

    def _hand(self, place: int) -> Page:
        self.phone.last = self.phone.get(f"{self.address}/hands/{place}")
        if self.phone.last.status == 404 or not self.phone.page.has_button("Save correction"):
            raise NotFound
        return self.phone.page

    def correct(self, place: int, **changed: Any) -> None:
        form = self._hand(place).form("Save correction")
        self._answered(self.phone.send(form.action, form.sent | _typed(changed)))

    def delete_hand(self, place: int) -> None:
        self._send(f"hands/{place}/delete")

    def reseat(self, *order: int) -> None:
        seats = {f"seats-{place}": str(number) for place, number in enumerate(order)}
        self._send("seats", seats | {"confirmed": "y"})

    def dealt_by(self, dealer: int) -> None:
        self._send("dealer", {"dealer": str(dealer)})

    def play_to(self, target: int | None, hands: int | None = None) -> None:
        self._send("target", {"target": str(target or ""), "hand_limit": str(hands or ""), "time_limit": ""})

    def seat(self, number: int, name: str) -> None:
        self._send("name", {"player": str(number), "name": name, "what": "person"})

    def stop(self) -> None:
        self._send("stop")

    def resume(self) -> None:
        self._send("resume")

    def delete(self) -> None:
        self._send("delete")

    def bring_back(self) -> None:
        self._send("bring-back")


def _marks(page: Page) -> dict[str, str]:
    """Return the marks of a page's forms: its id, and the version of the game that it shows."""
    named = [each.attrs for each in page.all("form input") if "name" in each.attrs]
    return {each["name"]: each["value"] for each in named if each["name"] in ("csrf_token", "form_id", "version")}


Table = GameAtTable | GameByForms
"""A table, whichever way what happens there is done."""


def _typed(changed: dict[str, Any]) -> dict[str, str]:
    """Return what a person types of a hand, by the names of the fields; each count replaces the one before."""
    captured = {f"captured-{number}": str(points) for number, points in changed.pop("captured", {}).items()}
    return captured | {name: "" if value is None else str(value) for name, value in changed.items()}
