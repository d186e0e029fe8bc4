"""What pages show of ratings and runs: read along indexes, from the newest game back, however many were played."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import CompoundSelect, Subquery, and_, bindparam, func, null, select, union_all
from sqlalchemy.engine import Connection

from .ratings import NEWEST, Rated, Run, last_rating, rated
from .tables import GAME, PLAYER, RATING

_OF_CLUB = last_rating(PLAYER.c.id, bindparam("preset")).where(PLAYER.c.club_id == bindparam("club"))


def of_club(connection: Connection, club_id: int, preset: str) -> dict[int, Rated]:
    """Return the club's players by the rules of this preset, by player id."""
    rows = connection.execute(_OF_CLUB, {"club": club_id, "preset": preset, **NEWEST})
    return {row.player_id: rated(row) for row in rows}


def _next_preset(player: Any, *after: Any) -> Any:
    theirs = (RATING.c.player_id == player, *(RATING.c.preset > preset for preset in after))
    return select(func.min(RATING.c.preset)).where(*theirs).correlate(player.table).scalar_subquery().label("preset")


# From one preset to the next, so that the rows between are not looked at.
_FIRST_PRESET = select(PLAYER.c.id, _next_preset(PLAYER.c.id)).where(PLAYER.c.id == bindparam("player"))
_PRESETS = _FIRST_PRESET.cte(recursive=True)
_PRESETS = _PRESETS.union_all(
    select(_PRESETS.c.id, _next_preset(_PRESETS.c.id, _PRESETS.c.preset)).where(_PRESETS.c.preset.is_not(None))
)
_OF_PLAYER = last_rating(_PRESETS.c.id, _PRESETS.c.preset).order_by(RATING.c.ended_at.desc(), RATING.c.game_id.desc())


def of_player(connection: Connection, player_id: int) -> tuple[dict[str, Rated], Run]:
    """Return a player's ratings by preset, and the run over all rules."""
    rows = connection.execute(_OF_PLAYER, {"player": player_id, **NEWEST}).all()
    run = (rows[0].any_run, rows[0].any_most_won, rows[0].any_most_lost) if rows else (0, 0, 0)
    return {row.preset: rated(row) for row in rows}, run


class Result(NamedTuple):
    """A game that a player won or lost."""

    uid: UUID
    ended_at: datetime
    won: bool


def _newest(by_preset: bool, most: str) -> Subquery:
    """Select the newest games of a player, of all or by the rules of one preset."""
    theirs = RATING.c.player_id == bindparam("player")
    asked = select(RATING).where(and_(theirs, RATING.c.preset == bindparam("preset")) if by_preset else theirs)
    return asked.order_by(RATING.c.ended_at.desc(), RATING.c.game_id.desc()).limit(bindparam(most)).subquery()


def _results(by_preset: bool) -> CompoundSelect[Any]:
    """Select some results, newest first, and of more games what the rating was after them."""
    form, points = _newest(by_preset, "form"), _newest(True, "points")
    ended_at, game, run = (null().cast(form.c[name].type) for name in ("ended_at", "game_id", "run"))
    return union_all(
        select(GAME.c.uid, form.c.ended_at, form.c.game_id, form.c.run, form.c.games, form.c.mu).join(
            GAME, GAME.c.id == form.c.game_id
        ),
        select(null().cast(GAME.c.uid.type), ended_at, game, run, points.c.games, points.c.mu),
    )


_RESULTS, _RESULTS_BY_PRESET = _results(False), _results(True)


def results(
    connection: Connection, player_id: int, preset: str, form: int, points: int, *, form_by_preset: bool
) -> tuple[list[Result], list[tuple[int, float]]]:
    """Return a player's newest `form` results, of all games or by this preset, and of the newest `points` games by it
    their number and mu after.

    The newest come last.
    """
    values = {"player": player_id, "preset": preset, "form": form, "points": points}
    rows = connection.execute(_RESULTS_BY_PRESET if form_by_preset else _RESULTS, values).all()
    newest = sorted((ended_at, game, uid, run) for uid, ended_at, game, run, _, _ in rows if uid)
    after = sorted((games, mu) for uid, _, _, _, games, mu in rows if not uid)
    return [Result(uid, ended_at, run > 0) for ended_at, _, uid, run in newest], after
