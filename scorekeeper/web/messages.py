"""What a change has to say is told once, on the page that it leads to, whatever page is opened before that one."""

from urllib.parse import unquote, urlsplit

from flask import Flask, Response, request, session

from .access import FRONT_PAGE

MOST_PLACES = 3  # the cookie keeps them: of pages that were never opened the oldest are forgotten


def init_app(app: Flask) -> None:
    """Keep what is flashed until its page is opened."""
    app.before_request(_bring)
    app.after_request(_keep)


def _bring() -> None:
    if request.method == "GET" and (kept := session.get("told")):
        told = [said for place, said in kept if place == _here()]
        if told:
            session["told"] = [each for each in kept if each[0] != _here()]
            session["_flashes"] = [each for said in told for each in said]


def _keep(response: Response) -> Response:
    """Keep what was not shown for the page to which the answer leads, or else for this one."""
    if "_flashes" in session:
        place = unquote(urlsplit(response.location).path) if response.location else _here()
        session["told"] = [*session.get("told", []), [place, session.pop("_flashes")]][-MOST_PLACES:]
    return response


def _here() -> str:
    return request.script_root + ("/" if request.path == FRONT_PAGE else request.path)
