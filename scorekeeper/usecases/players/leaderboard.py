"""The leaderboard: the players of a club, sorted by their finished games."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.errors import BadRules, RuleError
from scorekeeper.rules.words import by_name
from scorekeeper.storage import stats as stored
from scorekeeper.storage.db import reading
from scorekeeper.storage.stats_models import ANY_PRESET
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.names import is_unnamed
from scorekeeper.usecases.players import player_stats
from scorekeeper.usecases.players.player_stats import Rating, Share, StatsFilter, StatsView, filter_errors

MOST_LISTED, MOST_LEADERS = 200, 3

_WORTH: Mapping[str, Callable[[StatsView], object]] = {
    "wins": lambda stats: stats.totals.wins,
    "share": lambda stats: stats.won.worth,
    "games": lambda stats: stats.totals.games,
    "points": lambda stats: Share(stats.totals.points, stats.totals.hands).worth,
    "made": lambda stats: stats.made.worth,
    "forced": lambda stats: stats.sets_forced.worth,
}
"""The sort key of each order; players with equal keys share a rank."""
BY_RATING = "rating"
ORDERS = (*_WORTH, BY_RATING)


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A player in the leaderboard; `rating` if the order is by rating, None for a player without one.

    `rank` counts the players with a better sort key; equal players share it.
    """

    id: int
    name: str
    stats: StatsView
    rating: Rating | None
    rank: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The club's players in the requested order; `cut` if there are more than MOST_LISTED."""

    rows: tuple[LeaderboardRow, ...]
    hidden: tuple[LeaderboardRow, ...]
    cut: bool


def leaderboard(club_id: int, wanted: StatsFilter, order: str) -> Leaderboard:
    """Return the players by one of ORDERS. Raises ValidationFailed with fields `rules`, `year`, `sort`."""
    if errors := [*filter_errors(wanted), *_order_errors(wanted, order)]:
        raise ValidationFailed(errors)
    ratings = player_stats.ratings_of_club(club_id, wanted.rules) if order == BY_RATING else {}

    def worth(row: stored.StoredLeaderboardRow) -> Any:
        return _worth(ratings.get(row.id)) if order == BY_RATING else _WORTH[order](StatsView(row.stats))

    def of(hidden: bool) -> Iterator[LeaderboardRow]:
        rank, before = 0, None
        for position, row in enumerate((row for row in rows[:MOST_LISTED] if row.hidden is hidden), 1):
            rank, before = rank if worth(row) == before else position, worth(row)
            yield LeaderboardRow(row.id, row.name, StatsView(row.stats), ratings.get(row.id), rank)

    fewest_first = -1 if order == "wins" else 1
    found = stored.leaderboard(reading(), club_id, wanted.rules, wanted.year)
    rows = sorted((row for row in found if not is_unnamed(row.name)), key=lambda row: by_name(row.name))
    rows.sort(key=lambda row: (not row.hidden, worth(row), fewest_first * row.stats.games), reverse=True)
    return Leaderboard(tuple(of(False)), tuple(of(True)), len(rows) > MOST_LISTED)


@dataclass(frozen=True, slots=True)
class Leaders:
    """Who has won the most games of a year: `names` share that number, MOST_LEADERS at most, `others` more do, too.

    `games` is how many each of them played, None if they differ.
    """

    year: int
    names: tuple[str, ...]
    others: int
    wins: int
    games: int | None


def leaders(club_id: int, year: int) -> Leaders | None:
    """Return the first of the leaderboard by wins in this year, or in the one before while no game is over in it."""
    for each in (year, year - 1):
        rows = stored.leaderboard(reading(), club_id, ANY_PRESET, each, ("games", "wins"))
        if any(row.stats.games for row in rows):
            return _leaders(each, [row for row in rows if not (row.hidden or is_unnamed(row.name))])
    return None


def _leaders(year: int, rows: Sequence[stored.StoredLeaderboardRow]) -> Leaders | None:
    most = max((row.stats.wins for row in rows), default=0)
    first = sorted((row.stats.games, by_name(row.name), row.name) for row in rows if row.stats.wins == most)
    if not most:
        return None
    names, played = tuple(name for *_, name in first), {games for games, *_ in first}
    return Leaders(
        year, names[:MOST_LEADERS], len(names[MOST_LEADERS:]), most, played.pop() if len(played) == 1 else None
    )


def _order_errors(wanted: StatsFilter, order: str) -> Iterator[RuleError]:
    if order not in ORDERS:
        yield RuleError("sort", "Choose how to sort the players.")
    if order == BY_RATING and not wanted.rules:
        yield BadRules("rules", "Each rule set has its own ratings. Choose rules to sort by rating.")


def _worth(rating: Rating | None) -> tuple[bool, int]:
    """The highest first, then players without one."""
    return rating is not None, rating.number if rating else 0
