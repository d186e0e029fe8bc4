"""The stored stats of ended games, and of each player in them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Table, delete, insert, select
from sqlalchemy.orm import Session

from .core_tables import GAME_STATS, SEAT_STATS
from .stats_models import ANY_YEAR

Row = Mapping[str, Any]


class StoredStats(NamedTuple):
    """The rows of one game: one for the game, and one for each player, by player id."""

    game: Row
    seats: Mapping[int, Row]


def chosen(table: Table, preset: str, year: int = ANY_YEAR) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions for rows of stats with this preset and year; "" and 0 mean all."""
    if preset:
        yield table.c.preset == preset
    if year:
        yield table.c.year == year


def read(session: Session, games: Collection[int]) -> dict[int, StoredStats]:
    """Return the stored stats of these games, by game id; games without stats are missing."""
    seats: dict[int, dict[int, Row]] = {}
    for row in session.execute(select(SEAT_STATS).where(SEAT_STATS.c.game_id.in_(games))).mappings():
        seats.setdefault(row["game_id"], {})[row["player_id"]] = dict(row)
    rows = session.execute(select(GAME_STATS).where(GAME_STATS.c.game_id.in_(games))).mappings()
    own = {row["game_id"]: dict(row) for row in rows}
    return {game: StoredStats(own.get(game, {}), seats.get(game, {})) for game in own.keys() | seats.keys()}


def replace(session: Session, games: Collection[int], stats: Iterable[StoredStats]) -> None:
    """Replace all stored stats of these games."""
    stats = list(stats)
    own, seats = [each.game for each in stats], [seat for each in stats for seat in each.seats.values()]
    for table, rows in ((GAME_STATS, own), (SEAT_STATS, seats)):
        session.execute(delete(table).where(table.c.game_id.in_(games)))
        if rows:
            session.execute(insert(table), rows)
