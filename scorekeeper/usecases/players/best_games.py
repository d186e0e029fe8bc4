"""The best games of a club: the highest hand, the longest game, the biggest comeback, the most sets."""

from scorekeeper.storage import best_games as stored
from scorekeeper.storage.best_games import BestGame
from scorekeeper.storage.db import reading

from .stats_filter import StatsFilter


def best_games(club_id: int, wanted: StatsFilter) -> list[BestGame]:
    """Return the game with most of each, where there is any."""
    return stored.best_games(reading(), club_id, wanted.rules, wanted.year)
