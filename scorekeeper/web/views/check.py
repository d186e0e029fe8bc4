"""Settling a claim without a game: one hand, a paper sheet, a file."""

from flask import Blueprint, Response, g, request
from flask.typing import ResponseReturnValue

from scorekeeper.usecases import rule_choice
from scorekeeper.usecases.check.hand import HandResult, check_hand, side_labels
from scorekeeper.usecases.check.record import check_record
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.web.forms.check import CheckHandForm, FileForm
from scorekeeper.web.rendering import page

blueprint = Blueprint("check", __name__, url_prefix="/check")
FIRST_OFFERED = "original"


@blueprint.get("")
def show() -> ResponseReturnValue:
    return page("check/check.html", "main")


@blueprint.get("/hand")
def hand() -> ResponseReturnValue:
    """The questions that the chosen rules ask of a hand, and once they are answered what it scores."""
    form = CheckHandForm(request.args, meta={"csrf": False})
    try:
        chosen = rule_choice.chosen(g.club, form.rules.data or FIRST_OFFERED)
    except ValidationFailed as refused:
        form.rule_errors = refused.refusals
        return _hand_page(form, rule_choice.chosen(g.club, FIRST_OFFERED), 422)
    if "check" not in request.args:
        return _hand_page(CheckHandForm(None, meta={"csrf": False}), chosen)
    if not form.validate():
        return _hand_page(form, chosen, 422)
    try:
        return _hand_page(form, chosen, told=check_hand(chosen.rules, form.hand_said))
    except ValidationFailed as refused:
        form.rule_errors = refused.refusals
        return _hand_page(form, chosen, 422)


def _hand_page(
    form: CheckHandForm, chosen: rule_choice.RuleChoice, status: int = 200, told: HandResult | None = None
) -> Response:
    form.offer(chosen.rules)
    offered = rule_choice.choices(g.club)
    sides = side_labels(chosen.rules)
    return page("check/hand.html", "main", status, form=form, chosen=chosen, offered=offered, sides=sides, told=told)


@blueprint.route("/file", methods=["GET", "POST"])
def file() -> ResponseReturnValue:
    """A game record, held against the rules; nothing is stored."""
    form, told, status = FileForm(), None, 200
    if form.validate_on_submit():
        told = check_record(form.content)
    elif form.is_submitted():
        status = 400 if form.csrf_failed else 422
    return page("check/file.html", "main", status, form=form, told=told)
