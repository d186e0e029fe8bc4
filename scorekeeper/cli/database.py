"""The database at the terminal: `backup` and `restore`, and `doctor`, which checks it against the hands."""

import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.rules.words import count_of
from scorekeeper.settings import Settings

from .open_club import ODD_PIN, CreateApp, clean, open_app, read_settings, refusals_in_sentences, why_unwritable

if TYPE_CHECKING:
    from scorekeeper.usecases.doctor import Findings


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE, also while it's in use.

    FILE must not exist yet; it is compressed if its name ends in .gz. `rook-scorekeeper restore FILE` puts it back. The
    server makes a copy a day by itself.
    """
    from scorekeeper.storage import backups

    settings, database = _sqlite_file("pg_dump")
    with _sentences(settings, file):
        backups.copy(database, file)
    click.echo(f"Copied to {file}.")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
def restore(file: Path | None) -> None:
    """Put FILE, a copy of the database, in its place.

    Only while no server runs. What it replaces is kept. Without FILE it lists the copies that the server made; of these
    the name is enough.
    """
    from scorekeeper.storage import backups
    from scorekeeper.storage.upgrade import refuse_unknown

    settings, database = _sqlite_file("pg_restore")
    instance = settings.instance
    with _sentences(settings):
        there = {copy.name: copy for copy in backups.copies(instance)}
        if file is None:
            click.echo("\n".join(there) if there else f"There are no copies in {backups.folder_of(instance)} yet.")
            return
        file = file if file.exists() else there.get(str(file), file)
        backups.make_folder(instance)
        with backups.not_served(instance), backups.unpacked(file, database) as part:
            refuse_unknown(backups.revision_of(part), str(file))
            kept = backups.put_back(part, database, instance)
    click.echo(f"Restored from {file}.")
    if kept:
        click.echo(f"The previous database was saved as {kept}.")


def _sqlite_file(program: str) -> tuple[Settings, Path]:
    """Return the settings and the SQLite file of this installation; raises ClickException if it has none."""
    settings = read_settings()
    with refusals_in_sentences(settings):
        url = settings.database_url
    if url.get_backend_name() != "sqlite" or not url.database:
        raise click.ClickException(f"This is only for SQLite; use PostgreSQL's own {program} (docs/using/hosting.md).")
    return settings, Path(url.database)


@contextmanager
def _sentences(settings: Settings, target: Path | None = None) -> Iterator[None]:
    """Raise ClickException for any error while making a copy as `target`, or restoring one."""
    from scorekeeper.storage.backups import BadCopy, StillServed
    from scorekeeper.storage.upgrade import UpgradeFailed

    try:
        yield
    except StillServed:
        raise click.ClickException("The server is running. Stop it first, then restore.") from None
    except OSError as error:
        raise click.ClickException(_sentence(error, settings, target)) from None
    except (BadCopy, UpgradeFailed) as error:
        raise click.ClickException(str(error)) from None


def _sentence(error: OSError, settings: Settings, target: Path | None) -> str:
    if not (error.filename and error.strerror):
        says_why = isinstance(error, FileExistsError | FileNotFoundError)
        return str(error) if says_why else why_unwritable(settings) or str(error)
    if target and error.filename.startswith(str(target)):  # or the same with .part
        return f"Cannot write {target}: {error.strerror}. Choose another folder."
    return why_unwritable(settings) or f"{error.filename}: {error.strerror}."


MOST_SAID = 50


@click.command()
@click.option("--repair", is_flag=True, help="Recompute totals, winners, stats and ratings from the hands.")
@click.pass_obj
def doctor(create_app: CreateApp, repair: bool) -> None:
    """Check the database against a recount from the hands.

    Looks at its file, its schema and every figure in it. Nothing is changed and no one has to wait, unless it repairs.
    A database of an older version is checked as an upgraded copy. Exit status: 0 all is well, 1 something is wrong, 2
    it couldn't be checked.
    """
    try:
        exposed = _exposed()
        problems, repairable = _examine(create_app, repair, "In the database all" if exposed else "All")
    except click.ClickException as refused:
        refused.show()
        sys.exit(2)
    if read_settings().has_odd_pin:
        click.echo(f"{ODD_PIN} Yours goes on as it is.", err=True)
    for file in exposed:
        click.echo(clean(f"{file} can be opened by others on this machine. As its owner: chmod 600 {file}"), err=True)
    for problem in problems[:MOST_SAID]:
        click.echo(clean(problem), err=True)
    if len(problems) > MOST_SAID:
        click.echo(f"And {len(problems) - MOST_SAID} more.", err=True)
    if problems:
        advice = (
            "rook-scorekeeper doctor --repair fixes them."
            if repairable
            else "rook-scorekeeper restore puts a copy back."
        )
        click.echo(f"{count_of(len(problems), 'problem')} found. {advice}", err=True)
    if problems or exposed:
        sys.exit(1)


def _exposed() -> list[Path]:
    """Return the files that others on this machine may open, and that a start could not make private."""
    from scorekeeper.storage import file_modes

    settings = read_settings()
    with refusals_in_sentences(settings):
        url = settings.database_url
        return list(file_modes.exposed(settings.instance, url.database if url.get_backend_name() == "sqlite" else None))


def _examine(create_app: CreateApp, repair: bool, what: str) -> tuple[list[str], bool]:
    """Return the remaining problems, and whether a repair would solve them.

    Prints what was checked and done, and `what` is well.
    """
    settings = read_settings()
    with refusals_in_sentences(settings):
        settings.check_files()
        url = settings.database_url
        if url.get_backend_name() == "sqlite":
            problems = _of_file(Path(url.database or ""))
            if problems:
                return problems, False
        found = _recount(create_app, settings, repair)
    if not (found.facts or found.figures):
        looked_at = f"{count_of(found.clubs, 'club')}, {count_of(found.games, 'game')}"
        click.echo(f"{what} is well: {looked_at}; totals, winners, statistics and ratings are what the hands say.")
    return found.facts + found.figures, not found.facts


def _of_file(database: Path) -> list[str]:
    from scorekeeper.storage import backups
    from scorekeeper.storage.readiness import problems_of_file

    if not database.is_file():
        raise click.ClickException(f"There is no database at {database}.")
    if not database.stat().st_size:
        return [f"{database} is empty."]
    try:
        return list(problems_of_file(database))
    except sqlite3.Error as error:
        unusable = backups.unusable(database, error)
        if isinstance(unusable, OSError):
            raise unusable from None
        return [str(unusable)]


def _recount(create_app: CreateApp, settings: Settings, repair: bool) -> "Findings":
    """Return the findings of a recount, after a repair the remaining ones."""
    from scorekeeper.storage.db import close, db
    from scorekeeper.storage.upgrade import present_revision, revisions
    from scorekeeper.usecases import doctor

    with create_app(settings).app_context():
        try:
            present = present_revision(db.engine)
            if present != revisions()[-1]:
                return _recount_upgraded(create_app, settings, present, repair)
            found = doctor.examine()
            if repair and found.figures:
                doctor.repair()
                click.echo(f"{count_of(len(found.figures), 'figure')} fixed.")
                found = doctor.examine()
            return found
        finally:
            close()


def _recount_upgraded(create_app: CreateApp, settings: Settings, present: str | None, repair: bool) -> "Findings":
    """Return the findings of a recount in an upgraded copy of a SQLite database."""
    from scorekeeper.storage import backups
    from scorekeeper.storage.db import close
    from scorekeeper.storage.upgrade import refuse_unknown, revisions

    if present:
        refuse_unknown(present, "The database")
    database = settings.database_url.database or ""
    if repair or not present or settings.database_url.get_backend_name() != "sqlite":
        raise click.ClickException(
            f"The database is at revision {present}, this program at {revisions()[-1]}: start the server to upgrade it."
        )
    click.echo(f"The database is at revision {present}: checking an upgraded copy.")
    with tempfile.TemporaryDirectory(prefix="scorekeeper-doctor-") as folder:
        copy = Path(folder, "copy.sqlite")
        try:
            backups.copy(Path(database), copy)
        except backups.BadCopy as bad:
            raise click.ClickException(str(bad)) from None
        app, _ = open_app(create_app, replace(settings, instance=Path(folder), database=f"sqlite:///{copy}"))
        with app.app_context():
            close()
        return _recount(create_app, replace(settings, database=f"sqlite:///{copy}"), repair)
