"""A browser takes its storage from a page in the background (iOS), or gives it none: each is said, and goes on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .devices import REFUSES
from .offline import BREAK_OFF, FOR_GOOD, LOSE, at_table, hands, play, unsent
from .phone import Phone


def waiting(new_phone: Callable[..., Phone]) -> Phone:
    """A phone out of the network, with a hand that waits."""
    phone = at_table(new_phone)
    phone.context.set_offline(True)
    play(phone, "Ann", 100, 100)
    unsent(phone, 2)
    return phone


def test_a_connection_that_is_lost_is_opened_again_though_that_fails_once(new_phone: Callable[..., Phone]) -> None:
    phone = waiting(new_phone)
    phone.page.evaluate("window.stillHere = true")
    phone.page.evaluate(LOSE, 1)
    phone.context.set_offline(False)
    unsent(phone, 0)
    assert phone.page.evaluate("window.stillHere"), "the page need not be loaded again"
    assert hands(phone) == ["Ann 100"]


def test_what_the_browser_breaks_off_without_a_word_is_tried_again(new_phone: Callable[..., Phone]) -> None:
    phone = waiting(new_phone)
    phone.page.evaluate(BREAK_OFF)
    phone.record_bid("Bob", 95)
    unsent(phone, 3)
    phone.context.set_offline(False)
    unsent(phone, 0)
    assert hands(phone) == ["Ann 100"]


def test_a_page_that_lost_its_storage_is_loaded_again(new_phone: Callable[..., Phone]) -> None:
    phone = waiting(new_phone)
    phone.page.evaluate("window.stillHere = true")
    phone.page.evaluate(LOSE, FOR_GOOD)
    phone.context.set_offline(False)
    phone.page.wait_for_function("() => !window.stillHere")
    phone.keeps_taps()
    unsent(phone, 0)
    assert hands(phone) == ["Ann 100"]


def test_what_is_typed_on_a_page_that_lost_its_storage_is_not_lost_too(new_phone: Callable[..., Phone]) -> None:
    phone = waiting(new_phone)
    phone.choose("Bidder", "Bob")
    phone.page.evaluate(LOSE, FOR_GOOD)
    phone.context.set_offline(False)
    expect(phone.page.get_by_text("This phone's storage stopped answering.")).to_be_visible()
    expect(phone.page.get_by_role("radio", name="Bob", exact=True)).to_be_checked()
    phone.tap("link", "Load this page again")
    phone.keeps_taps()
    unsent(phone, 0)
    assert hands(phone) == ["Ann 100"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("QuotaExceededError", "its storage is full. Make room on it first."),
        ("SecurityError", "this browser lets pages keep nothing, as in private browsing."),
        ("UnknownError", "its storage doesn't answer."),
    ],
)
def test_each_way_in_which_storage_fails_has_its_own_sentence(
    new_phone: Callable[..., Phone], name: str, said: str
) -> None:
    phone = new_phone()
    phone.page.add_init_script(f"({REFUSES})({name!r})")
    phone.start_game()
    expect(phone.page.get_by_text(f"scorekeeper is out of reach: {said}")).to_be_visible()
    phone.record_bid("Bob", 95)
    phone.record_hand("Ann & Cal", 45, last_trick="Ann & Cal")
    phone.sees_totals("45", "−95")
