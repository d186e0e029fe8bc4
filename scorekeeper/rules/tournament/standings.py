"""Who is ahead: points, wins, and the order of all entrants (T4, T9)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from math import gcd
from typing import Any

from scorekeeper.rules.rounding import rounded
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.tournament.bracket import Bracket
from scorekeeper.rules.tournament.model import Tournament
from scorekeeper.rules.words import count_of, format_number


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
        sat_out = self.sit_outs * rounded(average, 1)
        return (sum(self.played) + sat_out + self.adjustment).normalize() + 0


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant's line in the standings; ties share a `place`, None for a player who has not played and has no points.

    `points` have one decimal at most. `sit_outs` are those that earned points. `losses` are matches lost in a bracket.
    """

    place: int | None
    entrant: int
    points: Decimal
    wins: float
    played: int
    sit_outs: int
    losses: int = 0


def standings(tournament: Tournament) -> tuple[Placed, ...]:
    """Return all entrants by place, ties in entry order, including those who left; those without a place last."""
    score, keys = scores(tournament), ranking_keys(tournament)
    losses = Bracket(tournament).losses if tournament.format == "double-elimination" else {}
    unplaced = {one for one, got in score.items() if not (got.played or got.adjustment or tournament.in_pairs)}
    found = (
        Placed(
            place=None if one in unplaced else 1 + sum(keys[other] > keys[one] for other in keys.keys() - unplaced),
            entrant=one,
            points=score[one].points,
            wins=score[one].wins,
            played=len(score[one].played),
            sit_outs=score[one].sit_outs,
            losses=len(losses.get(one, ())),
        )
        for one in in_order(tournament)
    )
    return tuple(sorted(found, key=lambda line: line.place is None))


def in_order(tournament: Tournament) -> list[int]:
    """Return all entrants in the order that draws take them in: who has not played counts as having 0 points."""
    return sorted(tournament.entrants, key=ranking_keys(tournament).__getitem__, reverse=True)


def ranking_keys(tournament: Tournament) -> Mapping[int, Any]:
    """Return for each entrant what the standings go by, the highest first (T9)."""
    if tournament.format == "double-elimination":
        bracket = Bracket(tournament)
        return {one: _bracket_key(bracket, one, one in tournament.away) for one in tournament.entrants}
    score = scores(tournament)
    if tournament.format == "swiss":
        return _swiss_keys(tournament, score)
    return {one: (got.points, got.wins, max(got.played, default=-1_000_000)) for one, got in score.items()}


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


def _bracket_key(bracket: Bracket, one: int, has_left: bool) -> tuple[int, int, bool]:
    """By losses, then by the round of the second loss. Who left is out in the last round in which it played, behind
    those who were beaten in it."""
    lost = bracket.losses[one]
    if len(lost) == 2 and lost[-1]:
        return -2, lost[-1], True
    return (-2, bracket.played[one], False) if has_left else (-len(lost), 0, False)


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


MOST_LOST_TO_THE_TARGET = 10  # hands' worth that a side can be below zero in a game to the target
GAMES_OF_A_MATCH = 3


def impossible_totals(
    rules: RuleSet, totals: tuple[int, int], *, in_bracket: bool = False, best_of_three: bool = False
) -> str:
    """Return in a sentence why these totals can't be, "" if they can."""
    games = GAMES_OF_A_MATCH if best_of_three else 1
    most, step = most_of_a_hand(rules), common_step(rules)
    length = rules.time_limit if rules.hand_limit is None else rules.hand_limit
    highest: int | None
    if length is not None:
        hands = games * (length + in_bracket)
        what, highest, lowest = count_of(hands, "hand"), hands * most, -hands * (most + rules.foul_penalty)
    else:
        assert rules.target is not None, "a game needs an end"
        what = "a game" if games == 1 else f"{games} games"
        # Under `win_needs_bid` a side can go on beyond the target until it makes a bid (R28).
        highest = None if rules.win_needs_bid else games * (rules.target + most - 1)
        lowest = -games * MOST_LOST_TO_THE_TARGET * most
    if highest is not None and max(totals) > highest:
        return f"More than {what} can score."
    if min(totals) < lowest:
        return f"More than {what} can lose."
    if length is not None and sum(totals) > hands * most:
        return f"Together more than {what} can score."
    return f"By these rules every total is a multiple of {step}." if any(total % step for total in totals) else ""


def unfinished_totals(rules: RuleSet, totals: tuple[int, int]) -> str:
    """Return in a sentence why a game with these totals isn't over, "" if it can be: only a target says so."""
    others = (rules.hand_limit, rules.time_limit, rules.floor, rules.lead_wins)
    if rules.target is None or any(end is not None for end in others) or max(totals) >= rules.target:
        return ""
    return f"A game is played to {format_number(rules.target)}, and neither side has that."


def most_of_a_hand(rules: RuleSet) -> int:
    """Return the most points that a hand brings a side, and both together."""
    return max(rules.hand_total, rules.moon_bid or 0, _renege_points(rules)) + rules.sweep_bonus


def common_step(rules: RuleSet) -> int:
    """Return what divides everything that a hand can score, and so every total."""
    bids = (rules.min_bid, rules.bid_step, rules.moon_bid or 0)
    worths = (*rules.counters.values(), *rules.trick_points.values(), rules.sweep_bonus)
    return gcd(*worths, *bids, rules.foul_penalty, _renege_points(rules))


def _renege_points(rules: RuleSet) -> int:
    return rules.renege_points or 0 if rules.renege_rule == "fixed" else 0
