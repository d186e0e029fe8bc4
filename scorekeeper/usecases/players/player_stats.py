"""A player's stats as shares and averages, their rating, and which games count for them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.record import YEARS
from scorekeeper.rules.errors import BadRules, RuleError
from scorekeeper.rules.game_stats import BANDS, PlayerStats
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.rating import NEWCOMER
from scorekeeper.rules.rounding import rounded
from scorekeeper.storage import ratings
from scorekeeper.storage import stats as stored
from scorekeeper.storage.db import reading
from scorekeeper.storage.ratings import Rated
from scorekeeper.storage.stats_models import ANY_PRESET, ANY_YEAR


@dataclass(frozen=True, slots=True)
class StatsFilter:
    """Which games count: those with rules based on the preset `rules`, in `year`; "" and 0 mean all."""

    rules: str = ANY_PRESET
    year: int = ANY_YEAR


def choices(club_id: int) -> tuple[list[str], list[int]]:
    """Return the presets' keys and the years, newest first, with ended games."""
    found = stored.choices(reading(), club_id)
    return sorted({preset for preset, _ in found}), sorted({year for _, year in found}, reverse=True)


def filter_errors(wanted: StatsFilter) -> Iterator[RuleError]:
    """Yield what is wrong, at the fields `rules` and `year`."""
    if wanted.rules and wanted.rules not in PRESETS:
        yield BadRules("rules", "Choose a rule set.")
    if wanted.year and wanted.year not in YEARS:
        yield RuleError("year", "Choose a year, like 2026.")


ENOUGH = 10


BAND_LABELS = ("up to 60%", "up to 70%", "up to 80%", "up to 90%", "higher")


class Share(NamedTuple):
    """A part of a whole; with less than ENOUGH a percentage would mean little."""

    part: int
    whole: int

    @property
    def worth(self) -> tuple[bool, float]:
        """The sort key: a share of too small a whole is less than any other."""
        return self.whole >= ENOUGH, self.part / self.whole if self.whole else 0

    @property
    def percent(self) -> int | None:
        return int(rounded(100 * self.part / self.whole)) if self.whole >= ENOUGH else None


class StatsView(NamedTuple):
    """A player's stats as shares and averages; see `rules.stats.PlayerStats` for the counts.

    Averages are in points, None if there is nothing to average.
    """

    totals: PlayerStats

    @property
    def won(self) -> Share:
        return Share(self.totals.wins, self.totals.games)

    @property
    def made(self) -> Share:
        """Of the tested bids."""
        return Share(self.totals.made, self.totals.made + self.totals.sets)

    @property
    def by_height(self) -> list[tuple[str, list[int]]]:
        """Bids made and set, by the bid's share of all points of a hand."""
        counts = [[getattr(self.totals, f"{how}_{band}") for how in ("made", "sets")] for band in BANDS]
        return list(zip(BAND_LABELS, counts, strict=True))

    @property
    def partner_made(self) -> Share:
        return Share(self.totals.partner_made, self.totals.partnered)

    @property
    def sets_forced(self) -> Share:
        return Share(self.totals.sets_forced, self.totals.defended)

    @property
    def nests(self) -> Share:
        return Share(self.totals.nests, self.totals.nest_hands)

    @property
    def untested(self) -> int:
        """Bids that a renege left untested; averages leave them out."""
        return self.totals.bids - self.totals.made - self.totals.sets

    @property
    def points_a_hand(self) -> float | None:
        return _average(self.totals.points, self.totals.hands)

    @property
    def average_bid(self) -> float | None:
        """Plus the margin, this is the average of points taken: a moon bid counts as the points it needs (R27)."""
        return _average(self._needed, self.made.whole)

    @property
    def has_moons(self) -> bool:
        """Whether a moon bid counts in the average bid with another number than was bid."""
        return self.totals.bid_sum != self._needed

    @property
    def bid_points(self) -> float | None:
        return _average(self.totals.bid_points, self.made.whole)

    @property
    def bid_margin(self) -> float | None:
        return _average(self.totals.bid_margin, self.made.whole)

    @property
    def defense_points(self) -> float | None:
        return _average(self.totals.defense_points, self.totals.defended)

    @property
    def rook_points(self) -> float | None:
        return _average(self.totals.rook_points, self.totals.rook_hands)

    @property
    def _needed(self) -> int:
        return self.totals.bid_points - self.totals.bid_margin


def _average(total: int, count: int) -> float | None:
    return total / count if count else None


START, POINTS_A_MU = 1000, 40


class Rating(NamedTuple):
    """A player's rating as a whole number, START for a newcomer, with the number of games it is based on: at least
    ENOUGH."""

    number: int
    games: int


@dataclass(frozen=True, slots=True)
class PlayerRatings:
    """A player's ratings, which depend on the order of games.

    `chosen` is the rating by the rules with this `title`, the requested ones or else those with the most games; its
    `points` are its values `after` that many games. `by_rules` are the ratings by all rules, by title.
    """

    title: str
    chosen: Rating | None
    points: tuple[int, ...]
    after: tuple[int, ...]
    by_rules: Mapping[str, Rating]


def rating_number(mu: float) -> int:
    """Return mu as a whole number that looks like a rating; 100 points more win about 6 games of 10."""
    return int(rounded(START + POINTS_A_MU * (mu - NEWCOMER[0])))


def _rating(rated: Rated) -> Rating | None:
    """Return a rating, None for one that still swings too much to be told."""
    return Rating(rating_number(rated.mu), rated.games) if rated.games >= ENOUGH else None


def ratings_of_club(club_id: int, rules: str) -> Mapping[int, Rating]:
    """Return the ratings by the rules of a preset, by player id."""
    rated = ratings.read(reading(), club_id, rules).get(rules, {})
    return {player: rating for player, one in rated.items() if (rating := _rating(one))}


def ratings_of_player(club_id: int, player_id: int, rules: str) -> PlayerRatings:
    """Return the ratings of a club's player, chosen by the rules of this preset, or "" for those of most games."""
    found = ratings.read(reading(), club_id, players=[player_id])
    rated = {preset: of[player_id] for preset, of in sorted(found.items())}
    by_preset = {preset: rating for preset, one in rated.items() if (rating := _rating(one))}
    chosen = rules or max(rated, key=lambda preset: rated[preset].games, default="")
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
    )
