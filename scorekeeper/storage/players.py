"""The players of a club."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from .core_tables import GAME, PLAYER, SEAT
from .db import add_row, changed_rows


@dataclass(slots=True)
class PlayerRef:
    """A player of the club, with only id and name."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """A player with the number of games, including deleted ones; see `models.Player`."""

    id: int
    name: str
    version: int
    hidden: bool
    games: int


def read(session: Session, club_id: int, player_id: int) -> StoredPlayer | None:
    """Return the club's player with this id, None if unknown or merged into another."""
    return _player(session, club_id, PLAYER.c.id == player_id)


def read_named(session: Session, club_id: int, name: str) -> StoredPlayer | None:
    """Return the club's player with exactly this name."""
    return _player(session, club_id, PLAYER.c.name == name)


def _player(session: Session, club_id: int, which: ColumnElement[bool]) -> StoredPlayer | None:
    games = select(func.count()).where(SEAT.c.player_id == PLAYER.c.id).scalar_subquery()
    read = select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.version, PLAYER.c.hidden, games)
    row = session.execute(read.where(PLAYER.c.club_id == club_id, PLAYER.c.merged.is_(False), which)).one_or_none()
    return StoredPlayer(*row) if row else None


def write(session: Session, player: StoredPlayer, version: int) -> bool:
    """Store a player's name and whether hidden, if the version is still this one; return whether it was."""
    as_read = update(PLAYER).where(PLAYER.c.id == player.id, PLAYER.c.version == version)
    written = as_read.values(name=player.name, hidden=player.hidden, version=PLAYER.c.version + 1)
    return bool(changed_rows(session, written))


def rename(session: Session, player_id: int, name: str) -> None:
    """Rename a player; no other player of the club may have the name."""
    renamed = update(PLAYER).where(PLAYER.c.id == player_id).values(name=name, version=PLAYER.c.version + 1)
    session.execute(renamed)


def name_of(session: Session, player_id: int) -> str:
    """Return a player's name."""
    return str(session.execute(select(PLAYER.c.name).where(PLAYER.c.id == player_id)).scalar_one())


def find(session: Session, club_id: int, names: Sequence[str]) -> dict[str, PlayerRef]:
    """Return the club's players with these names, by name."""
    named = select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.club_id == club_id, PLAYER.c.name.in_(names))
    return {name: PlayerRef(id_, name) for id_, name in session.execute(named)}


def find_or_add(session: Session, club_id: int, names: Sequence[str], hidden: Collection[str] = ()) -> list[PlayerRef]:
    """Return the club's players with these names; new ones are added, hidden if the name is in `hidden`."""
    known = find(session, club_id, names)
    new = [name for name in names if name not in known]
    if new:
        session.execute(insert(PLAYER), [{"club_id": club_id, "name": name, "hidden": name in hidden} for name in new])
        known |= find(session, club_id, new)
    return [known[name] for name in names]


# Built once: built for each page of a new game, it would add 7%.
_LAST_GAME = select(func.max(SEAT.c.game_id)).where(SEAT.c.player_id == PLAYER.c.id).scalar_subquery()
_RECENT_NAMES = (
    select(PLAYER.c.name)
    .where(PLAYER.c.club_id == bindparam("club"), PLAYER.c.hidden.is_(False), _LAST_GAME.is_not(None))
    .order_by(_LAST_GAME.desc(), PLAYER.c.name)
    .limit(bindparam("most"))
)


def recent_names(session: Session, club_id: int, most: int) -> Sequence[str]:
    """Return the names of players in the club who are not hidden, the latest first."""
    return session.scalars(_RECENT_NAMES, {"club": club_id, "most": most}).all()


def all_names(session: Session, club_id: int) -> Sequence[str]:
    """Return the names of all players of the club, in alphabetical order."""
    of_club = select(PLAYER.c.name).where(PLAYER.c.club_id == club_id, PLAYER.c.merged.is_(False))
    return session.scalars(of_club.order_by(PLAYER.c.name)).all()


def other_names(session: Session, club_id: int, player_id: int, most: int) -> Sequence[str]:
    """Return the names of other players of the club, in alphabetical order, at most this many."""
    others = (PLAYER.c.club_id == club_id, PLAYER.c.merged.is_(False), PLAYER.c.id != player_id)
    return session.scalars(select(PLAYER.c.name).where(*others).order_by(PLAYER.c.name).limit(most)).all()


def shared_game(session: Session, player_id: int, other_id: int) -> tuple[UUID, datetime, datetime | None] | None:
    """Return the uid of a game with both players, and when it was started and deleted."""
    one, other = SEAT, SEAT.alias()
    shared = (
        select(GAME.c.uid, GAME.c.started_at, GAME.c.deleted_at)
        .join(one, one.c.game_id == GAME.c.id)
        .join(other, other.c.game_id == GAME.c.id)
        .where(one.c.player_id == player_id, other.c.player_id == other_id)
    )
    row = session.execute(shared.limit(1)).one_or_none()
    return (row.uid, row.started_at, row.deleted_at) if row else None


def with_merged(session: Session, club_id: int) -> list[tuple[int, str, bool]]:
    """Return id, name and hidden of all players of the club, including merged ones, in the order they were added."""
    of_club = select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.hidden).where(PLAYER.c.club_id == club_id)
    return [(id_, name, hidden) for id_, name, hidden in session.execute(of_club.order_by(PLAYER.c.id))]


def add(session: Session, club_id: int, name: str, hidden: bool) -> int:
    """Add a player with a new name; return the id."""
    return add_row(session, PLAYER, club_id=club_id, name=name, hidden=hidden)
