"""A page that comes back with an error tells it first: with JavaScript and without."""

import re

from playwright.sync_api import expect

from .phone import Phone


def test_a_page_that_was_refused_says_so_first_and_leads_to_the_field(any_phone: Phone) -> None:
    phone = any_phone
    phone.open("/games/new")
    for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1):
        phone.page.get_by_label(f"Player {seat}", exact=True).fill(name)
    phone.page.get_by_label("Play to").fill("abc")
    phone.expects("status of 422")
    phone.tap("button", "Start game")
    told = phone.page.get_by_role("alert").filter(has_text="Not saved. Check Play to.")
    expect(told).to_be_focused()
    expect(told).to_be_in_viewport()
    expect(phone.page).to_have_title("Error: New game")
    told.get_by_role("link", name=re.compile("Play to")).click()
    expect(phone.page.get_by_label("Play to")).to_be_focused()
