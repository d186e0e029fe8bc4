"""Record a hand: its bid, its calls, its count, and misdeals and passed-out deals."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID, uuid4

from flask import Blueprint, Response, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.usecases.game import clock, recording
from scorekeeper.usecases.game.preview import preview_hand
from scorekeeper.web.access import changes_nothing, keeps_game
from scorekeeper.web.forms.base import ChangeForm, StepForm
from scorekeeper.web.forms.hand import (
    CallForm,
    FullHandForm,
    NoHandForm,
    RecordBidForm,
    RecordPartnersForm,
    TrumpForm,
)
from scorekeeper.web.rendering import submit
from scorekeeper.web.scoreboard_page import go_on, scoreboard_page, submit_step, submit_to_game

blueprint = Blueprint("hands", __name__, url_prefix="/games/<uuid:game>")


@blueprint.post("/bid")
@keeps_game
def record_bid(game: UUID) -> ResponseReturnValue:
    form = RecordBidForm()
    return submit_to_game(form, game, lambda: recording.record_bid(g.club_id, game, form.submission, form.as_hand()))


@blueprint.post("/call")
@keeps_game
def record_call(game: UUID) -> ResponseReturnValue:
    form = CallForm()
    return submit_to_game(
        form, game, lambda: recording.record_call(g.club_id, game, form.submission, form.caller, form.call.data)
    )


@blueprint.post("/partners")
@keeps_game
def record_partners(game: UUID) -> ResponseReturnValue:
    form = RecordPartnersForm()
    return submit_to_game(
        form, game, lambda: recording.record_partners(g.club_id, game, form.submission, form.as_hand())
    )


@blueprint.post("/trump")
@keeps_game
def record_trump(game: UUID) -> ResponseReturnValue:
    """Record trump; what was typed for the hand so far stays, in a form with its own id."""
    form, hand = TrumpForm(), FullHandForm()

    def show(game: UUID, form: ChangeForm, status: int, since: Sequence[str] | None = None) -> Response:
        return scoreboard_page(game, form if since is None else hand, status, since)

    def show_next(_: None) -> str | Response:
        if not any(value for name, value in request.form.items() if name not in form):
            return go_on(form, game)
        hand.form_id.data, hand.version.data = uuid4(), form.submission.version + 1
        return scoreboard_page(game, hand)

    def record() -> None:
        recording.record_trump(g.club_id, game, form.submission, form.trump.data)

    return submit(form, record, partial(show, game), show_next)


@blueprint.post("/misdeal")
@keeps_game
def record_misdeal(game: UUID) -> ResponseReturnValue:
    form = NoHandForm()
    return submit_to_game(
        form, game, lambda: recording.record_misdeal(g.club_id, game, form.submission, form.as_hand())
    )


@blueprint.post("/passed-out")
@keeps_game
def record_passed_out(game: UUID) -> ResponseReturnValue:
    form = NoHandForm()
    return submit_to_game(
        form, game, lambda: recording.record_passed_out(g.club_id, game, form.submission, form.as_hand())
    )


@blueprint.post("/stuck")
@keeps_game
def record_stuck_bid(game: UUID) -> ResponseReturnValue:
    return submit_step(game, recording.record_stuck_bid)


@blueprint.post("/time")
@keeps_game
def call_time(game: UUID) -> ResponseReturnValue:
    form, before = StepForm(), request.form.get("hand") == "before"
    return submit_to_game(form, game, lambda: clock.call_time(g.club_id, game, form.submission, before))


@blueprint.post("/hands")
@keeps_game
def record_hand(game: UUID) -> ResponseReturnValue:
    form = FullHandForm()
    return submit_to_game(form, game, lambda: recording.record_hand(g.club_id, game, form.submission, form.as_hand()))


@blueprint.post("/more")
@keeps_game
@changes_nothing
def show_more(game: UUID) -> ResponseReturnValue:
    """Show the same page with the fields that an ordinary hand does not need, one part open, and everything typed."""
    form, opened = FullHandForm(), request.form.get("open", "")
    form.more = True
    return scoreboard_page(game, form, 200 if form.csrf_token.validate(form) else 400, opened=opened)


@blueprint.post("/give-up")
@keeps_game
@changes_nothing
def give_up(game: UUID) -> ResponseReturnValue:
    """Show the page for a hand that the bidding side gives up, with the others' counts so far (R33)."""
    form = FullHandForm()
    form.gave_up.data = True
    return scoreboard_page(game, form, 200 if form.csrf_token.validate(form) else 400)


@blueprint.post("/preview")
@keeps_game
@changes_nothing
def preview(game: UUID) -> ResponseReturnValue:
    """Show what the hand would score."""
    form = FullHandForm()
    if not form.validate_on_submit():
        return " ".join(form.errors_elsewhere()), 400 if form.csrf_failed else 200
    return render_template("game/_preview.html", preview=preview_hand(g.club_id, game, form.as_hand()))
