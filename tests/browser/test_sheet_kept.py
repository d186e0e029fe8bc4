"""What was typed of a paper sheet stays: through an error, a reload, and on an open page without a network."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from .conftest import NO_CDN
from .phone import Phone
from .scripts import script
from .sheet_by_thumb import HANDS, begin, row, shows, type_hand

KEPT = script("kept_sheet")


def is_kept(phone: Phone, *texts: str) -> None:
    """Wait until the phone has kept these values, of all that was typed."""
    phone.wait_until(lambda: all(f'"{text}"' in phone.page.evaluate(KEPT) for text in texts))


@pytest.mark.everywhere("way", proven="tests/browser/test_sheet_kept.py")
def test_a_reload_brings_back_what_was_typed_and_what_was_said_of_it(phone: Phone) -> None:
    begin(phone)
    for hand in HANDS[:5]:
        type_hand(phone, hand)
    type_hand(phone, ("Them", "95"))
    is_kept(phone, "115", "95")
    phone.page.reload()
    expect(row(phone, 5).locator(".said .right")).to_be_visible()
    shows(phone, *HANDS[:5], ("Them", "95", "", ""))
    row(phone, 6).get_by_label("Us", exact=True).tap()
    type_hand(phone, ("55", "set"))
    expect(phone.page.locator(".count")).to_have_text("6 right")
    expect(row(phone, 7).get_by_label("Bidder")).to_be_focused()


def test_cells_typed_before_the_scripts_came_are_kept_too(phone: Phone) -> None:
    held = list[Route]()
    phone.page.route("**/check_sheet.js", lambda script: held.append(script))
    phone.page.goto("/check/sheet", wait_until="commit")
    row(phone, 1).get_by_label("Bid", exact=True).fill("115")
    phone.wait_until(lambda: len(held) == 1)
    phone.page.unroute("**/check_sheet.js")  # what was held goes on
    is_kept(phone, "115")
    expect(phone.page.locator("#keys [value='120']:visible")).to_have_count(1)  # for the cell that was in hand


@pytest.mark.everywhere("again", proven="tests/browser/test_sheet_kept.py")
def test_other_rules_come_back_with_what_was_typed(phone: Phone) -> None:
    phone.open("/check/sheet")
    phone.page.locator(".how summary").tap()
    phone.page.get_by_label("Rules").select_option("three-handed")
    phone.tap("button", "Use these rules")
    begin(phone)
    type_hand(phone, ("Player 1", "60", "70", "30", "0"))
    is_kept(phone, "70")
    phone.open("/")
    phone.open("/check/sheet")
    shows(phone, ("Player 1", "60", "70", "30", "0"))
    expect(phone.page.get_by_label("Rules")).to_have_value("three-handed")


def test_without_a_network_an_open_page_takes_rows_and_keeps_them(phone: Phone) -> None:
    phone.expects("net::ERR_INTERNET_DISCONNECTED")
    begin(phone)
    type_hand(phone, HANDS[0])
    expect(phone.page.locator(".count")).to_have_text("1 right")
    phone.context.set_offline(True)
    for hand in HANDS[1:7]:
        type_hand(phone, hand)
    shows(phone, *HANDS[:7])
    expect(phone.page.locator(".count")).to_have_text("not checked yet")
    is_kept(phone, *HANDS[6])
    phone.tap("button", "Check the sheet")
    expect(phone.page.locator("#offline")).to_contain_text("What you typed is kept on this phone.")
    shows(phone, *HANDS[:7])
    phone.context.set_offline(False)
    expect(phone.page.locator(".count")).to_have_text("7 right")
    phone.page.reload()
    shows(phone, *HANDS[:7])


@pytest.mark.everywhere("again", proven="tests/browser/test_sheet_kept.py")
def test_a_refused_sheet_stays_and_a_reload_keeps_what_was_put_right(phone: Phone) -> None:
    phone.expects("status of 422")
    begin(phone)
    type_hand(phone, HANDS[0])
    phone.page.get_by_text("Sides and players").tap()
    for seat in (1, 2):
        phone.page.get_by_label(f"Player {seat}", exact=True).fill("Ann")
    phone.tap("button", "Check the sheet")
    expect(phone.page.get_by_text("Ann is already at the table.")).to_be_visible()
    shows(phone, HANDS[0])
    expect(phone.page.locator("#verdict")).to_have_count(0)
    begin(phone, 2)
    second = ("Ann & Player 4", *HANDS[1][1:])  # as the pad has it now
    type_hand(phone, second)
    is_kept(phone, "40")
    phone.page.reload()
    shows(phone, HANDS[0], second)
    expect(phone.page.get_by_label("Player 2", exact=True)).to_have_value("Ann")


@pytest.mark.everywhere("again", proven="tests/browser/test_sheet_kept.py")
def test_a_sheet_that_is_thrown_away_is_kept_no_more(phone: Phone) -> None:
    begin(phone)
    type_hand(phone, HANDS[0])
    is_kept(phone, "25")
    with phone.page.expect_navigation():
        phone.tap("button", "Throw this sheet away")
    phone.wait_until(lambda: phone.page.evaluate(KEPT) == "[]")
    shows(phone)
    with phone.page.expect_navigation():
        phone.tap("button", "Bring it back")
    shows(phone, HANDS[0])
    is_kept(phone, "25")
    with phone.page.expect_navigation():
        phone.tap("button", "Throw this sheet away")
    phone.open("/check/sheet")
    shows(phone)


def test_a_sheet_that_became_a_game_is_kept_no_more(phone: Phone) -> None:
    phone.open("/check/sheet")
    phone.page.get_by_text("Sides and players").tap()
    for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1):
        phone.page.get_by_label(f"Player {seat}", exact=True).fill(name)
    begin(phone)
    type_hand(phone, HANDS[1])
    phone.page.get_by_label("Played on").fill("2026-11-01")
    begin(phone, 1)
    type_hand(phone, HANDS[0])
    expect(row(phone, 1).locator(".said")).to_contain_text("took 95")
    expect(phone.page.get_by_label("Played on")).to_have_value("2026-11-01")
    zone = phone.page.evaluate("() => Intl.DateTimeFormat().resolvedOptions().timeZone")
    with phone.page.expect_request("**/check/sheet/save") as saved:
        phone.tap("button", "Save as a game")
    assert f'name="phone_zone"\r\n\r\n{zone}\r\n' in (saved.value.post_data or "")
    phone.sees_totals("95", "25")
    phone.open("/check/sheet")
    phone.wait_until(lambda: phone.page.evaluate(KEPT) == "[]")
    shows(phone)


def test_a_page_takes_what_another_page_of_the_phone_typed_since_and_asks_where_both_typed(phone: Phone) -> None:
    """O2: one draft; what an old page has does not replace it."""
    begin(phone)
    type_hand(phone, HANDS[0])
    is_kept(phone, "25")
    other, first = phone.context.new_page(), phone.page
    phone.page = other
    begin(phone, 2)
    type_hand(phone, HANDS[1])
    is_kept(phone, "100", "40")
    phone.page = first
    first.evaluate("dispatchEvent(new Event('focus'))")
    shows(phone, *HANDS[:2])
    phone.page = other
    begin(phone, 3)
    type_hand(phone, HANDS[2])
    is_kept(phone, "105")
    phone.page = first
    phone.expects("has a newer sheet")
    begin(phone, 3)
    phone.page.locator("#keys button[value='Us']:visible").tap()
    shows(phone, *HANDS[:3])
    assert ["newer sheet" in each for each in phone.complaints] == [True]
    other.close()


@pytest.mark.everywhere("way", proven="tests/browser/test_sheet_kept.py")
@pytest.mark.parametrize("more", [{}, *NO_CDN.values()], ids=["with htmx", *NO_CDN])
def test_a_sheet_that_was_sent_is_no_other_pages(new_phone: Callable[..., Phone], more: dict[str, Any]) -> None:
    """The page that answers has what the one before it kept; it asks nothing."""
    phone = new_phone(**more)
    begin(phone)
    phone.page.get_by_text("Paste a sheet instead").tap()
    phone.page.get_by_label("The sheet, line by line").fill("Us,100,105,15")
    is_kept(phone, "Us,100,105,15")
    phone.tap("button", "Check this text")
    expect(phone.page.locator("#verdict")).to_be_visible()
    is_kept(phone, "105", "15")
    assert phone.complaints == []
