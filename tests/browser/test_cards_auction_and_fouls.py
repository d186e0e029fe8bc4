"""What is one tap away: card by card, the auction, trump, a foul, a renege, a misdeal, redo."""

import pytest
from playwright.sync_api import expect

from tests.web.steps import log_calls

from .conftest import EVERY_WAY
from .phone import Phone


def test_counters_are_given_card_by_card_and_the_nest_goes_to_its_winner(phone: Phone) -> None:
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    phone.unfold("Card by card")
    owners, cards = (phone.page.get_by_role("group", name=name) for name in ("Give to", "Cards"))
    expect(cards.get_by_role("button")).to_have_count(13)
    for owner, names in (
        ("Ann & Cal", ("red 5", "green 5", "red 10", "green 10")),
        ("Bob & Dee", ("black 5", "yellow 5", "black 10", "red 14", "green 14", "black 14", "Rook")),
        ("Nest", ("yellow 10", "yellow 14")),
    ):
        owners.get_by_role("button", name=owner, exact=True).tap()
        for name in names:
            cards.get_by_role("button", name=f"{name}: not assigned").tap()
    asked = "Who took the last trick? It brings 20."
    expect(phone.page.locator(".counting")).to_have_text(asked)
    phone.page.get_by_role("group", name=asked).get_by_role("button", name="Ann & Cal").tap()
    phone.tap("button", "Back")
    expect(phone.page.get_by_label("Captured by Ann & Cal")).to_have_value("50")
    expect(phone.page.get_by_label("Captured by Bob & Dee")).to_have_value("70")
    phone.tap("button", "Save hand")
    phone.sees_totals("50", "−95")


def test_cards_stay_given_when_trump_is_named_or_more_is_asked_for(phone: Phone) -> None:
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    phone.unfold("Card by card")
    cards = phone.page.get_by_role("group", name="Cards")
    cards.get_by_role("button", name="red 5: not assigned").tap()
    cards.get_by_role("button", name="red 14: not assigned").tap()

    def expect_given() -> None:
        phone.unfold("Card by card")
        expect(cards.get_by_role("button", name="red 5: Ann & Cal")).to_be_visible()
        phone.tap("button", "Back")
        expect(phone.page.get_by_label("Captured by Ann & Cal")).to_have_value("15")

    phone.tap("button", "Back")
    phone.open_part("Note")
    phone.tap("button", "Back")
    expect_given()
    phone.unfold("Trump")
    phone.tap("button", "green")
    expect(phone.page.locator(".contract")).to_contain_text("green")
    expect_given()


@pytest.mark.everywhere("rule set", proven="tests/browser/test_cards_auction_and_fouls.py")
def test_anyone_who_has_every_point_is_asked_for_every_trick(phone: Phone) -> None:
    """R16: 100 points that are easily forgotten."""
    phone.start_game(rules="princeton")
    phone.record_bid("Ann", 150)
    phone.choose("Last trick", "Ann & Cal")
    points = phone.page.get_by_role("group", name="Points")
    asked = phone.page.get_by_label("All 13 tricks? +100")
    points.get_by_role("button", name="175", exact=True).tap()
    expect(phone.page.get_by_role("status")).to_contain_text("= +195")
    expect(asked).to_have_count(0)
    points.get_by_role("button", name="180", exact=True).tap()
    asked.tap()
    expect(phone.page.get_by_role("status")).to_contain_text("+ 100 sweep = +300")
    expect(asked).to_be_checked()
    phone.tap("button", "Save hand")
    phone.sees_totals("300", "0")


@pytest.mark.everywhere("rule set", proven="tests/browser/test_cards_auction_and_fouls.py")
def test_where_there_is_no_nest_no_card_is_given_to_it(phone: Phone) -> None:
    phone.open("/rules/new?start=original")
    phone.page.get_by_role("textbox", name="Name").fill("No nest")
    phone.page.locator("[name=nest_size]").fill("0")
    phone.tap("button", "Save rules")
    expect(phone.page.get_by_role("heading", name="No nest")).to_be_visible()
    phone.start_game("Ann", rules=phone.page.url.rpartition("/")[2])
    phone.record_bid("Bob", 95)
    phone.unfold("Card by card")
    owners = phone.page.get_by_role("group", name="Give to").get_by_role("button")
    expect(owners).to_have_text(["Ann & Cal", "Bob & Dee"])


