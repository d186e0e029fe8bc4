"""Games in and out at the terminal: `export` and `import` of records, and `demo`, which makes some up."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.record import LARGEST_RECORD
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.words import count_of, join_words

from .open_club import CreateApp, clean, of_club, open_club, printable

if TYPE_CHECKING:
    from scorekeeper.usecases.transfer.game_import import ImportPreview, NameMatch


@click.command("export")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@of_club
@click.pass_obj
def export(create_app: CreateApp, folder: Path, club: str | None) -> None:
    """Save every game of a club to FOLDER, each as a file.

    The files are records (rook-game/1). A game has the same file each time, by its own id: a newer export replaces it,
    and other files are left alone. Deleted games are left out.
    """
    from scorekeeper.storage import backups
    from scorekeeper.usecases.transfer.export import all_records

    count = 0
    try:
        with open_club(create_app, club, existing=True) as club_id:
            backups.make_folder(folder, 0o777)
            for name, record in all_records(club_id):
                part = folder / f"{name}.part"
                part.write_bytes(record)
                backups.give_to_owner(part)
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
    from scorekeeper.usecases.transfer.game_import import ImportBatch, import_game, preview_import

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
    similar = f", similar to {join_words(match.similar)}" if match.similar else ""
    return "already a player" if match.known else f"new{similar}"


MOST_GAMES = 100_000


def _validate_games(_context: click.Context, _parameter: click.Parameter, games: int) -> int:
    if not 1 <= games <= MOST_GAMES:
        raise click.BadParameter(f"The demo adds 1 to {MOST_GAMES:,} games, not {games:,}.")
    return games


@click.command("demo")
@click.option("--games", default=200, show_default=True, callback=_validate_games, help="How many games.")
@click.option("--seed", default=1, show_default=True, help="Use a different number for different games.")
@click.option("--rules", type=click.Choice(list(PRESETS)), metavar="KEY", help="Use only this rule set, e.g. original.")
@click.option("--among-ours", is_flag=True, help="Add them even if you have real players.")
@of_club
@click.pass_obj
def demo(create_app: CreateApp, games: int, seed: int, rules: str | None, among_ours: bool, club: str | None) -> None:
    """Add made-up games so you can look around.

    The same seed makes the same games, and none of them twice.
    """
    from scorekeeper.usecases.demo import has_players_of_its_own, play_demo

    stored, at_terminal = 0, sys.stderr.isatty()
    with open_club(create_app, club) as club_id:
        if has_players_of_its_own(club_id) and not among_ours:
            raise click.ClickException(
                "Your own games are here, and the demo's would be hard to tell apart. Set SCOREKEEPER_INSTANCE to "
                "another folder, or say --among-ours."
            )
        with click.progressbar(length=games, label="Playing", file=sys.stderr, hidden=not at_terminal) as bar:
            for played, new in play_demo(club_id, games, seed, rules):
                stored += new
                bar.update(played)
    click.echo(f"{_describe_demo(games, stored)}. Start `rook-scorekeeper serve` to see them.")


def _describe_demo(games: int, stored: int) -> str:
    """Return how many games were played, and how many of them were there before."""
    before = games - stored
    already = f"; {before} of them {'was' if before == 1 else 'were'} here already" if before else ""
    return f"Added {count_of(games, 'demo game')}{already}"
