"""The names of a club: who is meant by one, also by the name of somebody who was merged."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from scorekeeper.storage import players
from scorekeeper.storage.players import PlayerRef

from .names import KnownNames, is_unnamed


def of_club(session: Session, club_id: int, more: Iterable[str] = ()) -> KnownNames:
    """Return the names that a club knows, and more."""

    def merged() -> Mapping[str, str]:
        return {name: now for name, now in players.merged_names(session, club_id).items() if not is_unnamed(now)}

    return KnownNames((*players.all_names(session, club_id), *more), merged)


def as_entered(
    session: Session,
    club_id: int,
    typed: Sequence[str],
    seated: Sequence[PlayerRef],
    known: KnownNames,
    new_names: Collection[str],
) -> list[PlayerRef]:
    """Return these players, with the id of a merged one whose name was typed: undoing the merge gives back the seat."""
    merged = {name: old for name in typed if name not in new_names and (old := known.merged_as(name))}
    ids = players.as_merged(session, club_id, merged.values())
    both = zip(typed, seated, strict=True)
    return [replace(who, id=ids[merged[name]]) if name in merged else who for name, who in both]
