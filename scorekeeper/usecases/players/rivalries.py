"""Rivalries: how the same two sides stand against each other."""

from scorekeeper.storage import clubs, stats
from scorekeeper.storage.db import db, reading
from scorekeeper.storage.stats_models import ANY_PRESET
from scorekeeper.usecases.days import local, today
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.names import is_unnamed


def tell_rivalry(state: GameState) -> str:
    """Return how the two sides of a game that is over stand in its year: "Ann & Cal lead 4–3 this year."; "" if there
    are more sides, or a player without a name.
    """
    sides, names = state.competitors, state.names
    is_theirs = len(sides) == 2 and len(sides[0]) < 3 and not any(map(is_unnamed, state.stored_names.players))
    if not (state.standing.end and is_theirs):
        return ""
    zone = clubs.get(db.session(), state.game.club_id).zone
    year = local(state.game.place, zone).year
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
