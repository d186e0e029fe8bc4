"""Links as pages show them: the address, and its code for a phone's camera."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from markupsafe import Markup

from scorekeeper.storage.models import LinkKind

from .access import root
from .hosts import own_url


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link with its address, and its QR code as an SVG element; one that `is_local` opens on this machine alone."""

    kind: LinkKind
    address: str
    code: Markup
    is_local: bool


def shown_links(keys: Mapping[LinkKind, str]) -> Sequence[ShownLink]:
    """Return these links as a page shows them, see `hosts.own_url`."""
    return [_shown(kind, key) for kind, key in keys.items()]


def _shown(kind: LinkKind, key: str) -> ShownLink:
    way = "watch" if kind is LinkKind.WATCH else "enter"
    address = f"{own_url()}{root()}/{way}/{key}"
    drawn = segno.make(address, micro=False, error="l").svg_inline(
        border=4, omitsize=True, svgclass="qr", lineclass=None
    )
    code = Markup(drawn)  # noqa: S704 - it holds nothing but the squares of the code
    return ShownLink(kind, address, code, _is_local(urlsplit(address).hostname or ""))


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
