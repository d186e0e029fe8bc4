"""The history and a game in full, on a phone: with no game, with one, with two thousand."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage.db import writing
from scorekeeper.storage.models import Player, Seat
from scorekeeper.usecases import permissions
from scorekeeper.usecases.transfer.game_import import import_game
from tests.many_games import play_many
from tests.record.games import record_bytes
from tests.web.steps import set_zone

from .conftest import MANY
from .page_faults import fits, print_faults
from .pages.people import PEOPLE
from .phone import Phone
from .visibility import measured

Played = Callable[[int], list[str]]
LINES = """one => {
  const text = new Range();
  text.selectNodeContents(one);
  return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom / 4))).size;
}"""
WITHOUT = "Object.defineProperty(Navigator.prototype, '{}', {{ get: () => undefined }})"


@pytest.mark.everywhere("size", once={"count": MANY})
@pytest.mark.parametrize("count", [0, 1, MANY])
def test_the_history_is_paged_through_and_searched(phone: Phone, played: Played, count: int) -> None:
    page = phone.page
    played(count)
    phone.open()
    phone.tap_more("link", "All games")
    expect(page.get_by_role("heading", name="All games")).to_be_visible()
    shown = page.locator(".games a").count()
    assert shown == count or 20 <= shown <= 60, "whole evenings"
    fits(phone)
    if count > 20:
        first = page.locator(".games a").first.get_attribute("href")
        phone.tap("link", "Older ›")
        expect(page.get_by_role("link", name="‹ Newer")).to_be_visible()
        phone.tap("link", "‹ Newer")
        expect(page.locator(".games a").first).to_have_attribute("href", first or "")
    page.locator("summary", has_text="Search").tap()
    page.get_by_label("Player", exact=True).fill("Ann")
    page.get_by_label("Result").select_option("won")
    phone.tap("button", "Search")
    if count:
        expect(page.locator(".games a").first).to_contain_text("Ann")
        expect(page.get_by_label("Player", exact=True)).to_have_value("Ann")
    else:
        expect(page.get_by_text("No player named “Ann”.")).to_be_visible()
        phone.expects("status of 422")
    fits(phone)


@pytest.mark.everywhere("size", proven="tests/browser/test_every_page.py")
@pytest.mark.parametrize("path", ["/", "/games"])
def test_a_total_of_four_figures_fits_on_one_line_next_to_long_names(phone: Phone, played: Played, path: str) -> None:
    played(1)
    with phone.server.app.app_context(), writing() as session:
        for player in session.query(Player):
            player.name += " Dogwood-Juniper"
        session.query(Seat).update({"total": 1070})
    phone.open(path)
    fits(phone)
    if path == "/":
        phone.page.locator("#evening summary").tap()
    totals = phone.page.locator(".games .points")
    expect(totals).to_have_text("1070 : 1070")
    assert totals.evaluate_all(f"found => found.map({LINES})") == [1]


@pytest.mark.parametrize(
    ("of_club", "told"),
    [("America/Chicago", "Jan 1, 2020, 12:00 PM"), ("Asia/Kolkata", "Jan 1, 2020, 11:30 PM")],
)
def test_day_and_hour_are_the_clubs_wherever_the_phone_is(
    new_phone: Callable[..., Phone], app: Flask, of_club: str, told: str
) -> None:
    phone = new_phone(timezone_id="Pacific/Auckland", locale="en-GB")
    set_zone(app, of_club)
    with app.app_context():
        (game,) = play_many(permissions.club_id(), 1, started=[datetime(2020, 1, 1, 18, tzinfo=UTC)])
    phone.open(f"/games/{game}/summary")
    expect(phone.page.locator("time").first).to_have_text(told)


def test_a_new_game_brings_the_zone_of_its_phone(new_phone: Callable[..., Phone], app: Flask) -> None:
    phone = new_phone(timezone_id="Pacific/Auckland")
    phone.fill_in_new_game("Ann")
    expect(phone.page.get_by_text("Days are now those of Auckland.")).to_be_visible()


def test_a_finished_game_is_read_noted_and_played_again(phone: Phone, played: Played) -> None:
    page = phone.page
    played(1)
    phone.open("/games")
    page.locator(".games a").tap()
    expect(page.get_by_role("heading", name="Ann & Cal won", level=1)).to_be_visible()
    expect(page.get_by_role("img", name="Running totals")).to_be_visible()
    fits(phone)
    page.locator("summary", has_text="As a table").tap()
    expect(page.get_by_role("table", name="Running totals")).to_be_visible()
    page.get_by_label("About this game").fill("Rain.")
    phone.tap("button", "Save notes")
    expect(page.get_by_label("About this game")).to_have_value("Rain.")
    phone.tap("link", "Send to BG Stats")
    expect(page.get_by_text("that site gets the players' names")).to_be_visible()
    fits(phone)
    expect(page.locator(".shield")).to_have_count(0)  # it is where the last tap was
    phone.tap("link", "Cancel")
    phone.tap("button", "Rematch")
    expect(page.get_by_role("button", name="Record bid")).to_be_visible()


def test_the_text_is_copied_where_the_address_allows_it(new_phone: Callable[..., Phone], played: Played) -> None:
    phone = new_phone(permissions=["clipboard-read", "clipboard-write"])
    (game,) = played(1)
    phone.open(f"{game}/summary")
    phone.tap("button", "Copy as text")
    expect(phone.page.get_by_role("status")).to_have_text("Copied.")
    assert phone.page.evaluate("() => navigator.clipboard.readText()").startswith("Ann & Cal won")


@pytest.mark.everywhere("way", proven="tests/browser/test_history.py")
def test_an_address_that_can_neither_share_nor_copy_saves_the_picture_and_offers_no_copy(
    phone: Phone, played: Played
) -> None:
    for missing in ("clipboard", "share"):
        phone.context.add_init_script(WITHOUT.format(missing))
    (game,) = played(1)
    phone.open(f"{game}/summary")
    page = phone.page
    page.locator("summary", has_text="As text").tap()
    expect(page.get_by_text("Select and copy.")).to_be_visible()
    expect(page.get_by_role("button", name="Copy as text")).to_have_count(0)
    expect(page.get_by_role("button", name="Print")).to_have_count(1)
    phone.tap("button", "Share result")
    expect(page.get_by_role("alert")).to_have_text("Picture saved.")


def test_sharing_a_game_shares_its_text(new_phone: Callable[..., Phone], played: Played) -> None:
    phone = new_phone()
    shared = "window.shared = []; Navigator.prototype.share = async (what) => { window.shared.push(what.text) }"
    phone.context.add_init_script(shared)
    (game,) = played(1)
    phone.open(f"{game}/summary")
    phone.tap("button", "Share result")
    phone.page.wait_for_function("() => window.shared.length")
    (text,) = phone.page.evaluate("() => window.shared")
    assert text.startswith("Ann & Cal won")
    assert "3. Ann 100 made: 100 (300), 20 (60)" in text


@pytest.mark.everywhere("size", proven="tests/browser/test_history.py")
def test_paper_shows_the_game_and_none_of_the_buttons(new_phone: Callable[..., Phone], played: Played) -> None:
    phone = new_phone(color_scheme="dark")
    (game,) = played(1)
    phone.open(f"{game}/summary")
    phone.page.emulate_media(media="print")
    expect(phone.page.get_by_role("button")).to_have_count(0)
    expect(phone.page.get_by_role("table", name="Hands")).to_be_visible()
    expect(phone.page.locator(".chart").first).to_be_hidden()
    color = measured(phone, "() => getComputedStyle(document.querySelector('.who')).color")
    assert color == "rgb(0, 0, 0)"  # whatever the phone shows by night
    phone.open(f"{game}/summary?charts=1")
    expect(phone.page.locator(".chart").first).to_be_visible()


@pytest.mark.everywhere("size", proven="tests/browser/test_history.py")
def test_the_board_on_paper_is_its_totals_and_its_list(phone: Phone) -> None:
    other = phone.start_game("Dee")
    other.play("Bob", 95, 45)
    phone.page.reload(wait_until="domcontentloaded")
    phone.page.emulate_media(media="print")
    for control in ("button", "radio", "textbox"):
        expect(phone.page.get_by_role(control)).to_have_count(0)
    expect(phone.page.locator(".total").first).to_be_visible()
    expect(phone.page.get_by_role("table", name="Hands")).to_be_visible()


PAPERS = {"Letter": (216, 279), "A4": (210, 297)}


@pytest.mark.everywhere("size", once={"hands": 24, "paper": "Letter", "players": 4})
@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("hands", [11, 24])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_of_an_evening_is_one_page(phone: Phone, paper: str, hands: int, players: int) -> None:
    """D3: Letter or A4, up to 24 hands of two sides or of each player, from the sheet's page and from the recap."""
    names, key = PEOPLE[:players], {4: "original", 5: "call-partner", 6: "six-handed"}[players]
    bids, all_cards = PRESETS[key].rules.bids, PRESETS[key].rules.card_total
    hand = {"bidder": names[0], "bid": bids[0], "captured": {names[0]: all_cards}, "last_trick": names[0]}
    called = {"partners": [names[2]]} if players == 5 else {}
    rules = {"base": key, "target": 100_000}
    record = record_bytes(*[hand | called] * hands, rules=rules, players=list(names))
    with phone.server.app.app_context():
        uid, _ = import_game(permissions.club_id(), record)
    game = f"/games/{uid}"
    for page in (f"{game}/sheet", f"{game}/summary", "/check/empty-sheet", "/check/empty-sheet?totals=6"):
        phone.open(page)
        printed = phone.page.pdf(format=paper)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, page
        assert print_faults(phone) == []


@pytest.mark.everywhere("way", proven="tests/web/test_bg_stats.py")
def test_the_link_to_bg_stats_does_not_say_where_it_came_from(new_phone: Callable[..., Phone], played: Played) -> None:
    phone = new_phone()
    (game,) = played(1)
    asked: list[dict[str, str]] = []

    def note(route: Route) -> None:
        asked.append(route.request.headers)
        route.fulfill(body="<!doctype html><title>BG Stats</title>", content_type="text/html")

    phone.context.route("https://app.bgstatsapp.com/**", note)
    phone.open(f"{game}/bg-stats")
    phone.tap("link", "Send to BG Stats")
    expect(phone.page).to_have_title("BG Stats")
    assert [headers.get("referer") for headers in asked] == [None]
