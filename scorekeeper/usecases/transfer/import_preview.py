"""Preview an import: the game in a record, which players its names mean, and whether it is already stored."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.record import Document
from scorekeeper.rules.explain_score import describe_status, explain_end
from scorekeeper.storage import games, players
from scorekeeper.storage.db import db
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.names import fold_name
from scorekeeper.usecases.stored_rules import preset_of

from .game_from_record import BadGame, build_game, validate_document

Outline = list[tuple[Any, ...]]
"""The uid of each hand of a game, and each player's total after it."""


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name in a record: whether the club has a player with exactly this name, and who is spelled nearly the same."""

    name: str
    known: bool
    similar: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A game that could be stored: its rules by name, the number of hands, the totals and the names.

    `totals` are pairs of each competitor's names and points; `stored` says whether the club already has it.
    """

    uid: UUID
    document: Document
    title: str
    hands: int
    state: str
    totals: tuple[tuple[str, int], ...]
    names: tuple[NameMatch, ...]
    stored: bool


@dataclass(slots=True)
class ImportBatch:
    """The names, and the outlines of the games, in records previewed before in the same dry run."""

    names: set[str] = field(default_factory=set)
    games: dict[UUID, Outline] = field(default_factory=dict)


def preview_import(club_id: int, data: bytes, batch: ImportBatch | None = None) -> ImportPreview:
    """Preview the record in these bytes; nothing is stored. Raises BadGame.

    Records in `batch` count as stored; this record is added to it.
    """
    document = validate_document(data)
    session, state = db.session(), build_game(club_id, document)
    batch = batch or ImportBatch()
    stored = is_stored(session, club_id, state, batch)
    known = {*players.all_names(session, club_id), *batch.names}
    batch.names.update(document.players)
    batch.games[state.game.uid] = _outline(state)
    return ImportPreview(
        uid=state.game.uid,
        document=document,
        title=state.game.house_rules_name or preset_of(state.game.rules).title,
        hands=state.standing.hands_scored,
        state=_state_text(state),
        totals=tuple((state.names.side(side), state.standing.total(side)) for side in state.competitors),
        names=tuple(_match_name(name, known) for name in document.players),
        stored=stored,
    )


def is_stored(session: Session, club_id: int, state: GameState, batch: ImportBatch) -> bool:
    """Return whether the club has this game, deleted or not.

    Raises BadGame if it has another one with this id.
    """
    uid = state.game.uid
    stored = games.read(session, club_id, uid)
    outline = _outline(GameState(stored)) if stored else batch.games.get(uid)
    if outline not in (None, _outline(state)):
        raise BadGame([f"You already have a game with the id {uid} but different hands. It stays as it is."])
    return outline is not None


def _outline(state: GameState) -> Outline:
    """Return what identifies a game, apart from its players' current names."""
    return [
        (row.uid, *(played.standing.totals[player] for player in state.players))
        for row, played in zip(state.game.hands, state.hands, strict=True)
    ]


def _match_name(name: str, known: Iterable[str]) -> NameMatch:
    similar = sorted(other for other in known if other != name and fold_name(other) == fold_name(name))
    return NameMatch(name, name in known, tuple(similar))


def _state_text(state: GameState) -> str:
    standing = state.standing
    text = f"{describe_status(state.status, standing.end, state.names)}."
    return f"{text} {explain_end(standing, state.names).text}" if standing.end else text
