"""Error pages in the app's own look."""

import json
from typing import Any

from flask import Flask, Response, current_app, g, make_response, redirect, request, url_for
from sqlalchemy.exc import DBAPIError
from werkzeug import Response as BaseResponse
from werkzeug.exceptions import HTTPException, InternalServerError

from scorekeeper.usecases.errors import NotFound

from .access import PUBLIC_ID, same_for_everyone
from .rendering import explain, wants_fragment, whole_page

PAGES = {
    400: ("That didn't come through", "Go back, reload the page and try again."),
    404: ("Page not found", "It may have been deleted, or it isn't open to this phone."),
    405: ("Page not found", "Go back to the page you came from."),
    413: ("Too large", "The file can be up to {} MB."),
    500: ("Something went wrong", "Everything saved so far is safe. Go back and try again."),
}

CLOSED = (
    "Closed to this phone",
    "Its link was renewed, it was signed out, or the club is gone. Ask the person who keeps the club for the link.",
)
"""The page for a phone that is not in a club, the same if there is no such club."""
DEAD_LINK = (
    "This link doesn't work any more",
    "It was renewed, what it showed was deleted, or part of it is missing. Ask the person who sent it for the new one.",
)
"""The page for a key that opens nothing, the same if it did before."""

OTHER_NAME = (
    "Not under this name",
    "The scorekeeper is here, but doesn't answer to this name. Open it by the address that you were given, or ask "
    "whoever set it up.",
)

PAGE_OF = {
    "alone.meet_again": "games.show",
    "games.write_notes": "games.show_summary",
    **dict.fromkeys(
        (f"game_settings.{name}" for name in ("change_dealer", "change_target", "correct_name", "delete", "hide")),
        "game_settings.show",
    ),
    **dict.fromkeys(
        (
            f"game_settings.{name}"
            for name in ("correct_starting_totals", "name_sides", "play_on", "show_again", "sit_down", "stop")
        ),
        "game_settings.show",
    ),
    **dict.fromkeys(
        (f"players.{name}" for name in ("hide", "rename", "show_again", "undo_merge")), "players.show_person"
    ),
}
"""The pages of forms whose addresses do not begin with that of their page."""


def init_app(app: Flask) -> None:
    """Answer every error with a page, and log it with its route instead of its address, which can have a key."""
    app.log_exception = _log_exception  # type: ignore[method-assign]  # Flask has no other hook
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(NotFound, not_found)
    app.register_error_handler(DBAPIError, _database_error)
    app.get("/unreached")(unreached)


def _log_exception(exc_info: Any) -> None:
    current_app.logger.error("Fault in %s %s", request.method, request.url_rule, exc_info=exc_info)


def not_found(_error: object = None) -> Response:
    """Return the page for what does not exist, or not for this phone."""
    return _page(404)


@same_for_everyone
def unreached() -> Response:
    """Return the page that a phone keeps for where there is no network, and shows in place of any that it does not keep
    (static/worker.js)."""
    text = "This page isn't on this phone, and what you record is safe on it. Check the Wi-Fi, then try again."
    return whole_page("error.html", title="Can't reach the scorekeeper", text=text, gone="", again=True)


def dead_link() -> Response:
    """Return the page for a key that opens nothing."""
    return _answer(404, *DEAD_LINK)


def other_name() -> Response:
    """Return the page for a name that is not this server's."""
    return _answer(400, *OTHER_NAME)


def broken_name() -> Response:
    """Return the same in plain text."""
    return Response("{}. {}\n".format(*OTHER_NAME), 400, mimetype="text/plain")


def _http_error(error: HTTPException) -> BaseResponse:
    if isinstance(error, InternalServerError):
        return _page(500)  # Flask has logged the cause
    if error.code == 405 and request.method in ("GET", "HEAD") and (address := _page_of_form()):
        return redirect(address, 303)
    text = error.description if error.description != type(error).description else None
    response = _page(error.code or 500, text)
    if error.code == 405:
        response.allow.update(getattr(error, "valid_methods", None) or ())
    return response


def _page_of_form() -> str:
    """Return the address of the page with the form that is sent to this address, "" if none is sent here.

    A browser asks for it after it dropped a tab that showed a form with errors, for example.
    """
    adapter, path = current_app.create_url_adapter(request), request.path
    assert adapter is not None
    if not adapter.test(path, "POST"):
        return ""
    endpoint, values = adapter.match(path, "POST")
    if page := PAGE_OF.get(endpoint):
        (rule,) = current_app.url_map.iter_rules(page)
        return url_for(page, **{name: values[name] for name in rule.arguments})
    while path and not adapter.test(path, "GET"):
        path = path.rpartition("/")[0]
    return f"{request.script_root}{path or '/'}"


def _database_error(error: DBAPIError) -> Response:
    title, advice = explain(error)
    return _answer(503, title, f"Nothing was saved. {advice}" if request.method == "POST" else advice)


def _page(status: int, text: str | None = None) -> Response:
    is_club_closed = status == 404 and PUBLIC_ID in request.environ and "access" not in g
    title, default = CLOSED if is_club_closed else PAGES.get(status, PAGES[400])
    default = default.format((request.max_content_length or 0) // 1_000_000)
    gone = "club" if is_club_closed else "page" if status == 404 else ""
    return _answer(status, title, text or default, gone)


def _answer(status: int, title: str, text: str, gone: str = "") -> Response:
    if status < 500 or not wants_fragment():
        return whole_page("error.html", status, title=title, text=text, gone=gone, again=False)
    # What was typed stays on the page: load_missing.js shows this sentence below it.
    response = make_response("", status)
    response.headers["HX-Reswap"] = "none"
    response.headers["HX-Trigger"] = json.dumps({"scorekeeper:fault": f"{title}. {text}"})
    return response
