"""The roster of a club: rename, hide and merge players.

A player with games is never deleted. Two players who are one person are merged: every seat of one goes to the other,
and undo gives the seats back.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import DuplicatePlayer, RuleError, UnknownPlayer
from scorekeeper.rules.words import by_name, end
from scorekeeper.storage import clubs, players, tournaments
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.players import StoredPlayer
from scorekeeper.usecases.club_names import of_club
from scorekeeper.usecases.days import day_text, local
from scorekeeper.usecases.errors import Conflict, NotFound, Submission, ValidationFailed
from scorekeeper.usecases.names import (
    AlikeName,
    KnownNames,
    is_unnamed,
    merged_name,
    name_error,
    normalize_name,
    unnamed_error,
)

from .update_ratings import rate_club

MOST_NAMES_OFFERED = 200


class NameTaken(ValidationFailed):
    """Another player, `other`, has this name or nearly the same one, and can be the same person."""

    def __init__(self, error: RuleError, other: str) -> None:
        super().__init__([error])
        self.other = other


@dataclass(frozen=True, slots=True)
class MergeView:
    """A player who was merged into another, when, and with how many games."""

    uid: UUID
    name: str
    made_at: datetime
    games: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player for the page that corrects a name; `others` are the names of the club's other players.

    `games` includes deleted ones. `is_unnamed`: stands for players without a name, so that only merges can be undone.
    """

    id: int
    name: str
    version: int
    hidden: bool
    games: int
    merges: tuple[MergeView, ...]
    others: tuple[str, ...]
    is_unnamed: bool


@dataclass(frozen=True, slots=True)
class MergePreview:
    """Two players before a merge: who would be removed, who would have all games, and how many each has."""

    merged: StoredPlayer
    into: StoredPlayer


def player_view(club_id: int, player_id: int) -> PlayerView:
    """Return the club's player with this id. Raises NotFound.

    A player without a name has no such page, unless someone was merged into them, as older versions allowed.
    """
    session = db.session()
    player = players.read(session, club_id, player_id)
    merged = players.into(session, club_id, player_id)
    if player is None or (is_unnamed(player.name) and not merged):
        raise NotFound
    others = [name for name in players.all_names(session, club_id) if name != player.name and not is_unnamed(name)]
    return PlayerView(
        id=player.id,
        name=player.name,
        version=player.version,
        hidden=player.hidden,
        games=player.games,
        merges=tuple(MergeView(merge.uid, merge.name, merge.made_at, merge.games) for merge in merged),
        others=tuple(sorted(others, key=by_name)[:MOST_NAMES_OFFERED]),
        is_unnamed=is_unnamed(player.name),
    )


def merged_into(club_id: int, player_id: int) -> StoredPlayer:
    """Return the player that this one was merged into, who may have no name: older versions allowed that.

    Raises NotFound if there is none in the club.
    """
    session = db.session()
    by_now, merged = players.merged_into(session, player_id)
    now = players.read(session, club_id, by_now) if merged else None
    if now is None:
        raise NotFound
    return now


def rename(club_id: int, player_id: int, submission: Submission, name: str, new_names: Collection[str] = ()) -> None:
    """Give a player another name, in every game and table.

    Raises NotFound, Conflict, ValidationFailed with field `name`; NameTaken if another player has this name, or nearly
    the same one and it is not in the confirmed `new_names`.
    """
    name = normalize_name(name)
    with writing(club_id) as session:
        player = _read(session, club_id, player_id)
        if error := name_error("name", name) or unnamed_error("name", name):
            raise ValidationFailed([error])
        other = players.read_named(session, club_id, name)
        if other and other.id != player.id:
            message = end(f"There's already a player named {name}") + " Same person? Merge them."
            raise NameTaken(DuplicatePlayer("name", message), name)
        known = of_club(session, club_id)
        if (merged := merged_name("name", name, known, new_names)) and merged.other != player.name:
            raise NameTaken(merged, merged.other)
        others = KnownNames(known for known in players.all_names(session, club_id) if known != player.name)
        if (alike := others.in_doubt(name)) and name not in new_names:
            answer = "If so, merge the two; if not, tap Rename again."
            raise NameTaken(AlikeName("name", name, alike, answer), alike)
        _change(session, player, submission, replace(player, name=name))


