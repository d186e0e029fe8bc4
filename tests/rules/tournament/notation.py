"""Tournaments as they are written down at a table: who played whom, and for how many points."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

from scorekeeper.rules.tournament import Format, Result, Round, Table, Tournament, draw_round

Judge = Callable[[Table], Result]


def round_of(tables: str, sit_outs: str = "", seed: int = 1) -> Round:
    """A round by its tables: "01-23 180:120, 45-67" is 0 and 1 against 2 and 3, and a table without a result."""
    return Round(tuple(map(table_of, tables.split(", "))), tuple(map(int, sit_outs)), seed)


def table_of(text: str) -> Table:
    players, _, points = text.partition(" ")
    one, other = (tuple(map(int, side)) for side in players.split("-"))
    return Table((one, other), 1, result_of(points) if points else None)


def result_of(points: str) -> Result:
    one, other = map(int, points.split(":"))
    return Result((one, other))


def tournament_of(kind: Format, entrants: int, *rounds: Round) -> Tournament:
    return Tournament(kind, tuple(range(entrants)), rounds)


def play_round(tournament: Tournament, judge: Judge, seed: int = 1) -> Tournament:
    """Draw the next round and play it."""
    drawn = draw_round(tournament, seed)
    played = tuple(replace(table, result=judge(table)) for table in drawn.tables)
    return replace(tournament, rounds=(*tournament.rounds, replace(drawn, tables=played)))


def sides_in(drawn: Round) -> list[tuple[tuple[int, ...], ...]]:
    return [table.sides for table in drawn.tables]


def notation_of(drawn: Round) -> str:
    """A drawn round in the notation of `round_of`, without its results."""
    return ", ".join("-".join("".join(map(str, side)) for side in table.sides) for table in drawn.tables)


def partners(*rounds: Round) -> Counter[frozenset[int]]:
    return Counter(frozenset(side) for drawn in rounds for table in drawn.tables for side in table.sides)


def opponents(*rounds: Round) -> Counter[frozenset[int]]:
    return Counter(
        frozenset((one, other))
        for drawn in rounds
        for table in drawn.tables
        for one in table.sides[0]
        for other in table.sides[1]
    )


def by_chance(seed: int) -> Judge:
    random = Random(seed)

    def judge(_table: Table) -> Result:
        return Result((random.randrange(-200, 400, 5), random.randrange(-200, 400, 5)))

    return judge
