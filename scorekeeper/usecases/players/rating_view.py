"""Ratings, runs and form as pages tell them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import rating_queries as stored
from scorekeeper.storage.db import reading
from scorekeeper.storage.leaderboard import ENOUGH
from scorekeeper.storage.rating_queries import Result
from scorekeeper.storage.ratings import Rated, Run

START, NEWCOMER_MU, POINTS_A_MU = 1000, 25.0, 40
FORM, MOST_POINTS = 10, 16


class Rating(NamedTuple):
    """A player's rating as people read it, a whole number: START for a newcomer, and so many games it rests on."""

    number: int
    games: int

    @property
    def provisional(self) -> bool:
        return self.games < ENOUGH


@dataclass(frozen=True, slots=True)
class PlayerRatings:
    """What hangs on the order of a player's games.

    `chosen` is the rating by the rules of this `title`, those that were asked for or else of most games; its `points`
    are what it was `after` so many games. `by_rules` are the ratings by all rules, under their titles. `form` are the
    newest games and `run` (now, the longest won and lost) by the rules that were asked for, or by all.
    """

    title: str
    chosen: Rating | None
    points: tuple[int, ...]
    after: tuple[int, ...]
    by_rules: Mapping[str, Rating]
    form: tuple[Result, ...]
    run: Run


def rating_number(mu: float) -> int:
    """Return openskill's mu as a whole number that looks like a rating; 100 more are some 6 games of 10."""
    return round(START + POINTS_A_MU * (mu - NEWCOMER_MU))


def _rating(rated: Rated) -> Rating:
    return Rating(rating_number(rated.mu), rated.games)


def of_club(club_id: int, rules: str) -> Mapping[int, Rating]:
    """Return the ratings by the rules of a preset, by player id."""
    rated = stored.of_club(reading(), club_id, rules)
    return {player: _rating(one) for player, one in rated.items()}


def of_player(player_id: int, rules: str) -> PlayerRatings:
    """Return a player's ratings and runs by the rules of this preset, "" for all."""
    connection = reading()
    by_preset, run = stored.of_player(connection, player_id)
    chosen = rules or max(by_preset, key=lambda preset: by_preset[preset].games, default="")
    form, after = stored.results(connection, player_id, chosen, FORM, MOST_POINTS, form_by_preset=bool(rules))
    if rules:
        run = by_preset[rules].run if rules in by_preset else (0, 0, 0)
    points = [(games, rating_number(mu)) for games, mu in after]
    if points and points[0][0] == 1:
        points.insert(0, (0, START))
    return PlayerRatings(
        title=PRESETS[chosen].title if chosen else "",
        chosen=_rating(by_preset[chosen]) if chosen in by_preset else None,
        points=tuple(number for _, number in points),
        after=tuple(games for games, _ in points),
        by_rules={PRESETS[preset].title: _rating(rated) for preset, rated in by_preset.items()},
        form=tuple(form),
        run=run,
    )
