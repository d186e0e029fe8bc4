"""Recording a hand: the bid when it is made, the counters when it is over."""

from uuid import UUID

from flask import Blueprint, g, render_template
from flask.typing import ResponseReturnValue

from ..usecases import hands
from .forms import RecordBidForm, RecordHandForm
from .scoreboard import send

blueprint = Blueprint("hands", __name__, url_prefix="/games/<uuid:game>")


@blueprint.post("/bid")
def record_bid(game: UUID) -> ResponseReturnValue:
    form = RecordBidForm()
    return send(form, game, lambda: hands.record_bid(g.club, game, form.made, form.bidder.data, form.bid.data))


@blueprint.post("/hands")
def record_hand(game: UUID) -> ResponseReturnValue:
    form = RecordHandForm()
    return send(form, game, lambda: hands.record_hand(g.club, game, form.made, form.seen))


@blueprint.post("/preview")
def preview(game: UUID) -> ResponseReturnValue:
    """What the hand would score; changes nothing."""
    form = RecordHandForm()
    if not form.validate_on_submit():
        return "", 400 if form.forged else 200
    return render_template("_preview.html", preview=hands.preview(g.club, game, form.seen))
