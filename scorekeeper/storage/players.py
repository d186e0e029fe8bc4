"""The players of a club: what they are called, and who is hidden."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, and_, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from .tables import GAME, PLAYER, SEAT


@dataclass(slots=True)
class PlayerRef:
    """A player of the club, wherever nothing but the name is asked for."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """A player with the number of games, also those that were deleted; see `models.Player`."""

    id: int
    name: str
    version: int
    hidden: bool
    games: int


_OF_CLUB = PLAYER.c.club_id == bindparam("club")
_THIS = PLAYER.c.id == bindparam("player")
_GAMES = select(func.count()).where(SEAT.c.player_id == PLAYER.c.id).scalar_subquery()
_READ = select(*(PLAYER.c[name] for name in ("id", "name", "version", "hidden")), _GAMES).where(
    _OF_CLUB, PLAYER.c.merged.is_(False)
)
_READ_ONE, _READ_NAMED = _READ.where(_THIS), _READ.where(PLAYER.c.name == bindparam("name"))
_WRITE = update(PLAYER).where(_THIS)
_WRITE_AS_READ = _WRITE.where(PLAYER.c.version == bindparam("as_read")).values(version=PLAYER.c.version + 1)


def read(session: Session, club_id: int, player_id: int) -> StoredPlayer | None:
    """Return the club's player of this id, None also where it was merged into another."""
    return _player(session, _READ_ONE, club=club_id, player=player_id)


def read_named(session: Session, club_id: int, name: str) -> StoredPlayer | None:
    """Return the club's player of exactly this name."""
    return _player(session, _READ_NAMED, club=club_id, name=name)


def _player(session: Session, statement: Select[Any], **values: Any) -> StoredPlayer | None:
    row = session.execute(statement, values).one_or_none()
    return StoredPlayer(*row) if row else None


def write(session: Session, player: StoredPlayer, version: int) -> bool:
    """Store name and whether hidden of a player who is still of this version; return whether that was so."""
    values = {"name": player.name, "hidden": player.hidden}
    return bool(
        session.connection().execute(_WRITE_AS_READ, {"player": player.id, "as_read": version, **values}).rowcount
    )


_RENAME = _WRITE.values(name=bindparam("new_name"), version=PLAYER.c.version + 1)


def rename(session: Session, player_id: int, name: str) -> None:
    """Store another name of a player, which no other player of the club may have."""
    session.execute(_RENAME, {"player": player_id, "new_name": name})


_NAME = select(PLAYER.c.name).where(_THIS)
_REFS = select(PLAYER.c.id, PLAYER.c.name).where(_OF_CLUB, PLAYER.c.name.in_(bindparam("names", expanding=True)))
_ADD = insert(PLAYER)


def name_of(session: Session, player_id: int) -> str:
    """Return what a player is called."""
    return str(session.execute(_NAME, {"player": player_id}).scalar_one())


def find(session: Session, club_id: int, names: Sequence[str]) -> dict[str, PlayerRef]:
    """Return those of these names that the club's players bear, with who bears them."""
    rows = session.execute(_REFS, {"club": club_id, "names": list(names)})
    return {name: PlayerRef(id_, name) for id_, name in rows}


def find_or_add(session: Session, club_id: int, names: Sequence[str], hidden: Collection[str] = ()) -> list[PlayerRef]:
    """Return the club's players of these names; who is new is added, and hidden where the name is among `hidden`."""
    known = find(session, club_id, names)
    new = [name for name in names if name not in known]
    if new:
        session.execute(_ADD, [{"club_id": club_id, "name": name, "hidden": name in hidden} for name in new])
        known |= find(session, club_id, new)
    return [known[name] for name in names]


_LAST_GAME = select(func.max(SEAT.c.game_id)).where(SEAT.c.player_id == PLAYER.c.id).scalar_subquery()
_RECENT_NAMES = (
    select(PLAYER.c.name)
    .where(_OF_CLUB, PLAYER.c.hidden.is_(False), _LAST_GAME.is_not(None))
    .order_by(_LAST_GAME.desc(), PLAYER.c.name)
    .limit(bindparam("most"))
)
_ALL_NAMES = select(PLAYER.c.name).where(_OF_CLUB, PLAYER.c.merged.is_(False)).order_by(PLAYER.c.name)
_OTHER_NAMES = _ALL_NAMES.where(PLAYER.c.id != bindparam("player")).limit(bindparam("most"))


def recent_names(session: Session, club_id: int, most: int) -> Sequence[str]:
    """Return the names of those who have played in the club and are not hidden, who played last first."""
    return session.scalars(_RECENT_NAMES, {"club": club_id, "most": most}).all()


def all_names(session: Session, club_id: int) -> Sequence[str]:
    """Return the names of all players of the club, in alphabetical order."""
    return session.scalars(_ALL_NAMES, {"club": club_id}).all()


def other_names(session: Session, club_id: int, player_id: int, most: int) -> Sequence[str]:
    """Return the names of other players of the club, in alphabetical order, but only so many."""
    return session.scalars(_OTHER_NAMES, {"club": club_id, "player": player_id, "most": most}).all()


_OTHER = SEAT.alias()
_SHARED_GAME = (
    select(GAME.c.uid, GAME.c.started_at, GAME.c.deleted_at)
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .join(_OTHER, and_(_OTHER.c.game_id == GAME.c.id, _OTHER.c.player_id == bindparam("other")))
    .where(SEAT.c.player_id == bindparam("player"))
    .limit(1)
)


def shared_game(session: Session, player_id: int, other_id: int) -> tuple[UUID, datetime, datetime | None] | None:
    """Return the uid of a game in which both sat, and when it was started and deleted."""
    row = session.execute(_SHARED_GAME, {"player": player_id, "other": other_id}).one_or_none()
    return (row.uid, row.started_at, row.deleted_at) if row else None


_EVERYBODY = select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.hidden).where(_OF_CLUB).order_by(PLAYER.c.id)


def everybody(session: Session, club_id: int) -> list[tuple[int, str, bool]]:
    """Return id, name and hidden of all players of the club, merged ones too, in the order in which they came."""
    return [(id_, name, hidden) for id_, name, hidden in session.execute(_EVERYBODY, {"club": club_id})]


def add(session: Session, club_id: int, name: str, hidden: bool) -> int:
    """Store a player whose name nobody in the club has; return the id."""
    values = {"club_id": club_id, "name": name, "hidden": hidden}
    key = session.connection().execute(_ADD, values).inserted_primary_key
    assert key is not None
    return int(key[0])
