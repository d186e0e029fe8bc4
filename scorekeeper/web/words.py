"""Words and signs that templates share."""

from flask import Flask

from ..rules.hand import named
from ..rules.reasons import signed, signed_total


def init_app(app: Flask) -> None:
    """Gives templates `named`, `signed` and `total`."""
    app.jinja_env.filters |= {"named": named, "signed": signed, "total": signed_total}
