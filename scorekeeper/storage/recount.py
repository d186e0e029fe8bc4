"""What the doctor compares and writes anew: the database file, its schema, and the figures that follow from games."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Table, delete, select
from sqlalchemy.orm import Session

from .db import EARLIEST, Base
from .ratings import mark_stale
from .stats import TOTALS, StoredGameStats, Total, differences
from .tables import CLUB, GAME_STATS, RATING, SEAT_STATS

FEW = 20
Sums = dict[tuple[Any, ...], tuple[int, ...]]


def problems_of_file(database: Path) -> Iterator[str]:
    """Yield what is wrong with the pages, indexes and references of a SQLite file, whatever its revision.

    Raises sqlite3.Error where it cannot be read at all.
    """
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        for (found,) in connection.execute(f"PRAGMA integrity_check({FEW})"):
            if found != "ok":
                yield f"The file: {' '.join(found.split())}"
        for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(FEW):
            yield f"Row {row} of {table} belongs to a row of {parent} that is gone."


def problems_of_schema(connection: Connection) -> Iterator[str]:
    """Yield how the tables differ from those of this program."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    for difference in compare_metadata(context, Base.metadata):
        yield f"The schema differs: {difference}"


def club_ids(session: Session) -> Sequence[int]:
    """Return the id of every club."""
    return session.scalars(select(CLUB.c.id).order_by(CLUB.c.id)).all()


def wrong_totals(session: Session, club_id: int, games: Iterable[StoredGameStats]) -> Iterator[str]:
    """Yield which of a club's totals are not the sums of these stats of all its games that have ended."""
    should: dict[Table, Sums] = {total.table: {} for total in TOTALS}
    for game in games:
        for total in TOTALS:
            sums = should[total.table]
            for row in differences(total, (), (game,)):
                key, amounts = _parts(total, row)
                so_far = sums.get(key, (0,) * len(amounts))
                sums[key] = tuple(one + more for one, more in zip(so_far, amounts, strict=True))
    for total in TOTALS:
        rows = session.execute(select(total.table).where(total.table.c.club_id == club_id)).mappings()
        stored = dict(_parts(total, row) for row in rows)
        for key in sorted(stored.keys() | should[total.table].keys()):
            if stored.get(key) != should[total.table].get(key):
                names = ("year", "preset", *total.key)
                which = ", ".join(f"{name} {value}" for name, value in zip(names, key, strict=True) if value != "")
                yield f"Totals in {total.table.name} ({which}) are not the sum of the games."


def _parts(total: Total, row: Mapping[Any, Any]) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    return tuple(row[name] for name in ("year", "preset", *total.key)), tuple(row[name] for name in total.columns)


def stored_ratings(session: Session, games: Iterable[int]) -> dict[tuple[int, int], Mapping[str, Any]]:
    """Return the ratings stored of these games, by game and player."""
    rows = session.execute(select(RATING).where(RATING.c.game_id.in_(set(games)))).mappings()
    return {(row["game_id"], row["player_id"]): dict(row) for row in rows}


def forget_derived(session: Session, club_id: int, since: datetime = EARLIEST) -> None:
    """Remove a club's stats, and have its ratings computed from the first game on."""
    for table in (*(total.table for total in TOTALS), SEAT_STATS, GAME_STATS):
        session.execute(delete(table).where(table.c.club_id == club_id))
    mark_stale(session, club_id, since)
