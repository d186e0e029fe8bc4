"""A browser takes its storage from a page in the background (iOS), or gives it none: each is said, and goes on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .phone import Phone
from .server import Server
from .storage import REFUSES


@pytest.mark.everywhere("again", proven="tests/browser/test_lost_storage.py")
def test_a_private_window_says_that_it_cannot_keep_what_is_tapped(new_phone: Callable[..., Phone]) -> None:
    """Where the browser refuses at once."""
    phone = new_phone()
    phone.page.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError') }")
    phone.start_game(dealer="Dee")
    expect(phone.page.get_by_text(CANNOT_KEEP)).to_be_visible()


def test_a_full_phone_says_that_it_cannot_keep_what_is_tapped(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = new_phone()
    session = phone.context.new_cdp_session(phone.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": server.address, "quotaSize": 1})
    phone.start_game(dealer="Dee")
    expect(phone.page.get_by_text(CANNOT_KEEP)).to_be_visible()


@pytest.mark.everywhere("again", once={"name": "QuotaExceededError"})
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


CANNOT_KEEP = "This phone can't keep what you tap"
