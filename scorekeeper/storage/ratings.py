"""Ratings and runs as they are stored: a row a player and game, computed in the order in which a club's games ended."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    Integer,
    Row,
    Select,
    and_,
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

from .db import EARLIEST, LAST, Cursor, UtcDateTime
from .tables import GAME, RATING, RATING_PROGRESS, SEAT

MOST_COUNTED = 10_000

Run = tuple[int, int, int]
"""Games won or lost one after the other: wins counted up or losses down, the longest of wins, the longest of losses."""


class Rated(NamedTuple):
    """A player by one preset's rules: what openskill calls mu and sigma, games, and the run."""

    mu: float
    sigma: float
    games: int = 0
    run: Run = (0, 0, 0)


@dataclass(slots=True)
class RatedGame:
    """A game that is over: `sides` only where the table changed them, `seats` (player, total, won) clockwise."""

    ended_at: datetime
    id: int
    preset: str
    sides: str | None
    seats: list[tuple[int, int, bool]] = field(default_factory=list)

    @property
    def cursor(self) -> Cursor:
        return self.ended_at, self.id


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a club's ratings are: the cursor, its version, games to go (MOST_COUNTED at most) and whether there are
    ratings of games that are no longer where they were."""

    cursor: Cursor
    version: int
    games: int
    left_over: bool


_OVER = GAME.c.status == literal_column("'over'")  # as the index of these says it
_GAME_CURSOR = tuple_(GAME.c.ended_at, GAME.c.id)
_RATING_CURSOR = tuple_(RATING.c.ended_at, RATING.c.game_id)
_PROGRESS_CURSOR = tuple_(RATING_PROGRESS.c.ended_at, RATING_PROGRESS.c.game_id)
_AFTER, _UP_TO = (
    tuple_(bindparam(f"{name}_ended_at", type_=UtcDateTime), bindparam(f"{name}_game", type_=Integer))
    for name in ("after", "up_to")
)


def _values(name: str, cursor: Cursor) -> dict[str, Any]:
    return {f"{name}_ended_at": cursor[0], f"{name}_game": cursor[1]}


_MARK_STALE = text(
    "INSERT INTO rating_progress (club_id, ended_at, game_id, version) VALUES (:club, :first, 0, 1)"
    " ON CONFLICT (club_id) DO UPDATE SET version = rating_progress.version + 1,"
    " game_id = CASE WHEN rating_progress.ended_at < :since THEN rating_progress.game_id ELSE 0 END,"
    " ended_at = CASE WHEN rating_progress.ended_at < :since THEN rating_progress.ended_at ELSE :since END"
).bindparams(bindparam("since", type_=UtcDateTime), bindparam("first", EARLIEST, type_=UtcDateTime))


def mark_stale(session: Session, club_id: int, since: datetime) -> None:
    """Have everything computed again from games that ended then or later.

    One row is touched in any case: of two transactions that may not see each other, one waits or finds out.
    """
    session.execute(_MARK_STALE, {"club": club_id, "since": since})


_to_go = select(GAME.c.id).where(GAME.c.club_id == RATING_PROGRESS.c.club_id, _OVER, _GAME_CURSOR > _PROGRESS_CURSOR)
_left_over = select(RATING.c.game_id).where(
    RATING.c.club_id == RATING_PROGRESS.c.club_id, _PROGRESS_CURSOR < _RATING_CURSOR
)
_PROGRESS = select(
    *(RATING_PROGRESS.c.ended_at, RATING_PROGRESS.c.game_id, RATING_PROGRESS.c.version),
    select(func.count())
    .select_from(_to_go.correlate(RATING_PROGRESS).limit(MOST_COUNTED).subquery())
    .scalar_subquery(),
    _left_over.correlate(RATING_PROGRESS).exists(),
).where(RATING_PROGRESS.c.club_id == bindparam("club"))


def progress(session: Session, club_id: int) -> Progress | None:
    """Return how far the club's ratings are, None where no game has ended yet."""
    row = session.execute(_PROGRESS, {"club": club_id}).one_or_none()
    return Progress((row[0], row[1]), *row[2:]) if row else None


