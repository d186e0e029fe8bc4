"""`scorekeeper serve`: the server for the phones of one house."""

import errno
import logging
import socket
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.settings import BadSetting, Settings

from .club import open_app
from .network import own_addresses

if TYPE_CHECKING:
    from flask import Flask

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


@click.command()
@click.pass_obj
def serve(create_app: Callable[[Settings], "Flask"]) -> None:
    """Serve the app to the phones on this network; upgrades the database first."""
    import waitress  # imported here, so that the other commands start at once

    from scorekeeper.usecases import access
    from scorekeeper.usecases.players.ratings import catch_up_to_the_end

    try:
        settings = Settings.from_environment()
        listener = _listen(settings)
    except BadSetting as bad:
        raise click.ClickException(str(bad)) from None
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    app, copied = open_app(create_app, settings)
    with app.app_context():
        catch_up_to_the_end(access.club())
    if copied:
        click.echo(f"The database was upgraded. The previous version was saved as {copied}.")
    greet(settings, addresses(settings.bind))
    # What a proxy says of the request is heard or left alone by `security`, as SCOREKEEPER_PROXIES has it.
    waitress.serve(app, sockets=[listener], threads=8, ident=None, clear_untrusted_proxy_headers=False)


def addresses(bind: str) -> list[str]:
    """Return the addresses for phones of a server that listens there, the likeliest first; none if it is local."""
    if bind in EVERYWHERE:
        return own_addresses()
    return [] if bind in THIS_MACHINE else [bind]


def _listen(settings: Settings) -> socket.socket:
    """A listening socket; raises BadSetting with a sentence where the port or address cannot be had."""
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


def greet(settings: Settings, addresses: Sequence[str]) -> None:
    """Say where phones find the app, the likeliest address first, who can reach it and where the data lies."""
    urls = [f"http://{f'[{address}]' if ':' in address else address}:{settings.port}/" for address in addresses]
    for url in urls[:1]:
        click.echo(qr_code(url))
        click.echo(f"Rook score is at {url}")
    for url in urls[1:]:
        click.echo(f"For phones on another network of this machine: {url}")
    click.echo(f"On this machine: http://localhost:{settings.port}/")
    if urls:
        may = "see every game, and change one after entering the PIN" if settings.pin else "see and change every game"
        click.echo(f"Anyone on the same network can {may}. Nothing leaves this machine.")
        _say_if_moved(settings.instance / "address", urls)
    elif settings.bind in EVERYWHERE:
        click.echo("This machine isn't on a network, so only it can reach the app. Connect, then start again.")
    else:
        click.echo("Only this machine can reach it.")
    click.echo(f"Data folder: {settings.instance}")


def qr_code(url: str) -> str:
    """The address as a code that a phone's camera reads from the terminal."""
    import segno

    drawn = StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()


def _say_if_moved(remembered: Path, urls: Sequence[str]) -> None:
    before = remembered.read_text().strip() if remembered.is_file() else ""
    if before and before not in urls:
        click.echo(f"The address changed from {before} to {urls[0]}; open {urls[0]} on your phones.")
    if before not in urls:
        remembered.write_text(urls[0] + "\n")
