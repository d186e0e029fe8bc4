"""Error pages in the app's own look."""

from flask import Flask, Response, current_app
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException, InternalServerError

from scorekeeper.usecases.errors import NotFound

from .rendering import whole_page

PAGES = {
    400: ("That did not arrive whole", "Go back, reload the page and try again."),
    404: ("Nothing here", "This address leads nowhere. The game may have been deleted."),
    405: ("Nothing here", "This address is only for sending a form."),
    413: ("Too large", "A file may have 5 MB at most."),
    500: ("Something went wrong", "What was saved before is safe. Go back and try again."),
    503: ("Busy for a moment", "Nothing was stored. Go back and try again."),
}


def init_app(app: Flask) -> None:
    """Answer every error with a page."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(NotFound, lambda _: _page(404))
    app.register_error_handler(OperationalError, _database_error)


def _http_error(error: HTTPException) -> Response:
    if isinstance(error, InternalServerError):
        return _page(500)  # Flask has logged its cause
    text = error.description if error.description != type(error).description else None
    response = _page(error.code or 500, text)
    if error.code == 405:
        response.allow.update(getattr(error, "valid_methods", None) or ())
    return response


def _database_error(error: OperationalError) -> Response:
    current_app.logger.error("The database did not answer: %s", error)
    return _page(503)


def _page(status: int, text: str | None = None) -> Response:
    title, default = PAGES.get(status, PAGES[400])
    return whole_page("error.html", status, title=title, text=text or default)
