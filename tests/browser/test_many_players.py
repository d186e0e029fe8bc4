"""Up to six with totals of their own: everything is seen, and counted with one tap for each."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .devices import keyboard_is_up, pad
from .phone import Phone
from .visibility import box_of

SIX = ("Ann", "Bartholomew", "Cal", "Dee", "Eve", "Fay")


@pytest.mark.everywhere("rule set", once={"rules": "six-handed"})
@pytest.mark.parametrize(("rules", "players"), [("three-handed", 3), ("five-handed", 5), ("six-handed", 6)])
def test_all_totals_and_the_next_thing_to_do_are_seen_without_scrolling(phone: Phone, rules: str, players: int) -> None:
    """390 × 664, at the bid and at the count."""
    phone.start_game("Ann", SIX[:players], rules=rules)
    page = phone.page
    for first in (page.get_by_role("radiogroup", name="Bidder"), page.locator(".counts")):
        seen = [*page.locator("[data-total]").all(), first]
        boxes = [box_of(one) for one in seen]
        assert len(boxes) == players + 1
        assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= 664 for box in boxes)
        assert all(box and box["height"] >= 48 for box in boxes)
        if page.locator("#bid").count():
            phone.record_bid("Ann", 60)
            expect(page.get_by_role("button", name="Save hand")).to_be_visible()


def test_each_further_player_takes_one_tap_more_and_the_last_fills_itself_in(phone: Phone) -> None:
    """Eight taps for six sides: four for two of them, and four more. No keyboard comes up."""
    phone.start_game("Ann", SIX, rules="six-handed")
    taps: tuple[Callable[[], None], ...] = (
        lambda: phone.choose("Bidder", "Cal"),
        lambda: phone.choose("Bid", "60"),
        *(lambda points=points: pad(phone, points) for points in (10, 40, 20, 10, 15)),
        lambda: phone.tap("button", "Save hand"),
    )
    assert len(taps) == 4 + 4
    for tap in taps:
        tap()
        assert not keyboard_is_up(phone.page)
    expect(phone.page.locator("[data-total]")).to_have_text(["40", "20", "−60", "10", "15", "5"])


def test_the_bidder_is_counted_first_and_a_slip_is_put_right_at_its_field(phone: Phone) -> None:
    phone.start_game("Ann", SIX, rules="six-handed")
    phone.record_bid("Cal", 60)
    for points in (60, 20, 10, 5, 5):
        pad(phone, points)
    counts = phone.page.locator("[data-names]")
    for place, shown in enumerate(("20", "10", "60", "5", "5", "0")):
        expect(counts.nth(place)).to_have_value(shown)
    counts.nth(0).tap()
    pad(phone, 15)
    expect(counts.nth(5)).to_have_value("5")
    expect(phone.page.get_by_role("status")).to_contain_text("Cal: made, +60.")


@pytest.mark.everywhere("rule set", proven="tests/browser/test_many_players.py")
@pytest.mark.parametrize(("rules", "players"), [("two-handed", 2), ("three-handed", 3)])
def test_with_cards_out_of_play_each_count_is_seen_and_how_much_there_is(
    phone: Phone, rules: str, players: int
) -> None:
    """R20: three cards may hold 30 of the 100."""
    phone.start_game("Ann", ("Ann", "Bob", "Cal")[:players], rules=rules)
    phone.record_bid("Ann", 50)
    status = phone.page.get_by_role("status").filter(has_text="70 to 100 points in play. Count each side.")
    last = phone.page.get_by_role("group", name="Points").get_by_role("button").last
    expect(last).to_have_text("100")
    above, below = box_of(last), box_of(status)
    assert above["y"] + above["height"] <= below["y"] + 3


def test_with_cards_out_of_play_nothing_fills_itself_in(phone: Phone) -> None:
    """R20: the sum is open, and what no one has is said next to the result."""
    phone.start_game("Ann", SIX[:3], rules="three-handed")
    phone.record_bid("Ann", 50)
    pad(phone, 60)
    others = phone.page.get_by_label("Captured by Bartholomew & Cal")
    expect(others).to_have_value("")
    pad(phone, 25)
    expect(others).to_have_value("25")
    expect(phone.page.get_by_role("status")).to_contain_text("Ann: made, +60. Bartholomew & Cal: +25. Out of play: 15.")


def test_a_called_partner_is_asked_for_once_the_bid_is_made(any_phone: Phone) -> None:
    phone = any_phone
    phone.expects("status of 422")
    phone.start_game("Ann", SIX[:5], rules="call-partner")
    phone.record_bid("Dee", 100)
    expect(phone.page.get_by_role("radiogroup", name="Partner").get_by_role("radio")).to_have_count(5)
    phone.tap("button", "Record partner")
    expect(phone.page.get_by_text("Who is the partner?")).to_be_visible()
    phone.choose("Partner", "Bartholomew")
    phone.tap("button", "Record partner")
    expect(phone.page.locator(".contract")).to_have_text("Dee bid 100: Bartholomew & Dee need 100")
    phone.record_hand("Bartholomew & Dee", 90, last_trick="Bartholomew & Dee")
    expect(phone.page.locator("[data-total]")).to_have_text(["90", "110", "90", "110", "90"])


def test_no_one_can_be_tapped_as_their_own_partner(phone: Phone) -> None:
    phone.start_game("Ann", SIX[:5], rules="call-partner")
    partner = phone.page.get_by_role("radiogroup", name="Partner")
    phone.choose("Partner", "Eve")
    phone.choose("Bidder", "Eve")
    expect(partner.get_by_role("radio", name="Eve")).to_be_disabled()
    expect(partner.get_by_role("radio", name="Eve")).not_to_be_checked()
    phone.choose("Bidder", "Cal")
    expect(partner.get_by_role("radio", name="Eve")).to_be_enabled()


@pytest.mark.everywhere("way", proven="tests/web/test_rule_specific_fields.py")
def test_the_new_game_shows_what_the_chosen_rules_need(phone: Phone) -> None:
    phone.open("/games/new")
    page = phone.page
    seats, dealers = page.locator(".seats .field input:visible"), page.get_by_role("radio", name="deals first")
    for rules, players, said in (
        ("six-handed", 6, "everyone plays alone"),
        ("three-handed", 3, "bidder vs. everyone else"),
        ("two-handed", 2, "bidder vs. the other player plus the dummy"),
        ("call-partner", 5, "the bidder calls a partner"),
    ):
        phone.choose_rules(rules)
        expect(seats).to_have_count(players)
        expect(page.locator("#seats-hint")).to_contain_text(said)
        expect(dealers).to_have_count(players)
    phone.choose_rules("changing-partners")
    expect(page.locator("#seats-hint")).to_contain_text("4 hands with player 3, 4 with player 2, 4 with player 4")
    expect(page.get_by_label("Play to")).to_be_hidden()
    expect(page.locator("#ends-hint")).to_contain_text("a multiple of 12 hands")


def test_an_error_at_a_choice_is_no_longer_said_once_something_is_chosen(phone: Phone) -> None:
    phone.expects("status of 422")
    phone.start_game("Ann")
    phone.page.get_by_role("button", name="Record bid").press("Enter")
    expect(phone.page.get_by_text("Who took the bid?")).to_be_visible()
    phone.choose("Bidder", "Bob")
    expect(phone.page.get_by_text("Who took the bid?")).to_have_count(0)
    expect(phone.page.locator(".wrong")).to_have_count(1)
    phone.choose("Bid", "95")
    expect(phone.page.locator(".wrong, .error")).to_have_count(0)
    for side in ("Ann & Cal", "Bob & Dee"):
        phone.page.get_by_label(f"Captured by {side}").fill("50")
    phone.tap("button", "Save hand")
    expect(phone.page.locator("[aria-invalid]")).to_have_count(2)
    expect(phone.page.locator(".in-hand")).to_contain_text("Captured by Bob & Dee")  # the bidding side first
    pad(phone, 75)
    expect(phone.page.locator("[aria-invalid], .error")).to_have_count(0)


def test_a_preview_leaves_the_page_where_it_is_if_the_tapped_button_has_no_focus(phone: Phone) -> None:
    """A tap in Safari gives a button no focus."""
    phone.start_game("Ann", SIX, rules="six-handed")
    phone.record_bid("Cal", 60)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    phone.page.reload()
    phone.wait_for_htmx()
    phone.page.evaluate("document.addEventListener('mousedown', (event) => event.preventDefault())")
    phone.page.set_viewport_size({"width": 390, "height": 568})
    phone.choose("Last trick", "Fay")
    for points in (10, 40, 20, 10, 15):
        pad(phone, points)
    expect(phone.page.get_by_role("status")).to_contain_text("Eve: +15")
    assert phone.page.evaluate("document.activeElement.localName") == "body"
    assert phone.page.evaluate("scrollY") > 0, "the last count shows the button below it"
