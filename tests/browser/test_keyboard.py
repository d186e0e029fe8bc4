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


def test_a_hand_is_entered_by_keys_alone_with_the_pad_as_one_stop(phone: Phone) -> None:
    """Digits choose the bid; arrows go through the counts, sideways and by rows."""
    phone.start_game(dealer="Dee")
    page, keys = phone.page, phone.page.keyboard
    focused = page.locator(":focus")
    page.get_by_role("radiogroup", name="Bid", exact=True).get_by_role("radio").first.focus()
    keys.type("115")
    expect(page.get_by_role("radio", name="115", exact=True)).to_be_checked()
    expect(focused).to_have_value("115")
    phone.choose("Bidder", "Ann")
    phone.tap("button", "Record bid")
    pad = page.get_by_role("group", name="Points")
    expect(pad).to_be_visible()
    page.get_by_label("Captured by Bob & Dee").focus()
    keys.press("Tab")
    expect(pad.get_by_role("button", name="0", exact=True)).to_be_focused()
    columns = pad.evaluate("(pad) => new Set([...pad.children].map((one) => one.offsetLeft)).size")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft"):
        keys.press(key)
    expect(focused).to_have_text(str(5 * (columns - 1)))
    keys.press("Enter")
    expect(page.get_by_label("Captured by Bob & Dee")).to_have_value(str(5 * (columns - 1)))
    keys.press("Shift+Tab")
    expect(page.get_by_label("Captured by Bob & Dee")).to_be_focused()
    keys.press("Tab")
    expect(focused).to_have_text(str(5 * (columns - 1)))
    keys.press("Tab")
    expect(pad.locator(":focus")).to_have_count(0)
