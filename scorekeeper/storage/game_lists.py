"""Lists of a club's games: those of the home page, and the history, a page at a time.

A page of the history is between two cursors and read along their index; with other filters at most MOST_SEARCHED games
are searched. Statements are built once: built each time, they would double the instructions of the home page, and add
25% for the history and 5% for the page of a new game.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    or_,
    select,
    tuple_,
)
from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus
from scorekeeper.storage.db import FIRST, LAST, Cursor, UtcDateTime
from scorekeeper.storage.games import IN_SEAT, SCORED, SITTER
from scorekeeper.storage.models import GAME, HAND, PLAYER, SEAT, SERIES, SITTING, TOURNAMENT, Json

MOST_SEARCHED = 10_000
LARGEST_LIMIT = 2**31 - 1
OVER_OR_DELETED = (GameStatus.OVER, GameStatus.DELETED)
NOT_OVER = tuple(status for status in GameStatus if status != GameStatus.OVER)


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in a list; `players` (name, total, won) are clockwise. `sittings` are those of seats that several
    had: the place among the players, a name, and how many hands were scored by the end of it.

    `round_number` is its round in the `tournament` with this name.
    """

    id: int
    uid: UUID
    rules: Json
    house_rules_name: str | None
    status: GameStatus
    started_at: datetime
    changed_at: datetime
    ended_at: datetime | None
    round_number: int | None
    tournament: UUID | None
    tournament_name: str | None
    players: tuple[tuple[str, int, bool], ...]
    sittings: tuple[tuple[int, str, int], ...] = ()

    @property
    def cursor(self) -> Cursor:
        return self.started_at, self.id


_COLUMNS = (
    *("id", "uid", "rules", "house_rules_name", "status", "started_at", "changed_at", "ended_at", "round_number"),
)
_OF_CLUB = GAME.c.club_id == bindparam("club")


def _with_seats(games: Select[Any], by: str, oldest_first: bool = False) -> Select[Any]:
    """Select these games in the order of a column, each with its tournament and, a row each, its players."""
    game = games.subquery()
    order = (game.c[by], game.c.id) if oldest_first else (game.c[by].desc(), game.c.id.desc())
    tournament = TOURNAMENT.c.uid.label("tournament"), TOURNAMENT.c.name.label("tournament_name")
    before = select(func.count()).where(HAND.c.game_id == SITTING.c.game_id, HAND.c.position <= SITTING.c.until, SCORED)
    seat = SEAT.c.seat, PLAYER.c.name, SEAT.c.total, SEAT.c.won
    return (
        select(*(game.c[name] for name in _COLUMNS), *tournament, *seat, SITTER.c.name, before.scalar_subquery())
        .join(SEAT, SEAT.c.game_id == game.c.id)
        .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
        .join(SERIES, SERIES.c.id == game.c.series_id)
        .outerjoin(TOURNAMENT, TOURNAMENT.c.id == SERIES.c.tournament_id)
        .outerjoin(SITTING, IN_SEAT)
        .outerjoin(SITTER, SITTER.c.id == SITTING.c.player_id)
        .order_by(*order, SEAT.c.seat, SITTING.c.until)
    )


def _latest(which: ColumnElement[bool], by: str) -> Select[Any]:
    """Select some of these games of a club with their players, the latest first."""
    latest = select(*(GAME.c[name] for name in (*_COLUMNS, "series_id"))).where(_OF_CLUB, which)
    return _with_seats(latest.order_by(GAME.c[by].desc(), GAME.c.id.desc()).limit(bindparam("most")), by)


