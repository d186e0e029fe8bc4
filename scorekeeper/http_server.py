"""waitress, set up for `scorekeeper serve` and for each worker of gunicorn.

It gives a request a thread when all of it has arrived: a slow phone only takes a connection.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from socket import socket
from typing import Any

from waitress import create_server
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]  # a module is no variable to mypy

THREADS = 8
LARGEST_BODY = 17_000_000  # bytes; the app accepts less, and says so on a page
CONNECTIONS = 1000  # a browser opens six, and leaves them open for minutes
FILES_EACH = 4  # the socket, a large body, a large answer, and some for the database
SPARE = 16  # extra connections while others are being closed


class Connections(dict[int, HTTPChannel]):
    """The open connections by file. A thread can close one at any time, so iterating uses a copy."""

    def values(self) -> list[HTTPChannel]:  # type: ignore[override]  # dict's own view would fail then
        return list(super().values())


class Connection(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A phone's connection. If there are too many, the one that has been idle longest is closed."""

    def __init__(self, server: Any, *args: Any, **named: Any) -> None:
        super().__init__(server, *args, **named)
        if len(server.active_channels) > server.adj.connection_limit - SPARE:
            waiting = [one for one in server.active_channels.values() if not (one.requests or one.will_close)]
            if waiting:
                min(waiting, key=lambda one: one.last_activity).will_close = True

    def __repr__(self) -> str:
        """Return text for the log, without an address."""
        return "<a connection>"


def make_server(
    app: Callable[..., Iterable[bytes]], listeners: Sequence[socket], sockets: dict[int, Any] | None = None
) -> Any:
    """Return waitress on these listening sockets; `sockets` are all sockets in its loop, by file."""
    sockets = {} if sockets is None else sockets
    server = create_server(
        app,
        map=sockets,
        sockets=listeners,
        threads=THREADS,
        ident=None,
        # `security` decides about a proxy's headers, by SCOREKEEPER_PROXIES.
        clear_untrusted_proxy_headers=False,
        connection_limit=min(CONNECTIONS, _files() // FILES_EACH) + SPARE,
        asyncore_use_poll=True,  # select() only handles the first 1,024
        max_request_body_size=LARGEST_BODY,
    )
    for each in sockets.values():
        if isinstance(each, BaseWSGIServer):
            each.channel_class, each.active_channels = Connection, Connections()
    return server


def _files() -> int:
    """Return how many files this process can have open, after raising the limit."""
    wanted = CONNECTIONS * FILES_EACH
    if not resource:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < wanted:  # negative means no limit
        soft = wanted if hard < 0 else min(wanted, hard)
        with suppress(OSError, ValueError):  # a sandbox can forbid it
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft < 0 else soft
