"""Share: the links of a game go on by the phone's own ways, where its address allows them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from .page_faults import axe_violations, layout_faults
from .phone import Phone

CARDS = {"Let people watch": "Watch link", "Let another phone keep score": "Table link"}


def card(phone: Phone, title: str) -> Locator:
    return phone.page.get_by_role("region", name=title, exact=True)


def test_each_link_is_shared_and_copied_by_a_button_of_its_own(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(permissions=["clipboard-read", "clipboard-write"])
    shared = "window.shared = []; Navigator.prototype.share = async (what) => { window.shared.push(what.url) }"
    phone.context.add_init_script(shared)
    phone.start_game()
    phone.tap("link", "Share links")
    addresses = list[str]()
    for title, field in CARDS.items():
        shown = card(phone, title)
        address = shown.get_attribute("data-address") or ""
        for way in ("Share", "Copy"):
            shown.get_by_role("button", name=f"{way} {field.lower()}", exact=True).tap()
        expect(shown.get_by_role("status")).to_have_text("Copied.")
        assert phone.page.evaluate("() => navigator.clipboard.readText()") == address
        addresses.append(address)
    assert phone.page.evaluate("() => window.shared") == addresses
    assert len(set(addresses)) == 2


@pytest.mark.everywhere("way", proven="tests/browser/test_share.py")
def test_an_address_that_can_neither_share_nor_copy_shows_the_link_in_a_field(phone: Phone) -> None:
    for missing in ("clipboard", "share"):
        phone.context.add_init_script(f"delete Navigator.prototype.{missing}")
    phone.start_game()
    phone.tap("link", "Share links")
    for title, field in CARDS.items():
        shown = card(phone, title)
        expect(shown.get_by_role("textbox", name=field, exact=True)).to_have_value(
            shown.get_attribute("data-address") or ""
        )
        expect(shown.get_by_role("button")).to_have_count(0)
    assert not layout_faults(phone)


@pytest.mark.everywhere("size", proven="tests/browser/test_every_page.py")
def test_the_page_of_links_fits_every_phone(phone: Phone) -> None:
    phone.start_game()
    phone.tap("link", "Share links")
    expect(card(phone, "Let people watch")).to_be_visible()
    assert not [*layout_faults(phone), *axe_violations(phone)]
