"""The page of a paper sheet: what was typed is kept through everything that is asked of it."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from flask import Blueprint, Response, g, request
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, RadioField, SelectField, StringField, TextAreaField

from scorekeeper.usecases import rule_choice
from scorekeeper.usecases.check.sheet import MOST_TYPED_ROWS, Sheet, SheetResult, check_sheet, names_or_places
from scorekeeper.usecases.check.sheet_columns import sheet_columns
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.rule_choice import RuleChoice
from scorekeeper.web.forms.base import FieldList, PlainForm
from scorekeeper.web.rendering import page

from .check import FIRST_OFFERED

blueprint = Blueprint("check_sheet", __name__, url_prefix="/check")
FIRST_ROWS = 4
CLAIMS = [("points", "Those of each hand"), ("totals", "Running totals")]
ROW = re.compile(r"row-([0-9]{1,3})-([a-z_]+(?:-[0-9])?)")
Cells = dict[str, str]


class CheckSheetForm(PlainForm):
    """A paper sheet; its typed rows are read by themselves, since their columns follow the rules."""

    rules = SelectField("Rules", validate_choice=False, default=FIRST_OFFERED)
    names = FieldList(StringField(), min_entries=6, max_entries=6)
    text = TextAreaField("Rows from a spreadsheet", default="")
    claims = RadioField("The points on the sheet are", default="points", validate_choice=False)
    entry = HiddenField(default=uuid4)

    @property
    def made_by(self) -> UUID:
        """The form's own id; one that cannot be read is replaced."""
        try:
            return UUID(str(self.entry.data))
        except ValueError:
            self.entry.data = uuid4()
            return self.entry.data

    def sheet(self, rows: list[Cells]) -> Sheet:
        """What was typed in all."""
        names = tuple(name.data or "" for name in self.names)
        return Sheet(names, self.text.data or "", tuple(rows), self.claims.data == "totals")


@blueprint.route("/sheet", methods=["GET", "POST"])
def show() -> ResponseReturnValue:
    """A sheet and, where it is asked for, what the rules say of it; nothing is stored."""
    form, rows = CheckSheetForm(), _typed_rows(request.form)
    try:
        chosen = rule_choice.chosen(g.club, form.rules.data or FIRST_OFFERED)
    except ValidationFailed as refused:
        form.rule_errors = refused.refusals
        return _sheet_page(form, rule_choice.chosen(g.club, FIRST_OFFERED), rows, 422)
    if not form.is_submitted():
        return _sheet_page(form, chosen, rows)
    if not form.validate():
        return _sheet_page(form, chosen, rows, 400 if form.csrf_failed else 422)
    if "more" in request.form:
        more = FIRST_ROWS if request.form["more"] == "rows" else 0
        return _sheet_page(form, chosen, [*rows, *[{}] * more])
    try:
        told = check_sheet(chosen, form.sheet(rows), form.made_by)
    except ValidationFailed as refused:
        form.rule_errors = refused.refusals
        return _sheet_page(form, chosen, rows, 422)
    return _sheet_page(form, chosen, rows, told=told)


def _typed_rows(fields: Mapping[str, str]) -> list[Cells]:
    """The typed rows in their order, cells by the key of their column; no more than may be."""
    found: dict[int, Cells] = {}
    for name, value in fields.items():
        match = ROW.fullmatch(name)
        if match and int(match[1]) < MOST_TYPED_ROWS:
            found.setdefault(int(match[1]), {})[match[2]] = value.strip()
    return [found.get(place, {}) for place in range(max(found, default=-1) + 1)]


def _sheet_page(
    form: CheckSheetForm, chosen: RuleChoice, rows: list[Cells], status: int = 200, told: SheetResult | None = None
) -> Response:
    form.claims.choices = list(CLAIMS)
    names = [name.data or "" for name in form.names]
    shown = (rows + [{}] * FIRST_ROWS)[: max(FIRST_ROWS, len(rows))][:MOST_TYPED_ROWS]
    context: dict[str, Any] = {
        "form": form,
        "chosen": chosen,
        "offered": rule_choice.choices(g.club),
        "columns": sheet_columns(chosen.rules, names_or_places(chosen, names)),
        "players": names_or_places(chosen, names),
        "rows": shown,
        "room": len(shown) < MOST_TYPED_ROWS,
        "told": told,
    }
    return page("check/sheet.html", "main", status, **context)
