"""What was counted, brought up to date with the games it was counted from."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import cache
from itertools import product
from typing import Any, cast

from sqlalchemy import BindParameter, Delete, Table, bindparam, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorekeeper.rules.stats import SUMS, GameStats, PlayerStats, pair_stats

from . import stats_models as models
from .stats_models import ANY_BASE, ANY_YEAR


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player in one game; see `tally_models.SeatTally`."""

    player_id: int
    side: int
    tally: PlayerStats


@dataclass(frozen=True, slots=True)
class GameRows:
    """What is counted of one game: its own numbers, and each player's."""

    game_id: int
    club_id: int
    base: str
    started: datetime
    minutes: int
    game: GameStats
    seats: tuple[SeatRow, ...]

    @property
    def year(self) -> int:
        return self.started.astimezone(UTC).year


_SEAT, _GAME, _PLAYER, _PAIR, _CLUB = (
    cast(Table, model.__table__)
    for model in (models.SeatTally, models.GameTally, models.PlayerTally, models.PairTally, models.ClubTally)
)
_COUNTED = tuple(field.name for field in fields(PlayerStats))
_OF_GAME = tuple(field.name for field in fields(GameStats))
_THESE: BindParameter[Any] = bindparam("games", expanding=True)
_READ = (
    select(
        *(_GAME.c[name] for name in ("game_id", "club_id", "base", "minutes", *_OF_GAME)),
        *(_SEAT.c[name] for name in ("started", "player_id", "side", *_COUNTED)),
    )
    .join(_SEAT, _SEAT.c.game_id == _GAME.c.game_id)
    .where(_GAME.c.game_id.in_(_THESE))
    .order_by(_GAME.c.game_id, _SEAT.c.player_id)
)
_INSERT_GAME, _INSERT_SEAT = insert(_GAME), insert(_SEAT)
_DELETE_GAMES, _DELETE_SEATS = (delete(table).where(table.c.game_id.in_(_THESE)) for table in (_GAME, _SEAT))


def counted(session: Session, games: Sequence[int]) -> dict[int, GameRows]:
    """What is counted of these games so far, by their ids."""
    found: dict[int, GameRows] = {}
    for game_id, club_id, base, minutes, *rest in session.execute(_READ, {"games": games}):
        game, (started, player, side, *numbers) = GameStats(*rest[: len(_OF_GAME)]), rest[len(_OF_GAME) :]
        seats = found[game_id].seats if game_id in found else ()
        seats += (SeatRow(player, side, PlayerStats(*numbers)),)
        found[game_id] = GameRows(game_id, club_id, base, started, minutes, game, seats)
    return found


def replace(session: Session, before: Sequence[GameRows], after: Sequence[GameRows]) -> None:
    """Puts the games `after` in the place of those `before`, and takes the difference into every sum."""
    if before:
        gone = {"games": [rows.game_id for rows in before]}
        session.execute(_DELETE_GAMES, gone)
        session.execute(_DELETE_SEATS, gone)
    if after:
        session.execute(_INSERT_GAME, [_columns(rows) | _numbers(rows.game, _OF_GAME) for rows in after])
        session.execute(_INSERT_SEAT, [seat for rows in after for seat in _seats(rows)])
    for kind in _KINDS:
        _add(session, kind, _differences(kind, before, after))


def _columns(rows: GameRows) -> dict[str, Any]:
    return {"year": rows.year} | {name: getattr(rows, name) for name in ("game_id", "club_id", "base", "minutes")}


def _seats(rows: GameRows) -> Iterator[dict[str, Any]]:
    own = {"game_id": rows.game_id, "club_id": rows.club_id, "base": rows.base, "year": rows.year}
    own["started"] = rows.started
    for seat in rows.seats:
        yield own | {"player_id": seat.player_id, "side": seat.side} | _numbers(seat.tally, _COUNTED)


def _numbers(tally: object, names: Iterable[str]) -> dict[str, int]:
    return {name: getattr(tally, name) for name in names}


Key = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Kind:
    """One sort of sums: its table, by what it adds up beside club, year and base, and what a game adds to it.

    The first of its numbers is 0 only where all are.
    """

    table: Table
    key: tuple[str, ...]
    numbers: tuple[str, ...]
    of: Callable[[GameRows], Iterable[tuple[Key, Sequence[int]]]]


def _of_players(rows: GameRows) -> Iterator[tuple[Key, Sequence[int]]]:
    for seat in rows.seats:
        yield (seat.player_id,), [getattr(seat.tally, name) for name in SUMS]


def _of_pairs(rows: GameRows) -> Iterator[tuple[Key, Sequence[int]]]:
    parts = {seat.player_id: (seat.side, bool(seat.tally.wins)) for seat in rows.seats if seat.tally.games}
    for pair in pair_stats(parts):
        yield (pair.player, pair.other, pair.partners), (1, pair.won, pair.lost)


def _of_club(rows: GameRows) -> Iterator[tuple[Key, Sequence[int]]]:
    yield (), (1, rows.seats[0].tally.games, rows.game.hands)


_KINDS = (
    _Kind(_PLAYER, ("player_id",), SUMS, _of_players),
    _Kind(_PAIR, ("player_id", "other_id", "partners"), ("games", "won", "lost"), _of_pairs),
    _Kind(_CLUB, (), ("ended", "games", "hands"), _of_club),
)


def _differences(kind: _Kind, before: Iterable[GameRows], after: Iterable[GameRows]) -> list[dict[str, Any]]:
    """What is to be added to each row, always in the same order: two who write at once must not wait for each other."""
    sums: dict[tuple[Any, ...], list[int]] = {}
    for sign, games in ((-1, before), (1, after)):
        for rows in games:
            for key, numbers in kind.of(rows):
                for year, base in product((rows.year, ANY_YEAR), (rows.base, ANY_BASE)):
                    sum_ = sums.setdefault((rows.club_id, year, base, *key), [0] * len(numbers))
                    sum_[:] = [so_far + sign * number for so_far, number in zip(sum_, numbers, strict=True)]
    names = ("club_id", "year", "base", *kind.key, *kind.numbers)
    return [dict(zip(names, (*key, *sums[key]), strict=True)) for key in sorted(sums) if any(sums[key])]


def _add(session: Session, kind: _Kind, differences: list[dict[str, Any]]) -> None:
    """Adds up; a row that nothing is left of goes."""
    if differences:
        session.execute(_upsert(kind, session.get_bind().dialect.name), differences)
    first = kind.numbers[0]
    if less := [{f"of_{name}": value for name, value in row.items()} for row in differences if row[first] < 0]:
        session.execute(_drop_empty(kind), less)


@cache
def _upsert(kind: _Kind, dialect: str) -> Any:
    inserted = (postgresql if dialect == "postgresql" else sqlite).insert(kind.table)
    added = {name: kind.table.c[name] + inserted.excluded[name] for name in kind.numbers}
    return inserted.on_conflict_do_update(index_elements=list(kind.table.primary_key), set_=added)


@cache
def _drop_empty(kind: _Kind) -> Delete:
    this = (column == bindparam(f"of_{column.name}") for column in kind.table.primary_key)
    return delete(kind.table).where(*this, kind.table.c[kind.numbers[0]] == 0)
