"""Two phones that meet again: what waits, the sheet on which a person is asked, and what was left out."""

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.phone import SIDES, Phone
from tests.person import Person


def meeting_pages(phone: Phone) -> Iterator[str]:
    phone.expects("net::ERR_", "Failed to fetch", "status of 409")
    phone.start_game(target=1000)
    phone.keeps_game()
    phone.wait_for_htmx()
    other = Person(phone.server.app)
    other.open(phone.path)
    phone.context.set_offline(True)
    for bidder, captured in (("Ann", 100), ("Bob", 45)):
        phone.record_bid(bidder, 95)
        phone.record_hand(SIDES[0], captured, last_trick=SIDES[0])
    expect(phone.page.locator("#unsent")).to_contain_text("2 hands, not sent yet")
    yield "two hands that wait for the network"
    other.play("Dee", 70, 20)
    phone.context.set_offline(False)
    expect(phone.page.get_by_role("button", name="Keep theirs")).to_be_visible()
    at_rest(phone)
    yield "two phones that recorded different things"
    phone.tap("button", "Keep theirs")
    expect(phone.page.get_by_text("Left out:")).to_be_visible()
    at_rest(phone)
    yield "what a person left out"


def at_rest(phone: Phone) -> None:
    """A page that has just been replaced takes no tap for a moment."""
    expect(phone.page.locator("html[data-rests]")).to_have_count(0)
