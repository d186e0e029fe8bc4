"""`scorekeeper backup`, taken while the database is in use, and `scorekeeper restore`, which puts a copy back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from scorekeeper.settings import BadSetting, Settings


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE, which must not exist yet; compressed if its name ends in .gz.

    `scorekeeper restore FILE` puts it back. The server makes a copy a day by itself.
    """
    from scorekeeper.storage import backups

    with _sentences():
        backups.copy(_sqlite_file("pg_dump")[1], file)
    click.echo(f"Copied to {file}.")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def restore(file: Path) -> None:
    """Put FILE, a copy of the database, in the database's place, while no server runs. What it replaces is kept."""
    from scorekeeper.storage import backups
    from scorekeeper.storage.upgrade import revisions

    with _sentences():
        instance, database = _sqlite_file("pg_restore")
        instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        with backups.not_served(instance), backups.unpacked(file, database) as part:
            if backups.revision_of(part) not in revisions():
                raise click.ClickException(f"{file} was made by a newer version of this program.")
            kept = backups.put_back(part, database, instance)
    click.echo(f"Restored from {file}.")
    if kept:
        click.echo(f"The previous database was saved as {kept}.")


def _sqlite_file(program: str) -> tuple[Path, Path]:
    """Return the data folder and the SQLite file of this installation; raises ClickException where it has none."""
    settings = Settings.from_environment()
    url = settings.database_url
    if url.get_backend_name() != "sqlite" or not url.database:
        raise click.ClickException(f"This is for SQLite alone; use PostgreSQL's own {program} (docs/hosting.md).")
    return settings.instance, Path(url.database)


@contextmanager
def _sentences() -> Iterator[None]:
    """Raise ClickException for whatever keeps a copy from being made or put back."""
    from scorekeeper.storage.backups import BadCopy, StillServed

    try:
        yield
    except StillServed:
        raise click.ClickException("The server is running. Stop it first, then restore.") from None
    except OSError as error:
        text = f"{error.filename}: {error.strerror}." if error.filename and error.strerror else str(error)
        raise click.ClickException(text) from None
    except (BadSetting, BadCopy) as error:
        raise click.ClickException(str(error)) from None
