"""Import a record: preview the game that it would be, then store it in the club, once."""

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

Outline = list[tuple[Any, ...]]
"""The uid of each hand of a game, and each player's total after it."""


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name in a record: whether the club has a player of exactly this name, and who is spelt nearly the same."""

    name: str
    known: bool
    similar: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A game that could be stored: its rules by name, how many hands it has, how it stands and whose it is.

    `stored` says whether the club has it already.
    """

    uid: UUID
    document: Document
    title: str
    hands: int
    state: str
    names: tuple[NameMatch, ...]
    stored: bool


@dataclass(slots=True)
class ImportBatch:
    """The names, and the outlines of the games, of the records that were previewed before in the same dry run."""

    names: set[str] = field(default_factory=set)
    games: dict[UUID, Outline] = field(default_factory=dict)


def preview_import(club_id: int, data: bytes, batch: ImportBatch | None = None) -> ImportPreview:
    """Return what the record in these bytes would become; nothing is stored. Raises BadGame.

    What is in `batch` counts as stored; this record is added to it.
    """
    document = validate_document(data)
    session, state = db.session(), build_game(club_id, document)
    batch = batch or ImportBatch()
    stored = _is_stored(session, club_id, state, batch)
    known = {*queries.all_names(session, club_id), *batch.names}
    batch.names.update(document.players)
    batch.games[state.game.uid] = _outline(state)
    return ImportPreview(
        uid=state.game.uid,
        document=document,
        title=or_none(document.rules_name) or preset_of(state.game.rules).title,
        hands=state.standing.hands_scored,
        state=_state_text(state),
        names=tuple(_match_name(name, known) for name in document.players),
        stored=stored,
    )


def import_game(club_id: int, data: bytes, club_names: Mapping[str, str] | None = None) -> tuple[UUID, bool]:
    """Store the record in these bytes as a game of the club; return its uid, and whether it was stored now.

    `club_names` says which player of the club a name of the record stands for. Every other name stands for the player
    of exactly this name, who is made where there is none. Raises BadGame.
    """
    document = validate_document(data)
    names = [(club_names or {}).get(name, name) for name in document.players]
    repeated = [name for place, name in enumerate(names) if name in names[:place]]
    if repeated:
        raise BadGame([f"{repeated[0]} cannot sit in two seats; each player has one."])
    try:
        return _store(club_id, document, names)
    except IntegrityError:  # another phone has just stored this game or one of these players
        return _store(club_id, document, names)


def _store(club_id: int, document: Document, names: Sequence[str]) -> tuple[UUID, bool]:
    state = build_game(club_id, document)
    with writing() as session:
        if _is_stored(session, club_id, state, ImportBatch()):
            return state.game.uid, False
        for seat, player in zip(state.game.players, players_of(session, club_id, names), strict=True):
            seat.player = player
        games.add(session, state.game)
        count_new(session, [GameState(state.game)])
    return state.game.uid, True


def _is_stored(session: Session, club_id: int, state: GameState, batch: ImportBatch) -> bool:
    """Return whether the club has this very game, deleted or not.

    Raises BadGame where it has another one under this id.
    """
    uid = state.game.uid
    stored = games.read(session, club_id, uid)
    outline = _outline(GameState(stored)) if stored else batch.games.get(uid)
    if outline not in (None, _outline(state)):
        raise BadGame([f"The club has a game with the id {uid} already, with other hands; that one stays as it is."])
    return outline is not None


def _outline(state: GameState) -> Outline:
    """Return what makes a game this game, whatever its players are called by now."""
    return [
        (row.uid, *(entry.standing.totals[player] for player in state.players))
        for row, entry in zip(state.game.hands, state.hands, strict=True)
    ]


def _match_name(name: str, known: Iterable[str]) -> NameMatch:
    similar = sorted(other for other in known if other != name and _fold(other) == _fold(name))
    return NameMatch(name, name in known, tuple(similar))


def _fold(name: str) -> str:
    """Return a name without what people spell differently: capitals, accents, blanks and dots."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return re.sub(r"[\W_]", "", "".join(char for char in plain if not unicodedata.combining(char))) or name


def _state_text(state: GameState) -> str:
    standing = state.standing
    text = f"{describe_status(state.status, standing.end)}."
    return f"{text} {explain_end(standing).text}" if standing.end else text
