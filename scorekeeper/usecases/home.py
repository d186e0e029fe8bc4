"""The home page: what is in progress, the last evening and this year, and the lists of deleted and hidden games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from scorekeeper.rules.game import GameStatus
from scorekeeper.storage import game_lists, tournaments
from scorekeeper.storage.db import db

from .breakfast import Told, tell
from .days import evening_of, evening_start, today
from .game_rows import Evening, GameRow, evenings, game_rows
from .game_rules import preset_of
from .players.leaderboard import Leaders, leaders

MOST_RUNNING, MOST_REMOVED, MOST_OF_AN_EVENING = 20, 50, 60
MOST_UNFINISHED = 100  # that are looked at for running ones: at a tournament's tables they can be left


class RunningGame(NamedTuple):
    """A game in progress, the number of its hand, and its target in points, None for rules without one."""

    row: GameRow
    hand: int
    target: int | None


@dataclass(frozen=True, slots=True)
class Home:
    """The games in progress, the last changed first, the last evening, and who leads.

    `told` are lines about the evening. An evening of more than MOST_OF_AN_EVENING games `goes_on` in All games.
    """

    running: Sequence[RunningGame]
    evening: Evening | None
    told: Sequence[Told]
    goes_on: bool
    leaders: Leaders | None


def home(club_id: int, zone: str | None, winners: Mapping[UUID, str]) -> Home:
    """Return the home page of a club with this zone; `winners` are those of its tournaments."""
    session = db.session()
    last = game_lists.last_end(session, club_id)
    begun = last and min(
        last, evening_start(evening_of(last, zone), zone)
    )  # an evening before the calendar's begins late
    games = game_lists.ended_since(session, club_id, begun, MOST_OF_AN_EVENING + 1) if begun else []
    found = evenings(games[:MOST_OF_AN_EVENING], zone, winners)
    return Home(
        running=running_games(club_id),
        evening=found[0] if found else None,
        told=tell(club_id, found[0].games) if found else (),
        goes_on=len(games) > MOST_OF_AN_EVENING,
        leaders=leaders(club_id, today(zone).year),
    )


def any_deleted(club_id: int) -> bool:
    """Return whether the club has deleted games."""
    return game_lists.any_deleted(db.session(), club_id)


def deleted_games(club_id: int) -> Sequence[GameRow]:
    """Return the deleted games, the last changed first."""
    return game_rows(game_lists.latest_games(db.session(), club_id, (GameStatus.DELETED,), MOST_REMOVED))


def hidden_games(club_id: int) -> Sequence[GameRow]:
    """Return the hidden games, the last changed first."""
    return game_rows(game_lists.hidden_games(db.session(), club_id, MOST_REMOVED))


def running_games(club_id: int) -> list[RunningGame]:
    """Return the games in progress.

    One at a tournament's table is not going on once its result is typed or the tournament ended.
    """
    session, unfinished = db.session(), (GameStatus.IN_PROGRESS, GameStatus.TIED)
    games = game_lists.latest_games(session, club_id, unfinished, MOST_UNFINISHED)
    left = tournaments.games_left(session, club_id, [game.uid for game in games if game.round_number])
    shown = [game for game in games if game.uid not in left][:MOST_RUNNING]
    played = game_lists.hands_scored(session, club_id, [game.uid for game in shown])
    rows = game_rows(shown)
    return [
        RunningGame(row, played.get(row.uid, 0) + 1, game.rules.get("target", preset_of(game.rules).rules.target))
        for game, row in zip(shown, rows, strict=True)
    ]