def hide(club_id: int, player_id: int, submission: Submission, hidden: bool) -> None:
    """Hide a player from the lists, or show them again. Raises NotFound, Conflict."""
    with writing(club_id) as session:
        player = _read(session, club_id, player_id)
        _change(session, player, submission, replace(player, hidden=hidden))


def _change(session: Session, player: StoredPlayer, submission: Submission, after: StoredPlayer) -> None:
    """Store a change of a player; if nothing differs, the form was sent twice."""
    if after != player and not players.write(session, after, submission.version):
        raise _conflict(player)


def _conflict(player: StoredPlayer) -> Conflict:
    return Conflict((f"the name is {player.name}", "hidden" if player.hidden else "not hidden"))


def preview_merge(club_id: int, player_id: int, name: str) -> MergePreview:
    """Return what merging a player into the one with this name would do; nothing is stored.

    Raises NotFound, ValidationFailed with field `other`.
    """
    return _to_merge(db.session(), club_id, player_id, normalize_name(name))


def merge(club_id: int, player_id: int, submission: Submission, name: str) -> int:
    """Give every seat of a player to the one with this name, once for each form id; return the latter's id.

    Statistics follow. Raises NotFound, Conflict, also if this form's merge was undone, ValidationFailed with field
    `other`.
    """
    with writing(club_id) as session:
        made = players.read_merge(session, club_id, submission.id)
        if made and made.undone:
            raise Conflict(("this merge was undone",))
        if made:
            return made.into_id
        both = _to_merge(session, club_id, player_id, normalize_name(name))
        if submission.version != both.merged.version:
            raise _conflict(both.merged)
        players.merge(session, club_id, submission.id, both.merged, both.into.id, datetime.now(UTC))
        rate_club(session, club_id)
        return both.into.id


def undo_merge(club_id: int, player_id: int, merge_uid: UUID) -> int:
    """Undo a merge, once: give back every seat that it moved. Returns the id of the restored player.

    Raises NotFound if there is no such merge, or a later one has to be undone first; ValidationFailed with field
    `merge` if someone else has the name now.
    """
    with writing(club_id) as session:
        made = players.read_merge(session, club_id, merge_uid)
        if made is None or made.into_id != player_id:
            raise NotFound
        if not made.undone:
            if players.read(session, club_id, player_id) is None:
                raise NotFound
            if players.read_named(session, club_id, made.name):
                message = end(f"Another player is now named {made.name}") + " Rename that player first."
                raise ValidationFailed([DuplicatePlayer("merge", message)])
            players.undo(session, made)
            rate_club(session, club_id)
        return made.merged_id


def _read(session: Session, club_id: int, player_id: int) -> StoredPlayer:
    player = players.read(session, club_id, player_id)
    if player is None or is_unnamed(player.name):
        raise NotFound
    return player


def _to_merge(session: Session, club_id: int, player_id: int, name: str) -> MergePreview:
    player = _read(session, club_id, player_id)
    if error := unnamed_error("other", name):
        raise ValidationFailed([error])
    known = of_club(session, club_id)
    name = known.meant(name) or name
    other = players.read_named(session, club_id, name)
    if other is None:
        alike = known.in_doubt(name)
        unknown = f"No player named “{name}”." + (f" Did you mean {alike}?" if alike else "")
        raise ValidationFailed([UnknownPlayer("other", unknown if name else "Enter the other player.")])
    if other.id == player.id:
        raise ValidationFailed([DuplicatePlayer("other", end(f"That's {name}") + " Enter the other player.")])
    if game := players.shared_game(session, player.id, other.id):
        _, started_at, deleted_at = game
        day = day_text(local(started_at, clubs.get(session, club_id).zone))
        where = f"{'a deleted game' if deleted_at else 'the game'} on {day}"
        raise _two_people(f"{player.name} and {name} both played in {where}")
    if tournament := tournaments.with_both(session, club_id, player.id, other.id):
        raise _two_people(f"{player.name} and {name} are both in the tournament “{tournament}”")
    return MergePreview(player, other)


def _two_people(together: str) -> ValidationFailed:
    return ValidationFailed([DuplicatePlayer("other", f"{together}, so they are two people.")])
