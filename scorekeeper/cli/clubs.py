"""Clubs at the terminal: `export-club`, `import-club`, `clubs`, and `club` for a new link or to delete one."""

import shutil
from pathlib import Path

import click

from scorekeeper.rules.words import count_of
from scorekeeper.settings import BadSetting, read_url

from .open_club import CreateApp, clean, find_club, of_club, open_club, open_database
from .serve import addresses, base_address


@click.command("export-club")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@of_club
@click.pass_obj
def export_club(create_app: CreateApp, file: Path, club: str | None) -> None:
    """Save a whole club to FILE, a zip.

    FILE must not exist yet. `rook-scorekeeper import-club FILE` brings the club back, here or on another server.
    """
    from scorekeeper.storage import file_modes
    from scorekeeper.storage.backups import give_to_owner
    from scorekeeper.usecases.transfer import export

    if file.exists():
        raise click.ClickException(f"{file} exists already; choose another name.")
    try:
        with open_club(create_app, club, existing=True) as club_id:
            _, exported = export.export_club(club_id)
            part = file.with_name(f"{file.name}.part")
            try:
                with exported, open(part, "wb", opener=file_modes.opener) as out:
                    shutil.copyfileobj(exported, out)
                give_to_owner(part)
                part.replace(file)
            finally:
                part.unlink(missing_ok=True)  # of a disk that was full
    except OSError as error:
        raise click.ClickException(f"Cannot write {file}: {error.strerror}. Choose another folder.") from None
    click.echo(f"The club was written to {file}.")


@click.command("import-club")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def import_club(create_app: CreateApp, file: Path) -> None:
    """Bring a club back whole from its FILE, once.

    At home it takes the place of the one club, which must still be empty.
    """
    from scorekeeper.usecases.errors import ValidationFailed
    from scorekeeper.usecases.transfer.club_file import open_club_file
    from scorekeeper.usecases.transfer.club_import import bring_club, deleted_original

    try:
        with file.open("rb") as opened, open_database(create_app) as settings:
            club = open_club_file(opened)
            bring_club(club, at_home=not settings.hosted)
            apart = deleted_original(club.document)
    except OSError as error:
        raise click.ClickException(f"Cannot read {file}: {error.strerror}.") from None
    except ValidationFailed as failed:
        raise click.ClickException(clean(str(failed))) from None
    click.echo(clean(f"{club.document.name} is here, with {count_of(len(club.document.games), 'game')}."))
    for doubt in filter(None, (*club.doubts, apart)):
        click.echo(clean(doubt), err=True)


@click.command("clubs")
@click.pass_obj
def list_clubs(create_app: CreateApp) -> None:
    """List the clubs: public id, games, last change, name."""
    from scorekeeper.usecases import clubs
    from scorekeeper.usecases.days import local

    with open_database(create_app, existing=True):
        for name, public_id, zone, deleted_at, games, last in clubs.overview():
            day = local(last, zone).date().isoformat() if last else "-"
            deleted = f" (deleted on {local(deleted_at, zone).date().isoformat()})" if deleted_at else ""
            click.echo(clean(f"{public_id}  {games:>6}  {day:10}  {name}{deleted}"))


def _read_address(_context: click.Context, parameter: click.Parameter, address: str | None) -> str:
    try:
        return read_url(address, parameter.opts[0])[0] if address else ""
    except BadSetting as bad:
        raise click.ClickException(str(bad)) from None


@click.group()
def club() -> None:
    """Manage one club of this server, by its name or public id."""


@club.command("link")
@click.argument("name")
@click.option(
    "--address", metavar="URL", callback=_read_address, help="What the link begins with, e.g. https://rook.example."
)
@click.option("--yes", is_flag=True, help="Don't ask.")
@click.pass_obj
def make_link(create_app: CreateApp, name: str, address: str, yes: bool) -> None:
    """Make a new keeper link for people who lost theirs.

    The old link stops working, and phones that used it are signed out.
    """
    from scorekeeper.usecases import clubs

    with open_database(create_app, existing=True) as settings:
        found = find_club(name, even_deleted=True)
        if not yes:
            asked = f"The keeper link of {found.name} stops working, and phones that used it are signed out. Go on?"
            click.confirm(clean(asked), abort=True, err=True)
        key = clubs.new_keeper_key(found.id)
    click.echo(f"{address or base_address(settings, addresses(settings.bind))}/enter/{key}")
    if found.deleted_at:
        click.echo(clean(f"{found.name} is deleted; this link can bring it back."), err=True)
    if not settings.hosted:
        click.echo("It opens once SCOREKEEPER_HOSTED=1 is set: at home no one needs it.", err=True)


@club.command("delete")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Don't ask.")
@click.pass_obj
def delete_club(create_app: CreateApp, name: str, yes: bool) -> None:
    """Delete a club of a hosted server. Its keeper link brings it back for 30 days; then nothing is left."""
    from scorekeeper.usecases import clubs

    with open_database(create_app, existing=True) as settings:
        if not settings.hosted:
            raise click.ClickException("At home there is one club; to delete it, remove its data folder.")
        found = find_club(name)
        if not yes:
            click.confirm(f"Delete {clean(found.name)}?", abort=True)
        clubs.delete_club(found.id, found.name)
    click.echo(clean(f"{found.name} is deleted. Its keeper link can bring it back for 30 days."))