_SHOWN = GAME.c.hidden.is_(False)
_HANDS = exists().where(HAND.c.game_id == GAME.c.id)
_BEGUN = or_(GAME.c.round_number.is_(None), GAME.c.open_hand.is_not(None), _HANDS)  # at a tournament's tables
_LATEST = _latest(and_(GAME.c.status.in_(bindparam("statuses", expanding=True)), _SHOWN, _BEGUN), "changed_at")
_PLAYED = and_(_SHOWN, GAME.c.status.not_in((GameStatus.IN_PROGRESS, GameStatus.TIED, GameStatus.DELETED)))
_SINCE = _latest(and_(_PLAYED, GAME.c.started_at >= bindparam("since", type_=UtcDateTime)), "started_at")
_LAST_START = select(GAME.c.started_at).where(_OF_CLUB, _PLAYED).order_by(GAME.c.started_at.desc()).limit(1)
_IS_DELETED = exists().where(_OF_CLUB, GAME.c.status == GameStatus.DELETED, _SHOWN)
_LAST_START_AND_DELETED = select(_LAST_START.scalar_subquery(), _IS_DELETED)


_PLAYS = SEAT.c.player_id.in_(bindparam("players", expanding=True))
_RUNNING_WITH = (
    select(GAME.c.uid, GAME.c.started_at, GAME.c.round_number)
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(_OF_CLUB, GAME.c.status.in_((GameStatus.IN_PROGRESS, GameStatus.TIED)), _SHOWN, _BEGUN)
    .group_by(GAME.c.id)
    .having(func.count() == bindparam("seats"), func.sum(case((_PLAYS, 1), else_=0)) == bindparam("seats"))
    .order_by(GAME.c.changed_at.desc(), GAME.c.id.desc())
)


def running_with(session: Session, club_id: int, players: Sequence[int]) -> Sequence[tuple[UUID, datetime, int | None]]:
    """Return the running games of just these players that are not hidden, the last changed first: uid, start, and the
    round of a tournament."""
    rows = session.execute(_RUNNING_WITH, {"club": club_id, "players": players, "seats": len(players)})
    return [(row.uid, row.started_at, row.round_number) for row in rows]


def latest_games(session: Session, club_id: int, statuses: Sequence[GameStatus], most: int) -> list[ListedGame]:
    """Return the club's games with these statuses that are not hidden, the last changed first."""
    return _rows(session, _LATEST, club=club_id, statuses=statuses, most=most)


def last_start(session: Session, club_id: int) -> tuple[datetime | None, bool]:
    """Return when the last of the games that are over or stopped began, and whether the club has deleted games."""
    started_at, any_deleted = session.execute(_LAST_START_AND_DELETED, {"club": club_id}).one()
    return started_at, any_deleted


def ended_since(session: Session, club_id: int, since: datetime, most: int) -> list[ListedGame]:
    """Return the club's games that began since then, are over or stopped, and not hidden, the last begun first."""
    return _rows(session, _SINCE, club=club_id, since=since, most=most)


def hidden_games(session: Session, club_id: int, most: int) -> list[ListedGame]:
    """Return the club's hidden games, the last changed first."""
    return _rows(session, _latest(GAME.c.hidden.is_(True), "changed_at"), club=club_id, most=most)


_LAST_STARTED = (
    select(GAME.c.rules, GAME.c.house_rules_name)
    .where(_OF_CLUB, GAME.c.uid.in_(bindparam("games", expanding=True)))
    .where(GAME.c.round_number.is_(None), GAME.c.deleted_at.is_(None))
    .order_by(GAME.c.id.desc())
    .limit(1)
)


def last_rules(session: Session, club_id: int, games: Collection[UUID]) -> tuple[Json, str | None] | None:
    """Return the rules of the last of these games that was not deleted, and the name of its house rules if any.

    Games of tournaments are ignored, because of their length.
    """
    row = session.execute(_LAST_STARTED, {"club": club_id, "games": [*games]}).one_or_none()
    return (row.rules, row.house_rules_name) if row else None


_STARTS = select(GAME.c.started_at).where(_OF_CLUB, GAME.c.deleted_at.is_(None)).order_by(GAME.c.started_at)


def starts(session: Session, club_id: int) -> Sequence[datetime]:
    """Return when each of the club's games began that are not deleted, the first first."""
    return session.scalars(_STARTS, {"club": club_id}).all()


_HOUSE_NAMES = (
    select(GAME.c.house_rules_name)
    .where(_OF_CLUB, GAME.c.house_rules_name.is_not(None), _SHOWN, GAME.c.deleted_at.is_(None))
    .distinct()
)


