"""The most that a club's games come to: read along indexes, however many were played."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Integer, Select, String, bindparam, func, literal, or_, select, union_all
from sqlalchemy.engine import Connection

from .games import GAME_COLUMNS, SEAT_COLUMNS, StoredGame, game_of
from .stats_models import ANY_PRESET, ANY_YEAR, BEST_OF
from .tables import CLUB_STATS, GAME, GAME_STATS, PLAYER, SEAT


@dataclass(frozen=True, slots=True)
class BestGame:
    """The game with most of something, and how much; its hands are not read."""

    what: str
    value: int
    game: StoredGame


# The most of something cannot be added up: it is looked up for each preset and year, along an index.


def _most(what: str) -> Any:
    same = (GAME_STATS.c[name] == CLUB_STATS.c[name] for name in ("club_id", "preset", "year"))
    return select(func.max(GAME_STATS.c[what])).where(*same).correlate(CLUB_STATS).scalar_subquery()


_PRESET, _YEAR = bindparam("preset", type_=String), bindparam("year", type_=Integer)
_MOST = (
    select(CLUB_STATS.c.preset, CLUB_STATS.c.year, *map(_most, BEST_OF))
    .where(
        CLUB_STATS.c.club_id == bindparam("club"),
        CLUB_STATS.c.preset != ANY_PRESET,
        CLUB_STATS.c.year != ANY_YEAR,
        or_(_PRESET == ANY_PRESET, CLUB_STATS.c.preset == _PRESET),
        or_(_YEAR == ANY_YEAR, CLUB_STATS.c.year == _YEAR),
    )
    .order_by(CLUB_STATS.c.year, CLUB_STATS.c.preset)
)


def _first(what: str) -> Select[Any]:
    """Select the first game with this much of something, by the preset and in the year that have it."""
    asked = (
        GAME_STATS.c.club_id == bindparam("club"),
        *(GAME_STATS.c[name] == bindparam(f"{what}_{name}") for name in ("preset", "year")),
        GAME_STATS.c[what] == bindparam(what),
    )
    first = select(GAME_STATS.c.game_id).where(*asked).order_by(GAME_STATS.c.game_id).limit(1).subquery()
    return select(literal(what).label("what"), first.c.game_id)


_FIRST = union_all(*map(_first, BEST_OF)).subquery()
_GAMES = (
    select(_FIRST.c.what, *GAME_COLUMNS, *SEAT_COLUMNS)
    .select_from(_FIRST)
    .join(GAME, GAME.c.id == _FIRST.c.game_id)
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
    .order_by(_FIRST.c.what, SEAT.c.seat)
)


def best_games(connection: Connection, club_id: int, preset: str, year: int) -> list[BestGame]:
    """Return the most of each of BEST_OF, where there is any; of equal ones the first year's.

    Preset "" and year 0 are all.
    """
    rows = connection.execute(_MOST, {"club": club_id, "preset": preset, "year": year}).all()
    most: dict[str, int] = {}
    asked: dict[str, Any] = {"club": club_id}
    for column, what in enumerate(BEST_OF, 2):
        best = max(rows, key=lambda row: row[column] or 0, default=None)
        value = best[column] if best else None
        if best and value:
            most[what] = value
        asked |= {what: value or None, f"{what}_preset": best and best.preset, f"{what}_year": best and best.year}
    if not most:
        return []
    found = _best_games(most, connection.execute(_GAMES, asked).all())
    return sorted(found, key=lambda game: BEST_OF.index(game.what))


def _best_games(most: Mapping[str, int], rows: Sequence[Any]) -> Iterator[BestGame]:
    for what, seats in groupby(rows, key=lambda row: row.what):
        yield BestGame(what, most[what], game_of([row[1:] for row in seats]))
