"""Those who watch a game on phones of their own: they see it change, and ask for no more than that needs."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest
from playwright.sync_api import Page, Request, expect

from tests.person import Person
from tests.web.steps import correct, renew_link, shown_links

from .phone import Phone

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
HANDS = 4
BEGAN = datetime(2026, 11, 25, 20, tzinfo=UTC)


@pytest.fixture
def keeper(app: object, phone: Phone) -> Person:
    """Who keeps the game that the phone watches."""
    keeper = Person(phone.server.app)
    game = keeper.start_game(dealer="Dee")
    phone.open(shown_links(keeper, f"{game}/links")["watch"])
    keeper.open(game)
    return keeper


def polls(page: Page) -> list[str]:
    """The addresses at which the page asks from here on what became of the game."""
    return watch_requests(page, "request")


def watch_requests(page: Page, event: Literal["request", "requestfinished", "requestfailed"]) -> list[str]:
    found: list[str] = []

    def note(request: Request) -> None:
        if "/watch/" in request.url:
            found.append(request.url)

    page.on(event, note)
    return found


def test_each_hand_is_seen_by_the_next_question_but_one(phone: Phone, keeper: Person) -> None:
    """The question after a hand may be on its way already. Time goes on by the test alone."""
    page = phone.page
    page.clock.install(time=BEGAN)
    page.reload(wait_until="load")
    page.clock.pause_at(BEGAN + timedelta(hours=1))
    asked, answered = polls(page), watch_requests(page, "requestfinished")
    seen, questions = page.locator("table.hands tbody th"), 0
    for hand in range(HANDS):
        keeper.play("Ann" if hand % 2 else "Bob", 120, 60)
        page.wait_for_timeout(1_100)  # an answer may be a second old
        before = len(asked)
        while seen.count() <= hand:
            if len(answered) < len(asked):
                page.wait_for_timeout(20)  # a page whose time went on would give up
            else:
                page.clock.run_for(100)
        assert len(asked) - before <= 2
        questions += len(asked) - before
    assert questions  # but for those that were on their way
    assert phone.context.cookies() == []


def test_a_hidden_page_asks_for_nothing_and_at_once_when_it_is_seen_again(phone: Phone, keeper: Person) -> None:
    page = phone.page
    page.clock.install()
    page.reload(wait_until="load")
    asked = polls(page)
    with page.expect_request("**/watch/**"):
        page.clock.run_for(10_000)
    page.evaluate(HIDE, True)
    page.clock.run_for(3_000)  # one that was on its way comes back
    asked.clear()
    page.clock.run_for(600_000)
    assert asked == []
    keeper.record_bid("Bob", 95)
    with page.expect_request("**/watch/**"):
        page.evaluate(HIDE, False)
    assert len(asked) == 1
    expect(page.locator("main strong", has_text="Bob bid 95")).to_be_visible()  # an answer may be a second old


def test_while_the_server_is_away_it_is_asked_twice_a_minute_at_most(phone: Phone, keeper: Person) -> None:
    phone.expects("net::ERR_", "Failed to load")
    page = phone.page
    page.clock.install()
    page.reload(wait_until="load")
    phone.context.route("**/watch/**", lambda route: route.abort())
    asked, failed = polls(page), watch_requests(page, "requestfailed")
    for minute in range(5):  # the pauses double, and are thirty seconds at last, give or take a fifth
        asked.clear()
        failed.clear()
        for _ in range(6):
            page.clock.run_for(10_000)
            page.wait_for_timeout(50)
            while len(failed) < len(asked):
                page.wait_for_timeout(50)
        assert 1 <= len(asked) <= 3 or minute == 0


def test_a_watcher_sees_corrections_undo_the_end_and_the_rematch(phone: Phone, keeper: Person) -> None:
    game = keeper.page.form("Misdeal").action.removesuffix("/misdeal").removesuffix("/undo")
    keeper.play("Bob", 95, 45)
    phone.sees_totals("45", "−95")
    correct(keeper, game, 1, {"Captured by Ann & Cal": "60"})
    phone.sees_totals("60", "−95")
    keeper.open(game)
    keeper.tap("Undo")
    phone.sees_totals("45", "−95")
    while not keeper.page.heading.endswith("won"):
        keeper.play("Ann", 120, 120)
    expect(phone.page.get_by_role("heading", name="Ann & Cal won")).to_be_visible()
    keeper.tap("Rematch")
    phone.sees_totals("0", "0")
    expect(phone.page.get_by_role("heading", name="Ann & Cal won")).to_have_count(0)


def test_a_watcher_is_told_when_the_game_is_deleted_and_sees_it_come_back(phone: Phone, keeper: Person) -> None:
    phone.expects("status of 404")
    game = keeper.last.path if keeper.last else ""
    keeper.play("Bob", 95, 45)
    phone.sees_totals("45", "−95")
    keeper.open(f"{game}/settings")
    keeper.tap("Delete game")
    expect(phone.page.get_by_role("heading", name="Nothing to watch")).to_be_visible()
    keeper.open(game)
    keeper.tap("Restore")
    phone.sees_totals("45", "−95")
    renew_link(keeper, f"{game}/links", "watch")
    expect(phone.page.get_by_role("heading", name="Nothing to watch")).to_be_visible()


def test_without_javascript_the_page_reloads(new_phone: Callable[..., Phone]) -> None:
    watcher = new_phone(javascript=False)
    keeper = Person(watcher.server.app)
    game = keeper.start_game()
    watcher.open(shown_links(keeper, f"{game}/links")["watch"])
    keeper.open(game)
    keeper.play("Bob", 95, 45)
    watcher.sees_totals("45", "−95")


def test_two_who_keep_score_and_one_who_watches_see_the_same(new_phone: Callable[..., Phone]) -> None:
    first, second, watcher = (new_phone() for _ in range(3))
    somebody = first.start_game(dealer="Dee")
    watcher.open(shown_links(somebody, f"{first.path}/links")["watch"])
    second.open(first.path)
    for keeper in (first, second):
        keeper.wait_for_htmx()
    first.record_bid("Bob", 95)
    second.record_hand("Ann & Cal", 45, last_trick="Ann & Cal")
    for phone in (first, second, watcher):
        phone.sees_totals("45", "−95")
    first.tap("button", "Undo")
    for phone in (first, second, watcher):
        phone.sees_totals("0", "0")
