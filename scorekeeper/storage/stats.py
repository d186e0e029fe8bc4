"""The stats of games that have ended, kept in step with the games they follow from."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import product
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Delete,
    Executable,
    Insert,
    Integer,
    Table,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorekeeper.rules.stats import SUMMED, GameStats, PlayerStats, pair_stats

from .stats_models import ANY_PRESET, ANY_YEAR
from .tables import CLUB_STATS, GAME_STATS, PAIR_STATS, PLAYER_STATS, SEAT_STATS


@dataclass(frozen=True, slots=True)
class StoredSeatStats:
    """A player in one game; see `stats_models.SeatStatsRow`."""

    player_id: int
    side: int
    stats: PlayerStats


@dataclass(frozen=True, slots=True)
class StoredGameStats:
    """The stats of one game and of each seat; `year` is that of its start in UTC."""

    game_id: int
    club_id: int
    preset: str
    year: int
    stats: GameStats
    seats: tuple[StoredSeatStats, ...]


_OF_SEAT = tuple(field.name for field in fields(PlayerStats))
_OF_GAME = tuple(field.name for field in fields(GameStats))
_KEY = ("game_id", "club_id", "preset", "year")
_GAMES: BindParameter[Any] = bindparam("games", expanding=True)
_READ = (
    select(
        *(GAME_STATS.c[name] for name in (*_KEY, *_OF_GAME)),
        *(SEAT_STATS.c[name] for name in ("player_id", "side", *_OF_SEAT)),
    )
    .join(SEAT_STATS, SEAT_STATS.c.game_id == GAME_STATS.c.game_id)
    .where(GAME_STATS.c.game_id.in_(_GAMES))
    .order_by(GAME_STATS.c.game_id, SEAT_STATS.c.player_id)
)
_INSERT_GAMES, _INSERT_SEATS = insert(GAME_STATS), insert(SEAT_STATS)
_DELETE_GAMES, _DELETE_SEATS = (
    delete(table).where(table.c.game_id.in_(_GAMES)) for table in (GAME_STATS, SEAT_STATS)
)  # fmt: skip


def read(session: Session, games: Sequence[int]) -> dict[int, StoredGameStats]:
    """Return the stats stored for these games, by game id; games without any are missing."""
    found: dict[int, StoredGameStats] = {}
    seat_from = len(_KEY) + len(_OF_GAME)
    for row in session.execute(_READ, {"games": games}):
        key, of_game, (player, side, *of_seat) = row[: len(_KEY)], row[len(_KEY) : seat_from], row[seat_from:]
        seats = found[key[0]].seats if key[0] in found else ()
        seats += (StoredSeatStats(player, side, PlayerStats(*of_seat)),)
        found[key[0]] = StoredGameStats(key[0], key[1], key[2], key[3], GameStats(*of_game), seats)
    return found


def replace(session: Session, before: Sequence[StoredGameStats], after: Sequence[StoredGameStats]) -> None:
    """Store the stats `after` in place of those `before`, and add the difference to every total."""
    if before:
        games = {"games": [game.game_id for game in before]}
        session.execute(_DELETE_GAMES, games)
        session.execute(_DELETE_SEATS, games)
    if after:
        session.execute(_INSERT_GAMES, [_key(game) | _values(game.stats, _OF_GAME) for game in after])
        session.execute(_INSERT_SEATS, [seat for game in after for seat in _seats(game)])
    for total in TOTALS:
        _add(session, total, differences(total, before, after))


def _key(game: StoredGameStats) -> dict[str, Any]:
    return {name: getattr(game, name) for name in _KEY}


def _seats(game: StoredGameStats) -> Iterator[dict[str, Any]]:
    for seat in game.seats:
        yield _key(game) | {"player_id": seat.player_id, "side": seat.side} | _values(seat.stats, _OF_SEAT)


def _values(stats: object, names: Iterable[str]) -> dict[str, int]:
    return {name: getattr(stats, name) for name in names}


Amounts = Iterator[tuple[tuple[int, ...], Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Total:
    """One table of totals: its key beside club, year and preset, the columns added up, and what a game adds.

    The first column is 0 only where all are.
    """

    table: Table
    key: tuple[str, ...]
    columns: tuple[str, ...]
    of: Callable[[StoredGameStats], Amounts]


def _of_players(game: StoredGameStats) -> Amounts:
    for seat in game.seats:
        yield (seat.player_id,), [getattr(seat.stats, name) for name in SUMMED]


def _of_pairs(game: StoredGameStats) -> Amounts:
    parts = {seat.player_id: (seat.side, bool(seat.stats.wins)) for seat in game.seats if seat.stats.games}
    for pair in pair_stats(parts):
        yield (pair.player, pair.other, pair.partners), (1, pair.won, pair.lost)


def _of_club(game: StoredGameStats) -> Amounts:
    yield (), (1, game.seats[0].stats.games, game.stats.hands)


TOTALS = (
    Total(PLAYER_STATS, ("player_id",), SUMMED, _of_players),
    Total(PAIR_STATS, ("player_id", "other_id", "partners"), ("games", "won", "lost"), _of_pairs),
    Total(CLUB_STATS, (), ("ended", "games", "hands"), _of_club),
)


def differences(
    total: Total, before: Iterable[StoredGameStats], after: Iterable[StoredGameStats]
) -> list[dict[str, Any]]:
    """Return what each row changes by, always in the same order: two who write at once must not wait for each other."""
    sums: dict[tuple[Any, ...], list[int]] = {}
    for sign, games in ((-1, before), (1, after)):
        for game in games:
            for key, amounts in total.of(game):
                for year, preset in product((game.year, ANY_YEAR), (game.preset, ANY_PRESET)):
                    row = sums.setdefault((game.club_id, year, preset, *key), [0] * len(amounts))
                    row[:] = [so_far + sign * amount for so_far, amount in zip(row, amounts, strict=True)]
    names = ("club_id", "year", "preset", *total.key, *total.columns)
    return [dict(zip(names, (*key, *sums[key]), strict=True)) for key in sorted(sums) if any(sums[key])]


def _add(session: Session, total: Total, differences: list[dict[str, Any]]) -> None:
    """Add to each row; a row that nothing is left of goes."""
    if differences:
        session.execute(_upsert(total, session.get_bind().dialect.name), differences)
    first = total.columns[0]
    if less := [{f"of_{name}": value for name, value in row.items()} for row in differences if row[first] < 0]:
        session.execute(_delete_empty(total), less)


@cache
def _upsert(total: Total, dialect: str) -> Executable:
    insert_into: Callable[[Table], postgresql.Insert | sqlite.Insert]
    insert_into = postgresql.insert if dialect == "postgresql" else sqlite.insert
    inserted = insert_into(total.table)
    added = {name: total.table.c[name] + inserted.excluded[name] for name in total.columns}
    return inserted.on_conflict_do_update(index_elements=list(total.table.primary_key), set_=added)


@cache
def _delete_empty(total: Total) -> Delete:
    this = (column == bindparam(f"of_{column.name}") for column in total.table.primary_key)
    return delete(total.table).where(*this, total.table.c[total.columns[0]] == 0)


# Players' totals added up anew, for what moves many games at once: all in SQL, at the cost of what these have played.

_OTHER = SEAT_STATS.alias("other")
_PLAYERS: BindParameter[Any] = bindparam("players", expanding=True)


def _grouped(by_preset: bool, by_year: bool) -> tuple[list[ColumnElement[Any]], list[ColumnElement[Any]]]:
    """Return preset and year as they are stored, and those of them to group by."""
    preset = SEAT_STATS.c.preset if by_preset else literal(ANY_PRESET)
    year = SEAT_STATS.c.year if by_year else literal(ANY_YEAR, Integer())
    return [preset, year], [SEAT_STATS.c.preset] * by_preset + [SEAT_STATS.c.year] * by_year


def _add_up_players(by_preset: bool, by_year: bool) -> Insert:
    stored, grouped = _grouped(by_preset, by_year)
    who = (SEAT_STATS.c.player_id, SEAT_STATS.c.club_id)
    sums = [func.sum(SEAT_STATS.c[name]) for name in SUMMED]
    added = select(*who, *stored, *sums).where(SEAT_STATS.c.player_id.in_(_PLAYERS)).group_by(*who, *grouped)
    return insert(PLAYER_STATS).from_select(["player_id", "club_id", "preset", "year", *SUMMED], added)


def _add_up_pairs(by_preset: bool, by_year: bool, mirrored: bool) -> Insert:
    """Each of these players beside all others or, mirrored, all others beside each of these."""
    stored, grouped = _grouped(by_preset, by_year)
    one, other = (_OTHER, SEAT_STATS) if mirrored else (SEAT_STATS, _OTHER)
    partners, won, other_won = one.c.side == other.c.side, one.c.wins == 1, other.c.wins == 1
    who = (one.c.player_id, other.c.player_id, one.c.club_id, partners)
    counts = [func.count(), _count(and_(won, or_(partners, ~other_won))), _count(and_(other_won, ~won))]
    together = and_(_OTHER.c.game_id == SEAT_STATS.c.game_id, _OTHER.c.player_id != SEAT_STATS.c.player_id)
    added = select(*who, *stored, *counts).select_from(SEAT_STATS).join(_OTHER, together)
    added = added.where(SEAT_STATS.c.player_id.in_(_PLAYERS), SEAT_STATS.c.games == 1)
    if mirrored:
        added = added.where(_OTHER.c.player_id.not_in(_PLAYERS))
    names = ["player_id", "other_id", "club_id", "partners", "preset", "year", "games", "won", "lost"]
    return insert(PAIR_STATS).from_select(names, added.group_by(*who, *grouped))


def _count(which: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((which, 1), else_=0))


def _add_up() -> Iterator[Executable]:
    yield delete(PLAYER_STATS).where(PLAYER_STATS.c.player_id.in_(_PLAYERS))
    yield delete(PAIR_STATS).where(PAIR_STATS.c.player_id.in_(_PLAYERS))
    yield delete(PAIR_STATS).where(PAIR_STATS.c.other_id.in_(_PLAYERS))
    for by_preset, by_year in product((True, False), (True, False)):
        yield _add_up_players(by_preset, by_year)
        yield _add_up_pairs(by_preset, by_year, mirrored=False)
        yield _add_up_pairs(by_preset, by_year, mirrored=True)


_ADD_UP = tuple(_add_up())


def add_up(session: Session, players: Collection[int]) -> None:
    """Rewrite the totals of these players, by themselves and with each other player, from the stats of their seats."""
    for statement in _ADD_UP:
        session.execute(statement, {"players": list(players)})
