"""What a change may set of a game, read and written by key.

A key is a column of the game, or "seats" (the players' numbers, clockwise), or names one thing of it: "hand:UID" (None
where there is none), "player:NUMBER" (who has this number, by id and name), "name:ID" (how a club's player is spelt).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import DuplicatePlayer
from scorekeeper.storage import merges, players
from scorekeeper.storage.games import Seat, StoredHand
from scorekeeper.storage.players import PlayerRef
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_state import GameState

Fields = Mapping[str, Any]

COLUMNS = ("open_hand", "rules", "dealer", "stopped", "notes")


def read(state: GameState, key: str) -> Any:
    """What stands in this field now, as plain JSON."""
    kind, _, which = key.partition(":")
    if kind in COLUMNS:
        return getattr(state.game, kind)
    if kind == "deleted_at":
        return state.game.deleted_at and state.game.deleted_at.isoformat()
    if kind == "seats":
        return [state.number(name) for name in state.players]
    if kind == "player":
        player = _seat(state, which).player
        return [player.id, player.name]
    if kind == "name":
        return next(seat.player.name for seat in state.game.players if seat.player_id == int(which))
    row = _hand_row(state, UUID(which))
    return row and {"position": row.position, "facts": row.facts}


def write(session: Session, state: GameState, values: Fields) -> None:
    """Puts these values in place. Raises ValidationFailed where a name went to another player since."""
    for key, value in values.items():
        kind, _, which = key.partition(":")
        if kind in COLUMNS:
            setattr(state.game, kind, value)
        elif kind == "deleted_at":
            state.game.deleted_at = value and datetime.fromisoformat(value)
        elif kind == "seats":
            for seat in state.game.players:
                seat.seat = value.index(seat.number)
        elif kind == "player":
            _write_player(session, state, int(which), value[0])
        elif kind == "name":
            _write_name(session, state, int(which), value)
        else:
            _write_hand(state, UUID(which), value)
    state.game.hands.sort(key=lambda row: row.position)


def put_back(session: Session, state: GameState, values: Mapping[str, tuple[Any, Any]]) -> None:
    """Puts each second value where the first stands, for an undo or a redo.

    A spelling is the club's: where it was corrected elsewhere since, or went to somebody else, it stays as it is. So
    does a seat whose player has been merged since with somebody at this table.
    """
    kept = {key: value for key, (now, value) in values.items() if _fits(session, state, key, now, value)}
    write(session, state, kept)


def _fits(session: Session, state: GameState, key: str, now: Any, value: Any) -> bool:
    kind, _, which = key.partition(":")
    if kind == "name":
        return _free(session, state, int(which), now, value)
    if kind == "player":
        by_now, _ = merges.merged_into(session, value[0])
        return all(seat.player_id != by_now for seat in state.game.players if seat.number != int(which))
    return True


def _free(session: Session, state: GameState, player_id: int, now: str, name: str) -> bool:
    is_as_then = players.name_of(session, player_id) == now
    return is_as_then and name not in players.find(session, state.game.club_id, [name])


def _seat(state: GameState, number: str) -> Seat:
    return next(seat for seat in state.game.players if seat.number == int(number))


def _write_player(session: Session, state: GameState, number: int, player_id: int) -> None:
    """Seat a player, or whoever that player was merged into."""
    by_now, merged = merges.merged_into(session, player_id)
    merges.note_seat(session, merged, state.game.id, number)
    _seat(state, str(number)).player = PlayerRef(by_now, players.name_of(session, by_now))


def _write_name(session: Session, state: GameState, player_id: int, name: str) -> None:
    other = players.find(session, state.game.club_id, [name]).get(name)
    if other and other.id != player_id:
        raise ValidationFailed([DuplicatePlayer("name", f"Somebody else in this club is called {name} by now.")])
    players.rename(session, player_id, name)
    for seat in state.game.players:
        if seat.player.id == player_id:
            seat.player.name = name


def _write_hand(state: GameState, uid: UUID, value: Any) -> None:
    row = _hand_row(state, uid)
    if value is None:
        if row:
            state.game.hands.remove(row)
    elif row:
        row.position, row.facts = value["position"], value["facts"]
    else:
        state.game.hands.append(StoredHand(uid, **value))


def _hand_row(state: GameState, uid: UUID) -> StoredHand | None:
    return next((row for row in state.game.hands if row.uid == uid), None)
