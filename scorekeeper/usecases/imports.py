"""A record comes into the house: looked at first, then stored as a game of the club, once."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ..record import Document
from ..record.document import given
from ..rules.hand import named
from ..rules.reasons import end_reason
from ..storage import games, queries
from ..storage.db import db, writing
from .games import players_of
from .incoming import BadGame, laid_out, sound
from .table import Table, preset_of
from .tallies import count_new


@dataclass(frozen=True, slots=True)
class NameShown:
    """A name in a record: whether the club has a player of exactly this name, and who is spelt nearly the same."""

    name: str
    known: bool
    similar: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Incoming:
    """A game that could be stored: what it is, how it stands, whose it is, and whether the club has it already."""

    uid: UUID
    document: Document
    title: str
    hands: int
    state: str
    names: tuple[NameShown, ...]
    here: bool


@dataclass(slots=True)
class Shelf:
    """Names and games that a run has met so far, for a run that stores nothing."""

    names: set[str] = field(default_factory=set)
    games: dict[UUID, list[Any]] = field(default_factory=dict)


def look(club_id: int, data: bytes, shelf: Shelf | None = None) -> Incoming:
    """What the record in these bytes would become; nothing is stored. Raises BadGame.

    What `shelf` holds counts as stored; this record is put on it too.
    """
    document = sound(data)
    session, table = db.session(), laid_out(club_id, document)
    shelf = shelf or Shelf()
    here = _is_here(session, club_id, table, shelf)
    known = {*queries.all_names(session, club_id), *shelf.names}
    shelf.names.update(document.players)
    shelf.games[table.game.uid] = _told(table)
    return Incoming(
        uid=table.game.uid,
        document=document,
        title=given(document.rules_name) or preset_of(table.game.rules).title,
        hands=table.standing.hands_scored,
        state=_state(table),
        names=tuple(_shown(name, known) for name in document.players),
        here=here,
    )


def import_game(club_id: int, data: bytes, meant: Mapping[str, str] | None = None) -> tuple[UUID, bool]:
    """Stores the record in these bytes as a game of the club; answers its uid, and whether it was stored now.

    `meant` says which player of the club a name of the record stands for. Every other name stands for the player of
    exactly this name, who is made where there is none. Raises BadGame.
    """
    document = sound(data)
    names = [(meant or {}).get(name, name) for name in document.players]
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        raise BadGame([f"{twice[0]} cannot sit in two seats; each player has one."])
    try:
        return _stored(club_id, document, names)
    except IntegrityError:  # overtaken by another phone, which stored this game or one of these players
        return _stored(club_id, document, names)


def _stored(club_id: int, document: Document, names: Sequence[str]) -> tuple[UUID, bool]:
    table = laid_out(club_id, document)
    with writing() as session:
        if _is_here(session, club_id, table, Shelf()):
            return table.game.uid, False
        for seat, person in zip(table.game.players, players_of(session, club_id, names), strict=True):
            seat.player = person
        games.add(session, table.game)
        count_new(session, [Table(table.game)])
    return table.game.uid, True


def _is_here(session: Session, club_id: int, table: Table, shelf: Shelf) -> bool:
    """Whether the club has this very game, deleted or not; raises BadGame where it has another one under its id."""
    uid = table.game.uid
    stored = games.read(session, club_id, uid)
    before = _told(Table(stored)) if stored else shelf.games.get(uid)
    if before not in (None, _told(table)):
        raise BadGame([f"The club has a game with the id {uid} already, with other hands; that one stays as it is."])
    return before is not None


def _told(table: Table) -> list[Any]:
    """What makes a game this game, whatever its players are called by now: each hand's id, and the totals after it."""
    return [
        (row.uid, *(entry.standing.totals[player] for player in table.players))
        for row, entry in zip(table.game.hands, table.entries, strict=True)
    ]


def _shown(name: str, known: Iterable[str]) -> NameShown:
    similar = sorted(other for other in known if other != name and _folded(other) == _folded(name))
    return NameShown(name, name in known, tuple(similar))


def _folded(name: str) -> str:
    """A name without what is spelt now so and now so: capitals, accents, blanks and dots."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return re.sub(r"[\W_]", "", "".join(sign for sign in plain if not unicodedata.combining(sign))) or name


def _state(table: Table) -> str:
    standing = table.standing
    if standing.end:
        return f"{' and '.join(map(named, standing.end.winners))} won. {end_reason(standing).text}"
    return {"stopped": "Stopped early, nobody has won.", "tied": "Tied."}.get(table.status, "In progress.")
