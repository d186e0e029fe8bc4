"""Ratings on a phone, after one game and after two thousand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import MANY
from .page_faults import fits
from .phone import Phone


@pytest.mark.everywhere("size", proven="tests/browser/test_players.py")
@pytest.mark.parametrize("count", [1, MANY])
def test_players_are_sorted_by_rating_and_one_is_looked_at(
    phone: Phone, played: Callable[[int], list[str]], count: int
) -> None:
    page = phone.page
    played(count)
    phone.open()
    phone.tap_more("link", "Players")
    page.locator("summary", has_text="Sort & filter").tap()
    page.get_by_label("Sort by").select_option("rating")
    page.get_by_label("Rules").select_option("Original partnership")
    phone.tap("button", "Show")
    expect(page.locator("summary", has_text="by rating, Original partnership")).to_be_visible()
    page.locator("summary", has_text="What the rating means").tap()
    expect(page.get_by_text("Everyone starts at 1,000.")).to_be_visible()
    fits(phone)
    phone.tap("link", "Partners and records")
    expect(page.get_by_role("table", name="Partners")).to_be_visible()
    expect(page.get_by_role("link", name="Highest hand")).to_be_visible()
    fits(phone)
    phone.tap("link", "Players")
    expect(page.locator("summary", has_text="Original partnership")).to_be_visible()
    page.locator("ol.games a").first.tap()
    figures = page.get_by_role("link", name="Rating and all figures")
    expect(figures).to_have_count(int(count > 9))
    fits(phone)
    if count > 9:
        figures.tap()
        expect(page.get_by_role("img", name="Rating after each game")).to_be_visible()
        fits(phone)
        page.go_back()
    page.locator("ol.form a").last.tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("won")
