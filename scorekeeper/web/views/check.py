"""Check a claim without a game: one hand, a paper sheet, a file. Nothing is stored."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, current_app, g, make_response, render_template, request
from flask.typing import ResponseReturnValue
from itsdangerous import BadData, URLSafeSerializer

from scorekeeper.rules.words import format_total
from scorekeeper.usecases import house_rules
from scorekeeper.usecases.check.hand import HandResult, check_hand, side_labels
from scorekeeper.usecases.check.record import check_record
from scorekeeper.usecases.check.sheet import (
    LONGEST_SHEET,
    MOST_TYPED_ROWS,
    Sheet,
    check_sheet,
    is_sheet,
    names_or_places,
    read_file,
)
from scorekeeper.usecases.check.sheet_headings import sheet_columns
from scorekeeper.usecases.check.sheet_result import SheetResult
from scorekeeper.usecases.check.sheet_table import ShownCell, table_of
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game import claimed_total
from scorekeeper.usecases.house_rules import RuleChoice
from scorekeeper.web.access import changes_nothing, reads_club, reads_game, takes_up_to
from scorekeeper.web.filters import zone_of_club
from scorekeeper.web.forms.check import (
    AS_READ,
    FIRST_OFFERED,
    READINGS,
    CheckHandForm,
    CheckSheetForm,
    ClaimForm,
    Row,
    chosen_meanings,
    typed_rows,
)
from scorekeeper.web.forms.club import LARGEST_UPLOAD, FileForm, pack
from scorekeeper.web.rendering import page

blueprint = Blueprint("check", __name__)
FIRST_ROWS = 4
DRAWN_ROWS, DRAWN_COLUMNS, LONGEST_DRAWN, MOST_PARTS = 10, 8, 120, 3


@blueprint.get("/check")
@reads_club
def show() -> ResponseReturnValue:
    return page("check/check.html", "main")


@blueprint.get("/check/hand")
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
        form.add_errors(failed)
        return _hand_page(form, choice, 422)


def _hand_page(
    form: CheckHandForm, choice: RuleChoice, status: int = 200, result: HandResult | None = None
) -> Response:
    form.offer(choice, house_rules.list_rules(g.club_id))
    sides = side_labels(choice.rules)
    return page("check/hand.html", "main", status, form=form, chosen=choice, sides=sides, result=result)


@blueprint.route("/check/sheet", methods=["GET", "POST"])
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
    if request.form.get("read_as") in READINGS:
        form.claims.data = request.form["read_as"]
    meanings = chosen_meanings(request.form) if request.form.get("check") == "meanings" else {}
    try:
        result = check_sheet(choice, form.sheet(rows, meanings), form.own_id)
    except ValidationFailed as failed:
        form.rule_errors = failed.errors
        return _sheet_page(form, choice, rows, 422)
    return _sheet_page(form, choice, rows, result=result, meanings=meanings)


def _sheet_page(
    form: CheckSheetForm,
    choice: RuleChoice,
    rows: list[Row],
    status: int = 200,
    result: SheetResult | None = None,
    is_file: bool = False,
    meanings: Mapping[int, str] | None = None,
) -> Response:
    form.offer(choice, house_rules.list_rules(g.club_id))
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
        chosen_meanings=meanings or {},
        as_read=AS_READ,
        drawn=_signer().dumps(_drawn(result)) if result else "",
        packed=pack(result.record) if result and result.record else "",
    )


@blueprint.get("/check/sheet/picture.svg")
@reads_club
def picture() -> ResponseReturnValue:
    """Draw a checked sheet as a picture to send; what it shows is in its address, signed by this server."""
    try:
        shown = _signer().loads(request.args.get("drawn", ""))
    except BadData:
        abort(400)
    response = make_response(render_template("check/picture.svg", **shown))
    response.mimetype = "image/svg+xml"
    return response


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or "", "picture of a sheet, 1")


def _drawn(result: SheetResult) -> dict[str, Any]:
    """Return what the picture of a sheet shows: its first problem, and as many rows as it has room for."""
    table = table_of(result)
    by_need = sorted(range(len(table.rows)), key=lambda at: table.rows[at].verdict == "right")
    rows = [table.rows[at] for at in sorted(by_need[:DRAWN_ROWS])]
    heads = [at for at, column in enumerate(table.columns) if column.key not in ("", "number")][:DRAWN_COLUMNS]
    return {
        "verdict": result.verdict,
        "headline": result.headline,
        "problem": next(result.problems(), "")[:LONGEST_DRAWN],
        "heads": [table.columns[at].text[:20] for at in heads],
        "rows": [
            (row.name[:12], row.verdict, [[_short(cell) for cell in row.cells[at][:MOST_PARTS]] for at in heads])
            for row in rows
        ],
        "totals": result.totals and [(label[:40], format_total(total)) for label, total in result.totals],
        "title": result.choice.title,
    }


def _short(cell: ShownCell) -> tuple[str, str, str]:
    return cell.text[:12], cell.state, cell.right[:12]


@blueprint.route("/check/file", methods=["GET", "POST"])
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
    form, choice = CheckSheetForm(formdata=None), house_rules.find_rules(g.club_id, FIRST_OFFERED)
    try:
        text = read_file(content)
        form.text.data = text if len(text) <= LONGEST_SHEET else ""
        result = check_sheet(choice, Sheet(text=text, zone=zone_of_club()), form.own_id)
    except ValidationFailed as failed:
        form.add_errors(failed)
        return _sheet_page(form, choice, [], 422) if "\n" in (form.text.data or "").strip() else None
    return _sheet_page(form, choice, [], result=result, is_file=True)


def _chosen_rules(form: CheckHandForm | CheckSheetForm) -> RuleChoice:
    """Return the rules in a form; for unknown ones add an error to the form and return the first."""
    try:
        return house_rules.find_rules(g.club_id, form.rules.data or FIRST_OFFERED)
    except ValidationFailed as failed:
        form.rule_errors = failed.errors
        return house_rules.find_rules(g.club_id, FIRST_OFFERED)


@blueprint.get("/games/<uuid:game>/claim")
@reads_game
def show_claim(game: UUID) -> ResponseReturnValue:
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
