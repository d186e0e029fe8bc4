"""What commands share: the settings, the database and the club, and how a name is printed."""

import errno
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import category

import click

from scorekeeper.rules.words import did_you_mean
from scorekeeper.settings import NAMES, PREFIX, BadSetting, Settings, check_temporary_folder, unknown_settings

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy.exc import DBAPIError

    from scorekeeper.storage.clubs import StoredClub

CreateApp = Callable[[Settings], "Flask"]
"""Makes the app; passed to every command."""

of_club = click.option(
    "--club", "club", metavar="NAME", help="Which club, by name or public id, on a server with several."
)
"""The option of every command for one club; its value is for `open_club`."""


def read_settings() -> Settings:
    """Return the settings of this process, and warn of unknown ones; raises ClickException."""
    try:
        settings = Settings.from_environment()
    except BadSetting as bad:
        raise click.ClickException(str(bad)) from None
    for name in unknown_settings():
        near = did_you_mean(name.upper().removeprefix(PREFIX), NAMES, PREFIX)
        advice = near or " `rook-scorekeeper serve --help` lists the settings."
        click.echo(clean(f"{name} isn't a setting, so it does nothing.{advice}"), err=True)
    return settings


def give_to_owner() -> None:
    """Give what a command wrote into the data folder as root to the folder's owner: the server runs as that user."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    with suppress(BadSetting, OSError):
        instance = Settings.from_environment().instance
        if any(path.lstat().st_uid for path in (instance, *instance.iterdir())):
            from scorekeeper.storage import backups

            backups.give_all_to_owner(instance)


def refuse_clubs_at_home(settings: Settings) -> None:
    """Raise ClickException if many clubs are here, and everyone would be let into one of them."""
    from scorekeeper.usecases import clubs

    if not settings.hosted and clubs.are_several():
        raise click.ClickException(
            "Several clubs are here: set SCOREKEEPER_HOSTED=1, so that each is behind its links."
        )


ODD_PIN = "A new SCOREKEEPER_PIN has four to twelve digits: phones ask for it with a keyboard of digits."


def warn_of_pin(settings: Settings) -> None:
    """Note in the log that the PIN in use would be refused today; it goes on."""
    if settings.has_odd_pin:
        logging.getLogger("scorekeeper").warning("%s Yours goes on as it is.", ODD_PIN)


def open_app(create_app: CreateApp, settings: Settings) -> tuple["Flask", Path | None]:
    """Return the app with an upgraded database, and the copy made before the upgrade.

    No database is begun with a PIN that is none. Raises ClickException with a sentence.
    """
    from scorekeeper.usecases.startup import upgrade_database

    with refusals_in_sentences(settings):
        check_temporary_folder()
        app = create_app(settings)
        with app.app_context():
            return app, upgrade_database(settings.instance, ODD_PIN if settings.has_odd_pin else "")


@contextmanager
def refusals_in_sentences(settings: Settings) -> Iterator[None]:
    """Raise ClickException with a sentence if the database cannot be used."""
    from sqlalchemy.exc import DBAPIError

    from scorekeeper.storage.upgrade import UpgradeFailed

    try:
        yield
    except (BadSetting, UpgradeFailed) as failed:
        raise click.ClickException(str(failed)) from None
    except DBAPIError as error:
        raise _unusable(error, settings) from None
    except OSError as error:
        is_full = error.errno == errno.ENOSPC
        advice = "Make room, then start again." if is_full else "SCOREKEEPER_INSTANCE names another folder."
        why = why_unwritable(settings) or f"Cannot use {settings.instance}: {error.strerror or error}. {advice}"
        raise click.ClickException(why) from None


@contextmanager
def open_database(create_app: CreateApp, existing: bool = False) -> Iterator[Settings]:
    """Open the app with an upgraded database and yield its settings; a new database is made unless `existing`.

    Raises ClickException with a sentence.
    """
    from sqlalchemy.exc import DBAPIError

    from scorekeeper.storage.db import close

    settings = read_settings()
    with refusals_in_sentences(settings):
        is_missing = existing and not settings.database and not settings.database_file.exists()
    if is_missing:
        raise click.ClickException(
            f"There are no games in {settings.instance}: it has no database. SCOREKEEPER_INSTANCE names another folder."
        )
    app, _ = open_app(create_app, settings)
    with app.app_context():
        try:
            yield settings
        except DBAPIError as error:
            raise _unusable(error, settings) from None
        finally:
            close()


@contextmanager
def open_club(create_app: CreateApp, name: str | None = None, existing: bool = False) -> Iterator[int]:
    """Open the database and yield the id of the named club, or of the only club at home.

    Raises ClickException with a sentence.
    """
    from scorekeeper.usecases import clubs, permissions

    with open_database(create_app, existing) as settings:
        if name is None and (settings.hosted or clubs.are_several()):
            raise click.ClickException("Say which club with --club NAME; `rook-scorekeeper clubs` lists them.")
        yield permissions.club_id() if name is None else find_club(name).id


def find_club(name: str, even_deleted: bool = False) -> "StoredClub":
    """Return the club with this name or public id; raises ClickException if there is none, or several."""
    from scorekeeper.usecases import clubs
    from scorekeeper.usecases.errors import ValidationFailed

    try:
        return clubs.find_club(name, even_deleted)
    except ValidationFailed as failed:
        raise click.ClickException(clean(str(failed))) from None


def why_unwritable(settings: Settings) -> str:
    """Return what to do if the SQLite file or its folder can't be written to, "" if both can."""
    url = settings.database_url
    if url.get_backend_name() != "sqlite" or not url.database:
        return ""
    file = Path(url.database)
    for place in (settings.instance, file.parent, file):
        if os.path.exists(place) and not os.access(place, os.W_OK):
            return f"{place} can't be written to{_how_to_write(place)}"
    return ""


