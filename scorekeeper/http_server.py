"""waitress, set up for `scorekeeper serve` and for each worker of gunicorn.

It gives a request a thread once all of it has come: a slow phone takes a connection and nothing else.
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
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]  # a module is no variable to mypy

THREADS = 8
LARGEST_BODY = 17_000_000  # bytes; the app takes less, and says so on a page
CONNECTIONS = 1000  # a browser opens six, and leaves them open for minutes
FILES_EACH = 4  # its socket, a large body, a large answer, and some for the database
SPARE = 16  # more connections, while one is closed


class Connections(dict[int, HTTPChannel]):
    """The open ones by file. A thread may close one at any moment: who looks through them gets a list of its own."""

    def values(self) -> list[HTTPChannel]:  # type: ignore[override]  # a dict's own would fail then
        return list(super().values())


class Connection(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A phone's connection. One too many has the one closed that has been silent longest."""

    def __init__(self, server: Any, *args: Any, **named: Any) -> None:
        super().__init__(server, *args, **named)
        if len(server.active_channels) > server.adj.connection_limit - SPARE:
            waiting = [one for one in server.active_channels.values() if not (one.requests or one.will_close)]
            if waiting:
                min(waiting, key=lambda one: one.last_activity).will_close = True

    def __repr__(self) -> str:
        """Return what the log may say: no one's address."""
        return "<a connection>"


def make_server(
    app: Callable[..., Iterable[bytes]], listeners: Sequence[socket], sockets: dict[int, Any] | None = None
) -> Any:
    """Return waitress on these listening sockets; `sockets` takes all that its loop has to ask for news, by file."""
    sockets = {} if sockets is None else sockets
    server = create_server(
        app,
        map=sockets,
        sockets=listeners,
        threads=THREADS,
        ident=None,
        # What a proxy says of the request is heard or left alone by `security`, as SCOREKEEPER_PROXIES has it.
        clear_untrusted_proxy_headers=False,
        connection_limit=min(CONNECTIONS, _files() // FILES_EACH) + SPARE,
        asyncore_use_poll=True,  # select() hears of the first 1,024 alone
        max_request_body_size=LARGEST_BODY,
    )
    for each in sockets.values():
        if isinstance(each, BaseWSGIServer):
            each.channel_class, each.active_channels = Connection, Connections()
    return server


def _files() -> int:
    """Return how many files this process may have open, after asking for enough."""
    wanted = CONNECTIONS * FILES_EACH
    if not resource:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < wanted:  # it is negative where there is no limit
        soft = wanted if hard < 0 else min(wanted, hard)
        with suppress(OSError, ValueError):  # a sandbox may forbid it
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft < 0 else soft
