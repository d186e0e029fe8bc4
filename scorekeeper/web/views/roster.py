"""The people of the club: their names, who has left, and two players who are one person."""

from collections.abc import Callable, Sequence
from uuid import UUID

from flask import Blueprint, Response, flash, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.usecases.errors import Conflict, ValidationFailed
from scorekeeper.usecases.players import roster
from scorekeeper.web.forms.base import ChangeForm, StepForm
from scorekeeper.web.forms.player import MergeForm, RenameForm
from scorekeeper.web.rendering import page

from .players import LARGEST_ID

blueprint = Blueprint("people", __name__, url_prefix="/players")
OF_ONE = f"/<int(max={LARGEST_ID}):player>"


@blueprint.get(f"{OF_ONE}/person")
def show(player: int) -> ResponseReturnValue:
    return _person_page(player)


@blueprint.post(f"{OF_ONE}/name")
def rename(player: int) -> ResponseReturnValue:
    form = RenameForm()
    return _send(form, player, lambda: roster.rename(g.club, player, form.token, form.name.data or ""))


@blueprint.post(f"{OF_ONE}/hide")
def hide(player: int) -> ResponseReturnValue:
    form = StepForm()
    return _send(form, player, lambda: roster.hide(g.club, player, form.token, True))


@blueprint.post(f"{OF_ONE}/show")
def show_again(player: int) -> ResponseReturnValue:
    form = StepForm()
    return _send(form, player, lambda: roster.hide(g.club, player, form.token, False))


@blueprint.get(f"{OF_ONE}/merge")
def show_merge(player: int) -> ResponseReturnValue:
    """What merging would do; nothing is stored."""
    asked = MergeForm(request.args, meta={"csrf": False})
    try:
        both = roster.preview_merge(g.club, player, asked.other.data or "")
    except ValidationFailed as refused:
        asked.rule_errors = refused.refusals
        return _person_page(player, asked, 422)
    form = MergeForm(formdata=None, data={"other": both.into.name, "version": both.merged.version})
    return page("players/merge.html", "main", form=form, merged=both.merged, into=both.into)


@blueprint.post(f"{OF_ONE}/merge")
def merge(player: int) -> ResponseReturnValue:
    form = MergeForm()

    def change() -> int:
        into = roster.merge(g.club, player, form.token, form.other.data or "")
        flash("Merged: all games are here now.")
        return into

    return _send(form, player, change)


@blueprint.post(f"{OF_ONE}/mergers/<uuid:merger>/undo")
def tell_apart(player: int, merger: UUID) -> ResponseReturnValue:
    form = StepForm()

    def change() -> int:
        again = roster.undo_merge(g.club, player, merger)
        flash("Taken back: these are two players again.")
        return again

    return _send(form, player, change)


def _send(form: ChangeForm, player: int, change: Callable[[], int | None]) -> ResponseReturnValue:
    """Makes the change and goes on to the page of that player, or of the one that `change` answers.

    400 where the token was not ours, 422 where something cannot be, 409 where the player was changed meanwhile.
    """
    if not form.validate_on_submit():
        return _person_page(player, form, 400 if form.csrf_failed else 422)
    try:
        onward = change()
    except ValidationFailed as refused:
        form.rule_errors = refused.refusals
        return _person_page(player, form, 422, taken=isinstance(refused, roster.NameTaken))
    except Conflict as late:
        return _person_page(player, form, 409, since=late.since)
    if onward is None:
        flash("Saved.")
    return redirect(url_for("people.show", player=onward or player), 303)


def _person_page(
    player: int,
    posted: ChangeForm | None = None,
    status: int = 200,
    *,
    since: Sequence[str] | None = None,
    taken: bool = False,
) -> Response:
    """A player's page with its forms; `posted` keeps what was sent, `taken` says that its name is another player's."""
    shown = roster.player_view(g.club, player)
    forms = {
        "name": RenameForm(formdata=None, data={"name": shown.name}),
        "merge": MergeForm(formdata=None),
        "steps": StepForm(formdata=None),
    }
    for name, form in forms.items():
        if type(form) is type(posted):
            forms[name] = posted
    for form in forms.values():
        if form is not posted or since is not None or form.version.errors:
            form.version.data = shown.version
    return page(
        "players/roster.html", "main", status, player=shown, forms=forms, posted=posted, since=since, taken=taken
    )
