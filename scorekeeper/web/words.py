"""Words and signs that templates share."""

from collections.abc import Mapping
from json import dumps

from flask import Flask

from ..rules.hand import named
from ..rules.reasons import signed, signed_total


def init_app(app: Flask) -> None:
    """Gives templates `named`, `signed`, `total` and `counters`, and as `f` the macros that forms are made of.

    Those call what stands among the globals already, `csrf_token` for one. To import them in each template would make
    each page ask again whether they are the same.
    """
    app.jinja_env.filters |= {"named": named, "signed": signed, "total": signed_total, "counters": counters}
    app.jinja_env.globals["f"] = app.jinja_env.get_template("_forms.html").module


def counters(worth: Mapping[str, int]) -> str:
    """A rule set's counters for the script that adds them up."""
    return dumps(dict(worth))
