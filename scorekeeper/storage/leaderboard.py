"""The players of a club in an order, and one player's stats.

A page reads one row for what it shows (see `stats_models`), so it costs the same however much was played.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Float, Integer, Select, String, and_, bindparam, case, func, or_, select
from sqlalchemy.engine import Connection

from scorekeeper.rules.stats import SUMMED, PlayerStats

from .stats_models import ANY_PRESET, ANY_YEAR
from .tables import CLUB_STATS, PLAYER, PLAYER_STATS, SEAT_STATS

ENOUGH = 10
MOST_LISTED = 200

_PRESET, _YEAR = bindparam("preset", type_=String), bindparam("year", type_=Integer)
_STATS = [PLAYER_STATS.c[name] for name in SUMMED]


class LeaderboardRow(NamedTuple):
    """A player in the list of the club's; `stats` says nothing of the highest bid made."""

    id: int
    name: str
    hidden: bool
    stats: PlayerStats


def _stats(values: Sequence[int]) -> PlayerStats:
    return PlayerStats(**dict(zip(SUMMED, values, strict=True)))


def _by_share(part: str, whole: ColumnElement[int]) -> tuple[ColumnElement[Any], ...]:
    """Order by a share or an average; those come last whose numbers are too small for one."""
    share = func.coalesce(PLAYER_STATS.c[part].cast(Float) / func.nullif(whole, 0), 0)
    return case((whole >= ENOUGH, 0), else_=1), share.desc()


ORDERS: Mapping[str, tuple[ColumnElement[Any], ...]] = {
    "wins": (PLAYER_STATS.c.wins.desc(), PLAYER_STATS.c.games),
    "share": _by_share("wins", PLAYER_STATS.c.games),
    "games": (PLAYER_STATS.c.games.desc(),),
    "points": _by_share("points", PLAYER_STATS.c.hands),
    "made": _by_share("made", PLAYER_STATS.c.made + PLAYER_STATS.c.sets),
    "forced": _by_share("sets_forced", PLAYER_STATS.c.defended),
}


@cache
def _leaderboard(order: str) -> Select[Any]:
    return (
        select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.hidden, *_STATS)
        .join(PLAYER, PLAYER.c.id == PLAYER_STATS.c.player_id)
        .where(
            PLAYER_STATS.c.club_id == bindparam("club"),
            PLAYER_STATS.c.preset == _PRESET,
            PLAYER_STATS.c.year == _YEAR,
        )
        .order_by(PLAYER.c.hidden, *ORDERS[order], PLAYER_STATS.c.games.desc(), PLAYER.c.name)
        .limit(MOST_LISTED + 1)
    )


def leaderboard(connection: Connection, club_id: int, preset: str, year: int, order: str) -> list[LeaderboardRow]:
    """Return who played in games that ended, hidden players last; one more than MOST_LISTED where there are more."""
    rows = connection.execute(_leaderboard(order), {"club": club_id, "preset": preset, "year": year})
    return [LeaderboardRow(id_, name, hidden, _stats(values)) for id_, name, hidden, *values in rows]


_CHOICES = (
    select(CLUB_STATS.c.preset, CLUB_STATS.c.year)
    .where(
        CLUB_STATS.c.club_id == bindparam("club"),
        or_(CLUB_STATS.c.preset == ANY_PRESET, CLUB_STATS.c.year == ANY_YEAR),
    )
    .order_by(CLUB_STATS.c.year.desc(), CLUB_STATS.c.preset)
)


def choices(connection: Connection, club_id: int) -> tuple[list[str], list[int]]:
    """Return the presets and the years, newest first, that the club has games of which ended."""
    rows = connection.execute(_CHOICES, {"club": club_id}).all()
    return [row.preset for row in rows if row.preset != ANY_PRESET], [row.year for row in rows if row.year != ANY_YEAR]


# The highest bid cannot be added up: it is looked up for each preset and year, along an index.
_HIGHEST_OF_ONE = (
    select(func.max(SEAT_STATS.c.highest_bid_made))
    .where(
        *(SEAT_STATS.c[name] == PLAYER_STATS.c[name] for name in ("player_id", "preset", "year")),
    )
    .correlate(PLAYER_STATS)
    .scalar_subquery()
)
_HIGHEST = (
    select(func.max(_HIGHEST_OF_ONE))
    .where(
        PLAYER_STATS.c.player_id == PLAYER.c.id,
        PLAYER_STATS.c.preset != ANY_PRESET,
        PLAYER_STATS.c.year != ANY_YEAR,
        or_(_PRESET == ANY_PRESET, PLAYER_STATS.c.preset == _PRESET),
        or_(_YEAR == ANY_YEAR, PLAYER_STATS.c.year == _YEAR),
    )
    .correlate(PLAYER)
    .scalar_subquery()
)
_OF_ONE = and_(PLAYER_STATS.c.player_id == PLAYER.c.id, PLAYER_STATS.c.preset == _PRESET, PLAYER_STATS.c.year == _YEAR)
_PLAYER = (
    select(PLAYER.c.name, PLAYER.c.hidden, func.coalesce(_HIGHEST, 0), *_STATS)
    .join(PLAYER_STATS, _OF_ONE, isouter=True)
    .where(PLAYER.c.club_id == bindparam("club"), PLAYER.c.id == bindparam("player"), PLAYER.c.merged.is_(False))
)


def player(
    connection: Connection, club_id: int, player_id: int, preset: str, year: int
) -> tuple[str, bool, PlayerStats] | None:
    """Return the name of a club's player, whether hidden, and all stats.

    None where there is no such player, or where they were merged into another.
    """
    values = {"club": club_id, "player": player_id, "preset": preset, "year": year}
    row = connection.execute(_PLAYER, values).one_or_none()
    if row is None:
        return None
    name, hidden, highest, *summed = row
    stats = PlayerStats() if summed[0] is None else _stats(summed)
    stats.highest_bid_made = highest
    return name, hidden, stats


_OF_PARTS = ("games", "wins", "hands", "points")
_PARTS = select(*(PLAYER_STATS.c[name] for name in _OF_PARTS)).where(PLAYER_STATS.c.player_id == bindparam("player"))
_BY_RULES = (
    _PARTS.add_columns(PLAYER_STATS.c.preset)
    .where(PLAYER_STATS.c.year == _YEAR, PLAYER_STATS.c.preset != ANY_PRESET)
    .order_by(PLAYER_STATS.c.preset)
)
_BY_YEAR = (
    _PARTS.add_columns(PLAYER_STATS.c.year)
    .where(PLAYER_STATS.c.preset == _PRESET, PLAYER_STATS.c.year != ANY_YEAR)
    .order_by(PLAYER_STATS.c.year)
)


def by_rules(connection: Connection, player_id: int, year: int) -> list[tuple[str, PlayerStats]]:
    """Return a player's games, wins, hands and points of this year by each preset."""
    return _parts(connection.execute(_BY_RULES, {"player": player_id, "year": year}))


def by_year(connection: Connection, player_id: int, preset: str) -> list[tuple[int, PlayerStats]]:
    """Return a player's games, wins, hands and points by this preset in each year."""
    return _parts(connection.execute(_BY_YEAR, {"player": player_id, "preset": preset}))


def _parts(rows: Iterable[Any]) -> list[tuple[Any, PlayerStats]]:
    return [(part, PlayerStats(**dict(zip(_OF_PARTS, values, strict=True)))) for *values, part in rows]
