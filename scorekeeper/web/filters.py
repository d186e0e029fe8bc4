"""Template filters, and the macros that all templates share."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import Flask
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from scorekeeper.rules import words
from scorekeeper.rules.words import count_of, format_number, format_points, format_total, side_name
from scorekeeper.usecases.game.hand_list import hand_list
from scorekeeper.usecases.game_state import remembered
from scorekeeper.usecases.players.stats_view import Share

FILTERS = (side_name, count_of, format_number, format_points, format_total)

MACROS = {"p": "page", "f": "fields", "b": "bid", "t": "totals", "s": "board", "charts": "charts"}
"""The names in templates for macros of templates/macros that most pages, the scoreboard or every chart need."""


def init_app(app: Flask) -> None:
    """Give templates these filters, and the macros that several of them share.

    The macros call globals that are already set, such as `csrf_token`. Importing them in each template would check them
    again for each page.
    """
    app.jinja_env.filters |= {each.__name__: each for each in (*FILTERS, agree, cards, format_share, as_json, whose)}
    for letter, macros in MACROS.items():
        app.jinja_env.globals[letter] = app.jinja_env.get_template(f"macros/{macros}.html").module
    hands = vars(app.jinja_env.get_template("macros/hands.html").module)["hands"]
    app.jinja_env.globals["draw_hands"] = remembered(lambda facts, *links: hands(hand_list(facts), *links))


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


def as_json(mapping: Mapping[str, Any]) -> Markup:
    """Return a mapping as JSON for a data attribute in single quotes."""
    return htmlsafe_json_dumps(dict(mapping), dumps=lambda value: msgspec.json.encode(value).decode())


def format_share(share: Share) -> str:
    """Return a part of a whole as a percentage, or both numbers if they are too small for that; a dash for None."""
    if not share.whole:
        return "–"
    return f"{share.part} of {share.whole}" if share.percent is None else f"{share.percent}%"
