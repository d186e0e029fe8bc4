"""Who is ahead: points, wins, and the order of all entrants (T4, T9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from .bracket import Bracket
from .model import Tournament


@dataclass(slots=True)
class Score:
    """An entrant's results so far: points table by table, wins (a tie is half a win), sit-outs that earn points."""

    played: list[int] = field(default_factory=list)
    wins: float = 0
    sit_outs: int = 0
    adjustment: int = 0

    @property
    def points(self) -> Decimal:
        """All points; a sit-out earns the average of the played tables, to one decimal, halves away from zero (T4)."""
        average = Decimal(sum(self.played)) / max(len(self.played), 1)
        sat_out = self.sit_outs * average.quantize(Decimal("0.1"), ROUND_HALF_UP)
        return (sum(self.played) + sat_out + self.adjustment).normalize() + 0


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant's line in the standings; ties share a `place`.

    `points` have one decimal at most. `sit_outs` are those that earned points. `losses` are matches lost in a bracket.
    """

    place: int
    entrant: int
    points: Decimal
    wins: float
    played: int
    sit_outs: int
    losses: int = 0


def standings(tournament: Tournament) -> tuple[Placed, ...]:
    """Return all entrants by place, ties in entry order, including those who left."""
    score = scores(tournament)
    keys: Mapping[int, Any]
    losses: dict[int, list[int]] = {}
    if tournament.format == "double-elimination":
        losses = Bracket(tournament).losses
        keys = {one: _bracket_key(tournament, one, lost) for one, lost in losses.items()}
    elif tournament.format == "swiss":
        keys = _swiss_keys(tournament, score)
    else:
        keys = {one: (got.points, got.wins, max(got.played, default=-1_000_000)) for one, got in score.items()}
    return tuple(
        Placed(
            place=1 + sum(key > keys[one] for key in keys.values()),
            entrant=one,
            points=score[one].points,
            wins=score[one].wins,
            played=len(score[one].played),
            sit_outs=score[one].sit_outs,
            losses=len(losses.get(one, ())),
        )
        for one in sorted(tournament.entrants, key=keys.__getitem__, reverse=True)
    )


def scores(tournament: Tournament) -> dict[int, Score]:
    """Add up each entrant's results.

    A sit-out counts as soon as a table of its round is finished; a pair's bye is a win. Waiting in a bracket is no bye.
    """
    score = {one: Score(adjustment=tournament.adjustments.get(one, 0)) for one in tournament.entrants}
    for drawn in tournament.rounds:
        results = [
            (table.sides, table.result) for table in drawn.tables if tournament.is_finished(table) and table.result
        ]
        for sides, result in results:
            for number, side in enumerate(sides):
                for one in score.keys() & side:
                    score[one].played.append(result.points[number])
                    score[one].wins += 0.5 if result.winner is None else result.winner == number
        if results and tournament.format != "double-elimination":
            for one in drawn.sit_outs:
                score[one].sit_outs += 1
                score[one].wins += tournament.in_pairs
    return score


def _bracket_key(tournament: Tournament, one: int, lost: Sequence[int]) -> tuple[int, int]:
    """By losses, then by the round of the second loss; one who left loses later than any round so far."""
    if one in tournament.away and len(lost) < 2:
        return -2, len(tournament.rounds) + 1
    return -len(lost), lost[-1] if len(lost) == 2 else 0


def _swiss_keys(tournament: Tournament, score: Mapping[int, Score]) -> dict[int, tuple[float, Decimal, int]]:
    """Wins, points, and if exactly two are equal in both, how many games one won against the other."""
    equal: dict[tuple[float, Decimal], list[int]] = {}
    for one, got in score.items():
        equal.setdefault((got.wins, got.points), []).append(one)
    beaten = Counter(
        (table.sides[table.result.winner], table.sides[1 - table.result.winner])
        for drawn in tournament.rounds
        for table in drawn.tables
        if table.result and table.result.winner is not None
    )
    keys = {}
    for reached, pairs in equal.items():
        for one in pairs:
            other = next((pair for pair in pairs if pair != one), one)
            ahead = beaten[(one,), (other,)] - beaten[(other,), (one,)] if len(pairs) == 2 else 0
            keys[one] = (*reached, ahead)
    return keys
