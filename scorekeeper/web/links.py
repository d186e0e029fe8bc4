"""Links as pages show them: the address, and its code for a phone's camera."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import segno
from flask import request
from markupsafe import Markup

from scorekeeper.storage.models import LinkKind

from .access import root


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link with its address, and its QR code as an SVG element."""

    kind: LinkKind
    address: str
    code: Markup


def shown_links(keys: Mapping[LinkKind, str]) -> Sequence[ShownLink]:
    """Return these links as a page shows them, under the name by which this server was called."""
    return [_shown(kind, key) for kind, key in keys.items()]


def _shown(kind: LinkKind, key: str) -> ShownLink:
    way = "watch" if kind is LinkKind.WATCH else "enter"
    address = f"{request.host_url.rstrip('/')}{root()}/{way}/{key}"
    drawn = segno.make(address, micro=False, error="l").svg_inline(
        border=4, omitsize=True, svgclass="qr", lineclass=None
    )
    return ShownLink(kind, address, Markup(drawn))  # noqa: S704 - it holds nothing but the squares of the code
