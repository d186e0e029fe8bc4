"""The players' pages on a phone: with no game, with one, with two thousand."""

import json
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.usecases import permissions
from scorekeeper.usecases.transfer.game_import import import_game
from tests.record.games import document

from .conftest import MANY
from .page_faults import TEXT_SIZE, faults, fits
from .phone import Phone
from .visibility import wait_for_styles


@pytest.mark.everywhere("size", once={"count": 1})
@pytest.mark.parametrize("count", [0, 1, MANY])
def test_players_are_looked_up_sorted_and_chosen(phone: Phone, played: Callable[[int], list[str]], count: int) -> None:
    page = phone.page
    played(count)
    phone.open()
    phone.tap_more("link", "Players")
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
    fits(phone)
    if count > 1:
        phone.tap("link", "Rating and all figures")
        expect(page.get_by_role("table", name="Bids made or set")).to_be_visible()
        expect(page.get_by_role("row", name="Won shared wins included")).to_contain_text("50% 500 of 1000")
        fits(phone)
    page.locator("summary", has_text="Filter").tap()
    page.get_by_label("Rules").select_option("Original partnership")
    phone.tap("button", "Show")
    expect(page.locator("summary", has_text="Original partnership, any year")).to_be_visible()
    fits(phone)
    if count > 1:
        phone.tap("link", "Ann")
    phone.tap("link", "Players")
    expect(page.get_by_role("heading", name="Players", exact=True)).to_be_visible()


@pytest.mark.everywhere("size", once={"text": "200%"})
@pytest.mark.parametrize("text", ["100%", "130%", "200%"])
def test_the_numbers_of_bids_made_and_set_are_whole_on_every_phone(phone: Phone, app: Flask, text: str) -> None:
    """Ann bid 100 in 960 hands, 480 of them made, and was set at 115 in 40."""
    made = {"bidder": "Ann", "bid": 100, "captured": {"Ann": 120}, "last_trick": "Ann"}
    was_set = made | {"captured": {"Ann": 95}}
    seen = [made] * 480 + [was_set] * 480 + [was_set | {"bid": 115}] * 40
    with app.app_context():
        rules = {"base": "original", "target": None, "hand_limit": len(seen)}
        import_game(permissions.club_id(), json.dumps(document(*seen, rules=rules)).encode())
    phone.open("/players/1/figures")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Ann")
    chart = phone.page.get_by_role("table", name="Bids made or set")
    wait_for_styles(phone.page)
    phone.page.evaluate(TEXT_SIZE, text)
    for width in (320, 360, 390):
        phone.page.set_viewport_size({"width": width, "height": 664})
        expect(chart.get_by_role("row", name="up to 90% 480 480")).to_be_visible()
        expect(chart.get_by_role("row", name="higher 0 40")).to_be_visible()
        assert not faults(phone, fingers=False), f"{width} px"
