"""The club of this installation, for commands that need its database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from ..settings import BadSetting, Settings

if TYPE_CHECKING:
    from flask import Flask


@contextmanager
def club(create_app: Callable[[Settings], "Flask"], existing: bool = False) -> Iterator[int]:
    """The club's id, within an app whose database is up to date; made first where none is, if not `existing`.

    Raises ClickException with a sentence.
    """
    from sqlalchemy.exc import OperationalError

    from ..storage.upgrade import UpgradeFailed
    from ..usecases import access
    from ..usecases.upkeep import bring_up_to_date

    try:
        settings = Settings.from_environment()
        if existing and not settings.database and not settings.database_file.exists():
            raise click.ClickException(f"There are no games in {settings.instance}: it has no database.")
        with _made(create_app, settings).app_context():
            bring_up_to_date(settings.instance)
            yield access.club()
    except (BadSetting, UpgradeFailed) as failed:
        raise click.ClickException(str(failed)) from None
    except OperationalError as error:
        raise click.ClickException(f"The database did not answer: {error.orig}") from None


def _made(create_app: Callable[[Settings], "Flask"], settings: Settings) -> "Flask":
    try:
        return create_app(settings)
    except OSError as error:
        raise click.ClickException(f"Cannot use {settings.instance}: {error.strerror}.") from None
