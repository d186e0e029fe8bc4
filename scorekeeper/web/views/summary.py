"""A game in full: its story, its notes, and what can be done with it afterwards."""

from collections.abc import Sequence
from uuid import UUID

from flask import Blueprint, Response, g
from flask.typing import ResponseReturnValue
from wtforms import TextAreaField

from scorekeeper.usecases.game import summary
from scorekeeper.usecases.transfer import bg_stats
from scorekeeper.web.forms.base import ChangeForm, StepForm
from scorekeeper.web.rendering import page

from .scoreboard import send

blueprint = Blueprint("summary", __name__, url_prefix="/games/<uuid:game>")


class NotesForm(ChangeForm):
    """What the table noted on a game."""

    notes = TextAreaField("Notes", default="")


@blueprint.get("/summary")
def show(game: UUID) -> ResponseReturnValue:
    return _summary_page(game)


@blueprint.post("/notes")
def write_notes(game: UUID) -> ResponseReturnValue:
    form = NotesForm()
    text = form.notes.data or ""
    return send(form, game, lambda: summary.write_notes(g.club, game, form.token, text), _summary_page, "summary.show")


@blueprint.get("/bg-stats")
def show_bg_stats(game: UUID) -> ResponseReturnValue:
    """What will leave the phone, and the link with which it does; a game that goes on has nothing to send."""
    return page("game/bg_stats.html", "main", uid=game, play=bg_stats.make_play(g.club, game))


def _summary_page(
    game: UUID, posted: ChangeForm | None = None, status: int = 200, since: Sequence[str] | None = None
) -> Response:
    """The game with the form for its notes; `posted` keeps what was typed, `since` says what came in between."""
    shown = summary.summary(g.club, game)
    form = posted or NotesForm(formdata=None, data={"notes": shown.notes})
    if form is not posted or since is not None or form.version.errors:
        form.version.data = shown.version
    steps = StepForm(formdata=None, data={"version": shown.version})
    return page("game/summary.html", "main", status, game=shown, form=form, steps=steps, since=since)
