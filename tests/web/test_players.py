"""The players' pages: a small club worked out by hand, in every number."""

import pytest
from flask import Flask

from scorekeeper.usecases import access
from tests.html import Page, text_of
from tests.person import Person


@pytest.fixture
def club(app: Flask) -> int:
    with app.app_context():
        return access.club()


def names(page: Page) -> list[str]:
    """Who stands in the leaderboard, in order."""
    return [text_of(one) for one in page.all("ol.games .who")]


def numbers(page: Page, caption: str) -> dict[str, str]:
    """A table of a player's page: each row's words and its number."""
    for table in page.all("table"):
        if text_of(table.query_one("caption")) == caption:
            rows = list(table.query("tbody tr"))
            return {text_of(row.query_one("th")): " ".join(map(text_of, row.query("td"))) for row in rows}
    raise AssertionError(f"No table {caption!r}.")


def test_a_club_without_a_game_is_told_so(phone: Person) -> None:
    page = phone.open("/players")
    assert page.heading == "Players"
    assert "Nobody has finished a game yet." in page.text
