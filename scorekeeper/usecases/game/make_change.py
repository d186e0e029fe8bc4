"""Every change of a game goes through here.

A change is a set of fields with their values before and after, so that undo can restore the former. It has the id of
its form, so that a form sent twice makes one change.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game import GameStatus
from scorekeeper.storage import games
from scorekeeper.storage.db import writing
from scorekeeper.storage.games import ENDED, StoredChange, StoredGame
from scorekeeper.storage.models import ChangeState
from scorekeeper.usecases.errors import Conflict, Deleted, ValidationFailed
from scorekeeper.usecases.form_version import Submission
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.players.update_stats import update_stats

from .change_descriptions import describe_change
from .game_fields import Fields, read, write

LARGEST_TOTAL = 1_000_000_000
MOVES_END = ("hand", "stop")
"""If a game is over after a change of these kinds, it ended at that moment and not before."""


@dataclass(frozen=True, slots=True)
class AppliedChange:
    """A change as stored: its fields and its state, see `models.Change`."""

    fields: Fields
    state: ChangeState


Edit = Callable[[GameState], Fields]
Apply = Callable[[Session, GameState, StoredGame], AppliedChange | None]
"""Changes the stored game, which is at this state; returns None if there is nothing to change."""


def make_change(
    club_id: int, game_uid: UUID, submission: Submission, kind: str, edit: Edit, *, judged_first: bool = False
) -> None:
    """Set the fields of a game that `edit` returns, score it again and store both, once for each form id.

    If nothing changes, nothing is stored that undo could take back. `judged_first` is for an `edit` that can take long:
    it runs before the lock is taken, and counts if the game still has the version that it saw.

    Raises NotFound, Conflict, ValidationFailed, and whatever `edit` raises; then nothing is stored.
    """
    judged: Fields | None = None
    if judged_first:
        now = read_game(club_id, game_uid)
        judged = edit(now) if now.game.version == submission.version else {}

    def apply(session: Session, state: GameState, game: StoredGame) -> AppliedChange | None:
        fields = edit(state) if judged is None else judged
        after = {key: value for key, value in fields.items() if read(game, key) != value}
        return set_fields(session, game, after, ChangeState.DONE) if after else None

    apply_change(club_id, game_uid, submission, kind, apply)


def set_fields(session: Session, game: StoredGame, after: Fields, state: ChangeState) -> AppliedChange:
    """Set these fields of a game and return them as a change."""
    before = {key: read(game, key) for key in after}
    write(session, game, after)
    return AppliedChange({key: [before[key], after[key]] for key in after}, state)


def apply_change(
    club_id: int, game_uid: UUID, submission: Submission, kind: str, apply: Apply, *, of_deleted: bool = False
) -> None:
    """Make one change and store it under its form's id, with the game's derived columns, under the lock.

    `of_deleted`: whether the game is deleted. Raises NotFound, Deleted, Conflict, and ValidationFailed if a total would
    be too large.
    """
    with writing(club_id) as session:
        state = read_game(club_id, game_uid, even_deleted=True)
        known, can_redo = games.known_and_undone(session, state.game.id, submission.id)
        if known and known.kind == kind:
            return  # sent again because the first answer was lost
        _refuse_stale(session, state, submission, known, of_deleted)
        game = state.game.copy()
        applied = apply(session, state, game)
        if applied is None:
            return
        change = StoredChange(submission.id, game.version + 1, kind, dict(applied.fields), applied.state)
        after = _changed(game, change)
        games.write(session, state.game, game)
        update_stats(session, state.game, after)
        if can_redo and change.state == ChangeState.DONE:
            games.drop_undone(session, game.id)
        games.add_change(session, game, change)


def _changed(game: StoredGame, change: StoredChange) -> GameState:
    """Return the game after a change of its fields, with its derived columns."""
    game.version, game.changed_at = change.version, datetime.now(UTC)
    if change.kind in MOVES_END:
        game.ended_at = None
    after = GameState(game)
    if set(change.fields) != {"open_hand"}:  # an open hand scores nothing
        update_derived(after)
        _refuse_huge_totals(after)
    return after


def _refuse_stale(
    session: Session, state: GameState, submission: Submission, known: StoredChange | None, of_deleted: bool
) -> None:
    """Raise Deleted or Conflict if a form was made from another version of the game.

    The buttons of one page share its id, so a `known` change of another kind means that this one is late. A game that
    was already restored may have any version.
    """
    game = state.game
    if game.deleted_at and not of_deleted:
        raise Deleted
    restored = of_deleted and not game.deleted_at
    if not restored and (known or submission.version != game.version):
        since = games.changes_since(session, game.id, submission.version)
        raise Conflict(tuple(describe_change(change, state) for change in since))


def _refuse_huge_totals(state: GameState) -> None:
    if any(abs(seat.total) > LARGEST_TOTAL for seat in state.game.seats):
        raise ValidationFailed([RuleError("", f"A total can be up to {LARGEST_TOTAL:,} points.")])


def update_derived(state: GameState) -> None:
    """Set the derived columns: the game's status, when it ended, each player's total, who won.

    A correction or an undo that reopens the game keeps the time when it ended, for when the game is over again.
    """
    standing, game = state.standing, state.game
    game.status = state.status
    if game.status in ENDED:
        game.ended_at = game.ended_at or game.changed_at
    for seat in game.seats:
        seat.total = standing.totals[seat.number]
        seat.won = game.status == GameStatus.OVER and seat.number in standing.winners
