"""Games that leave and come: a record, a spreadsheet, an import, and the format they are told in."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from flask import Blueprint, Response, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, ValidationError

from scorekeeper.record import schema, serialize
from scorekeeper.usecases.transfer import exports, game_csv, imports
from scorekeeper.usecases.transfer.import_preview import BadGame
from scorekeeper.web.forms.base import PlainForm
from scorekeeper.web.forms.check import FileForm
from scorekeeper.web.rendering import page

blueprint = Blueprint("transfer", __name__)
JSON, CSV = "application/json", "text/csv"
SCHEMA = msgspec.json.format(msgspec.json.encode(schema())) + b"\n"


class StoreForm(PlainForm):
    """A record that was looked at, and which players its names stand for."""

    record = HiddenField("Record", default="")

    def validate_record(self, field: HiddenField) -> None:
        if not field.data:
            raise ValidationError("The game was lost on its way. Choose the file again.")


@blueprint.get("/schema/rook-game-1.json")
def record_schema() -> ResponseReturnValue:
    return Response(SCHEMA, mimetype="application/schema+json")


@blueprint.get("/games/<uuid:game>.rook.json")
def record(game: UUID) -> ResponseReturnValue:
    name, content = exports.record_file(g.club, game)
    return _file(name, content, JSON)


@blueprint.get("/games/<uuid:game>.csv")
def spreadsheet(game: UUID) -> ResponseReturnValue:
    name, content = game_csv.csv_file(g.club, game)
    return _file(name, content, CSV)


def _file(name: str, content: bytes, kind: str) -> Response:
    response = Response(content, mimetype=kind)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


@blueprint.get("/import")
def import_page() -> ResponseReturnValue:
    return page("transfer/import.html", "main", form=FileForm(formdata=None), problems=())


@blueprint.post("/import")
def look() -> ResponseReturnValue:
    """What the file would become, name by name; nothing is stored."""
    form = FileForm()
    if not form.validate_on_submit():
        return page("transfer/import.html", "main", 400 if form.csrf_failed else 422, form=form, problems=())
    try:
        coming = imports.preview_import(g.club, form.content)
    except BadGame as bad:
        return page("transfer/import.html", "main", 422, form=form, problems=bad.problems)
    return _names_page(StoreForm(formdata=None), coming)


@blueprint.post("/import/game")
def store() -> ResponseReturnValue:
    """Stores the game once it is settled whom each name stands for."""
    form = StoreForm()
    valid, data = form.validate_on_submit(), (form.record.data or "").encode(errors="replace")
    if not data:
        return page("transfer/import.html", "main", 400 if form.csrf_failed else 422, form=form, problems=())
    try:
        coming = imports.preview_import(g.club, data)
    except BadGame as bad:
        return page("transfer/import.html", "main", 422, form=form, problems=bad.problems)
    meant = _meant(coming)
    if not valid or (len(meant) < len(coming.names) and not coming.stored):
        return _names_page(form, coming, 400 if form.csrf_failed else 422)
    try:
        game, _ = imports.import_game(g.club, data, meant)
    except BadGame as bad:
        return _names_page(form, coming, 422, bad.problems)
    return redirect(url_for("games.show", game=game), 303)


def _meant(coming: imports.ImportPreview) -> dict[str, str]:
    """Whom each name stands for, as far as that is settled."""
    meant = {}
    for place, each in enumerate(coming.names):
        said = request.form.get(f"meant-{place}")
        if said == each.name or said in each.similar:
            meant[each.name] = said
        elif each.known or not each.similar:
            meant[each.name] = each.name
    return meant


def _names_page(
    form: StoreForm, coming: imports.ImportPreview, status: int = 200, problems: Sequence[str] = ()
) -> Response:
    asked = {"form": form, "coming": coming, "record": serialize(coming.document).decode(), "meant": _meant(coming)}
    return page("transfer/import_names.html", "main", status, **asked, again=status == 422, problems=problems)
