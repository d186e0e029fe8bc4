"""Who may do what, and in which club: settled once, before any view.

A view says by a decorator what it needs.
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, current_app, g, request, session
from flask.typing import ResponseReturnValue

from scorekeeper.settings import Settings
from scorekeeper.usecases import access

from . import rendering

ViewT = TypeVar("ViewT", bound=Callable[..., Any])

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def changes_nothing(view: ViewT) -> ViewT:
    """Mark a view that is sent a form and stores nothing: it asks for no PIN."""
    vars(view)["changes_nothing"] = True
    return view


def same_for_everyone(view: ViewT) -> ViewT:
    """Mark a view that answers everyone alike: it belongs to no club, and its answer carries no cookie."""
    vars(view)["same_for_everyone"] = True
    return view


def is_marked(mark: Callable[[Any], Any]) -> bool:
    """Return whether the view that is asked for bears this mark, one of the decorators above."""
    view = current_app.view_functions.get(request.endpoint or "")
    return view is not None and mark.__name__ in vars(view)


def init_app(app: Flask, settings: Settings) -> None:
    """Find each request's club, and ask a phone for the PIN before its first change."""
    pin_mark = hmac.new(str(app.secret_key).encode(), settings.pin.encode(), hashlib.sha256).hexdigest()[:16]

    @app.before_request
    def find_club() -> None:
        if not is_marked(same_for_everyone):
            g.club_id = access.club_id()

    @app.before_request
    def ask_pin() -> ResponseReturnValue | None:
        changes = request.method not in SAFE_METHODS and not is_marked(changes_nothing)
        if not settings.pin or not changes or session.get("pin") == pin_mark:
            return None
        typed = request.form.get("pin")
        if typed is None:
            return _pin_page("", 403)
        address = request.remote_addr or "unknown"
        opened = access.check_pin(address, hmac.compare_digest(typed.strip().encode(), settings.pin.encode()))
        if opened is None:
            return _pin_page("Too many wrong PINs. Try again in ten minutes.", 429)
        if not opened:
            return _pin_page("Wrong PIN.", 403)
        session["pin"] = pin_mark
        return None


def _pin_page(error: str, status: int) -> ResponseReturnValue:
    """Ask for the PIN, and carry everything that was typed along so that it is sent again with the PIN."""
    typed = [(name, value) for name, value in request.form.items(multi=True) if name != "pin"]
    return rendering.whole_page("pin.html", status, error=error, typed=typed)
