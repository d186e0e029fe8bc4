"""A game against the clock, one that began on paper, and a hand that is given up, on a phone."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from playwright.sync_api import Route, expect

from tests.person import Person
from tests.web.steps import begun, make_house_rules

from .conftest import EVERY_WAY
from .phone import Phone


@pytest.mark.everywhere("way", proven="tests/web/test_give_up_hand.py")
def test_a_hand_is_given_up_one_tap_from_its_count(phone: Phone) -> None:
    keeper = Person(phone.server.app)
    key = make_house_rules(keeper, start="original", may_concede="True").path.removeprefix("/rules/")
    phone.start_game(rules=key)
    phone.record_bid("Ann", 100)
    phone.tap("button", "Give up the hand")
    page = phone.page
    expect(page.get_by_text("Ann & Cal give up the hand")).to_be_visible()
    expect(page.get_by_label("Captured by Ann & Cal")).to_have_count(0)
    page.get_by_label("Captured by Bob & Dee").fill("35")
    phone.tap("button", "Save hand")
    phone.sees_totals("−100", "35")


def test_the_result_of_giving_up_is_there_before_it_is_saved(phone: Phone) -> None:
    keeper = Person(phone.server.app)
    key = make_house_rules(keeper, start="three-handed", may_concede="True").path.removeprefix("/rules/")
    phone.start_game(names=("Ann", "Bob", "Cal"), rules=key)
    phone.record_bid("Ann", 60)
    phone.tap("button", "Give up the hand")
    expect(phone.page.locator("#preview")).to_contain_text("Ann: set back 60. Bob & Cal: 0.")
    phone.page.get_by_role("group", name="Points").get_by_role("button", name="40", exact=True).tap()
    expect(phone.page.locator("#preview")).to_contain_text("Bob & Cal: +40.")
    phone.tap("button", "Back")
    expect(phone.page.get_by_label("Captured by Ann")).to_be_visible()


def test_the_clock_counts_down_and_says_when_the_last_hand_has_come(phone: Phone) -> None:
    phone.page.clock.install()
    phone.start_game(rules="smith-county")
    phone.page.evaluate("() => { navigator.vibrate = () => { window.buzzed = true } }")
    clock = phone.page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"4[45]:\d\d left"))
    phone.page.clock.run_for(30 * 60_000)
    expect(clock).to_have_text(re.compile(r"1[345]:\d\d left"))
    assert not phone.page.evaluate("window.buzzed")
    phone.page.clock.run_for(16 * 60_000)
    expect(clock).to_have_text("Time's up: last hand")
    assert phone.page.evaluate("window.buzzed")


def test_the_clock_goes_by_the_server_whatever_the_phones_own_clock_says(phone: Phone) -> None:
    """It is set to five hours later; then the phone sleeps for ten minutes, in which a page does not count."""
    phone.page.clock.install()
    phone.start_game(rules="smith-county")
    clock, answers = phone.page.get_by_role("timer"), phone.page.expect_response
    expect(clock).to_have_text(re.compile(r"4[45]:\d\d left"))
    phone.page.clock.set_system_time(datetime.now(UTC) + timedelta(hours=5))
    with answers("**/since/*"):
        phone.page.clock.run_for(4_000)
    expect(clock).to_have_text(re.compile(r"44:\d\d left"))

    def later(route: Route) -> None:
        answer = route.fetch()
        date = format_datetime(datetime.now(UTC) + timedelta(minutes=10), usegmt=True)
        route.fulfill(response=answer, headers=answer.headers | {"date": date})

    phone.page.route("**/since/*", later)
    with answers("**/since/*"):
        phone.page.clock.run_for(4_000)
    phone.page.clock.run_for(1_000)
    expect(clock).to_have_text(re.compile(r"34:\d\d left"))


def test_the_clock_shows_its_seconds_as_soon_as_a_tap_is_answered(phone: Phone) -> None:
    phone.start_game(rules="smith-county")
    phone.wait_for_htmx()
    stand_still = "window.setInterval = () => 0; for (let each = 1; each < 10000; each++) clearInterval(each)"
    phone.page.evaluate(stand_still)
    phone.record_bid("Ann", 100)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    expect(phone.page.get_by_role("timer")).to_have_text(re.compile(r"4[45]:\d\d left"))


@EVERY_WAY
def test_once_time_is_up_the_only_question_is_which_hand_is_the_last(any_phone: Phone) -> None:
    keeper = any_phone.start_game(rules="smith-county")
    keeper.record_bid("Ann", 100)
    begun(keeper, minutes=46)
    any_phone.page.reload(wait_until="domcontentloaded")
    page = any_phone.page
    expect(page.get_by_text("Time's up: last hand")).to_be_visible()
    page.get_by_label("Captured by Ann & Cal").fill("100")
    any_phone.tap("button", "Save hand")
    expect(page.get_by_text("Time's up. Was that the last hand?")).to_be_visible()
    expect(page.get_by_role("button", name="Record bid")).to_have_count(0)
    any_phone.tap("button", "One more")
    expect(page.get_by_text("Time was called: this is the last hand.")).to_be_visible()
    expect(page.get_by_role("button", name="Record bid")).to_be_visible()
    any_phone.tap("button", "Undo")
    any_phone.tap("button", "That was the last hand")
    expect(page.get_by_role("heading", name="Ann & Cal won")).to_be_visible()


def test_a_clock_that_runs_out_between_two_hands_takes_no_bid_away_that_is_being_filled_in(phone: Phone) -> None:
    phone.page.clock.install()
    keeper = phone.start_game(rules="smith-county")
    keeper.play("Ann", 100, 100)
    phone.page.reload()
    phone.choose("Bidder", "Bob")
    phone.page.clock.run_for(46 * 60_000)
    expect(phone.page.get_by_text("Time's up. Was that the last hand?")).to_be_visible()
    expect(phone.page.get_by_role("button", name="One more")).to_be_visible()
    expect(phone.page.get_by_role("radio", name="Bob")).to_be_checked()
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
def test_a_phone_without_its_server_asks_the_same(phone: Phone) -> None:
    phone.expects("ERR_INTERNET_DISCONNECTED", "Failed to load resource", "htmx:error", "Failed to fetch")
    phone.page.clock.install()
    phone.start_game(rules="smith-county").record_bid("Ann", 100)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()  # else the bid would be sent again
    phone.page.reload()
    phone.wait_for_htmx()
    phone.keeps_game()
    phone.page.clock.run_for(46 * 60_000)
    phone.context.set_offline(True)
    phone.page.get_by_label("Captured by Ann & Cal").fill("100")
    phone.tap("button", "Save hand")
    expect(phone.page.get_by_text("Time's up. Was that the last hand?")).to_be_visible()
    phone.tap("button", "That was the last hand")
    expect(phone.page.get_by_role("heading", name="Ann & Cal won")).to_be_visible()


@pytest.mark.everywhere("way", proven="tests/web/test_clock.py")
def test_time_is_called_by_one_tap_and_the_game_ends_with_that_hand(phone: Phone) -> None:
    phone.start_game(rules="smith-county")
    phone.record_bid("Ann", 100)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    call = phone.page.get_by_role("button", name="Call time")
    expect(call).to_be_hidden()  # 45 minutes are left
    phone.open_rare()
    phone.tap("link", "Call time")
    expect(call).to_be_in_viewport()
    phone.tap("link", "Back")
    expect(call).to_be_hidden()
    phone.tap("link", "Call time")
    phone.tap("button", "Call time")
    expect(phone.page.get_by_text("Time was called: this is the last hand.")).to_be_visible()
    phone.page.get_by_label("Captured by Ann & Cal").fill("110")
    phone.tap("button", "Save hand")
    expect(phone.page.get_by_role("heading", name="Ann & Cal won")).to_be_visible()


@pytest.mark.everywhere("way", proven="tests/web/test_carry_on_from_paper.py")
def test_a_new_game_asks_each_side_for_its_total_so_far(phone: Phone) -> None:
    phone.open("/games/new")
    page = phone.page
    for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1):
        page.get_by_label(f"Player {seat}", exact=True).fill(name)
    page.locator("summary", has_text="Carry on from paper").tap()
    page.get_by_label("Total of Ann & Cal").fill("120")
    page.get_by_label("Total of Bob & Dee").fill("85")
    expect(page.get_by_label("Total of Player 3")).to_be_hidden()
    phone.choose_rules("changing-partners")
    expect(page.get_by_label("Total of Cal")).to_be_visible()
    phone.choose_rules("original")
    phone.tap("button", "Start game")
    phone.sees_totals("120", "85")
    expect(page.get_by_text("From paper", exact=True)).to_be_visible()
