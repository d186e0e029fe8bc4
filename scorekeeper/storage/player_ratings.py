"""What pages show of ratings and runs: read along indexes, from the newest game back, however many were played."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import Select, Table, and_, bindparam, func, literal, select, union_all
from sqlalchemy.orm import Session

from .models import Game, Player
from .rating_models import Rating
from .ratings import END, Rated, Run, any_run, last, rated

_GAME, _PLAYER, _RATING = (cast(Table, model.__table__) for model in (Game, Player, Rating))
_NEWEST = {"to_ended": END[0], "to_game": END[1]}
_OF_CLUB = last(_PLAYER.c.id, bindparam("base")).where(_PLAYER.c.club_id == bindparam("club"))


def _next_base(player: Any, *after: Any) -> Any:
    theirs = (_RATING.c.player_id == player, *(_RATING.c.base > base for base in after))
    return select(func.min(_RATING.c.base)).where(*theirs).correlate(player.table).scalar_subquery().label("base")


# From one base to the next, so that the rows between are not looked at.
_BASES = select(_PLAYER.c.id, _next_base(_PLAYER.c.id)).where(_PLAYER.c.id == bindparam("player")).cte(recursive=True)
_BASES = _BASES.union_all(select(_BASES.c.id, _next_base(_BASES.c.id, _BASES.c.base)).where(_BASES.c.base.is_not(None)))
_OF_PLAYER = last(_BASES.c.id, _BASES.c.base)


def of_club(session: Session, club_id: int, base: str) -> dict[int, Rated]:
    """The club's players by the rules of this base, by their ids."""
    rows = session.execute(_OF_CLUB, {"club": club_id, "base": base, **_NEWEST})
    return {row.player_id: rated(row) for row in rows}


def of_player(session: Session, player_id: int) -> tuple[dict[str, Rated], Run]:
    """A player by each base, and the run over all of them."""
    rows = session.execute(_OF_PLAYER, {"player": player_id, **_NEWEST}).all()
    last = max(rows, key=lambda row: (row.ended, row.game_id), default=None)
    return {row.base: rated(row) for row in rows}, any_run(last) if last else (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Result:
    """A game that a player won or lost; mu and games are those after it, by its rules."""

    uid: UUID
    ended: datetime
    won: bool
    mu: float
    games: int


def _results(by_base: bool, name: str) -> Select[Any]:
    """The newest games of a player, of all or by the rules of one base."""
    theirs = _RATING.c.player_id == bindparam("player")
    asked = select(_RATING).where(and_(theirs, _RATING.c.base == bindparam("base")) if by_base else theirs)
    newest = asked.order_by(_RATING.c.ended.desc(), _RATING.c.game_id.desc()).limit(bindparam(name)).subquery()
    columns = (_GAME.c.uid, newest.c.ended, newest.c.run > 0, newest.c.mu, newest.c.games, newest.c.game_id)
    return select(literal(by_base), *columns).join(_GAME, _GAME.c.id == newest.c.game_id)


_RESULTS = union_all(_results(False, "of_all"), _results(True, "of_base"))


def results(
    session: Session, player_id: int, base: str, of_all: int, of_base: int
) -> tuple[list[Result], list[Result]]:
    """The newest so many games of a player, and by the rules of this base; the newest last."""
    rows = session.execute(_RESULTS, {"player": player_id, "base": base, "of_all": of_all, "of_base": of_base})
    found: tuple[list[Result], list[Result]] = ([], [])
    for by_base, uid, ended, won, mu, games, _ in sorted(rows, key=lambda row: (row[2], row[6])):
        found[by_base].append(Result(uid, ended, bool(won), mu, games))
    return found
