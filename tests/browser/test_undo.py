"""What an undo took back can be seen, and is in its form again, without a server too."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .offline import at_table
from .phone import SIDES, Phone
from .server import Server


def mistype(phone: Phone) -> None:
    """A hand with a penalty and a note, and one wrong number."""
    phone.record_bid("Ann", 100)
    phone.open_part("Penalty")
    phone.penalty("Dee")
    phone.open_part("Note")
    phone.page.get_by_label("Note", exact=True).fill("late")
    if phone.javascript:
        phone.tap("button", "Back")
    for side, points in zip(SIDES, ("110", "10"), strict=True):
        phone.page.get_by_label(f"Captured by {side}").fill(points)
    phone.choose("Last trick", SIDES[1])
    phone.tap("button", "Save hand")
    phone.sees_totals("110", "−30")


def set_right(phone: Phone) -> None:
    """Sees what was sent, changes the one number, and saves."""
    expect(phone.page.locator("main").get_by_text("Undone: ")).to_be_visible()
    expect(phone.page.get_by_label("Table talk by Dee")).to_have_value("1")
    if phone.javascript:
        expect(phone.page.locator(".noted")).to_contain_text("Table talk by Dee: Bob & Dee −40")
    expect(phone.page.get_by_label("Note", exact=True)).to_have_value("late")
    expect(phone.page.locator("[name=last_trick]:checked").locator("..")).to_have_text(SIDES[1])
    for side, points in zip(SIDES, ("105", "15"), strict=True):
        phone.page.get_by_label(f"Captured by {side}").fill(points)
    phone.tap("button", "Save hand")
    phone.sees_totals("105", "−25")
    expect(phone.page.locator("main").get_by_text("Undone: ")).to_have_count(0)


def test_a_hand_with_a_penalty_comes_back_as_it_was_sent(phone: Phone) -> None:
    phone.start_game()
    phone.wait_for_htmx()
    mistype(phone)
    phone.tap("button", "Undo")
    set_right(phone)
    expect(phone.page.locator(".past tbody tr:has(th)")).to_have_count(1)


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
def test_without_a_server_it_comes_back_too(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_table(new_phone)
    server.stop()
    mistype(phone)
    phone.tap("button", "Undo")
    set_right(phone)
    phone.finds_server()
    expect(phone.page.locator("tr.unsent")).to_have_count(0)
    phone.sees_totals("105", "−25")


def test_another_phone_sees_what_was_undone_and_keeps_what_it_types(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    other = phone.start_game()
    phone.wait_for_htmx()
    other.record_bid("Bob", 95)
    phone.choose("Bidder", "Cal")
    other.tap("Undo")
    expect(phone.page.locator(".announcement.seen")).to_contain_text("Undone: Bob's bid of 95.")
    bidder = phone.page.get_by_role("radiogroup", name="Bidder")
    expect(bidder.get_by_role("radio", name="Cal", exact=True)).to_be_checked()
