"""The rows of a paper sheet come and go where they are, without a page in between (G1, O12)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .phone import Phone
from .sheet_by_thumb import HANDS, begin, row, shows, type_cell, type_hand

PASTE = """(field, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""
TOP = "(one) => one.getBoundingClientRect().top"


def type_three(phone: Phone) -> None:
    begin(phone)
    for hand in HANDS[:3]:
        type_hand(phone, hand)
    expect(phone.page.locator(".count")).to_have_text("3 right")


@pytest.mark.everywhere("again", proven="tests/browser/test_sheet_rows.py")
def test_what_is_open_in_the_last_row_is_closed_in_the_new_one(phone: Phone) -> None:
    phone.open("/check/sheet")
    for number in (1, 2, 3):
        begin(phone, number)
        type_hand(phone, HANDS[0])
    row(phone, 4).locator("summary").tap()
    row(phone, 4).get_by_label("This row is").select_option("Total row")
    total = phone.page.get_by_role("group", name="Total row after row 3")
    total.get_by_label("Us", exact=True).tap()
    type_cell(phone, "285")
    new = row(phone, 4)
    expect(new.locator("summary")).to_be_visible()
    expect(new.locator("details")).not_to_have_attribute("open", "")
    expect(new.locator("select")).to_have_value("hand")
    expect(total.locator("details")).to_have_attribute("open", "")


@pytest.mark.everywhere("way", proven="tests/browser/test_sheet_rows.py")
def test_a_row_is_inserted_where_it_belongs_and_has_the_focus(phone: Phone) -> None:
    type_three(phone)
    row(phone, 2).locator("summary").tap()
    above = row(phone, 1).evaluate(TOP)
    phone.page.evaluate("() => { window.stayed = true }")
    row(phone, 2).get_by_role("button", name="Insert a row above").tap()
    expect(row(phone, 2).get_by_label("Bidder")).to_be_focused()
    assert row(phone, 1).evaluate(TOP) == above
    type_hand(phone, HANDS[3])
    shows(phone, HANDS[0], HANDS[3], *HANDS[1:3])
    expect(phone.page.locator(".count")).to_have_text("4 right")
    assert phone.page.evaluate("() => window.stayed"), "the page was not loaded again"
    phone.page.reload()
    shows(phone, HANDS[0], HANDS[3], *HANDS[1:3])


@pytest.mark.everywhere("again", proven="tests/browser/test_sheet_rows.py")
def test_a_row_is_removed_where_it_was_and_put_back_with_one_tap(phone: Phone) -> None:
    type_three(phone)
    before = phone.page.evaluate("() => { window.stayed = true; return scrollY }")
    row(phone, 2).locator("summary").tap()
    row(phone, 2).get_by_role("button", name="Remove this row").tap()
    back = phone.page.get_by_role("button", name="Put it back")
    expect(back).to_be_focused()
    expect(row(phone, 2).get_by_label("Bid", exact=True)).to_have_value(HANDS[2][1])
    expect(phone.page.locator(".count")).to_have_text("2 right")
    back.tap()
    expect(row(phone, 2).locator("summary")).to_be_focused()
    shows(phone, *HANDS[:3])
    expect(phone.page.locator(".count")).to_have_text("3 right")
    assert phone.page.evaluate("() => [window.stayed, scrollY]") == [True, before]
    row(phone, 3).locator("summary").tap()
    row(phone, 3).get_by_role("button", name="Remove this row").tap()
    phone.tap("button", "Check the sheet")
    expect(phone.page.locator("#verdict")).to_contain_text("No mistakes found")
    expect(row(phone, 3).get_by_label("Bid", exact=True)).to_have_value("")


@pytest.mark.everywhere("way", proven="tests/browser/test_sheet_rows.py")
def test_a_row_that_is_removed_on_a_pasted_sheet_stays_where_it_was(phone: Phone) -> None:
    phone.open("/check/sheet")
    phone.page.get_by_text("Paste a sheet instead").tap()
    phone.page.get_by_label("The sheet, line by line").fill("Us,100,105,15\nThem,90,40,-90\nUs,80,-80,45")
    phone.tap("button", "Check this text")
    expect(phone.page.locator("#verdict")).to_contain_text("No mistakes found")
    row(phone, 2).locator("summary").tap()
    row(phone, 2).get_by_role("button", name="Remove this row").tap()
    phone.tap("button", "Check the sheet")
    expect(phone.page.locator(".count")).to_have_text("2 right")


def test_a_block_of_cells_that_is_pasted_into_a_cell_spreads_out(phone: Phone) -> None:
    begin(phone)
    type_cell(phone, "Us")
    block = "100\t105\t15\n\t\t\n90\t40\t-90\n"
    row(phone, 1).get_by_label("Bid", exact=True).evaluate(PASTE, block)
    shows(phone, ("Us", "100", "105", "15"), ("", "90", "40", "-90"))
    row(phone, 4).get_by_label("Bidder").evaluate(PASTE, "Them\t95\t55\t-95\nUs\t105\t105\t15\nUs\t80\t-80\t60")
    expect(phone.page.locator(".count")).to_contain_text("5 right")
    expect(row(phone, 7).get_by_label("Bidder")).to_have_value("")


@pytest.mark.everywhere("way", proven="tests/browser/test_sheet_rows.py")
def test_with_a_mouse_a_block_of_cells_spreads_out_too(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(has_touch=False, is_mobile=False)
    phone.open("/check/sheet")
    row(phone, 1).get_by_label("Bidder").evaluate(PASTE, "Us\t100\t105\t15\nthey\t90\t40\t-90")
    expect(phone.page.locator(".count")).to_have_text("2 right")
    row(phone, 1).get_by_label("Bid", exact=True).evaluate(PASTE, "a\tb\tc\td\te")
    expect(phone.page.get_by_label("The sheet, line by line")).to_have_value("a\tb\tc\td\te")


@pytest.mark.everywhere("again", proven="tests/browser/test_sheet_rows.py")
def test_names_are_on_the_pad_as_they_are_typed(phone: Phone) -> None:
    phone.open("/check/sheet")
    phone.page.get_by_text("Sides and players").tap()
    phone.page.get_by_label("Player 2", exact=True).fill("Bob")
    phone.page.get_by_label("Column 1", exact=True).fill("We")
    begin(phone)
    keys = phone.page.locator("#keys .bidders button")
    expect(keys).to_have_text(["We", "Them", "Bob", "⌫", "next"])
    type_hand(phone, ("Bob", "95", "45", "−95"))
    expect(row(phone, 1).locator(".said .right")).to_be_visible()
