"""A wrong hand set right on the phone: with JavaScript and without, on small phones and with large text."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .phone import Phone
from .test_looks import FAULTS, OPEN_ALL

AC = "Ann & Cal"


def three_hands(phone: Phone) -> None:
    """Dee deals first."""
    phone.start_game(dealer="Dee")
    for bidder, captured in (("Bob", 45), ("Ann", 80), ("Cal", 60)):
        phone.record_bid(bidder, 70)
        phone.record_hand(AC, captured, last_trick=AC)
        expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


def open_hand(phone: Phone, link: str) -> None:
    phone.page.get_by_role("link", name=link).tap()
    expect(phone.page.get_by_role("button", name="Delete hand")).to_be_visible()


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


def test_what_breaks_is_listed_before_a_hand_is_deleted_and_undo_brings_it_back(any_phone: Phone) -> None:
    phone = any_phone
    phone.expects("status of 422")
    three_hands(phone)
    open_hand(phone, "Correct hand 1")
    phone.tap("button", "Delete hand")
    expect(phone.page.get_by_text("Hand 2: Ann dealt it; the deal would be Dee's.")).to_be_visible()
    phone.tap("button", "Delete it all the same")
    phone.sees_totals("10", "100")
    open_hand(phone, "Correct hand 2")
    phone.tap("button", "Delete hand")
    phone.sees_totals("80", "40")
    phone.tap("button", "Undo")
    phone.sees_totals("10", "100")
    phone.tap("button", "Undo")
    phone.sees_totals("55", "175")


def adjust(phone: Phone, address: str, points: str) -> None:
    """Ann & Cal are given so many points in this hand."""
    phone.open(address)
    adjustment = phone.page.locator("details", has_text="Adjustment")
    if adjustment.get_attribute("open") is None:
        adjustment.locator("summary").tap()
    phone.page.get_by_label("Adjustment for").first.select_option(AC)
    phone.page.get_by_label("Adjustment points").first.fill(points)
    phone.page.get_by_label("Reason").first.fill("a bet")
    phone.tap("button", "Save correction")


def every_page(phone: Phone) -> Iterator[str]:
    """Each page of corrections in each of its states."""
    phone.expects("status of 422")
    three_hands(phone)
    phone.tap("button", "Misdeal")
    expect(phone.page.get_by_role("link", name="Misdeal")).to_be_visible()
    board = phone.page.url
    yield "the scoreboard with its links"
    open_hand(phone, "Misdeal")
    yield "a misdeal"
    phone.open(board)
    open_hand(phone, "Correct hand 1")
    yield "a hand"
    phone.page.get_by_label(f"Captured by {AC}").fill("43")
    phone.tap("button", "Save correction")
    expect(phone.page.locator(".error").first).to_be_visible()
    yield "a correction refused"
    phone.tap("button", "Delete hand")
    expect(phone.page.get_by_role("button", name="Delete it all the same")).to_be_visible()
    yield "what a deletion breaks"
    adjust(phone, f"{board}/hands/1", "300")
    expect(phone.page.get_by_text("Hands 2 and 3 were played after the end")).to_be_visible()
    yield "a game that a correction has ended"
    phone.open(f"{board}/hands/3")
    expect(phone.page.get_by_text("Played after the end")).to_be_visible()
    yield "a hand after the end"
    adjust(phone, f"{board}/hands/1", "10")
    expect(phone.page.get_by_text("reopened the game")).to_be_visible()
    yield "a game that a correction has reopened"


@pytest.mark.parametrize("javascript", [True, False], ids=["JavaScript on", "JavaScript off"])
@pytest.mark.parametrize("size", [(390, 664), (360, 640)], ids=lambda size: f"{size[0]} × {size[1]}")
def test_nothing_sticks_out_is_cut_or_too_small_to_tap(
    new_phone: Callable[..., Phone], size: tuple[int, int], javascript: bool
) -> None:
    phone = new_phone(viewport={"width": size[0], "height": size[1]}, javascript=javascript)
    found = list[str]()
    for where in every_page(phone):
        phone.page.wait_for_load_state("load")
        for text in ("100%", "200%"):
            phone.page.evaluate("size => { document.documentElement.style.fontSize = size }", text)
            found += [f"{where}, {text}: {fault}" for fault in phone.page.evaluate(FAULTS, text == "100%")]
        phone.page.evaluate(OPEN_ALL)
        found += [f"{where}, all open, 200%: {fault}" for fault in phone.page.evaluate(FAULTS, False)]
        phone.page.evaluate("() => { document.documentElement.style.fontSize = '' }")
        found += [f"{where}, all open: {fault}" for fault in phone.page.evaluate(FAULTS, True)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(new_phone: Callable[..., Phone], scheme: str) -> None:
    phone, axe, found = new_phone(color_scheme=scheme, reduced_motion="reduce"), Axe(), list[str]()
    for where in every_page(phone):
        phone.page.wait_for_load_state("load")
        phone.page.evaluate(OPEN_ALL)
        results = axe.run(phone.page)
        found += [f"{where}: {one['id']}: {one['nodes'][0]['html']}" for one in results.response["violations"]]
    assert not found, "\n".join(found)
