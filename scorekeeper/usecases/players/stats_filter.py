"""Which games count for the statistics on a page."""

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
