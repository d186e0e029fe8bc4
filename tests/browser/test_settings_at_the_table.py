"""During a game: names, seats, dealer, target, the stop, deletion, a rematch."""

import pytest
from playwright.sync_api import expect

from .page_faults import layout_faults
from .phone import Phone


@pytest.fixture
def a_phone(phone: Phone) -> Phone:
    """At a game that Dee deals first."""
    phone.start_game("Dee")
    return phone


def open_settings(phone: Phone, subject: str = "") -> None:
    """The settings of the game whose scoreboard is shown."""
    phone.open(phone.path if phone.path.endswith("/settings") else f"{phone.path}/settings")
    if subject:
        phone.page.locator("summary", has_text=subject).tap()


def to_scoreboard(phone: Phone) -> None:
    phone.tap("link", "Scoreboard")


def play_and_wait(phone: Phone, bidder: str, bid: int, captured: int) -> None:
    phone.record_bid(bidder, bid)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    phone.record_hand("Ann & Cal", captured, last_trick="Ann & Cal")
    expect(phone.page.get_by_role("button", name="Save hand")).to_have_count(0)


@pytest.mark.everywhere("way", proven="tests/web/test_correct_name.py")
def test_a_misspelt_name_and_its_undo(a_phone: Phone) -> None:
    open_settings(a_phone, "Correct a name")
    a_phone.choose("Whose name", "Bob")
    a_phone.page.get_by_label("Correct name").fill("Rob")
    a_phone.tap("button", "Correct name")
    expect(a_phone.page.get_by_role("status")).to_have_text("Saved.")
    to_scoreboard(a_phone)
    expect(a_phone.page.locator('[data-total="Rob & Dee"]')).to_be_visible()
    expect(a_phone.page.get_by_role("button", name="Undo")).to_have_accessible_description(
        "Takes back the name Rob for Bob"
    )
    a_phone.tap("button", "Undo")
    expect(a_phone.page.locator('[data-total="Bob & Dee"]')).to_be_visible()


@pytest.mark.everywhere("way", proven="tests/web/test_change_seats.py")
def test_seats_before_hand_1_and_the_first_dealer(a_phone: Phone) -> None:
    open_settings(a_phone, "Seating")
    for seat, name in enumerate(("Ann", "Cal", "Bob", "Dee"), 1):
        a_phone.page.get_by_label(f"Seat {seat}").select_option(name)
    a_phone.tap("button", "Change seating")
    expect(a_phone.page.locator("summary", has_text="Seating")).to_contain_text("Ann & Bob vs. Cal & Dee")
    open_settings(a_phone, "First dealer")
    a_phone.page.get_by_label("First dealer").select_option("Bob")
    a_phone.tap("button", "Change first dealer")
    to_scoreboard(a_phone)
    expect(a_phone.page.get_by_role("heading", name="Hand 1")).to_contain_text("Bob deals, Dee bids first")


@pytest.mark.everywhere("way", proven="tests/web/test_change_seats.py")
def test_seats_later_only_after_it_was_shown_what_changes(any_phone: Phone) -> None:
    phone = any_phone
    phone.start_game("Dee")
    play_and_wait(phone, "Bob", 95, 45)
    open_settings(phone, "Seating")
    phone.page.get_by_label("Seat 2").select_option("Cal")
    phone.page.get_by_label("Seat 3").select_option("Bob")
    phone.tap("button", "Show what changes")
    main = phone.page.get_by_role("main")
    expect(main).to_contain_text("Hand 1 Ann & Cal +45, Bob & Dee −95; then Ann & Bob −95, Cal & Dee +45.")
    assert layout_faults(phone) == []
    phone.tap("button", "Change seating")
    to_scoreboard(phone)
    expect(phone.page.locator('[data-total="Ann & Bob"]')).to_have_text("−95")


