"""Ratings, streaks and form for pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.rating import NEWCOMER
from scorekeeper.storage import ratings as stored
from scorekeeper.storage.db import reading
from scorekeeper.storage.ratings import Rated, Result

from .stats_view import ENOUGH

START, POINTS_A_MU = 1000, 40
FORM = 10

Run = tuple[int, int, int]
"""Streaks: the current one (positive for wins, negative for losses), the longest of wins, the longest of losses."""


class Rating(NamedTuple):
    """A player's rating as a whole number, START for a newcomer, with the number of games it is based on."""

    number: int
    games: int

    @property
    def provisional(self) -> bool:
        return self.games < ENOUGH


@dataclass(frozen=True, slots=True)
class PlayerRatings:
    """A player's ratings, streaks and form, which depend on the order of games.

    `chosen` is the rating by the rules with this `title`, the requested ones or else those with the most games; its
    `points` are its values `after` that many games. `by_rules` are the ratings by all rules, by title. `form` are the
    newest games and `run` the streaks (now, longest won, longest lost) by the requested rules, or by all.
    """

    title: str
    chosen: Rating | None
    points: tuple[int, ...]
    after: tuple[int, ...]
    by_rules: Mapping[str, Rating]
    form: tuple[Result, ...]
    run: Run


def rating_number(mu: float) -> int:
    """Return mu as a whole number that looks like a rating; 100 points more win about 6 games of 10."""
    return round(START + POINTS_A_MU * (mu - NEWCOMER[0]))


def _rating(rated: Rated) -> Rating:
    return Rating(rating_number(rated.mu), rated.games)


def of_club(club_id: int, rules: str) -> Mapping[int, Rating]:
    """Return the ratings by the rules of a preset, by player id."""
    rated = stored.read(reading(), club_id, rules).get(rules, {})
    return {player: _rating(one) for player, one in rated.items()}


def of_player(club_id: int, player_id: int, rules: str) -> PlayerRatings:
    """Return the ratings and streaks of a club's player by the rules of this preset, "" for all."""
    found = stored.read(reading(), club_id, players=[player_id])
    rated = {preset: of[player_id] for preset, of in sorted(found.items())}
    by_preset = {preset: _rating(one) for preset, one in rated.items()}
    chosen = rules or max(by_preset, key=lambda preset: by_preset[preset].games, default="")
    won, form = stored.results(reading(), player_id, rules, FORM)
    points, after = list[int](), range(0)
    if chosen in rated:
        _, _, games, latest = rated[chosen]
        points = [START] * (games == len(latest)) + [rating_number(mu) for mu in latest]
        after = range(games - len(points) + 1, games + 1)
    return PlayerRatings(
        title=PRESETS[chosen].title if chosen else "",
        chosen=by_preset.get(chosen),
        points=tuple(points),
        after=tuple(after),
        by_rules={PRESETS[preset].title: rating for preset, rating in by_preset.items()},
        form=tuple(form),
        run=run_after(won),
    )


def run_after(results: Sequence[bool]) -> Run:
    """Return the streak after these games, and the longest of wins and of losses."""
    row = "".join("W" if won else "L" for won in results)
    now = len(row) - len(row.rstrip("W")) or len(row.rstrip("L")) - len(row)
    return now, max(map(len, row.split("L"))), max(map(len, row.split("W")))
