"""The day of a moment: in the time zone of its club, in the server's where the club has none or one unknown here."""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from scorekeeper.record import YEARS

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NO_DAY = "Enter a date like 2026-11-21."


def zone_called(name: str | None) -> tzinfo | None:
    """Return the zone with this IANA name, such as America/New_York, or None, which means the server's."""
    try:
        return ZoneInfo(name) if name else None
    except (LookupError, ValueError, OSError):
        return None


@cache
def zone_names() -> tuple[str, ...]:
    """Return the names of the zones that people choose from: places, by continent."""
    places = re.compile(r"(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/")
    return tuple(sorted(filter(places.match, available_timezones())))


def place_of(zone: str) -> str:
    """Return the place that names a zone: New York."""
    return zone.rpartition("/")[2].replace("_", " ")


def local(when: datetime, zone: str | None) -> datetime:
    """Return a time in a zone, by name; unchanged if that would leave the calendar."""
    try:
        return when.astimezone(zone_called(zone))
    except (OverflowError, ValueError):
        return when


def today(zone: str | None) -> date:
    """Return the day that it is in a zone, by name."""
    return local(datetime.now(UTC), zone).date()


def day_in(text: str, now: date) -> date | None:
    """Return the day that a text means, such as "Fri Nov 20" or 20.11.2026, by now; None if that is not certain.

    Without a year it is the last such day.
    """
    with suppress(ValueError):
        return date.fromisoformat(text.strip())
    numbers = [int(number) for number in re.findall(r"[0-9]+", text)]
    months = [at for at, name in enumerate(MONTHS, 1) if re.search(rf"\b{name}", text, re.IGNORECASE)]
    alone = 2 - len(months)
    pair, years = [*numbers[:alone], *months], numbers[alone:] or [now.year, now.year - 1]
    found = set[date]()
    for day, month in {tuple(pair), tuple(pair if months else pair[::-1])} if len(pair) == 2 else ():
        days = [_day(year if year > 99 else year + 2000, month, day) for year in years[:2]]
        found |= {*[each for each in days if each and each <= now][:1]}
    return found.pop() if len(found) == 1 else None


def _day(year: int, month: int, day: int) -> date | None:
    with suppress(ValueError, OverflowError):
        return date(year, month, day)
    return None


FIRST_EVENING = date(1, 1, 3)  # before it an evening can begin outside of the calendar
EVENING_ENDS = 5
"""The hour at which an evening ends; a game that ends before it belongs to the evening before."""


def evening_of(when: datetime, zone: str | None) -> date:
    """Return the day of the evening to which a moment belongs in a zone, by name."""
    here = local(when, zone)
    return max(here.date(), FIRST_EVENING) - timedelta(days=here.hour < EVENING_ENDS)


def evening_start(day: date, zone: str | None) -> datetime:
    """Return when the evening of a day can begin at the earliest, in UTC."""
    return _in_utc(datetime.fromisoformat(f"{day}T0{EVENING_ENDS}:00"), zone)


def day_text(when: date) -> str:
    """Return a day: Nov 21, 2026."""
    return f"{MONTHS[when.month - 1]} {when.day}, {when.year}"


def is_day(text: str) -> bool:
    """Return whether this is a day such as 2026-11-21, in a year in which games can have been played."""
    try:
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", text)) and date.fromisoformat(text).year in YEARS
    except ValueError:
        return False


def is_possible(when: datetime) -> bool:
    """Return whether a game can have been played then: its record says so in UTC."""
    return when.astimezone(UTC).year in YEARS


def why_impossible(started: datetime | None, ended: datetime | None) -> str:
    """Say why no game can have been played from then to then, as far as these are known; "" if one can."""
    latest = datetime.now(UTC) + timedelta(days=1)  # clocks differ, too
    if started and ended and ended < started:
        return "It ended before it began."
    late = next((when for when in (started, ended) if when and when > latest), None)
    return f"Its day is still to come: {day_text(late)}." if late else ""


def midnight(day: str, zone: str | None, days_later: int = 0) -> datetime:
    """Return the start of this day, such as 2026-11-21, or of a day some days later, in UTC."""
    return _in_utc(datetime.fromisoformat(f"{day}T00:00:00") + timedelta(days=days_later), zone)


def noon(day: date, zone: str | None) -> datetime:
    """Return noon of a day in a zone, in UTC: when a game ended of which a person said only the day."""
    return _in_utc(datetime.combine(day, time(12)), zone)


def _in_utc(wall: datetime, zone: str | None) -> datetime:
    """Return the moment at which a clock in this zone shows this."""
    known = zone_called(zone)
    return (wall.replace(tzinfo=known) if known else wall).astimezone(UTC)
