"""The forms of players: their statistics, a rename, a merge."""

from collections.abc import Iterable

from wtforms import SelectField

from scorekeeper.rules.presets import PRESETS
from scorekeeper.usecases.names import normalize_name
from scorekeeper.usecases.players.leaderboard import ORDERS
from scorekeeper.usecases.players.player_stats import StatsFilter
from scorekeeper.web.forms.base import (
    ChangeForm,
    NameField,
    NamingForm,
    QueryForm,
)

SORTS = {
    "wins": "games won",
    "share": "win rate",
    "games": "games",
    "rating": "rating",
    "points": "points per hand",
    "made": "bids made (%)",
    "forced": "opponents' bids set (%)",
}


class StatsForm(QueryForm):
    """Which games count, by the preset of their rules and the year they started."""

    rules = SelectField("Rules", default="", filters=[normalize_name], validate_choice=False)
    year = SelectField("Year", default="", filters=[normalize_name], validate_choice=False)

    def offer(self, presets: Iterable[str], years: Iterable[int]) -> None:
        """Fill in the choices that the club has games for, and the current choice."""
        keys = [key for key, preset in PRESETS.items() if key in (*presets, self.rules.data)]
        self.rules.choices = [("", "Any"), *((key, PRESETS[key].title) for key in keys)]
        of_years = {str(year) for year in years} | ({str(self.filter.year)} if self.filter.year > 0 else set())
        self.year.choices = [("", "Any"), *((year, year) for year in sorted(of_years, reverse=True))]

    @property
    def description(self) -> str:
        """The choice in words, for its closed summary; "" for all games."""
        chosen = ((self.rules, "any rules"), (self.year, "any year"))
        words = [dict(field.choices).get(field.data, nothing) if field.data else nothing for field, nothing in chosen]
        return ", ".join(words) if self.rules.data or self.year.data else ""

    @property
    def filter(self) -> StatsFilter:
        """The chosen filter; an invalid year becomes one without games."""
        year = self.year.data or ""
        known = year.isascii() and year.isdigit() and len(year) == 4
        return StatsFilter(self.rules.data or "", int(year) or -1 if known else -1 if year else 0)


class LeaderboardForm(StatsForm):
    """Which games count, and the order of the players."""

    sort = SelectField("Sort by", default=ORDERS[0], filters=[normalize_name], validate_choice=False)

    def offer(self, presets: Iterable[str], years: Iterable[int]) -> None:
        """Fill in the choices, including the orders."""
        super().offer(presets, years)
        self.sort.choices = list(SORTS.items())


class RenameForm(NamingForm):
    """A player's new name; `taken_by` is another player with this name or nearly the same."""

    taken_by = ""

    name = NameField("Name", default="", filters=[normalize_name])


class MergeForm(ChangeForm):
    """The name of the other player, who is the same person."""

    other = NameField("The same person as", default="", filters=[normalize_name])
