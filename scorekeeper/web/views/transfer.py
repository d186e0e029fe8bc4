"""Export games as records and for spreadsheets, and import them from files."""

from collections.abc import Iterable, Sequence
from uuid import UUID

import msgspec
from flask import Blueprint, Response, g, redirect, request, send_file, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.record import schema, serialize
from scorekeeper.usecases.transfer import export, game_import, spreadsheets
from scorekeeper.usecases.transfer.game_import import BadGame, ImportPreview
from scorekeeper.usecases.transfer.spreadsheets import csv_lines
from scorekeeper.web.access import (
    changes_nothing,
    keeps_club,
    reads_club,
    reads_game,
    same_for_everyone,
    takes_up_to,
)
from scorekeeper.web.forms.transfer import LARGEST_UPLOAD, FileForm, ImportForm, PlayedOnForm, pack
from scorekeeper.web.rendering import page, take_phone_zone

blueprint = Blueprint("transfer", __name__)
JSON, CSV = "application/json", "text/csv"
SCHEMA = msgspec.json.format(msgspec.json.encode(schema())) + b"\n"


@blueprint.get("/schema/rook-game-1.json")
@same_for_everyone
def record_schema() -> ResponseReturnValue:
    return Response(SCHEMA, mimetype="application/schema+json")


@blueprint.get("/games/<uuid:game>.rook.json")
@reads_game
def record(game: UUID) -> ResponseReturnValue:
    return _download(*export.record_file(g.club_id, game), JSON)


@blueprint.get("/games/<uuid:game>.csv")
@reads_game
def spreadsheet(game: UUID) -> ResponseReturnValue:
    return _download(*spreadsheets.csv_file(g.club_id, game), CSV)


@blueprint.get("/games.csv")
@reads_club
def games() -> ResponseReturnValue:
    return _stream("games.csv", spreadsheets.games(g.club_id))


@blueprint.get("/hands.csv")
@reads_club
def hands() -> ResponseReturnValue:
    return _stream("hands.csv", spreadsheets.hands(g.club_id))


@blueprint.get("/players.csv")
@reads_club
def players() -> ResponseReturnValue:
    return _stream("players.csv", spreadsheets.players(g.club_id))


def _download(name: str, content: bytes, kind: str) -> Response:
    response = Response(content, mimetype=kind)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def _stream(name: str, rows: Iterable[spreadsheets.Line]) -> Response:
    """Return the rows as a file for a spreadsheet, each sent before the next is read."""
    response = Response(csv_lines(rows), mimetype=CSV, direct_passthrough=True)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.get("/export")
@keeps_club
def export_club() -> ResponseReturnValue:
    """Send the whole club as one file."""
    name, file = export.export_club(g.club_id)
    response = send_file(file, mimetype="application/zip", as_attachment=True, download_name=name)
    del response.headers["Cache-Control"]  # as private as every page
    return response


@blueprint.get("/import")
@keeps_club
def choose_file() -> ResponseReturnValue:
    return _file_page(FileForm(formdata=None))


@blueprint.post("/import")
@keeps_club
@changes_nothing
@takes_up_to(LARGEST_UPLOAD)
def preview_import() -> ResponseReturnValue:
    """Preview a file, name by name; nothing is stored."""
    form = FileForm()
    if not form.validate_on_submit():
        return _file_page(form, 400 if form.csrf_failed else 422)
    try:
        preview = game_import.preview_import(g.club_id, form.content)
    except BadGame as bad:
        return _file_page(form, 422, bad.problems)
    return _names_page(ImportForm(formdata=None), preview)


@blueprint.post("/import/game")
@keeps_club
@takes_up_to(LARGEST_UPLOAD)
def import_game() -> ResponseReturnValue:
    """Import a game once it is decided which player each name means."""
    form = ImportForm()
    is_valid, data = form.validate_on_submit(), form.content
    refused = 400 if form.csrf_failed else 422
    if not data:
        return _file_page(form, refused)
    try:
        preview = game_import.preview_import(g.club_id, form.dated(data) if is_valid else data)
    except BadGame as bad:
        return _file_page(form, 422, bad.problems)
    return store(form, preview) if is_valid else _names_page(form, preview, refused)


def store(form: PlayedOnForm, preview: ImportPreview) -> ResponseReturnValue:
    """Store a previewed game and go there; ask first which players its names mean."""
    players = _players_meant(preview)
    if len(players) < len(preview.names) and not preview.stored:
        return _names_page(form, preview, 422)
    try:
        game, _ = game_import.import_game(g.club_id, preview.document, players)
    except BadGame as bad:
        return _names_page(form, preview, 422, bad.problems)
    take_phone_zone(form)
    return redirect(url_for("games.show", game=game), 303)


def _players_meant(preview: ImportPreview) -> dict[str, str]:
    """Return the player that each name in the file means, if decided."""
    players = {}
    for index, each in enumerate(preview.names):
        chosen = request.form.get(f"meant-{index}")
        if chosen == each.name or chosen in each.similar:
            players[each.name] = chosen
        elif each.known or not each.similar:
            players[each.name] = each.name
    return players


def _file_page(posted: FileForm | ImportForm, status: int = 200, problems: Sequence[str] = ()) -> Response:
    """Return the page that asks for a file, also if the posted form had lost its record."""
    form = posted if isinstance(posted, FileForm) else FileForm(formdata=None)
    return page("transfer/import.html", "main", status, form=form, posted=posted, problems=problems)


def _names_page(
    form: PlayedOnForm, preview: ImportPreview, status: int = 200, problems: Sequence[str] = ()
) -> Response:
    return page(
        "transfer/import_names.html",
        "main",
        status,
        form=form,
        preview=preview,
        record=pack(serialize(preview.document)),
        players=_players_meant(preview),
        is_refused=status == 422,
        problems=problems,
    )
