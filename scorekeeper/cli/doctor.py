"""`scorekeeper doctor`: check whether the database is sound and its figures follow from the hands."""

import sqlite3
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.rules.words import count_of
from scorekeeper.settings import Settings

from .open_club import CreateApp, open_app, read_settings, refusals_in_sentences
from .record_sheet import clean

if TYPE_CHECKING:
    from scorekeeper.usecases.doctor import Findings

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
        problems, repairable = _examine(create_app, repair)
    except click.ClickException as refused:
        refused.show()
        sys.exit(2)
    for problem in problems[:MOST_SAID]:
        click.echo(clean(problem), err=True)
    if len(problems) > MOST_SAID:
        click.echo(f"And {len(problems) - MOST_SAID} more.", err=True)
    if problems:
        advice = "scorekeeper doctor --repair fixes them." if repairable else "scorekeeper restore puts a copy back."
        click.echo(f"{count_of(len(problems), 'problem')} found. {advice}", err=True)
        sys.exit(1)


def _examine(create_app: CreateApp, repair: bool) -> tuple[list[str], bool]:
    """Return the remaining problems, and whether a repair would solve them; print what was checked and done."""
    settings = read_settings()
    with refusals_in_sentences(settings):
        url = settings.database_url
        if url.get_backend_name() == "sqlite":
            problems = _of_file(Path(url.database or ""))
            if problems:
                return problems, False
        found = _recount(create_app, settings, repair)
    if not (found.facts or found.figures):
        looked_at = f"{count_of(found.clubs, 'club')}, {count_of(found.games, 'game')}"
        click.echo(f"All is well: {looked_at}; totals, winners, statistics and ratings are what the hands say.")
    return found.facts + found.figures, not found.facts


def _of_file(database: Path) -> list[str]:
    from scorekeeper.storage import backups
    from scorekeeper.storage.integrity_check import problems_of_file

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
    from scorekeeper.storage.upgrade import revisions

    database = settings.database_url.database or ""
    if repair or present not in revisions() or settings.database_url.get_backend_name() != "sqlite":
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
