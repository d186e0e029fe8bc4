"""A hand that was forgotten is added from the score sheet: what it does is shown first, with a script and without."""

import pytest
from playwright.sync_api import expect

from tests.person import SIDES, Person

from .page_faults import layout_faults
from .phone import Phone
from .server import Server
from .visibility import box_of

AC, BD = SIDES
ENDS = "That ends the game with hand 3 (now 2): Ann & Cal won, 350 to 10."


@pytest.fixture
def game(server: Server) -> str:
    """Two hands of Ann & Cal, 115 each, to 250."""
    other = Person(server.app)
    address = other.start_game(target=250)
    for _ in range(2):
        other.play("Ann", 100, 115)
    return address


def fill_in(phone: Phone, game: str) -> None:
    """The hand before hand 2, in which Ann & Cal took everything."""
    phone.open(f"{game}/sheet")
    phone.page.locator(".hands summary").get_by_text("2", exact=True).tap()
    phone.page.get_by_role("link", name="Add a hand before this one").locator("visible=true").tap()
    expect(phone.page.get_by_role("heading", name="Forgotten hand 2")).to_contain_text("Bob dealt")
    if phone.javascript:
        phone.wait_for_htmx()
    phone.choose("Bidder", "Ann")
    phone.choose("Bid", "100")
    phone.page.get_by_label(f"Captured by {BD}").fill("0")
    phone.page.get_by_label(f"Captured by {AC}").fill("120")


def test_a_forgotten_hand_is_added_and_what_it_ends_is_shown_first(any_phone: Phone, game: str) -> None:
    phone = any_phone
    phone.expects("status of 422")
    fill_in(phone, game)
    preview, add = phone.page.locator("#preview"), phone.page.get_by_role("button", name="Add hand")
    if phone.javascript:
        expect(preview).to_contain_text(ENDS)
        assert 0 < box_of(add)["y"] - box_of(preview)["y"] < 120, "they are seen together"
        assert layout_faults(phone) == []
    add.tap()
    if not phone.javascript:
        expect(phone.page.get_by_role("alert")).to_contain_text(f"Not saved yet. {ENDS}")
        phone.tap("button", "Add anyway")
    expect(phone.page.get_by_role("heading", name=f"{AC} won", exact=True)).to_be_visible()
    phone.tap("button", "Undo")
    phone.sees_totals("230", "10")


def test_without_a_network_it_says_that_it_needs_it_and_keeps_what_was_entered(phone: Phone, game: str) -> None:
    phone.expects("net::ERR_", "Failed to fetch", "htmx:error")
    fill_in(phone, game)
    expect(phone.page.locator("#preview")).to_contain_text(ENDS)
    needed = phone.page.get_by_role("alert").filter(has_text="This needs the network. What you entered stays here")
    expect(needed).to_have_count(0)
    phone.context.set_offline(True)
    expect(needed).to_be_visible()
    phone.tap("button", "Add hand")
    expect(needed).to_be_visible()
    expect(phone.page.get_by_label(f"Captured by {AC}")).to_have_value("120")
    phone.context.set_offline(False)
    expect(needed).to_be_hidden()
    phone.tap("button", "Add hand")
    expect(phone.page.get_by_role("heading", name=f"{AC} won", exact=True)).to_be_visible()
