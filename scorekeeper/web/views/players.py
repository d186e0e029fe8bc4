"""The players of the club, and what each of them did."""

from collections.abc import Sequence

from flask import Blueprint, g, request
from flask.typing import ResponseReturnValue
from wtforms import Form, SelectField

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.presets import PRESETS
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.names import normalize_name
from scorekeeper.usecases.players import best_games, leaderboard, rating_view, ratings
from scorekeeper.web.rendering import page

blueprint = Blueprint("players", __name__, url_prefix="/players")

LARGEST_ID = 2**31 - 1
SORTS = {
    "wins": "games won",
    "share": "share of games won",
    "games": "games",
    "rating": "rating",
    "points": "points a hand",
    "made": "share of bids made",
    "forced": "share of others’ bids set",
}


class FilterForm(Form):
    """Which games count, by the preset that their rules started from and by the year of their start."""

    rules = SelectField("Rules", default="", filters=[normalize_name], validate_choice=False)
    year = SelectField("Year", default="", filters=[normalize_name], validate_choice=False)

    rule_errors: Sequence[RuleError] = ()

    def offer(self) -> None:
        """Offers what the club has games of, and what is chosen already."""
        bases, years = leaderboard.choices(g.club)
        keys = [key for key, preset in PRESETS.items() if key in (*bases, self.rules.data)]
        self.rules.choices = [("", "Any"), *((key, PRESETS[key].title) for key in keys)]
        of_years = {str(year) for year in years} | ({str(self.wanted.year)} if self.wanted.year > 0 else set())
        self.year.choices = [("", "Any"), *((year, year) for year in sorted(of_years, reverse=True))]

    def errors_for(self, name: str) -> list[str]:
        """What is to be said at this field."""
        return [refusal.message for refusal in self.rule_errors if refusal.field == name]

    @property
    def in_words(self) -> str:
        """What is chosen, as it is said while the choice is folded; "" where nothing is."""
        chosen = ((self.rules, "any rules"), (self.year, "any year"))
        words = [dict(field.choices).get(field.data, nothing) if field.data else nothing for field, nothing in chosen]
        return ", ".join(words) if self.rules.data or self.year.data else ""

    @property
    def wanted(self) -> leaderboard.StatsFilter:
        """What is chosen; a year that is none becomes one that no game can be of."""
        year = self.year.data or ""
        known = year.isascii() and year.isdigit() and len(year) == 4
        return leaderboard.StatsFilter(self.rules.data or "", int(year) or -1 if known else -1 if year else 0)


class LeaderboardForm(FilterForm):
    """The same, and by what the players stand in order."""

    sort = SelectField("Sort by", default=leaderboard.ORDERS[0], filters=[normalize_name], validate_choice=False)


@blueprint.get("")
def show() -> ResponseReturnValue:
    form, board, club = LeaderboardForm(request.args), None, {}
    to_go, wanted = ratings.catch_up(g.club), form.wanted
    try:
        board = leaderboard.leaderboard(g.club, wanted, form.sort.data)
        club = {"pairs": best_games.partnerships(g.club, wanted), "found": best_games.records(g.club, wanted)}
    except ValidationFailed as refused:
        form.rule_errors = refused.refusals
    form.sort.choices = list(SORTS.items())
    form.offer()
    shown = {"form": form, "board": board, "to_go": to_go, "most_pairs": best_games.MOST_PAIRS}
    return page("players/leaderboard.html", "main", 200 if board else 422, **shown, **club)


@blueprint.get(f"/<int(max={LARGEST_ID}):player>")
def show_player(player: int) -> ResponseReturnValue:
    form, shown = FilterForm(request.args), {}
    try:
        who = leaderboard.player(g.club, player, form.wanted)
        to_go = ratings.catch_up(g.club)
        shown = {"to_go": to_go, "rated": rating_view.of_player(player, form.wanted.rules)}
    except leaderboard.RefusedOf as refused:
        form.rule_errors, name, who = refused.refusals, refused.name, None
    form.offer()
    return page(
        "players/player.html",
        "main",
        200 if who else 422,
        form=form,
        who=who,
        name=who.name if who else name,
        player=player,
        together=leaderboard.GAMES_TOGETHER,
        **shown,
    )
