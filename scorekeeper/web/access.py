"""Who may ask, and for which club: settled once, before any view."""

import hashlib
import hmac
import ipaddress
import socket
from typing import NoReturn

from flask import Flask, Response, abort, g, request, session
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadHost

from scorekeeper.settings import Settings
from scorekeeper.usecases import access

from . import rendering

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
OPEN_ENDPOINTS = ("static_file", "home.healthz")
# Sent as a form, and changes nothing.
ONLY_LOOK = (
    "hands.preview",
    "hands.show_more",
    "corrections.preview",
    "check_sheet.show",
    "check.file",
    "transfer.look",
)
NOT_OUR_NAME = "This server does not answer to that name. Its owner can add it to SCOREKEEPER_HOSTS."


def init_app(app: Flask, settings: Settings) -> None:
    """Checks each request's host, finds its club, and asks a phone for the PIN before its first change."""
    machine = socket.gethostname().lower()
    known = {"localhost", machine, machine.split(".")[0], *settings.hosts}
    pin_mark = hmac.new(str(app.secret_key).encode(), settings.pin.encode(), hashlib.sha256).hexdigest()[:16]

    @app.before_request
    def check_host() -> None:
        """A name that is not ours may be another site's, bound to our address to read us (DNS rebinding)."""
        if isinstance(request.routing_exception, BadHost) or not is_own_host(request.host, known):
            _refuse_host()

    @app.before_request
    def find_club() -> None:
        if request.endpoint not in OPEN_ENDPOINTS:
            g.club = access.club()

    @app.before_request
    def ask_pin() -> ResponseReturnValue | None:
        only_looks = request.method in SAFE_METHODS or request.endpoint in ONLY_LOOK
        if not settings.pin or only_looks or session.get("pin") == pin_mark:
            return None
        typed = request.form.get("pin")
        if typed is None:
            return _pin_page("", 403)
        address = request.remote_addr or "unknown"
        opened = access.check_pin(address, hmac.compare_digest(typed.strip().encode(), settings.pin.encode()))
        if opened is None:
            return _pin_page("Too many wrong PINs. Try again in ten minutes.", 429)
        if not opened:
            return _pin_page("That is not the PIN.", 403)
        session["pin"] = pin_mark
        return None


def _refuse_host() -> NoReturn:
    if isinstance(request.routing_exception, BadHost):
        abort(Response(NOT_OUR_NAME, 400, mimetype="text/plain"))  # a page could not name its own addresses
    abort(400, NOT_OUR_NAME)


def is_own_host(host: str, known: set[str]) -> bool:
    """Whether a Host header is an address, a name of this machine, or *.local."""
    name = host.rsplit(":", 1)[0] if host.rpartition(":")[2].isdecimal() else host
    name = name.lower().rstrip(".")
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return name in known or (name.endswith(".local") and name != ".local")
    return True


def _pin_page(error: str, status: int) -> ResponseReturnValue:
    """Asks for the PIN and carries all that was typed along, so that it is sent again with the PIN."""
    typed = [(name, value) for name, value in request.form.items(multi=True) if name != "pin"]
    return rendering.whole_page("pin.html", status, error=error, typed=typed)
