"""Starting a game, looking at it, undo."""

from uuid import UUID

from flask import Blueprint, Response, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game import changes, new_game
from scorekeeper.web.forms.base import StepForm
from scorekeeper.web.forms.game import StartGameForm
from scorekeeper.web.rendering import page

from .scoreboard import scoreboard_page, send

blueprint = Blueprint("games", __name__, url_prefix="/games")


@blueprint.get("/new")
def new() -> ResponseReturnValue:
    return _new_page(StartGameForm(data={"rules": request.args.get("rules")}), 200)


@blueprint.post("")
def start() -> ResponseReturnValue:
    form = StartGameForm()
    if not form.validate_on_submit():
        return _new_page(form, 400 if form.csrf_failed else 422)
    try:
        names = [field.data or "" for field in form.players]
        ends = form.target.data, form.hand_limit.data
        started = new_game.start_game(g.club, form.token.id, form.rules.data or "", names, form.dealer.data or 0, *ends)
    except ValidationFailed as refused:
        form.rule_errors = refused.refusals
        return _new_page(form, 422)
    return redirect(url_for("games.show", game=started), 303)


def _new_page(form: StartGameForm, status: int) -> Response:
    offers, known = new_game.offers(g.club), new_game.known_names(g.club)
    return page("game/new.html", "main", status, form=form, offers=offers, known=known)


@blueprint.get("/deleted")
def deleted() -> ResponseReturnValue:
    return page("game/deleted_games.html", "main", games=new_game.deleted_games(g.club))


@blueprint.get("/<uuid:game>")
def show(game: UUID) -> ResponseReturnValue:
    return scoreboard_page(game)


@blueprint.post("/<uuid:game>/undo")
def undo(game: UUID) -> ResponseReturnValue:
    form = StepForm()
    return send(form, game, lambda: changes.undo(g.club, game, form.token))


@blueprint.post("/<uuid:game>/redo")
def redo(game: UUID) -> ResponseReturnValue:
    form = StepForm()
    return send(form, game, lambda: changes.redo(g.club, game, form.token))
