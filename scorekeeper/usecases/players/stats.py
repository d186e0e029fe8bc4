"""Keeps stats true to the games: every game that has ended adds to those of its players, pairs and club."""

from collections.abc import Sequence
from datetime import UTC

from sqlalchemy.orm import Session

from scorekeeper.rules.stats import game_stats, player_stats
from scorekeeper.storage import bulk
from scorekeeper.storage import stats as stored
from scorekeeper.storage.db import writing
from scorekeeper.storage.games import ENDED, StoredGame
from scorekeeper.storage.stats import StoredGameStats, StoredSeatStats
from scorekeeper.usecases.game_state import GameState

from . import ratings


def update_stats(session: Session, was: StoredGame, state: GameState) -> None:
    """Bring the stats of this game up to date, in the transaction that stores it; `was` is the game before.

    A game that neither is nor was over or stopped is not looked at, so that an ordinary hand costs nothing.
    """
    if was.status in ENDED or state.game.status in ENDED:
        _replace_stats(session, [state])
        ratings.invalidate_ratings(session, was, state.game)


def add_stats(session: Session, states: Sequence[GameState]) -> None:
    """Add the stats of new games, in the transaction that stores them, once they have ids and all was derived."""
    _replace_stats(session, states)
    for state in states:
        ratings.invalidate_ratings(session, None, state.game)


def _replace_stats(session: Session, states: Sequence[GameState]) -> None:
    """Put the stats of these games as they are now in the place of those that are stored."""
    old = stored.read(session, [state.game.id for state in states])
    new = {state.game.id: stats_of(state) for state in states if state.game.status in ENDED}
    changed = [game for game in {**old, **new} if old.get(game) != new.get(game)]
    before, after = ([stats[game] for game in changed if game in stats] for stats in (old, new))
    stored.replace(session, before, after)


def stats_of(state: GameState) -> StoredGameStats:
    """Return what a game that has ended adds to the stats."""
    game, standing = state.game, state.standing
    of_player = player_stats(standing, state.hands)
    side = {player: number for number, side in enumerate(state.competitors) for player in side}
    seats = sorted((seat.player_id, seat.number) for seat in game.seats)
    return StoredGameStats(
        game_id=game.id,
        club_id=game.club_id,
        preset=game.preset,
        year=game.started_at.astimezone(UTC).year,
        stats=game_stats(state.initial_standing, standing, state.hands),
        seats=tuple(StoredSeatStats(player_id, side[number], of_player[number]) for player_id, number in seats),
    )


def backfill_stats() -> int:
    """Add the stats of games that have ended without any, as an older program left them; return how many.

    A hundred at a time, each in a transaction of its own, so that whoever plays meanwhile does not wait for long.
    """
    last = total = 0
    while True:
        with writing() as session:
            games = bulk.games_without_stats(session, last)
            add_stats(session, [GameState(game) for game in games])
        if not games:
            return total
        last, total = games[-1].id, total + len(games)
