"""The stats of a club's players in ended games, added up when needed, from one row for each player and game.

Preset "" and year 0 mean all.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.engine import Connection

from scorekeeper.rules.stats import SUMMED, PlayerStats

from .core_tables import GAME_STATS, PLAYER, SEAT_STATS
from .stats import chosen
from .stats_models import POINTS, RANKED_BY

ADDED_UP = {name: func.sum(SEAT_STATS.c[name]).cast(POINTS).label(name) for name in SUMMED}


class LeaderboardRow(NamedTuple):
    """A player of the club; `stats` has only what the leaderboard shows."""

    id: int
    name: str
    hidden: bool
    stats: PlayerStats


def leaderboard(connection: Connection, club_id: int, preset: str, year: int) -> list[LeaderboardRow]:
    """Return the players of ended games."""
    asked = select(SEAT_STATS.c.player_id, *(ADDED_UP[name] for name in RANKED_BY))
    asked = asked.where(SEAT_STATS.c.club_id == club_id, *chosen(SEAT_STATS, preset, year))
    totals = asked.group_by(SEAT_STATS.c.player_id).subquery()
    rows = select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.hidden, *(totals.c[name] for name in RANKED_BY))
    rows = rows.join(totals, totals.c.player_id == PLAYER.c.id)
    found = connection.execute(rows)
    return [LeaderboardRow(who, name, hidden, _stats(RANKED_BY, added)) for who, name, hidden, *added in found]


def _stats(names: Iterable[str], values: Iterable[Any]) -> PlayerStats:
    return PlayerStats(**dict(zip(names, values, strict=True)))


def choices(connection: Connection, club_id: int) -> list[tuple[str, int]]:
    """Return each preset and year with ended games of the club."""
    asked = select(GAME_STATS.c.preset, GAME_STATS.c.year).where(GAME_STATS.c.club_id == club_id).distinct()
    return [(preset, year) for preset, year in connection.execute(asked)]


def stats_by_part(
    connection: Connection, player_id: int, preset: str, year: int, by: str
) -> list[tuple[Any, PlayerStats]]:
    """Return all stats of a player for each preset or year, the column `by`."""
    part, theirs = SEAT_STATS.c[by], (SEAT_STATS.c.player_id == player_id, *chosen(SEAT_STATS, preset, year))
    highest = func.max(SEAT_STATS.c.highest_bid_made)
    asked = select(part, *ADDED_UP.values(), highest).where(*theirs).group_by(part).order_by(part)
    names = *ADDED_UP, "highest_bid_made"
    return [(which, _stats(names, added)) for which, *added in connection.execute(asked)]