def _how_to_write(place: Path) -> str:
    """Return the rest of the sentence; another user's folder is one that Docker was given, mostly."""
    user = os.geteuid() if hasattr(os, "geteuid") else None
    if user is None or (owner := os.stat(place).st_uid) == user:
        return (
            ". Make it writable for the user who runs this, or copy the folder to another disk and set "
            "SCOREKEEPER_INSTANCE to the copy."
        )
    return (
        f": it belongs to user {owner}, and this runs as user {user}. Give it to that user: chown -R {user} FOLDER, "
        "with Docker the folder of this machine that is mounted there."
    )


def _unusable(error: "DBAPIError", settings: Settings) -> click.ClickException:
    from scorekeeper.storage import backups
    from scorekeeper.storage.database_errors import Fault, fault_of

    fault = fault_of(error)
    if fault and not settings.database and not shutil.disk_usage(settings.instance).free:
        return click.ClickException(f"The disk of {settings.instance} is full. Make room, then start again.")
    if fault in (Fault.READ_ONLY, Fault.UNREACHABLE) and (why := why_unwritable(settings)):
        return click.ClickException(why)
    if fault != Fault.DAMAGED or settings.database:
        what = "did not answer" if fault else "cannot be used"
        return click.ClickException(f"The database {what}: {error.orig}")
    newest = backups.newest(settings.instance)
    advice = f"Put a copy back: rook-scorekeeper restore {newest}" if newest else "There is no copy to put back."
    return click.ClickException(
        f"The database cannot be used: {error.orig}. The file {settings.database_file} is damaged. {advice}"
    )


def clean(text: str) -> str:
    """Return the text without terminal control characters."""
    return "".join("\N{REPLACEMENT CHARACTER}" if category(char) in ("Cc", "Cs", "Zl", "Zp") else char for char in text)


def printable(file: str) -> str:
    """Return the file's name; bytes in it that are not UTF-8 become question marks."""
    return os.fsencode(file).decode(errors="replace")
