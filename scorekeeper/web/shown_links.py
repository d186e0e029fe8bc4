"""Shows links with their QR codes, and renews them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from flask import Response, flash, request, url_for
from markupsafe import Markup
from werkzeug import Response as BaseResponse

from scorekeeper.storage.models import LinkKind

from .access import root
from .forms.base import PlainForm
from .hosts import own_url
from .rendering import page, submit


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link with its address, and its QR code as an SVG element; an `is_local` one opens only on this machine."""

    kind: LinkKind
    address: str
    code: Markup
    is_local: bool


def shown_links(keys: Mapping[LinkKind, str]) -> Sequence[ShownLink]:
    """Return these links for a page, see `hosts.own_url`."""
    return [_shown(kind, key) for kind, key in keys.items()]


def _shown(kind: LinkKind, key: str) -> ShownLink:
    way = "watch" if kind is LinkKind.WATCH else "enter"
    address = f"{own_url()}{root()}/{way}/{key}"
    return ShownLink(kind, address, _qr_code(kind, address), _is_local(urlsplit(address).hostname or ""))


@lru_cache(256)
def _qr_code(kind: LinkKind, address: str) -> Markup:
    """Draw the QR code of a link once: an organizer's page shows the same one after each tap."""
    drawn = segno.make(address, micro=False, error="l").svg_inline(
        border=4, omitsize=True, light="#fff", svgclass="qr", lineclass=None
    )
    named = drawn.replace("<svg", f'<svg role="img" aria-label="QR code of the {kind} link"', 1)
    return Markup(named)  # noqa: S704 - segno draws the address as squares, none of it as text; the kind is our own word


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def renew_link(
    kind: LinkKind,
    count_phones: Callable[[LinkKind], int],
    renew: Callable[[LinkKind], None],
    back: str,
    said: str,
    in_short: str = "",
) -> BaseResponse:
    """Ask before renewing a link, with the number of phones it signs out; renew it when that page's button is tapped.

    `back` is the address of the page with the link, and `said` is what that page then says about the phones; `in_short`
    is the game of a link that is not the club's.
    """

    def show(form: PlainForm, status: int = 200) -> Response:
        action = url_for(str(request.endpoint), **(request.view_args or {}))
        phones = count_phones(kind)
        known = {"kind": kind, "phones": phones, "back": back, "action": action, "in_short": in_short}
        return page("club/renew.html", "main", status, form=form, **known)

    def change() -> None:
        renew(kind)
        flash(f"The {kind} link is new. {said}")

    return submit(PlainForm(), change, show, back) if request.method == "POST" else show(PlainForm(formdata=None))
