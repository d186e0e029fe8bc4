"""The players of a club."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Select,
    Subquery,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    tuple_,
    union,
    update,
)
from sqlalchemy.orm import Session

from scorekeeper.rules.words import by_name
from scorekeeper.storage.db import add_row, changed_rows
from scorekeeper.storage.models import GAME, MERGE, MERGED_SEAT, PHONE, PLAYER, SEAT, SITTING
from scorekeeper.storage.stats_models import SEAT_STATS


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


def seats_of(player_id: int | ColumnElement[int]) -> Subquery:
    """Select the chairs (game and number) in which a player sits or sat, each once."""
    sat = (select(table.c.game_id, table.c.number).where(table.c.player_id == player_id) for table in (SEAT, SITTING))
    return union(*sat).subquery()


def read(session: Session, club_id: int, player_id: int) -> StoredPlayer | None:
    """Return the club's player with this id, None if unknown or merged into another."""
    return _player(session, club_id, PLAYER.c.id == player_id)


def read_named(session: Session, club_id: int, name: str) -> StoredPlayer | None:
    """Return the club's player with exactly this name."""
    return _player(session, club_id, PLAYER.c.name == name)


def _player(session: Session, club_id: int, which: ColumnElement[bool]) -> StoredPlayer | None:
    here, gone = (
        select(func.count(table.c.game_id.distinct())).where(table.c.player_id == PLAYER.c.id).scalar_subquery()
        for table in (SEAT, SITTING)
    )
    games = here + gone
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
_LAST_GAME = (
    select(SEAT.c.game_id)
    .join(GAME, and_(GAME.c.id == SEAT.c.game_id, GAME.c.deleted_at.is_(None)))
    .where(SEAT.c.player_id == PLAYER.c.id)
    .order_by(SEAT.c.game_id.desc())
    .limit(1)
    .scalar_subquery()
)
_RECENT_NAMES = (
    select(_LAST_GAME, PLAYER.c.name)
    .where(PLAYER.c.club_id == bindparam("club"), PLAYER.c.hidden.is_(False), _LAST_GAME.is_not(None))
    .order_by(_LAST_GAME.desc(), PLAYER.c.id)
    .limit(bindparam("most"))
)


def recent_names(session: Session, club_id: int, most: int) -> Sequence[str]:
    """Return the names of players in the club who are not hidden, the latest first; deleted games do not count."""
    rows = session.execute(_RECENT_NAMES, {"club": club_id, "most": most})
    return [name for _, name in sorted(rows, key=lambda row: (-row[0], by_name(row[1])))]


def all_names(session: Session, club_id: int) -> Sequence[str]:
    """Return the names of all players of the club, in the order they were added."""
    of_club = select(PLAYER.c.name).where(PLAYER.c.club_id == club_id, PLAYER.c.merged.is_(False))
    return session.scalars(of_club.order_by(PLAYER.c.id)).all()


def merged_names(session: Session, club_id: int) -> dict[str, str]:
    """Return the name of the player whom each name of a merged one means by now; of two with one name the last.

    A name that another player has by now is that player's.
    """
    made = standing(session, club_id)
    into = {each.merged_id: each.into_id for each in made}
    names = {id_: name for id_, name, _ in with_merged(session, club_id)} if made else {}
    found = {}
    for each in made:
        now = each.into_id
        while now in into:
            now = into[now]
        found[each.name] = names[now]
    return {name: now for name, now in found.items() if name not in names.values()}


def as_merged(session: Session, club_id: int, names: Collection[str]) -> dict[str, int]:
    """Return the ids of merged players by these names."""
    return {each.name: each.merged_id for each in standing(session, club_id) if each.name in names} if names else {}


def shared_game(session: Session, player_id: int, other_id: int) -> tuple[UUID, datetime, datetime | None] | None:
    """Return the uid of a game with both players, and when it was started and deleted."""
    theirs = (
        GAME.c.id.in_(union(*(select(table.c.game_id).where(table.c.player_id == each) for table in (SEAT, SITTING))))
        for each in (player_id, other_id)
    )
    shared = select(GAME.c.uid, GAME.c.started_at, GAME.c.deleted_at).where(*theirs)
    row = session.execute(shared.limit(1)).one_or_none()
    return (row.uid, row.started_at, row.deleted_at) if row else None


