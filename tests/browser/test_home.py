"""The first page on a phone: what is for the table at once, the rest behind More, and what goes without a network."""

from collections.abc import Callable

from playwright.sync_api import expect

from .phone import Phone
from .server import Server
from .test_reopened import installed, reopen


def test_the_rest_comes_at_a_tap_on_more(phone: Phone) -> None:
    phone.open()
    players = phone.page.get_by_role("link", name="Players", exact=True)
    expect(phone.page.get_by_role("link", name="New game")).to_be_visible()
    expect(players).to_be_hidden()
    phone.page.locator("#more summary").tap()
    players.tap()
    expect(phone.page.get_by_role("heading", name="Players")).to_be_visible()


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
    expect(phone.page.get_by_role("link", name="New game")).to_have_class("go away")
    expect(phone.page.locator(".games a")).not_to_have_class("away")
    phone.page.locator(".games a").tap()
    expect(phone.page.get_by_role("heading", name="Hand 1")).to_be_visible()
    assert phone.path == game
