"""The last results of a player, and the longest streak of won games."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.engine import Connection

from .models import GAME
from .stats import chosen
from .stats_models import SEAT_STATS


class Result(NamedTuple):
    """A game that a player won or lost."""

    uid: UUID
    ended_at: datetime
    won: bool


class Streak(NamedTuple):
    """Games won in a row: how many, and when the first and the last of them ended."""

    games: int
    first: datetime
    last: datetime


def last_results(connection: Connection, player_id: int, preset: str, year: int, most: int) -> list[Result]:
    """Return a player's last games that were over, the newest last; preset "" and year 0 mean all."""
    asked = select(GAME.c.uid, SEAT_STATS.c.ended_at, SEAT_STATS.c.wins == 1)
    asked = asked.join(SEAT_STATS, SEAT_STATS.c.game_id == GAME.c.id).where(*_over(player_id, preset, year))
    rows = connection.execute(asked.order_by(SEAT_STATS.c.ended_at.desc(), GAME.c.uid.desc()).limit(most))
    return [Result(*row) for row in rows][::-1]


def longest_streak(connection: Connection, player_id: int, preset: str, year: int) -> Streak | None:
    """Return a player's longest streak of won games, the last of equal ones; preset "" and year 0 mean all.

    Of games that ended at the same moment those that were won come first.
    """
    ended_at, wins = SEAT_STATS.c.ended_at, SEAT_STATS.c.wins
    lost_before = func.sum(1 - wins).over(order_by=(ended_at, wins.desc()), rows=(None, 0)).label("lost_before")
    game = select(ended_at, wins, lost_before).where(*_over(player_id, preset, year)).subquery().c
    last = func.max(game.ended_at)
    asked = select(func.count(), func.min(game.ended_at), last).where(game.wins == 1).group_by(game.lost_before)
    row = connection.execute(asked.order_by(func.count().desc(), last.desc()).limit(1)).one_or_none()
    return Streak(*row) if row else None


def _over(player_id: int, preset: str, year: int) -> Iterator[ColumnElement[bool]]:
    yield from (SEAT_STATS.c.player_id == player_id, SEAT_STATS.c.games == 1, SEAT_STATS.c.ended_at.is_not(None))
    yield from chosen(SEAT_STATS, preset, year)
