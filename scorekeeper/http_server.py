"""waitress, set up for `rook-scorekeeper serve` and for each worker of gunicorn, and the server's log.

It gives a request a thread when all of it has arrived: a slow phone only takes a connection.
"""

import json
import logging
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from socket import socket
from typing import Any

from waitress import create_server
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]  # a module is no variable to mypy

THREADS = 8
LARGEST_BODY = 17_000_000  # bytes; the app accepts less, and says so on a page
CONNECTIONS = 1000  # a browser opens six, and leaves them open for minutes
FILES_EACH = 4  # the socket, a large body, a large answer, and some for the database
SELECTABLE = 400  # connections on Windows, which has only select(), and takes 512 there
SPARE = 16  # extra connections while others are being closed


class Connections(dict[int, HTTPChannel]):
    """The open connections by file. A thread can close one at any time, so iterating uses a copy."""

    def values(self) -> list[HTTPChannel]:  # type: ignore[override]  # dict's own view would fail then
        return list(super().values())


class Request(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request; one that says its length in two ways ends its connection (RFC 9112, 6.3)."""

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            self.connection_close = True
            self.headers["CONNECTION"] = "close"


class Connection(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A phone's connection. If there are too many, the one that has been idle longest is closed."""

    parser_class = Request

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
            each.handle_accept = partial(_accept_all, each)
    return server


def _accept_all(server: BaseWSGIServer) -> None:
    """Accept those who wait, at most as many at once as can be over the limit: others wait behind them."""
    for _ in range(SPARE):
        open_before = len(server.active_channels)
        BaseWSGIServer.handle_accept(server)
        if len(server.active_channels) == open_before:
            return


def _files() -> int:
    """Return how many files this process can have open, after raising the limit."""
    wanted = CONNECTIONS * FILES_EACH
    if not resource:
        return SELECTABLE * FILES_EACH
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < wanted:  # negative means no limit
        soft = wanted if hard < 0 else min(wanted, hard)
        with suppress(OSError, ValueError):  # a sandbox can forbid it
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft < 0 else soft


ABOUT_REQUEST = re.compile("(Client disconnected|Exception) while serving")


class JsonLine(logging.Formatter):
    """Format a record as one JSON object; `fields` in `extra` go next to the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def without_addresses(record: logging.LogRecord) -> bool:
    """Remove the requested address from waitress's lines."""
    if found := ABOUT_REQUEST.match(record.getMessage()):
        record.msg, record.args = found[0], ()
    return True


def log_config(log: str) -> dict[str, Any]:
    """Return the configuration for `logging.config`, by SCOREKEEPER_LOG; gunicorn's lines go there too."""
    lines = {"()": JsonLine} if log == "json" else {"format": "%(asctime)s %(message)s"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": lines},
        "filters": {"anonymous": {"()": lambda: without_addresses}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["anonymous"]}},
        "root": {"level": "INFO", "handlers": ["console"]},
        "loggers": {
            "alembic": {"level": "WARNING"},
            "gunicorn.error": {"level": "INFO", "propagate": True},
            "waitress.queue": {"level": "ERROR"},  # it warns about every request that waits for a thread
        },
    }
