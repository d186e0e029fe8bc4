"""What the sums say: the players of a club in an order, and one player's numbers.

A page reads one row for what it shows (see `tally_models`), so it costs the same however much was played.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, cast

from sqlalchemy import ColumnElement, Float, Integer, Select, String, Table, and_, bindparam, case, func, or_, select
from sqlalchemy.engine import Connection
from sqlalchemy.orm import aliased

from scorekeeper.rules.stats import SUMS, PlayerStats

from . import stats_models as models
from .models import Player
from .stats_models import ANY_BASE, ANY_YEAR

ENOUGH = 10
MOST_LISTED = 200

_NAMES = cast(Table, Player.__table__)
_SEAT, _SUMS, _PAIR, _CLUB = (
    cast(Table, model.__table__) for model in (models.SeatTally, models.PlayerTally, models.PairTally, models.ClubTally)
)
_ADDED = [_SUMS.c[name] for name in SUMS]


class LeaderboardRow(NamedTuple):
    """A player in the list of the club's; `tally` says nothing of the dearest bid."""

    id: int
    name: str
    hidden: bool
    tally: PlayerStats


class Pair(NamedTuple):
    """How the player fared beside or against another; see `tally_models.PairTally`."""

    id: int
    name: str
    partners: bool
    games: int
    won: int
    lost: int


def _tally(numbers: Sequence[int]) -> PlayerStats:
    return PlayerStats(**dict(zip(SUMS, numbers, strict=True)))


def _of(part: str, whole: ColumnElement[int]) -> tuple[ColumnElement[Any], ...]:
    """By a share or an average; those come last whose numbers are too small for one."""
    share = func.coalesce(_SUMS.c[part].cast(Float) / func.nullif(whole, 0), 0)
    return case((whole >= ENOUGH, 0), else_=1), share.desc()


ORDERS: Mapping[str, tuple[ColumnElement[Any], ...]] = {
    "wins": (_SUMS.c.wins.desc(),),
    "share": _of("wins", _SUMS.c.games),
    "games": (_SUMS.c.games.desc(),),
    "points": _of("points", _SUMS.c.hands),
    "made": _of("made", _SUMS.c.made + _SUMS.c.sets),
    "forced": _of("forced", _SUMS.c.defended),
}


@cache
def _listed(order: str) -> Select[Any]:
    return (
        select(_NAMES.c.id, _NAMES.c.name, _NAMES.c.hidden, *_ADDED)
        .join(_NAMES, _NAMES.c.id == _SUMS.c.player_id)
        .where(
            _SUMS.c.club_id == bindparam("club"), _SUMS.c.base == bindparam("base"), _SUMS.c.year == bindparam("year")
        )
        .order_by(_NAMES.c.hidden, *ORDERS[order], _SUMS.c.games.desc(), _NAMES.c.name)
        .limit(MOST_LISTED + 1)
    )


def listed(connection: Connection, club_id: int, base: str, year: int, order: str) -> list[LeaderboardRow]:
    """Who played in games that ended, hidden players last; one more than MOST_LISTED where there are more."""
    rows = connection.execute(_listed(order), {"club": club_id, "base": base, "year": year})
    return [LeaderboardRow(id_, name, hidden, _tally(numbers)) for id_, name, hidden, *numbers in rows]


_PLAYED = (
    select(_CLUB.c.base, _CLUB.c.year)
    .where(_CLUB.c.club_id == bindparam("club"), or_(_CLUB.c.base == ANY_BASE, _CLUB.c.year == ANY_YEAR))
    .order_by(_CLUB.c.year.desc(), _CLUB.c.base)
)


def played(connection: Connection, club_id: int) -> tuple[list[str], list[int]]:
    """The bases and the years, newest first, that the club has games of which ended."""
    rows = connection.execute(_PLAYED, {"club": club_id}).all()
    return [row.base for row in rows if row.base != ANY_BASE], [row.year for row in rows if row.year != ANY_YEAR]


_BASE, _YEAR = bindparam("base", type_=String), bindparam("year", type_=Integer)

