"""What the page "This phone" says of a phone is what it can do: tried here and now, with the one way to the rest."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .page_faults import axe_violations, layout_faults
from .phone import Phone
from .storage import REFUSES

pytestmark = pytest.mark.service_worker

HTTP = """() => {
  Object.defineProperty(window, "isSecureContext", { value: false });
  delete Navigator.prototype.wakeLock; delete Navigator.prototype.share; delete Navigator.prototype.serviceWorker;
}"""


def says(phone: Phone, about: str, text: str) -> None:
    expect(phone.page.locator(f"#{about}-hint")).to_contain_text(text)


def test_this_phone_says_what_works(phone: Phone) -> None:
    phone.context.grant_permissions(["screen-wake-lock"])
    phone.open()
    phone.tap_setting("This phone")
    for about in ("awake", "vibration", "keep"):
        says(phone, about, "Works here.")
    says(phone, "keep", "A browser that runs out of room may delete it.")
    expect(phone.page.get_by_text("In a private window all of this lasts until you close it")).to_be_visible()
    says(phone, "install", "Add to Home screen")
    says(phone, "open", "Not yet: open a game here once")
    expect(phone.page.locator("#insecure")).to_be_hidden()
    assert not [*layout_faults(phone), *axe_violations(phone)]


def test_on_plain_http_it_is_said_once_what_that_means_and_what_needs_none_works(phone: Phone) -> None:
    """K13: the way to a secure address is a page of the app."""
    phone.page.add_init_script(f"({HTTP})()")
    phone.open("/phone")
    for about in ("awake", "open", "install", "share"):
        says(phone, about, "Not at this address.")
    expect(phone.page.get_by_text("isn't secure")).to_have_count(1)
    assert not [words for words in ("https", "docs/", ".md") if words in phone.page.locator("main").inner_text()]
    for about in ("vibration", "keep"):
        says(phone, about, "Works here.")
    expect(phone.page.get_by_role("checkbox", name="Keep the screen on")).to_be_disabled()
    assert not [*layout_faults(phone), *axe_violations(phone)]
    phone.tap("link", "Help on this phone")
    expect(phone.page.get_by_role("heading", name="How to get one")).to_be_visible()
    assert not [*layout_faults(phone), *axe_violations(phone)]


def test_a_phone_that_says_no_to_staying_awake_is_believed(phone: Phone) -> None:
    phone.page.add_init_script("navigator.wakeLock.request = async () => { throw new Error() }")
    phone.open("/phone")
    says(phone, "awake", "This phone won't right now, maybe to save its battery.")


@pytest.mark.everywhere("again", once={"name": "QuotaExceededError"})
@pytest.mark.parametrize(
    ("name", "said"), [("QuotaExceededError", "its storage is full."), ("SecurityError", "keep nothing")]
)
def test_a_phone_that_keeps_nothing_says_why(phone: Phone, name: str, said: str) -> None:
    phone.page.add_init_script(f"({REFUSES})({name!r})")
    phone.open("/phone")
    says(phone, "keep", "Not here: ")
    says(phone, "keep", said)


@pytest.mark.everywhere("again", once={"agent": "iPhone"})
@pytest.mark.parametrize("agent", ["iPhone", "iPad"])
def test_an_iphone_is_told_its_own_way_to_the_home_screen(new_phone: Callable[..., Phone], agent: str) -> None:
    phone = new_phone(user_agent=f"Mozilla/5.0 ({agent}; CPU OS 18_0 like Mac OS X) Safari/605.1.15")
    phone.open("/phone")
    says(phone, "install", "In Safari: Share, then Add to Home Screen.")
    says(phone, "keep", "Safari deletes it after seven days without a visit, but not from the home screen.")


def test_without_javascript_a_sentence_says_what_that_takes(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(javascript=False)
    phone.open("/phone")
    expect(phone.page.get_by_text("Without JavaScript you can still keep score and watch.")).to_be_visible()
    expect(phone.page.locator("#works")).to_be_hidden()
