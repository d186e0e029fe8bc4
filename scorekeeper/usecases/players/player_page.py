"""One player's page: the stats, those of each rule set or year, and the best and worst partners and opponents."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.stats import add_up
from scorekeeper.storage import players
from scorekeeper.storage.db import db, reading
from scorekeeper.storage.leaderboard import stats_by_part
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
    player = players.read(db.session(), club_id, player_id)
    if player is None:
        raise NotFound
    if errors := list(filter_errors(wanted)):
        raise BadFilter(player.name, errors)
    if wanted.rules:
        parts = stats_by_part(reading(), player_id, wanted.rules, ANY_YEAR, by="year")
        counted = [stats for year, stats in parts if wanted.year in (ANY_YEAR, year)]
    else:
        of_rules = stats_by_part(reading(), player_id, ANY_PRESET, wanted.year, by="preset")
        parts = [(PRESETS[key].title, stats) for key, stats in of_rules]
        counted = [stats for _, stats in parts]
    return PlayerPage(
        id=player_id,
        name=player.name,
        hidden=player.hidden,
        stats=StatsView(add_up(counted)),
        parts=tuple((str(title), StatsView(stats)) for title, stats in parts),
        others=best_and_worst(player_id, wanted),
    )