def house_names(session: Session, club_id: int) -> Sequence[str]:
    """Return the names of house rules that the club's games have, also of house rules that were renamed or removed."""
    return [str(name) for name in session.scalars(_HOUSE_NAMES, {"club": club_id})]


_HANDS_SCORED = (
    select(GAME.c.uid, func.count())
    .join(HAND, HAND.c.game_id == GAME.c.id)
    .where(
        _OF_CLUB,
        GAME.c.uid.in_(bindparam("games", expanding=True)),
        SCORED,
    )
    .group_by(GAME.c.uid)
)


def hands_scored(session: Session, club_id: int, games: Sequence[UUID]) -> dict[UUID, int]:
    """Return the number of scored hands of each of these games; games without one are left out."""
    rows = session.execute(_HANDS_SCORED, {"club": club_id, "games": games}) if games else ()
    return {row[0]: row[1] for row in rows}


def _rows(session: Session, statement: Select[Any], **values: Any) -> list[ListedGame]:
    games = groupby(session.execute(statement, values), key=lambda row: tuple(row[:-6]))
    return [_listed_game(game, list(rows)) for game, rows in games]


def _listed_game(game: Sequence[Any], rows: Sequence[Any]) -> ListedGame:
    seats = dict.fromkeys(tuple(row[-6:-2]) for row in rows)
    places = {seat[0]: place for place, seat in enumerate(seats)}
    sittings = tuple((places[row[-6]], *row[-2:]) for row in rows if row[-2] is not None)
    return ListedGame(*[*game, tuple(seat[1:] for seat in seats), sittings])


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games to return: those between two cursors (exclusive) that match the filters.

    `players`: ids of players at one table; `result`: "won" or "lost" by the first of them, "unfinished" for games
    without a winner.
    """

    low: Cursor = FIRST
    high: Cursor = LAST
    preset: str | None = None
    house_rules_name: str | None = None
    players: tuple[int, ...] = ()
    result: str = ""

    @property
    def picks(self) -> bool:
        """Whether filters skip games that the index returns."""
        return bool(self.house_rules_name or self.players or self.result)


def _cursor(name: str) -> Any:
    return tuple_(bindparam(f"{name}_started_at", type_=UtcDateTime), bindparam(f"{name}_id", type_=Integer))


def _values(name: str, cursor: Cursor) -> dict[str, Any]:
    return {f"{name}_started_at": cursor[0], f"{name}_id": cursor[1]}


@cache
def _between(columns: tuple[str, ...], by_preset: bool, oldest_first: bool) -> Select[Any]:
    """Select all games of a club between two cursors, along their index."""
    here = tuple_(GAME.c.started_at, GAME.c.id)
    asked = select(*(GAME.c[name] for name in columns)).where(_OF_CLUB, here > _cursor("low"), here < _cursor("high"))
    if by_preset:
        asked = asked.where(GAME.c.preset == bindparam("preset"))
    order = (GAME.c.started_at, GAME.c.id) if oldest_first else (GAME.c.started_at.desc(), GAME.c.id.desc())
    return asked.order_by(*order).limit(bindparam("most"))


@cache
def _page(
    columns: tuple[str, ...],
    by_preset: bool,
    by_house_rules: bool,
    players: int,
    result: str,
    oldest_first: bool,
) -> Select[Any]:
    """Select the matching games that are not hidden.

    The status is compared so that the index of cursors is used, not that of statuses.
    """
    asked = _between(columns, by_preset, oldest_first).where(_SHOWN)
    asked = asked.where(GAME.c.status.not_in(OVER_OR_DELETED if result == "unfinished" else (GameStatus.DELETED,)))
    if by_house_rules:
        asked = asked.where(GAME.c.house_rules_name == bindparam("house_rules_name"))
    for place in range(players):
        sits, sat = (table.c.player_id == bindparam(f"player{place}") for table in (SEAT, SITTING))
        theirs = exists().where(SEAT.c.game_id == GAME.c.id, sits)
        if place == 0 and result in ("won", "lost"):
            asked = asked.where(GAME.c.status.not_in(NOT_OVER))
            asked = asked.where(theirs.where(SEAT.c.won.is_(result == "won")))
        else:
            asked = asked.where(or_(theirs, exists().where(SITTING.c.game_id == GAME.c.id, sat)))
    return asked


@cache
def _boundary(by_preset: bool, oldest_first: bool) -> Select[Any]:
    return _between(("started_at", "id"), by_preset, oldest_first).offset(bindparam("passed"))


@cache
def _listed(by_preset: bool, by_house_rules: bool, players: int, result: str, oldest_first: bool) -> Select[Any]:
    found = _page((*_COLUMNS, "series_id"), by_preset, by_house_rules, players, result, oldest_first)
    return _with_seats(found, "started_at", oldest_first)


def page(
    session: Session, club_id: int, asked: GameFilter, most: int, *, oldest_first: bool = False
) -> tuple[list[ListedGame], Cursor | None]:
    """Return the first matching games, and the cursor to continue from (None if all were searched)."""
    values, ended = _search(session, club_id, asked, oldest_first)
    return _rows(session, _listed(*_filters(asked), oldest_first), **values, most=most), ended


def count(session: Session, club_id: int, asked: GameFilter) -> int:
    """Return the number of matching games, among the newest MOST_SEARCHED if there are filters."""
    values, _ = _search(session, club_id, asked, False)
    found = _page(("id",), *_filters(asked), False).subquery()
    return session.scalar(select(func.count()).select_from(found), values | {"most": LARGEST_LIMIT}) or 0


def _filters(asked: GameFilter) -> tuple[bool, bool, int, str]:
    """Return which statement a filter needs."""
    return asked.preset is not None, asked.house_rules_name is not None, len(asked.players), asked.result


def _search(
    session: Session, club_id: int, asked: GameFilter, oldest_first: bool
) -> tuple[dict[str, Any], Cursor | None]:
    """Return the values for the statement of a filter, and the cursor to continue from."""
    values: dict[str, Any] = {"club": club_id, "preset": asked.preset}
    values |= {f"player{place}": player for place, player in enumerate(asked.players)}
    values |= {"house_rules_name": asked.house_rules_name} | _values("low", asked.low) | _values("high", asked.high)
    by_preset, ended = asked.preset is not None, None
    if asked.picks:
        passed = values | {"passed": MOST_SEARCHED, "most": 1}
        beyond = session.execute(_boundary(by_preset, oldest_first), passed).one_or_none()
        if beyond is not None:
            values |= _values("high" if oldest_first else "low", (beyond.started_at, beyond.id))
            ended = (beyond.started_at, beyond.id + (-1 if oldest_first else 1))
    return values, ended


GAMES, HANDS = 12, 60
_START = tuple_(bindparam("started_at", type_=UtcDateTime), bindparam("game", type_=Integer))
_GAMES = (
    select(GAME.c.id, GAME.c.started_at, GAME.c.rules)
    .where(GAME.c.club_id == bindparam("club"), GAME.c.preset == bindparam("preset"))
    .where(GAME.c.deleted_at.is_(None))
    .where(tuple_(GAME.c.started_at, GAME.c.id) < _START)
    .order_by(GAME.c.started_at.desc(), GAME.c.id.desc())
    .limit(GAMES)
    .subquery()
)
_BEFORE = (
    select(cast(_GAMES.c.rules, Text), cast(HAND.c.facts, Text))
    .join(HAND, HAND.c.game_id == _GAMES.c.id)
    .order_by(_GAMES.c.started_at.desc(), _GAMES.c.id.desc(), HAND.c.position)
    .limit(HANDS)
)


def before(
    session: Session, club_id: int, preset: str, started_at: datetime, game_id: int
) -> tuple[tuple[str, str], ...]:
    """Return the rules and facts of at most HANDS hands in the club's last GAMES games by a preset before this game.

    They are still JSON, because decoding takes longer than the query.
    """
    values = {"club": club_id, "preset": preset, "started_at": started_at, "game": game_id}
    return tuple((rules, facts) for rules, facts in session.execute(_BEFORE, values))
