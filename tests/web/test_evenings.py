"""All games by evening: whole on its page, with what its rows and its heading say."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from flask import Flask

from scorekeeper.usecases.players.update_stats import backfill_stats
from tests import clock
from tests.html import Page, text_of
from tests.many_games import BEGUN, play_many
from tests.person import Person

from . import tournaments
from .counting import statements
from .lists import page_link, uids, walk
from .steps import NEW_YORK, set_zone


def heads(page: Page) -> list[str]:
    return [text_of(head) for head in page.all(".evening h2")]


def played(app: Flask, club: int, started: list[datetime], *statuses: str) -> list[UUID]:
    with app.app_context():
        return play_many(club, len(started), started=started, statuses=statuses or ("over",))


def test_a_game_past_midnight_is_of_the_evening_before_and_says_when_it_began(
    app: Flask, phone: Person, club: int
) -> None:
    """Its search and its year are the calendar's, by its end."""
    set_zone(app, NEW_YORK)
    eight = datetime(2027, 1, 1, 1, tzinfo=UTC)
    played(app, club, [eight, eight + timedelta(hours=4, minutes=40)])
    with clock.moment("2026-12-31T12:00-05:00"):
        page = phone.open("/games")
    assert heads(page) == ["Thursday, December 31 2 games"]
    late, early = map(text_of, page.all(".games small"))
    assert (late, early) == ("Friday, 12:40 AM", "")
    assert len(uids(phone.open("/games?since=2027-01-01"))) == 1
    assert len(uids(phone.open("/games?until=2026-12-31"))) == 1
    with app.app_context():
        backfill_stats()
    assert "won 1 of 1" in phone.open("/players?year=2027").text


def test_a_heading_counts_games_and_those_that_were_stopped_or_go_on(app: Flask, phone: Person, club: int) -> None:
    played(app, club, [BEGUN] * 4, "over", "stopped", "over", "in-progress")
    page = phone.open("/games")
    assert heads(page) == ["Wednesday, January 1, 2020 4 games, 1 stopped, 1 in progress"]
    assert [text_of(small) for small in page.all(".games small")] == ["", "stopped early", "", "in progress"]


def test_in_a_search_who_won_what_is_of_the_games_found(app: Flask, phone: Person, club: int) -> None:
    played(app, club, [BEGUN] * 8)
    line = text_of(phone.open("/games?player=Ann&result=won").one(".evening > p"))
    assert line == "Ann & Cal 1, Gus & Ann 1 Original partnership"


# Newest first: how many games each evening had, and how many are on each page.
PAGES = {
    "evenings of seven: whole ones, to twenty or more": ([7] * 9, [21, 21, 21]),
    "twenty and more": ([20, 20, 5], [20, 20, 5]),
    "one of thirty is not split": ([10, 30, 10], [40, 10]),
    "nor is one of sixty that would begin a page": ([60, 3], [60, 3]),
    "what would split the next one stays off": ([15, 50, 2], [15, 50, 2]),
    "a hall of seventy goes on": ([70, 4], [60, 14]),
    "after others": ([3, 70, 4], [3, 60, 14]),
}


@pytest.mark.parametrize("what", PAGES)
def test_a_page_ends_with_a_whole_evening(app: Flask, phone: Person, club: int, what: str) -> None:
    sizes, pages = PAGES[what]
    days = [(day, place) for day, size in enumerate(reversed(sizes)) for place in range(size)]
    games = played(app, club, [BEGUN + timedelta(days=day, minutes=place) for day, place in days])
    found = walk(phone, "/games")
    assert [len(page) for page in found] == pages
    assert [uid for page in found for uid in page] == [str(uid) for uid in reversed(games)]
    onward = page_link(phone.page, "Newer")
    back = walk(phone, onward, "Newer") if onward else []
    assert [uid for page in reversed(back) for uid in page] == [uid for page in found[:-1] for uid in page]


def test_a_split_evening_says_that_it_goes_on_and_is_continued(app: Flask, phone: Person, club: int) -> None:
    played(app, club, [BEGUN + timedelta(minutes=place) for place in range(70)])
    first = phone.open("/games")
    assert heads(first) == ["Wednesday, January 1, 2020 60 games"]
    assert "This evening goes on: tap Older." in first.text
    second = phone.open(page_link(first, "Older") or "")
    assert heads(second) == ["Wednesday, January 1, 2020, continued 10 games"]
    assert "goes on" not in second.text
    again = phone.open(page_link(second, "Newer") or "")
    assert "This evening goes on: tap Older." in again.text


@pytest.mark.both_databases
def test_a_tournament_is_one_line_with_its_winner(app: Flask, phone: Person) -> None:
    """Of pairs of one round, by the wins (T11)."""
    here = tournaments.start_tournament(phone, "swiss", ("Ann & Bob", "Cal & Dee"))
    tournaments.draw(phone, here, 1)
    winner = tournaments.play_table(phone, tournaments.game_at(phone, here, 1, 1), 100, 120)
    assert text_of(phone.open("/games").one(".evening > p")) == "Fall Original partnership"
    phone.open(here)
    phone.tap("End tournament")
    with statements(app) as sent:
        page = phone.open("/games")
    assert f"Fall: {winner} won" in text_of(page.one(".evening > p"))
    assert len(sent) <= 8
    assert f"Fall: {winner} won" in text_of(phone.open("/").one("#evening summary"))


def test_downloads_and_hidden_games_are_in_one_fold_at_the_end_in_words(phone: Person) -> None:
    fold = phone.open("/games").all("main > details")[-1]
    assert {text_of(link): link.attrs["href"] for link in fold.query("a")} == {
        "All games as a spreadsheet": "/games.csv",
        "All hands as a spreadsheet": "/hands.csv",
        "All players as a spreadsheet": "/players.csv",
        "Hidden games": "/games/hidden",
    }
