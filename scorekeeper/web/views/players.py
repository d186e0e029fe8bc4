"""The players of the club and their statistics."""

from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from flask import Blueprint, Response, flash, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.usecases.errors import NotFound, ValidationFailed
from scorekeeper.usecases.names import is_unnamed
from scorekeeper.usecases.players import leaderboard, player_page, player_stats, roster
from scorekeeper.web.access import keeps_club, reads_club
from scorekeeper.web.dates import this_year
from scorekeeper.web.forms.base import ChangeForm, StepForm, with_posted_form
from scorekeeper.web.forms.players import LeaderboardForm, MergeForm, RenameForm, StatsForm
from scorekeeper.web.rendering import page, submit

blueprint = Blueprint("players", __name__, url_prefix="/players")

LARGEST_ID = 2**31 - 1


@blueprint.get("")
@reads_club
def show() -> ResponseReturnValue:
    form, board = LeaderboardForm(request.args), None
    try:
        board = leaderboard.leaderboard(g.club_id, form.filter, form.sort.data)
    except ValidationFailed as failed:
        form.rule_errors = failed.errors
    form.offer(*player_stats.choices(g.club_id))
    return page("players/leaderboard.html", "main", 200 if board else 422, form=form, board=board)


@blueprint.get("/records")
@reads_club
def show_records() -> ResponseReturnValue:
    form, shown = StatsForm(request.args), {}
    try:
        shown = {
            "best_games": player_page.best_games(g.club_id, form.filter),
            "pairs": player_page.pairs(g.club_id, form.filter),
            "most_pairs": player_page.MOST_PAIRS,
        }
    except ValidationFailed as failed:
        form.rule_errors = failed.errors
    form.offer(*player_stats.choices(g.club_id))
    return page("players/records.html", "main", 200 if shown else 422, form=form, **shown)


@blueprint.get(f"/<int(max={LARGEST_ID}):player>")
@reads_club
def show_player(player: int) -> ResponseReturnValue:
    return _page_of(player, "players/player.html")


@blueprint.get(f"/<int(max={LARGEST_ID}):player>/figures")
@reads_club
def show_figures(player: int) -> ResponseReturnValue:
    return _page_of(player, "players/figures.html")


def _page_of(player: int, template: str) -> ResponseReturnValue:
    form, shown = StatsForm(request.args), {}
    try:
        any_year = "year" not in request.args
        who = player_page.player_page(g.club_id, player, form.filter, this_year(), any_year=any_year)
        form.year.data = str(who.year or "")
        shown = {"rated": player_stats.ratings_of_player(g.club_id, player, form.filter.rules)}
    except NotFound:
        now = roster.merged_into(g.club_id, player)
        if is_unnamed(now.name):  # who has no statistics
            return redirect(url_for("home.show_history", player=now.name))
        asked = request.query_string.decode("ascii", "replace")
        return redirect(url_for(str(request.endpoint), player=now.id) + (f"?{asked}" if asked else ""))
    except player_page.BadFilter as failed:
        form.rule_errors, name, who = failed.errors, failed.name, None
    form.offer(*player_stats.choices(g.club_id))
    return page(
        template,
        "main",
        200 if who else 422,
        form=form,
        who=who,
        name=who.name if who else name,
        player=player,
        **shown,
    )


OF_ONE = f"/<int(max={LARGEST_ID}):player>"


@blueprint.get(f"{OF_ONE}/person")
@keeps_club
def show_person(player: int) -> ResponseReturnValue:
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
    return url_for("players.show_person", player=player)


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