_NEXT = (
    select(GAME.c.ended_at, GAME.c.id, GAME.c.preset, GAME.c.rules["sides"].as_string().label("sides"))
    .where(GAME.c.club_id == bindparam("club"), _OVER, _GAME_CURSOR > _AFTER)
    .order_by(GAME.c.ended_at, GAME.c.id)
    .limit(bindparam("most"))
    .subquery()
)
_NEXT_WITH_SEATS = (
    select(_NEXT, SEAT.c.player_id, SEAT.c.total, SEAT.c.won)
    .join(SEAT, SEAT.c.game_id == _NEXT.c.id)
    .order_by(_NEXT.c.ended_at, _NEXT.c.id, SEAT.c.seat)
)


def games_after(session: Session, club_id: int, cursor: Cursor, most: int) -> list[RatedGame]:
    """Return the club's next games that are over, in the order in which they ended."""
    rows = session.execute(_NEXT_WITH_SEATS, {"club": club_id, "most": most, **_values("after", cursor)})
    games: list[RatedGame] = []
    for ended_at, game, preset, sides, player, total, won in rows:
        if not games or games[-1].id != game:
            games.append(RatedGame(ended_at, game, preset, sides))
        games[-1].seats.append((player, total, won))
    return games


_MOVE = update(RATING_PROGRESS).where(
    RATING_PROGRESS.c.club_id == bindparam("club"), RATING_PROGRESS.c.version == bindparam("as_read")
)
_CLEAR = delete(RATING).where(RATING.c.club_id == bindparam("club"), _RATING_CURSOR > _AFTER, _RATING_CURSOR <= _UP_TO)
_ADD = insert(RATING)


def write(
    session: Session, club_id: int, was: Progress, to: Cursor, last: Cursor, rows: Sequence[Mapping[str, Any]]
) -> bool:
    """Store these rows in place of all that stand up to `to`, of which `last` is the last game.

    Nothing is stored, and False returned, where somebody changed anything since `was` was read.
    """
    moved = {"ended_at": last[0], "game_id": last[1], "version": was.version + 1}
    if not session.connection().execute(_MOVE, {"club": club_id, "as_read": was.version, **moved}).rowcount:
        return False
    session.execute(_CLEAR, {"club": club_id, **_values("after", was.cursor), **_values("up_to", to)})
    if rows:
        session.execute(_ADD, rows)
    return True


# What a row tells of the player, and nothing of the game.
_RATED = [column for column in RATING.c if column.name not in ("ended_at", "game_id", "club_id")]


def last_rating(player: Any, preset: Any = None) -> Select[Any]:
    """Select the last rating of each player up to a cursor, by the rules of this preset if there is one.

    Its cursor is looked up first, so that of each player one row is read, however many games there are.
    """
    earlier = RATING.alias()
    same_rules = [] if preset is None else [earlier.c.preset == preset]
    newest = (
        select(earlier.c.ended_at)
        .where(earlier.c.player_id == player, *same_rules, tuple_(earlier.c.ended_at, earlier.c.game_id) <= _UP_TO)
        .order_by(earlier.c.ended_at.desc(), earlier.c.game_id.desc())
        .limit(1)
        .correlate(player.table)
    )
    ended_at, game = (newest.with_only_columns(earlier.c[name]).scalar_subquery() for name in ("ended_at", "game_id"))
    theirs = and_(RATING.c.player_id == player, RATING.c.ended_at == ended_at, RATING.c.game_id == game)
    return select(*_RATED).select_from(player.table).join(RATING, theirs)


NEWEST = _values("up_to", LAST)
"""What `last_rating` is asked with for everybody's rating of today."""

_WHO = (
    select(GAME.c.preset, SEAT.c.player_id)
    .distinct()
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(GAME.c.id.in_(bindparam("games", expanding=True)))
    .subquery()
)
_LAST_BY_RULES, _LAST_OF_ALL = last_rating(_WHO.c.player_id, _WHO.c.preset), last_rating(_WHO.c.player_id)


def as_of(
    session: Session, cursor: Cursor, games: Collection[int]
) -> tuple[dict[tuple[str, int], Rated], dict[int, Run]]:
    """Return the players of these games as they stood at this cursor: by preset and player, and runs over all rules."""
    values = {"games": list(games), **_values("up_to", cursor)}
    by_rules = {(row.preset, row.player_id): rated(row) for row in session.execute(_LAST_BY_RULES, values)}
    runs = session.execute(_LAST_OF_ALL, values)
    return by_rules, {row.player_id: (row.any_run, row.any_most_won, row.any_most_lost) for row in runs}


def rated(row: Row[Any]) -> Rated:
    """Return what a row says of the player by its rules."""
    return Rated(row.mu, row.sigma, row.games, (row.run, row.most_won, row.most_lost))
