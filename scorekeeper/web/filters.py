"""Template filters, and the macros that all templates share."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import Flask
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from scorekeeper.rules import words
from scorekeeper.rules.rounding import rounded
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
from scorekeeper.usecases.days import day_text
from scorekeeper.usecases.game.board import SideView, Total
from scorekeeper.usecases.game.score_sheet import score_sheet
from scorekeeper.usecases.game_state import remembered
from scorekeeper.usecases.players.player_stats import Share
from scorekeeper.web.rendering import wants_fragment

from .dates import (
    calendar_day,
    day,
    evening_day,
    iso,
    long_day,
    moment,
    month,
    shown_zone,
    this_year,
    weekday,
    weekday_and_time,
    zone_of_club,
)

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
    ours = (*FILTERS, rounded, agree, cards, format_share, short_names, ems, as_json, whose, *dates)
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
    shortened = shorten_each if all(len(side) == 1 for side in called) else shorten
    steps = (shortened(called, room) for room in rooms)
    return dict(zip(full, zip(*steps, strict=True), strict=True))


def as_json(mapping: Mapping[str, Any]) -> Markup:
    """Return a mapping as JSON for a data attribute in single quotes."""
    return htmlsafe_json_dumps(dict(mapping), dumps=lambda value: msgspec.json.encode(value).decode())


def format_share(share: Share) -> str:
    """Return a part of a whole as a percentage, or both numbers if they are too small for that; a dash for None."""
    if not share.whole:
        return "–"
    return f"{share.part} of {share.whole}" if share.percent is None else f"{share.percent}%"
