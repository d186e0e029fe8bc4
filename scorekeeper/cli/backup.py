"""`scorekeeper backup FILE`: a copy of the database, taken while it is in use."""

from pathlib import Path

import click

from scorekeeper.settings import BadSetting, Settings


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE, which must not exist yet. Put it back by copying it over the database."""
    from scorekeeper.storage.upgrade import backup as copy

    try:
        settings = Settings.from_environment()
        if settings.database:
            raise click.ClickException("This copies the SQLite file only; use the tools of your database.")
        copy(settings.database_file, file)
    except (BadSetting, OSError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Copied to {file}.")
