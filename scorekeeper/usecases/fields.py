"""What a change may set of a game, read and written by key.

A key is a column of the game, or "seats" (the players' numbers, clockwise), or names one thing of it: "hand:UID" (None
where there is none), "player:NUMBER" (who has this number, by id and name), "name:ID" (how a club's player is spelt).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from ..rules.errors import DuplicatePlayer
from ..storage import people, queries
from ..storage.games import Person, Seat, StoredHand
from ..storage.models import Player
from .errors import Refused
from .table import Table

Fields = Mapping[str, Any]

COLUMNS = ("contract", "rules", "dealer", "stopped", "notes")


def read(table: Table, key: str) -> Any:
    """What stands in this field now, as plain JSON."""
    kind, _, which = key.partition(":")
    if kind in COLUMNS:
        return getattr(table.game, kind)
    if kind == "deleted":
        return table.game.deleted and table.game.deleted.isoformat()
    if kind == "seats":
        return [table.number(name) for name in table.players]
    if kind == "player":
        player = _seat(table, which).player
        return [player.id, player.name]
    if kind == "name":
        return next(seat.player.name for seat in table.game.players if seat.player_id == int(which))
    row = _hand_row(table, UUID(which))
    return row and {"position": row.position, "facts": row.facts}


def write(session: Session, table: Table, values: Fields) -> None:
    """Puts these values in place. Raises Refused where a name went to another player since."""
    for key, value in values.items():
        kind, _, which = key.partition(":")
        if kind in COLUMNS:
            setattr(table.game, kind, value)
        elif kind == "deleted":
            table.game.deleted = value and datetime.fromisoformat(value)
        elif kind == "seats":
            for seat in table.game.players:
                seat.seat = value.index(seat.number)
        elif kind == "player":
            _write_player(session, table, int(which), value[0])
        elif kind == "name":
            _write_name(session, table, int(which), value)
        else:
            _write_hand(table, UUID(which), value)
    table.game.hands.sort(key=lambda row: row.position)


def put_back(session: Session, table: Table, values: Mapping[str, tuple[Any, Any]]) -> None:
    """Puts each second value where the first stands, for an undo or a redo.

    A spelling is the club's: where it was corrected elsewhere since, or went to somebody else, it stays as it is. So
    does a seat whose player has been merged since with somebody at this table.
    """
    kept = {key: value for key, (now, value) in values.items() if _fits(session, table, key, now, value)}
    write(session, table, kept)


def _fits(session: Session, table: Table, key: str, now: Any, value: Any) -> bool:
    kind, _, which = key.partition(":")
    if kind == "name":
        return _free(session, table, int(which), now, value)
    if kind == "player":
        by_now, _ = people.stands_for(session, value[0])
        return all(seat.player_id != by_now for seat in table.game.players if seat.number != int(which))
    return True


def _free(session: Session, table: Table, player_id: int, now: str, name: str) -> bool:
    player = session.get_one(Player, player_id)
    return player.name == now and name not in queries.players_named(session, table.game.club_id, [name])


def _seat(table: Table, number: str) -> Seat:
    return next(seat for seat in table.game.players if seat.number == int(number))


def _write_player(session: Session, table: Table, number: int, player_id: int) -> None:
    """Seats a player, or whoever that player was merged into."""
    by_now, mergers = people.stands_for(session, player_id)
    people.note_seat(session, mergers, table.game.id, number)
    _seat(table, str(number)).player = Person(by_now, session.get_one(Player, by_now).name)


def _write_name(session: Session, table: Table, player_id: int, name: str) -> None:
    other = queries.players_named(session, table.game.club_id, [name]).get(name)
    if other and other.id != player_id:
        raise Refused([DuplicatePlayer("name", f"Somebody else in this club is called {name} by now.")])
    player = session.get_one(Player, player_id)
    player.name, player.version = name, player.version + 1
    for seat in table.game.players:
        if seat.player.id == player_id:
            seat.player.name = name


def _write_hand(table: Table, uid: UUID, value: Any) -> None:
    row = _hand_row(table, uid)
    if value is None:
        if row:
            table.game.hands.remove(row)
    elif row:
        row.position, row.facts = value["position"], value["facts"]
    else:
        table.game.hands.append(StoredHand(uid, **value))


def _hand_row(table: Table, uid: UUID) -> StoredHand | None:
    return next((row for row in table.game.hands if row.uid == uid), None)
