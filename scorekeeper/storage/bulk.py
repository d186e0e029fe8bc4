"""Everything a club has, read through in batches: however much it is, only one batch is in memory."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Integer, bindparam, exists, func, select
from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus

from .db import db
from .games import ENDED, GAME_COLUMNS, HAND_COLUMNS, SEAT_COLUMNS, StoredGame, StoredHand, seat_of, seats_of_games
from .tables import GAME, GAME_STATS, HAND, PLAYER, SEAT

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


_AFTER = bindparam("after", type_=Integer)
_NEXT_GAMES = select(*GAME_COLUMNS).where(GAME.c.id > _AFTER).order_by(GAME.c.id).limit(GAMES_AT_A_TIME)
_EVERY_GAME = _NEXT_GAMES.where(GAME.c.club_id == bindparam("club"))
_GAMES = _EVERY_GAME.where(GAME.c.deleted_at.is_(None))
_WITHOUT_STATS = _NEXT_GAMES.where(GAME.c.status.in_(ENDED), ~exists().where(GAME_STATS.c.game_id == GAME.c.id))
_SEATS = seats_of_games(*SEAT_COLUMNS)
_HANDS = (
    select(HAND.c.game_id, *HAND_COLUMNS)
    .where(HAND.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(HAND.c.game_id, HAND.c.position)
)
_NEXT_PLAYERS = (
    select(PLAYER.c.id, PLAYER.c.name)
    .where(PLAYER.c.club_id == bindparam("club"), PLAYER.c.id > _AFTER, PLAYER.c.merged.is_(False))
    .order_by(PLAYER.c.id)
    .limit(PLAYERS_AT_A_TIME)
    .subquery()
)
_FINISHED = func.coalesce(func.sum((GAME.c.status == GameStatus.OVER).cast(Integer)), 0)
_WINS = func.coalesce(func.sum(SEAT.c.won.cast(Integer)), 0)
_PLAYERS = (
    select(
        *(_NEXT_PLAYERS.c.id, _NEXT_PLAYERS.c.name, func.count(GAME.c.id), _FINISHED, _WINS),
        *(func.min(GAME.c.started_at), func.max(GAME.c.started_at)),
    )
    .select_from(_NEXT_PLAYERS)
    .outerjoin(SEAT, SEAT.c.player_id == _NEXT_PLAYERS.c.id)
    .outerjoin(GAME, (GAME.c.id == SEAT.c.game_id) & GAME.c.deleted_at.is_(None))
    .group_by(_NEXT_PLAYERS.c.id, _NEXT_PLAYERS.c.name)
    .order_by(_NEXT_PLAYERS.c.id)
)


def own_session() -> Session:
    """Return a session of its own, for what is still read while it is sent, when the request's own is over."""
    return Session(db.engine)


def all_games(session: Session, club_id: int, *, even_deleted: bool = False) -> Iterator[StoredGame]:
    """Read every game of the club, with its players and hands, in the order in which they came."""
    last, statement = 0, _EVERY_GAME if even_deleted else _GAMES
    while batch := _games(session, session.execute(statement, {"club": club_id, "after": last}).all()):
        last = batch[-1].id
        yield from batch


def _games(session: Session, rows: Iterable[Sequence[Any]]) -> list[StoredGame]:
    """Return the games of these rows with their players and hands."""
    batch = {game.id: game for game in (StoredGame(*row) for row in rows)}
    if batch:
        for game, *seat in session.execute(_SEATS, {"games": list(batch)}):
            batch[game].seats.append(seat_of(*seat))
        for game, *hand in session.execute(_HANDS, {"games": list(batch)}):
            batch[game].hands.append(StoredHand(*hand))
    return list(batch.values())


def games_without_stats(session: Session, after: int) -> list[StoredGame]:
    """Return the next games of any club, behind the id `after`, that have ended and that no stats are stored of."""
    return _games(session, session.execute(_WITHOUT_STATS, {"after": after}).all())


def all_players(session: Session, club_id: int) -> Iterator[PlayerRow]:
    """Read every player of the club, in the order in which they came."""
    last = 0
    while rows := [PlayerRow(*row) for row in session.execute(_PLAYERS, {"club": club_id, "after": last})]:
        last = rows[-1].id
        yield from rows
