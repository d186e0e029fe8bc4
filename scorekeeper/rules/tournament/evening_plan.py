"""Plans for an evening on which no one has the same partner twice, for 4 to 28 players (T5)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random

Tables = list[tuple[tuple[int, int], tuple[int, int]]]

# The first round by the number of players: four numbers a table, the first two partners. In each later round all
# numbers go up by the same step. With a multiple of four players the last number stays, and after the last round
# everyone has partnered everyone once and opposed everyone twice (a whist tournament). If two sit out, the second half
# of the rounds has a first round of its own.
STARTERS = {
    4: "0 3 1 2",
    5: "1 4 2 3",
    6: "2 5 3 4  0 4 1 3",
    7: "3 6 4 5",
    8: "0 4 6 7  1 2 3 5",
    9: "1 2 3 7  4 6 5 8",
    10: "2 6 8 9  3 4 5 7  0 6 1 4  2 7 3 5",
    11: "3 5 6 10  4 7 8 9",
    12: "0 1 3 11  2 6 7 9  4 10 5 8",
    13: "1 12 5 8  2 11 3 10  4 9 6 7",
    14: "2 4 3 13  5 11 7 10  6 12 8 9  0 5 9 12  1 6 3 7  2 4 10 11",
    15: "3 9 6 14  4 5 11 13  7 10 8 12",
    16: "0 1 4 10  2 7 6 14  3 5 12 15  8 11 9 13",
    17: "1 2 9 12  3 14 11 16  4 13 8 15  5 7 6 10",
    18: "2 14 9 10  3 8 5 17  4 7 6 15  11 13 12 16  0 10 2 6  1 16 4 11  3 8 5 15  7 9 13 14",
    19: "3 7 10 16  4 6 8 15  5 13 11 12  9 18 14 17",
    20: "0 7 1 3  2 17 12 13  4 14 6 11  5 8 10 18  9 15 16 19",
    21: "1 6 13 15  2 3 7 20  4 16 10 14  5 19 8 18  9 12 11 17",
    22: "2 16 12 13  3 4 6 15  5 11 10 20  7 17 19 21  8 14 9 18  "
    "0 19 13 17  1 20 4 15  2 7 6 10  3 5 11 18  8 16 9 14",
    23: "3 4 12 16  5 13 7 20  6 8 11 17  9 14 10 19  15 22 18 21",
    24: "0 13 16 23  1 18 10 12  2 22 6 20  3 21 8 9  4 19 5 17  7 14 11 15",
    25: "1 20 9 19  2 23 4 13  3 17 12 15  5 18 21 22  6 11 16 24  7 14 8 10",
    26: "2 4 18 23  3 14 5 11  6 24 10 20  7 21 9 13  8 25 16 17  12 19 15 22  "
    "0 1 4 9  2 20 7 13  3 12 14 24  5 17 16 18  6 21 10 23  8 11 15 19",
    27: "3 6 7 14  4 23 9 13  5 11 22 24  8 20 15 26  10 19 12 25  16 21 17 18",
    28: "0 23 6 24  1 15 19 21  2 26 11 18  3 13 5 10  4 12 16 17  7 22 20 27  8 14 9 25",
}


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round of a plan: its tables, who sits out, and who deals first at each table."""

    tables: Tables
    sit_outs: set[int]
    dealers: tuple[int, ...]


def plan_evening(players: Sequence[int], seed: int) -> Iterator[PlannedRound]:
    """Yield the rounds of the plan for these players; nothing for more than 28."""
    if len(players) not in STARTERS:
        return
    people = list(players)
    Random(seed).shuffle(people)
    for numbers, dealing in zip(_plan(len(people)), _dealers(len(people)), strict=True):
        at_table = [people[number] for number in numbers]
        tables = [((a, b), (c, d)) for a, b, c, d in zip(*[iter(at_table)] * 4, strict=True)]
        yield PlannedRound(tables, set(people).difference(at_table), tuple(people[number] for number in dealing))


def _plan(players: int) -> Iterator[list[int]]:
    """Yield who plays in each round, by number: four a table, the first two partners."""
    starter = [int(number) for number in STARTERS[players].split()]
    seats = players // 4 * 4
    step = players - seats or 1
    turning = players - (seats == players)
    for moved in range(0, step * turning, step):
        # If the steps return to 0 too early, the next pass starts one further.
        shift = moved + (moved // turning if turning % step == 0 else 0)
        beginning = seats * (moved // turning) % len(starter)
        yield [
            (number + shift) % turning if number < turning else number
            for number in starter[beginning : beginning + seats]
        ]


@cache
def _dealers(players: int) -> list[list[int]]:
    """Return who deals first in each round, by number: one at each table who has done it least often (T2).

    Who of several it is was found by trying: at the end of the plan all have done it equally often, or once less.
    """
    for attempt in count():
        random, times, dealers = Random(attempt), Counter(dict.fromkeys(range(players), 0)), list[list[int]]()
        for numbers in _plan(players):
            tables = zip(*[iter(numbers)] * 4, strict=True)
            dealers.append([min(table, key=lambda one: (times[one], random.random())) for table in tables])
            times.update(dealers[-1])
        if max(times.values()) - min(times.values()) <= 1:
            return dealers
    raise AssertionError
