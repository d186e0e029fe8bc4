"""Lists of a club's games: those of the home page, and the history, a page at a time.

A page of the history is between two cursors and read along their index; with other filters at most MOST_SEARCHED games
are searched. Statements are built once: built each time, they would double the instructions of the home page, and add
25% for the history and 5% for the page of a new game.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
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
from scorekeeper.storage.stats_models import SEAT_STATS

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
    listed_at: datetime
    round_number: int | None
    tournament: UUID | None
    tournament_name: str | None
    players: tuple[tuple[str, int, bool], ...]
    sittings: tuple[tuple[int, str, int], ...] = ()


_COLUMNS = (
    *("id", "uid", "rules", "house_rules_name", "status", "started_at", "changed_at", "ended_at", "listed_at"),
    "round_number",
)
_OF_CLUB = GAME.c.club_id == bindparam("club")


def _games(*which: ColumnElement[bool]) -> Select[Any]:
    """Select some games, each with its tournament."""
    return (
        select(*(GAME.c[name] for name in _COLUMNS), TOURNAMENT.c.uid, TOURNAMENT.c.name)
        .outerjoin(SERIES, SERIES.c.id == GAME.c.series_id)  # outer: so games are read first, along their index
        .outerjoin(TOURNAMENT, TOURNAMENT.c.id == SERIES.c.tournament_id)
        .where(*which)
    )


def _latest(which: ColumnElement[bool], by: str) -> Select[Any]:
    """Select some of the games of a club, the last by a column first."""
    return _games(_OF_CLUB, which).order_by(GAME.c[by].desc(), GAME.c.id.desc()).limit(bindparam("most"))


_SCORED_BEFORE = (
    select(func.count())
    .where(HAND.c.game_id == SITTING.c.game_id, HAND.c.position <= SITTING.c.until, SCORED)
    .scalar_subquery()
)
_SEATS = (
    select(SEAT.c.game_id, SEAT.c.seat, PLAYER.c.name, SEAT.c.total, SEAT.c.won, SITTER.c.name, _SCORED_BEFORE)
    .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
    .outerjoin(SITTING, IN_SEAT)
    .outerjoin(SITTER, SITTER.c.id == SITTING.c.player_id)
    .where(SEAT.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(SEAT.c.game_id, SEAT.c.seat, SITTING.c.until)
)
_SHOWN = GAME.c.hidden.is_(False)
_HANDS = exists().where(HAND.c.game_id == GAME.c.id)
_BEGUN = or_(GAME.c.round_number.is_(None), GAME.c.open_hand.is_not(None), _HANDS)  # at a tournament's tables
_LATEST = _latest(and_(GAME.c.status.in_(bindparam("statuses", expanding=True)), _SHOWN, _BEGUN), "changed_at")
_PLAYED = and_(_SHOWN, GAME.c.status.not_in((GameStatus.IN_PROGRESS, GameStatus.TIED, GameStatus.DELETED)))
_SINCE = _latest(and_(_PLAYED, bindparam("since", type_=UtcDateTime) <= GAME.c.listed_at), "listed_at")
_LAST_END = select(GAME.c.listed_at).where(_OF_CLUB, _PLAYED).order_by(GAME.c.listed_at.desc()).limit(1)
_ANY_DELETED = select(exists().where(_OF_CLUB, GAME.c.status == GameStatus.DELETED, _SHOWN))


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


def last_end(session: Session, club_id: int) -> datetime | None:
    """Return when the last of the games that are over or stopped ended."""
    return session.scalar(_LAST_END, {"club": club_id})


def any_deleted(session: Session, club_id: int) -> bool:
    """Return whether the club has deleted games that are not hidden."""
    return bool(session.scalar(_ANY_DELETED, {"club": club_id}))


def ended_since(session: Session, club_id: int, since: datetime, most: int) -> list[ListedGame]:
    """Return the club's games that ended since then and are not hidden, the last ended first."""
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


_MOMENTS = select(GAME.c.listed_at).where(_OF_CLUB, GAME.c.deleted_at.is_(None)).order_by(GAME.c.listed_at)


def moments(session: Session, club_id: int) -> Sequence[datetime]:
    """Return the `listed_at` of each of the club's games that are not deleted, the first first."""
    return session.scalars(_MOMENTS, {"club": club_id}).all()


_NEAR = select(GAME.c.uid).where(
    _OF_CLUB,
    GAME.c.started_at.between(bindparam("since", type_=UtcDateTime), bindparam("until", type_=UtcDateTime)),
    GAME.c.deleted_at.is_(None),
)


