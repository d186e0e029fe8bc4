"""The home page."""

from flask import Blueprint, abort, g, redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.usecases import home, links
from scorekeeper.usecases.tournaments.tournament_page import all_tournaments
from scorekeeper.web.access import in_club
from scorekeeper.web.rendering import page

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@in_club
def show() -> ResponseReturnValue:
    if not g.access.reads_club:  # a phone that entered by a table link sees the game there
        game = links.newest_game_at(g.access.series)
        return redirect(url_for("games.show", game=game), 303) if game else abort(404)
    return page("home.html", "main", home=home.home(g.club_id), tournaments=all_tournaments(g.club_id, 3))
