"""Check a claim without a game: one hand, a paper sheet, a file. Nothing is stored."""

from flask import Blueprint, Response, g, request
from flask.typing import ResponseReturnValue

from scorekeeper.usecases import available_rules
from scorekeeper.usecases.available_rules import RuleChoice
from scorekeeper.usecases.check.hand import HandResult, check_hand, side_labels
from scorekeeper.usecases.check.record import check_record
from scorekeeper.usecases.check.sheet import (
    LONGEST_PASTE,
    MOST_TYPED_ROWS,
    Sheet,
    check_sheet,
    is_sheet,
    names_or_places,
    read_file,
)
from scorekeeper.usecases.check.sheet_columns import sheet_columns
from scorekeeper.usecases.check.sheet_result import SheetResult
from scorekeeper.usecases.check.sheet_table import table_of
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.web.access import changes_nothing, reads_club, takes_up_to
from scorekeeper.web.forms.check import FIRST_OFFERED, READINGS, CheckHandForm, CheckSheetForm, Row, typed_rows
from scorekeeper.web.forms.transfer import LARGEST_UPLOAD, FileForm, pack
from scorekeeper.web.rendering import page

blueprint = Blueprint("check", __name__, url_prefix="/check")
FIRST_ROWS = 4


@blueprint.get("")
@reads_club
def show() -> ResponseReturnValue:
    return page("check/check.html", "main")


@blueprint.get("/hand")
@reads_club
def hand() -> ResponseReturnValue:
    """Show the questions about a hand by the chosen rules and, once answered, what it scores."""
    form = CheckHandForm(request.args)
    choice = _chosen_rules(form)
    if form.rule_errors:
        return _hand_page(form, choice, 422)
    if "check" not in request.args:
        return _hand_page(CheckHandForm(None), choice)
    if not form.validate():
        return _hand_page(form, choice, 422)
    try:
        return _hand_page(form, choice, result=check_hand(choice.rules, form.as_hand(), form.claimed.numbers()))
    except ValidationFailed as failed:
        form.refuse(failed)
        return _hand_page(form, choice, 422)


def _hand_page(
    form: CheckHandForm, choice: RuleChoice, status: int = 200, result: HandResult | None = None
) -> Response:
    form.offer(choice, available_rules.list_rules(g.club_id))
    sides = side_labels(choice.rules)
    return page("check/hand.html", "main", status, form=form, chosen=choice, sides=sides, result=result)


@blueprint.route("/sheet", methods=["GET", "POST"])
@reads_club
@changes_nothing
def sheet() -> ResponseReturnValue:
    """Show a paper sheet, with everything that was typed, and the verdict once it is sent."""
    form, rows = CheckSheetForm(), typed_rows(request.form)
    choice = _chosen_rules(form)
    if form.rule_errors:
        return _sheet_page(form, choice, rows, 422)
    if not form.is_submitted():
        return _sheet_page(form, choice, rows)
    if not form.validate():
        return _sheet_page(form, choice, rows, 400 if form.csrf_failed else 422)
    if "more" in request.form:
        more = FIRST_ROWS if request.form["more"] == "rows" else 0
        return _sheet_page(form, choice, [*rows, *[{}] * more])
    try:
        if request.form.get("read_as") in READINGS:
            form.claims.data = request.form["read_as"]
        return _sheet_page(form, choice, rows, result=check_sheet(choice, form.sheet(rows), form.own_id))
    except ValidationFailed as failed:
        form.rule_errors = failed.errors
        return _sheet_page(form, choice, rows, 422)


def _sheet_page(
    form: CheckSheetForm,
    choice: RuleChoice,
    rows: list[Row],
    status: int = 200,
    result: SheetResult | None = None,
    is_file: bool = False,
) -> Response:
    form.offer(choice, available_rules.list_rules(g.club_id))
    players = result.players if result else names_or_places(choice, [name.data or "" for name in form.names])
    rows = (rows + [{}] * FIRST_ROWS)[: max(FIRST_ROWS, len(rows))][:MOST_TYPED_ROWS]
    return page(
        "check/sheet.html",
        "main",
        status,
        form=form,
        chosen=choice,
        columns=sheet_columns(choice.rules, players),
        players=players,
        rows=rows,
        has_room=len(rows) < MOST_TYPED_ROWS,
        result=result,
        is_file=is_file,
        open_rows="more" in request.form or any(any(row.values()) for row in rows),
        table=table_of(result) if result else None,
        packed=pack(result.record) if result and result.record else "",
    )


@blueprint.route("/file", methods=["GET", "POST"])
@reads_club
@changes_nothing
@takes_up_to(LARGEST_UPLOAD)
def file() -> ResponseReturnValue:
    """Show the verdict on a game record once its file is sent; any other file is a paper sheet."""
    form, result, status = FileForm(), None, 200
    if form.validate_on_submit():
        content = form.content
        sheet = _sheet_of_file(content) if is_sheet(content) else None
        if sheet:
            return sheet
        result = check_record(content)
    elif form.is_submitted():
        status = 400 if form.csrf_failed else 422
    return page("check/file.html", "main", status, form=form, result=result)


def _sheet_of_file(content: bytes) -> Response | None:
    """Return the page of a sheet from a file, with its text unless that is too long to paste.

    None for an unreadable file without lines, which is not a sheet.
    """
    form, choice = CheckSheetForm(formdata=None), available_rules.find_rules(g.club_id, FIRST_OFFERED)
    try:
        text = read_file(content)
        form.text.data = text if len(text) <= LONGEST_PASTE else ""
        result = check_sheet(choice, Sheet(text=text), form.own_id)
    except ValidationFailed as failed:
        form.refuse(failed)
        return _sheet_page(form, choice, [], 422) if "\n" in (form.text.data or "").strip() else None
    return _sheet_page(form, choice, [], result=result, is_file=True)


def _chosen_rules(form: CheckHandForm | CheckSheetForm) -> RuleChoice:
    """Return the rules in a form; for unknown ones add an error to the form and return the first."""
    try:
        return available_rules.find_rules(g.club_id, form.rules.data or FIRST_OFFERED)
    except ValidationFailed as failed:
        form.rule_errors = failed.errors
        return available_rules.find_rules(g.club_id, FIRST_OFFERED)
