"""A game in full: its story, its notes, and ways to share it."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from flask import Blueprint, Response, g, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.usecases.game import summary
from scorekeeper.usecases.game.board import watched_board
from scorekeeper.usecases.transfer import bg_stats
from scorekeeper.web.access import keeps_game, reads_game
from scorekeeper.web.forms.base import ChangeForm, StepForm, with_posted_form
from scorekeeper.web.forms.game import NotesForm
from scorekeeper.web.rendering import page, submit
from scorekeeper.web.scoreboard_page import draw_picture

blueprint = Blueprint("summary", __name__, url_prefix="/games/<uuid:game>")


@blueprint.get("/summary")
@reads_game
def show(game: UUID) -> ResponseReturnValue:
    return _summary_page(game)


@blueprint.get("/picture.svg")
@reads_game
def picture(game: UUID) -> ResponseReturnValue:
    return draw_picture(watched_board(g.club_id, game))


@blueprint.post("/notes")
@keeps_game
def write_notes(game: UUID) -> ResponseReturnValue:
    form = NotesForm()
    return submit(
        form,
        lambda: summary.write_notes(g.club_id, game, form.submission, form.notes.data or ""),
        partial(_summary_page, game),
        url_for("summary.show", game=game),
    )


@blueprint.get("/bg-stats")
@reads_game
def show_bg_stats(game: UUID) -> ResponseReturnValue:
    """Show what will be sent, and the link that sends it; an unfinished game has nothing to send."""
    return page("game/bg_stats.html", "main", uid=game, play=bg_stats.make_play(g.club_id, game))


def _summary_page(
    game: UUID, posted: ChangeForm | None = None, status: int = 200, since: Sequence[str] | None = None
) -> Response:
    """Return the game in full; `posted` has the typed notes, `since` says what changed in the meantime."""
    view = summary.summary(g.club_id, game)
    forms = {"notes": NotesForm(formdata=None, data={"notes": view.notes}), "steps": StepForm(formdata=None)}
    forms = with_posted_form(posted, forms, view.version, since)
    return page("game/summary.html", "main", status, game=view, forms=forms, since=since)
