"""Check a claim without a game: one hand, a paper sheet, a file. Nothing is stored."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

from flask import Blueprint, Response, abort, current_app, g, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from itsdangerous import BadData, URLSafeSerializer

from scorekeeper.rules.errors import RuleError
from scorekeeper.usecases import home, house_rules
from scorekeeper.usecases.check.hand import HandResult, check_hand, side_labels
from scorekeeper.usecases.check.record import check_record
from scorekeeper.usecases.days import evening_of, today
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.house_rules import RuleChoice
from scorekeeper.usecases.sheet.check import CheckedSheet, check_sheet
from scorekeeper.usecases.sheet.grid import TITLE, Grid
from scorekeeper.usecases.sheet.pasted import grid_of_text, is_sheet, read_file, refused
from scorekeeper.usecases.sheet.result import SheetResult
from scorekeeper.usecases.sheet.saved import carried_on, day_of, describe_lacking, record_of
from scorekeeper.usecases.transfer.game_import import BadGame, OtherHands, preview_import
from scorekeeper.usecases.transfer.same_game import same_game
from scorekeeper.web.access import changes_nothing, keeps_club, reads_club, takes_up_to
from scorekeeper.web.dates import zone_of_club
from scorekeeper.web.forms.check import (
    FIRST_OFFERED,
    MOST_TYPED_ROWS,
    CheckHandForm,
    CheckSheetForm,
    SentGrid,
    is_written,
    mark_of,
)
from scorekeeper.web.forms.transfer import LARGEST_UPLOAD, FileForm
from scorekeeper.web.rendering import page
from scorekeeper.web.sheet_page import drawn, page_grid, tally
from scorekeeper.web.views.transfer import store

blueprint = Blueprint("check", __name__)
NOTE = "note"
MOST_FIELDS = 1_800
"""The fields of a sheet's form, of which a request can have 2,000."""
Act = Callable[[SheetResult], ResponseReturnValue | None]
"""What is done with a checked sheet; None where it can't be."""
GONE = {"throw", "csrf_token"}
"""What does not come back with a sheet that was thrown away."""
CHANGES = {"more", "insert", "remove", "restore"}
"""The buttons that change the rows and ask for no verdict."""


@blueprint.get("/check")
@reads_club
def show() -> ResponseReturnValue:
    return page("check/check.html", "main", games=home.running_games(g.club_id))


@blueprint.get("/check/empty-sheet")
@reads_club
def empty_sheet() -> ResponseReturnValue:
    """Show a sheet to print and fill in by hand, with two to six totals, as `?totals=` says."""
    totals = min(max(request.args.get("totals", 2, int), 2), 6)
    return page("check/empty.html", "main", totals=totals)


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
    """Show a paper sheet as a grid, with everything that was typed, and the verdict once it is sent."""
    form, sent = CheckSheetForm(), SentGrid(request.form)
    choice = _chosen_rules(form)
    if form.rule_errors:
        return _sheet_page(form, choice, sent, 422)
    if not form.is_submitted():
        return _sheet_page(form, choice, sent)
    if "throw" in request.form:
        return _sheet_page(CheckSheetForm(formdata=None), choice, SentGrid({}), thrown=True)
    if not form.validate():
        return _sheet_page(form, choice, sent, 400 if form.csrf_failed else 422)
    sent.change(request.form)
    form.take(request.form.get("take", ""))
    if CHANGES & request.form.keys():
        return _sheet_page(form, choice, sent)
    return _checked_page(form, choice, sent)


@blueprint.post("/check/sheet/save")
@keeps_club
def save_sheet() -> ResponseReturnValue:
    """Save the sheet that was sent as a game, or show what is missing for it."""
    form = CheckSheetForm()
    form.saves = True
    return _act_on_sheet(form, partial(_save, form))


@blueprint.post("/check/sheet/carry-on")
@keeps_club
@changes_nothing
def carry_on() -> ResponseReturnValue:
    """Lead to a new game with the totals of the sheet that was sent, or show the sheet where these are not certain."""

    def begin(result: SheetResult) -> ResponseReturnValue | None:
        begun = carried_on(result)
        return redirect(url_for("games.new", **begun), 303) if begun else None

    return _act_on_sheet(CheckSheetForm(), begin)


@blueprint.post("/check/sheet/picture")
@reads_club
@changes_nothing
def draw_sheet() -> ResponseReturnValue:
    """Lead to the picture of the sheet that was sent, or show why there is none."""
    return _act_on_sheet(
        CheckSheetForm(), lambda result: redirect(url_for(".picture", drawn=_signer().dumps(drawn(result))), 303)
    )


def _act_on_sheet(form: CheckSheetForm, act: Act) -> ResponseReturnValue:
    sent, choice = SentGrid(request.form), _chosen_rules(form)
    if form.rule_errors or not form.validate():
        return _sheet_page(form, choice, sent, 400 if form.csrf_failed else 422)
    return _checked_page(form, choice, sent, act=act)


