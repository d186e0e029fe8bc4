"""Everything a club has, read through in batches: however much it is, only one batch is in memory."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Integer, Table, bindparam, exists, func, select
from sqlalchemy.orm import Session

from .db import db
from .games import ENDED, PlayerRef, Seat, StoredGame, StoredHand
from .models import Game, GamePlayer, HandRow, Player
from .stats_models import GameTally

GAMES_AT_A_TIME, PLAYERS_AT_A_TIME = 100, 500


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of the club with what was played: games that were begun, ended by a win, won; the first and the last."""

    id: int
    name: str
    games: int
    finished: int
    wins: int
    first: datetime | None
    last: datetime | None


_GAME, _SEAT, _PLAYER, _HAND, _TALLY = (
    cast(Table, model.__table__) for model in (Game, GamePlayer, Player, HandRow, GameTally)
)
_OF_GAME = tuple(column.name for column in fields(StoredGame) if column.name in _GAME.c)
_AFTER = bindparam("after", type_=Integer)

_GAMES = (
    select(*(_GAME.c[name] for name in _OF_GAME))
    .where(_GAME.c.club_id == bindparam("club"), _GAME.c.id > _AFTER, _GAME.c.deleted_at.is_(None))
    .order_by(_GAME.c.id)
    .limit(GAMES_AT_A_TIME)
)
_UNCOUNTED = (
    select(*(_GAME.c[name] for name in _OF_GAME))
    .where(_GAME.c.id > _AFTER, _GAME.c.status.in_(ENDED))
    .where(~exists().where(_TALLY.c.game_id == _GAME.c.id))
    .order_by(_GAME.c.id)
    .limit(GAMES_AT_A_TIME)
)
_SEATS = (
    select(
        *(_SEAT.c.game_id, _SEAT.c.number, _SEAT.c.seat, _PLAYER.c.id, _PLAYER.c.name, _SEAT.c.total, _SEAT.c.won),
    )
    .join(_PLAYER, _PLAYER.c.id == _SEAT.c.player_id)
    .where(_SEAT.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(_SEAT.c.game_id, _SEAT.c.seat)
)
_HANDS = (
    select(_HAND.c.game_id, _HAND.c.uid, _HAND.c.position, _HAND.c.facts)
    .where(_HAND.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(_HAND.c.game_id, _HAND.c.position)
)
_NEXT_PLAYERS = (
    select(_PLAYER.c.id, _PLAYER.c.name)
    .where(_PLAYER.c.club_id == bindparam("club"), _PLAYER.c.id > _AFTER, _PLAYER.c.merged.is_(False))
    .order_by(_PLAYER.c.id)
    .limit(PLAYERS_AT_A_TIME)
    .subquery()
)
_OVER = func.coalesce(func.sum((_GAME.c.status == "over").cast(Integer)), 0)
_WINS = func.coalesce(func.sum(_SEAT.c.won.cast(Integer)), 0)
_PLAYERS = (
    select(
        *(_NEXT_PLAYERS.c.id, _NEXT_PLAYERS.c.name, func.count(_GAME.c.id), _OVER, _WINS),
        *(func.min(_GAME.c.started_at), func.max(_GAME.c.started_at)),
    )
    .select_from(_NEXT_PLAYERS)
    .outerjoin(_SEAT, _SEAT.c.player_id == _NEXT_PLAYERS.c.id)
    .outerjoin(_GAME, (_GAME.c.id == _SEAT.c.game_id) & _GAME.c.deleted_at.is_(None))
    .group_by(_NEXT_PLAYERS.c.id, _NEXT_PLAYERS.c.name)
    .order_by(_NEXT_PLAYERS.c.id)
)


def apart() -> Session:
    """A session of its own, for what is still read while it is sent, when the request's own is over."""
    return Session(db.engine)


def all_games(session: Session, club_id: int) -> Iterator[StoredGame]:
    """Every game of the club that is not deleted, with its players and hands, in the order in which they came."""
    last = 0
    while batch := _filled(session, session.execute(_GAMES, {"club": club_id, "after": last}).all()):
        last = batch[-1].id
        yield from batch


def _filled(session: Session, rows: Iterable[Sequence[Any]]) -> list[StoredGame]:
    """The games of these rows with their players and hands."""
    batch = {game.id: game for game in (StoredGame(*row) for row in rows)}
    if batch:
        for game, number, seat, player, name, total, won in session.execute(_SEATS, {"games": list(batch)}):
            batch[game].players.append(Seat(number, seat, PlayerRef(player, name), total, won))
        for game, *hand in session.execute(_HANDS, {"games": list(batch)}):
            batch[game].hands.append(StoredHand(*hand))
    return list(batch.values())


def uncounted(session: Session, after: int) -> list[StoredGame]:
    """The next games of any club, behind the id `after`, that have ended and that no statistics know of."""
    return _filled(session, session.execute(_UNCOUNTED, {"after": after}).all())


def all_players(session: Session, club_id: int) -> Iterator[PlayerRow]:
    """Every player of the club, in the order in which they came."""
    last = 0
    while rows := [PlayerRow(*row) for row in session.execute(_PLAYERS, {"club": club_id, "after": last})]:
        last = rows[-1].id
        yield from rows
