"""Two taps, or two phones, that want the same change: it is made once, and who comes too late is told."""

from collections.abc import Callable

from playwright.sync_api import expect

from .phone import Phone


def test_a_double_tap_is_one_change(phone: Phone) -> None:
    phone.start_game(dealer="Dee")
    phone.wait_for_htmx()
    phone.choose("Bidder", "Bob")
    phone.choose_by_key("95")
    phone.page.get_by_role("button", name="Record bid").evaluate("button => { button.click(); button.click() }")
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    phone.tap("button", "Undo")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Undo")).to_have_count(0)


def test_another_phone_that_comes_too_late_is_told(new_phone: Callable[..., Phone]) -> None:
    one, other = new_phone(), new_phone()
    other.expects("status of 409")
    one.start_game(dealer="Dee")
    one.wait_for_htmx()
    other.open(one.page.url)
    other.wait_for_htmx()
    other.choose("Bidder", "Ann")
    other.choose_by_key("120")
    one.record_bid("Bob", 95)
    expect(one.page.get_by_role("button", name="Save hand")).to_be_visible()
    other.tap("button", "Record bid")
    notice = other.page.get_by_role("alert").filter(has_text="changed in the meantime")
    expect(notice).to_contain_text("Bob's bid of 95")
    expect(other.page.get_by_role("button", name="Save hand")).to_be_visible()
