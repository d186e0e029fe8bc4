"""How players fare beside and against each other, read from rows that are added up as games end."""

from typing import NamedTuple

from sqlalchemy import bindparam, select, true
from sqlalchemy.engine import Connection

from .tables import PAIR_STATS, PLAYER

MOST_OTHERS = 200
MOST_PAIRS = 20

_OF_PRESET_AND_YEAR = (PAIR_STATS.c.preset == bindparam("preset"), PAIR_STATS.c.year == bindparam("year"))


class Other(NamedTuple):
    """How a player fared beside or against this other one; see `stats_models.PairStatsRow`."""

    id: int
    name: str
    partners: bool
    games: int
    won: int
    lost: int


_OTHERS = (
    select(PLAYER.c.id, PLAYER.c.name, *(PAIR_STATS.c[name] for name in ("partners", "games", "won", "lost")))
    .join(PLAYER, PLAYER.c.id == PAIR_STATS.c.other_id)
    .where(PAIR_STATS.c.player_id == bindparam("player"), *_OF_PRESET_AND_YEAR)
    .order_by(PAIR_STATS.c.games.desc(), PLAYER.c.name)
    .limit(MOST_OTHERS)
)


def others(connection: Connection, player_id: int, preset: str, year: int) -> list[Other]:
    """Return with and against whom a player played most; preset "" and year 0 are all."""
    return [Other(*row) for row in connection.execute(_OTHERS, {"player": player_id, "preset": preset, "year": year})]


class Pair(NamedTuple):
    """Two players who shared their totals: `games` that were over, of these those `won`."""

    one: int
    one_name: str
    other: int
    other_name: str
    games: int
    won: int


_OTHER = PLAYER.alias()
_PAIRS = (
    select(PLAYER.c.id, PLAYER.c.name, _OTHER.c.id, _OTHER.c.name, PAIR_STATS.c.games, PAIR_STATS.c.won)
    .join(PLAYER, PLAYER.c.id == PAIR_STATS.c.player_id)
    .join(_OTHER, _OTHER.c.id == PAIR_STATS.c.other_id)
    .where(PAIR_STATS.c.club_id == bindparam("club"), *_OF_PRESET_AND_YEAR)
    .where(PAIR_STATS.c.partners == true(), PAIR_STATS.c.player_id < PAIR_STATS.c.other_id)
    .where(PLAYER.c.hidden.is_(False), _OTHER.c.hidden.is_(False))
    .order_by(PAIR_STATS.c.games.desc(), PAIR_STATS.c.won.desc(), PLAYER.c.name, _OTHER.c.name)
    .limit(MOST_PAIRS)
)


def pairs(connection: Connection, club_id: int, preset: str, year: int) -> list[Pair]:
    """Return the partners with most games, hidden players left out; preset "" and year 0 are all."""
    return [Pair(*row) for row in connection.execute(_PAIRS, {"club": club_id, "preset": preset, "year": year})]
