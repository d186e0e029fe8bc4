"""Move games between installations as records: `scorekeeper export` and `scorekeeper import`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.record import LARGEST_RECORD
from scorekeeper.rules.words import count_of

from .check import printable
from .open_club import CreateApp, of_club, open_club
from .record_sheet import clean

if TYPE_CHECKING:
    from scorekeeper.usecases.transfer.import_preview import ImportPreview, NameMatch


@click.command("export")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@of_club
@click.pass_obj
def export(create_app: CreateApp, folder: Path, club: str | None) -> None:
    """Save every game of a club to FOLDER, each as a file.

    The files are records (rook-game/1). A game has the same file each time, by its own id: a newer export replaces it,
    and other files are left alone. Deleted games are left out.
    """
    from scorekeeper.usecases.transfer.game_export import all_records

    count = 0
    try:
        with open_club(create_app, club, existing=True) as club_id:
            folder.mkdir(parents=True, exist_ok=True)
            for name, record in all_records(club_id):
                part = folder / f"{name}.part"
                part.write_bytes(record)
                part.replace(folder / name)
                count += 1
    except OSError as error:
        raise click.ClickException(f"Cannot write to {folder}: {error.strerror}. Choose another folder.") from None
    click.echo(f"{count_of(count, 'game')} written to {folder}.")


@click.command("import")
@click.option("--dry-run", is_flag=True, help="Show what would happen without saving.")
@of_club
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.pass_obj
def import_(create_app: CreateApp, files: tuple[str, ...], dry_run: bool, club: str | None) -> None:
    """Save game files as games of a club, each once.

    The files are records (rook-game/1). A name that matches a player exactly is that player; any other becomes a new
    one. Files with problems are listed and skipped; then the exit status is 1.
    """
    from scorekeeper.usecases.players.update_ratings import rate_again
    from scorekeeper.usecases.transfer.game_import import import_game
    from scorekeeper.usecases.transfer.import_preview import ImportBatch, preview_import

    batch, status, imported = ImportBatch(), 0, False
    with open_club(create_app, club) as club_id:
        try:
            for file in files:
                try:
                    data = _read(file)
                    preview = preview_import(club_id, data, batch)
                    if not (preview.stored or dry_run):
                        imported |= import_game(club_id, data, one_of_many=True)[1]
                    click.echo(_describe(file, preview, dry_run))
                except (OSError, ValueError) as error:
                    status = 1
                    why = getattr(error, "strerror", None) or str(error)
                    click.echo(clean(f"{printable(file)}: skipped. {why}"), err=True)
        finally:
            if imported:
                rate_again(club_id)
    sys.exit(status)


def _read(file: str) -> bytes:
    """Return the bytes of a file, up to one byte more than the largest record; raises OSError."""
    with open(file, "rb") as stream:
        return stream.read(LARGEST_RECORD + 1)


def _describe(file: str, preview: "ImportPreview", dry_run: bool) -> str:
    """Return the result of an import, with the player for each name."""
    result = "already here" if preview.stored else "would be saved" if dry_run else "saved"
    names = ", ".join(f"{match.name} ({_describe_match(match)})" for match in preview.names)
    hands = count_of(preview.hands, "hand")
    return clean(f"{printable(file)}: {result}. {preview.title}, {hands}. {preview.state} {names}")


def _describe_match(match: "NameMatch") -> str:
    similar = f", similar to {' and '.join(match.similar)}" if match.similar else ""
    return "already a player" if match.known else f"new{similar}"
