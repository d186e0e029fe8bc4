"""A club's games, hands and players as files for a spreadsheet, sent as they are read."""

from collections.abc import Iterable

from flask import Blueprint, Response, g
from flask.typing import ResponseReturnValue

from scorekeeper.usecases.transfer import club_csv
from scorekeeper.usecases.transfer.csv_writer import csv_lines

blueprint = Blueprint("spreadsheets", __name__)


@blueprint.get("/games.csv")
def games() -> ResponseReturnValue:
    return _file("games.csv", club_csv.games(g.club))


@blueprint.get("/hands.csv")
def hands() -> ResponseReturnValue:
    return _file("hands.csv", club_csv.hands(g.club))


@blueprint.get("/players.csv")
def players() -> ResponseReturnValue:
    return _file("players.csv", club_csv.players(g.club))


def _file(name: str, rows: Iterable[club_csv.Row]) -> Response:
    """The rows under this name, each on its way before the next is read."""
    response = Response(csv_lines(rows), mimetype="text/csv", direct_passthrough=True)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
