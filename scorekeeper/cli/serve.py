"""`scorekeeper serve`: the server for the phones of one house."""

import errno
import logging.config
import signal
import socket
import sys

import click

from scorekeeper.logging_config import log_config
from scorekeeper.settings import NAMES, PREFIX, BadSetting, Settings

from .greeting import addresses, greet
from .open_club import CreateApp, open_app, read_settings, refusals_in_sentences

SETTINGS = {
    "PORT": "the port, 8000 unless set",
    "BIND": "the address to listen on; 127.0.0.1 for this machine only",
    "INSTANCE": "the folder of the database and its backups",
    "PIN": "asked once on each phone before it changes anything",
    "URL": "where phones reach the app, like https://rook.example",
    "HOSTS": "other names this server answers to, the first for links",
    "PROXIES": "how many of your own proxies are in front",
    "HOSTED": "1 if many clubs share this server",
    "FOUNDERS": "a code that is asked before a club is started",
    "DATABASE": "postgresql+psycopg://... in place of the SQLite file",
    "POOLER": "1 if PostgreSQL is behind a pooler",
    "SECRET_KEY": "signs the cookies; made once unless set",
    "LOG": "json for a log of one JSON object a line",
    "METRICS": "1 for /metrics",
}
LISTED = "\n".join(f"  {PREFIX + name:<{len(PREFIX) + 12}}{words}" for name, words in SETTINGS.items())


class _Serve(click.Command):
    def parse_args(self, context: click.Context, words: list[str]) -> list[str]:
        """Tell people who use an unknown option how to set up a server."""
        try:
            return super().parse_args(context, words)
        except click.NoSuchOption as unknown:
            name = unknown.option_name.lstrip("-").replace("-", "_").upper()
            setting = PREFIX + (name if name in NAMES else "PORT")
            message = f"{unknown.message} Settings are environment variables, like {setting}; --help lists them."
            raise click.NoSuchOption(unknown.option_name, message, ctx=context) from None


@click.command(cls=_Serve, epilog=f"\b\nSettings are environment variables, all optional:\n{LISTED}")
@click.pass_obj
def serve(create_app: CreateApp) -> None:
    """Serve the app to the phones on this network.

    Upgrades the database first, and keeps a copy of the old one.
    """
    from scorekeeper.http_server import make_server  # imported here, so that other commands start quickly
    from scorekeeper.storage.db import close
    from scorekeeper.usecases import clubs, startup

    settings = read_settings()
    try:
        listener = _listen(settings)
    except BadSetting as bad:
        raise click.ClickException(str(bad)) from None
    logging.config.dictConfig(log_config(settings.log))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # like Ctrl-C, to close everything
    startup.note_served(settings.instance)
    app, copied = open_app(create_app, settings)
    if copied:
        click.echo(f"The database was upgraded. The previous version was saved as {copied}.")
    with app.app_context(), refusals_in_sentences(settings):
        startup.begin_to_serve(settings.instance)
        key = clubs.key_of_first_club() if settings.hosted else None
    greet(settings, addresses(settings.bind), key)
    try:
        make_server(app, [listener]).run()
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not interrupt that
        with app.app_context():
            close()


def _listen(settings: Settings) -> socket.socket:
    """Return a listening socket; raises BadSetting with a sentence if the port or address cannot be used."""
    family = socket.AF_INET6 if ":" in settings.bind else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.bind, settings.port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise BadSetting(
                f"Port {settings.port} is in use: the scorekeeper may already be running. "
                f"Set SCOREKEEPER_PORT to another, like {settings.port + 1}."
            ) from None
        raise BadSetting(f"Cannot listen on {settings.bind} port {settings.port}: {error.strerror}.") from None
    return listener
