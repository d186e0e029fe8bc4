"""Undo and redo: restore the values before a change, or those after it."""

from typing import Literal
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.storage import games
from scorekeeper.storage.games import StoredGame
from scorekeeper.storage.models import ChangeState
from scorekeeper.usecases.form_version import Submission
from scorekeeper.usecases.game_state import GameState

from .game_fields import restore_fields
from .make_change import AppliedChange, apply_change


def undo(club_id: int, game_uid: UUID, submission: Submission) -> None:
    """Take back the last change; do nothing at the start of a game. Raises NotFound, Conflict."""
    _step(club_id, game_uid, submission, "undo")


def redo(club_id: int, game_uid: UUID, submission: Submission) -> None:
    """Redo what the last undo took back, unless something new was recorded. Raises NotFound, Conflict."""
    _step(club_id, game_uid, submission, "redo")


def _step(club_id: int, game_uid: UUID, submission: Submission, direction: Literal["undo", "redo"]) -> None:
    back = direction == "undo"

    def apply(session: Session, _state: GameState, game: StoredGame) -> AppliedChange | None:
        last, undone = games.to_undo_and_redo(session, game.id)
        change = last if back else undone
        if change is None:
            return None
        values = {key: (after, before) if back else (before, after) for key, (before, after) in change.fields.items()}
        restore_fields(session, game, values)
        games.set_state(session, game.id, change, ChangeState.UNDONE if back else ChangeState.DONE)
        return AppliedChange({"of": str(change.uid)}, ChangeState.UNDO)

    apply_change(club_id, game_uid, submission, direction, apply)
