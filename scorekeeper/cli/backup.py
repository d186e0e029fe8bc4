"""`scorekeeper backup`, taken while the database is in use, and `scorekeeper restore`, which puts a copy back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from scorekeeper.settings import Settings

from .open_club import read_settings, refusals_in_sentences, why_unwritable


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE, also while it's in use.

    FILE must not exist yet; it is compressed if its name ends in .gz. `scorekeeper restore FILE` puts it back. The
    server makes a copy a day by itself.
    """
    from scorekeeper.storage import backups

    settings, database = _sqlite_file("pg_dump")
    with _sentences(settings, file):
        backups.copy(database, file)
    click.echo(f"Copied to {file}.")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def restore(file: Path) -> None:
    """Put FILE, a copy of the database, in its place.

    Only while no server runs. What it replaces is kept.
    """
    from scorekeeper.storage import backups
    from scorekeeper.storage.upgrade import revisions

    settings, database = _sqlite_file("pg_restore")
    instance = settings.instance
    with _sentences(settings):
        instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        with backups.not_served(instance), backups.unpacked(file, database) as part:
            if backups.revision_of(part) not in revisions():
                raise click.ClickException(f"{file} was made by a newer version of this program.")
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

    try:
        yield
    except StillServed:
        raise click.ClickException("The server is running. Stop it first, then restore.") from None
    except OSError as error:
        raise click.ClickException(_sentence(error, settings, target)) from None
    except BadCopy as error:
        raise click.ClickException(str(error)) from None


def _sentence(error: OSError, settings: Settings, target: Path | None) -> str:
    if not (error.filename and error.strerror):
        says_why = isinstance(error, FileExistsError | FileNotFoundError)
        return str(error) if says_why else why_unwritable(settings) or str(error)
    if target and error.filename.startswith(str(target)):  # or the same with .part
        return f"Cannot write {target}: {error.strerror}. Choose another folder."
    return why_unwritable(settings) or f"{error.filename}: {error.strerror}."
