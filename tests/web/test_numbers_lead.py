"""A number of games on a player's page leads to just these games."""

import re

import pytest
from flask import Flask

from scorekeeper.usecases.demo import play_demo
from tests.html import Page, text_of
from tests.person import Person

COUNTED = re.compile(r"\bof (\d+)|\bin (\d+) games?|\b(\d+) won\b|\bWon (\d+)")


def numbers(page: Page) -> dict[str, int]:
    """The number at each link to a search, the one of the games that are counted: "won 4 of 5" are five."""
    parts = [*page.all(".won-of a"), *page.all(".answers li"), *page.all("section li")]
    links = {[*part.query("a"), part][0].attrs.get("href", ""): text_of(part) for part in parts}
    found = {to: COUNTED.search(words) for to, words in links.items() if to.startswith("/games?")}
    assert all(found.values()), links
    return {to: int(next(filter(None, number.groups()))) for to, number in found.items() if number}


@pytest.mark.both_databases
@pytest.mark.everywhere("again", once={"span": "?year="})
@pytest.mark.parametrize("span", ["?year=", "", "?rules=original&year="])
def test_every_number_of_games_leads_to_just_these(app: Flask, phone: Person, club: int, span: str) -> None:
    with app.app_context():
        list(play_demo(club, 30, seed=3))
    players = {str(link.attrs["href"]).partition("?")[0] for link in phone.open("/players").all("td a, th a, li a")}
    looked_at = 0
    for player in sorted(each for each in players if re.fullmatch(r"/players/\d+", each)):
        for to, number in numbers(phone.open(f"{player}{span}")).items():
            said = phone.open(to).all("[role=status]")
            assert [text_of(each) for each in said] == [f"{number} game{'s' if number != 1 else ''}."], (player, to)
            looked_at += 1
    assert looked_at > 20