@pytest.mark.everywhere("way", proven="tests/web/test_change_rules.py")
def test_the_wrong_rules_are_changed_after_the_new_score_was_seen(a_phone: Phone) -> None:
    play_and_wait(a_phone, "Bob", 95, 45)
    open_settings(a_phone, "Rules")
    a_phone.page.get_by_label("Rules").select_option("Red 1")
    a_phone.tap("button", "Show the new score")
    expect(a_phone.page.get_by_role("main")).to_contain_text("then Ann & Cal +45, Bob & Dee +105.")
    assert layout_faults(a_phone) == []
    a_phone.tap("button", "Change rules")
    a_phone.sees_totals("45", "105")


def test_going_home_and_sitting_down_are_a_name_and_a_tap(any_phone: Phone) -> None:
    phone = any_phone
    phone.start_game("Dee").play("Bob", 95, 45)
    game = phone.path
    open_settings(phone)
    phone.page.locator("summary", has_text="Someone goes home").tap()
    phone.page.get_by_label("Who sits down for Cal").fill("Eve")
    phone.page.locator("#goes-home .go").tap()  # without a script "They go home"
    expect(phone.page.locator('[data-total="Ann & Eve"]')).to_have_text("45")
    expect(phone.page.get_by_role("heading", name="Hand 2")).to_contain_text("Ann deals, Bob bids first")
    assert layout_faults(phone) == []
    phone.tap("button", "Undo")
    expect(phone.page.locator('[data-total="Ann & Cal"]')).to_have_text("45")
    assert phone.path == game


@pytest.mark.everywhere("way", proven="tests/web/test_settings_end.py")
def test_another_target_ends_the_game_once_it_was_said(a_phone: Phone) -> None:
    play_and_wait(a_phone, "Ann", 100, 100)
    a_phone.expects("status of 422")
    open_settings(a_phone, "Game length")
    a_phone.page.get_by_label("Play to", exact=True).fill("100")
    a_phone.tap("button", "Save")
    expect(a_phone.page.get_by_role("alert")).to_have_text(
        "Not saved yet. That ends the game with hand 1: Ann & Cal won, 100 to 20."
    )
    assert layout_faults(a_phone) == []
    a_phone.tap("button", "Change length")
    to_scoreboard(a_phone)
    expect(a_phone.page.get_by_role("heading", name="Ann & Cal won", exact=True)).to_be_visible()


@pytest.mark.everywhere("way", proven="tests/web/test_settings_end.py")
def test_stop_and_resume(a_phone: Phone) -> None:
    open_settings(a_phone)
    a_phone.tap("button", "End game early")
    expect(a_phone.page.get_by_text("Stopped early. No winner.")).to_be_visible()
    expect(a_phone.page.get_by_role("button", name="Record bid")).to_have_count(0)
    game = a_phone.page.url
    a_phone.open()
    evening = a_phone.page.locator("summary", has_text="1 stopped")
    evening.tap()
    expect(a_phone.page.get_by_text("stopped early")).to_be_visible()
    a_phone.page.goto(game, wait_until="domcontentloaded")
    a_phone.tap("button", "Resume")
    expect(a_phone.page.get_by_role("button", name="Record bid")).to_be_visible()


@pytest.mark.everywhere("way", proven="tests/web/test_settings.py")
def test_delete_and_bring_back(a_phone: Phone) -> None:
    play_and_wait(a_phone, "Ann", 100, 100)
    open_settings(a_phone)
    a_phone.tap("button", "Delete game")
    expect(a_phone.page.get_by_role("heading", name="This game was deleted")).to_be_visible()
    a_phone.open()
    a_phone.tap_setting("Deleted games")
    a_phone.page.locator(".games a").tap()
    a_phone.tap("button", "Restore")
    a_phone.sees_totals("100", "20")


def test_a_rematch_starts_with_the_next_dealer(a_phone: Phone) -> None:
    play_and_wait(a_phone, "Ann", 100, 100)
    open_settings(a_phone)
    a_phone.tap("button", "Rematch")
    expect(a_phone.page.get_by_role("heading", name="Hand 1")).to_contain_text("Ann deals, Bob bids first")
    a_phone.sees_totals("0", "0")
