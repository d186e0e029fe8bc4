"""`rook-scorekeeper draw`: a seating plan on paper for an evening with new partners every round."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

import click

from scorekeeper.rules.tournament import Table, Tournament, draw_round, limits_of, repeats
from scorekeeper.rules.words import count_of, join_words, side_name
from scorekeeper.usecases.names import caseless, isolate, name_error, read_list

from .open_club import clean, printable

MOST_ROUNDS = 100
LARGEST_FILE = 100_000


def _validate_rounds(_context: click.Context, _parameter: click.Parameter, rounds: int) -> int:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise click.BadParameter(f"A plan has 1 to {MOST_ROUNDS} rounds, not {rounds:,}.")
    return rounds


@click.command()
@click.option("--entrants", type=int, help="How many players, 4 to 64.")
@click.option("--names", "file", metavar="FILE", help="Take the players' names from a file, one on each line.")
@click.option("--rounds", type=int, required=True, callback=_validate_rounds, help="How many rounds.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Use the next number to draw again.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; players are numbered from 1.")
def draw(entrants: int | None, file: str | None, rounds: int, seed: int, as_json: bool) -> None:
    """Print a seating plan in which partners change every round.

    Needs no server and no database. The same numbers always give the same plan, and its first rounds are the same
    however many you ask for.
    """
    if entrants is not None and file is not None:
        raise click.UsageError("Give --entrants or --names, not both.")
    if entrants is None and file is None:
        raise click.UsageError("Say how many players there are with --entrants, or give their names with --names.")
    names = _read_names(file) if file is not None else None
    players = len(names) if names is not None else entrants or 0
    fewest, most, _ = limits_of("rotating")
    if not fewest <= players <= most:
        raise click.UsageError(f"A plan is for {fewest} to {most} players, not {players:,}.")
    tournament = Tournament("rotating", tuple(range(players)))
    for _ in range(rounds):
        tournament = replace(tournament, rounds=(*tournament.rounds, draw_round(tournament, seed)))
    text = json.dumps(_document(tournament, seed, names), ensure_ascii=False) if as_json else None
    click.echo((text or "\n".join(_sheet(tournament, seed, names))).encode())


def _read_names(file: str) -> list[str]:
    """Return the names in a file, one a line, without empty lines; raises UsageError, ClickException."""
    try:
        with open(file, "rb") as stream:
            content = stream.read(LARGEST_FILE).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = "it isn't UTF-8 text." if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", None)
        raise click.ClickException(f"Cannot read {printable(file)}: {reason or error}") from error
    read = read_list(content)
    names = [name for (name,) in read.lines]
    for number, name in enumerate(names):
        if too_long := name_error("names", name):
            raise click.UsageError(f"{too_long.text} This one is longer: {name[:30]}…")
        if caseless(name) in map(caseless, names[:number]):
            raise click.UsageError(f"{name} is in the list twice.")
    if read.said:
        click.echo(clean(read.said), err=True)
    return names


def _seats(table: Table) -> tuple[list[list[int]], int]:
    """Return the sides of a table and its dealer, numbered from 1."""
    return [[player + 1 for player in side] for side in table.sides], table.entrants[table.dealer - 1] + 1


def _document(tournament: Tournament, seed: int, names: Sequence[str] | None) -> dict[str, object]:
    rounds = []
    for number, drawn in enumerate(tournament.rounds, 1):
        tables = [
            {"table": number, "sides": sides, "dealer": dealer}
            for number, (sides, dealer) in enumerate(map(_seats, drawn.tables), 1)
        ]
        rounds.append({"round": number, "tables": tables, "sit_outs": [player + 1 for player in drawn.sit_outs]})
    named = {} if names is None else {"names": list(names)}
    return {"entrants": len(tournament.entrants), **named, "seed": seed, "rounds": rounds}


def _sheet(tournament: Tournament, seed: int, names: Sequence[str] | None) -> Iterator[str]:
    """Yield the plan line by line, for the wall."""
    called = [clean(isolate(name)) for name in names or map(str, range(1, len(tournament.entrants) + 1))]
    rounds = count_of(len(tournament.rounds), "round")
    yield f"{count_of(len(called), 'player')}, {rounds}, seed {seed}"
    for number, drawn in enumerate(tournament.rounds, 1):
        yield f"\nRound {number}"
        for place, table in enumerate(drawn.tables, 1):
            one, other = (side_name([called[player] for player in side]) for side in table.sides)
            yield f"  Table {place}: {one} against {other}, dealer {called[table.entrants[table.dealer - 1]]}"
        if drawn.sit_outs:
            yield f"  Sitting out: {', '.join(called[player] for player in drawn.sit_outs)}"
        for pair in repeats(tournament, number):
            yield f"  {join_words([called[player] for player in pair])} partner again"
