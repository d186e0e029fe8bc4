"""Auditing game records: `scorekeeper check` and `scorekeeper schema`."""

import click


@click.command()
def check() -> None:
    """Audit game records (rook-game/1)."""


@click.command()
def schema() -> None:
    """Print the JSON Schema of the game record."""
