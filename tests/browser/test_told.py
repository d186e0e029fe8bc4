"""Each page that changes has one status that stays, and is told each event once, in one sentence, on every phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.person import Person
from tests.web import tournaments
from tests.web.steps import log_calls, tap_in_settings

from .followed import board, news, organizers_page, standings, watch_page
from .phone import Phone
from .server import Server

AC = "Ann & Cal"
HEARS = """() => {
  const status = document.querySelector("#told");
  window.told = [status.textContent].filter(Boolean);
  window.listenedTo = status;
  new MutationObserver(() => told.push(status.textContent)).observe(status, { childList: true, characterData: true });
}"""


def told(page: Page) -> list[str]:
    """What was told from `listens` on, by the one status that was there then."""
    heard: list[str] = page.evaluate("listenedTo.isConnected ? told.splice(0) : ['the status is another']")
    return heard


def listens(phone: Phone) -> Phone:
    expect(phone.page.locator("#told")).to_have_count(1)
    phone.page.evaluate(HEARS)
    told(phone.page)
    return phone


@pytest.mark.everywhere("again", once={"shows": watch_page})
@pytest.mark.parametrize("shows", [board, watch_page])
def test_news_are_told_once(phone: Phone, shows: Callable[[Phone], Person]) -> None:
    other = shows(phone)
    listens(phone)
    events: tuple[tuple[Callable[[Person], object], str], ...] = (
        (lambda other: other.record_bid("Bob", 100), "Bob bid 100."),
        (lambda other: other.record_hand(45), "Hand 2: Bob bid 100, set. 45 to −100."),
        (lambda other: other.tap("Misdeal"), "Misdeal. Bob deals again."),
        (lambda other: log_calls(other, "Cal 100"), "Cal bid 100. Dee's bid."),
    )
    for does, words in events:
        news(phone, other, does)
        assert told(phone.page) == [words]


@pytest.mark.everywhere("again", once={"shows": board})
@pytest.mark.parametrize("shows", [board, watch_page])
def test_that_the_game_was_deleted_is_told(phone: Phone, shows: Callable[[Phone], Person]) -> None:
    phone.expects("status of 404", "status of 410")
    other = shows(phone)
    game = other.page.one("#scoreboard [data-poll], #scoreboard[data-poll]").attrs["data-poll"].partition("/since")[0]
    listens(phone)
    tap_in_settings(other, game, "Delete game")
    heading = phone.page.get_by_role("heading", level=1)
    expect(heading).not_to_contain_text("Hand")
    assert told(phone.page) == [heading.text_content()]


@pytest.mark.everywhere("again", once={"shows": standings})
@pytest.mark.parametrize("shows", [organizers_page, standings])
def test_how_a_round_stands_is_told_when_it_is_otherwise(phone: Phone, shows: Callable[[Phone], Person]) -> None:
    other = shows(phone)
    here = phone.path.removesuffix("/standings")
    listens(phone)
    news(phone, other, lambda other: tournaments.paper(other, here, 1, 1, 60, 20))
    assert told(phone.page) == ["Round 1: 2 of 2 tables done."]
    news(phone, other, lambda other: tournaments.paper(other, here, 1, 1, 80, 20))
    assert told(phone.page) == []


def test_ones_own_tap_is_told_its_result_with_and_without_the_server(phone: Phone, server: Server) -> None:
    """Nothing of it is told again once it is sent."""
    phone.expects("net::ERR_", "Failed to fetch")
    board(phone)
    listens(phone)
    for number in (2, 3):
        phone.record_bid("Ann", 100)
        expect(phone.page.locator("#told")).to_contain_text("Ann bid 100: Ann & Cal need 100.")
        told(phone.page)
        phone.record_hand(AC, 110, last_trick=AC)
        expect(phone.page.locator("#told")).to_contain_text(f"Saved hand {number}: Ann & Cal +110, Bob & Dee +10.")
        told(phone.page)
        server.stop()
    phone.tap("button", "Undo")
    expect(phone.page.locator("#told")).to_contain_text("Undone:")
    phone.tap("button", "Save hand")
    phone.page.get_by_role("link", name="Bid by bid").tap()
    told(phone.page)
    phone.finds_server()
    expect(phone.page.locator("#unsent")).to_be_hidden()
    assert told(phone.page) == ["Arrived: 1 hand."]


@pytest.mark.everywhere("way", once={"is_alone": True})
@pytest.mark.parametrize("is_alone", [False, True])
def test_after_each_call_the_next_one_is_told_and_has_the_focus(phone: Phone, server: Server, is_alone: bool) -> None:
    phone.expects("net::ERR_", "Failed to fetch")
    board(phone)
    if is_alone:
        server.stop()
    status, keys = phone.page.locator("#told"), phone.page.keyboard
    phone.page.get_by_role("link", name="Bid by bid").tap()
    pass_button = phone.page.get_by_role("group", name="Bob's bid").get_by_role("button", name="Pass")
    expect(pass_button).to_be_focused()
    keys.press("Enter")
    expect(status).to_contain_text("Bob passed. Cal's bid.")
    expect(phone.page.get_by_role("group", name="Cal's bid").get_by_role("button", name="Pass")).to_be_focused()
    keys.press("Tab")
    keys.press("Enter")
    expect(status).to_contain_text("Cal bid 70. Dee's bid.")
    expect(phone.page.get_by_role("group", name="Dee's bid").get_by_role("button", name="Pass")).to_be_focused()