def test_an_auction_is_logged_call_by_call(phone: Phone) -> None:
    """Rule book, bidding example."""
    phone.start_game(dealer="Dee")
    phone.tap("link", "Bid by bid")
    for said in ("Ann 70", "Bob 80", "Cal Pass", "Dee 85", "Ann 90", "Bob 95", "Dee Pass", "Ann Pass"):
        caller, call = said.split()
        expect(phone.page.get_by_role("group", name=f"{caller}'s bid")).to_be_visible()
        phone.tap("button", call)
    expect(phone.page.locator(".contract")).to_have_text("Bob bid 95: Bob & Dee need 95")


@EVERY_WAY
def test_bid_by_bid_lasts_and_so_does_just_the_winning_bid(any_phone: Phone) -> None:
    phone = any_phone
    phone.start_game(dealer="Dee")
    phone.tap("link", "Bid by bid")
    for caller, call in (("Ann", "120"), ("Bob", "120")):
        expect(phone.page.get_by_role("group", name=f"{caller}'s bid")).to_be_visible()
        phone.tap("button", call)
        phone.record_hand("Ann & Cal", 60, last_trick="Ann & Cal")
    expect(phone.page.get_by_role("group", name="Cal's bid")).to_be_visible()
    phone.tap("link", "Just the winning bid")
    phone.record_bid("Cal", 70)
    phone.record_hand("Ann & Cal", 60, last_trick="Ann & Cal")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


def test_a_bid_that_somebody_fills_in_is_not_swapped_for_calls(phone: Phone) -> None:
    """Another phone takes back the hand without calls: the one before it has them."""
    other = phone.start_game(dealer="Dee")
    log_calls(other, "Ann 120")
    other.record_hand(60)
    other.open(f"{phone.path}?bid=result")
    other.play("Bob", 120, 60)
    phone.open(phone.path)
    phone.wait_for_htmx()
    phone.choose("Bidder", "Cal")
    other.tap("Undo")
    expect(phone.page.get_by_role("alert")).to_contain_text("What you entered stays here")
    expect(phone.page.get_by_role("radio", name="Cal")).to_be_checked()
    expect(phone.page.locator("#call")).to_have_count(0)


@EVERY_WAY
def test_trump_a_foul_and_a_renege_are_one_tap_away(any_phone: Phone) -> None:
    phone = any_phone
    phone.start_game(dealer="Dee")
    phone.record_bid("Bob", 95)
    phone.page.get_by_label("Captured by Ann & Cal").fill("20")
    phone.unfold("Trump")
    phone.tap("button", "green")
    expect(phone.page.locator(".contract")).to_have_text("Bob bid 95, green: Bob & Dee need 95")
    expect(phone.page.get_by_label("Captured by Ann & Cal")).to_have_value("20")
    phone.open_part("Penalty")
    phone.penalty("Ann")
    phone.open_part("Renege")
    phone.choose("Who reneged?", "Dee")
    phone.page.get_by_label("Captured by Ann & Cal").fill("20")
    phone.tap("button", "Save hand")
    phone.sees_totals("−20", "−95")
    row = phone.page.get_by_role("row", name="Bob 95")
    expect(row).to_contain_text("renege")
    expect(row).to_contain_text("penalty")


def test_a_misdeal_and_a_passed_out_deal_are_one_tap_and_taken_back_by_another(phone: Phone) -> None:
    phone.start_game(dealer="Dee")
    phone.tap("button", "Misdeal")
    expect(phone.page.get_by_text("Misdeal, Dee dealt")).to_be_visible()
    phone.tap("button", "Everyone passed")
    expect(phone.page.get_by_text("Everyone passed, Dee dealt")).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Hand 1")).to_contain_text("Dee deals, Ann bids first")
    phone.tap("button", "Undo")
    expect(phone.page.get_by_text("Everyone passed, Dee dealt")).to_have_count(0)
    phone.tap("button", "Redo")
    expect(phone.page.get_by_text("Everyone passed, Dee dealt")).to_be_visible()
