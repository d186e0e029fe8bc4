"""Delete a game, and restore it; undo passes over both."""

from datetime import UTC, datetime
from uuid import UUID

from scorekeeper.storage.models import ChangeState
from scorekeeper.usecases.submission import Submission

from .changes import apply_change, set_fields


def delete(club_id: int, game_uid: UUID, submission: Submission) -> None:
    """Take a game out of every list. Raises NotFound, Conflict."""
    now = {"deleted_at": datetime.now(UTC).isoformat()}
    apply_change(
        club_id,
        game_uid,
        submission,
        "deletion",
        lambda session, _state, game: set_fields(session, game, now, ChangeState.BESIDE),
    )


def restore(club_id: int, game_uid: UUID, submission: Submission) -> None:
    """Put a deleted game back where it was. Raises NotFound, Conflict."""
    apply_change(
        club_id,
        game_uid,
        submission,
        "return",
        lambda session, state, game: (
            set_fields(session, game, {"deleted_at": None}, ChangeState.BESIDE) if state.game.deleted_at else None
        ),
        of_deleted=True,
    )