def with_merged(session: Session, club_id: int) -> list[tuple[int, str, bool]]:
    """Return id, name and hidden of all players of the club, including merged ones, in the order they were added."""
    of_club = select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.hidden).where(PLAYER.c.club_id == club_id)
    return [(id_, name, hidden) for id_, name, hidden in session.execute(of_club.order_by(PLAYER.c.id))]


def add(session: Session, club_id: int, name: str, hidden: bool) -> int:
    """Add a player with a new name; return the id."""
    return add_row(session, PLAYER, club_id=club_id, name=name, hidden=hidden)


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


def _merges(club_id: int) -> Select[Any]:
    games = select(func.count()).where(MERGED_SEAT.c.merge_id == MERGE.c.id).scalar_subquery()
    names = ("id", "uid", "merged_id", "into_id", "name", "made_at", "undone")
    return select(*(MERGE.c[name] for name in names), games).where(MERGE.c.club_id == club_id)


def read_merge(session: Session, club_id: int, uid: UUID) -> StoredMerge | None:
    """Return the merge with this uid, even if it was undone."""
    row = session.execute(_merges(club_id).where(MERGE.c.uid == uid)).one_or_none()
    return StoredMerge(*row) if row else None


def into(session: Session, club_id: int, player_id: int) -> list[StoredMerge]:
    """Return the merges into this player that can be undone, the last first."""
    asked = _merges(club_id).where(MERGE.c.into_id == player_id, MERGE.c.undone.is_(False))
    return [StoredMerge(*row) for row in session.execute(asked.order_by(MERGE.c.id.desc()))]


def merge(session: Session, club_id: int, uid: UUID, merged: StoredPlayer, into_id: int, made_at: datetime) -> None:
    """Give every seat of one player to another, and record them; the club has to be rated again.

    The merged player's row stays, for changes that refer to it, under a name that no one can type; its old name is
    free.
    """
    merge_id = _add(session, club_id, uid, merged.id, merged.name, into_id, made_at)
    theirs = seats_of(merged.id)
    seats = select(literal(merge_id), theirs.c.game_id, theirs.c.number)
    session.execute(insert(MERGED_SEAT).from_select(["merge_id", "game_id", "number"], seats))
    _move(session, merge_id, merged.id, into_id)


def _add(session: Session, club_id: int, uid: UUID, merged_id: int, name: str, into_id: int, made_at: datetime) -> int:
    """Store a merge, without its seats; return its id."""
    _name(session, merged_id, f"\x1f{merged_id}", merged=True)
    values = {"club_id": club_id, "uid": uid, "merged_id": merged_id, "into_id": into_id, "name": name}
    key = session.connection().execute(insert(MERGE), values | {"made_at": made_at, "undone": False})
    assert key.inserted_primary_key is not None
    return int(key.inserted_primary_key[0])


def _name(session: Session, player_id: int, name: str, *, merged: bool) -> None:
    session.execute(update(PLAYER).where(PLAYER.c.id == player_id).values(name=name, merged=merged))


def undo(session: Session, merge: StoredMerge) -> None:
    """Give back every seat that a merge moved, unless it moved on since; rate the club again."""
    _name(session, merge.merged_id, merge.name, merged=False)
    _move(session, merge.id, merge.into_id, merge.merged_id)
    session.execute(delete(MERGED_SEAT).where(MERGED_SEAT.c.merge_id == merge.id))
    session.execute(update(MERGE).where(MERGE.c.id == merge.id).values(undone=True))


