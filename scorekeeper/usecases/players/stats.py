"""Keeps what was counted true to the games: every game that ended adds to its players' statistics."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy.orm import Session

from scorekeeper.rules.stats import game_stats, player_stats
from scorekeeper.storage import bulk, stats
from scorekeeper.storage.db import writing
from scorekeeper.storage.games import ENDED, StoredGame
from scorekeeper.storage.stats import GameRows, SeatRow
from scorekeeper.usecases.game_state import GameState

from . import ratings


def update_stats(session: Session, was: StoredGame, state: GameState) -> None:
    """Brings what is counted of this game up to date, in the transaction that stores it; `was` is the game before.

    A game that neither is nor was over or stopped is not looked at, so that an ordinary hand costs nothing.
    """
    if was.status in ENDED or state.game.status in ENDED:
        _recount(session, [state])
        ratings.regard(session, was, state.game)


def count_new(session: Session, tables: Sequence[GameState]) -> None:
    """Counts these games, in the transaction that stores them, after they have their ids and all was derived."""
    _recount(session, tables)
    for table in tables:
        ratings.regard(session, None, table.game)


def _recount(session: Session, tables: Sequence[GameState]) -> None:
    """Puts what is counted of these games now in the place of what was."""
    old = stats.counted(session, [table.game.id for table in tables])
    new = {table.game.id: _rows(table) for table in tables if table.game.status in ENDED}
    changed = [game for game in {**old, **new} if old.get(game) != new.get(game)]
    before, after = ([kept[game] for game in changed if game in kept] for kept in (old, new))
    stats.replace(session, before, after)


def _rows(state: GameState) -> GameRows:
    game, standing = state.game, state.standing
    of_player = player_stats(standing, state.hands)
    side = {name: number for number, side in enumerate(state.competitors) for name in side}
    people = sorted(game.players, key=lambda seat: seat.player_id)
    return GameRows(
        game_id=game.id,
        club_id=game.club_id,
        base=game.preset,
        started=game.started_at,
        minutes=max(timedelta(), (game.end or game.changed_at) - game.started_at) // timedelta(minutes=1),
        game=game_stats(standing, state.hands),
        seats=tuple(SeatRow(seat.player_id, side[seat.player.name], of_player[seat.player.name]) for seat in people),
    )


def backfill_stats() -> int:
    """Counts the games that have ended and were never counted, as an older program left them; answers how many.

    A hundred at a time, each in a transaction of its own, so that whoever plays meanwhile does not wait for long.
    """
    last = total = 0
    while True:
        with writing() as session:
            games = bulk.uncounted(session, last)
            count_new(session, [GameState(game) for game in games])
        if not games:
            return total
        last, total = games[-1].id, total + len(games)
