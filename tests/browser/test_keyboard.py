"""A phone's keyboard: what its Next and Return do."""

from playwright.sync_api import expect

from tests.person import TABLE

from .phone import Phone


def test_next_goes_from_name_to_name_and_then_to_the_button(phone: Phone) -> None:
    """An iPhone's Next is Return, which would send a form with empty names."""
    phone.open("/games/new")
    phone.page.get_by_label("Player 1", exact=True).tap()
    for name in TABLE:
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    expect(phone.page.get_by_role("button", name="Start game")).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
