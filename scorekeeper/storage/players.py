"""The players of a club: what they are called, who is hidden, and two rows that were one person."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import Select, Table, and_, bindparam, delete, func, insert, select, tuple_, update
from sqlalchemy.orm import Session

from .models import Game, GamePlayer, MergedSeat, Merger, Player
from .player_sums import add_up
from .ratings import mark_stale
from .stats_models import SeatTally


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """A player with the number of games, also those that were deleted; see `models.Player`."""

    id: int
    name: str
    version: int
    hidden: bool
    games: int


@dataclass(frozen=True, slots=True)
class StoredMerge:
    """See `models.Merger`; `games` is how many seats it moved."""

    id: int
    uid: UUID
    merged_id: int
    into_id: int
    name: str
    made: datetime
    undone: bool
    games: int


_PLAYER, _SEAT, _GAME, _MERGER, _MOVED, _TALLY = (
    cast(Table, model.__table__) for model in (Player, GamePlayer, Game, Merger, MergedSeat, SeatTally)
)
_OF_CLUB = _PLAYER.c.club_id == bindparam("club")
_THERE = (_OF_CLUB, _PLAYER.c.merged.is_(False))
_GAMES = select(func.count()).where(_SEAT.c.player_id == _PLAYER.c.id).scalar_subquery()
_READ = select(_PLAYER.c.id, _PLAYER.c.name, _PLAYER.c.version, _PLAYER.c.hidden, _GAMES).where(*_THERE)
_READ_ONE, _READ_NAMED = (
    _READ.where(_PLAYER.c.id == bindparam("player")),
    _READ.where(_PLAYER.c.name == bindparam("name")),
)
_WRITE = update(_PLAYER).where(_PLAYER.c.id == bindparam("player"))


def read(session: Session, club_id: int, player_id: int) -> StoredPerson | None:
    """The club's player of this id, None also where it was merged into another."""
    return _person(session, _READ_ONE, club=club_id, player=player_id)


def called(session: Session, club_id: int, name: str) -> StoredPerson | None:
    """The club's player of exactly this name."""
    return _person(session, _READ_NAMED, club=club_id, name=name)


def _person(session: Session, asked: Select[Any], **values: Any) -> StoredPerson | None:
    row = session.execute(asked, values).one_or_none()
    return StoredPerson(*row) if row else None


def write(session: Session, person: StoredPerson) -> None:
    """Stores name, version and whether a player is hidden."""
    values = {"name": person.name, "version": person.version, "hidden": person.hidden}
    session.execute(_WRITE, {"player": person.id, **values})


_OTHER = _SEAT.alias()
_TOGETHER = (
    select(_GAME.c.uid, _GAME.c.started_at, _GAME.c.deleted_at)
    .join(_SEAT, _SEAT.c.game_id == _GAME.c.id)
    .join(_OTHER, and_(_OTHER.c.game_id == _GAME.c.id, _OTHER.c.player_id == bindparam("other")))
    .where(_SEAT.c.player_id == bindparam("player"))
    .limit(1)
)


def together(session: Session, player_id: int, other_id: int) -> tuple[UUID, datetime, datetime | None] | None:
    """A game in which both sat: its uid, when it was started and deleted."""
    row = session.execute(_TOGETHER, {"player": player_id, "other": other_id}).one_or_none()
    return row and (row.uid, row.started_at, row.deleted_at)


# Two rows that are one person. All of it is SQL: it costs by what moves, and no game is loaded.