def _save(form: CheckSheetForm, result: SheetResult) -> ResponseReturnValue | None:
    """Save a sheet as the game with the form's id; None if that can't be.

    A form whose game is saved already, with other hands, gets another id. A game of the club that the sheet tells again
    is asked about.
    """
    _offer_day(form, result)
    dealer = str(form.deals_next.data)
    deals_next = int(dealer) if dealer in map(str, range(result.choice.rules.players)) else None
    record, problems = record_of(result, form.own_id, deals_next), [describe_lacking(result)]
    try:
        if form.played.validate() and record:
            preview = preview_import(g.club_id, form.played.dated(record))
            twin = None if request.form.get("save") == "another" else same_game(g.club_id, preview.document)
            if preview.stored or not twin:
                return store(form.played, preview)
            form.saved_as, form.is_same = twin, True
            return None
    except OtherHands:
        form.saved_as, form.form_id.data = form.own_id, uuid4()
    except BadGame as bad:
        problems += bad.problems
    form.rule_errors = [RuleError("save", problem) for problem in problems if problem]
    return None


def _offer_day(form: CheckSheetForm, result: SheetResult | None) -> None:
    """Fill in the day that the sheet says, else that of this evening."""
    zone = zone_of_club()
    said = result and day_of(result, today(zone))
    form.offer_day((said or evening_of(datetime.now(UTC), zone)).isoformat())


def _checked_page(
    form: CheckSheetForm, choice: RuleChoice, sent: SentGrid, *, is_file: bool = False, act: Act | None = None
) -> ResponseReturnValue:
    """Check what was typed, or the text, and act on the result, if there is one; a text that is short becomes rows."""
    text, grid = (form.text.data or "").strip(), None
    try:
        if text and not sent.is_empty:
            raise refused("Paste the sheet or type its rows, not both.")
        grid = _grid_of_text(form, choice, sent) if text else sent.grid(choice.rules, form)
        checked = check_sheet(choice, replace(grid, lines=tuple(filter(is_written, grid.lines))))
    except ValidationFailed as failed:
        form.add_errors(failed)
        return _sheet_page(form, choice, sent, 422, grid)
    done = act(checked.result) if act and checked.result else None
    return done or _sheet_page(form, choice, sent, 422 if act else 200, grid, checked, is_file)


def _grid_of_text(form: CheckSheetForm, choice: RuleChoice, sent: SentGrid) -> Grid:
    """Return the grid of a text with what was said of it; a short one becomes rows of the form."""
    text: str = form.text.data
    grid = grid_of_text(text, choice.rules, **sent.said_of(text), **form.said)
    form.penalties_in.data = grid.penalties_in
    form.fill_heads(grid.heads)
    if len(grid.lines) <= MOST_TYPED_ROWS and len(grid.lines) * (len(grid.columns) + 2) < MOST_FIELDS:
        form.text.data, sent.pasted = "", True
        kinds = {TITLE: NOTE}
        lines = [
            line._replace(number=row, kind=kinds.get(line.kind, line.kind)) for row, line in enumerate(grid.lines, 1)
        ]
        grid = replace(grid, lines=tuple(lines))
    return replace(grid, heads=form.typed_heads)


def _sheet_page(
    form: CheckSheetForm,
    choice: RuleChoice,
    sent: SentGrid,
    status: int = 200,
    grid: Grid | None = None,
    checked: CheckedSheet | None = None,
    is_file: bool = False,
    thrown: bool = False,
) -> Response:
    form.offer(choice, house_rules.list_rules(g.club_id))
    grid = grid or sent.grid(choice.rules, form)
    result = checked.result if checked else None
    is_text = bool(checked and form.text.data)
    shown = page_grid(grid, choice, checked, pasted=is_text or sent.pasted, is_text=is_text)
    _offer_day(form, result)
    form.deals_next.choices = [("", "Not known"), *enumerate(grid.who(choice.rules).names)]
    return page(
        "check/sheet.html",
        "main",
        status,
        form=form,
        chosen=choice,
        grid=grid,
        shown=shown,
        of_text=mark_of(form.text.data) if is_text else "",
        returns=sent.returns,
        has_room=len(shown.rows) < MOST_TYPED_ROWS,
        checked=checked,
        result=result,
        counts=tally(result) if result else (),
        is_file=is_file,
        drawn=_signer().dumps(drawn(result)) if result else "",
        lacking=describe_lacking(result) if result else "",
        carries_on=bool(result and carried_on(result)),
        today=today(zone_of_club()),
        thrown=[(name, text) for name, text in request.form.items() if text and name not in GONE] if thrown else [],
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


def _sheet_of_file(content: bytes) -> ResponseReturnValue | None:
    """Return the page of a sheet from a file; None for an unreadable file without lines, which is not a sheet."""
    form, choice = CheckSheetForm(formdata=None), house_rules.find_rules(g.club_id, FIRST_OFFERED)
    try:
        form.text.data = read_file(content)
    except ValidationFailed as failed:
        form.add_errors(failed)
        return _sheet_page(form, choice, SentGrid({}), 422) if b"\n" in content.strip() else None
    is_one_line = "\n" not in form.text.data.strip()
    return None if is_one_line else _checked_page(form, choice, SentGrid({}), is_file=True)


def _chosen_rules(form: CheckHandForm | CheckSheetForm) -> RuleChoice:
    """Return the rules in a form; for unknown ones add an error to the form and return the first."""
    try:
        return house_rules.find_rules(g.club_id, form.rules.data or FIRST_OFFERED)
    except ValidationFailed as failed:
        form.rule_errors = failed.errors
        return house_rules.find_rules(g.club_id, FIRST_OFFERED)
