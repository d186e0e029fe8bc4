"""Days and times as pages tell them: in the club's zone."""

from datetime import UTC, date, datetime

from flask import g

from scorekeeper.usecases.days import day_text, evening_of, local, today, zone_called


def iso(when: datetime) -> str:
    """Return a time for machines: 2026-11-21T20:15:00Z."""
    return when.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def day(when: datetime) -> str:
    """Return a day in the club's zone: Nov 21, 2026."""
    return day_text(_here(when))


def long_day(when: datetime) -> str:
    """Return a day in the club's zone, as paper says it: Friday, November 27, 2026."""
    here = _here(when)
    return f"{here:%A, %B} {here.day}, {here.year}"


def calendar_day(when: datetime) -> date:
    """Return the day of a time in the club's zone."""
    return _here(when).date()


def weekday(evening: date) -> str:
    """Return a day as people speak of it: Friday, November 27; with its year if that is not this one."""
    return f"{evening:%A, %B} {evening.day}{'' if evening.year == this_year() else f', {evening.year}'}"


def this_year() -> int:
    """Return the year that it is in the club's zone."""
    return today(zone_of_club()).year


def weekday_and_time(when: datetime) -> str:
    """Return a time in the club's zone near a day that was said: Saturday, 12:40 AM."""
    here = _here(when)
    return f"{here:%A}, {_clock(here)}"


def evening_day(when: datetime) -> date:
    """Return the day of the evening of a time in the club's zone."""
    return evening_of(when, zone_of_club())


def month(when: datetime) -> str:
    """Return the month of a time in the club's zone: "in March", "in March 2025" if that is not this year."""
    here = _here(when)
    return f"in {here:%B}{'' if here.year == this_year() else f' {here.year}'}"


def moment(when: datetime) -> str:
    """Return a time in the club's zone: Nov 21, 2026, 8:15 PM."""
    return f"{day(when)}, {_clock(_here(when))}"


def _clock(here: datetime) -> str:
    """Return the time of day: 8:14 PM."""
    return f"{here.hour % 12 or 12}:{here:%M} {'AM' if here.hour < 12 else 'PM'}"


def _here(when: datetime) -> datetime:
    return local(when, zone_of_club())


def zone_of_club() -> str | None:
    """Return the zone of the club that the page is about, None for the server's."""
    access = g.get("access") if g else None  # outside of requests there is no club
    return access.zone if access else None


def shown_zone() -> str:
    """Return the zone in which the page tells times, as scripts name it: the club's, else the server's, "+01:00"."""
    zone = zone_of_club()
    return zone if zone and zone_called(zone) else datetime.now().astimezone().isoformat()[-6:]
