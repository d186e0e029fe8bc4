"""A title tells the pages of a game from each other and from those of another: in tabs, and to a screen reader."""

from collections import Counter

import pytest
from flask import Flask

from tests.html import text_of
from tests.person import HTMX, Person
from tests.web.steps import shown_links

OTHERS = {"rules.show_of_game", "rules.rulings", "games.show_since"}
"""They are about its rules, or the board once more."""


@pytest.fixture
def games(phone: Person) -> list[str]:
    """Two games of the same four."""
    addresses = [phone.start_game(), phone.start_game()]
    for game, captured in zip(addresses, (80, 120), strict=True):
        phone.open(game)
        phone.play("Ann", 80, captured)
    return addresses


def title(phone: Person, address: str) -> str:
    return text_of(phone.open(address).one("head title"))


def test_no_two_pages_of_games_have_the_same_title(app: Flask, phone: Person, games: list[str]) -> None:
    titles = Counter[str]()
    routes = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if rule.endpoint in OTHERS or "GET" not in (rule.methods or ()) or "game" not in rule.arguments:
            continue
        for game in games:
            known = {"game": game.rpartition("/")[2], "place": 1, "kind": "table", "mark": "00000000-0"}
            answer = phone.get(routes.build(rule.endpoint, {name: known[name] for name in rule.arguments}))
            if answer.is_html and answer.status == 200 and answer.page.whole:
                titles[text_of(answer.page.one("head title"))] += 1
    assert len(titles) >= 2 * 7, titles
    assert [shown for shown, times in titles.items() if times > 1] == []


def test_the_title_says_what_the_page_is_and_how_the_game_stands(phone: Person, games: list[str]) -> None:
    assert title(phone, games[0]) == "Hand 2 · Ann & Cal 80, Bob & Dee 40"
    assert title(phone, f"{games[0]}/settings") == "Game settings · Ann & Cal 80, Bob & Dee 40"


def test_a_board_that_htmx_swaps_brings_its_title(phone: Person, games: list[str]) -> None:
    form = phone.open(games[0]).form("Record bid")
    swapped = phone.send(form.action, form.filled(Bidder="Bob", Bid="100"), **HTMX).page
    assert swapped.one("#scoreboard").attrs["data-title"] == title(phone, games[0])


def test_a_watch_link_tells_no_one_who_plays_before_it_is_opened(phone: Person, games: list[str]) -> None:
    assert title(phone, shown_links(phone, f"{games[0]}/links")["watch"]) == "Hand 2"
