"""The first page, and whether the server is well."""

from flask import Blueprint, Response, g
from flask.typing import ResponseReturnValue

from scorekeeper.usecases import access, home
from scorekeeper.web.access import same_for_everyone
from scorekeeper.web.rendering import page

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def show() -> ResponseReturnValue:
    return page("home.html", "main", home=home.home(g.club_id))


@blueprint.get("/healthz")
@same_for_everyone
def healthz() -> ResponseReturnValue:
    """Return 200 when the database answers."""
    access.club_id()
    return Response("ok\n", mimetype="text/plain")
