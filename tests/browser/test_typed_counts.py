"""What a script must not do with counts: take a rest that is none, or overwrite what a person typed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .devices import AC, BD, pad
from .phone import Phone
from .server import Server


def test_after_a_renege_there_is_no_rest_to_take(phone: Phone) -> None:
    """R9: the hand ended early; what the others had is what counts."""
    phone.start_game(dealer="Dee")
    phone.record_bid("Ann", 70)
    phone.choose("Last trick", AC)
    pad(phone, 20)
    expect(phone.page.get_by_label(f"Captured by {BD}")).to_have_value("100")
    phone.open_part("Renege")
    phone.choose("Who reneged?", "Ann")
    expect(phone.page.get_by_label(f"Captured by {BD}")).to_have_value("")
    expect(phone.page.locator(".noted button, [name=last_trick]:checked")).to_have_count(0)
    pad(phone, 15)
    expect(phone.page.get_by_label(f"Captured by {AC}")).to_have_value("20")
    phone.tap("button", "Save hand")
    phone.sees_totals("−70", "15")


def test_counts_stay_where_more_is_asked_for(phone: Phone) -> None:
    """Also where it was refused first, and no matter who reneged: the rest alone is not kept, for no one counted it."""
    counts = [phone.page.get_by_label(f"Captured by {side}") for side in (AC, BD)]
    phone.start_game(dealer="Dee")
    phone.record_bid("Bob", 95)
    for field, count in zip(counts, ("43", "77"), strict=True):
        field.fill(count)
    phone.expected.append("422")
    phone.tap("button", "Save hand")
    expect(phone.page.locator(".error").first).to_be_visible()
    phone.open_part("Renege")
    for field, count in zip(counts, ("43", "77"), strict=True):
        expect(field).to_have_value(count)
    phone.choose("Who reneged?", "Dee")
    for field, count in zip(counts, ("43", "77"), strict=True):
        expect(field).to_have_value(count)


def test_a_rest_comes_back_as_the_rest(phone: Phone) -> None:
    phone.start_game(dealer="Dee")
    phone.record_bid("Bob", 95)
    pad(phone, 75)
    phone.open_part("Adjustment")
    expect(phone.page.get_by_label(f"Captured by {AC}")).to_have_value("45")
    expect(phone.page.get_by_role("status")).to_contain_text(f"{AC}: +45")
    phone.page.get_by_label("Adjustment points").fill("10")
    phone.expected.append("422")
    phone.tap("button", "Save hand")
    expect(phone.page.locator(".error", has_text="Choose a side and enter points")).to_be_visible()
    expect(phone.page.get_by_label(f"Captured by {AC}")).to_have_value("45")
    phone.tap("button", "Back")
    phone.page.get_by_label(f"Captured by {BD}").fill("70")
    expect(phone.page.get_by_label(f"Captured by {AC}")).to_have_value("50")


def test_an_opened_part_of_the_count_is_in_view(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(viewport={"width": 360, "height": 640})
    phone.start_game(dealer="Dee")
    phone.record_bid("Bob", 95)
    phone.open_part("Penalty")
    ann = phone.page.get_by_role("group", name="Table talk by").get_by_role("button", name="Ann")
    expect(ann).to_be_focused()
    expect(ann).to_be_in_viewport(ratio=1)


def test_a_typed_count_takes_the_place_of_the_cards(phone: Phone) -> None:
    phone.start_game(dealer="Dee")
    phone.record_bid("Bob", 95)
    phone.unfold("Card by card")
    phone.page.get_by_role("button", name="red 5: not assigned").tap()
    phone.tap("button", "Back")
    pad(phone, 75)
    phone.choose("Last trick", AC)
    phone.unfold("Card by card")
    expect(phone.page.get_by_label(f"Captured by {AC}")).to_have_value("45")
    expect(phone.page.get_by_label(f"Captured by {BD}")).to_have_value("75")
    expect(phone.page.get_by_role("button", name="red 5: not assigned")).to_be_visible()


def test_a_count_that_cannot_be_is_not_answered_by_another(phone: Phone) -> None:
    phone.start_game(dealer="Dee")
    phone.record_bid("Bob", 95)
    phone.page.get_by_label(f"Captured by {BD}").fill("72")
    expect(phone.page.get_by_label(f"Captured by {AC}")).to_have_value("")


def test_the_new_totals_are_seen_after_a_hand_is_saved(new_phone: Callable[..., Phone]) -> None:
    """On a small phone the count is longer than the screen: the result and its button stay in sight, then the top."""
    phone = new_phone(viewport={"width": 360, "height": 640})
    phone.start_game(dealer="Bob", names=("Ann", "Christopher", "Grandma", "Bob"))
    phone.record_bid("Christopher", 95)
    pad(phone, 75)
    expect(phone.page.get_by_role("status")).to_contain_text("set back 95")
    for seen in (phone.page.get_by_role("status"), phone.page.get_by_role("button", name="Save hand")):
        expect(seen).to_be_in_viewport(ratio=1)
    phone.page.evaluate("scrollTo(0, 300)")
    phone.tap("button", "Save hand")
    expect(phone.page.locator('[data-total="Christopher & Bob"]')).to_have_text("−95")
    phone.page.wait_for_function("() => scrollY === 0")
    expect(phone.page).to_have_title("Hand 2 · Ann & Grandma 45, Christopher & Bob −95")


@pytest.mark.everywhere("way", once={"alone": False})
@pytest.mark.parametrize("alone", [False, True], ids=["with a server", "without one"])
def test_why_a_count_is_refused_stands_once_where_the_preview_was(phone: Phone, server: Server, alone: bool) -> None:
    """And moves nothing, where the preview has said it already."""
    phone.start_game(dealer="Dee")
    phone.keeps_game()
    phone.wait_for_htmx()
    phone.record_bid("Bob", 95)
    save = phone.page.get_by_role("button", name="Save hand")
    expect(save).to_be_visible()
    if alone:
        server.stop()
        expect(phone.page.locator("#unreached")).to_be_visible()
    phone.expects("422")
    field, preview = phone.page.get_by_label(f"Captured by {AC}"), phone.page.locator("#preview")
    field.fill("130")
    if not alone:
        expect(preview).to_contain_text("isn't possible")
    before = save.bounding_box()
    save.tap()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(phone.page.get_by_text("isn't possible")).to_have_count(1)
    expect(preview).to_contain_text("130 isn't possible. Points come in 5s, 0 to 120.")
    expect(field).to_have_accessible_description(re.compile(r"^130 isn't possible\."))
    assert alone or save.bounding_box() == before
    field.fill("60")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(phone.page.get_by_text("isn't possible")).to_have_count(0)
