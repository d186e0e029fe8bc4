"""Two phones keep one game: each shows what the other did, and no form is lost that somebody is filling in."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.person import Person
from tests.web.steps import correct, set_zone

from .phone import Phone
from .server import Server
from .visibility import box_of

AC = "Ann & Cal"


@pytest.fixture
def other(phone: Phone) -> Person:
    """Somebody else who keeps the game that the phone shows."""
    other = phone.start_game(dealer="Dee")
    phone.wait_for_htmx()
    return other


def test_a_half_filled_count_stays_and_is_saved_after_another_phone_corrected_an_earlier_hand(
    phone: Phone, other: Person
) -> None:
    other.play("Bob", 95, 45)
    other.record_bid("Ann", 70)
    captured = phone.page.get_by_label(f"Captured by {AC}")
    captured.fill("80")
    place = box_of(captured)
    correct(other, phone.path, 1, {f"Captured by {AC}": "60"})
    phone.sees_totals("60", "−95")
    expect(captured).to_have_value("80")
    assert box_of(captured) == place, "it stays under the finger"
    phone.choose("Last trick", AC)
    phone.tap("button", "Save hand")
    phone.sees_totals("140", "−55")


def test_a_form_that_became_late_says_what_happened_and_keeps_what_was_typed(phone: Phone, other: Person) -> None:
    phone.expects("status of 409")
    phone.choose("Bidder", "Ann")
    phone.choose_by_key("120")
    other.record_bid("Bob", 95)
    late = phone.page.get_by_role("alert").filter(has_text="Bob bid 95.")
    expect(late).to_contain_text("What you entered stays here")
    other.record_hand(45)
    expect(late).to_contain_text("Hand 1: Bob bid 95, set. 45 to −95.")
    phone.sees_totals("45", "−95")
    expect(phone.page.get_by_role("radio", name="120", exact=True)).to_be_checked()
    phone.tap("button", "Record bid")
    expect(phone.page.get_by_role("alert")).to_contain_text("Not saved: the game changed in the meantime")
    phone.tap("button", "Record bid")
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()


def test_a_keeper_is_told_since_when_the_server_is_away_and_goes_on_by_itself(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    """By the clock of the club, wherever the phone is."""
    phone = new_phone(timezone_id="Pacific/Auckland")
    set_zone(server.app, "Asia/Kolkata")
    phone.page.clock.set_fixed_time("2026-01-05T12:00:00Z")
    other = phone.start_game(dealer="Dee")
    phone.choose("Bidder", "Ann")
    phone.keeps_taps()
    places = [box_of(part) for part in phone.page.locator("#steps, .totals, .questions fieldset").all()]
    server.stop()
    notice = phone.page.get_by_text("No connection to the scorekeeper since")
    expect(notice).to_contain_text("since 5:30 PM. Keep going: this phone sends your hands later.")
    assert [box_of(part) for part in phone.page.locator("#steps, .totals, .questions fieldset").all()] == places, (
        "nothing moves"
    )
    box = box_of(notice)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    below = phone.page.evaluate("({ x, y }) => document.elementFromPoint(x, y).closest('#unreached')", at)
    assert below is None, "taps go through it"
    phone.finds_server()
    expect(phone.page.get_by_text("No connection to the scorekeeper since")).to_have_count(0)
    expect(phone.page.get_by_role("radio", name="Ann", exact=True)).to_be_checked()
    Person(server.app).open(phone.path)
    assert other
