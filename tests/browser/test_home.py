"""The first page on a phone: what is for the table at once, the rest behind More, and what goes without a network."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.person import Person

from .offline import installed, reopen
from .page_faults import fits
from .phone import Phone
from .server import Server
from .visibility import wait_for_styles


def test_the_rest_comes_at_a_tap_on_more(phone: Phone) -> None:
    phone.open()
    players = phone.page.get_by_role("link", name="Players", exact=True)
    expect(phone.page.get_by_role("link", name="New game")).to_be_visible()
    expect(players).to_be_hidden()
    phone.page.locator("#more summary").tap()
    players.tap()
    expect(phone.page.get_by_role("heading", name="Players")).to_be_visible()


LONG = ("Aunt Margaret", "Bill", "Carol", "Dave")


def evening(phone: Phone) -> None:
    """A game that was won, and one that goes on."""
    person = Person(phone.server.app)
    for hands in (3, 2):
        person.start_game("Aunt Margaret", LONG)
        for _ in range(hands):
            person.record_bid("Carol", 100)
            side = "Aunt Margaret & Carol"
            person.tap("Save hand", {"Last trick": side, f"Captured by {side}": "105"})


def test_with_a_game_in_progress_all_but_more_is_seen_without_scrolling(new_phone: Callable[..., Phone]) -> None:
    """390 × 664 is what a browser leaves of such a phone; one tap leads to the next hand."""
    phone = new_phone(viewport={"width": 390, "height": 664})
    evening(phone)
    phone.open()
    for words in ("Continue with hand 3", "New game", "This year", "Watch a game"):
        expect(phone.page.get_by_text(words)).to_be_in_viewport(ratio=1)
    expect(phone.page.locator("#evening summary")).to_be_in_viewport(ratio=1)
    phone.page.get_by_text("Continue with hand 3").tap()
    expect(phone.page.get_by_role("heading", name="Hand 3")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/games"])
def test_a_long_name_is_short_for_eyes_and_whole_for_ears(new_phone: Callable[..., Phone], path: str) -> None:
    """D2, on the smallest phone, in large text, too."""
    phone = new_phone(viewport={"width": 320, "height": 640})
    evening(phone)
    phone.open(path)
    if path == "/":
        phone.page.locator("#evening summary").tap()
    fits(phone)
    names = phone.page.locator("bdi", has_text="Aunt Margaret & Carol")
    wait_for_styles(phone.page)
    shown = "one => getComputedStyle(one, '::after').content.split(' / ')[0]"
    assert {names.nth(at).evaluate(shown) for at in range(names.count())} == {'"Aunt M. & Carol"'}
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    fits(phone)


def test_without_a_server_the_first_page_says_what_needs_the_network_and_the_kept_game_opens(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = installed(new_phone)
    game = phone.path
    reopen(phone)
    server.stop()
    phone.page.close()
    phone.page = phone.context.new_page()
    phone.open("/")
    expect(phone.page.get_by_text("No network.")).to_be_visible()
    expect(phone.page.get_by_role("link", name="New game")).to_have_class("go second away")
    expect(phone.page.locator(".games a")).not_to_have_class("away")
    phone.page.locator(".games a").tap()
    expect(phone.page.get_by_role("heading", name="Hand 1")).to_be_visible()
    assert phone.path == game
