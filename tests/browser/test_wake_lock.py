"""The phone stays awake while a game is running, and may sleep once it is not."""

import pytest
from playwright.sync_api import expect

from .devices import KEEP_LOCKS
from .phone import Phone

HELD = "() => window.locks.filter((lock) => !lock.released).length"


@pytest.fixture
def phone(phone: Phone) -> Phone:
    phone.context.grant_permissions(["screen-wake-lock"])  # as phones do; the headless shell must be told
    phone.page.add_init_script(f"({KEEP_LOCKS})()")
    return phone


def stays_awake(phone: Phone, awake: bool = True) -> None:
    """Waits until the phone holds one wake lock, or none."""
    phone.page.wait_for_function(f"() => ({HELD})() === {int(awake)}")


def test_a_phone_stays_awake_from_bid_to_bid_by_one_lock(phone: Phone) -> None:
    phone.start_game(dealer="Dee")
    phone.wait_for_htmx()
    stays_awake(phone)
    phone.record_bid("Bob", 95)
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    phone.sees_totals("45", "−95")
    stays_awake(phone)
    assert phone.page.evaluate("window.locks.length") == 1


def test_a_phone_may_sleep_once_the_game_is_over_and_stays_awake_again_after_undo(phone: Phone) -> None:
    phone.start_game(dealer="Dee", target=100)
    phone.wait_for_htmx()
    phone.record_bid("Ann", 100)
    phone.record_hand("Ann & Cal", 100, last_trick="Ann & Cal")
    expect(phone.page.get_by_role("heading", name="Ann & Cal won", exact=True)).to_be_visible()
    stays_awake(phone, False)
    phone.tap("button", "Undo")
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    stays_awake(phone)


def test_a_phone_stays_awake_again_once_a_stopped_game_is_resumed(phone: Phone) -> None:
    phone.start_game(dealer="Dee")
    phone.tap("link", "Game settings")
    phone.tap("button", "End game early")
    expect(phone.page.get_by_role("button", name="Resume")).to_be_visible()
    phone.wait_for_htmx()
    stays_awake(phone, False)
    phone.tap("button", "Resume")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    stays_awake(phone)
