"""The installed app's name, icons and start page, and the page of a phone's own settings."""

from flask import Blueprint, Response, g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.usecases import home, links
from scorekeeper.web.access import in_club
from scorekeeper.web.rendering import page

blueprint = Blueprint("phone", __name__)


@blueprint.get("/phone")
@in_club
def show() -> ResponseReturnValue:
    return page("phone.html", "main")


@blueprint.get("/now")
@in_club
def resume() -> ResponseReturnValue:
    """Redirect to the game being played: the start page of the installed app."""
    if g.access.reads_club:
        game = next((game.uid for game in home.home(g.club_id).running), None)
    else:
        game = links.newest_game_at(g.access.series)
    return redirect(url_for("games.show", game=game) if game else url_for("home.show"), 303)


@blueprint.get("/app.webmanifest")
@in_club
def manifest() -> ResponseReturnValue:
    return Response(render_template("app.webmanifest"), mimetype="application/manifest+json")