_OF_MERGER = _MOVED.c.merger_id == bindparam("merger")
_MOVED_SEATS = select(_MOVED.c.game_id, _MOVED.c.number).where(_OF_MERGER)
_MERGERS: Select[Any] = select(
    *(_MERGER.c[name] for name in ("id", "uid", "merged_id", "into_id", "name", "made", "undone")),
    select(func.count()).where(_MOVED.c.merger_id == _MERGER.c.id).scalar_subquery(),
).where(_MERGER.c.club_id == bindparam("club"))
_STANDS = _MERGER.c.undone.is_(False)
_INTO = _MERGERS.where(_MERGER.c.into_id == bindparam("player"), _STANDS).order_by(_MERGER.c.id.desc())
_THIS = _MERGERS.where(_MERGER.c.uid == bindparam("uid"))
_NOTE_SEATS = insert(_MOVED).from_select(
    ["merger_id", "game_id", "number"],
    select(bindparam("merger", type_=_MOVED.c.merger_id.type), _SEAT.c.game_id, _SEAT.c.number).where(
        _SEAT.c.player_id == bindparam("merged")
    ),
)
_MOVE = (
    update(_SEAT)
    .where(_SEAT.c.player_id == bindparam("whose"), tuple_(_SEAT.c.game_id, _SEAT.c.number).in_(_MOVED_SEATS))
    .values(player_id=bindparam("to"))
)
_MOVED_GAMES = select(_MOVED.c.game_id).where(_OF_MERGER)
_STILL_THERE = select(_SEAT.c.game_id).where(
    _SEAT.c.player_id == bindparam("whose"), tuple_(_SEAT.c.game_id, _SEAT.c.number).in_(_MOVED_SEATS)
)
_MOVE_TALLIES = (
    update(_TALLY)
    .where(_TALLY.c.player_id == bindparam("whose"), _TALLY.c.game_id.in_(_STILL_THERE))
    .values(player_id=bindparam("to"))
)
_FIRST_ENDED = (
    select(_GAME.c.club_id, func.min(_GAME.c.ended_at))
    .where(_GAME.c.id.in_(_MOVED_GAMES), _GAME.c.status == "over")
    .group_by(_GAME.c.club_id)
)
_CHANGED = update(_GAME).where(_GAME.c.id.in_(_MOVED_GAMES)).values(version=_GAME.c.version + 1)
_NAME = update(_PLAYER).where(_PLAYER.c.id == bindparam("player"))
_FORGET_SEATS = delete(_MOVED).where(_OF_MERGER)
_UNDONE = update(_MERGER).where(_MERGER.c.id == bindparam("merger")).values(undone=True)


def merger(session: Session, club_id: int, uid: UUID) -> StoredMerge | None:
    """The merger of this uid, also one that was undone since."""
    row = session.execute(_THIS, {"club": club_id, "uid": uid}).one_or_none()
    return StoredMerge(*row) if row else None


def mergers_into(session: Session, club_id: int, player_id: int) -> list[StoredMerge]:
    """Who was merged into this player and can be told apart again, the last first."""
    rows = session.execute(_INTO, {"club": club_id, "player": player_id})
    return [StoredMerge(*row) for row in rows]


def merge(session: Session, club_id: int, uid: UUID, merged: StoredPerson, into_id: int, made: datetime) -> int:
    """Gives every seat of one player to another, and notes which; answers the id of the merger.

    The row of who was merged stays, for changes that name it, under a name that nobody can type: its own is free.
    """
    session.execute(_NAME, {"player": merged.id, "name": f"\x1f{merged.id}", "merged": True})
    values = {"club_id": club_id, "uid": uid, "merged_id": merged.id, "into_id": into_id, "name": merged.name}
    made_now = session.execute(insert(_MERGER), values | {"made": made, "undone": False})
    (id_,) = made_now.inserted_primary_key  # type: ignore[attr-defined]
    session.execute(_NOTE_SEATS, {"merger": id_, "merged": merged.id})
    _move(session, id_, merged.id, into_id)
    return int(id_)


def tell_apart(session: Session, merger: StoredMerge) -> None:
    """Gives back every seat that a merger moved and that is still where it was moved to."""
    session.execute(_NAME, {"player": merger.merged_id, "name": merger.name, "merged": False})
    _move(session, merger.id, merger.into_id, merger.merged_id)
    session.execute(_FORGET_SEATS, {"merger": merger.id})
    session.execute(_UNDONE, {"merger": merger.id})


def _move(session: Session, merger_id: int, whose: int, to: int) -> None:
    """Gives the seats of a merger to another player, with what was counted in them."""
    values = {"merger": merger_id, "whose": whose, "to": to}
    session.execute(_CHANGED, values)
    session.execute(_MOVE_TALLIES, values)
    session.execute(_MOVE, values)
    add_up(session, (whose, to))
    for club_id, since in session.execute(_FIRST_ENDED, {"merger": merger_id}).all():
        mark_stale(session, club_id, since)


_STANDS_FOR = select(_MERGER.c.id, _MERGER.c.into_id).where(_MERGER.c.merged_id == bindparam("player"), _STANDS)


def stands_for(session: Session, player_id: int) -> tuple[int, tuple[int, ...]]:
    """Who this player is by now, and the mergers that made it so."""
    through: tuple[int, ...] = ()
    while row := session.execute(_STANDS_FOR, {"player": player_id}).one_or_none():
        through, player_id = (*through, row.id), row.into_id
    return player_id, through


def note_seat(session: Session, mergers: Sequence[int], game_id: int, number: int) -> None:
    """Books this seat among those that these mergers moved."""
    for id_ in mergers:
        session.merge(MergedSeat(merger_id=id_, game_id=game_id, number=number))
