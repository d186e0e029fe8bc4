"""The command line: `rook-scorekeeper COMMAND`."""

import click

from .check import check, schema
from .clubs import club, export_club, import_club, list_clubs
from .database import backup, doctor, restore
from .draw import draw
from .games import demo, export, import_
from .open_club import give_to_owner
from .serve import serve


@click.group()
@click.version_option(package_name="rook-scorekeeper")
@click.pass_context
def main(context: click.Context) -> None:
    """Keep the score of the card game Rook."""
    context.call_on_close(give_to_owner)


OF_THE_SERVER = (serve, demo, backup, restore, doctor)
OF_GAMES = (check, schema, export, import_, draw)
OF_CLUBS = (export_club, import_club, list_clubs, club)
for command in (*OF_THE_SERVER, *OF_GAMES, *OF_CLUBS):
    main.add_command(command)
