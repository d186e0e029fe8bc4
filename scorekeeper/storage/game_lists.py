"""The games of a club by when they were started, a page at a time, however many there are.

A page lies between two places; it is read along an index of these, and where something else is asked for too, at most
LOOKED_THROUGH games are looked at. Its statements are put into words once for each combination of what is asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from itertools import groupby
from typing import Any, cast
from uuid import UUID

from sqlalchemy import Integer, Select, Table, bindparam, exists, select, tuple_
from sqlalchemy.orm import Session

from .db import UtcDateTime
from .models import Game, GamePlayer, HouseRules, Json, Player

LOOKED_THROUGH = 10_000
OVER_OR_DELETED = ("over", "deleted")
NOT_OVER = ("in-progress", "tied", "stopped", "deleted")

Place = tuple[datetime, int]
"""Where a game stands in the history: when it was started, and its id, since several may have started at once."""

FIRST: Place = (datetime(1000, 1, 1, tzinfo=UTC), 0)
LAST: Place = (datetime(9000, 1, 1, tzinfo=UTC), 0)


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games are asked for: all between two places (both left out), and of those only such as this.

    `result`: "won" or "lost" by the player with this id, "unfinished" for games that nobody has won.
    """

    low: Place = FIRST
    high: Place = LAST
    preset: str | None = None
    house_rules_name: str | None = None
    player: int | None = None
    result: str = ""

    @property
    def picks(self) -> bool:
        """Whether games are passed over that the index alone would give."""
        return bool(self.house_rules_name or self.player or self.result)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in the history; `players` (name, total, won) stand clockwise."""

    id: int
    uid: UUID
    rules: Json
    house_rules_name: str | None
    status: str
    started_at: datetime
    ended_at: datetime | None
    players: list[tuple[str, int, bool]] = field(default_factory=list)

    @property
    def place(self) -> Place:
        return self.started_at, self.id


_GAME, _SEAT, _PLAYER, _HOUSE = (
    cast(Table, model.__table__) for model in (Game, GamePlayer, Player, HouseRules)
)  # fmt: skip
_there = tuple_(_GAME.c.started_at, _GAME.c.id)
_OF_ROW = ("id", "uid", "rules", "house_rules_name", "status", "started_at", "ended_at")


def _place(name: str) -> Any:
    return tuple_(bindparam(f"{name}_started", type_=UtcDateTime), bindparam(f"{name}_id", type_=Integer))


@cache
def _between(columns: tuple[str, ...], by_base: bool, oldest_first: bool) -> Select[Any]:
    """All games of a club between two places, along the index."""
    asked = select(*(_GAME.c[name] for name in columns)).where(
        _GAME.c.club_id == bindparam("club"), _there > _place("low"), _there < _place("high")
    )
    if by_base:
        asked = asked.where(_GAME.c.preset == bindparam("base"))
    order = (_GAME.c.started_at, _GAME.c.id) if oldest_first else (_GAME.c.started_at.desc(), _GAME.c.id.desc())
    return asked.order_by(*order).limit(bindparam("most"))


@cache
def _page(by_base: bool, by_house: bool, by_player: bool, result: str, oldest_first: bool) -> Select[Any]:
    """The games that are asked for. A status is never asked for by name: the index of places is to be followed."""
    asked = _between(_OF_ROW, by_base, oldest_first)
    asked = asked.where(_GAME.c.status.not_in(OVER_OR_DELETED if result == "unfinished" else ("deleted",)))
    if by_house:
        asked = asked.where(_GAME.c.house_rules_name == bindparam("house"))
    if by_player:
        theirs = exists().where(_SEAT.c.game_id == _GAME.c.id, _SEAT.c.player_id == bindparam("player"))
        if result in ("won", "lost"):
            asked = asked.where(_GAME.c.status.not_in(NOT_OVER))
            theirs = theirs.where(_SEAT.c.won.is_(result == "won"))
        asked = asked.where(theirs)
    return asked


@cache
def _boundary(by_base: bool, oldest_first: bool) -> Select[Any]:
    return _between(("started_at", "id"), by_base, oldest_first).offset(bindparam("passed"))


_SEATS = (
    select(_SEAT.c.game_id, _PLAYER.c.name, _SEAT.c.total, _SEAT.c.won)
    .join(_PLAYER, _PLAYER.c.id == _SEAT.c.player_id)
    .where(_SEAT.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(_SEAT.c.game_id, _SEAT.c.seat)
)


def page(
    session: Session, club_id: int, asked: GameFilter, most: int, *, oldest_first: bool = False
) -> tuple[list[GameRow], Place | None]:
    """The first games that are asked for, and from where to search on (None where all were looked at)."""
    values = {
        "club": club_id,
        "base": asked.preset,
        "house": asked.house_rules_name,
        "player": asked.player,
        "most": most,
    }
    values |= _values("low", asked.low) | _values("high", asked.high)
    by_base, ended = asked.preset is not None, None
    if asked.picks:
        passed = values | {"passed": LOOKED_THROUGH, "most": 1}
        beyond = session.execute(_boundary(by_base, oldest_first), passed).one_or_none()
        if beyond is not None:
            values |= _values("high" if oldest_first else "low", (beyond.started_at, beyond.id))
            ended = (beyond.started_at, beyond.id + (-1 if oldest_first else 1))
    statement = _page(by_base, asked.house_rules_name is not None, asked.player is not None, asked.result, oldest_first)
    rows = [GameRow(*row) for row in session.execute(statement, values)]
    _seat(session, rows)
    return rows, ended


def _values(name: str, place: Place) -> dict[str, Any]:
    return {f"{name}_started": place[0], f"{name}_id": place[1]}


def _seat(session: Session, rows: Sequence[GameRow]) -> None:
    """Gives each game its players."""
    by_id = {row.id: row for row in rows}
    if by_id:
        for game, seats in groupby(session.execute(_SEATS, {"games": list(by_id)}), key=lambda seat: seat[0]):
            by_id[game].players.extend((name, total, won) for _, name, total, won in seats)


_NAMED = select(_PLAYER.c.name, _PLAYER.c.id).where(
    _PLAYER.c.club_id == bindparam("club"), _PLAYER.c.name.in_([bindparam("name"), bindparam("capital")])
)
_HOUSES = select(_HOUSE.c.name).where(_HOUSE.c.club_id == bindparam("club")).order_by(_HOUSE.c.name).limit(100)


def player_called(session: Session, club_id: int, name: str) -> int | None:
    """The id of the club's player of this name, or of this name with a capital."""
    capital = name.title()
    found = {row.name: row.id for row in session.execute(_NAMED, {"club": club_id, "name": name, "capital": capital})}
    return found.get(name) or found.get(capital)


def house_names(session: Session, club_id: int) -> Iterator[str]:
    """The names of the club's house rules."""
    yield from session.scalars(_HOUSES, {"club": club_id})
