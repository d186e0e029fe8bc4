"""A tournament as its draws see it: entrants by number, drawn rounds, results of tables."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from ..errors import RuleError
from ..words import join_words

Format = Literal["rotating", "ranked", "swiss", "double-elimination"]
FORMATS: tuple[Format, ...] = get_args(Format)
PAIR_FORMATS = ("swiss", "double-elimination")
Side = tuple[int, ...]
"""Who scores together at a table: two players, or one pair."""


class BadEntrants(RuleError):
    """Too few or too many entrants, or one of them twice."""

    code = "entrants"


class TablesUnfinished(RuleError):
    """A draw that needs results of unfinished `tables`, by number, in the last round if no other is named."""

    code = "tables-unfinished"

    def __init__(self, tables: Sequence[int], number: int | None = None) -> None:
        which = f"Table {tables[0]} has" if len(tables) == 1 else f"Tables {join_words([*map(str, tables)])} have"
        super().__init__("rounds", f"{which} no result yet{f' in round {number}' if number else ''}.")
        self.tables = tuple(tables)


class TournamentOver(RuleError):
    """A draw after the format has a winner (T13)."""

    code = "tournament-over"


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended: the points of the first and of the second side.

    `chosen` is the side that won, 0 or 1, if the points don't say so: the organizer chose it after a tie, or it won the
    most games of the match.
    """

    points: tuple[int, int]
    chosen: int | None = None

    @property
    def winner(self) -> int | None:
        """The side that won, 0 or 1; None for a tie."""
        first, second = self.points
        if self.chosen is not None or first == second:
            return self.chosen
        return int(first < second)


def limits_of(kind: Format) -> tuple[int, int, str]:
    """Return the fewest and the most entrants of a format, and what they are."""
    return (2, 32, "pairs") if kind in PAIR_FORMATS else (4, 64, "players")


def best_of_three(games: Sequence[Result]) -> Result | None:
    """Return the result of a match, with the points of all its games; None until a side has won two.

    A correction can give one side all three games, or each two of four: the first to win two has won.
    """
    winners = [game.winner for game in games]
    winner = next((side for count, side in enumerate(winners) if side is not None and side in winners[:count]), None)
    if winner is None:
        return None
    return Result((sum(game.points[0] for game in games), sum(game.points[1] for game in games)), winner)


@dataclass(frozen=True, slots=True)
class Table:
    """One match of a round: the first side has seats 1 and 3, the second seats 2 and 4; `dealer` is a seat (T2)."""

    sides: tuple[Side, Side]
    dealer: int
    result: Result | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        """Everyone at the table, players in the order of their seats."""
        return tuple(entrant for across in zip(*self.sides, strict=True) for entrant in across)


@dataclass(frozen=True, slots=True)
class Round:
    """A drawn round. An entrant who was away is neither at a table nor in `sit_outs`; `seed` is the draw's."""

    tables: tuple[Table, ...]
    sit_outs: tuple[int, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament so far.

    `entrants`: everyone who ever entered, in entry order (the seeds; shuffle them once for a random bracket).
    `away`: those who have not come yet or have left. In `double-elimination` leaving is final.
    `adjustments`: points that the organizer added or took.
    A number at a table that is not in `entrants` is a guest, who has no place in the standings (T11).

    Raises BadEntrants.
    """

    format: Format
    entrants: tuple[int, ...]
    rounds: tuple[Round, ...] = ()
    away: frozenset[int] = frozenset()
    adjustments: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(set(self.entrants)) < len(self.entrants):
            raise BadEntrants("entrants", "The same entrant is entered twice.")
        fewest, most, noun = limits_of(self.format)
        if len(self.entrants) < fewest or len(self.present) > most:
            raise BadEntrants("entrants", f"This format is for {fewest} to {most} {noun}, not {len(self.present)}.")

    @property
    def in_pairs(self) -> bool:
        """Whether each entrant is a pair."""
        return self.format in PAIR_FORMATS

    @property
    def present(self) -> tuple[int, ...]:
        """The entrants who are not away, in entry order."""
        return tuple(entrant for entrant in self.entrants if entrant not in self.away)

    def missed_rounds(self) -> dict[int, int]:
        """Count the rounds in which each entrant did not play: sat out, came late, or had left (T3)."""
        played = Counter(one for drawn in self.rounds for table in drawn.tables for one in table.entrants)
        return {entrant: len(self.rounds) - played[entrant] for entrant in self.entrants}

    def is_finished(self, table: Table) -> bool:
        """Whether the table's result counts; in a bracket a tie doesn't until someone says who won (T8)."""
        return table.result is not None and (self.format != "double-elimination" or table.result.winner is not None)

    def unfinished(self, number: int | None = None) -> tuple[int, ...]:
        """Return the numbers of the tables without a result, in this round, from 1, or in the last."""
        tables = self.rounds[(number or 0) - 1].tables if self.rounds else ()
        return tuple(number for number, table in enumerate(tables, 1) if not self.is_finished(table))
