"""The best games of a club."""

from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import literal, select, union_all
from sqlalchemy.engine import Connection

from .core_tables import GAME, GAME_STATS, PLAYER, SEAT
from .games import GAME_COLUMNS, SEAT_COLUMNS, StoredGame, game_of
from .stats import chosen

BEST_OF = ("highest_hand", "hands", "biggest_deficit", "sets")
"""The stats with a best game each."""


@dataclass(frozen=True, slots=True)
class BestGame:
    """The game with the most of something, and how much; its hands are not read."""

    what: str
    value: int
    game: StoredGame


def best_games(connection: Connection, club_id: int, preset: str, year: int) -> list[BestGame]:
    """Return the game with the most of each of BEST_OF, if any; in a tie that of the first year.

    Preset "" and year 0 mean all.
    """
    firsts = []
    for place, what in enumerate(BEST_OF):
        value = GAME_STATS.c[what]
        asked = select(literal(place).label("place"), GAME_STATS.c.game_id, value.label("value"))
        asked = asked.where(GAME_STATS.c.club_id == club_id, value > 0, *chosen(GAME_STATS, preset, year))
        order = (value.desc(), GAME_STATS.c.year, GAME_STATS.c.preset, GAME_STATS.c.game_id)
        firsts.append(select(asked.order_by(*order).limit(1).subquery()))
    first = union_all(*firsts).subquery()
    rows = connection.execute(
        select(first.c.place, first.c.value, *GAME_COLUMNS, *SEAT_COLUMNS)
        .select_from(first)
        .join(GAME, GAME.c.id == first.c.game_id)
        .join(SEAT, SEAT.c.game_id == GAME.c.id)
        .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
        .order_by(first.c.place, SEAT.c.seat)
    )
    found = groupby(rows, key=lambda row: (BEST_OF[row.place], row.value))
    return [BestGame(what, value, game_of([seat[2:] for seat in seats])) for (what, value), seats in found]
