"""The host names that this server accepts."""

import ipaddress
import socket
from typing import NoReturn

from flask import Flask, Response, abort, current_app, request
from werkzeug.exceptions import BadHost

from scorekeeper.settings import Settings

NOT_OUR_NAME = "This server does not answer to that name. Its owner can add it to SCOREKEEPER_HOSTS."


def init_app(app: Flask, settings: Settings) -> None:
    """Check the Host header of each request."""
    machine = socket.gethostname().lower()
    known = {"localhost", machine, machine.split(".")[0], *settings.hosts}
    app.config.update(NAMES=known, FIRST_NAME=settings.hosts[0] if settings.hosts else "")

    @app.before_request
    def check_host() -> None:
        """Refuse a foreign name: another site could have bound it to our address to read our pages (DNS rebinding)."""
        if isinstance(request.routing_exception, BadHost) or not is_own_host(request.host, known):
            _refuse_host()


def _refuse_host() -> NoReturn:
    if isinstance(request.routing_exception, BadHost):
        abort(Response(NOT_OUR_NAME, 400, mimetype="text/plain"))  # the page could not build its own addresses
    abort(400, NOT_OUR_NAME)


def own_url() -> str:
    """Return the beginning of the addresses in shown links, without a slash at the end.

    It is the configured address, else the one in the request. A client can make that one up, so if names are
    configured, the first replaces any other name; scheme and port stay.
    """
    url, first = current_app.config["URL"], current_app.config["FIRST_NAME"]
    if url or not first or _name_of(request.host) in current_app.config["NAMES"]:
        return str(url) or request.host_url.rstrip("/")
    return f"{request.scheme}://{first}{_split(request.host)[1]}"


def _name_of(host: str) -> str:
    return _split(host)[0].lower().rstrip(".")


def _split(host: str) -> tuple[str, str]:
    """Return the name in a Host header, and the port with its colon, or ""."""
    name, colon, port = host.rpartition(":")
    return (name, colon + port) if colon and port.isdecimal() else (host, "")


def is_own_host(host: str, known: set[str]) -> bool:
    """Return whether a Host header is an address, a name of this machine, or *.local."""
    name = _name_of(host)
    return name in known or (name.endswith(".local") and name != ".local") or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
