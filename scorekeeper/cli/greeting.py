"""The message when a server starts: the address for phones, with a QR code, and who can reach it."""

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import click

from scorekeeper.settings import Settings

from . import tailscale
from .network import own_addresses

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - nothing is bound to it: the setting is compared with it
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


def addresses(bind: str) -> list[str]:
    """Return the addresses at which phones reach a server that listens here, the likeliest first; none if it is
    local."""
    if bind in EVERYWHERE:
        return own_addresses()
    return [] if bind in THIS_MACHINE else [bind]


def base_address(settings: Settings, addresses: Sequence[str]) -> str:
    """Return the beginning of links: the configured address or name, else the likeliest address."""
    return settings.named_url or f"http://{addresses[0] if addresses else 'localhost'}:{settings.port}"


def greet(settings: Settings, addresses: Sequence[str], keeper_key: str | None = None) -> None:
    """Print the addresses for phones, the likeliest first, who can reach them and where the data is.

    `keeper_key` opens the club of a server that was at home before, until a keeper has entered.
    """
    urls = [f"http://{f'[{address}]' if ':' in address else address}:{settings.port}/" for address in addresses]
    if settings.url:
        urls.insert(0, f"{settings.url}/")
    for url in urls[:1]:
        click.echo(qr_code(url))
        click.echo(f"Rook score is at {url}")
    for url in urls[1:]:
        click.echo(f"For phones on another of this machine's networks: {url}")
    click.echo(f"On this machine: http://localhost:{settings.port}/")
    if settings.hosted:
        _say_hosted(settings, addresses, keeper_key)
    elif urls:
        may = "see every game, and change one after entering the PIN" if settings.pin else "see and change every game"
        who = "Anyone who can open that address" if settings.url else "Anyone on the same network"
        but = ", except through your proxy" if settings.url else ""
        click.echo(f"{who} can {may}. Nothing leaves this machine{but}.")
        _warn_if_moved(settings.instance / "address", urls)
        if settings.proxies or settings.hosts:
            click.echo(
                "Can strangers reach this server? A PIN guards changes, but anyone can look: set SCOREKEEPER_HOSTED=1, "
                "and each club is seen only by those who have its links."
            )
    elif settings.bind in EVERYWHERE:
        click.echo("This machine isn't on a network, so only it can reach the app. Connect, then start again.")
    else:
        click.echo("Only this machine can reach it.")
    if not settings.url:
        for line in tailscale.ways(settings.port):
            click.echo(line)
    click.echo(f"Data folder: {settings.instance}")


def _say_hosted(settings: Settings, addresses: Sequence[str], keeper_key: str | None) -> None:
    click.echo("Many clubs: each is seen only by those who have its links.")
    if settings.pin:
        click.echo("SCOREKEEPER_PIN isn't used here: a club's links say who may change it.")
    if keeper_key:
        click.echo(f"Keeper link of your club from home: {base_address(settings, addresses)}/enter/{keeper_key}")


def qr_code(url: str) -> str:
    """Draw an address as a QR code that a phone's camera can read from the terminal."""
    import segno

    drawn = StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()


def _warn_if_moved(remembered: Path, urls: Sequence[str]) -> None:
    before = remembered.read_text().strip() if remembered.is_file() else ""
    if before and before not in urls:
        click.echo(f"The address changed from {before} to {urls[0]}; open {urls[0]} on your phones.")
    if before not in urls:
        remembered.write_text(urls[0] + "\n")
