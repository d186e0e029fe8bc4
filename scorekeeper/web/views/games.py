"""Start a game, show it, undo and redo."""

from uuid import UUID

from flask import Blueprint, Response, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.usecases import home
from scorekeeper.usecases.game import new_game
from scorekeeper.usecases.game import undo as undo_redo
from scorekeeper.usecases.game.tournament_table import version_at_game
from scorekeeper.usecases.news import Mark, news_of
from scorekeeper.web.access import keeps_club, keeps_game, reads_game
from scorekeeper.web.forms.game import StartGameForm
from scorekeeper.web.rendering import page, submit
from scorekeeper.web.scoreboard_page import scoreboard_page, submit_step, watch_page

blueprint = Blueprint("games", __name__, url_prefix="/games")


@blueprint.get("/new")
@keeps_club
def new() -> ResponseReturnValue:
    rules, last = request.args.get("rules"), new_game.last_rules(g.club_id)
    begun = {"rules": last.key, **last.goal} if last and rules in (None, last.key) else {"rules": rules}
    return _new_page(StartGameForm(data=begun))


@blueprint.post("")
@keeps_club
def start() -> ResponseReturnValue:
    form = StartGameForm()

    def change() -> UUID:
        names = [field.data or "" for field in form.players]
        ends = form.target.data, form.hand_limit.data, form.time_limit.data
        return new_game.start_game(
            g.club_id,
            form.submission.id,
            form.rules.data or "",
            names,
            form.dealer.data or 0,
            *ends,
            form.starting_totals.numbers(),
            form.confirmed,
            unnamed=form.unnamed.data == "yes",
        )

    return submit(form, change, _new_page, lambda started: url_for("games.show", game=started))


def _new_page(form: StartGameForm, status: int = 200) -> Response:
    offers, known = new_game.offer_rules(g.club_id), new_game.offer_names(g.club_id)
    return page("game/new.html", "main", status, form=form, offers=offers, known=known)


@blueprint.get("/deleted")
@keeps_club
def deleted() -> ResponseReturnValue:
    return page("game/deleted_games.html", "main", games=home.deleted_games(g.club_id))


@blueprint.get("/hidden")
@keeps_club
def hidden() -> ResponseReturnValue:
    return page("game/hidden_games.html", "main", games=home.hidden_games(g.club_id))


@blueprint.get("/<uuid:game>")
@reads_game
def show(game: UUID) -> ResponseReturnValue:
    return scoreboard_page(game) if g.access.keeps_game else watch_page(g.club_id, game)


@blueprint.get("/<uuid:game>/since/<mark>")
@reads_game
def show_since(game: UUID, mark: str) -> ResponseReturnValue:
    """Return the game if it changed since this mark, else redirect to a rematch since then, else 204.

    For a tournament's table, its version also counts, for the clock.
    """
    known, news, tournament = Mark.read(mark), news_of(g.club_id, game), request.args.get("tournament")
    is_new = known is None or known.version != news.version
    if known and not is_new and (rematch := news.rematch_since(known)):
        return redirect(url_for("games.show", game=rematch), 303)
    if not is_new and (tournament is None or tournament == str(version_at_game(g.club_id, game))):
        return Response(status=204)
    known = known or Mark.of(game, news.version)
    return scoreboard_page(game, known=known) if g.access.keeps_game else watch_page(g.club_id, game, known)


@blueprint.post("/<uuid:game>/undo")
@keeps_game
def undo(game: UUID) -> ResponseReturnValue:
    return submit_step(game, undo_redo.undo)


@blueprint.post("/<uuid:game>/redo")
@keeps_game
def redo(game: UUID) -> ResponseReturnValue:
    return submit_step(game, undo_redo.redo)
