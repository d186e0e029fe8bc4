"""The command line: `scorekeeper COMMAND`."""

import click

from .check import check, schema


@click.group()
@click.version_option(package_name="rook-scorekeeper")
def main() -> None:
    """Keep the score of the card game Rook."""


main.add_command(check)
main.add_command(schema)
