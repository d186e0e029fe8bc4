"""A claimed total in a game: changes nothing, so that the question stands in the address."""

from uuid import UUID

from flask import Blueprint, g, request
from flask.typing import ResponseReturnValue
from wtforms import ValidationError

from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game import claims
from scorekeeper.web.forms.base import Choice, PlainForm, WholeNumber
from scorekeeper.web.rendering import page

blueprint = Blueprint("claims", __name__, url_prefix="/games/<uuid:game>")


class ClaimForm(PlainForm):
    """Whose total is claimed, and what it is said to be."""

    whose = Choice("Whose total", "Whose total is it?")
    claimed = WholeNumber("Claimed total")

    def validate_claimed(self, field: WholeNumber) -> None:
        if field.data is None and not field.process_errors:
            raise ValidationError("What is the total said to be?")


@blueprint.get("/claim")
def show(game: UUID) -> ResponseReturnValue:
    asked = claims.claimable(g.club, game)
    form = ClaimForm(request.args, meta={"csrf": False})
    form.whose.choices = list(asked.sides)
    told, status = None, 200
    if "check" in request.args:
        status = 422
        if form.validate():
            try:
                told, status = claims.check_claim(g.club, game, form.whose.data, form.claimed.data), 200
            except ValidationFailed as refused:
                form.rule_errors = refused.refusals
    return page("game/claim.html", "main", status, game=asked, form=form, told=told)
