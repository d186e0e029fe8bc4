"""Template filters, and the macros that all templates share."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any

import msgspec
from flask import Flask, g
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from scorekeeper.rules import words
from scorekeeper.rules.words import (
    Names,
    count_of,
    ems,
    end,
    format_number,
    format_points,
    format_total,
    join_words,
    shorten,
    shorten_each,
    side_name,
)
from scorekeeper.usecases.days import day_text, evening_of, local, today, zone_called
from scorekeeper.usecases.game.board import SideView, Total
from scorekeeper.usecases.game.score_sheet import score_sheet
from scorekeeper.usecases.game_state import remembered
from scorekeeper.usecases.players.player_stats import Share
from scorekeeper.web.rendering import wants_fragment


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


Short = tuple[str, str]
"""What a phone calls a side or a player, and what the smallest one does."""
FILTERS = (side_name, count_of, end, format_number, format_points, format_total, join_words)

MACROS = {"p": "page", "f": "fields", "b": "bid", "t": "totals", "s": "board", "charts": "charts"}
"""The names in templates for macros of templates/macros that most pages, the scoreboard or every chart need."""


def init_app(app: Flask) -> None:
    """Give templates these filters, and the macros that several of them share.

    The macros call globals that are already set, such as `csrf_token`. Importing them in each template would check them
    again for each page.
    """
    dates = (moment, day, long_day, day_text, iso, calendar_day, evening_day, month, weekday, weekday_and_time)
    ours = (*FILTERS, agree, cards, format_share, short_names, ems, as_json, whose, *dates)
    app.jinja_env.filters |= {each.__name__: each for each in ours}
    app.jinja_env.globals |= {"wants_fragment": wants_fragment, "zone_of_club": zone_of_club, "shown_zone": shown_zone}
    app.jinja_env.globals["this_year"] = this_year
    for letter, macros in MACROS.items():
        app.jinja_env.globals[letter] = app.jinja_env.get_template(f"macros/{macros}.html").module
    sheet = vars(app.jinja_env.get_template("macros/hands.html").module)["sheet"]
    app.jinja_env.globals["draw_sheet"] = remembered(lambda facts, *links: sheet(score_sheet(facts), *links))


def agree(name: str, verb: str) -> str:
    """Return the verb that follows a name; after a placeholder (`views.alone.word`) a placeholder."""
    return f"{name[:-1]}:{verb}⟧" if name.endswith("⟧") else words.agree(name, verb)


def whose(name: str) -> str:
    """Return the possessive of a name at the start of a sentence, or a placeholder for it."""
    return f"{name[:-1]}:whose⟧" if name.endswith("⟧") else words.whose(name, starts=True)


LONG_WORDS = (16, 12, 8)


def cards(points: Iterable[int], names: Iterable[str]) -> str:
    """Return the CSS classes that make totals and names fit their cards.

    They say how many cards there are, how many characters the longest total has, and whether a word of the names is
    long.
    """
    totals = [format_total(total) for total in points]
    longest = max(map(len, " ".join(names).split()))
    words = next((f" words-{length}" for length in LONG_WORDS if longest >= length), "")
    return f"of-{len(totals)} long-{max(map(len, totals))}{words}"


def short_names(ones: Iterable[SideView | Total | tuple[object, str]], names: Names, *rooms: float) -> dict[str, Short]:
    """Return what phones call these sides or choices, by their full names, in columns with `rooms` for so many ems: on
    a phone, and on the smallest; placeholders for placeholders (`views.alone.word`)."""
    players = {one[1]: one[1:] for one in ones if isinstance(one, tuple)}
    sides = {one.names: [*one.numbers] for one in ones if not isinstance(one, tuple)}
    full = [*players, *sides]
    if any(name.endswith("⟧") for name in full):
        return {name: (f"{name[:-1]}_short⟧", f"{name[:-1]}_shorter⟧") for name in full}
    called = [*players.values(), *([names[player] for player in side] for side in sides.values())]
    alone = [side[0] for side in called if len(side) == 1]
    steps = (shorten_each(alone, room) if len(alone) == len(full) else shorten(called, room) for room in rooms)
    return dict(zip(full, zip(*steps, strict=True), strict=True))


def as_json(mapping: Mapping[str, Any]) -> Markup:
    """Return a mapping as JSON for a data attribute in single quotes."""
    return htmlsafe_json_dumps(dict(mapping), dumps=lambda value: msgspec.json.encode(value).decode())


def format_share(share: Share) -> str:
    """Return a part of a whole as a percentage, or both numbers if they are too small for that; a dash for None."""
    if not share.whole:
        return "–"
    return f"{share.part} of {share.whole}" if share.percent is None else f"{share.percent}%"
