"""A player's last rating and run up to a place in the order in which a club's games ended."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast

from sqlalchemy import Integer, Row, Select, Table, and_, bindparam, select, tuple_
from sqlalchemy.orm import Session

from .db import UtcDateTime
from .models import Game, GamePlayer
from .rating_models import Rating

Place = tuple[datetime, int]
"""Where a game stands in this order: when it ended, and its id, since several may have ended at once."""

BEGINNING: Place = (datetime(1000, 1, 1, tzinfo=UTC), 0)
END: Place = (datetime(9000, 1, 1, tzinfo=UTC), 0)
Run = tuple[int, int, int]
"""Games won or lost one after the other: wins counted up or losses down, the longest of wins, the longest of losses."""


class Rated(NamedTuple):
    """A player by one rule set: what openskill calls mu and sigma, games, and their run."""

    mu: float
    sigma: float
    games: int = 0
    run: Run = (0, 0, 0)


_GAME, _SEAT, _RATING = (cast(Table, model.__table__) for model in (Game, GamePlayer, Rating))
UP_TO = tuple_(bindparam("to_ended", type_=UtcDateTime), bindparam("to_game", type_=Integer))

_WHO = (
    select(_GAME.c.preset.label("base"), _SEAT.c.player_id)
    .distinct()
    .join(_SEAT, _SEAT.c.game_id == _GAME.c.id)
    .where(_GAME.c.id.in_(bindparam("games", expanding=True)))
    .subquery()
)


def last(player: Any, base: Any = None) -> Select[Any]:
    """The last rating of each player up to a place, by the rules of this base if there is one.

    Its place is looked up first, so that of each player one row is read, however many games there are.
    """
    earlier = _RATING.alias()
    same_rules = [] if base is None else [earlier.c.base == base]
    newest = (
        select(earlier.c.ended)
        .where(earlier.c.player_id == player, *same_rules, tuple_(earlier.c.ended, earlier.c.game_id) <= UP_TO)
        .order_by(earlier.c.ended.desc(), earlier.c.game_id.desc())
        .limit(1)
        .correlate(player.table)
    )
    ended, game = (newest.with_only_columns(earlier.c[name]).scalar_subquery() for name in ("ended", "game_id"))
    theirs = and_(_RATING.c.player_id == player, _RATING.c.ended == ended, _RATING.c.game_id == game)
    return select(_RATING).select_from(player.table).join(_RATING, theirs)


_LAST_BY_RULES, _LAST_OF_ALL = last(_WHO.c.player_id, _WHO.c.base), last(_WHO.c.player_id)


def as_of(
    session: Session, place: Place, games: Collection[int]
) -> tuple[dict[tuple[str, int], Rated], dict[int, Run]]:
    """The players of these games as they stood at this place: by rules and player, and their runs over all rules."""
    values = {"games": list(games), "to_ended": place[0], "to_game": place[1]}
    by_rules = {(row.base, row.player_id): rated(row) for row in session.execute(_LAST_BY_RULES, values)}
    return by_rules, {row.player_id: any_run(row) for row in session.execute(_LAST_OF_ALL, values)}


def rated(row: Row[Any]) -> Rated:
    """What a row says of the player by its rules."""
    return Rated(row.mu, row.sigma, row.games, (row.run, row.most_won, row.most_lost))


def any_run(row: Row[Any]) -> Run:
    """What a row says of the player's run over all rules."""
    return row.any_run, row.any_most_won, row.any_most_lost
