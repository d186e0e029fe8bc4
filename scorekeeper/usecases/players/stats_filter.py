"""Which games count for what pages of players show."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules.errors import BadRules, RuleError
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import leaderboard as stored
from scorekeeper.storage.db import reading
from scorekeeper.storage.stats_models import ANY_PRESET, ANY_YEAR

YEARS = range(1970, 2400)


@dataclass(frozen=True, slots=True)
class StatsFilter:
    """Which games count: those whose rules started from the preset `rules`, those of a `year`; "" and 0 are all."""

    rules: str = ANY_PRESET
    year: int = ANY_YEAR


def choices(club_id: int) -> tuple[list[str], list[int]]:
    """Return the presets' keys and the years, newest first, that there are ended games of."""
    found = stored.choices(reading(), club_id)
    return sorted({preset for preset, _ in found}), sorted({year for _, year in found}, reverse=True)


def filter_errors(wanted: StatsFilter) -> Iterator[RuleError]:
    """Yield what makes no sense, at the fields `rules` and `year`."""
    if wanted.rules and wanted.rules not in PRESETS:
        yield BadRules("rules", "Choose a rule set.")
    if wanted.year and wanted.year not in YEARS:
        yield RuleError("year", "Choose a year, like 2026.")
