"""Find the game of the club that a record from paper tells again."""

from datetime import date
from typing import Any
from uuid import UUID

from scorekeeper.record import Document
from scorekeeper.storage import clubs, game_lists
from scorekeeper.storage.db import db
from scorekeeper.usecases.club_names import of_club
from scorekeeper.usecases.days import evening_of, local
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.names import KnownNames

from .game_import import build_game


def same_game(club_id: int, document: Document) -> UUID | None:
    """Return a game of the club with the day, the people and the hands of this record, None if there is none.

    Paper says who bid, the bid and the points, and no more. Its day can be that of the evening; its names can be
    spelled nearly like the club's, or be those of merged players.
    """
    session, wanted = db.session(), build_game(club_id, document)
    zone, known = clubs.get(session, club_id).zone, of_club(session, club_id)
    days, told = _days(wanted, zone), _told(wanted, known)
    near = game_lists.started_near(session, club_id, wanted.game.started_at)
    games = (read_game(club_id, uid) for uid in near if uid != wanted.game.uid)
    return next((game.game.uid for game in games if days & _days(game, zone) and _told(game, known) == told), None)


def _days(state: GameState, zone: str | None) -> set[date]:
    """Return the days on which paper can say that a game was played: the calendar's, and its evening's."""
    return {local(state.game.started_at, zone).date(), evening_of(state.game.started_at, zone)}


def _told(state: GameState, known: KnownNames) -> tuple[Any, ...]:
    people = [known.in_common(state.stored_names[player]) for player in state.players]
    hands = [
        (hand.hand.bid, {name: hand.score.points[player] for player, name in zip(state.players, people, strict=True)})
        for hand in state.hands
        if hand.score
    ]
    return {*people}, hands
