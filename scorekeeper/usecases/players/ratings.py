"""Ratings and runs: computed game by game in the order in which games ended, a step at a time.

A rating is what openskill makes of who won against whom: one for each preset that rules started from. A competitor of
the game is a team. Where partners change from hand to hand, or are called, nobody shares a total with anybody through
the whole game, so everyone is a team alone. Winners come first (a joint win is shared), the others by their totals;
equal totals share a rank.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import ratings as stored
from scorekeeper.storage.db import FIRST, LAST, db, writing
from scorekeeper.storage.faults import fault_of
from scorekeeper.storage.games import StoredGame
from scorekeeper.storage.ratings import Rated, RatedGame, Run

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

GAMES_A_STEP = 200
_RUNS = ("run", "most_won", "most_lost", "any_run", "any_most_won", "any_most_lost")


def invalidate_ratings(session: Session, was: StoredGame | None, game: StoredGame) -> None:
    """Mark the ratings that hang on a stored game as stale, in its transaction; `was` is the game before, None for new.

    Those are all from where it ended on, if it is over or was: a result may have changed, or its place.
    """
    before, after = was and _result(was), _result(game)
    if before != after:
        stored.mark_stale(session, game.club_id, min(result[0] for result in (before, after) if result))


def _result(game: StoredGame) -> tuple[datetime, str, list[tuple[int, int, bool]]] | None:
    """Return all that ratings know of a game, None of one that is not over."""
    if game.status != GameStatus.OVER or not game.ended_at:
        return None
    return game.ended_at, game.preset, [(seat.player.id, seat.total, seat.won) for seat in game.seats]


def catch_up(club_id: int, most: int = GAMES_A_STEP) -> int:
    """Bring the club's ratings nearer to its games by so many of them; return how many are to go.

    Everything is computed before the lock is taken. If somebody else did this step or changed a game meanwhile,
    nothing is stored, and the step is there to be made again.
    """
    was = stored.progress(db.session(), club_id)
    if was is None or not (was.games or was.left_over):
        return 0
    games = stored.games_after(db.session(), club_id, was.cursor, most)
    by_rules, runs = stored.as_of(db.session(), was.cursor, [game.id for game in games])
    rows = [row for game in games for row in _after(club_id, game, by_rules, runs)]
    last = games[-1].cursor if games else was.cursor
    with writing(club_id) as session:
        done = stored.write(session, club_id, was, last if len(games) == most else LAST, last, rows)
    return was.games - len(games) if done else was.games


def catch_up_in_passing(club_id: int) -> int:
    """Catch up a step for a page that only looks; return how many games are to go, where nothing can be stored too."""
    try:
        return catch_up(club_id)
    except DBAPIError as error:
        if fault_of(error) is None:
            raise
        was = stored.progress(db.session(), club_id)
        return was.games if was else 0


def catch_up_to_the_end(club_id: int) -> None:
    """Bring the club's ratings up to its last game."""
    while catch_up(club_id):
        pass


def recount(session: Session, club_id: int) -> Iterator[list[Mapping[str, Any]]]:
    """Yield the ratings of every game of the club as they should be, from the first game on, many games at a time."""
    by_rules: dict[tuple[str, int], Rated] = {}
    runs: dict[int, Run] = {}
    cursor = FIRST
    while games := stored.games_after(session, club_id, cursor, GAMES_A_STEP):
        yield [row for game in games for row in _after(club_id, game, by_rules, runs)]
        cursor = games[-1].cursor


def _after(
    club_id: int, game: RatedGame, by_rules: dict[tuple[str, int], Rated], runs: dict[int, Run]
) -> Iterator[Mapping[str, Any]]:
    """Yield a row for each player of the game, who stand in these as before it, and then as after it."""
    before = {player: by_rules.get((game.preset, player)) or newcomer() for player, _, _ in game.seats}
    skills = rate(_teams(game), before)
    for player, _, won in game.seats:
        old = before[player]
        run, any_run = _longer(old.run, won), _longer(runs.get(player, (0, 0, 0)), won)
        now = Rated(*skills[player], old.games + 1, run)
        by_rules[game.preset, player], runs[player] = now, any_run
        whose = {"player_id": player, "ended_at": game.ended_at, "game_id": game.id, "club_id": club_id}
        skill = {"preset": game.preset, "mu": now.mu, "sigma": now.sigma, "games": now.games}
        yield whose | skill | dict(zip(_RUNS, (*run, *any_run), strict=True))


def _longer(run: Run, won: bool) -> Run:
    """Return the run after one more game."""
    now, most_won, most_lost = run
    now = max(now, 0) + 1 if won else min(now, 0) - 1
    return now, max(most_won, now), max(most_lost, -now)


Team = tuple[tuple[int, ...], bool, int]
"""Players who share a total from the first hand to the last, whether they won, and the total."""


def _teams(game: RatedGame) -> Sequence[Team]:
    fixed = (game.sides or PRESETS[game.preset].rules.sides) == "partnerships"
    seats = tuple(game.seats)
    sides = (seats[0::2], seats[1::2]) if fixed else tuple((seat,) for seat in seats)
    return [(tuple(player for player, _, _ in side), side[0][2], side[0][1]) for side in sides]


def rate(teams: Sequence[Team], before: Mapping[int, Rated]) -> Mapping[int, tuple[float, float]]:
    """Return what a game makes of its players' mu and sigma."""
    order = sorted({(not won, -total) for _, won, total in teams})
    ranks = [0.0 if won else 1.0 + order.index((True, -total)) for _, won, total in teams]
    model = _model()
    after = model.rate([[model.rating(before[p].mu, before[p].sigma) for p in who] for who, _, _ in teams], ranks)
    return {
        player: (rating.mu, rating.sigma)
        for (who, _, _), ratings in zip(teams, after, strict=True)
        for player, rating in zip(who, ratings, strict=True)
    }


@cache
def _model() -> "BradleyTerryFull":
    """Return the model by which every two teams of a game are held against each other.

    Plackett-Luce, openskill's first choice, lets the third of four rise as much as the two who share the win.
    """
    from openskill.models import BradleyTerryFull  # only who computes ratings waits for it

    return BradleyTerryFull()


def newcomer() -> Rated:
    """Return a player as before the first game."""
    model = _model()
    return Rated(model.mu, model.sigma)
