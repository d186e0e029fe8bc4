"""Dates and times in words.

The server does not know the time zone of a phone. Its own is the best guess, because at home both are in the same
house; `times.js` converts each time to the phone's zone, and adds the zone to forms.
"""

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from flask import Flask

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def init_app(app: Flask) -> None:
    """Give templates `moment`, `day` and `iso`."""
    app.jinja_env.filters |= {"moment": moment, "day": day, "iso": iso, "time_or_day": time_or_day}


def iso(when: datetime) -> str:
    """Return a time for machines: 2026-11-21T20:15:00Z."""
    return when.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def day(when: datetime) -> str:
    """Return a day in the server's zone: Nov 21, 2026."""
    return day_text(_here(when))


def day_text(when: date) -> str:
    """Return a day in any zone: Nov 21, 2026."""
    return f"{MONTHS[when.month - 1]} {when.day}, {when.year}"


def moment(when: datetime) -> str:
    """Return a time in the server's zone: Nov 21, 2026, 8:15 PM."""
    here = _here(when)
    return f"{day_text(here)}, {here.hour % 12 or 12}:{here.minute:02} {'AM' if here.hour < 12 else 'PM'}"


def time_or_day(when: datetime) -> str:
    """Return a time today as 8:14 PM, and any other as its day, in the server's zone."""
    here = _here(when)
    if here.date() != datetime.now(here.tzinfo).date():
        return day_text(here)
    return f"{here.hour % 12 or 12}:{here:%M} {'AM' if here.hour < 12 else 'PM'}"


def _here(when: datetime) -> datetime:
    """Return a time in the server's zone, unchanged if that would leave the calendar."""
    try:
        return when.astimezone()
    except (OverflowError, ValueError):
        return when


def zone_called(name: str) -> tzinfo | None:
    """Return the zone with this name, or None, which means the server's zone, if there is none."""
    try:
        return ZoneInfo(name) if name else None
    except (LookupError, ValueError, OSError):
        return None


def is_day(text: str) -> bool:
    """Return whether this is a day such as 2026-11-21, in a year in which games can have been played."""
    try:
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", text)) and 1900 <= date.fromisoformat(text).year < 3000
    except ValueError:
        return False


def midnight(day: str, zone: tzinfo | None, days_later: int = 0) -> datetime:
    """Return the start of this day, or of a day some days later, in UTC."""
    begun = datetime.fromisoformat(f"{day}T00:00:00") + timedelta(days=days_later)
    local = begun.replace(tzinfo=zone) if zone else begun.astimezone()
    return local.astimezone(UTC)
