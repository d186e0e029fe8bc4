"""A game ends and the next one begins while the server cannot be reached; both are sent, in order."""

from collections.abc import Callable

from playwright.sync_api import expect

from .offline import at_table, begins, hands, installed, play, reopen, unsent
from .phone import Phone
from .server import Server

KEPT = """() => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("the page is not kept")), 60000);
  (function look() { caches.match(location.pathname).then((kept) => kept ? done() : setTimeout(look, 50)) })();
})"""


def win_and_play_again(phone: Phone) -> None:
    """Ann's bid wins a game to 100; the next one begins."""
    play(phone, "Ann", 100, 120)
    phone.tap("button", "Rematch")
    begins(phone, "Hand 1 · Ann deals, Bob bids first")


def test_a_rematch_is_sent_after_the_game_before_it(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_table(new_phone, target=100)
    first = phone.path
    server.stop()
    win_and_play_again(phone)
    phone.sees_totals("0", "0")
    play(phone, "Bob", 95, 45)
    phone.sees_totals("45", "−95")
    unsent(phone, 5)
    phone.finds_server()
    unsent(phone, 0)
    phone.sees_totals("45", "−95")
    assert phone.path != first
    assert hands(phone) == ["Bob 95"]
    phone.open(first)
    phone.sees_totals("120", "0")
    assert hands(phone) == ["Ann 100"]


def test_a_rematch_goes_on_after_it_was_closed_and_opened(new_phone: Callable[..., Phone], server: Server) -> None:
    """The game before it had been sent, hands are undone, and yet another game is started."""
    phone = installed(new_phone, target=100)
    play(phone, "Ann", 100, 120)
    expect(phone.page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()
    unsent(phone, 0)
    server.stop()
    phone.tap("button", "Rematch")
    begins(phone, "Hand 1 · Ann deals, Bob bids first")
    expect(phone.page.get_by_role("button", name="Rematch")).to_have_count(0)  # nor one with other partners
    play(phone, "Bob", 95, 45)
    phone.sees_totals("45", "−95")
    phone.tap("button", "Undo")
    phone.sees_totals("0", "0")
    reopen(phone)
    phone.record_hand("Ann & Cal", 20, last_trick="Bob & Dee")
    phone.sees_totals("20", "100")
    reopen(phone, "/now")
    unsent(phone, 3)
    expect(phone.page.get_by_role("heading", name="Bob & Dee won", exact=True)).to_be_visible()
    phone.tap("button", "Rematch")
    begins(phone, "Hand 1 · Bob deals, Cal bids first")
    for _ in range(3):
        phone.redeal()
        play(phone, "Cal", 120, 90)
    phone.sees_totals("−360", "90")
    unsent(phone, 13)
    phone.finds_server()
    unsent(phone, 0)
    assert hands(phone) == ["Cal 120"] * 3
    phone.sees_totals("−360", "90")


def test_a_rematch_that_was_begun_is_filled_in_while_it_is_sent(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = at_table(new_phone, target=100)
    server.stop()
    win_and_play_again(phone)
    phone.choose("Bidder", "Cal")
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page.get_by_role("radio", name="Cal")).to_be_checked()
    expect(phone.page.locator(".late")).to_have_count(0)
    phone.choose("Bid", "100")
    phone.record_hand("Ann & Cal", 100, last_trick="Bob & Dee")
    phone.sees_totals("100", "20")
    assert hands(phone) == ["Cal 100"]


def test_a_rematch_that_was_sent_opens_without_a_network(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = installed(new_phone, target=100)
    first = phone.page.url
    server.stop()
    win_and_play_again(phone)
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page).not_to_have_url(first)
    phone.page.evaluate(KEPT)
    server.stop()
    reopen(phone)
    begins(phone, "Hand 1 · Ann deals, Bob bids first")
    expect(phone.page).not_to_have_url(first)
