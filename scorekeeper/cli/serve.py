"""`scorekeeper serve`: the server for the phones of one house."""

import errno
import logging.config
import signal
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from scorekeeper.logs import log_config
from scorekeeper.settings import BadSetting, Settings

from .club import open_app, refusals_in_sentences
from .greeting import addresses, greet

if TYPE_CHECKING:
    from flask import Flask


@click.command()
@click.pass_obj
def serve(create_app: Callable[[Settings], "Flask"]) -> None:
    """Serve the app to the phones on this network; upgrades the database first."""
    from scorekeeper.http_server import make_server  # imported here, so that the other commands start at once
    from scorekeeper.storage.db import close
    from scorekeeper.usecases import clubs, startup

    try:
        settings = Settings.from_environment()
        listener = _listen(settings)
    except BadSetting as bad:
        raise click.ClickException(str(bad)) from None
    logging.config.dictConfig(log_config(settings.log))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # as Ctrl-C, so that all is closed
    startup.note_served(settings.instance)
    app, copied = open_app(create_app, settings)
    if copied:
        click.echo(f"The database was upgraded. The previous version was saved as {copied}.")
    with app.app_context(), refusals_in_sentences(settings):
        startup.rate_players()
        startup.begin_to_serve(settings.instance)
        key = clubs.key_of_first_club() if settings.hosted else None
    greet(settings, addresses(settings.bind), key)
    try:
        make_server(app, [listener]).run()
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not come between
        with app.app_context():
            close()


def _listen(settings: Settings) -> socket.socket:
    """Return a listening socket; raises BadSetting with a sentence where the port or address cannot be had."""
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
