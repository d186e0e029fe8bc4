"""Evenings: which one a game belongs to, and who won what in it."""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.game import GameStatus
from scorekeeper.storage.game_lists import ListedGame
from tests.profiles import examples

from .game_at_table import Evening, day_in, evening_of, evening_start, evenings

NEW_YORK, KOLKATA, APIA = "America/New_York", "Asia/Kolkata", "Pacific/Apia"
# Where it was played by whose clock, the club's zone, and the evening there.
DAYS = {
    "eight in the evening": (NEW_YORK, "2026-11-20 20:00", NEW_YORK, "2026-11-20"),
    "two in the morning": (NEW_YORK, "2026-11-21 02:00", NEW_YORK, "2026-11-20"),
    "a minute before five": (NEW_YORK, "2026-11-21 04:59", NEW_YORK, "2026-11-20"),
    "five": (NEW_YORK, "2026-11-21 05:00", NEW_YORK, "2026-11-21"),
    "noon": (NEW_YORK, "2026-11-21 12:00", NEW_YORK, "2026-11-21"),
    "the first of a month": (NEW_YORK, "2026-03-01 01:30", NEW_YORK, "2026-02-28"),
    "New Year's night is of the old year": (NEW_YORK, "2027-01-01 00:30", NEW_YORK, "2026-12-31"),
    "the hour that is left out": (NEW_YORK, "2026-03-08 03:30", NEW_YORK, "2026-03-07"),
    "the morning after it": (NEW_YORK, "2026-03-08 05:00", NEW_YORK, "2026-03-08"),
    "the hour that comes twice": (NEW_YORK, "2026-11-01 01:30", NEW_YORK, "2026-10-31"),
    "half an hour off": (KOLKATA, "2026-11-21 04:30", KOLKATA, "2026-11-20"),
    "a traveler in Tokyo, breakfast time there": ("Asia/Tokyo", "2026-11-21 09:00", NEW_YORK, "2026-11-20"),
    "a traveler in London, past midnight there": ("Europe/London", "2026-11-21 00:30", NEW_YORK, "2026-11-20"),
    "a traveler in London, past nine there": ("Europe/London", "2026-11-21 09:30", NEW_YORK, "2026-11-20"),
    "a traveler in London, noon there": ("Europe/London", "2026-11-21 12:00", NEW_YORK, "2026-11-21"),
    "the day after one that Samoa left out": (APIA, "2011-12-31 06:00", APIA, "2011-12-31"),
}  # fmt: skip


# What a line of a paper sheet says, and the day that it means on November 29, 2026, "" if that is not certain.
SAID = {
    "Fri Nov 20": "2026-11-20", "November 20th, 2025": "2025-11-20", "20 Nov": "2026-11-20", "2026-11-05": "2026-11-05",
    "20.11.": "2026-11-20", "11/20/26": "2026-11-20", "11/11": "2026-11-11", "11/12": "", "Dec 24": "2025-12-24",
    "Dec 24 2026": "", "Feb 30": "", "Friday": "", "Nov": "", "1/2/3/4": "", "Nov 20 " + "9" * 30: "", "": "",
}  # fmt: skip


@pytest.mark.parametrize("text", SAID, ids=[text[:20] or "nothing" for text in SAID])
def test_a_day_is_read_as_people_write_it_where_it_can_be_one_day_alone(text: str) -> None:
    found = day_in(text, date(2026, 11, 29))
    assert (found.isoformat() if found else "") == SAID[text]


@pytest.mark.parametrize("what", DAYS)
def test_a_game_that_ends_before_five_belongs_to_the_evening_before(what: str) -> None:
    """The clock is the club's, wherever the phone is."""
    there, clock, club, evening = DAYS[what]
    when = datetime.fromisoformat(clock).replace(tzinfo=ZoneInfo(there))
    assert evening_of(when, club) == date.fromisoformat(evening)


@given(
    st.integers(0, 63_000_000).map(lambda minutes: datetime(1971, 1, 2, tzinfo=UTC) + timedelta(minutes=minutes)),
    st.sampled_from((NEW_YORK, KOLKATA, "Europe/London", "Australia/Lord_Howe", "America/Sao_Paulo", None)),
)
@examples(100)
def test_an_evening_begins_at_five_and_ends_where_the_next_begins(when: datetime, zone: str | None) -> None:
    day = evening_of(when, zone)
    assert evening_start(day, zone) <= when < evening_start(day + timedelta(days=1), zone)
    assert evening_of(evening_start(day, zone), zone) == day


