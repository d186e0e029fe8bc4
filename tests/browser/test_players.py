"""The players' pages on a phone: with no game, with one, with two thousand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorekeeper.usecases import access
from scorekeeper.usecases.players.stats import backfill_stats
from tests.many_games import play_many

from .conftest import WAYS
from .phone import Phone
from .test_history import fits


def many(phone: Phone, count: int) -> None:
    with phone.server.app.app_context():
        if count:
            play_many(access.club(), count, rules=("original", "concise"), statuses=("over",))
        backfill_stats()


@pytest.mark.parametrize("count", [0, 1, 2_000])
@pytest.mark.parametrize("way", WAYS)
def test_players_are_looked_up_sorted_and_chosen(new_phone: Callable[..., Phone], way: str, count: int) -> None:
    phone = new_phone(**WAYS[way])
    page = phone.page
    many(phone, count)
    phone.open()
    phone.tap("link", "Players")
    expect(page.get_by_role("heading", name="Players", exact=True)).to_be_visible()
    expect(page.locator("ol.games li")).to_have_count(min(4 * count, 8))
    fits(phone)
    page.locator("summary", has_text="Sort and choose").tap()
    page.get_by_label("Sort by").select_option("share of games won")
    fits(phone)
    phone.tap("button", "Show")
    expect(page.locator("summary", has_text="by share of games won")).to_be_visible()
    if not count:
        expect(page.get_by_text("Nobody has finished a game yet.")).to_be_visible()
        return
    page.locator("ol.games a").first.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
    expect(page.get_by_role("img", name="Bids made or set")).to_be_visible()
    won = "50 % 500 of 1000" if count > 1 else "1 of 1"
    expect(page.get_by_role("row", name="Won joint wins too")).to_contain_text(won)
    fits(phone)
    page.locator("summary", has_text="Choose games").tap()
    page.get_by_label("Rules").select_option("Original partnership")
    phone.tap("button", "Show")
    expect(page.locator("summary", has_text="Original partnership, any year")).to_be_visible()
    expect(page.get_by_role("row", name="Hands", exact=False).first).to_be_visible()
    fits(phone)
    phone.tap("link", "Players")
    expect(page.get_by_role("heading", name="Players", exact=True)).to_be_visible()