def _move(session: Session, merge_id: int, whose: int, to: int) -> None:
    """Give the seats of a merge to another player, with their stats."""
    moved = select(MERGED_SEAT.c.game_id, MERGED_SEAT.c.number).where(MERGED_SEAT.c.merge_id == merge_id)
    games = select(MERGED_SEAT.c.game_id).where(MERGED_SEAT.c.merge_id == merge_id)
    there = seats_of(whose)
    still_there = select(there.c.game_id).where(tuple_(there.c.game_id, there.c.number).in_(moved))
    stats = and_(SEAT_STATS.c.player_id == whose, SEAT_STATS.c.game_id.in_(still_there))
    session.execute(update(GAME).where(GAME.c.id.in_(games)).values(version=GAME.c.version + 1))
    tables = select(GAME.c.series_id).where(GAME.c.id.in_(games))
    watching = update(PHONE).where(PHONE.c.player_id == whose, PHONE.c.series_id.in_(tables))
    session.execute(watching.values(player_id=to))
    session.execute(update(SEAT_STATS).where(stats).values(player_id=to))
    for table in (SEAT, SITTING):
        theirs = table.c.player_id == whose, tuple_(table.c.game_id, table.c.number).in_(moved)
        session.execute(update(table).where(*theirs).values(player_id=to))


def merged_into(session: Session, player_id: int) -> tuple[int, tuple[int, ...]]:
    """Return the id of the player that this one is now, and of the merges that led there."""
    merges: tuple[int, ...] = ()
    while True:
        asked = select(MERGE.c.id, MERGE.c.into_id).where(MERGE.c.merged_id == player_id, MERGE.c.undone.is_(False))
        if not (row := session.execute(asked).one_or_none()):
            return player_id, merges
        merges, player_id = (*merges, row.id), row.into_id


def seated_as(session: Session, game_id: int, number: int, player_id: int) -> int:
    """Return the id under which the player of this seat sat before any merge; `player_id` is who sits there now."""
    seated = (
        select(MERGE.c.merged_id)
        .join(MERGED_SEAT, MERGED_SEAT.c.merge_id == MERGE.c.id)
        .where(MERGED_SEAT.c.game_id == game_id, MERGED_SEAT.c.number == number)
        .order_by(MERGE.c.id)
    )
    return next((one for one in session.scalars(seated) if merged_into(session, one)[0] == player_id), player_id)


def note_seat(session: Session, merges: Sequence[int], game_id: int, number: int) -> None:
    """Record this seat as moved by these merges."""
    for merge_id in merges:
        seat = {"merge_id": merge_id, "game_id": game_id, "number": number}
        known = select(MERGED_SEAT.c.number).filter_by(**seat)
        if session.execute(known).first() is None:
            session.execute(insert(MERGED_SEAT), seat)


def standing(session: Session, club_id: int) -> list[StoredMerge]:
    """Return the merges of a club that can be undone, in their order."""
    asked = _merges(club_id).where(MERGE.c.undone.is_(False)).order_by(MERGE.c.id)
    return [StoredMerge(*row) for row in session.execute(asked)]


def seats(session: Session, club_id: int) -> dict[int, list[tuple[UUID, int]]]:
    """Return the seats that each merge moved: the game's uid and the place clockwise."""
    asked = (
        select(MERGED_SEAT.c.merge_id, GAME.c.uid, SEAT.c.seat)
        .join(GAME, GAME.c.id == MERGED_SEAT.c.game_id)
        .join(SEAT, and_(SEAT.c.game_id == GAME.c.id, SEAT.c.number == MERGED_SEAT.c.number))
        .where(GAME.c.club_id == club_id)
        .order_by(MERGED_SEAT.c.merge_id, GAME.c.id, SEAT.c.seat)
    )
    found: dict[int, list[tuple[UUID, int]]] = {}
    for merge_id, game, seat in session.execute(asked):
        found.setdefault(merge_id, []).append((game, seat))
    return found


def add_made(session: Session, club_id: int, merge: StoredMerge, moved: Sequence[tuple[int, int]]) -> None:
    """Store a merge from a file, with the seats that it moved: game ids and players' numbers."""
    merge_id = _add(session, club_id, merge.uid, merge.merged_id, merge.name, merge.into_id, merge.made_at)
    if moved:
        rows = [{"merge_id": merge_id, "game_id": game, "number": number} for game, number in moved]
        session.execute(insert(MERGED_SEAT), rows)