ANN, EVE = ("Ann", "Bob", "Cal", "Dee"), ("Ann", "Cal", "Bob", "Dee")
CLUB = ("Eve", "Flo", "Gus", "Hal")
BEGUN = datetime(2026, 11, 20, 19, tzinfo=UTC)


def game(
    winner: int | None, names: tuple[str, ...] = ANN, rules: str = "original", tournament: UUID | None = None
) -> ListedGame:
    """A game won by the player at this seat with partner, None for one that was stopped; with a team's name."""
    status = GameStatus.STOPPED if winner is None else GameStatus.OVER
    sides = 2 if rules == "original" else len(names)
    seats = tuple(
        (name, 300 if seat % sides == winner else 60, winner is not None and seat % sides == winner)
        for seat, name in enumerate(names)
    )
    at = (BEGUN, BEGUN, BEGUN, BEGUN)
    return ListedGame(
        1, uuid4(), {"base": rules}, None, status, *at, 1 if tournament else None,
        tournament,
        "Harvest" if tournament else None, seats,
    )  # fmt: skip


def told(evening: Evening) -> str:
    """Who won what, in short."""
    said = [f"{side.short} {games}" for side, games in evening.won] + ([f"+{evening.others}"] if evening.others else [])
    return ", ".join([*said, *(f"{name}: {winner}" for _, name, winner in evening.tournaments)])


HARVEST = UUID(int=7)
WON = {
    "two sides all evening: the loser, too": ([game(0), game(1), game(0)], "Ann & Cal 2, Bob & Dee 1"),
    "who won none has 0": ([game(1)], "Bob & Dee 1, Ann & Cal 0"),
    "level: by name": ([game(1), game(0)], "Ann & Cal 1, Bob & Dee 1"),
    "the same, in other seats": ([game(0), game(0, ("Cal", "Dee", "Ann", "Bob"))], "Cal & Ann 2, Dee & Bob 0"),
    "sides changed: who won": ([game(0), game(0, EVE), game(0)], "Ann & Cal 2, Ann & Bob 1"),
    "three of them, and how many others": (
        [game(0), game(1), game(0, EVE), game(1, EVE), game(0, CLUB), game(0, CLUB)],
        "Eve & Gus 2, Ann & Bob 1, Ann & Cal 1, +2",
    ),
    "everyone alone": ([game(2, ("Ann", "Bob", "Cal"), "three-handed")], "Cal 1"),
    "stopped early: nobody won": ([game(None), game(0)], "Ann & Cal 1, Bob & Dee 0"),
    "stopped early alone": ([game(None)], ""),
    "long names, all by one step (D2)": (
        [game(0, ("Aunt Margaret", "Bill", "Carol", "Dave"))],
        "Aunt M. & Carol 1, Bill & Dave 0",
    ),
    "twins are told apart": (
        [game(0, (twin, "Bill", "Carol-Charlotte", "Dave")) for twin in ("Ann Alder", "Ann Ash")],
        "Ann Alder & Carol-Charlotte 1, Ann Ash & Carol-Charlotte 1",
    ),
    "a tournament is its winner": ([game(0, tournament=HARVEST), game(1, tournament=HARVEST)], "Harvest: Eve & Gus"),
    "a tournament, and a game beside it": (
        [game(0, tournament=HARVEST), game(1)],
        "Bob & Dee 1, Ann & Cal 0, Harvest: Eve & Gus",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WON)
def test_an_evening_says_who_won_what(what: str) -> None:
    games, line = WON[what]
    (evening,) = evenings(games, None, {HARVEST: "Eve & Gus"})
    assert told(evening) == line


def test_rules_are_said_once_where_all_games_have_the_same() -> None:
    (same,) = evenings([game(0), game(1)], None, {})
    (other,) = evenings([game(0), game(0, ("Ann", "Bob", "Cal"), "three-handed")], None, {})
    assert (same.rules, other.rules) == ("Original partnership", "")
