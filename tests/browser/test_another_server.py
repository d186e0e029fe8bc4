"""Another server answers at our address, a hotel's or a neighbor's: nothing that it says counts."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .offline import at_table, store_and_lose, unsent
from .phone import Phone
from .server import Server

pytestmark = pytest.mark.service_worker

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

STATUSES = ["200 OK", "204 No Content", "404 Not Found", "409 Conflict"]


class OtherServer:
    """Answers everything alike, and counts how often it was asked."""

    def __init__(self, status: str = "404 Not Found"):
        self.status, self.asked = status, 0

    def __call__(self, _environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        self.asked += 1
        start_response(self.status, [("Content-Type", "text/html")])
        return [] if self.status.startswith("204") else [b"<!doctype html><h1>Welcome to our hotel</h1>"]


def has_asked(phone: Phone, other: OtherServer) -> None:
    """Wait until the phone has heard of the other server more than once."""
    asked = other.asked
    phone.wait_until(lambda: other.asked > asked + 2)


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
@pytest.mark.parametrize("status", STATUSES)
def test_an_entry_whose_answer_was_lost_is_stored_once_whatever_another_server_says(
    new_phone: Callable[..., Phone], server: Server, status: str
) -> None:
    phone, other = at_table(new_phone), OtherServer(status)
    phone.expects("the server responded with a status of 4")
    store_and_lose(phone, "**/{misdeal,alone/meet}")
    phone.tap("button", "Misdeal")
    unsent(phone, 1)
    server.let_another_answer(other)
    phone.context.unroute("**/{misdeal,alone/meet}")
    has_asked(phone, other)
    expect(phone.page.get_by_role("button", name="Discard")).to_have_count(0)
    expect(phone.page.locator("tr.unsent")).to_have_count(1)
    server.stop()
    phone.finds_server()
    unsent(phone, 0)
    phone.page.reload(wait_until="domcontentloaded")
    expect(phone.page.get_by_text("Misdeal, Dee dealt")).to_have_count(1)
