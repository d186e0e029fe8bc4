"""Who plays best together and who against each other: partners and opponents of a player, pairs of a club."""

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.storage import pairs as stored
from scorekeeper.storage.db import reading
from scorekeeper.storage.pairs import Other, Pair

from .stats_filter import StatsFilter
from .stats_view import Share

GAMES_TOGETHER = 5
MOST_PAIRS = 20


@dataclass(frozen=True, slots=True)
class BestAndWorst:
    """A player's best and worst partner and opponent, among those with at least GAMES_TOGETHER games together."""

    best_partner: Other | None
    worst_partner: Other | None
    victim: Other | None
    nemesis: Other | None


def best_and_worst(player_id: int, wanted: StatsFilter) -> BestAndWorst:
    """Return a player's best and worst partner and opponent, by the share of games won."""
    known = stored.others(reading(), player_id, wanted.rules, wanted.year, GAMES_TOGETHER)
    partners = [other for other in known if other.partners]
    best = _first(partners, _share)
    worse = [other for other in partners if best and _share(other) < _share(best)]
    opponents = [other for other in known if not other.partners]
    return BestAndWorst(
        best_partner=best,
        worst_partner=_first(worse, lambda other: -_share(other)),
        victim=_first([other for other in opponents if other.won > other.lost], _share),
        nemesis=_first([other for other in opponents if other.lost > other.won], _share_lost),
    )


def _share(other: Other) -> float:
    return other.won / other.games


def _share_lost(other: Other) -> float:
    return other.lost / other.games


def _first(others: list[Other], by: Callable[[Other], float]) -> Other | None:
    """Return the highest; in a tie the one with the most games, then by name."""
    return min(others, key=lambda other: (-by(other), -other.games, other.name), default=None)


@dataclass(frozen=True, slots=True)
class PairView:
    """Two players and how many of their games together they won."""

    pair: Pair

    @property
    def won(self) -> Share:
        return Share(self.pair.won, self.pair.games)


def pairs(club_id: int, wanted: StatsFilter) -> list[PairView]:
    """Return the MOST_PAIRS pairs with the most games, the greatest share won first, too few games last."""
    views = map(PairView, stored.pairs(reading(), club_id, wanted.rules, wanted.year, MOST_PAIRS))
    return sorted(views, key=lambda view: (view.won.percent is None, -view.pair.won / view.pair.games))
