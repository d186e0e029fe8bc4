"""One player's page: the stats, those of each rule set or year, and the best and worst partners and opponents."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import leaderboard as stored
from scorekeeper.storage.db import reading
from scorekeeper.storage.stats_models import ANY_PRESET, ANY_YEAR
from scorekeeper.usecases.errors import NotFound, ValidationFailed

from .pairs import BestAndWorst, best_and_worst
from .stats_filter import StatsFilter, filter_errors
from .stats_view import StatsView


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """One player: everything requested, and games, wins, hands and points for each rule set (by title) or, with one
    chosen, for each year.
    """

    id: int
    name: str
    hidden: bool
    stats: StatsView
    parts: tuple[tuple[str, StatsView], ...]
    others: BestAndWorst


class BadFilter(ValidationFailed):
    """An invalid filter for a player's page; `name` is the player's."""

    def __init__(self, name: str, errors: Sequence[RuleError]) -> None:
        super().__init__(errors)
        self.name = name


def player_page(club_id: int, player_id: int, wanted: StatsFilter) -> PlayerPage:
    """Return the page of a club's player. Raises NotFound, BadFilter with fields `rules`, `year`."""
    errors = list(filter_errors(wanted))
    rules, year = (ANY_PRESET, ANY_YEAR) if errors else (wanted.rules, wanted.year)
    player = stored.player(reading(), club_id, player_id, rules, year)
    if player is None:
        raise NotFound
    if errors:
        raise BadFilter(player.name, errors)
    if wanted.rules:
        parts = stored.stats_by_part(reading(), club_id, player_id, wanted.rules, ANY_YEAR, by="year")
    else:
        of_rules = stored.stats_by_part(reading(), club_id, player_id, ANY_PRESET, wanted.year, by="preset")
        parts = [(PRESETS[key].title, stats) for key, stats in of_rules]
    return PlayerPage(
        id=player_id,
        name=player.name,
        hidden=player.hidden,
        stats=StatsView(player.stats),
        parts=tuple((str(title), StatsView(stats)) for title, stats in parts),
        others=best_and_worst(player_id, wanted),
    )
