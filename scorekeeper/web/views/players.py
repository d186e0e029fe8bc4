"""The players of the club and their statistics."""

from flask import Blueprint, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.usecases.errors import NotFound, ValidationFailed
from scorekeeper.usecases.players import (
    best_games,
    leaderboard,
    pairs,
    player_page,
    rating_view,
    roster,
    stats_filter,
)
from scorekeeper.web.access import reads_club
from scorekeeper.web.forms.player import LeaderboardForm, StatsForm
from scorekeeper.web.rendering import page

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
    form.offer(*stats_filter.choices(g.club_id))
    return page("players/leaderboard.html", "main", 200 if board else 422, form=form, board=board)


@blueprint.get("/records")
@reads_club
def show_records() -> ResponseReturnValue:
    form, shown = StatsForm(request.args), {}
    try:
        shown = {
            "best_games": best_games.best_games(g.club_id, form.filter),
            "pairs": pairs.pairs(g.club_id, form.filter),
            "most_pairs": pairs.MOST_PAIRS,
        }
    except ValidationFailed as failed:
        form.rule_errors = failed.errors
    form.offer(*stats_filter.choices(g.club_id))
    return page("players/records.html", "main", 200 if shown else 422, form=form, **shown)


@blueprint.get(f"/<int(max={LARGEST_ID}):player>")
@reads_club
def show_player(player: int) -> ResponseReturnValue:
    form, shown = StatsForm(request.args), {}
    try:
        who = player_page.player_page(g.club_id, player, form.filter)
        shown = {"rated": rating_view.of_player(g.club_id, player, form.filter.rules)}
    except NotFound:
        now = roster.merged_into(g.club_id, player)
        asked = request.query_string.decode("ascii", "replace")
        return redirect(url_for("players.show_player", player=now) + (f"?{asked}" if asked else ""))
    except player_page.BadFilter as failed:
        form.rule_errors, name, who = failed.errors, failed.name, None
    form.offer(*stats_filter.choices(g.club_id))
    return page(
        "players/player.html",
        "main",
        200 if who else 422,
        form=form,
        who=who,
        name=who.name if who else name,
        player=player,
        together=pairs.GAMES_TOGETHER,
        **shown,
    )
