"""Keep ratings up to date: every game that has ended counts, in the order in which they ended."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from sqlalchemy.orm import Session

from scorekeeper.rules.rating import NEWCOMER, Skill, rate
from scorekeeper.storage import clubs, ratings
from scorekeeper.storage.db import writing
from scorekeeper.storage.ratings import LATEST_SHOWN, Rated, RatedGame, Ratings
from scorekeeper.storage.stats import StoredStats


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
