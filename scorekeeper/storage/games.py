"""One game read from its tables into plain values, and what became of it written back.

Every tap comes by here, so there are no mapped objects: plain rows are read in a third of the time, and a page that
only looks cannot change anything by accident. To put a statement into words takes longer than to run it: all are built
once.
"""

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import Table, bindparam, delete, insert, or_, select, update
from sqlalchemy.orm import Session

from .models import Change, Game, GamePlayer, HandRow, Json, Player

ENDED = ("over", "stopped")


class StaleVersion(Exception):
    """The game was changed by somebody else between reading and writing; nothing is stored."""


@dataclass(slots=True)
class PlayerRef:
    """A player of the club."""

    id: int
    name: str


@dataclass(slots=True)
class Seat:
    """A player at the table of one game; see `models.GamePlayer`."""

    number: int
    seat: int
    player: PlayerRef
    total: int = 0
    won: bool = False

    @property
    def player_id(self) -> int:
        return self.player.id


@dataclass(slots=True)
class StoredHand:
    """The facts of one hand; see `models.HandRow`."""

    uid: UUID
    position: int
    facts: Json


@dataclass(slots=True)
class StoredChange:
    """One thing that a person did to a game; see `models.Change`."""

    uid: UUID
    version: int
    kind: str
    fields: Json
    state: str


@dataclass(slots=True)
class StoredGame:
    """A game with its players clockwise and its hands in the order of play; see `models.Game`."""

    club_id: int
    uid: UUID
    rules: Json
    preset: str
    dealer: int
    started_at: datetime
    changed_at: datetime
    id: int = 0
    house_rules_name: str | None = None
    teams: list[str] | None = None
    notes: str | None = None
    open_hand: Json | None = None
    version: int = 0
    stopped: bool = False
    deleted_at: datetime | None = None
    ended_at: datetime | None = None
    status: str = "in-progress"
    players: list[Seat] = field(default_factory=list)
    hands: list[StoredHand] = field(default_factory=list)

    @property
    def end(self) -> datetime | None:
        """When it ended, None while it goes on."""
        return self.ended_at if self.status in ENDED else None

    def as_it_was(self) -> "StoredGame":
        """A copy that later changes of this one do not touch."""
        was = copy(self)
        was.players, was.hands = [copy(seat) for seat in self.players], [copy(hand) for hand in self.hands]
        return was


_GAME, _SEAT, _PLAYER, _HAND, _CHANGE = (
    cast(Table, model.__table__) for model in (Game, GamePlayer, Player, HandRow, Change)
)
_OF_GAME = tuple(column.name for column in fields(StoredGame) if column.name in _GAME.c)
_STAYS = ("id", "club_id", "uid", "preset", "started_at")

_ASKED_BY = ("club_id", "uid")  # the first of a game's fields
_READ = (
    select(
        *(_GAME.c[name] for name in _OF_GAME if name not in _ASKED_BY),
        *(_SEAT.c.number, _SEAT.c.seat, _PLAYER.c.id, _PLAYER.c.name, _SEAT.c.total, _SEAT.c.won),
    )
    .join(_SEAT, _SEAT.c.game_id == _GAME.c.id)
    .join(_PLAYER, _PLAYER.c.id == _SEAT.c.player_id)
    .where(_GAME.c.club_id == bindparam("club"), _GAME.c.uid == bindparam("game"))
    .order_by(_SEAT.c.seat)
)
_READ_HANDS = (
    select(_HAND.c.uid, _HAND.c.position, _HAND.c.facts)
    .where(_HAND.c.game_id == bindparam("game"))
    .order_by(_HAND.c.position)
)


def read(session: Session, club_id: int, uid: UUID) -> StoredGame | None:
    """A club's game, None where it has none of this uid."""
    connection = session.connection()  # the session itself has nothing to add to plain rows
    rows = connection.execute(_READ, {"club": club_id, "game": uid}).all()
    if not rows:
        return None
    of_game = len(_OF_GAME) - len(_ASKED_BY)
    game = StoredGame(club_id, uid, *rows[0][:of_game])
    for row in rows:
        number, seat, player_id, name, total, won = row[of_game:]
        game.players.append(Seat(number, seat, PlayerRef(player_id, name), total, won))
    game.hands = [StoredHand(*row) for row in connection.execute(_READ_HANDS, {"game": game.id})]
    return game


_KNOWN_UIDS = select(_GAME.c.uid).where(
    _GAME.c.club_id == bindparam("club"), _GAME.c.uid.in_(bindparam("uids", expanding=True))
)


def known(session: Session, club_id: int, uids: Collection[UUID]) -> set[UUID]:
    """Those of these games that the club has, deleted or not."""
    return set(session.execute(_KNOWN_UIDS, {"club": club_id, "uids": list(uids)}).scalars())


_INSERT_GAME, _INSERT_SEAT, _INSERT_HAND = insert(_GAME), insert(_SEAT), insert(_HAND)


def _columns(row: StoredHand | StoredChange) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__slots__}


