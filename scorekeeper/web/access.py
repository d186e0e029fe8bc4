"""Access control: finds the club of a request and what the phone may do there, before any view.

A view says by a decorator what it needs. A hosted club's addresses begin with /c/<public id>; at home they have no
prefix.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit
from uuid import UUID, uuid5

from flask import Flask, abort, current_app, g, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import validate_csrf
from markupsafe import escape
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException
from wtforms import ValidationError

from scorekeeper.settings import Settings, read_secret
from scorekeeper.storage import rate_limits
from scorekeeper.usecases import permissions, phones
from scorekeeper.usecases.permissions import Access

from . import rendering
from .forms.base import cut_long_answers
from .rendering import explain

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ViewT = TypeVar("ViewT", bound=Callable[..., Any])

CLUB_PREFIX = re.compile(r"/c/([a-z2-7]{16})(?=/|$)")
FRONT_PAGE = "/clubs"
PUBLIC_ID, ROOT = "scorekeeper.public_id", "scorekeeper.root"  # key in the WSGI environment
MOST_ESCAPED = 500_000  # the PIN page carries the form along, which makes it this many characters longer
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True, slots=True)
class Marks:
    """What the decorators below say of a view; `may` is None where no club is needed.

    `takes_up_to` is the size of its form in bytes, if it may have more than others.
    """

    may: Callable[[Access], bool] | None = None
    changes_nothing: bool = False
    same_for_everyone: bool = False
    outside_clubs: bool = False
    takes_up_to: int | None = None


def _mark(**marks: Any) -> Callable[[ViewT], ViewT]:
    def mark(view: ViewT) -> ViewT:
        vars(view)["marks"] = replace(vars(view).get("marks", Marks()), **marks)
        return view

    return mark


changes_nothing = _mark(changes_nothing=True)
"""Mark a view that takes a form but stores nothing: it needs no PIN."""
same_for_everyone = _mark(same_for_everyone=True)
"""Mark a view with the same answer for everyone: it belongs to no club, and its answer has no cookie."""
outside_clubs = _mark(outside_clubs=True)
"""Mark a view that needs no club and no permission, but the phone's id: the ways into a club."""
keeps_club = _mark(may=lambda access: access.keeps_club)
"""Mark a view for keepers of the club."""
reads_club = _mark(may=lambda access: access.reads_club)
"""Mark a view for keepers and readers of the club."""
keeps_game = _mark(may=lambda access: access.keeps_game)
"""Mark a view for keepers and for phones at the game's table."""
reads_game = _mark(may=lambda access: access.reads_game)
"""Mark a view for keepers, readers and phones at the game's table."""
in_club = _mark(may=lambda _: True)
"""Mark a view for every phone that entered the club by any link."""


def takes_up_to(size: int) -> Callable[[ViewT], ViewT]:
    """Mark a view with a form that may have this many bytes, more than others."""
    return _mark(takes_up_to=size)


def marks() -> Marks:
    """Return the marks of the requested view, none if there is no such address."""
    view = current_app.view_functions.get(request.endpoint or "")
    return vars(view).get("marks", Marks()) if view else Marks()


def phone_id() -> UUID | None:
    """Return the id of this phone, None if it never entered by a link."""
    phone = session.get("phone")
    return phone if isinstance(phone, UUID) else None


def entering_phone_id() -> UUID | None:
    """Return the id of the entering phone; for a new phone one derived from its form's token."""
    token = session.get("csrf_token")
    return phone_id() or (uuid5(UUID(int=0), token) if token else None)


def renew_phone_id(phone: UUID) -> None:
    """Give this phone its new id and a new token: someone who planted its cookie would know the old ones."""
    old, kept = phone_id(), {name: session[name] for name in ("pin", "begun") if name in session}
    session.clear()
    session.permanent = True
    session.update(kept | {"phone": phone} | ({"old_phone": old} if old else {}))


def _forget_old_phone() -> None:
    """Delete this phone's old id, now that it has used the new one."""
    if (old := session.get("old_phone")) and not marks().same_for_everyone:
        with suppress(DBAPIError):  # then the next request does it
            phones.forget(old)
            del session["old_phone"]


def caller_address() -> str:
    """Return the address that rate limits count: on a hosted server the network of an IPv6 address.

    At home the phones of a household would share a network.
    """
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return request.remote_addr or "unknown"
    if current_app.config["HOSTED"] and isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(IPv6Network((int(address), 64), strict=False))
    return str(address)


def is_from_own_page() -> bool:
    """Return whether no other site made a browser send this form, which has no token.

    Every browser says where a form came from; other clients say nothing.
    """
    if site := request.headers.get("Sec-Fetch-Site"):
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    ours = {request.host, urlsplit(current_app.config["ORIGIN"]).netloc} - {""}
    return urlsplit(origin).netloc in ours


def check_marks(app: Flask) -> None:
    """Raise LookupError if a view has no mark: a forgotten one must not let anyone in."""
    for endpoint, view in app.view_functions.items():
        marked = vars(view).get("marks", Marks())
        if not (marked.may or marked.same_for_everyone or marked.outside_clubs):
            raise LookupError(f"{endpoint} has no decorator that says who it is for.")


class ClubInAddress:
    """Moves /c/<public id> from the path to the script root, so that `url_for` adds it to every address of that club.

    Without it, / is the front page of the server.
    """

    def __init__(self, app: "WSGIApplication") -> None:
        self.app = app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        environ[ROOT] = environ["SCRIPT_NAME"]
        if found := CLUB_PREFIX.match(path):
            environ[PUBLIC_ID] = found[1]
            environ["SCRIPT_NAME"] += found[0]
            environ["PATH_INFO"] = path[found.end() :] or "/"
        elif path == "/":
            environ["PATH_INFO"] = FRONT_PAGE
        return self.app(environ, start_response)


