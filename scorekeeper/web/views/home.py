"""The club's home page and its history, the installed app and the page of a phone's own settings."""

import re
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, abort, flash, g, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.rules.presets import PRESETS
from scorekeeper.usecases import clubs, history, home, links
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.names import normalize_name
from scorekeeper.usecases.tournaments.tournament_page import all_tournaments
from scorekeeper.web.access import in_club, keeps_club, reads_club
from scorekeeper.web.forms.club import DaysForm
from scorekeeper.web.forms.history import HOUSE, HistoryForm
from scorekeeper.web.rendering import page, submit

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@in_club
def show() -> ResponseReturnValue:
    if not g.access.reads_club:  # a phone that entered by a table link sees the game there
        game = links.newest_game_at(g.access.series)
        return redirect(url_for("games.show", game=game), 303) if game else abort(404)
    tournaments = all_tournaments(g.club_id, 3)
    shown = home.home(g.club_id, g.access.zone, {uid: won for uid, _, _, won in tournaments})
    return page("home.html", "main", home=shown, tournaments=tournaments)


@blueprint.get("/evening.svg")
@reads_club
def draw_evening() -> ResponseReturnValue:
    """Draw the last evening as a picture to share, without a style sheet."""
    winners = {uid: won for uid, _, _, won in all_tournaments(g.club_id, 3)}
    shown = home.home(g.club_id, g.access.zone, winners)
    if not shown.evening:
        return redirect(url_for("home.show"), 303)
    response = make_response(render_template("evening.svg", home=shown))
    response.mimetype = "image/svg+xml"
    return response


@blueprint.get("/settings")
@reads_club
def show_settings() -> ResponseReturnValue:
    return page("club/settings.html", "main", any_deleted=home.any_deleted(g.club_id))


@blueprint.get("/phone")
@in_club
def show_phone() -> ResponseReturnValue:
    return page("phone.html", "main")


@blueprint.get("/phone/help")
@in_club
def show_help() -> ResponseReturnValue:
    """Say what a secure address brings, and how to get one."""
    return page("help.html", "main")


@blueprint.get("/days")
@keeps_club
def show_days() -> ResponseReturnValue:
    return _days_page(DaysForm(formdata=None, zone=g.access.zone or ""))


def _days_page(form: DaysForm, status: int = 200) -> Response:
    return page("club/days.html", "main", status, form=form, now=datetime.now(UTC))


@blueprint.post("/days")
@keeps_club
def change_days() -> ResponseReturnValue:
    form = DaysForm()

    def change() -> None:
        clubs.change_club(g.club_id, None, form.zone.data or "", form.answered.data or "")
        flash("Saved.")

    return submit(form, change, _days_page, url_for("home.show_days"))


@blueprint.get("/now")
@in_club
def resume() -> ResponseReturnValue:
    """Redirect to the game being played: the start page of the installed app."""
    if g.access.reads_club:
        game = next((game.row.uid for game in home.running_games(g.club_id)), None)
    else:
        game = links.newest_game_at(g.access.series)
    return redirect(url_for("games.show", game=game) if game else url_for("home.show"), 303)


@blueprint.get("/app.webmanifest")
@in_club
def manifest() -> ResponseReturnValue:
    return Response(render_template("app.webmanifest"), mimetype="application/manifest+json")


BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
RULES = (("", "Any"), *((preset.key, preset.title) for preset in PRESETS.values()))
RESULTS = (
    ("", "Any"),
    ("won", "won by the player"),
    ("lost", "lost by the player"),
    ("streak", "longest streak of the player"),
    ("finished", "finished"),
    ("unfinished", "unfinished"),
)


@blueprint.get("/games")
@reads_club
def show_history() -> ResponseReturnValue:
    form = HistoryForm(request.args)
    form.result.choices = RESULTS
    form.rules.choices = [*RULES, *((HOUSE + name, name) for name in _houses(form.house_rules))]
    try:
        cursors, lost = {step: _read_cursor(request.args.get(step, "")) for step in ("before", "after")}, False
    except ValueError:
        cursors, lost = {}, True
    if not form.validate():
        return _history_page(form, 422)
    try:
        found = history.history(g.club_id, form.filter, g.access.zone, **cursors)
    except ValidationFailed as refused:
        form.rule_errors = refused.errors
        return _history_page(form, 422)
    return _history_page(form, 422 if lost else 200, found, lost)


def _houses(chosen: str) -> list[str]:
    """Return the names of house rules to choose from, including the `chosen` ones, which no game may have."""
    names = list(history.house_names(g.club_id))
    gone = normalize_name(chosen)
    return names if gone in ("", *names) else [*names, gone]


def _history_page(form: HistoryForm, status: int, found: history.History | None = None, lost: bool = False) -> Response:
    """Return the history with its search; nothing is `found` if the search is invalid.

    `lost` says that the cursor in the address was unreadable.
    """
    filters = {name: value for name, value in form.data.items() if value}
    here = url_for("home.show_history", **filters)
    onward = here + ("&" if filters else "?")
    links = {
        "older": found and found.older and f"{onward}before={_cursor_text(found.older)}",
        "newer": found and found.newer and f"{onward}after={_cursor_text(found.newer)}",
    }
    several = [error for error in form.rule_errors if isinstance(error, history.SeveralPlayers)]
    meant = [(name, {error.field: name}) for error in several for name in error.names]
    choices = [(name, url_for("home.show_history", **filters | field)) for name, field in meant]
    return page("history/history.html", "main", status, form=form, found=found, lost=lost, links=links, choices=choices)


def _cursor_text(cursor: tuple[datetime, int]) -> str:
    """Return a cursor of the history for an address: microseconds since 1970, and an id."""
    return f"{(cursor[0] - BEGINNING) // timedelta(microseconds=1):x}.{cursor[1]:x}"


def _read_cursor(text: str) -> tuple[datetime, int] | None:
    """Return the cursor in an address, or None; raise ValueError if it is not a cursor."""
    if not text:
        return None
    found = re.fullmatch(r"(-?[0-9a-f]{1,13})\.([0-9a-f]{1,7})", text)
    if not found:
        raise ValueError
    return BEGINNING + timedelta(microseconds=int(found[1], 16)), int(found[2], 16)
