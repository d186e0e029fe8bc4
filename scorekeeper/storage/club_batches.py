"""Reads everything in a club in batches, so that only one batch is in memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, exists, func, select
from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus

from .core_tables import GAME, GAME_STATS, HAND, PLAYER, SEAT
from .db import db
from .games import ENDED, GAME_COLUMNS, HAND_COLUMNS, SEAT_COLUMNS, StoredGame, StoredHand, seat_of, seats_of_games

GAMES_AT_A_TIME, PLAYERS_AT_A_TIME = 100, 500


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of the club with games started, finished and won, and the first and last start."""

    id: int
    name: str
    games: int
    finished: int
    wins: int
    first: datetime | None
    last: datetime | None


def own_session() -> Session:
    """Return a separate session, to read while a response is sent, after the request's session is closed."""
    return Session(db.engine)


def all_games(session: Session, club_id: int, *, even_deleted: bool = False) -> Iterator[StoredGame]:
    """Read every game of the club, with its players and hands, in the order they were added."""
    last, which = 0, [GAME.c.club_id == club_id]
    if not even_deleted:
        which.append(GAME.c.deleted_at.is_(None))
    while batch := _next_games(session, last, *which):
        last = batch[-1].id
        yield from batch


def games_without_stats(session: Session, after: int) -> list[StoredGame]:
    """Return the next ended games of any club without stored stats, with ids greater than `after`."""
    return _next_games(session, after, GAME.c.status.in_(ENDED), ~exists().where(GAME_STATS.c.game_id == GAME.c.id))


def _next_games(session: Session, after: int, *which: ColumnElement[bool]) -> list[StoredGame]:
    """Return the next of these games with ids greater than `after`, with their players and hands."""
    asked = select(*GAME_COLUMNS).where(GAME.c.id > after, *which).order_by(GAME.c.id).limit(GAMES_AT_A_TIME)
    batch = {game.id: game for game in (StoredGame(*row) for row in session.execute(asked))}
    if batch:
        for game, *seat in session.execute(seats_of_games(*SEAT_COLUMNS), {"games": list(batch)}):
            batch[game].seats.append(seat_of(*seat))
        hands = select(HAND.c.game_id, *HAND_COLUMNS).where(HAND.c.game_id.in_(batch))
        for game, *hand in session.execute(hands.order_by(HAND.c.game_id, HAND.c.position)):
            batch[game].hands.append(StoredHand(*hand))
    return list(batch.values())


def all_players(session: Session, club_id: int) -> Iterator[PlayerRow]:
    """Read every player of the club, in the order they were added."""
    last = 0
    while rows := [PlayerRow(*row) for row in session.execute(_next_players(club_id, last))]:
        last = rows[-1].id
        yield from rows


def _next_players(club_id: int, after: int) -> Select[Any]:
    who = (
        select(PLAYER.c.id, PLAYER.c.name)
        .where(PLAYER.c.club_id == club_id, PLAYER.c.id > after, PLAYER.c.merged.is_(False))
        .order_by(PLAYER.c.id)
        .limit(PLAYERS_AT_A_TIME)
        .subquery()
    )
    finished = func.coalesce(func.sum((GAME.c.status == GameStatus.OVER).cast(Integer)), 0)
    wins = func.coalesce(func.sum(SEAT.c.won.cast(Integer)), 0)
    first, last = func.min(GAME.c.started_at), func.max(GAME.c.started_at)
    return (
        select(who.c.id, who.c.name, func.count(GAME.c.id), finished, wins, first, last)
        .outerjoin(SEAT, SEAT.c.player_id == who.c.id)
        .outerjoin(GAME, (GAME.c.id == SEAT.c.game_id) & GAME.c.deleted_at.is_(None))
        .group_by(who.c.id, who.c.name)
        .order_by(who.c.id)
    )
