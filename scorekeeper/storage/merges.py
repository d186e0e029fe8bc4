"""Two players who are one person: the seats of the one become the other's, and can be given back.

All of it is SQL: it costs by what moves, and no game is loaded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, and_, bindparam, delete, func, insert, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus

from .players import StoredPlayer
from .ratings import mark_stale
from .stats import add_up
from .tables import GAME, MERGE, MERGED_SEAT, PLAYER, SEAT, SEAT_STATS


@dataclass(frozen=True, slots=True)
class StoredMerge:
    """See `models.PlayerMerge`; `games` is how many seats it moved."""

    id: int
    uid: UUID
    merged_id: int
    into_id: int
    name: str
    made_at: datetime
    undone: bool
    games: int


_OF_MERGE = MERGED_SEAT.c.merge_id == bindparam("merge")
_MERGES: Select[Any] = select(
    *(MERGE.c[name] for name in ("id", "uid", "merged_id", "into_id", "name", "made_at", "undone")),
    select(func.count()).where(MERGED_SEAT.c.merge_id == MERGE.c.id).scalar_subquery(),
).where(MERGE.c.club_id == bindparam("club"))
_STANDS = MERGE.c.undone.is_(False)
_MERGES_INTO = _MERGES.where(MERGE.c.into_id == bindparam("player"), _STANDS).order_by(MERGE.c.id.desc())
_READ = _MERGES.where(MERGE.c.uid == bindparam("uid"))
_ADD = insert(MERGE)
_NAME_PLAYER = update(PLAYER).where(PLAYER.c.id == bindparam("player"))
_ADD_SEATS = insert(MERGED_SEAT).from_select(
    ["merge_id", "game_id", "number"],
    select(bindparam("merge", type_=MERGED_SEAT.c.merge_id.type), SEAT.c.game_id, SEAT.c.number).where(
        SEAT.c.player_id == bindparam("merged")
    ),
)
_STILL_THERE = and_(
    SEAT.c.player_id == bindparam("whose"),
    tuple_(SEAT.c.game_id, SEAT.c.number).in_(select(MERGED_SEAT.c.game_id, MERGED_SEAT.c.number).where(_OF_MERGE)),
)
_MOVE_SEATS = update(SEAT).where(_STILL_THERE).values(player_id=bindparam("to"))
_MOVE_STATS = (
    update(SEAT_STATS)
    .where(
        SEAT_STATS.c.player_id == bindparam("whose"),
        SEAT_STATS.c.game_id.in_(select(SEAT.c.game_id).where(_STILL_THERE)),
    )
    .values(player_id=bindparam("to"))
)
_MOVED_GAME = GAME.c.id.in_(select(MERGED_SEAT.c.game_id).where(_OF_MERGE))
_FIRST_ENDED = (
    select(GAME.c.club_id, func.min(GAME.c.ended_at))
    .where(_MOVED_GAME, GAME.c.status == GameStatus.OVER)
    .group_by(GAME.c.club_id)
)
_NEW_VERSION = update(GAME).where(_MOVED_GAME).values(version=GAME.c.version + 1)
_FORGET_SEATS = delete(MERGED_SEAT).where(_OF_MERGE)
_UNDO = update(MERGE).where(MERGE.c.id == bindparam("merge")).values(undone=True)


def read(session: Session, club_id: int, uid: UUID) -> StoredMerge | None:
    """Return the merge of this uid, also one that was undone since."""
    row = session.execute(_READ, {"club": club_id, "uid": uid}).one_or_none()
    return StoredMerge(*row) if row else None


def into(session: Session, club_id: int, player_id: int) -> list[StoredMerge]:
    """Return the merges into this player that can be undone, the last first."""
    rows = session.execute(_MERGES_INTO, {"club": club_id, "player": player_id})
    return [StoredMerge(*row) for row in rows]


def merge(session: Session, club_id: int, uid: UUID, merged: StoredPlayer, into_id: int, made_at: datetime) -> None:
    """Give every seat of one player to another, and note which.

    The row of who was merged stays, for changes that name it, under a name that nobody can type: its own is free.
    """
    merge_id = _add(session, club_id, uid, merged.id, merged.name, into_id, made_at)
    session.execute(_ADD_SEATS, {"merge": merge_id, "merged": merged.id})
    _move(session, merge_id, merged.id, into_id)


def _add(session: Session, club_id: int, uid: UUID, merged_id: int, name: str, into_id: int, made_at: datetime) -> int:
    """Book a merge, without its seats; return its id."""
    session.execute(_NAME_PLAYER, {"player": merged_id, "name": f"\x1f{merged_id}", "merged": True})
    values = {"club_id": club_id, "uid": uid, "merged_id": merged_id, "into_id": into_id, "name": name}
    key = session.connection().execute(_ADD, values | {"made_at": made_at, "undone": False}).inserted_primary_key
    assert key is not None
    return int(key[0])


def undo(session: Session, merge: StoredMerge) -> None:
    """Give back every seat that a merge moved and that is still where it was moved to."""
    session.execute(_NAME_PLAYER, {"player": merge.merged_id, "name": merge.name, "merged": False})
    _move(session, merge.id, merge.into_id, merge.merged_id)
    session.execute(_FORGET_SEATS, {"merge": merge.id})
    session.execute(_UNDO, {"merge": merge.id})


def _move(session: Session, merge_id: int, whose: int, to: int) -> None:
    """Give the seats of a merge to another player, with their stats."""
    values = {"merge": merge_id, "whose": whose, "to": to}
    session.execute(_NEW_VERSION, values)
    session.execute(_MOVE_STATS, values)
    session.execute(_MOVE_SEATS, values)
    add_up(session, (whose, to))
    for club_id, since in session.execute(_FIRST_ENDED, {"merge": merge_id}).all():
        mark_stale(session, club_id, since)


_MERGED_INTO = select(MERGE.c.id, MERGE.c.into_id).where(MERGE.c.merged_id == bindparam("player"), _STANDS)


def merged_into(session: Session, player_id: int) -> tuple[int, tuple[int, ...]]:
    """Return the id of who this player is by now, and of the merges that made it so."""
    merges: tuple[int, ...] = ()
    while row := session.execute(_MERGED_INTO, {"player": player_id}).one_or_none():
        merges, player_id = (*merges, row.id), row.into_id
    return player_id, merges


_HAS_SEAT = select(MERGED_SEAT.c.number).where(
    _OF_MERGE, MERGED_SEAT.c.game_id == bindparam("game"), MERGED_SEAT.c.number == bindparam("number")
)
_ADD_SEAT = insert(MERGED_SEAT)


def note_seat(session: Session, merges: Sequence[int], game_id: int, number: int) -> None:
    """Book this seat among those that these merges moved."""
    for merge_id in merges:
        if session.execute(_HAS_SEAT, {"merge": merge_id, "game": game_id, "number": number}).first() is None:
            session.execute(_ADD_SEAT, {"merge_id": merge_id, "game_id": game_id, "number": number})


_STANDING = _MERGES.where(_STANDS).order_by(MERGE.c.id)
_SEATS = (
    select(MERGED_SEAT.c.merge_id, GAME.c.uid, SEAT.c.seat)
    .join(GAME, GAME.c.id == MERGED_SEAT.c.game_id)
    .join(SEAT, and_(SEAT.c.game_id == GAME.c.id, SEAT.c.number == MERGED_SEAT.c.number))
    .where(GAME.c.club_id == bindparam("club"))
    .order_by(MERGED_SEAT.c.merge_id, GAME.c.id, SEAT.c.seat)
)


def standing(session: Session, club_id: int) -> list[StoredMerge]:
    """Return the merges of a club that can be undone, as they were made."""
    return [StoredMerge(*row) for row in session.execute(_STANDING, {"club": club_id})]


def seats(session: Session, club_id: int) -> dict[int, list[tuple[UUID, int]]]:
    """Return by merge the seats that it moved: the game's uid and the place clockwise."""
    found: dict[int, list[tuple[UUID, int]]] = {}
    for merge_id, game, seat in session.execute(_SEATS, {"club": club_id}):
        found.setdefault(merge_id, []).append((game, seat))
    return found


def add_made(session: Session, club_id: int, merge: StoredMerge, moved: Sequence[tuple[int, int]]) -> None:
    """Book a merge that was made elsewhere, with the seats that it moved there: game ids and players' numbers."""
    merge_id = _add(session, club_id, merge.uid, merge.merged_id, merge.name, merge.into_id, merge.made_at)
    if moved:
        rows = [{"merge_id": merge_id, "game_id": game, "number": number} for game, number in moved]
        session.execute(_ADD_SEAT, rows)