# The dearest bid cannot be added up: each base and year is asked for its own, along an index.
_TOP = aliased(_SEAT)
_DEAREST = (
    select(func.max(_TOP.c.dearest))
    .where(_TOP.c.player_id == _SUMS.c.player_id, _TOP.c.base == _SUMS.c.base, _TOP.c.year == _SUMS.c.year)
    .correlate(_SUMS)
    .scalar_subquery()
)
_MOST = (
    select(func.max(_DEAREST))
    .where(_SUMS.c.player_id == _NAMES.c.id, _SUMS.c.base != ANY_BASE, _SUMS.c.year != ANY_YEAR)
    .where(or_(_BASE == ANY_BASE, _SUMS.c.base == _BASE), or_(_YEAR == ANY_YEAR, _SUMS.c.year == _YEAR))
    .correlate(_NAMES)
    .scalar_subquery()
)
_WHO = (
    select(_NAMES.c.name, _NAMES.c.hidden, func.coalesce(_MOST, 0), *_ADDED)
    .join(_SUMS, and_(_SUMS.c.player_id == _NAMES.c.id, _SUMS.c.base == _BASE, _SUMS.c.year == _YEAR), isouter=True)
    .where(_NAMES.c.club_id == bindparam("club"), _NAMES.c.id == bindparam("player"), _NAMES.c.merged.is_(False))
)


def who(
    connection: Connection, club_id: int, player: int, base: str, year: int
) -> tuple[str, bool, PlayerStats] | None:
    """A club's player: the name, whether hidden, and all their numbers.

    None where there is no such, or where they were merged into another.
    """
    row = connection.execute(_WHO, {"club": club_id, "player": player, "base": base, "year": year}).one_or_none()
    if row is None:
        return None
    name, hidden, dearest, *numbers = row
    tally = PlayerStats() if numbers[0] is None else _tally(numbers)
    tally.dearest = dearest
    return name, hidden, tally


_OF_PARTS = ("games", "wins", "hands", "points")
_PARTS = select(*(_SUMS.c[name] for name in _OF_PARTS)).where(_SUMS.c.player_id == bindparam("player"))
_BY_RULES = (
    _PARTS.add_columns(_SUMS.c.base)
    .where(_SUMS.c.year == bindparam("year"), _SUMS.c.base != ANY_BASE)
    .order_by(_SUMS.c.base)
)
_BY_YEAR = (
    _PARTS.add_columns(_SUMS.c.year)
    .where(_SUMS.c.base == bindparam("base"), _SUMS.c.year != ANY_YEAR)
    .order_by(_SUMS.c.year)
)


def by_rules(connection: Connection, player: int, year: int) -> list[tuple[str, PlayerStats]]:
    """The player's games, wins, hands and points of this year by each base."""
    return _parts(connection.execute(_BY_RULES, {"player": player, "year": year}))


def by_year(connection: Connection, player: int, base: str) -> list[tuple[int, PlayerStats]]:
    """The same of this base by each year."""
    return _parts(connection.execute(_BY_YEAR, {"player": player, "base": base}))


def _parts(rows: Iterable[Any]) -> list[tuple[Any, PlayerStats]]:
    return [(part, PlayerStats(**dict(zip(_OF_PARTS, numbers, strict=True)))) for *numbers, part in rows]


_PAIRS = (
    select(_NAMES.c.id, _NAMES.c.name, _PAIR.c.partners, _PAIR.c.games, _PAIR.c.won, _PAIR.c.lost)
    .join(_NAMES, _NAMES.c.id == _PAIR.c.other_id)
    .where(_PAIR.c.player_id == bindparam("player"), _PAIR.c.year == bindparam("year"))
    .where(_PAIR.c.base == bindparam("base"))
    .order_by(_PAIR.c.games.desc(), _NAMES.c.name)
    .limit(MOST_LISTED)
)


def pairs(connection: Connection, player: int, base: str, year: int) -> list[Pair]:
    """With and against whom the player played most."""
    return [Pair(*row) for row in connection.execute(_PAIRS, {"player": player, "base": base, "year": year})]
