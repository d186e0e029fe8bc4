"""The players' pages on a phone: with no game, with one, with two thousand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import MANY
from .page_faults import fits
from .phone import Phone


@pytest.mark.parametrize("count", [0, 1, MANY])
def test_players_are_looked_up_sorted_and_chosen(
    any_phone: Phone, played: Callable[[int], list[str]], count: int
) -> None:
    phone, page = any_phone, any_phone.page
    played(count)
    phone.open()
    phone.tap("link", "Players")
    expect(page.get_by_role("heading", name="Players", exact=True)).to_be_visible()
    expect(page.locator("ol.games li")).to_have_count(min(4 * count, 8))
    fits(phone)
    page.locator("summary", has_text="Sort & filter").tap()
    page.get_by_label("Sort by").select_option("win rate")
    fits(phone)
    phone.tap("button", "Show")
    expect(page.locator("summary", has_text="by win rate")).to_be_visible()
    if not count:
        expect(page.get_by_text("No one has finished a game yet.")).to_be_visible()
        return
    page.locator("ol.games a").first.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
    expect(page.get_by_role("img", name="Bids made or set")).to_be_visible()
    won = "50% 500 of 1000" if count > 1 else "1 of 1"
    expect(page.get_by_role("row", name="Won shared wins included")).to_contain_text(won)
    fits(phone)
    page.locator("summary", has_text="Filter").tap()
    page.get_by_label("Rules").select_option("Original partnership")
    phone.tap("button", "Show")
    expect(page.locator("summary", has_text="Original partnership, any year")).to_be_visible()
    expect(page.get_by_role("row", name="Hands", exact=False).first).to_be_visible()
    fits(phone)
    phone.tap("link", "Players")
    expect(page.get_by_role("heading", name="Players", exact=True)).to_be_visible()
