"""The last results of a player, and the longest streak of won games."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.engine import Connection

from .db import EARLIEST, LATEST, Cursor
from .models import GAME
from .stats import chosen
from .stats_models import ANY_YEAR, SEAT_STATS


class Result(NamedTuple):
    """A game that a player won or lost."""

    uid: UUID
    ended_at: datetime
    won: bool


class Streak(NamedTuple):
    """Games won in a row: how many, and the places of the first and the last of them in lists."""

    games: int
    first: Cursor
    last: Cursor


def last_results(connection: Connection, player_id: int, preset: str, year: int, most: int) -> list[Result]:
    """Return a player's last games that were over, the newest last; preset "" and year 0 mean all."""
    asked = select(GAME.c.uid, SEAT_STATS.c.ended_at, SEAT_STATS.c.wins == 1)
    asked = asked.join(SEAT_STATS, SEAT_STATS.c.game_id == GAME.c.id).where(*_over(player_id, preset, year))
    rows = connection.execute(asked.order_by(SEAT_STATS.c.ended_at.desc(), GAME.c.id.desc()).limit(most))
    return [Result(*row) for row in rows][::-1]


def longest_streak(
    connection: Connection,
    player_id: int,
    preset: str,
    year: int = ANY_YEAR,
    since: datetime = EARLIEST,
    until: datetime = LATEST,
    house_rules_name: str | None = None,
) -> Streak | None:
    """Return a player's longest streak of won games, the last of equal ones; preset "", year 0 and house rules None
    mean all, and the games ended at or after `since` and before `until`.

    Games that ended at the same moment go as they were entered.
    """
    ended_at, game_id, wins = (SEAT_STATS.c[name] for name in ("ended_at", "game_id", "wins"))
    lost_before = func.sum(1 - wins).over(order_by=(ended_at, game_id), rows=(None, 0)).label("lost_before")
    theirs = *_over(player_id, preset, year), ended_at >= since, ended_at < until
    if house_rules_name is not None:
        theirs += (game_id.in_(select(GAME.c.id).where(GAME.c.house_rules_name == house_rules_name)),)
    game = select(ended_at, game_id, wins, lost_before).where(*theirs).cte().c
    of_one = select(game.lost_before).where(game.wins == 1).group_by(game.lost_before)
    longest = of_one.order_by(func.count().desc(), func.max(game.ended_at).desc(), game.lost_before.desc()).limit(1)
    asked = select(game.ended_at, game.game_id).where(game.wins == 1, game.lost_before == longest.scalar_subquery())
    won = [(*row,) for row in connection.execute(asked.order_by(game.ended_at, game.game_id))]
    return Streak(len(won), won[0], won[-1]) if won else None


def _over(player_id: int, preset: str, year: int) -> Iterator[ColumnElement[bool]]:
    yield from (SEAT_STATS.c.player_id == player_id, SEAT_STATS.c.games == 1, SEAT_STATS.c.ended_at.is_not(None))
    yield from chosen(SEAT_STATS, preset, year)
