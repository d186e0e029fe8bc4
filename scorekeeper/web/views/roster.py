"""The roster of the club: rename, hide and merge players."""

from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from flask import Blueprint, Response, flash, g, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.players import roster
from scorekeeper.web.access import keeps_club
from scorekeeper.web.forms.base import ChangeForm, StepForm, with_posted_form
from scorekeeper.web.forms.player import MergeForm, RenameForm
from scorekeeper.web.rendering import page, submit

from .players import LARGEST_ID

blueprint = Blueprint("roster", __name__, url_prefix="/players")
OF_ONE = f"/<int(max={LARGEST_ID}):player>"


@blueprint.get(f"{OF_ONE}/person")
@keeps_club
def show(player: int) -> ResponseReturnValue:
    return _player_page(player)


@blueprint.post(f"{OF_ONE}/name")
@keeps_club
def rename(player: int) -> ResponseReturnValue:
    form = RenameForm()

    def change() -> None:
        try:
            roster.rename(g.club_id, player, form.submission, form.name.data or "", form.confirmed)
        except roster.NameTaken as taken:
            form.taken_by = taken.other
            raise
        flash("Saved.")

    return _submit(form, player, change)


@blueprint.post(f"{OF_ONE}/hide")
@keeps_club
def hide(player: int) -> ResponseReturnValue:
    return _hide(player, True)


@blueprint.post(f"{OF_ONE}/show")
@keeps_club
def show_again(player: int) -> ResponseReturnValue:
    return _hide(player, False)


def _hide(player: int, hidden: bool) -> ResponseReturnValue:
    form = StepForm()

    def change() -> None:
        roster.hide(g.club_id, player, form.submission, hidden)
        flash("Saved.")

    return _submit(form, player, change)


@blueprint.get(f"{OF_ONE}/merge")
@keeps_club
def show_merge(player: int) -> ResponseReturnValue:
    """Show what merging would change; nothing is stored."""
    question = MergeForm(request.args, meta={"csrf": False})
    try:
        both = roster.preview_merge(g.club_id, player, question.other.data or "")
    except ValidationFailed as failed:
        question.rule_errors = failed.errors
        return _player_page(player, question, 422)
    form = MergeForm(formdata=None, data={"other": both.into.name, "version": both.merged.version})
    return page("players/merge.html", "main", form=form, merged=both.merged, into=both.into)


@blueprint.post(f"{OF_ONE}/merge")
@keeps_club
def merge(player: int) -> ResponseReturnValue:
    form = MergeForm()

    def change() -> int:
        into = roster.merge(g.club_id, player, form.submission, form.other.data or "")
        flash("Merged: all games are here now.")
        return into

    return _submit(form, player, change)


@blueprint.post(f"{OF_ONE}/merges/<uuid:merge>/undo")
@keeps_club
def undo_merge(player: int, merge: UUID) -> ResponseReturnValue:
    form = StepForm()

    def change() -> int:
        again = roster.undo_merge(g.club_id, player, merge)
        flash("Merge undone: these are two players again.")
        return again

    return _submit(form, player, change)


def _submit(form: ChangeForm, player: int, change: Callable[[], int | None]) -> ResponseReturnValue:
    """Submit a form of this player's page and go on to the player that `change` returns, or else to this one."""
    return submit(form, change, partial(_player_page, player), lambda other: _address(other or player))


def _address(player: int) -> str:
    return url_for("roster.show", player=player)


def _player_page(
    player: int, posted: ChangeForm | None = None, status: int = 200, since: Sequence[str] | None = None
) -> Response:
    """Return a player's page with its forms; `posted` is a form to show again, `since` says what changed in the
    meantime."""
    view = roster.player_view(g.club_id, player)
    forms = {
        "name": RenameForm(formdata=None, data={"name": view.name}),
        "merge": MergeForm(formdata=None),
        "steps": StepForm(formdata=None),
    }
    forms = with_posted_form(posted, forms, view.version, since)
    return page("players/roster.html", "main", status, player=view, forms=forms, posted=posted, since=since)
