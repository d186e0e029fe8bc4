"""The club of this installation, for commands that need its database."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.settings import BadSetting, Settings

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy.exc import DBAPIError


def open_app(create_app: Callable[[Settings], "Flask"], settings: Settings) -> tuple["Flask", Path | None]:
    """Return the app with an up-to-date database, and the copy that was made before its upgrade.

    Raises ClickException with a sentence.
    """
    from scorekeeper.usecases.startup import upgrade_database

    with refusals_in_sentences(settings):
        app = create_app(settings)
        with app.app_context():
            return app, upgrade_database(settings.instance)


@contextmanager
def refusals_in_sentences(settings: Settings) -> Iterator[None]:
    """Raise ClickException with a sentence for whatever keeps the database from being used."""
    from sqlalchemy.exc import DBAPIError

    from scorekeeper.storage.upgrade import UpgradeFailed

    try:
        yield
    except (BadSetting, UpgradeFailed) as failed:
        raise click.ClickException(str(failed)) from None
    except DBAPIError as error:
        raise _unusable(error, settings) from None
    except OSError as error:
        raise click.ClickException(f"Cannot use {settings.instance}: {error.strerror or error}.") from None


@contextmanager
def open_club(create_app: Callable[[Settings], "Flask"], existing: bool = False) -> Iterator[int]:
    """Open the app with an up-to-date database and yield its club's id; a new one is made unless `existing`.

    Raises ClickException with a sentence.
    """
    from sqlalchemy.exc import DBAPIError

    from scorekeeper.storage.db import close
    from scorekeeper.usecases import access

    try:
        settings = Settings.from_environment()
    except BadSetting as bad:
        raise click.ClickException(str(bad)) from None
    if existing and not settings.database and not settings.database_file.exists():
        raise click.ClickException(
            f"There are no games in {settings.instance}: it has no database. SCOREKEEPER_INSTANCE names another folder."
        )
    app, _ = open_app(create_app, settings)
    with app.app_context():
        try:
            yield access.club_id()
        except DBAPIError as error:
            raise _unusable(error, settings) from None
        finally:
            close()


def _unusable(error: "DBAPIError", settings: Settings) -> click.ClickException:
    from scorekeeper.storage import backups
    from scorekeeper.storage.faults import Fault, fault_of

    fault = fault_of(error)
    if fault and not settings.database and not shutil.disk_usage(settings.instance).free:
        return click.ClickException(f"The disk of {settings.instance} is full. Make room, then start again.")
    if fault != Fault.DAMAGED or settings.database:
        what = "did not answer" if fault else "cannot be used"
        return click.ClickException(f"The database {what}: {error.orig}")
    newest = backups.newest(settings.instance)
    advice = f"Put a copy back: scorekeeper restore {newest}" if newest else "There is no copy to put back."
    return click.ClickException(
        f"The database cannot be used: {error.orig}. The file {settings.database_file} is damaged. {advice}"
    )