def root() -> str:
    """Return the prefix of addresses outside the clubs: "" at the top of the host."""
    return str(request.environ.get(ROOT, request.script_root))


def home_address() -> str:
    """Return the address of the club's home page, or without a club of the front page."""
    return url_for("home.show") if "access" in g else club_address()


def club_address(public_id: str | None = None, game: UUID | None = None) -> str:
    """Return the address of a hosted club's home page, or of a game; without a public id that of the server."""
    return f"{root()}{f'/c/{public_id}' if public_id else ''}/{f'games/{game}' if game else ''}"


def init_app(app: Flask, settings: Settings) -> None:
    """Find the club of each request, and ask a phone for the PIN before its first change."""
    app.config.update(HOSTED=settings.hosted, FOUNDERS=settings.founders, ORIGIN=settings.origin)
    if settings.hosted:
        app.wsgi_app = ClubInAddress(app.wsgi_app)  # type: ignore[method-assign]  # as Flask wraps middleware
    app.context_processor(lambda: {"access": g.get("access"), "hosted": settings.hosted})
    app.jinja_env.globals |= {
        "root_url": club_address,
        "home_url": home_address,
        "pin_is_number": settings.pin.isdecimal(),
    }
    app.before_request(_forget_old_phone)
    app.before_request(_check_access(settings))
    app.before_request(_read_form)
    app.before_request(cut_long_answers)
    if settings.pin and not settings.hosted:
        app.before_request(_ask_pin(settings.pin, str(app.secret_key)))


def _check_access(settings: Settings) -> Callable[[], None]:
    def check_access() -> None:
        """Find the club and what the phone may do there; a closed club looks like a missing one.

        Below a club's address is only what needs the club: what answers without one has no second address there.
        """
        marked, public_id = marks(), request.environ.get(PUBLIC_ID)
        if marked.may is None and request.endpoint and not public_id:
            return
        game = (request.view_args or {}).get("game")
        if settings.hosted:
            g.access = permissions.in_hosted_club(public_id, phone_id(), game)
        else:
            g.access = permissions.at_home(phone_id(), game)
        if request.endpoint and not (marked.may and marked.may(g.access)):
            abort(404)
        g.club_id = g.access.club_id

    return check_access


def _read_form() -> None:
    """Refuse an unreadable form: too large, broken off, or with a part without a name."""
    if not request.environ.get("CONTENT_LENGTH") and "HTTP_TRANSFER_ENCODING" not in request.environ:
        return
    if request.mimetype == "multipart/form-data":  # other content types would take a hundred times their size in memory
        request.max_content_length = marks().takes_up_to or request.max_content_length
    if request.is_json:  # WTForms would read it in place of a form, with values of any kind and length
        abort(400)
    try:
        nameless = None in request.form or None in request.files
    except HTTPException:
        raise
    except Exception:  # each server raises its own errors for broken off requests and malformed chunks
        abort(400)
    if nameless:
        abort(400)


def _ask_pin(pin: str, secret: str) -> Callable[[], ResponseReturnValue | None]:
    pin_mark = hmac.new(secret.encode(), pin.encode(), hashlib.sha256).hexdigest()[:16]

    def ask_pin() -> ResponseReturnValue | None:
        g.pin_known = session.get("pin") == pin_mark
        changes = request.method not in SAFE_METHODS and marks().may and not marks().changes_nothing
        if not changes or g.pin_known:
            return None
        typed = request.form.get("pin")
        if typed is None:
            g.access = replace(g.access, keeps_club=False)  # from here on the phone may do what it may in a hosted club
            return None if g.access.by_table and _may_at_table() else closed()
        if not _has_own_token():
            return None  # the view refuses it; another site must neither unlock this phone nor use up its attempts
        right = hmac.compare_digest(read_secret(typed).encode(), pin.encode())
        try:
            opened = rate_limits.check_secret(rate_limits.WRONG_PIN, caller_address(), right)
        except DBAPIError as error:
            return _pin_page("{}. Nothing was saved. {}".format(*explain(error)), 503)
        if opened is None:
            return _pin_page("Too many wrong PINs. Try again in ten minutes.", 429)
        if not opened:
            return _pin_page("Wrong PIN.", 403)
        session["pin"] = pin_mark
        return None

    return ask_pin


def closed() -> ResponseReturnValue:
    """Answer what this phone may not change: as if it did not exist, or with the page that asks for the PIN."""
    return abort(404) if g.get("pin_known", True) else _pin_page("", 403)


def may_share_links() -> bool:
    """Return whether this phone may see a game's table link, which lets others keep score without the PIN."""
    return g.get("pin_known", True) or bool(g.access.by_table)


def _has_own_token() -> bool:
    try:
        validate_csrf(request.form.get("csrf_token"))
    except ValidationError:
        return False
    return True


def _may_at_table() -> bool:
    """Return whether the requested view is open to a phone at the game's table."""
    may = marks().may
    return may is not None and may(replace(g.access, keeps_club=False, reads_club=False))


def _pin_page(error: str, status: int) -> ResponseReturnValue:
    """Ask for the PIN, and carry along everything that was typed, to be sent again with the PIN."""
    typed = [(name, value) for name, value in request.form.items(multi=True) if name != "pin"]
    if sum(len(escape(text)) - len(text) for pair in typed for text in pair) > MOST_ESCAPED:
        abort(413)
    return rendering.whole_page("pin.html", status, error=error, typed=typed)
