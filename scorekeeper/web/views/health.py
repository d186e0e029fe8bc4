"""Health checks for monitoring."""

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from scorekeeper.usecases import permissions, startup
from scorekeeper.web.access import same_for_everyone

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
@same_for_everyone
def alive() -> ResponseReturnValue:
    """Return 200 when the database answers."""
    permissions.check_database()
    return _plain("ok")


@blueprint.get("/readyz")
@same_for_everyone
def ready() -> ResponseReturnValue:
    """Return 200 when scores can be stored, else 503 with the reason."""
    reason = startup.why_not_ready()
    return _plain(reason or "ok", 503 if reason else 200)


def _plain(text: str, status: int = 200) -> Response:
    return Response(f"{text}\n", status, mimetype="text/plain")
