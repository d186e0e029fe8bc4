"""Two phones keep one game: each shows what the other did, and no form is lost that somebody is filling in."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.person import Person
from tests.web.steps import correct

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


def test_a_page_that_no_one_uses_shows_what_another_phone_did(phone: Phone, other: Person) -> None:
    other.record_bid("Bob", 95)
    expect(phone.page.locator("#told")).to_have_text("Bob bid 95.")
    phone.record_hand(AC, 45, last_trick=AC)
    phone.sees_totals("45", "−95")
    other.open(phone.path)
    other.tap("Undo")
    phone.sees_totals("0", "0")
    phone.tap("button", "Redo")
    phone.sees_totals("45", "−95")


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


@pytest.mark.everywhere(
    "again",
    proven="tests/browser/test_keep_together.py",
)
def test_what_is_due_instead_of_a_late_form_is_one_tap_away(phone: Phone, other: Person) -> None:
    phone.choose("Bidder", "Ann")
    other.record_bid("Bob", 95)
    phone.tap("link", "Show what's next")
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    expect(phone.page.get_by_role("alert")).to_have_count(0)


@pytest.mark.everywhere(
    "again",
    proven="tests/browser/test_keep_together.py",
)
def test_a_form_is_in_time_again_once_the_other_phone_undid(phone: Phone, other: Person) -> None:
    phone.choose("Bidder", "Ann")
    other.record_bid("Bob", 95)
    expect(phone.page.get_by_role("alert").filter(has_text="Bob bid 95.")).to_be_visible()
    other.tap("Undo")
    expect(phone.page.get_by_role("alert").filter(has_text="Bob bid 95.")).to_have_count(0)
    phone.choose("Bid", "120")
    expect(phone.page.locator("main").get_by_text("Ann bid 120")).to_be_visible()


@pytest.mark.everywhere("again", proven="tests/browser/test_keep_together.py")
def test_a_game_ends_is_followed_by_a_rematch_is_deleted_and_restored_on_both_phones(
    new_phone: Callable[..., Phone],
) -> None:
    phone = new_phone()
    other = phone.start_game(dealer="Dee", target=100)
    game = phone.path
    other.play("Ann", 100, 120)
    expect(phone.page.get_by_role("heading", name=f"{AC} won")).to_be_visible()
    rematch = other.tap("Rematch").path
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    assert phone.path == rematch != game
    other.open(f"{rematch}/settings")
    other.tap("Delete game")
    expect(phone.page.get_by_role("heading", name="This game was deleted")).to_be_visible()
    other.open(rematch)
    other.tap("Restore")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


def test_a_keeper_is_told_since_when_the_server_is_away_and_goes_on_by_itself(phone: Phone, server: Server) -> None:
    other = phone.start_game(dealer="Dee")
    phone.choose("Bidder", "Ann")
    phone.keeps_taps()
    places = [box_of(part) for part in phone.page.locator("#steps, .totals, .questions fieldset").all()]
    server.stop()
    notice = phone.page.get_by_text("No connection to the scorekeeper since")
    expect(notice).to_contain_text("Keep going: this phone sends your hands later.")
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
