"""A club as one file at the terminal: `scorekeeper export-club` and `scorekeeper import-club`."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.rules.words import count_of
from scorekeeper.settings import Settings

from .club import open_club
from .sheet import clean

if TYPE_CHECKING:
    from flask import Flask

CreateApp = Callable[[Settings], "Flask"]


@click.command("export-club")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def export_club(create_app: CreateApp, file: Path) -> None:
    """Write the club whole to FILE, a zip from which it comes back, here or on another server."""
    from scorekeeper.usecases.transfer import club_exports

    try:
        with open_club(create_app, existing=True) as club_id:
            _, exported = club_exports.export_club(club_id)
            part = file.with_name(f"{file.name}.part")
            with exported, part.open("wb") as out:
                shutil.copyfileobj(exported, out)
            part.replace(file)
    except OSError as error:
        raise click.ClickException(f"Cannot write {file}: {error.strerror}.") from None
    click.echo(f"The club was written to {file}.")


@click.command("import-club")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def import_club(create_app: CreateApp, file: Path) -> None:
    """Bring a club back whole from its FILE, once.

    At home it takes the place of the one club, in which nothing may be yet.
    """
    from scorekeeper.usecases.errors import ValidationFailed
    from scorekeeper.usecases.players.ratings import catch_up_to_the_end
    from scorekeeper.usecases.transfer.club_file import open_club_file
    from scorekeeper.usecases.transfer.club_imports import bring_club

    try:
        with file.open("rb") as opened, open_club(create_app):
            club = open_club_file(opened)
            club_id, _ = bring_club(club, at_home=not Settings.from_environment().hosted)
            catch_up_to_the_end(club_id)
    except OSError as error:
        raise click.ClickException(f"Cannot read {file}: {error.strerror}.") from None
    except ValidationFailed as failed:
        raise click.ClickException(clean(str(failed))) from None
    click.echo(clean(f"{club.document.name} is here, with {count_of(len(club.document.games), 'game')}."))
