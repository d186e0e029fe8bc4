"""The day that a line of a paper sheet says it was played on."""

import re
from datetime import date

from scorekeeper.record import YEARS

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LABEL = r"(?:(?:date|played|game)(?: (?:on|of))?\W*)?(?:(?:mon|tues?|wed|thu|fri|sat|sun)[a-z]*\W+)?"
_MONTH = rf"({'|'.join(MONTHS)})[a-z]*\.?"
_DAYS = (
    r"(?P<year>\d{4})[/.-](?P<month>\d{1,2})[/.-](?P<day>\d{1,2})",
    r"(?P<month>\d{1,2})[/.-](?P<day>\d{1,2})[/.-](?P<year>\d{4}|\d\d)",
    rf"(?P<month>{_MONTH}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<year>\d{{4}}))?",
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?P<month>{_MONTH})(?:,? (?P<year>\d{{4}}))?",
)
_LINES = tuple(re.compile(rf"\W*{_LABEL}{day}\W*", re.IGNORECASE) for day in _DAYS)
LONGEST_LINE = 60
DATE = re.compile(
    r"\b\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\b"
    rf"|\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,?(?: \d{{4}})?\b"
    rf"|\b\d{{1,2}} {_MONTH}(?: \d{{4}})?\b|\b\d{{1,2}}:\d\d\b",
    re.IGNORECASE,
)
"""A date or a time of day anywhere in a text."""
SHORT_DATE = re.compile(r"(?:0?[1-9]|[12]\d|3[01])[/.](?:0?[1-9]|[12]\d|3[01])\b\.?")
"""A day and a month in figures, in a place for dates: "11/3", "3.11."."""


def day_in(text: str, today: date) -> date | None:
    """Return the day that is all a line says: "Date: Nov 3, 2026"; numbers begin with the month.

    Where they cannot, as in 31/12/2025, they begin with the day. "Nov 3" is the last one up to today, and 98 is 1998.
    """
    line = " ".join(text.split())
    for pattern in _LINES if len(line) <= LONGEST_LINE else ():
        if found := pattern.fullmatch(line):
            day, month = int(found["day"]), found["month"].lower()
            number = int(month) if month.isdigit() else MONTHS.index(month[:3]) + 1
            if not found["year"]:
                days = (_day(today.year - ago, number, day) for ago in range(9))  # February 29 may be that long ago
                return next((day for day in days if day and day <= today), None)
            year = int(found["year"])
            if year < 100:
                year += 2000 if 2000 + year <= today.year + 1 else 1900
            return _day(year, number, day)
    return None


def _day(year: int, month: int, day: int) -> date | None:
    for first, second in ((month, day), (day, month)) if year in YEARS else ():
        try:
            return date(year, first, second)
        except ValueError:
            continue
    return None