def add(session: Session, game: StoredGame) -> None:
    """Stores a game that was not there before; it gets its id."""
    made = session.execute(_INSERT_GAME, {name: getattr(game, name) for name in _OF_GAME if name != "id"})
    (game.id,) = made.inserted_primary_key  # type: ignore[attr-defined]
    seats = [{"game_id": game.id, "number": seat.number} | _seat_values(seat) for seat in game.players]
    session.execute(_INSERT_SEAT, seats)
    if game.hands:
        session.execute(_INSERT_HAND, [{"game_id": game.id, **_columns(hand)} for hand in game.hands])


_UPDATE_GAME = update(_GAME).where(_GAME.c.id == bindparam("this"), _GAME.c.version == bindparam("as_read"))
_UPDATE_SEAT = update(_SEAT).where(_SEAT.c.game_id == bindparam("game"), _SEAT.c.number == bindparam("which"))
_INSERT_CHANGE = insert(_CHANGE)
_OF_HAND = (_HAND.c.game_id == bindparam("game"), _HAND.c.uid == bindparam("which"))
_UPDATE_HAND, _DELETE_HAND = update(_HAND).where(*_OF_HAND), delete(_HAND).where(*_OF_HAND)


def write(session: Session, was: StoredGame, game: StoredGame) -> None:
    """Stores what is no longer as it `was` read. Raises StaleVersion where the stored game is no longer that either."""
    execute = session.connection().execute
    values = {name: getattr(game, name) for name in _OF_GAME if name not in _STAYS}
    stored = execute(_UPDATE_GAME, {"this": was.id, "as_read": was.version, **values})
    if not stored.rowcount:
        raise StaleVersion
    if seats := [seat for seat, before in zip(game.players, was.players, strict=True) if seat != before]:
        execute(_UPDATE_SEAT, [{"game": was.id, "which": seat.number} | _seat_values(seat) for seat in seats])
    before = {hand.uid: hand for hand in was.hands}
    for hand in game.hands:
        old = before.pop(hand.uid, None)
        if old is None:
            execute(_INSERT_HAND, {"game_id": was.id, **_columns(hand)})
        elif old != hand:
            execute(_UPDATE_HAND, {"game": was.id, "which": hand.uid, **_columns(hand)})
    for uid in before:
        execute(_DELETE_HAND, {"game": was.id, "which": uid})


def _seat_values(seat: Seat) -> dict[str, Any]:
    return {"seat": seat.seat, "player_id": seat.player.id, "total": seat.total, "won": seat.won}


_READ_CHANGE = select(*(_CHANGE.c[column.name] for column in fields(StoredChange)))
_OF_THIS = _CHANGE.c.game_id == bindparam("game")
_VERSION = select(_CHANGE.c.version).where(_OF_THIS).limit(1)
_LAST_DONE = _VERSION.where(_CHANGE.c.state == "done").order_by(_CHANGE.c.version.desc()).scalar_subquery()
_FIRST_UNDONE = _VERSION.where(_CHANGE.c.state == "undone").order_by(_CHANGE.c.version).scalar_subquery()
_STANDING = _READ_CHANGE.where(_OF_THIS, or_(_CHANGE.c.version == _LAST_DONE, _CHANGE.c.version == _FIRST_UNDONE))
_KNOWN = _READ_CHANGE.where(_OF_THIS, or_(_CHANGE.c.uid == bindparam("entry"), _CHANGE.c.version == _FIRST_UNDONE))
_SINCE = _READ_CHANGE.where(_OF_THIS, _CHANGE.c.version > bindparam("after")).order_by(_CHANGE.c.version).limit(20)
_SET_STATE = update(_CHANGE).where(_OF_THIS, _CHANGE.c.uid == bindparam("which"))
_DROP = update(_CHANGE).where(_OF_THIS, _CHANGE.c.state == "undone").values(state="dropped")


def to_undo_and_redo(session: Session, game_id: int) -> tuple[StoredChange | None, StoredChange | None]:
    """The last change that stands, and of those that were taken back the one that was taken back last."""
    by_state = {change.state: change for change in _changes(session, _STANDING, game=game_id)}
    return by_state.get("done"), by_state.get("undone")


def known_and_undone(session: Session, game_id: int, entry_id: UUID) -> tuple[StoredChange | None, bool]:
    """The change that was made under this entry id, and whether any can be put back."""
    found = list(_changes(session, _KNOWN, game=game_id, entry=entry_id))
    known = next((change for change in found if change.uid == entry_id), None)
    return known, any(change.state == "undone" for change in found)


def changes_since(session: Session, game_id: int, version: int) -> Sequence[StoredChange]:
    """What was done to a game after it had this version, oldest first."""
    return list(_changes(session, _SINCE, game=game_id, after=version))


def _changes(session: Session, asked: Any, **values: Any) -> Iterator[StoredChange]:
    return (StoredChange(*row) for row in session.connection().execute(asked, values))


def add_change(session: Session, game: StoredGame, change: StoredChange) -> None:
    """Books a change; it was made when the game was changed last."""
    session.connection().execute(_INSERT_CHANGE, {"game_id": game.id, "made_at": game.changed_at, **_columns(change)})


def set_state(session: Session, game_id: int, change: StoredChange, state: str) -> None:
    """Marks a change as taken back, or as standing again."""
    session.execute(_SET_STATE, {"game": game_id, "which": change.uid, "state": state})


def drop_undone(session: Session, game_id: int) -> None:
    """What was taken back can no longer be put back: something new was recorded."""
    session.execute(_DROP, {"game": game_id})
