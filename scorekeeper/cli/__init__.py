"""The command line: `scorekeeper COMMAND`."""

import click

from .backup import backup, restore
from .check import check, schema
from .clubs import club, export_club, import_club, list_clubs
from .demo import demo
from .serve import serve
from .transfer import export, import_


@click.group()
@click.version_option(package_name="rook-scorekeeper")
def main() -> None:
    """Keep the score of the card game Rook."""


for command in (
    serve,
    demo,
    backup,
    restore,
    check,
    schema,
    export,
    import_,
    export_club,
    import_club,
    list_clubs,
    club,
):
    main.add_command(command)
