"""Rivalries: how the same two sides stand against each other."""

from collections.abc import Mapping

from scorekeeper.rules.words import by_name, side_name
from scorekeeper.storage import clubs, stats
from scorekeeper.storage.db import db, reading
from scorekeeper.storage.stats import Rivalry
from scorekeeper.storage.stats_models import ANY_PRESET
from scorekeeper.usecases.days import local, today
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.names import is_unnamed
from scorekeeper.usecases.players.player_stats import StatsFilter

MOST_RIVALRIES = 5


def rivalries(player_id: int, wanted: StatsFilter, names: Mapping[int, str]) -> list[tuple[str, str, Rivalry]]:
    """Return the pairs that met most often in a player's games, at least twice, each with the names of both sides.

    `names` are those of the player and of the others who have one.
    """
    known = {None, *names}
    met = [
        one
        for one in stats.rivalries(reading(), player_id, wanted.rules, wanted.year, 4)
        if one.games > 1 and known.issuperset(one[:3])
    ]

    def named(*side: int | None) -> str:
        return side_name(sorted((names[player] for player in side if player), key=by_name))

    sides = [(named(player_id, one.partner), named(one.one, one.other), one) for one in met]
    return sorted(sides, key=lambda side: (-side[2].games, *map(by_name, side[:2])))[:MOST_RIVALRIES]


def tell_rivalry(state: GameState) -> str:
    """Return how the two sides of a game that is over stand in its year: "Ann & Cal lead 4–3 this year."; "" if there
    are more sides, or a player without a name.
    """
    sides, names = state.competitors, state.names
    is_theirs = len(sides) == 2 and len(sides[0]) < 3 and not any(map(is_unnamed, state.stored_names.players))
    if not (state.standing.end and is_theirs):
        return ""
    zone = clubs.get(db.session(), state.game.club_id).zone
    year = local(state.game.started_at, zone).year
    ids = {seat.number: seat.player_id for seat in state.game.seats}
    (me, *partner), theirs = ([ids[player] for player in side] for side in sides)
    who = partner[0] if partner else None, min(theirs), max(theirs)
    known = stats.rivalries(reading(), me, ANY_PRESET, year, len(ids))
    met = next((one for one in known if one[:3] == who), None)
    if not met:
        return ""
    is_now = year == today(zone).year
    when = "this year" if is_now else f"in {year}"
    if met.won == met.lost:
        return f"{names.sides(sides)} {'are' if is_now else 'were'} level at {met.won}–{met.lost} {when}."
    leader = sides[met.won < met.lost]
    leads = "lead" if names.is_plural(leader) else "leads"
    score = "–".join(map(str, sorted((met.won, met.lost), reverse=True)))
    return f"{names.side(leader)} {leads if is_now else 'led'} {score} {when}."
