"""A wrong hand set right on the phone: with JavaScript and without."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import EVERY_WAY
from .pages.game import AC, open_hand, three_hands
from .phone import Phone
from .visibility import box_of


@EVERY_WAY
def test_a_hand_is_corrected_and_the_correction_undone_and_redone(any_phone: Phone) -> None:
    phone = any_phone
    three_hands(phone)
    phone.sees_totals("55", "175")
    open_hand(phone, "Correct hand 2")
    expect(phone.page.get_by_role("heading", name="Correct hand 2")).to_contain_text("Ann dealt")
    expect(phone.page.get_by_label(f"Captured by {AC}")).to_have_value("80")
    phone.choose("Bidder", "Dee")
    phone.choose("Bid", "90")
    phone.page.get_by_label(f"Captured by {AC}").fill("20")
    phone.page.get_by_label("Captured by Bob & Dee").fill("100")
    phone.tap("button", "Save correction")
    phone.sees_totals("−5", "235")
    expect(phone.page.get_by_role("button", name="Undo")).to_have_accessible_description(
        "Takes back the correction of hand 2"
    )
    phone.tap("button", "Undo")
    phone.sees_totals("55", "175")
    phone.tap("button", "Redo")
    phone.sees_totals("−5", "235")


def test_the_pad_corrects_a_count_without_a_keyboard_and_shows_the_result(phone: Phone) -> None:
    three_hands(phone)
    open_hand(phone, "Correct hand 2")
    phone.wait_for_htmx()
    phone.page.get_by_label(f"Captured by {AC}").tap()
    phone.page.get_by_role("group", name="Points").get_by_role("button", name="65", exact=True).tap()
    expect(phone.page.get_by_label("Captured by Bob & Dee")).to_have_value("55")
    expect(phone.page.locator("#preview")).to_contain_text("Ann & Cal: set back 70.")
    phone.tap("button", "Save correction")
    phone.sees_totals("−95", "190")


def test_what_ends_the_game_is_said_beside_the_button_and_not_asked_again(phone: Phone) -> None:
    three_hands(phone, target=250)
    open_hand(phone, "Correct hand 2")
    phone.wait_for_htmx()
    phone.page.get_by_label(f"Captured by {AC}").tap()
    phone.page.get_by_role("group", name="Points").get_by_role("button", name="0", exact=True).tap()
    said = "That ends the game with hand 3: Bob & Dee won, 255 to −95."
    expect(phone.page.locator("#preview")).to_contain_text(said)
    save = phone.page.get_by_role("button", name="Save correction")
    assert 0 < box_of(save)["y"] - box_of(phone.page.locator("#preview"))["y"] < 120, "they are seen together"
    save.tap()
    expect(phone.page.get_by_role("heading", name="Bob & Dee won")).to_be_visible()


@pytest.mark.everywhere("size", once={"size": (390, 664)})
@pytest.mark.parametrize("size", [(390, 664), (320, 568)], ids=lambda size: f"{size[0]} × {size[1]}")
def test_what_a_correction_does_is_pinned_with_its_button(
    new_phone: Callable[..., Phone], size: tuple[int, int]
) -> None:
    """Without a scroll: each total as it is and as it will be; and that a game that was over goes on."""
    phone = new_phone(viewport={"width": size[0], "height": size[1]})
    three_hands(phone, target=175)
    open_hand(phone, "Correct hand 2")
    phone.wait_for_htmx()
    expect(phone.page.locator("#preview small").first).to_have_attribute("data-to", "55")
    phone.page.get_by_role("radiogroup", name="Bid", exact=True).get_by_role("radio", name="90").tap()
    changed = phone.page.locator("#preview small").first
    expect(changed).to_have_attribute("data-from", "55")
    expect(changed).to_have_attribute("data-to", "−115")
    for seen in (phone.page.locator("#preview"), phone.page.get_by_role("button", name="Save correction")):
        assert box_of(seen)["y"] + box_of(seen)["height"] <= size[1]
    phone.page.get_by_label("Captured by Bob & Dee").fill("20")
    phone.page.get_by_label(f"Captured by {AC}").fill("100")
    expect(phone.page.locator("#preview")).to_contain_text("The game goes on: no one has won yet.")
    assert phone.page.evaluate("scrollY") == 0


def test_a_hand_is_deleted_and_undo_brings_it_back(phone: Phone) -> None:
    three_hands(phone)
    open_hand(phone, "Correct hand 1")
    phone.tap("button", "Delete hand")
    phone.sees_totals("10", "100")
    open_hand(phone, "Correct hand 2")
    phone.tap("button", "Delete hand")
    phone.sees_totals("80", "40")
    phone.tap("button", "Undo")
    phone.sees_totals("10", "100")
    phone.tap("button", "Undo")
    phone.sees_totals("55", "175")
