"""Undo and redo: edits that take back the last change of a game, or make it again."""

from collections.abc import Collection
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.storage import games, players
from scorekeeper.storage.db import db
from scorekeeper.storage.games import StoredChange, StoredGame
from scorekeeper.storage.models import ChangeState
from scorekeeper.usecases.game_state import GameState

from .change import Fields


def undo_last(state: GameState) -> Fields:
    """Take back the last change; change nothing at the start of a game."""
    last = games.standing_changes(db.session(), state.game.id).last
    return _restored(db.session(), state.game, last, ChangeState.UNDONE) if last else {}


def redo_last(state: GameState) -> Fields:
    """Redo what the last undo took back, unless something new was recorded."""
    undone = games.standing_changes(db.session(), state.game.id).undone
    return _restored(db.session(), state.game, undone, ChangeState.DONE) if undone else {}


def _restored(session: Session, game: StoredGame, change: StoredChange, state: ChangeState) -> Fields:
    """Return the fields that undo a change, or redo it, with its new state.

    A spelling belongs to the club: if it was corrected elsewhere since, or went to someone else, it stays. So does a
    seat whose player has since been merged with someone at this table.
    """
    order = -1 if state == ChangeState.UNDONE else 1
    values = {key: each[::order] for key, each in change.fields.items()}
    fitting = {key: value for key, (now, value) in values.items() if _fits(session, game, values, key, now, value)}
    return {**fitting, f"change:{change.uid}": state.value}


def _fits(session: Session, game: StoredGame, values: Collection[str], key: str, now: Any, value: Any) -> bool:
    kind, _, which = key.partition(":")
    if kind == "name":
        return _free(session, game, int(which), now, value)
    if kind == "player":
        by_now, _ = players.merged_into(session, value[0])
        others = [seat for seat in game.seats if f"player:{seat.number}" not in values]  # two who were swapped make way
        return all(seat.player_id != by_now for seat in others)
    return True


def _free(session: Session, game: StoredGame, player_id: int, now: str, name: str) -> bool:
    is_unchanged = players.name_of(session, player_id) == now
    return is_unchanged and name not in players.find(session, game.club_id, [name])
