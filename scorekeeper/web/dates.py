"""Moments in words.

Which zone a phone is in, the server is not told. Its own is the best guess, since at home it stands in the same house;
`times.js` puts each moment into the phone's own zone and words, and tells forms that zone.
"""

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from flask import Flask

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def init_app(app: Flask) -> None:
    """Gives templates `moment`, `day` and `iso`."""
    app.jinja_env.filters |= {"moment": moment, "day": day, "iso": iso}


def iso(when: datetime) -> str:
    """For machines: 2026-11-21T20:15:00Z."""
    return when.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def day(when: datetime) -> str:
    """21 Nov 2026, in the server's zone."""
    here = _here(when)
    return f"{here.day} {MONTHS[here.month - 1]} {here.year}"


def moment(when: datetime) -> str:
    """21 Nov 2026, 20:15, in the server's zone."""
    return f"{day(when)}, {_here(when):%H:%M}"


def _here(when: datetime) -> datetime:
    """Return a moment in the server's zone; at either end of the calendar a zone may lead out of it."""
    try:
        return when.astimezone()
    except (OverflowError, ValueError):
        return when


def zone_called(name: str) -> tzinfo | None:
    """The zone of this name, None (the server's own) where there is none such."""
    try:
        return ZoneInfo(name) if name else None
    except (LookupError, ValueError, OSError):
        return None


def is_day(text: str) -> bool:
    """Whether this is a day such as 2026-11-21, of a year that games can be of."""
    try:
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", text)) and 1900 <= date.fromisoformat(text).year < 3000
    except ValueError:
        return False


def midnight(day: str, zone: tzinfo | None, days_later: int = 0) -> datetime:
    """When this day began, or one some days later."""
    begun = datetime.fromisoformat(f"{day}T00:00:00") + timedelta(days=days_later)
    local = begun.replace(tzinfo=zone) if zone else begun.astimezone()
    return local.astimezone(UTC)
