"""The people of a club: what they are called, who has left, and two players who are one person.

A player with games is never deleted. Two who are one person are merged: every seat of the one becomes the other's, and
can be given back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import DuplicatePlayer, RuleError, UnknownPlayer
from scorekeeper.storage import players as stored
from scorekeeper.storage import queries
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.players import StoredPerson
from scorekeeper.usecases.errors import Conflict, NotFound, ValidationFailed
from scorekeeper.usecases.form_token import FormToken
from scorekeeper.usecases.names import name_error, normalize_name

MOST_NAMES_OFFERED = 200


class NameTaken(ValidationFailed):
    """Another player is called so, who may be the same person."""

    def __init__(self, refusal: RuleError, other_id: int) -> None:
        super().__init__([refusal])
        self.other_id = other_id


@dataclass(frozen=True, slots=True)
class MergeView:
    """Who was merged into a player, when, and in how many games."""

    uid: UUID
    name: str
    made: datetime
    games: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as the page shows it on which a name is set right; `others` are the names of the club's other players.

    `games` counts all of them, also those that were deleted.
    """

    id: int
    name: str
    version: int
    hidden: bool
    games: int
    mergers: tuple[MergeView, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MergePreview:
    """Two players before they are merged: who would be gone, who would have all games, and how many each has."""

    merged: StoredPerson
    into: StoredPerson


def player_view(club_id: int, player_id: int) -> PlayerView:
    """The club's player of this id; raises NotFound."""
    session = db.session()
    kept = _read(session, club_id, player_id)
    mergers = stored.mergers_into(session, club_id, player_id)
    others = [name for name in queries.all_names(session, club_id) if name != kept.name]
    return PlayerView(
        id=kept.id,
        name=kept.name,
        version=kept.version,
        hidden=kept.hidden,
        games=kept.games,
        mergers=tuple(MergeView(each.uid, each.name, each.made, each.games) for each in mergers),
        others=tuple(others[:MOST_NAMES_OFFERED]),
    )


def rename(club_id: int, player_id: int, token: FormToken, name: str) -> None:
    """Calls a player otherwise, in every game and table.

    Raises NotFound, Conflict, ValidationFailed with field `name`, NameTaken where another player is called so.
    """
    name = normalize_name(name)
    with writing() as session:
        kept = _read(session, club_id, player_id)
        fault = name_error("name", name)
        if fault:
            raise ValidationFailed([fault])
        other = stored.called(session, club_id, name)
        if other and other.id != kept.id:
            message = f"Another player is called {name}. Are they the same person? Then merge them."
            raise NameTaken(DuplicatePlayer("name", message), other.id)
        _change(session, kept, token, replace(kept, name=name))


def hide(club_id: int, player_id: int, token: FormToken, hidden: bool) -> None:
    """Leaves a player out of the lists, or shows them again; nothing else changes. Raises NotFound, Conflict."""
    with writing() as session:
        kept = _read(session, club_id, player_id)
        _change(session, kept, token, replace(kept, hidden=hidden))


def _change(session: Session, kept: StoredPerson, token: FormToken, after: StoredPerson) -> None:
    """Stores what is changed of a player; what stands so already was sent twice."""
    if after == kept:
        return
    if token.version != kept.version:
        raise Conflict(tuple(_meanwhile(kept)))
    stored.write(session, replace(after, version=kept.version + 1))


def _meanwhile(kept: StoredPerson) -> Sequence[str]:
    return [f"the name is {kept.name}", "hidden" if kept.hidden else "not hidden"]


def preview_merge(club_id: int, player_id: int, name: str) -> MergePreview:
    """What merging a player into the one of this name would do; nothing is stored.

    Raises NotFound, ValidationFailed with field `other`.
    """
    session, name = db.session(), normalize_name(name)
    kept, other = _read(session, club_id, player_id), stored.called(session, club_id, name)
    _refuse(_merge_fault(session, kept, other, name))
    assert other is not None
    return MergePreview(kept, other)


def merge(club_id: int, player_id: int, token: FormToken, name: str) -> int:
    """Gives every seat of a player to the one of this name, once for each entry id; answers the id of the latter.

    Statistics follow. Raises NotFound, Conflict, ValidationFailed with field `other`.
    """
    name = normalize_name(name)
    with writing() as session:
        made = stored.merger(session, club_id, token.id)
        if made:
            return made.into_id
        kept, other = _read(session, club_id, player_id), stored.called(session, club_id, name)
        _refuse(_merge_fault(session, kept, other, name))
        assert other is not None
        if token.version != kept.version:
            raise Conflict(tuple(_meanwhile(kept)))
        stored.merge(session, club_id, token.id, kept, other.id, datetime.now(UTC))
        return other.id


def undo_merge(club_id: int, player_id: int, merger_uid: UUID) -> int:
    """Takes back a merger, once: who was merged has every seat again that it moved. Answers their id.

    Raises NotFound where there is no such merger, or where a later one is to be taken back before; ValidationFailed
    with field `merger` where the name has gone to somebody else.
    """
    with writing() as session:
        merger = stored.merger(session, club_id, merger_uid)
        if merger is None or merger.into_id != player_id:
            raise NotFound
        if not merger.undone:
            _read(session, club_id, player_id)
            if stored.called(session, club_id, merger.name):
                message = f"Another player is called {merger.name} by now. Give that one another name first."
                raise ValidationFailed([DuplicatePlayer("merger", message)])
            stored.tell_apart(session, merger)
        return merger.merged_id


def _read(session: Session, club_id: int, player_id: int) -> StoredPerson:
    kept = stored.read(session, club_id, player_id)
    if kept is None:
        raise NotFound
    return kept


def _merge_fault(session: Session, kept: StoredPerson, other: StoredPerson | None, name: str) -> RuleError | None:
    if other is None:
        said = (
            f"Nobody called {name} has played here. Names are written as they were entered." if name else "With whom?"
        )
        return UnknownPlayer("other", said)
    if other.id == kept.id:
        return DuplicatePlayer("other", f"That is {name} already. Name the other player.")
    game = stored.together(session, kept.id, other.id)
    if game is None:
        return None
    _, started, deleted = game
    where = f"the game of {started.date().isoformat()}{', which was deleted' if deleted else ''}"
    return DuplicatePlayer("other", f"{kept.name} and {name} sat together in {where}: they are two people.")


def _refuse(fault: RuleError | None) -> None:
    if fault:
        raise ValidationFailed([fault])
