"""Keep statistics up to date: every game that has ended counts for its players and its club."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy.orm import Session

from scorekeeper.rules.game_stats import PlayerStats, add_up, game_stats, player_stats, result_stats
from scorekeeper.rules.rating import places
from scorekeeper.storage import clubs, stats
from scorekeeper.storage.db import writing
from scorekeeper.storage.games import ENDED, StoredGame
from scorekeeper.storage.ratings import mark
from scorekeeper.storage.stats import StoredStats
from scorekeeper.storage.stats_models import LEFT
from scorekeeper.usecases.days import local
from scorekeeper.usecases.game_state import GameState

from .update_ratings import rate_unrated_clubs, update_ratings


def update_stats(session: Session, was: StoredGame | None, state: GameState) -> None:
    """Update stats and ratings for a game, in its transaction; `was` is the game before, None for a new one.

    A running game is skipped, so that an ordinary hand costs nothing.
    """
    ended, game = state.game.status in ENDED, state.game.id
    if ended or (was and was.status in ENDED):
        zone = clubs.get(session, state.game.club_id).zone
        before, after = stats.read(session, [game]).get(game), stats_of(state, zone) if ended else None
        if before != after:
            stats.replace(session, [game], [after] if after else [])
            update_ratings(session, before, after)


def store_stats(session: Session, states: Sequence[GameState]) -> None:
    """Replace the stored stats of many games.

    This does not update ratings: call `update_ratings.rate_club` after the last game.
    """
    zones = {id_: clubs.get(session, id_).zone for id_ in {state.game.club_id for state in states}}
    ended = [stats_of(state, zones[state.game.club_id]) for state in states if state.game.status in ENDED]
    stats.replace(session, [state.game.id for state in states], ended)
    mark(session, {state.game.club_id for state in states}, rated=False)


def stats_of(state: GameState, zone: str | None) -> StoredStats:
    """Return what an ended game adds to the stats of a club with this zone, as stats.

    Hands count for who played them; the result is that of who sits at the end. For who left, the game is unfinished.
    """
    game, standing = state.game, state.standing
    year = local(game.place, zone).year
    of_game = {"game_id": game.id, "club_id": game.club_id, "preset": game.preset, "year": year}
    placed = zip(game.seats, places([(seat.won, seat.total) for seat in game.seats]), strict=True)
    place = {seat.player_id: each for seat, each in placed}
    side = {player: number for number, side in enumerate(state.competitors) for player in side}
    seats = {seat.player_id: seat for seat in game.seats}
    parts = {seat.player_id: [result_stats(standing, seat.number)] for seat in game.seats}
    first = 0
    for end, who in state.stretches:
        part = [each for each in state.hands[first:end] if not each.after_end]
        counted = player_stats(standing, part)
        for seat in who.game.seats if part else ():
            seats.setdefault(seat.player_id, seat)
            parts.setdefault(seat.player_id, [PlayerStats(ended=1)]).append(counted[seat.number])
        first = end
    return StoredStats(
        of_game | asdict(game_stats(state.initial_standing, standing, state.hands)),
        {
            id_: of_game
            | {"player_id": id_, "ended_at": game.ended_at, "side": side[seat.number]}
            | {"place": place.get(id_, LEFT)}
            | asdict(add_up(parts[id_]))
            for id_, seat in seats.items()
        },
    )


def backfill_stats() -> int:
    """Add missing stats of ended games, which an older version did not have, and rate; return how many.

    Works in transactions of a hundred games, so that no one waits long.
    """
    last = total = 0
    while True:
        with writing() as session:
            games = clubs.games_without_stats(session, last)
            store_stats(session, [GameState(game) for game in games])
        if not games:
            rate_unrated_clubs()
            return total
        last, total = games[-1].id, total + len(games)
