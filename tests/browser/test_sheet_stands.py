"""A button of a paper sheet acts on what stands there, however late the answer to what was typed before comes (G7)."""

from collections.abc import Callable
from time import sleep

import pytest
from playwright.sync_api import Route, expect

from tests.person import TABLE, Person

from .phone import Phone
from .sheet_by_thumb import HANDS, begin, fill_in, row, type_cell, type_hand

FIRST = ("Bob", "95", "45", "−95")


def late(milliseconds: int) -> Callable[[Route], None]:
    def answer(asked: Route) -> None:
        sleep(milliseconds / 1000)
        asked.continue_()

    return answer


def begin_named(phone: Phone) -> None:
    """A sheet of named players with one hand that is right."""
    phone.open("/check/sheet")
    phone.page.get_by_text("Sides and players").tap()
    for seat, name in enumerate(TABLE, 1):
        phone.page.get_by_label(f"Player {seat}", exact=True).fill(name)
    phone.page.locator(".how summary").tap()
    phone.tap("button", "Use these rules")
    fill_in(phone, 1, FIRST)
    if not phone.javascript:
        phone.tap("button", "Check the sheet")
    expect(phone.page.get_by_role("button", name="Save as a game")).to_be_visible()


def types_a_row_with_a_blank(phone: Phone) -> None:
    for label, text in (("Bidder", "Ann"), ("Bid", "100"), ("Ann & Cal", "105")):
        row(phone, 2).get_by_label(label, exact=True).fill(text)


def types_over_a_bid(phone: Phone) -> None:
    row(phone, 1).get_by_label("Bid", exact=True).fill("100")
    row(phone, 1).get_by_label("Bob & Dee", exact=True).fill("-100")


def types_over_a_name(phone: Phone) -> None:
    phone.page.get_by_label("Player 1", exact=True).fill("Ellen")


CHANGES = {
    "a row with a blank cell": (types_a_row_with_a_blank, ("Ann & Cal", "150"), ("Bob & Dee", "−80")),
    "a bid": (types_over_a_bid, ("Ann & Cal", "45"), ("Bob & Dee", "−100")),
    "a name": (types_over_a_name, ("Ellen & Cal", "45"), ("Bob & Dee", "−95")),
}


@pytest.mark.everywhere("again", once={"what": "a row with a blank cell", "milliseconds": 150})
@pytest.mark.parametrize("milliseconds", [0, 150, 3_000])
@pytest.mark.parametrize("what", CHANGES)
def test_what_is_saved_as_a_game_is_what_stands_on_the_sheet(phone: Phone, what: str, milliseconds: int) -> None:
    change, *totals = CHANGES[what]
    begin_named(phone)
    phone.page.route("**/check/sheet", late(milliseconds))
    change(phone)
    phone.tap("button", "Save as a game")
    for side, total in totals:
        expect(phone.page.locator(f'[data-total="{side}"]')).to_have_text(total)


@pytest.mark.everywhere("way", proven="tests/web/test_check_sheet.py")
@pytest.mark.parametrize("what", ["a bid", "a name"])
def test_without_a_script_it_is_too(new_phone: Callable[..., Phone], what: str) -> None:
    phone = new_phone(javascript=False)
    change, *totals = CHANGES[what]
    begin_named(phone)
    change(phone)
    phone.tap("button", "Save as a game")
    for side, total in totals:
        expect(phone.page.locator(f'[data-total="{side}"]')).to_have_text(total)


def test_a_headline_is_none_any_more_once_a_row_changed_until_it_is_judged_again(phone: Phone) -> None:
    begin(phone)
    type_hand(phone, HANDS[0])
    headline = phone.page.locator("#verdict h2")
    expect(headline).to_contain_text("No mistakes found")
    row(phone, 1).get_by_label("Them", exact=True).tap()
    pad = phone.page.locator("#keys")
    pad.locator("[value='123']:visible").tap()
    pad.locator("[value='3']:visible").tap()
    expect(headline).to_have_text("Not checked yet")
    expect(phone.page.locator("#answer .right")).to_have_count(0)
    pad.locator("[value='next']:visible").tap()
    expect(headline).to_contain_text("Found a problem")
    row(phone, 1).get_by_label("Them", exact=True).tap()
    type_cell(phone, "25")
    expect(headline).to_contain_text("No mistakes found")


@pytest.mark.everywhere("again", proven="tests/browser/test_sheet_stands.py")
@pytest.mark.parametrize("milliseconds", [0, 150, 3_000])
def test_what_is_shared_is_what_stands_on_the_sheet(phone: Phone, milliseconds: int) -> None:
    begin(phone)
    type_hand(phone, HANDS[0])
    share = phone.page.get_by_role("button", name="Share result")
    expect(share).to_be_visible()
    phone.page.route("**/check/sheet", late(milliseconds))
    type_hand(phone, ("Us", "100", "80"))
    with phone.page.expect_response("**/picture.svg*") as drawn:
        share.tap()
    assert "1 row is right only if Them reneged" in drawn.value.text()


@pytest.mark.everywhere("again", proven="tests/browser/test_sheet_stands.py")
def test_a_save_that_reaches_no_server_keeps_the_sheet_and_goes_through_later(phone: Phone) -> None:
    phone.expects("net::ERR_INTERNET_DISCONNECTED")
    begin_named(phone)
    phone.context.set_offline(True)
    types_a_row_with_a_blank(phone)
    phone.tap("button", "Save as a game")
    expect(phone.page.locator("#offline")).to_contain_text("What you typed is kept on this phone.")
    phone.context.set_offline(False)
    phone.tap("button", "Save as a game")
    expect(phone.page.locator('[data-total="Ann & Cal"]')).to_have_text("150")


def test_the_sheet_of_a_game_follows_it_and_what_is_typed_beside_it_stays(phone: Phone) -> None:
    """D5: what is judged is what is shown."""
    keeper = Person(phone.server.app)
    game = keeper.start_game()
    keeper.play("Ann", 95, 45)
    phone.open(f"{game}/sheet")
    phone.page.get_by_label("They say").fill("75")
    keeper.play("Cal", 70, 80)
    expect(phone.page.locator(".hands")).to_contain_text("Cal 70 made")
    expect(phone.page.get_by_label("They say")).to_be_focused()
    expect(phone.page.get_by_label("They say")).to_have_value("75")
    phone.page.get_by_role("button", name="Ann & Cal", exact=True).tap()
    expect(phone.page.locator("#verdict h2")).to_have_text("The hands here give −15, not 75.")
    keeper.play("Ann", 70, 90)
    expect(phone.page.locator("#verdict h2")).to_have_text("Yes, the hands here give 75.")
