"""The address of this server: the host names that it accepts, and the path below which it is."""

import ipaddress
import socket
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, abort, current_app, request
from werkzeug.exceptions import BadHost
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.utils import redirect

from scorekeeper.settings import PATH, BadSetting, Settings

from .error_pages import broken_name, other_name

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_NAMED = 100  # names that the log tells in an hour, so that nobody fills the disk with others
HOUR = 3600


def init_app(app: Flask, settings: Settings) -> None:
    """Check the Host header of each request."""
    machine = socket.gethostname().lower()
    known = {"localhost", machine, machine.split(".")[0], *settings.hosts}
    app.config.update(NAMES=known, FIRST_NAME=settings.hosts[0] if settings.hosts else "")

    told, began = set[str](), 0.0

    @app.before_request
    def check_host() -> None:
        """Refuse a foreign name: another site could have bound it to our address to read our pages (DNS rebinding).

        The style and the scripts of the page that says so are the same for everyone.
        """
        nonlocal began
        is_broken = isinstance(request.routing_exception, BadHost)
        if not is_broken and (is_own_host(request.host, known) or request.endpoint == "static_file"):
            return
        if time.time() > began + HOUR:
            told.clear()
            began = time.time()
        name = request.environ.get("HTTP_HOST", "")
        if name not in told and len(told) < MOST_NAMED:
            told.add(name)
            app.logger.warning("Refused a request to %r. If this is a name of this server: SCOREKEEPER_HOSTS.", name)
        abort(broken_name() if is_broken else other_name())  # with a broken name no page can build its own addresses


class BelowPath:
    """Moves the path below which the app is to the script root, so that `url_for` adds it to every address.

    It is that of the configured address, whether a proxy has taken it away or not; else that which a proxy took away.
    """

    def __init__(self, app: "WSGIApplication", path: str) -> None:
        self.app, self.path = app, path

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        told, below = environ["SCRIPT_NAME"].rstrip("/"), environ["PATH_INFO"]
        environ["SCRIPT_NAME"] = self.path or (told if PATH.fullmatch(told) else "")
        if self.path and below == self.path:
            return redirect(f"{self.path}/", 308)(environ, start_response)
        if self.path and below.startswith(f"{self.path}/"):
            environ["PATH_INFO"] = below.removeprefix(self.path)
        return self.app(environ, start_response)


def set_root(app: Flask, settings: Settings) -> None:
    """Put the app below its path, and trust its own proxies. Call it last: what is wrapped last is called first.

    Raises BadSetting.
    """
    taken = ("/c/", *(f"{rule.rule}/" for rule in app.url_map.iter_rules()))
    if settings.path and any(address.startswith(f"{settings.path}/") for address in taken):
        raise BadSetting(f"SCOREKEEPER_URL can't end in {settings.path}: pages of the app begin so. Take /rook, say.")
    if settings.path or settings.proxies:
        app.wsgi_app = BelowPath(app.wsgi_app, settings.path)
    if n := settings.proxies:
        prefixes = 0 if settings.url else n  # the address says it, and a phone could
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n, x_prefix=prefixes)


def own_url() -> str:
    """Return the beginning of the addresses in shown links, up to the path below which the app is.

    It is the configured address, else the one in the request. A client can make that one up, so if names are
    configured, the first replaces any other name; scheme and port stay.
    """
    origin, first = current_app.config["ORIGIN"], current_app.config["FIRST_NAME"]
    if origin or not first or _split(request.host)[0] in current_app.config["NAMES"]:
        return str(origin) or request.host_url.rstrip("/")
    return f"{request.scheme}://{first}{_split(request.host)[1]}"


def _split(host: str) -> tuple[str, str]:
    """Return the name in a Host header in lower case, and the port with its colon, or ""."""
    name, colon, port = host.rpartition(":")
    has_port = colon and port.isdecimal()
    return (name if has_port else host).lower().rstrip("."), f":{port}" if has_port else ""


def is_own_host(host: str, known: set[str]) -> bool:
    """Return whether a Host header is an address, a name of this machine, or *.local."""
    name, _ = _split(host)
    return name in known or (name.endswith(".local") and name != ".local") or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
