"""What the phone does by itself can be switched off: staying awake, and the buzz of a saved hand."""

import pytest
from playwright.sync_api import expect

from .devices import KEEP_LOCKS
from .phone import Phone

NOTE_BUZZES = "navigator.vibrate = (pattern) => { (window.buzzes ??= []).push(pattern); return true; }"


@pytest.fixture
def phone(phone: Phone) -> Phone:
    phone.context.grant_permissions(["screen-wake-lock"])
    phone.page.add_init_script(f"({KEEP_LOCKS})(); {NOTE_BUZZES}")
    return phone


def switch(phone: Phone, name: str) -> None:
    phone.open()
    phone.tap_setting("This phone")
    box = phone.page.get_by_role("checkbox", name=name)
    expect(box).to_be_checked()
    box.tap()
    expect(box).not_to_be_checked()


def save_a_hand(phone: Phone) -> None:
    phone.start_game(dealer="Dee")
    phone.wait_for_htmx()
    phone.keeps_taps()
    phone.record_bid("Bob", 95)
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    phone.sees_totals("45", "−95")


def test_a_saved_hand_is_felt(phone: Phone) -> None:
    save_a_hand(phone)
    assert phone.page.evaluate("window.buzzes") == [60]


def test_a_saved_hand_is_not_felt_where_that_is_switched_off(phone: Phone) -> None:
    switch(phone, "Vibrate when a hand is saved")
    save_a_hand(phone)
    assert phone.page.evaluate("window.buzzes") is None


def test_the_screen_may_sleep_where_that_is_switched_off(phone: Phone) -> None:
    switch(phone, "Keep the screen on during a game")
    save_a_hand(phone)
    assert phone.page.evaluate("window.locks.length") == 0
