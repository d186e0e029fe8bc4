"""What a club's games and pairs come to at most: read along indexes, however many were played."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, cast
from uuid import UUID

from sqlalchemy import Select, Table, and_, bindparam, func, literal, or_, select, true, union_all
from sqlalchemy.engine import Connection

from .models import Game, GamePlayer, Player
from .stats_models import ANY_BASE, ANY_YEAR, ClubTally, GameTally, PairTally

MOST_PAIRS = 20
RECORDS = ("highest", "hands", "comeback", "sets")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who shared their totals: `games` that were over, of these those `won`."""

    one: int
    one_name: str
    other: int
    other_name: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class BestGame:
    """The most of something in one game, which is `over` or was stopped; `players` stand clockwise."""

    what: str
    value: int
    uid: UUID
    started: datetime
    over: bool
    players: tuple[str, ...]


_GAME, _SEAT, _PLAYER, _PAIR, _CLUB, _TALLY = (
    cast(Table, model.__table__) for model in (Game, GamePlayer, Player, PairTally, ClubTally, GameTally)
)
_OTHER = _PLAYER.alias()
_OF_CLUB = (_PAIR.c.club_id == bindparam("club"), _PAIR.c.base == bindparam("base"), _PAIR.c.year == bindparam("year"))
_PAIRS = (
    select(_PLAYER.c.id, _PLAYER.c.name, _OTHER.c.id, _OTHER.c.name, _PAIR.c.games, _PAIR.c.won)
    .join(_PLAYER, _PLAYER.c.id == _PAIR.c.player_id)
    .join(_OTHER, _OTHER.c.id == _PAIR.c.other_id)
    .where(*_OF_CLUB, _PAIR.c.partners == true(), _PAIR.c.player_id < _PAIR.c.other_id)
    .where(_PLAYER.c.hidden.is_(False), _OTHER.c.hidden.is_(False))
    .order_by(_PAIR.c.games.desc(), _PAIR.c.won.desc(), _PLAYER.c.name, _OTHER.c.name)
    .limit(MOST_PAIRS)
)


def pairs(connection: Connection, club_id: int, base: str, year: int) -> list[Pair]:
    """Who shared most games with whom, hidden players left out; base "" and year 0 are all."""
    return [Pair(*row) for row in connection.execute(_PAIRS, {"club": club_id, "base": base, "year": year})]


# The most of something cannot be added up: each base and year is asked for its own, along an index.


def _most(what: str) -> Any:
    same = (_TALLY.c[name] == _CLUB.c[name] for name in ("club_id", "base", "year"))
    return select(func.max(_TALLY.c[what])).where(*same).correlate(_CLUB).scalar_subquery()


_MOST = (
    select(_CLUB.c.base, _CLUB.c.year, *map(_most, RECORDS))
    .where(_CLUB.c.club_id == bindparam("club"), _CLUB.c.base != ANY_BASE, _CLUB.c.year != ANY_YEAR)
    .where(or_(bindparam("base") == ANY_BASE, _CLUB.c.base == bindparam("base")))
    .where(or_(bindparam("year") == ANY_YEAR, _CLUB.c.year == bindparam("year")))
    .order_by(_CLUB.c.year, _CLUB.c.base)
)


def _first(what: str) -> Select[Any]:
    """A game of which there is so much, by the base and in the year that have it."""
    asked = and_(
        _TALLY.c.club_id == bindparam("club"),
        *(_TALLY.c[name] == bindparam(f"{what}_{name}") for name in ("base", "year")),
        _TALLY.c[what] == bindparam(what),
    )
    first = select(_TALLY.c.game_id).where(asked).order_by(_TALLY.c.game_id).limit(1).subquery()
    return select(literal(what).label("what"), first.c.game_id)


_FIRST = union_all(*map(_first, RECORDS)).subquery()
_GAMES = (
    select(_FIRST.c.what, _GAME.c.uid, _GAME.c.started_at, _GAME.c.status, _PLAYER.c.name)
    .select_from(_FIRST)
    .join(_GAME, _GAME.c.id == _FIRST.c.game_id)
    .join(_SEAT, _SEAT.c.game_id == _GAME.c.id)
    .join(_PLAYER, _PLAYER.c.id == _SEAT.c.player_id)
    .order_by(_FIRST.c.what, _SEAT.c.seat)
)


def records(connection: Connection, club_id: int, base: str, year: int) -> list[BestGame]:
    """The most of each of RECORDS, where there is any; of equal ones the first year's. Base "" and year 0 are all."""
    rows = connection.execute(_MOST, {"club": club_id, "base": base, "year": year}).all()
    most: dict[str, Mapping[str, Any]] = {}
    for place, what in enumerate(RECORDS, 2):
        best = max(rows, key=lambda row: row[place] or 0, default=None)
        if best and best[place]:
            most[what] = {what: best[place], f"{what}_base": best.base, f"{what}_year": best.year}
    if not most:
        return []
    nothing = {key: None for what in RECORDS for key in (what, f"{what}_base", f"{what}_year")}
    values = nothing | {key: value for one in most.values() for key, value in one.items()}
    found = _told(most, connection.execute(_GAMES, values | {"club": club_id}).all())
    return sorted(found, key=lambda record: RECORDS.index(record.what))


def _told(most: Mapping[str, Mapping[str, Any]], rows: Sequence[Any]) -> Iterator[BestGame]:
    for what, seats in groupby(rows, key=lambda row: row.what):
        one, *others = seats
        players = (one.name, *(seat.name for seat in others))
        yield BestGame(what, most[what][what], one.uid, one.started_at, one.status == "over", players)