def started_near(session: Session, club_id: int, when: datetime) -> Sequence[UUID]:
    """Return the club's games that began up to a day before or after a moment and are not deleted."""
    day = timedelta(days=1)
    return session.scalars(_NEAR, {"club": club_id, "since": when - day, "until": when + day}).all()


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
    """Return the games of a statement; who sits there is asked by itself, as a game has many such rows."""
    games = session.execute(statement, values).all()
    seats = session.execute(_SEATS, {"games": [game[0] for game in games]}) if games else ()
    of_game = {game: list(rows) for game, rows in groupby(seats, key=lambda row: row[0])}
    return [ListedGame(*[*game, *_players(of_game.get(game[0], ()))]) for game in games]


def _players(rows: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the `players` and `sittings` of a game."""
    seats = {seat: player for _, seat, *player, _, _ in rows}
    places = {seat: place for place, seat in enumerate(seats)}
    sittings = tuple((places[seat], name, scored) for _, seat, *_, name, scored in rows if name is not None)
    return tuple(map(tuple, seats.values())), sittings


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games to return: those between two cursors (exclusive) that match the filters.

    `players`: ids of players at one table; `result`: "won" or "lost" by the first of them, "finished" or "unfinished"
    for games with or without a winner. `partner` and `against`: in games of two pairs that are over, whom the first of
    them had as a partner and as opponents; one opponent alone can be of any game.
    """

    low: Cursor = FIRST
    high: Cursor = LAST
    preset: str | None = None
    house_rules_name: str | None = None
    players: tuple[int, ...] = ()
    partner: int | None = None
    against: tuple[int, ...] = ()
    result: str = ""

    @property
    def picks(self) -> bool:
        """Whether filters skip games that the index returns."""
        return bool(self.house_rules_name or self.players or self.result)

    @property
    def met(self) -> tuple[int, int]:
        """How many partners and opponents the first player had."""
        return int(self.partner is not None), len(self.against)


def _cursor(name: str) -> Any:
    return tuple_(bindparam(f"{name}_listed_at", type_=UtcDateTime), bindparam(f"{name}_id", type_=Integer))


def _values(name: str, cursor: Cursor) -> dict[str, Any]:
    return {f"{name}_listed_at": cursor[0], f"{name}_id": cursor[1]}


@cache
def _between(columns: tuple[str, ...], by_preset: bool, oldest_first: bool) -> Select[Any]:
    """Select all games of a club between two cursors, along their index."""
    here = tuple_(GAME.c.listed_at, GAME.c.id)
    asked = select(*(GAME.c[name] for name in columns)).where(_OF_CLUB, here > _cursor("low"), here < _cursor("high"))
    if by_preset:
        asked = asked.where(GAME.c.preset == bindparam("preset"))
    order = (GAME.c.listed_at, GAME.c.id) if oldest_first else (GAME.c.listed_at.desc(), GAME.c.id.desc())
    return asked.order_by(*order).limit(bindparam("most"))


@cache
def _page(
    columns: tuple[str, ...],
    by_preset: bool,
    by_house_rules: bool,
    players: int,
    met: tuple[int, int],
    result: str,
    oldest_first: bool,
    even_hidden: bool = False,
) -> Select[Any]:
    """Select the matching games, those that are hidden only if asked.

    The status is compared so that the index of cursors is used, not that of statuses.
    """
    asked = _between(columns, by_preset, oldest_first).where(GAME.c.status.not_in((GameStatus.DELETED,)))
    asked = asked if even_hidden else asked.where(_SHOWN)
    if by_house_rules:
        asked = asked.where(GAME.c.house_rules_name == bindparam("house_rules_name"))
    for place in range(players):
        sits, sat = (table.c.player_id == bindparam(f"player{place}") for table in (SEAT, SITTING))
        theirs = exists().where(SEAT.c.game_id == GAME.c.id, sits)
        if place == 0 and result in ("won", "lost"):
            asked = asked.where(theirs.where(SEAT.c.won.is_(result == "won")))
        elif place == 0 and result == "finished":
            asked = asked.where(theirs)
        else:
            asked = asked.where(or_(theirs, exists().where(SITTING.c.game_id == GAME.c.id, sat)))
    if result in ("won", "lost", "finished"):
        asked = asked.where(GAME.c.status.not_in(NOT_OVER))
    if result == "unfinished":  # also for who left before its end
        stays = exists().where(SEAT.c.game_id == GAME.c.id, SEAT.c.player_id == bindparam("player0"))
        asked = asked.where(or_(GAME.c.status.not_in(OVER_OR_DELETED), *([~stays] if players else [])))
    return asked.where(_met(*met)) if any(met) else asked


def _met(partners: int, opponents: int) -> ColumnElement[bool]:
    """Return whether the first player had the partner and the opponents, by what is counted of players."""
    mine, seat = SEAT_STATS.alias("mine").c, SEAT_STATS.alias("other").c
    ours = seat.side == mine.side
    asked = select(mine.game_id).where(mine.player_id == bindparam("player0"))
    for each in (mine, seat):
        of_game = each.club_id == GAME.c.club_id, each.ended_at == GAME.c.ended_at, each.game_id == GAME.c.id
        asked = asked.where(*of_game, each.games == 1)
    sat = [(ours, f"partner{place}") for place in range(partners)]
    sat += [(~ours, f"against{place}") for place in range(opponents)]
    who = (and_(side, seat.player_id == bindparam(name, type_=Integer)) for side, name in sat)
    found = [func.sum(case((one, 1), else_=0)) == 1 for one in who]
    if partners or opponents > 1:
        found += [func.count() == 4, func.sum(case((ours, 1), else_=0)) == 2]
    return asked.correlate(GAME).group_by(mine.game_id).having(*found).exists()


@cache
def _boundary(by_preset: bool, oldest_first: bool) -> Select[Any]:
    return _between(("listed_at", "id"), by_preset, oldest_first).offset(bindparam("passed"))


def page(
    session: Session, club_id: int, asked: GameFilter, most: int, *, oldest_first: bool = False
) -> tuple[list[Cursor], Cursor | None]:
    """Return the cursors of the first matching games, and the one to continue from (None if all were searched)."""
    values, ended = _search(session, club_id, asked, oldest_first)
    found = _page(("listed_at", "id"), *_filters(asked), oldest_first)
    return [(row[0], row[1]) for row in session.execute(found, values | {"most": most})], ended


# By their ids alone: with club or order, some planners would read all games of the club.
_AT_CURSORS = _games(GAME.c.id.in_(bindparam("games", expanding=True)))


def listed(session: Session, cursors: Sequence[Cursor]) -> list[ListedGame]:
    """Return the games at these cursors, the newest first."""
    games = _rows(session, _AT_CURSORS, games=[game for _, game in cursors]) if cursors else []
    return sorted(games, key=lambda game: (game.listed_at, game.id), reverse=True)


def count(session: Session, club_id: int, asked: GameFilter) -> tuple[int, int]:
    """Return the numbers of matching games that lists show and that are hidden, among the newest MOST_SEARCHED if there
    are filters."""
    values, _ = _search(session, club_id, asked, False)
    found = _page(("id", "hidden"), *_filters(asked), False, even_hidden=True).subquery()
    shown, hidden = (func.count(case((found.c.hidden.is_(which), 1))) for which in (False, True))
    row = session.execute(select(shown, hidden), values | {"most": LARGEST_LIMIT}).one()
    return row[0], row[1]


def _filters(asked: GameFilter) -> tuple[bool, bool, int, tuple[int, int], str]:
    """Return which statement a filter needs."""
    by_house_rules = asked.house_rules_name is not None
    return asked.preset is not None, by_house_rules, len(asked.players), asked.met, asked.result


def _search(
    session: Session, club_id: int, asked: GameFilter, oldest_first: bool
) -> tuple[dict[str, Any], Cursor | None]:
    """Return the values for the statement of a filter, and the cursor to continue from."""
    values: dict[str, Any] = {"club": club_id, "preset": asked.preset}
    for name, people in (("player", asked.players), ("partner", [asked.partner]), ("against", asked.against)):
        values |= {f"{name}{place}": person for place, person in enumerate(people)}
    values |= {"house_rules_name": asked.house_rules_name} | _values("low", asked.low) | _values("high", asked.high)
    by_preset, ended = asked.preset is not None, None
    if asked.picks:
        passed = values | {"passed": MOST_SEARCHED, "most": 1}
        beyond = session.execute(_boundary(by_preset, oldest_first), passed).one_or_none()
        if beyond is not None:
            values |= _values("high" if oldest_first else "low", (beyond.listed_at, beyond.id))
            ended = (beyond.listed_at, beyond.id + (-1 if oldest_first else 1))
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
