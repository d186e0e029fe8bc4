"""The sums of single players, added up anew from their games.

For what moves many games at once: it is all SQL, and costs by what these players have played.
"""

from collections.abc import Collection, Iterator
from itertools import product
from typing import Any, cast

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Insert,
    Integer,
    Table,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import Session

from scorekeeper.rules.stats import SUMS

from .stats_models import ANY_BASE, ANY_YEAR, PairTally, PlayerTally, SeatTally

_SEAT, _PLAYER, _PAIR = (cast(Table, model.__table__) for model in (SeatTally, PlayerTally, PairTally))
_OTHER = _SEAT.alias("other")
_THESE: BindParameter[Any] = bindparam("players", expanding=True)
_KEYS = list(product((True, False), (True, False)))
"""By base or over all of them, by year or over all of them."""


def _keys(by_base: bool, by_year: bool) -> list[ColumnElement[Any]]:
    return [_SEAT.c.base if by_base else literal(ANY_BASE), _SEAT.c.year if by_year else literal(ANY_YEAR, Integer())]


def _of_players(by_base: bool, by_year: bool) -> Insert:
    base, year = _keys(by_base, by_year)
    sums = [func.sum(_SEAT.c[name]) for name in SUMS]
    grouped = (_SEAT.c.player_id, _SEAT.c.club_id, *([_SEAT.c.base] * by_base), *([_SEAT.c.year] * by_year))
    asked = select(_SEAT.c.player_id, _SEAT.c.club_id, base, year, *sums).where(_SEAT.c.player_id.in_(_THESE))
    return insert(_PLAYER).from_select(["player_id", "club_id", "base", "year", *SUMS], asked.group_by(*grouped))


def _of_pairs(by_base: bool, by_year: bool, mirrored: bool) -> Insert:
    """Each of these players beside all others or, mirrored, all others beside each of these."""
    base, year = _keys(by_base, by_year)
    one, other = (_OTHER, _SEAT) if mirrored else (_SEAT, _OTHER)
    partners, won, others = one.c.side == other.c.side, one.c.wins == 1, other.c.wins == 1
    counts = [func.count(), _count(and_(won, or_(partners, ~others))), _count(and_(others, ~won))]
    together = and_(_OTHER.c.game_id == _SEAT.c.game_id, _OTHER.c.player_id != _SEAT.c.player_id)
    asked = select(one.c.player_id, other.c.player_id, one.c.club_id, partners, base, year, *counts)
    asked = asked.select_from(_SEAT).join(_OTHER, together).where(_SEAT.c.player_id.in_(_THESE), _SEAT.c.games == 1)
    if mirrored:
        asked = asked.where(_OTHER.c.player_id.not_in(_THESE))
    grouped = (one.c.player_id, other.c.player_id, one.c.club_id, partners)
    asked = asked.group_by(*grouped, *([_SEAT.c.base] * by_base), *([_SEAT.c.year] * by_year))
    names = ["player_id", "other_id", "club_id", "partners", "base", "year", "games", "won", "lost"]
    return insert(_PAIR).from_select(names, asked)


def _count(which: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((which, 1), else_=0))


def _statements() -> Iterator[Any]:
    yield delete(_PLAYER).where(_PLAYER.c.player_id.in_(_THESE))
    yield delete(_PAIR).where(_PAIR.c.player_id.in_(_THESE))
    yield delete(_PAIR).where(_PAIR.c.other_id.in_(_THESE))
    for keys in _KEYS:
        yield _of_players(*keys)
        yield _of_pairs(*keys, mirrored=False)
        yield _of_pairs(*keys, mirrored=True)


_ADD_UP = tuple(_statements())


def add_up(session: Session, players: Collection[int]) -> None:
    """Writes what these players' sums are, by themselves and with each other player."""
    for statement in _ADD_UP:
        session.execute(statement, {"players": list(players)})
