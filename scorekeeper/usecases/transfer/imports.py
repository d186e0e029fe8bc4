"""A record comes into the house: looked at first, then stored as a game of the club, once."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.record import Document
from scorekeeper.record.document import or_none
from scorekeeper.rules.explain_score import describe_status, explain_end
from scorekeeper.storage import games, queries
from scorekeeper.storage.db import db, writing
from scorekeeper.usecases.game.new_game import players_of
from scorekeeper.usecases.game_state import GameState, preset_of
from scorekeeper.usecases.players.stats import count_new

from .import_preview import BadGame, build_game, validate_document


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name in a record: whether the club has a player of exactly this name, and who is spelt nearly the same."""

    name: str
    known: bool
    similar: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A game that could be stored: what it is, how it stands, whose it is, and whether the club has it already."""

    uid: UUID
    document: Document
    title: str
    hands: int
    state: str
    names: tuple[NameMatch, ...]
    here: bool


@dataclass(slots=True)
class ImportBatch:
    """Names and games that a run has met so far, for a run that stores nothing."""

    names: set[str] = field(default_factory=set)
    games: dict[UUID, list[Any]] = field(default_factory=dict)


def preview_import(club_id: int, data: bytes, shelf: ImportBatch | None = None) -> ImportPreview:
    """What the record in these bytes would become; nothing is stored. Raises BadGame.

    What `shelf` holds counts as stored; this record is put on it too.
    """
    document = validate_document(data)
    session, table = db.session(), build_game(club_id, document)
    shelf = shelf or ImportBatch()
    here = _is_here(session, club_id, table, shelf)
    known = {*queries.all_names(session, club_id), *shelf.names}
    shelf.names.update(document.players)
    shelf.games[table.game.uid] = _told(table)
    return ImportPreview(
        uid=table.game.uid,
        document=document,
        title=or_none(document.rules_name) or preset_of(table.game.rules).title,
        hands=table.standing.hands_scored,
        state=_state_text(table),
        names=tuple(_shown(name, known) for name in document.players),
        here=here,
    )


def import_game(club_id: int, data: bytes, meant: Mapping[str, str] | None = None) -> tuple[UUID, bool]:
    """Stores the record in these bytes as a game of the club; answers its uid, and whether it was stored now.

    `meant` says which player of the club a name of the record stands for. Every other name stands for the player of
    exactly this name, who is made where there is none. Raises BadGame.
    """
    document = validate_document(data)
    names = [(meant or {}).get(name, name) for name in document.players]
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        raise BadGame([f"{twice[0]} cannot sit in two seats; each player has one."])
    try:
        return _stored(club_id, document, names)
    except IntegrityError:  # overtaken by another phone, which stored this game or one of these players
        return _stored(club_id, document, names)


def _stored(club_id: int, document: Document, names: Sequence[str]) -> tuple[UUID, bool]:
    state = build_game(club_id, document)
    with writing() as session:
        if _is_here(session, club_id, state, ImportBatch()):
            return state.game.uid, False
        for seat, person in zip(state.game.players, players_of(session, club_id, names), strict=True):
            seat.player = person
        games.add(session, state.game)
        count_new(session, [GameState(state.game)])
    return state.game.uid, True


def _is_here(session: Session, club_id: int, state: GameState, shelf: ImportBatch) -> bool:
    """Whether the club has this very game, deleted or not; raises BadGame where it has another one under its id."""
    uid = state.game.uid
    stored = games.read(session, club_id, uid)
    before = _told(GameState(stored)) if stored else shelf.games.get(uid)
    if before not in (None, _told(state)):
        raise BadGame([f"The club has a game with the id {uid} already, with other hands; that one stays as it is."])
    return before is not None


def _told(state: GameState) -> list[Any]:
    """What makes a game this game, whatever its players are called by now: each hand's id, and the totals after it."""
    return [
        (row.uid, *(entry.standing.totals[player] for player in state.players))
        for row, entry in zip(state.game.hands, state.hands, strict=True)
    ]


def _shown(name: str, known: Iterable[str]) -> NameMatch:
    similar = sorted(other for other in known if other != name and _folded(other) == _folded(name))
    return NameMatch(name, name in known, tuple(similar))


def _folded(name: str) -> str:
    """A name without what is spelt now so and now so: capitals, accents, blanks and dots."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return re.sub(r"[\W_]", "", "".join(sign for sign in plain if not unicodedata.combining(sign))) or name


def _state_text(state: GameState) -> str:
    standing = state.standing
    text = f"{describe_status(state.status, standing.end)}."
    return f"{text} {explain_end(standing).text}" if standing.end else text
