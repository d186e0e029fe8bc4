"""The fields of a game that a change can set, read and written by key.

A key is a column of the game, "seats" (the players' numbers, clockwise), "hand:UID" (None if there is no such hand),
"player:NUMBER" (the player with this number, by id and name), or "name:ID" (the spelling of a club's player).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict, cast
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import DuplicatePlayer
from scorekeeper.storage import player_merges, players
from scorekeeper.storage.games import StoredGame, StoredHand, StoredSeat
from scorekeeper.storage.hand_json import Facts
from scorekeeper.storage.players import PlayerRef
from scorekeeper.usecases.errors import ValidationFailed

Fields = Mapping[str, object]


class HandField(TypedDict):
    """The value of a field "hand:UID": the hand's place in the order of play, and its facts."""

    position: int
    facts: Facts


COLUMNS = ("open_hand", "rules", "preset", "house_rules_name", "teams", "dealer", "stopped", "hidden", "notes")


def read(game: StoredGame, key: str) -> object:
    """Return the current value of this field, as plain JSON."""
    kind, _, which = key.partition(":")
    if kind in COLUMNS:
        return getattr(game, kind)
    if kind == "deleted_at":
        return game.deleted_at and game.deleted_at.isoformat()
    if kind == "seats":
        return [seat.number for seat in sorted(game.seats, key=lambda seat: seat.seat)]
    if kind == "player":
        player = _seat(game, which).player
        return [player.id, player.name]
    if kind == "name":
        return next(seat.player.name for seat in game.seats if seat.player_id == int(which))
    row = _hand_row(game, UUID(which))
    return row and HandField(position=row.position, facts=row.facts)


def write(session: Session, game: StoredGame, values: Fields) -> None:
    """Set these values. Raises ValidationFailed if a name went to another player since."""
    for key, value in values.items():
        kind, _, which = key.partition(":")
        if kind in COLUMNS:
            setattr(game, kind, value)
        elif kind == "deleted_at":
            game.deleted_at = datetime.fromisoformat(value) if isinstance(value, str) else None
        elif kind == "seats":
            order = cast(Sequence[int], value)
            for seat in game.seats:
                seat.seat = order.index(seat.number)
        elif kind == "player":
            _write_player(session, game, int(which), cast(Sequence[int], value)[0])
        elif kind == "name":
            _write_name(session, game, int(which), str(value))
        else:
            _write_hand(game, UUID(which), cast(HandField | None, value))
    game.hands.sort(key=lambda row: row.position)


def restore_fields(session: Session, game: StoredGame, values: Mapping[str, tuple[Any, Any]]) -> None:
    """Replace each field's first value with its second, for an undo or a redo.

    A spelling belongs to the club: if it was corrected elsewhere since, or went to someone else, it stays. So does a
    seat whose player has since been merged with someone at this table.
    """
    kept = {key: value for key, (now, value) in values.items() if _fits(session, game, key, now, value)}
    write(session, game, kept)


def _fits(session: Session, game: StoredGame, key: str, now: Any, value: Any) -> bool:
    kind, _, which = key.partition(":")
    if kind == "name":
        return _free(session, game, int(which), now, value)
    if kind == "player":
        by_now, _ = player_merges.merged_into(session, value[0])
        return all(seat.player_id != by_now for seat in game.seats if seat.number != int(which))
    return True


def _free(session: Session, game: StoredGame, player_id: int, now: str, name: str) -> bool:
    is_unchanged = players.name_of(session, player_id) == now
    return is_unchanged and name not in players.find(session, game.club_id, [name])


def _seat(game: StoredGame, number: str) -> StoredSeat:
    return next(seat for seat in game.seats if seat.number == int(number))


def _write_player(session: Session, game: StoredGame, number: int, player_id: int) -> None:
    """Seat a player, or the one that player was merged into."""
    by_now, merged = player_merges.merged_into(session, player_id)
    player_merges.note_seat(session, merged, game.id, number)
    _seat(game, str(number)).player = PlayerRef(by_now, players.name_of(session, by_now))


def _write_name(session: Session, game: StoredGame, player_id: int, name: str) -> None:
    other = players.find(session, game.club_id, [name]).get(name)
    if other and other.id != player_id:
        raise ValidationFailed([DuplicatePlayer("name", f"Someone else is now called {name}.")])
    players.rename(session, player_id, name)
    for seat in game.seats:
        if seat.player.id == player_id:
            seat.player = PlayerRef(player_id, name)


def _write_hand(game: StoredGame, uid: UUID, value: HandField | None) -> None:
    row = _hand_row(game, uid)
    if value is None:
        if row:
            game.hands.remove(row)
    elif row:
        row.position, row.facts = value["position"], value["facts"]
    else:
        game.hands.append(StoredHand(uid, **value))


def _hand_row(game: StoredGame, uid: UUID) -> StoredHand | None:
    return next((row for row in game.hands if row.uid == uid), None)
