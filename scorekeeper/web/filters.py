"""Filters, and the macros that every template shares."""

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
"""What templates call the macros of templates/macros that most pages, the scoreboard or every chart need."""


def init_app(app: Flask) -> None:
    """Give templates these filters, and the macros that several of them share.

    The macros call what stands among the globals by now, `csrf_token` for one. To import them in each template would
    make each page ask again whether they are the same.
    """
    app.jinja_env.filters |= {each.__name__: each for each in (*FILTERS, agree, cards, format_share, as_json, whose)}
    for letter, macros in MACROS.items():
        app.jinja_env.globals[letter] = app.jinja_env.get_template(f"macros/{macros}.html").module
    hands = vars(app.jinja_env.get_template("macros/hands.html").module)["hands"]
    app.jinja_env.globals["draw_hands"] = remembered(lambda facts, *links: hands(hand_list(facts), *links))


def agree(name: str, verb: str) -> str:
    """Return a verb as it follows a name; of a place for a name (`views.alone.word`) a place for it."""
    plain = name.striptags() if isinstance(name, Markup) else name
    return f"{plain[:-1]}:{verb}⟧" if plain.endswith("⟧") else words.agree(plain, verb)


def whose(name: str) -> str:
    """Return a name at the start of a sentence as an owner's, or a place for that."""
    return f"{name[:-1]}:whose⟧" if name.endswith("⟧") else words.whose(name, starts=True)


LONG_WORDS = (16, 12, 8)


def cards(points: Iterable[int], names: Iterable[str]) -> str:
    """Return the classes by which totals and names fit their cards.

    They say how many cards there are, how many signs the longest total has, and that a word of the names is long.
    """
    totals = [format_total(total) for total in points]
    longest = max(len(word) for name in names for word in name.split())
    words = next((f" words-{length}" for length in LONG_WORDS if longest >= length), "")
    return f"of-{len(totals)} long-{max(map(len, totals))}{words}"


def as_json(mapping: Mapping[str, Any]) -> Markup:
    """Return a mapping as a script reads it from a data attribute, in single quotes."""
    return htmlsafe_json_dumps(dict(mapping), dumps=lambda value: msgspec.json.encode(value).decode())


def format_share(share: Share) -> str:
    """Return a part of a whole as a percentage, or both numbers where they are too small for one; a dash for none."""
    if not share.whole:
        return "–"
    return f"{share.part} of {share.whole}" if share.percent is None else f"{share.percent}%"
