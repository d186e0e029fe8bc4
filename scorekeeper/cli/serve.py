"""`rook-scorekeeper serve`: the server for the phones of one house, and where they reach it."""

import errno
import logging.config
import os
import signal
import socket
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import StringIO
from ipaddress import ip_address

import click

from scorekeeper.http_server import log_config
from scorekeeper.settings import NAMES, PREFIX, BadSetting, Settings

from .open_club import CreateApp, open_app, read_settings, refusals_in_sentences, refuse_clubs_at_home, warn_of_pin

SETTINGS = {
    "PORT": "the port, 8000 unless set",
    "BIND": "the address to listen on; 127.0.0.1 for this machine only",
    "INSTANCE": "the folder of the database and its backups",
    "PIN": "4 to 12 digits, asked once on each phone before a change",
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
    "MODULES": "1 for each script by itself",
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
        refuse_clubs_at_home(settings)
        warn_of_pin(settings)
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
    if os.name != "nt":  # Windows would let another server listen there too
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
        code = qr_code(url)
        with suppress(UnicodeEncodeError):
            code.encode(sys.stdout.encoding or "utf-8")  # an output that has no such characters goes without
            click.echo(code)
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
        _warn_if_moved(settings, urls)
        if settings.proxies or settings.hosts:
            click.echo(
                "Can strangers reach this server? A PIN guards changes, but anyone can look: set SCOREKEEPER_HOSTED=1, "
                "and each club is seen only by those who have its links."
            )
    elif settings.bind in EVERYWHERE:
        click.echo("This machine isn't on a network, so only it can reach the app. Connect, then start again.")
    else:
        click.echo("Only this machine can reach it.")
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


def _warn_if_moved(settings: Settings, urls: Sequence[str]) -> None:
    from scorekeeper.storage import file_modes

    before = settings.remembered_address()
    if before and before not in urls:
        click.echo(f"The address changed from {before} to {urls[0]}; open {urls[0]} on your phones.")
    if before not in urls:
        with open(settings.address_file, "w", opener=file_modes.opener) as written:
            written.write(urls[0] + "\n")


# The ioctl for the address of an interface, and where the address is in its result.
SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915
ADDRESS = slice(20, 24)
# Prefixes of interfaces to containers, virtual machines, a VPN or the mobile network, which hardly any phone can reach.
ELSEWHERE = (
    *("br-", "ccmni", "clat", "docker", "ppp", "rmnet", "tailscale", "tap", "tun", "utun", "vboxnet", "veth", "virbr"),
    *("vmnet", "wg", "zt"),
)


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses, the likeliest for phones first; none without a network."""
    routed = routed_address()
    return by_likelihood(list(interfaces()) or [("", routed)], routed)


def by_likelihood(interfaces: list[tuple[str, str]], routed: str) -> list[str]:
    """Return the addresses that other machines can reach; `routed` is that of the default route.

    A machine that is the hotspot can have no default route, or one through a network without phones.
    """
    outside = [(name, address) for name, address in interfaces if address and not _is_local(address)]
    outside.sort(key=lambda it: (it[0].startswith(ELSEWHERE), it[1] != routed, not ip_address(it[1]).is_private))
    return [address for _, address in outside]


def _is_local(address: str) -> bool:
    return ip_address(address).is_loopback or ip_address(address).is_link_local


def interfaces() -> Iterator[tuple[str, str]]:
    """Yield each network interface with its IPv4 address; nothing if the system does not tell."""
    try:
        import fcntl  # Windows has none

        names = [name for _, name in socket.if_nameindex()]
    except (ImportError, OSError):
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for name in names:
            try:
                answer = fcntl.ioctl(asked, SIOCGIFADDR, struct.pack("256s", name.encode()))
            except OSError:
                continue  # no address
            yield name, socket.inet_ntoa(answer[ADDRESS])


def routed_address() -> str:
    """Return this machine's address on the default route, "" if there is no such route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return ""
        return str(probe.getsockname()[0])
