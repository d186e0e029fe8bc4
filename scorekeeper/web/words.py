"""Words and signs that templates share."""

from collections.abc import Mapping
from json import dumps

from flask import Flask

from ..rules.hand import named
from ..rules.reasons import signed, signed_total


def init_app(app: Flask) -> None:
    """Gives templates `named`, `signed`, `total` and `counters`."""
    app.jinja_env.filters |= {"named": named, "signed": signed, "total": signed_total, "counters": counters}


def counters(worth: Mapping[str, int]) -> str:
    """A rule set's counters for the script that adds them up."""
    return dumps(dict(worth))
