"""The games on the home page, and the lists of deleted and hidden games."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

from scorekeeper.rules.game import GameStatus
from scorekeeper.storage import game_lists, tournaments
from scorekeeper.storage.db import db

from .game_state import competitor_totals
from .stored_rules import rules_title

STOPPED_RECENTLY = timedelta(days=7)  # older ones are only in the history
MOST_RUNNING, MOST_STOPPED, MOST_FINISHED, MOST_REMOVED = 20, 5, 5, 50
MOST_UNFINISHED = 100  # that are looked at for running ones: at a tournament's tables they can be left


@dataclass(frozen=True, slots=True)
class HomeGame:
    """A game in a list: each competitor's names, total and whether it won; `ended` is None for a running game.

    `hand` is the number of the hand being played, 0 in lists that don't show it.
    """

    uid: UUID
    rules: str
    status: str
    started: datetime
    changed: datetime
    ended: datetime | None
    totals: tuple[tuple[str, int, bool], ...]
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Home:
    """The games of the home page, the last changed first, and whether any were deleted."""

    running: Sequence[HomeGame]
    stopped: Sequence[HomeGame]
    finished: Sequence[HomeGame]
    any_deleted: bool


def home(club_id: int) -> Home:
    """Return the games in progress, those stopped in the last week, and the latest results."""
    stopped = _latest(club_id, MOST_STOPPED, GameStatus.STOPPED)
    return Home(
        running=running_games(club_id),
        stopped=[game for game in stopped if game.changed > datetime.now(UTC) - STOPPED_RECENTLY],
        finished=[_home_game(game) for game in game_lists.last_results(db.session(), club_id, MOST_FINISHED)],
        any_deleted=bool(_latest(club_id, 1, GameStatus.DELETED)),
    )


def deleted_games(club_id: int) -> Sequence[HomeGame]:
    """Return the deleted games, the last changed first."""
    return _latest(club_id, MOST_REMOVED, GameStatus.DELETED)


def hidden_games(club_id: int) -> Sequence[HomeGame]:
    """Return the hidden games, the last changed first."""
    return [_home_game(game) for game in game_lists.hidden_games(db.session(), club_id, MOST_REMOVED)]


def running_games(club_id: int) -> list[HomeGame]:
    """Return the games in progress, each with the number of its hand.

    One at a tournament's table is not going on once its result is typed or the tournament ended.
    """
    session, unfinished = db.session(), (GameStatus.IN_PROGRESS, GameStatus.TIED)
    games = game_lists.latest_games(session, club_id, unfinished, MOST_UNFINISHED)
    left = tournaments.games_left(session, club_id, [game.uid for game in games if game.round_number])
    shown = [_home_game(game) for game in games if game.uid not in left][:MOST_RUNNING]
    played = game_lists.hands_scored(session, club_id, [game.uid for game in shown])
    return [replace(game, hand=played.get(game.uid, 0) + 1) for game in shown]


def _latest(club_id: int, most: int, *statuses: GameStatus) -> list[HomeGame]:
    return [_home_game(game) for game in game_lists.latest_games(db.session(), club_id, statuses, most)]


def _home_game(game: game_lists.ListedGame) -> HomeGame:
    totals = competitor_totals(game.rules, game.players)
    ended = None if game.status in (GameStatus.IN_PROGRESS, GameStatus.TIED) else game.ended_at
    return HomeGame(
        uid=game.uid,
        rules=rules_title(game.rules, game.house_rules_name),
        status=game.status,
        started=game.started_at,
        changed=game.changed_at,
        ended=ended,
        totals=totals,
    )
