"""The first page, and whether the server is well."""

from flask import Blueprint, Response, g
from flask.typing import ResponseReturnValue

from ..usecases import access, games
from .fragments import page

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def show() -> ResponseReturnValue:
    home = games.home(g.club)
    return page("home.html", "main", home=home)


@blueprint.get("/healthz")
def healthz() -> ResponseReturnValue:
    """200 when the database answers."""
    access.club()
    return Response("ok\n", mimetype="text/plain")
