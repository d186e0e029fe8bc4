"""Check a claimed total in a game. It changes nothing, so the question is in the address."""

from uuid import UUID

from flask import Blueprint, g, request
from flask.typing import ResponseReturnValue

from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game import claimed_total
from scorekeeper.web.access import reads_game
from scorekeeper.web.forms.check import ClaimForm
from scorekeeper.web.rendering import page

blueprint = Blueprint("claims", __name__, url_prefix="/games/<uuid:game>")


@blueprint.get("/claim")
@reads_game
def show(game: UUID) -> ResponseReturnValue:
    claimable = claimed_total.claimable_game(g.club_id, game)
    form, result, status = ClaimForm(request.args), None, 200
    form.whose.choices = list(claimable.sides)
    if "check" in request.args:
        try:
            if form.validate():
                result = claimed_total.check_claim(g.club_id, game, *form.claim())
        except ValidationFailed as failed:
            form.rule_errors = failed.errors
        status = 200 if result else 422
    return page("game/claim.html", "main", status, game=claimable, form=form, result=result)
