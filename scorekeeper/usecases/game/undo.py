"""Undo and redo: edits that take back the last change of a game, or make it again."""

from collections.abc import Collection
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.storage import games, players
from scorekeeper.storage.db import db
from scorekeeper.storage.games import STILL, Sitting, StoredChange, StoredGame
from scorekeeper.storage.models import ChangeState
from scorekeeper.storage.players import PlayerRef
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
    fitting = {
        key: value
        for key, (now, value) in values.items()
        if not key.startswith("name:") or _free(session, game, int(key.removeprefix("name:")), now, value)
    }
    while twice := _sits_twice(session, game, fitting):
        fitting = {key: value for key, value in fitting.items() if key not in twice}
    return {**fitting, f"change:{change.uid}": state.value}


def _sits_twice(session: Session, game: StoredGame, fields: Fields) -> Collection[str]:
    """Return the fields of the chairs among these in which somebody would sit who sits in another, too."""
    seated = game.copy()
    for number in {seat.number for seat in game.seats}:
        sat: Any = fields.get(f"sittings:{number}")
        if sat is None and not game.sittings_of(number)[1:]:
            sat = fields.get(f"player:{number}") and []
        if sat is not None:
            sat = sat or [(STILL, fields.get(f"player:{number}") or _last(game, number))]
            seated.sittings = [each for each in seated.sittings if each.number != number]
            who = [(until, PlayerRef(players.merged_into(session, id_)[0], name)) for until, (id_, name) in sat]
            seated.sittings += [Sitting(number, *each) for each in who]
    if not (twice := seated.twice):
        return ()
    whose = {each.number for each in seated.sittings if each.player.id == twice.player.id}
    return {key for number in whose for key in (f"player:{number}", f"sittings:{number}") if key in fields}


def _last(game: StoredGame, number: int) -> tuple[int, str]:
    last = game.sittings_of(number)[-1].player
    return last.id, last.name


def _free(session: Session, game: StoredGame, player_id: int, now: str, name: str) -> bool:
    is_unchanged = players.name_of(session, player_id) == now
    return is_unchanged and name not in players.find(session, game.club_id, [name])
