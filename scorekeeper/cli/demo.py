"""`scorekeeper demo`: fill a club with made-up games."""

import sys

import click

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.words import count_of

from .open_club import CreateApp, of_club, open_club

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
    click.echo(f"{_describe(games, stored)}. Start `scorekeeper serve` to see them.")


def _describe(games: int, stored: int) -> str:
    """Return how many games were played, and how many of them were there before."""
    before = games - stored
    already = f"; {before} of them {'was' if before == 1 else 'were'} here already" if before else ""
    return f"Added {count_of(games, 'demo game')}{already}"
