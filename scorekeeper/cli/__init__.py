"""The command line: `scorekeeper COMMAND`."""

import click

from .backup import backup, restore
from .check import check, schema
from .clubs import club, export_club, import_club, list_clubs
from .demo import demo
from .doctor import doctor
from .draw import draw
from .serve import serve
from .transfer import export, import_


@click.group()
@click.version_option(package_name="rook-scorekeeper")
def main() -> None:
    """Keep the score of the card game Rook."""


OF_THE_SERVER = (serve, demo, backup, restore, doctor)
OF_GAMES = (check, schema, export, import_, draw)
OF_CLUBS = (export_club, import_club, list_clubs, club)
for command in (*OF_THE_SERVER, *OF_GAMES, *OF_CLUBS):
    main.add_command(command)
