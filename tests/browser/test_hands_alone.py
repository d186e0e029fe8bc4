"""Hands that are not ordinary, counted while the server cannot be reached, score as they do when it is back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.person import Person
from tests.web.steps import make_house_rules

from .offline import at_table, unsent
from .phone import SIDES, Phone
from .server import Server


@pytest.mark.everywhere("rule set", proven="tests/browser/test_scenarios.py")
def test_a_hand_that_is_given_up_is_counted_alone(new_phone: Callable[..., Phone], server: Server) -> None:
    house_rules = make_house_rules(Person(server.app), start="original", may_concede="True")
    phone = at_table(new_phone, rules=house_rules.path.removeprefix("/rules/"))
    server.stop()
    phone.record_bid("Ann", 100)
    phone.tap("button", "Give up the hand")
    phone.page.get_by_label(f"Captured by {SIDES[1]}").fill("35")
    phone.tap("button", "Save hand")
    phone.sees_totals("−100", "35")
    phone.finds_server()
    expect(phone.page.locator("tr.unsent")).to_have_count(0)
    phone.sees_totals("−100", "35")


def test_a_bid_that_no_rule_allows_is_refused_alone_as_by_the_server(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    by_points = make_house_rules(Person(server.app), start="original", bid_step="1", min_bid="20")
    phone = at_table(new_phone, rules=by_points.path.removeprefix("/rules/"))
    server.stop()
    bid = phone.page.get_by_label("Bid", exact=True)
    phone.choose("Bidder", "Ann")
    for typed, why in (
        ("500", "The highest bid is 120; 500 is too high."),
        ("19", "The lowest bid is 20; 19 is too low."),
    ):
        bid.fill(typed)
        bid.press("Enter")
        expect(phone.page.locator(".questions .error")).to_have_text(why)
    unsent(phone, 0)
    bid.fill("73")
    bid.press("Enter")
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    phone.finds_server()
    unsent(phone, 0)


def test_a_count_that_cannot_be_is_refused_alone_at_its_field_as_by_the_server(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    """R30: also where the sum is right, but the deck has no cards that make it."""
    phone = at_table(new_phone, rules="red-one")
    server.stop()
    phone.record_bid("Ann", 100)
    wrong, captured = phone.page.locator(".questions .error"), phone.page.get_by_label(f"Captured by {SIDES[0]}")
    for typed, why in (
        ("62", "62 isn't possible. Points come in 5s, 0 to 150."),
        ("1e2", "Enter a whole number, like 45."),
        ("155", "155 isn't possible. Points come in 5s, 0 to 150."),
    ):
        captured.fill(typed)
        phone.tap("button", "Save hand")
        expect(phone.page.locator("#preview .error")).to_have_text(why)
        expect(captured).to_have_accessible_description(re.compile(f"^{re.escape(why)}"))
        expect(captured).to_have_attribute("aria-invalid", "true")
    captured.fill("100")
    phone.page.get_by_label(f"Captured by {SIDES[1]}").fill("45")
    phone.tap("button", "Save hand")
    expect(wrong).to_have_text("That's 145, but there are 150 points in the deck.")
    phone.page.get_by_label(f"Captured by {SIDES[1]}").fill("50")
    phone.open_part("Adjustment")
    phone.page.get_by_label("Adjustment points").fill("10")
    phone.tap("button", "Save hand")
    expect(wrong).to_have_text("Choose a side and enter points and a reason.")
    expect(wrong).to_be_in_viewport()
    unsent(phone, 1)  # the bid
    phone.page.get_by_label("Adjustment points").fill("")
    phone.tap("button", "Save hand")
    phone.sees_totals("100", "50")
    phone.finds_server()
    unsent(phone, 0)
    phone.sees_totals("100", "50")


@pytest.mark.everywhere("again", proven="tests/browser/test_every_game_alone.py")
def test_a_misdeal_with_a_penalty_is_kept_and_scored_alone(new_phone: Callable[..., Phone], server: Server) -> None:
    """R12: before a bid and after one; it is no hand, and is sent when the server is back."""
    phone = at_table(new_phone)
    server.stop()
    phone.tap("link", "Redeal with a penalty")
    phone.tap("button", "Save misdeal")
    expect(phone.page.get_by_text("Enter the penalty, or go back and tap Misdeal.")).to_be_visible()
    for _ in range(2):
        phone.penalty("Bob")
        phone.unfold("Penalty")
    expect(phone.page.locator(".noted")).to_have_text(re.compile("Table talk by Bob, 2 times: Bob & Dee −80"))
    phone.tap("button", "Save passed-out hand")
    phone.sees_totals("0", "−80")
    phone.record_bid("Ann", 100)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()  # the page before has that link too
    phone.tap("link", "Redeal with a penalty")
    expect(phone.page.get_by_role("button", name="Save passed-out hand")).to_have_count(0)
    phone.penalty("Cal")
    phone.tap("button", "Save misdeal")
    phone.sees_totals("−40", "−80")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Hand 1 · Dee deals, Ann bids first")
    expect(phone.page.locator("tr.unsent")).to_have_count(2)
    phone.tap("button", "Undo")
    phone.sees_totals("0", "−80")
    expect(phone.page.get_by_label("Table talk by Cal")).to_have_value("1")
    unsent(phone, 2)
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page.locator("tr.unsent")).to_have_count(0)
    phone.sees_totals("0", "−80")
    expect(phone.page.get_by_label("Table talk by Cal")).to_have_value("1")
    phone.tap("button", "Back")  # to what was noted, then to the count
    phone.tap("link", "Back")
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
