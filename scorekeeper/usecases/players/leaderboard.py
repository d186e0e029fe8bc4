"""The players of a club and what they did, out of the games that have ended."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.rules.errors import BadRules, RuleError
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import leaderboard as stored
from scorekeeper.storage.db import reading
from scorekeeper.storage.leaderboard import Pair
from scorekeeper.storage.stats_models import ANY_BASE, ANY_YEAR
from scorekeeper.usecases.errors import NotFound, ValidationFailed

from . import rating_view
from .figures import Figures
from .rating_view import Rating

GAMES_TOGETHER = 5
BY_RATING = "rating"
ORDERS = (*stored.ORDERS, BY_RATING)
MOST_LISTED = stored.MOST_LISTED
YEARS = range(1970, 2400)


@dataclass(frozen=True, slots=True)
class StatsFilter:
    """Which games count: those whose rules started from the preset `rules`, those of a `year`; "" and 0 are all."""

    rules: str = ANY_BASE
    year: int = ANY_YEAR


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A player in the leaderboard; `rating` where they stand in its order, None of who has none yet."""

    id: int
    name: str
    figures: Figures
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The club's players in the order that was asked for; `cut` where there are more than MOST_LISTED."""

    lines: tuple[LeaderboardRow, ...]
    hidden: tuple[LeaderboardRow, ...]
    cut: bool


@dataclass(frozen=True, slots=True)
class Company:
    """With whom and against whom the player does best and worst, of those with GAMES_TOGETHER games or more."""

    best: Pair | None
    worst: Pair | None
    victim: Pair | None
    nemesis: Pair | None


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """One player: all that is wanted, and games, wins, hands and points of each rule set (by its title) or, of one, of
    each year.
    """

    id: int
    name: str
    hidden: bool
    figures: Figures
    parts: tuple[tuple[str, Figures], ...]
    company: Company


class RefusedOf(ValidationFailed):
    """What makes no sense was asked of this player."""

    def __init__(self, name: str, refusals: Sequence[RuleError]) -> None:
        super().__init__(refusals)
        self.name = name


def choices(club_id: int) -> tuple[list[str], list[int]]:
    """The presets' keys and the years, newest first, that there are ended games of."""
    return stored.played(reading(), club_id)


def leaderboard(club_id: int, wanted: StatsFilter, order: str) -> Leaderboard:
    """The players by one of ORDERS. Raises ValidationFailed with fields `rules`, `year`, `sort`."""
    if refusals := list(_faults(wanted, order)):
        raise ValidationFailed(refusals)
    by_rating = order == BY_RATING
    lines = stored.listed(reading(), club_id, wanted.rules, wanted.year, "games" if by_rating else order)
    ratings = rating_view.of_club(club_id, wanted.rules) if by_rating else {}
    shown = lines[:MOST_LISTED]
    if by_rating:
        shown.sort(key=lambda line: _place(ratings.get(line.id)))

    def of(hidden: bool) -> tuple[LeaderboardRow, ...]:
        listed = (line for line in shown if line.hidden is hidden)
        return tuple(LeaderboardRow(line.id, line.name, Figures(line.tally), ratings.get(line.id)) for line in listed)

    return Leaderboard(of(False), of(True), len(lines) > MOST_LISTED)


def _place(rating: Rating | None) -> tuple[bool, bool, int]:
    """The highest first, then those that are provisional, then who has none."""
    return rating is None, rating is None or rating.provisional, -rating.number if rating else 0


def player(club_id: int, player_id: int, wanted: StatsFilter) -> PlayerPage:
    """A club's player. Raises NotFound, RefusedOf with fields `rules`, `year`."""
    refusals = list(_faults(wanted))
    connection, base, year = reading(), wanted.rules, wanted.year
    who = stored.who(connection, club_id, player_id, *(("", 0) if refusals else (base, year)))
    if who is None:
        raise NotFound
    if refusals:
        raise RefusedOf(who[0], refusals)
    name, hidden, tally = who
    if base == ANY_BASE:
        parts = [(PRESETS[key].title, part) for key, part in stored.by_rules(connection, player_id, year)]
    else:
        parts = [(str(when), part) for when, part in stored.by_year(connection, player_id, base)]
    return PlayerPage(
        id=player_id,
        name=name,
        hidden=hidden,
        figures=Figures(tally),
        parts=tuple((title, Figures(part)) for title, part in parts),
        company=_company(stored.pairs(connection, player_id, base, year)),
    )


def _faults(wanted: StatsFilter, order: str = ORDERS[0]) -> Iterator[RuleError]:
    if wanted.rules and wanted.rules not in PRESETS:
        yield BadRules("rules", "Choose one of the rule sets.")
    if wanted.year and wanted.year not in YEARS:
        yield RuleError("year", "Choose a year such as 2026.")
    if order not in ORDERS:
        yield RuleError("sort", "Choose what the players are sorted by.")
    if order == BY_RATING and not wanted.rules:
        yield BadRules("rules", "Each rule set has ratings of its own. Choose the rules to sort by rating.")


def _company(pairs: Iterable[Pair]) -> Company:
    known = [pair for pair in pairs if pair.games >= GAMES_TOGETHER]
    partners = [pair for pair in known if pair.partners]
    best = _first(partners, _share)
    worst = _first([pair for pair in partners if best and _share(pair) < _share(best)], lambda pair: -_share(pair))
    against = [pair for pair in known if not pair.partners]
    victim = _first([pair for pair in against if pair.won > pair.lost], _share)
    nemesis = _first([pair for pair in against if pair.lost > pair.won], lambda pair: pair.lost / pair.games)
    return Company(best, worst, victim, nemesis)


def _share(pair: Pair) -> float:
    return pair.won / pair.games


def _first(pairs: list[Pair], by: Callable[[Pair], float]) -> Pair | None:
    """The highest; of several the one with most games, then by name."""
    return min(pairs, key=lambda pair: (-by(pair), -pair.games, pair.name), default=None)
