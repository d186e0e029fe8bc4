"""What a club tells of its games and pairs: records, and who wins most with whom."""

from dataclasses import dataclass

from scorekeeper.storage import best_games as stored
from scorekeeper.storage.best_games import BestGame, Pair
from scorekeeper.storage.db import reading

from .figures import Share
from .leaderboard import StatsFilter

MOST_PAIRS = stored.MOST_PAIRS


@dataclass(frozen=True, slots=True)
class Partnership:
    """Two players and how many of their games together they won."""

    pair: Pair

    @property
    def won(self) -> Share:
        return Share(self.pair.won, self.pair.games)


def partnerships(club_id: int, wanted: StatsFilter) -> list[Partnership]:
    """The MOST_PAIRS pairs with most games; those come first who won the greatest share, small numbers last."""
    pairs = map(Partnership, stored.pairs(reading(), club_id, wanted.rules, wanted.year))
    return sorted(pairs, key=lambda one: (one.won.percent is None, -one.pair.won / one.pair.games))


def records(club_id: int, wanted: StatsFilter) -> list[BestGame]:
    """The highest hand, the longest game, the biggest comeback, the most sets in one game."""
    return stored.records(reading(), club_id, wanted.rules, wanted.year)
