"""Moments in words: days are those of the club's zone, the server's where it has none."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from scorekeeper.usecases.days import is_day, midnight, zone_called
from scorekeeper.web.dates import day, iso, moment
from tests import clock

EVENING = datetime(2026, 11, 22, 2, 5, tzinfo=UTC)


@pytest.fixture
def at_home() -> Iterator[None]:
    """A server in Kentucky."""
    with clock.zone("America/New_York"):
        yield


def test_a_moment_is_told_as_the_clock_near_the_server_shows_it(at_home: None) -> None:
    assert moment(EVENING) == "Nov 21, 2026, 9:05 PM"
    assert day(EVENING) == "Nov 21, 2026"
    assert moment(EVENING.replace(hour=5)) == "Nov 22, 2026, 12:05 AM"
    assert moment(EVENING.replace(hour=17)) == "Nov 22, 2026, 12:05 PM"


def test_machines_are_told_it_in_utc(at_home: None) -> None:
    assert iso(EVENING) == iso(EVENING.astimezone()) == "2026-11-22T02:05:00Z"


@pytest.mark.parametrize(
    ("text", "zone", "later", "begins"),
    [
        ("2026-11-21", "UTC", 0, "2026-11-21T00:00:00Z"),
        ("2026-11-21", "America/Chicago", 0, "2026-11-21T06:00:00Z"),
        ("2026-11-21", "Asia/Kolkata", 1, "2026-11-21T18:30:00Z"),
        ("2026-03-08", "America/Chicago", 0, "2026-03-08T06:00:00Z"),
        ("2026-03-08", "America/Chicago", 1, "2026-03-09T05:00:00Z"),  # a day of 23 hours
        ("2026-11-21", None, 0, "2026-11-21T05:00:00Z"),
        ("2026-03-08", None, 1, "2026-03-09T04:00:00Z"),
        ("2026-12-31", "UTC", 1, "2027-01-01T00:00:00Z"),
    ],
)
def test_a_day_begins_at_midnight_where_the_club_is(
    at_home: None, text: str, zone: str | None, later: int, begins: str
) -> None:
    assert iso(midnight(text, zone, later)) == begins


@pytest.mark.parametrize(
    "name", ["", "Nowhere", "../../etc/passwd", "America", "/etc/passwd", "x" * 5_000, "\ud800", "."]
)
def test_a_zone_that_is_none_means_the_servers_own(name: str) -> None:
    assert zone_called(name) is None


@pytest.mark.parametrize("text", ["2026-11-21", "1900-01-01", "2099-12-31", "2024-02-29"])
def test_these_are_days(text: str) -> None:
    assert is_day(text)


@pytest.mark.parametrize(
    "text",
    ["", "2026-02-29", "1899-12-31", "2100-01-01", "20261121", "2026-W47-6", "2026-11-21T00:00", "٢٠٢٦-11-21", "x"],
)
def test_these_are_none(text: str) -> None:
    assert not is_day(text)
