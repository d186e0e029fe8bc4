"""Words and signs that templates share."""

from collections.abc import Mapping
from json import dumps

from flask import Flask

from scorekeeper.rules.hand import side_name
from scorekeeper.rules.words import format_points, format_total
from scorekeeper.usecases.players.stats_view import Share


def init_app(app: Flask) -> None:
    """Gives templates `named`, `signed`, `total`, `counters` and `share`, and as `f` the macros that forms are made of.

    Those call what stands among the globals already, `csrf_token` for one. To import them in each template would make
    each page ask again whether they are the same.
    """
    app.jinja_env.filters |= {"named": side_name, "signed": format_points, "total": format_total}
    app.jinja_env.filters |= {"counters": counters, "share": share}
    app.jinja_env.globals["f"] = app.jinja_env.get_template("macros/fields.html").module


def counters(worth: Mapping[str, int]) -> str:
    """A rule set's counters for the script that adds them up."""
    return dumps(dict(worth))


def share(of: Share) -> str:
    """A part of a whole: a percentage, or both numbers where they are too small for one."""
    if not of.whole:
        return "–"
    return f"{of.part} of {of.whole}" if of.percent is None else f"{of.percent} %"
