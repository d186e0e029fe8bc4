"""Hide a game or delete it, and bring it back; undo skips these changes."""

from datetime import UTC, datetime
from uuid import UUID

from scorekeeper.storage.models import ChangeState
from scorekeeper.usecases.form_version import Submission

from .make_change import apply_change, set_fields


def delete(club_id: int, game_uid: UUID, submission: Submission) -> None:
    """Remove a game from all lists and statistics. Raises NotFound, Conflict."""
    now = {"deleted_at": datetime.now(UTC).isoformat(), "hidden": False}
    apply_change(
        club_id,
        game_uid,
        submission,
        "deletion",
        lambda session, _state, game: set_fields(session, game, now, ChangeState.NO_UNDO),
    )


def restore(club_id: int, game_uid: UUID, submission: Submission) -> None:
    """Put a deleted game back where it was. Raises NotFound, Conflict."""
    apply_change(
        club_id,
        game_uid,
        submission,
        "return",
        lambda session, _state, game: (
            set_fields(session, game, {"deleted_at": None}, ChangeState.NO_UNDO) if game.deleted_at else None
        ),
        of_deleted=True,
    )


def hide(club_id: int, game_uid: UUID, submission: Submission) -> None:
    """Remove a game from the lists, but not from statistics. Raises NotFound, Deleted, Conflict."""
    _set_hidden(club_id, game_uid, submission, True)


def show_again(club_id: int, game_uid: UUID, submission: Submission) -> None:
    """Put a hidden game back into the lists. Raises NotFound, Deleted, Conflict."""
    _set_hidden(club_id, game_uid, submission, False)


def _set_hidden(club_id: int, game_uid: UUID, submission: Submission, hidden: bool) -> None:
    apply_change(
        club_id,
        game_uid,
        submission,
        "hiding" if hidden else "showing",
        lambda session, _state, game: set_fields(session, game, {"hidden": hidden}, ChangeState.NO_UNDO),
    )
