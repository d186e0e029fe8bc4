"""The order in which a club's games ended, and what was computed along it, read and written in steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from sqlalchemy import (
    Integer,
    Table,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.orm import Session

from .db import UtcDateTime
from .last_ratings import BEGINNING, UP_TO, Place
from .models import Game, GamePlayer, Player
from .rating_models import RatedUntil, Rating

MOST_COUNTED = 10_000


@dataclass(slots=True)
class Played:
    """A game that is over: `sides` only where the table changed them, `seats` (player, total, won) clockwise."""

    ended: datetime
    id: int
    base: str
    sides: str | None
    seats: list[tuple[int, int, bool]] = field(default_factory=list)

    @property
    def place(self) -> Place:
        return self.ended, self.id


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a club's ratings are: the place, its version, games to go (MOST_COUNTED at most) and whether there are
    ratings of games that are no longer where they were."""

    place: Place
    version: int
    games: int
    left_over: bool


_GAME, _SEAT, _PLAYER, _UNTIL, _RATING = (
    cast(Table, model.__table__) for model in (Game, GamePlayer, Player, RatedUntil, Rating)
)
_OVER = _GAME.c.status == literal_column("'over'")  # as the index of these says it
_PLACE = tuple_(bindparam("from_ended", type_=UtcDateTime), bindparam("from_game", type_=Integer))
_RATED_AT = tuple_(_RATING.c.ended, _RATING.c.game_id)

_STALE = text(
    "INSERT INTO rated_until (club_id, ended, game_id, version) VALUES (:club, :beginning, 0, 1)"
    " ON CONFLICT (club_id) DO UPDATE SET version = rated_until.version + 1,"
    " game_id = CASE WHEN rated_until.ended < :since THEN rated_until.game_id ELSE 0 END,"
    " ended = CASE WHEN rated_until.ended < :since THEN rated_until.ended ELSE :since END"
).bindparams(bindparam("since", type_=UtcDateTime), bindparam("beginning", BEGINNING[0], type_=UtcDateTime))


def mark_stale(session: Session, club_id: int, since: datetime) -> None:
    """What was computed of games that ended then or later is to be computed again.

    One row is touched in any case: of two transactions that may not see each other, one waits or finds out.
    """
    session.execute(_STALE, {"club": club_id, "since": since})


_beyond = select(_GAME.c.id).where(
    _GAME.c.club_id == _UNTIL.c.club_id,
    _OVER,
    tuple_(_GAME.c.ended_at, _GAME.c.id) > tuple_(_UNTIL.c.ended, _UNTIL.c.game_id),
)
_left = select(_RATING.c.game_id).where(
    _RATING.c.club_id == _UNTIL.c.club_id, tuple_(_UNTIL.c.ended, _UNTIL.c.game_id) < _RATED_AT
)
_PROGRESS = select(
    *(_UNTIL.c.ended, _UNTIL.c.game_id, _UNTIL.c.version),
    select(func.count()).select_from(_beyond.correlate(_UNTIL).limit(MOST_COUNTED).subquery()).scalar_subquery(),
    _left.correlate(_UNTIL).exists(),
).where(_UNTIL.c.club_id == bindparam("club"))


def progress(session: Session, club_id: int) -> Progress | None:
    """How far the club's ratings are, None where no game has ended yet."""
    row = session.execute(_PROGRESS, {"club": club_id}).one_or_none()
    return Progress((row[0], row[1]), *row[2:]) if row else None


_NEXT = (
    select(_GAME.c.ended_at, _GAME.c.id, _GAME.c.preset, _GAME.c.rules["sides"].as_string().label("sides"))
    .where(_GAME.c.club_id == bindparam("club"), _OVER, tuple_(_GAME.c.ended_at, _GAME.c.id) > _PLACE)
    .order_by(_GAME.c.ended_at, _GAME.c.id)
    .limit(bindparam("most"))
    .subquery()
)
_GAMES = (
    select(_NEXT, _SEAT.c.player_id, _SEAT.c.total, _SEAT.c.won)
    .join(_SEAT, _SEAT.c.game_id == _NEXT.c.id)
    .order_by(_NEXT.c.ended_at, _NEXT.c.id, _SEAT.c.seat)
)


def games_after(session: Session, club_id: int, place: Place, most: int) -> list[Played]:
    """The club's next games that are over, in the order in which they ended."""
    rows = session.execute(_GAMES, {"club": club_id, "from_ended": place[0], "from_game": place[1], "most": most})
    games: list[Played] = []
    for ended, game, base, sides, *seat in rows:
        if not games or games[-1].id != game:
            games.append(Played(ended, game, base, sides))
        games[-1].seats.append((seat[0], seat[1], seat[2]))
    return games


_MOVE = update(_UNTIL).where(_UNTIL.c.club_id == bindparam("club"), _UNTIL.c.version == bindparam("as_read"))
_CLEAR = delete(_RATING).where(_RATING.c.club_id == bindparam("club"), _RATED_AT > _PLACE, _RATED_AT <= UP_TO)
_ADD = insert(_RATING)


def write(
    session: Session, club_id: int, was: Progress, to: Place, last: Place, rows: Sequence[Mapping[str, Any]]
) -> bool:
    """Puts these rows in the place of all that stand up to `to`, of which `last` is the last game.

    Nothing is stored where somebody changed anything since `was` was read; answers whether it was.
    """
    moved = {"club": club_id, "as_read": was.version}
    place = {"ended": last[0], "game_id": last[1], "version": was.version + 1}
    if not session.execute(_MOVE, moved | place).rowcount:  # type: ignore[attr-defined]
        return False
    span = {"from_ended": was.place[0], "from_game": was.place[1], "to_ended": to[0], "to_game": to[1]}
    session.execute(_CLEAR, {"club": club_id, **span})
    if rows:
        session.execute(_ADD, rows)
    return True
