"""A game that is played at any hour, in any zone: pages tell its evening, its day, its year and how long it took."""

from typing import NamedTuple

import pytest

from tests import clock
from tests.html import text_of
from tests.person import Person

from .lists import uids
from .steps import NEW_YORK, set_zone

LONDON, TOKYO = "Europe/London", "Asia/Tokyo"


class Played(NamedTuple):
    """From when to when a game is played, half a minute more, and what is told of it right then: its evening, in words
    and as *Played on*, the time at which it began, and how long it took."""

    zone: str
    begun: str
    ended: str
    evening: str
    played_on: str
    clock: str
    lasted: str


GAMES = {
    "an evening": Played(
        NEW_YORK, "2026-11-27T20:00-05:00", "2026-11-27T20:50-05:00",
        "Friday, November 27", "2026-11-27", "8:00 PM", "50 minutes",
    ),
    "an evening that is the next morning in UTC": Played(
        NEW_YORK, "2026-11-27T23:10-05:00", "2026-11-27T23:40-05:00",
        "Friday, November 27", "2026-11-27", "11:10 PM", "30 minutes",
    ),
    "three in the morning": Played(
        TOKYO, "2026-11-28T03:00+09:00", "2026-11-28T03:20+09:00",
        "Friday, November 27", "2026-11-27", "3:00 AM", "20 minutes",
    ),
    "over midnight": Played(
        TOKYO, "2026-11-27T23:50+09:00", "2026-11-28T00:10+09:00",
        "Friday, November 27", "2026-11-27", "11:50 PM", "20 minutes",
    ),
    "from before five to after it": Played(
        NEW_YORK, "2026-11-28T04:50-05:00", "2026-11-28T05:10-05:00",
        "Saturday, November 28", "2026-11-28", "4:50 AM", "20 minutes",
    ),
    "the last minute of a year": Played(
        NEW_YORK, "2026-12-31T23:58-05:00", "2026-12-31T23:59-05:00",
        "Thursday, December 31", "2026-12-31", "11:58 PM", "1 minute",
    ),
    "New Year's night, told in the new year": Played(
        NEW_YORK, "2027-01-01T00:30-05:00", "2027-01-01T01:00-05:00",
        "Thursday, December 31, 2026", "2026-12-31", "12:30 AM", "30 minutes",
    ),
    "from one year to the next": Played(
        TOKYO, "2026-12-31T23:30+09:00", "2027-01-01T00:30+09:00",
        "Thursday, December 31, 2026", "2026-12-31", "11:30 PM", "1 hour",
    ),
    "begun on Monday, won on Friday": Played(
        NEW_YORK, "2026-11-23T20:00-05:00", "2026-11-27T21:00-05:00",
        "Friday, November 27", "2026-11-27", "8:00 PM", "4 days",
    ),
    "a leap day": Played(
        NEW_YORK, "2028-02-29T22:00-05:00", "2028-02-29T22:40-05:00",
        "Tuesday, February 29", "2028-02-29", "10:00 PM", "40 minutes",
    ),
    "the night after a leap day": Played(
        TOKYO, "2028-03-01T02:00+09:00", "2028-03-01T02:40+09:00",
        "Tuesday, February 29", "2028-02-29", "2:00 AM", "40 minutes",
    ),
    "the night that is an hour shorter": Played(
        NEW_YORK, "2026-03-08T01:50-05:00", "2026-03-08T03:10-04:00",
        "Saturday, March 7", "2026-03-07", "1:50 AM", "20 minutes",
    ),
    "the night that is an hour longer": Played(
        NEW_YORK, "2026-11-01T01:50-04:00", "2026-11-01T01:10-05:00",
        "Saturday, October 31", "2026-10-31", "1:50 AM", "20 minutes",
    ),
}  # fmt: skip


@pytest.mark.everywhere("again", once={"of_club": False})
@pytest.mark.parametrize("of_club", [True, False], ids=["the club's zone", "the server's zone"])
@pytest.mark.parametrize("what", GAMES)
def test_a_game_of_any_hour_is_of_one_evening_one_day_and_one_year(phone: Person, what: str, of_club: bool) -> None:
    """Where the club has a zone, the server is on the other side of the world."""
    played = GAMES[what]
    with clock.zone({NEW_YORK: TOKYO, TOKYO: NEW_YORK}[played.zone] if of_club else played.zone):
        set_zone(phone.app, played.zone if of_club else None)
        with clock.moment(played.begun):
            game = phone.start_game(target=50)
        with clock.moment(f"{played.ended[:16]}:30{played.ended[16:]}"):
            phone.play("Ann", 100, 120)
            assert text_of(phone.open("/").one("#evening summary")).startswith(f"{played.evening} ")
            assert text_of(phone.open("/games").one(".evening h2 > span")) == played.evening
            day = played.ended[:10]
            year, this_year = day[:4], phone.open("/").one("#year").attrs["href"]
            assert [text_of(one) for one in phone.open("/players").all("select[name=year] option")] == ["Any", year]
            assert this_year == f"/players?year={year}"
            assert uids(phone.open(f"/games?since={day}&until={day}")) == [game.split("/")[2]]
            assert phone.open(f"{game}/settings").one("[name=day]").attrs["value"] == played.played_on
            told = text_of(phone.open(f"{game}/summary").one("main p.hint:has(> time)"))
            assert f"{played.clock} , {played.lasted} " in told
