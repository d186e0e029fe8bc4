"""Keep statistics up to date: every game that has ended counts for its players and its club."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy.orm import Session

from scorekeeper.rules.game_stats import game_stats, player_stats
from scorekeeper.rules.rating import NEWCOMER, Skill, places, rate
from scorekeeper.storage import clubs, ratings, stats
from scorekeeper.storage.db import writing
from scorekeeper.storage.games import ENDED, StoredGame
from scorekeeper.storage.ratings import LATEST_SHOWN, Rated, RatedGame, Ratings, mark
from scorekeeper.storage.stats import StoredStats
from scorekeeper.usecases.days import local
from scorekeeper.usecases.game_state import GameState


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
    """Return what an ended game adds to the stats of a club with this zone, as stats."""
    game, standing = state.game, state.standing
    year = local(game.started_at, zone).year
    of_game = {"game_id": game.id, "club_id": game.club_id, "preset": game.preset, "year": year}
    of_player = player_stats(standing, state.hands)
    by_place = zip(game.seats, places([(seat.won, seat.total) for seat in game.seats]), strict=True)
    side = {player: number for number, side in enumerate(state.competitors) for player in side}
    return StoredStats(
        of_game | asdict(game_stats(state.initial_standing, standing, state.hands)),
        {
            seat.player_id: of_game
            | {"player_id": seat.player_id, "ended_at": game.ended_at, "side": side[seat.number], "place": place}
            | asdict(of_player[seat.number])
            for seat, place in by_place
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


def update_ratings(session: Session, was: StoredStats | None, now: StoredStats | None) -> None:
    """Rate the players of a game in the transaction that stores it, by its stats before and after; None for a running
    game.

    If no game of its preset ended later, the ratings are updated. If a result changed, or its place in the order, all
    games of the preset are rated again; if the club's ratings were out of date, all its games are.
    """
    before, after = _result(was), _result(now)
    if before == after:
        return
    seats = [seat for each in (was, now) if each for seat in each.seats.values()]
    club_id = seats[0]["club_id"]
    if not ratings.is_rated(session, club_id):
        rate_club(session, club_id)
    elif now and after and not before and ratings.is_last(session, now):
        _, game = after
        known = ratings.read(session.connection(), club_id, game.preset, now.seats)
        ratings.forget(session, club_id, game.preset, now.seats)
        ratings.write(session, club_id, rate_games([game], known))
    else:
        for preset in {seat["preset"] for seat in seats}:
            rate_club(session, club_id, preset)


def _result(stats: StoredStats | None) -> tuple[datetime, RatedGame] | None:
    """Return what matters for ratings, None if the game is not over, or has no time for its end."""
    seats = [seat for seat in stats.seats.values() if seat["games"] and seat["ended_at"]] if stats else []
    if not seats:
        return None
    teams = ratings.teams(sorted((seat["side"], seat["place"], seat["player_id"]) for seat in seats))
    return seats[0]["ended_at"], RatedGame(seats[0]["preset"], teams)


def rate_club(session: Session, club_id: int, preset: str = "") -> None:
    """Rate a club's players from the first game on, by all its games (""), or those of one preset."""
    rated = rate_games(ratings.games(session, club_id, preset), {})
    ratings.forget(session, club_id, preset)
    ratings.write(session, club_id, rated)
    if not preset:
        ratings.mark(session, [club_id], rated=True)


def rate_again(club_id: int) -> None:
    """Rate a club's players after many games were imported."""
    with writing(club_id) as session:
        rate_club(session, club_id)


def rate_unrated_clubs() -> None:
    """Rate the players of clubs with outdated ratings: after an upgrade, or an import that broke off."""
    with clubs.own_session() as session:
        unrated = ratings.unrated_clubs(session)
    for club_id in unrated:
        rate_again(club_id)


def rate_games(games: Iterable[RatedGame], known: Ratings) -> Ratings:
    """Return the players' ratings after these games, starting from `known`."""
    skills = defaultdict[str, dict[int, Skill]](dict)
    for preset, players in known.items():
        skills[preset] = {player: one[:2] for player, one in players.items()}
    after = defaultdict[str, defaultdict[int, list[float]]](lambda: defaultdict(list))
    for preset, teams in games:
        before, mus = skills[preset], after[preset]
        rated = rate(teams, before)
        before.update(rated)
        for player, (mu, _) in rated.items():
            mus[player].append(mu)

    def after_games(preset: str, player: int, mus: list[float]) -> Rated:
        _, _, count, latest = known.get(preset, {}).get(player, Rated(*NEWCOMER, 0, []))
        return Rated(*skills[preset][player], count + len(mus), [*latest, *mus][-LATEST_SHOWN:])

    return {
        preset: {player: after_games(preset, player, mus) for player, mus in of.items()} for preset, of in after.items()
    }
