"""What pages show of ratings and runs: read along indexes, from the newest game back, however many were played."""

from datetime import datetime
from typing import Any, NamedTuple, cast
from uuid import UUID

from sqlalchemy import CompoundSelect, Subquery, Table, and_, bindparam, func, null, select, union_all
from sqlalchemy.engine import Connection

from .last_ratings import END, Rated, Run, last, rated
from .models import Game, Player
from .rating_models import Rating

_GAME, _PLAYER, _RATING = (cast(Table, model.__table__) for model in (Game, Player, Rating))
_NEWEST = {"to_ended": END[0], "to_game": END[1]}
_OF_CLUB = last(_PLAYER.c.id, bindparam("base")).where(_PLAYER.c.club_id == bindparam("club"))


def _next_base(player: Any, *after: Any) -> Any:
    theirs = (_RATING.c.player_id == player, *(_RATING.c.base > base for base in after))
    return select(func.min(_RATING.c.base)).where(*theirs).correlate(player.table).scalar_subquery().label("base")


# From one base to the next, so that the rows between are not looked at.
_BASES = select(_PLAYER.c.id, _next_base(_PLAYER.c.id)).where(_PLAYER.c.id == bindparam("player")).cte(recursive=True)
_BASES = _BASES.union_all(select(_BASES.c.id, _next_base(_BASES.c.id, _BASES.c.base)).where(_BASES.c.base.is_not(None)))
_BY_RULES = ("mu", "sigma", "games", "run", "most_won", "most_lost")
_OVER_ALL = ("any_run", "any_most_won", "any_most_lost")
_OF_PLAYER = (
    last(_BASES.c.id, _BASES.c.base)
    .with_only_columns(*(_RATING.c[name] for name in ("base", *_BY_RULES, *_OVER_ALL)))
    .order_by(_RATING.c.ended.desc(), _RATING.c.game_id.desc())
)


def of_club(connection: Connection, club_id: int, base: str) -> dict[int, Rated]:
    """The club's players by the rules of this base, by their ids."""
    rows = connection.execute(_OF_CLUB, {"club": club_id, "base": base, **_NEWEST})
    return {row.player_id: rated(row) for row in rows}


def of_player(connection: Connection, player_id: int) -> tuple[dict[str, Rated], Run]:
    """A player by each base, and the run over all of them."""
    rows = connection.execute(_OF_PLAYER, {"player": player_id, **_NEWEST}).all()
    newest = tuple(rows[0][-3:]) if rows else (0, 0, 0)
    return {base: Rated(mu, sigma, games, (*run,)) for base, mu, sigma, games, *run, _, _, _ in rows}, newest


class Result(NamedTuple):
    """A game that a player won or lost."""

    uid: UUID
    ended: datetime
    won: bool


def _newest(by_base: bool, name: str) -> Subquery:
    """The newest games of a player, of all or by the rules of one base."""
    theirs = _RATING.c.player_id == bindparam("player")
    asked = select(_RATING).where(and_(theirs, _RATING.c.base == bindparam("base")) if by_base else theirs)
    return asked.order_by(_RATING.c.ended.desc(), _RATING.c.game_id.desc()).limit(bindparam(name)).subquery()


def _results(by_base: bool) -> CompoundSelect[Any]:
    """Some results, newest first, and of more games what the rating was after them."""
    form, points = _newest(by_base, "form"), _newest(True, "points")
    ended, game, run = (null().cast(form.c[name].type) for name in ("ended", "game_id", "run"))
    return union_all(
        select(_GAME.c.uid, form.c.ended, form.c.game_id, form.c.run, form.c.games, form.c.mu).join(
            _GAME, _GAME.c.id == form.c.game_id
        ),
        select(null().cast(_GAME.c.uid.type), ended, game, run, points.c.games, points.c.mu),
    )


_RESULTS, _RESULTS_BY_BASE = _results(False), _results(True)


def results(
    connection: Connection, player_id: int, base: str, form: int, points: int, *, form_by_base: bool
) -> tuple[list[Result], list[tuple[int, float]]]:
    """The newest so many games of a player, of all or by this base, and of so many by it their number and mu after.

    The newest come last.
    """
    values = {"player": player_id, "base": base, "form": form, "points": points}
    rows = connection.execute(_RESULTS_BY_BASE if form_by_base else _RESULTS, values).all()
    newest = sorted((ended, game, uid, run) for uid, ended, game, run, _, _ in rows if uid)
    after = sorted((games, mu) for uid, _, _, _, games, mu in rows if not uid)
    return [Result(uid, ended, run > 0) for ended, _, uid, run in newest], after
