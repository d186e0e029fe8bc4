"""Start a game, show it, undo and redo."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from flask import Blueprint, Response, flash, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.rules.game import GameStatus
from scorekeeper.usecases import home
from scorekeeper.usecases.errors import StartedAlready, ValidationFailed
from scorekeeper.usecases.game import change, claimed_total, new_game, summary
from scorekeeper.usecases.game.board import watched_board
from scorekeeper.usecases.game.tournament_table import version_at_game
from scorekeeper.usecases.game.undo import redo_last
from scorekeeper.usecases.game_state import read_game
from scorekeeper.usecases.news import Mark, news_of, rematch_of
from scorekeeper.usecases.transfer import export
from scorekeeper.web.access import keeps_club, keeps_game, reads_game
from scorekeeper.web.forms.base import ChangeForm, StepForm, with_posted_form
from scorekeeper.web.forms.game import ClaimForm, NotesForm, StartGameForm
from scorekeeper.web.rendering import page, submit
from scorekeeper.web.scoreboard_page import draw_picture, scoreboard_page, submit_to_game, watch_page

blueprint = Blueprint("games", __name__, url_prefix="/games")
A_TOTAL = re.compile(r"-?[0-9]{1,7}")
MOST_BEGUN = 3  # so that the rules of the game before come back where the last one was deleted


def remember_begun(game: UUID) -> UUID:
    """Remember on this phone that it started a game, and return the game."""
    session["begun"] = [game, *(each for each in session.get("begun", ()) if each != game)][:MOST_BEGUN]
    return game


def last_rules_here() -> new_game.LastRules | None:
    """Return the rules by which this phone started a game last."""
    return new_game.last_rules(g.club_id, session.get("begun", ()))


@blueprint.get("/new")
@keeps_club
def new() -> ResponseReturnValue:
    rules, after = request.args.get("rules"), request.args.get("after", type=UUID)
    last = new_game.last_rules(g.club_id, [after]) if after else last_rules_here()
    begun = {"rules": last.key, **last.goal} if last and rules in (None, last.key) else {"rules": rules}
    totals = {**new_game.totals_of(g.club_id, after), "answered": after} if after else _from_paper()
    return _new_page(StartGameForm(data={**begun, **totals}))


def _from_paper() -> dict[str, Any]:
    """Return the names and totals that the address brings from a paper sheet (R34)."""
    totals = [int(total) if A_TOTAL.fullmatch(total) else None for total in request.args.getlist("starting_totals")]
    paper = {"players": request.args.getlist("players")[:6], "starting_totals": totals[:6]}
    return paper | {"hand_limit": request.args.get("hand_limit", type=int)} if any(paper.values()) else {}


@blueprint.post("")
@blueprint.post("/new")
@keeps_club
def start() -> ResponseReturnValue:
    form = StartGameForm()

    def begin() -> UUID:
        try:
            started = new_game.start_game(g.club_id, form.submission.id, _wanted(form))
        except StartedAlready:
            form.answered.data, form.form_id.data = form.form_id.data, uuid4()
            raise
        if taken_off := form.read_names.said:
            flash(taken_off)
        return remember_begun(started)

    return submit(form, begin, _new_page, lambda started: url_for("games.show", game=started))


def _wanted(form: StartGameForm) -> new_game.WantedGame:
    return new_game.WantedGame(
        rules_key=form.rules.data or "",
        names=[name for (name,) in form.read_names.lines],
        dealer=form.dealer.data or 0,
        goal=(form.target.data, form.hand_limit.data, form.time_limit.data),
        starting_totals=form.starting_totals.numbers(),
        new_names=form.confirmed,
        unnamed=form.unnamed.data == "yes",
        answered=(form.answered.data or "").split(),
        how_many=int(form.how_many.data) if form.how_many.data in form.numbers else None,
    )


def _new_page(form: StartGameForm, status: int = 200) -> Response:
    if status == 422 and not form.rule_errors:  # what cannot be read hides nothing else that is wrong
        try:
            new_game.refuse(g.club_id, _wanted(form))
        except ValidationFailed as failed:
            form.add_errors(failed)
    offers, known = new_game.offer_rules(g.club_id), new_game.offer_names(g.club_id)
    by_key = {offer.key: offer for offer in offers}
    rules = by_key.get(form.rules.data, by_key["original"])
    form.offer(rules.players)
    return page(
        "game/new.html",
        "main",
        status,
        form=form,
        offers=offers,
        rules=rules,
        known=known,
        merged=new_game.offer_merged(g.club_id),
    )


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
    is_new = known is None or news.has_changed(known)
    if known and not is_new and (rematch := news.rematch_since(known)):
        return redirect(url_for("games.show", game=rematch), 303)
    if not is_new and (tournament is None or tournament == str(version_at_game(g.club_id, game))):
        return Response(status=204)
    known = replace(known, said=news.said) if known else Mark.of(game, news.version, news.said)
    return scoreboard_page(game, known=known) if g.access.keeps_game else watch_page(g.club_id, game, known)


@blueprint.post("/<uuid:game>/redo")
@keeps_game
def redo(game: UUID) -> ResponseReturnValue:
    return submit_to_game(StepForm(), game, "redo", redo_last)


@blueprint.get("/<uuid:game>/summary")
@reads_game
def show_summary(game: UUID) -> ResponseReturnValue:
    return _summary_page(game)


@blueprint.get("/<uuid:game>/sheet")
@reads_game
def show_sheet(game: UUID) -> ResponseReturnValue:
    """Show the score sheet, and what the hands give where a total is claimed; 204 if nothing changed `since` a mark."""
    news = news_of(g.club_id, game)
    mark = str(Mark.of(game, news.version, news.said))
    if request.args.get("since") == mark:
        return Response(status=204)
    state = read_game(g.club_id, game)
    form, answer, status = ClaimForm(request.args), None, 200
    sides = claimed_total.sides_to_claim(state)
    form.whose.choices = [(side.number, side.names) for side in sides]
    if "claimed" in request.args:
        try:
            if form.validate():
                answer = claimed_total.check_claim(state, *form.claim())
        except ValidationFailed as failed:
            form.rule_errors = failed.errors
        status = 200 if answer else 422
    sides.sort(key=lambda side: side.number != form.whose.number)  # Enter taps the first
    opened = answer.hands[0].place if answer and answer.hands else 0
    shown = {"game": summary.game_on_paper(state), "sides": sides, "answer": answer, "opened": opened, "mark": mark}
    return page("game/sheet.html", "main", status, form=form, **shown)


@blueprint.get("/<uuid:game>/claim")
@reads_game
def redirect_claim(game: UUID) -> ResponseReturnValue:
    """Lead from the address of a claimed total in earlier versions."""
    read_game(g.club_id, game)
    return redirect(f"{url_for('.show_sheet', game=game)}?{request.query_string.decode()}", 303)


@blueprint.get("/<uuid:game>/picture.svg")
@reads_game
def picture(game: UUID) -> ResponseReturnValue:
    return draw_picture(watched_board(g.club_id, game))


@blueprint.post("/<uuid:game>/notes")
@keeps_game
def write_notes(game: UUID) -> ResponseReturnValue:
    form = NotesForm()
    return submit(
        form,
        lambda: change.apply(
            g.club_id, game, form.filled_in, "notes", lambda _state: summary.write_notes(form.notes.data or "")
        ),
        partial(_summary_page, game),
        url_for("games.show_summary", game=game),
    )


@blueprint.get("/<uuid:game>/bg-stats")
@reads_game
def show_bg_stats(game: UUID) -> ResponseReturnValue:
    """Show what will be sent, and the link that sends it; an unfinished game has nothing to send."""
    return page(
        "game/bg_stats.html",
        "main",
        uid=game,
        in_short=read_game(g.club_id, game).in_short,
        play=export.make_play(g.club_id, game),
    )


def _summary_page(
    game: UUID, posted: ChangeForm | None = None, status: int = 200, since: Sequence[str] | None = None
) -> Response:
    """Return the game in full; `posted` has the typed notes, `since` says what changed in the meantime."""
    view = summary.summary(g.club_id, game)
    forms = {"notes": NotesForm(formdata=None, data={"notes": view.notes}), "steps": StepForm(formdata=None)}
    forms = with_posted_form(posted, forms, view.version, since)
    rematch = rematch_of(g.club_id, game) if view.status in (GameStatus.OVER, GameStatus.STOPPED) else None
    return page("game/summary.html", "main", status, game=view, rematch=rematch, forms=forms, since=since)
