"""The keys of links: of clubs and of series of games."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    literal,
    select,
    union,
    union_all,
    update,
)
from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus

from .agreements import SAID
from .db import DirectStatement, add_row
from .models import CLUB, GAME, PHONE, SERIES, TOURNAMENT, LinkKind
from .new_keys import CODE_CHARACTERS, new_code, new_key

A_KEY = re.compile("[a-z2-7]{26}")  # anything else can't be a key
A_CODE = re.compile(f"[{CODE_CHARACTERS}]{{6}}")
KEY = {
    LinkKind.KEEPER: CLUB.c.keeper_key,
    LinkKind.READER: CLUB.c.reader_key,
    LinkKind.TABLE: SERIES.c.table_key,
    LinkKind.WATCH: SERIES.c.watch_key,
}
"""The column of each kind of link."""


@dataclass(frozen=True, slots=True)
class StoredLink:
    """A link, by its `key`: it opens a club, or with `series_id` one game and its rematches."""

    key: str
    kind: LinkKind
    club_id: int
    public_id: str
    club_name: str
    club_deleted_at: datetime | None
    series_id: int | None


def add_series(session: Session, club_id: int, **tournament: int) -> int:
    """Make the links of a game that is not a rematch, or of a tournament table; return the series' id."""
    return add_row(session, SERIES, club_id=club_id, **tournament)


def find(session: Session, key: str) -> StoredLink | None:
    """Return what this key opens, None if it is invalid or expired."""
    if not A_KEY.fullmatch(key):
        return None
    of_club, no_series = (CLUB.c.id, CLUB.c.public_id, CLUB.c.name, CLUB.c.deleted_at), literal(None, SERIES.c.id.type)
    by_kind = (
        select(literal(kind, PHONE.c.link.type), *of_club, no_series if column.table is CLUB else SERIES.c.id)
        .select_from(CLUB if column.table is CLUB else SERIES.join(CLUB))
        .where(column == key)
        for kind, column in KEY.items()
    )
    row = session.execute(union_all(*by_kind)).first()
    return StoredLink(key, *row) if row else None


def keys_of_club(session: Session, club_id: int) -> dict[LinkKind, str]:
    """Return the keys of a club's keeper link and reader link."""
    row = session.execute(select(CLUB.c.keeper_key, CLUB.c.reader_key).where(CLUB.c.id == club_id)).one()
    return {LinkKind.KEEPER: row[0], LinkKind.READER: row[1]}


def keys_of_game(session: Session, club_id: int, game: UUID) -> tuple[int, dict[LinkKind, str]] | None:
    """Return the series of a club's game with the keys of its table link and watch link, or None."""
    found = select(SERIES.c.id, SERIES.c.table_key, SERIES.c.watch_key).join(GAME, GAME.c.series_id == SERIES.c.id)
    row = session.execute(found.where(GAME.c.club_id == club_id, GAME.c.uid == game)).first()
    return (row[0], {LinkKind.TABLE: row[1], LinkKind.WATCH: row[2]}) if row else None


def newest_game(session: Session, *series: int) -> UUID | None:
    """Return the last added game of these series that is not deleted."""
    of_series = select(GAME.c.uid).where(GAME.c.series_id.in_(series), GAME.c.deleted_at.is_(None))
    return session.scalar(of_series.order_by(GAME.c.id.desc()).limit(1))  # a clock can go back


def later_games(session: Session, series: int, game: int) -> Sequence[UUID]:
    """Return the games of a series that were added after this one and are not deleted, in order."""
    later = select(GAME.c.uid).where(GAME.c.series_id == series, GAME.c.id > game, GAME.c.deleted_at.is_(None))
    return session.scalars(later.order_by(GAME.c.id)).all()


# Built once: building it would take longer than the rest of a scorekeeper's poll.
_AT_TABLE = GAME.alias()
_ENDED = and_(GAME.c.status.in_((GameStatus.OVER, GameStatus.STOPPED)), GAME.c.deleted_at.is_(None))
_NEWEST = (
    select(_AT_TABLE.c.uid)
    .where(_AT_TABLE.c.series_id == GAME.c.series_id, _AT_TABLE.c.deleted_at.is_(None), _ENDED)
    .order_by(_AT_TABLE.c.id.desc())  # as in `newest_game`
    .limit(1)
    .scalar_subquery()
)
_NOW = select(GAME.c.version, _NEWEST, *SAID).where(
    GAME.c.club_id == bindparam("club"), GAME.c.uid == bindparam("game")
)


def version_and_newest(session: Session, club_id: int, game: UUID) -> tuple[int, UUID | None, tuple[int, int]] | None:
    """Return the version of a club's game, deleted or not, after its end the newest game of its table, and what
    `agreements.SAID` is of it.

    None if the club has no such game; a deleted game has no newest game.
    """
    row = session.execute(_NOW, {"club": club_id, "game": game}).first()
    return (row[0], row[1], (row[2], row[3])) if row else None


_WATCHED = DirectStatement(
    select(GAME.c.club_id, GAME.c.uid, GAME.c.version, *SAID)
    .join(SERIES, SERIES.c.id == GAME.c.series_id)
    .join(CLUB, CLUB.c.id == GAME.c.club_id)
    .where(SERIES.c.watch_key == bindparam("key"), GAME.c.deleted_at.is_(None), CLUB.c.deleted_at.is_(None))
    .order_by(GAME.c.id.desc())  # as in `newest_game`
    .limit(1)
)


def watched(key: str) -> tuple[int, UUID, int, tuple[int, int]] | None:
    """Return the club, the game and its version that the watch link with this key shows now, or None; and what
    `agreements.SAID` is of the game."""
    if not A_KEY.fullmatch(key):
        return None
    row = _WATCHED.first(key=key)
    return (row[0], row[1], row[2], (row[3], row[4])) if row else None


def watch_key_of(session: Session, code: str, since: datetime) -> str | None:
    """Return the key of the watch link with this code, if exactly one game being played, or tournament, has it and
    changed since then."""
    if not A_CODE.fullmatch(code):
        return None
    drawn = and_(TOURNAMENT.c.id == SERIES.c.tournament_id, TOURNAMENT.c.changed_at > since)
    found = select(SERIES.c.watch_key).where(SERIES.c.watch_code == code)
    game, tournament = found.join(GAME, _played(since)), found.join(TOURNAMENT, drawn).where(SERIES.c.table_number == 0)
    keys = session.scalars(union(game, tournament).limit(2)).all()
    return keys[0] if len(keys) == 1 else None


def code_of_game(session: Session, club_id: int, game: UUID, since: datetime) -> str:
    """Return the code of a club's game that is being played and changed since then, else ""."""
    code = select(SERIES.c.watch_code).join(GAME, _played(since)).where(GAME.c.club_id == club_id, GAME.c.uid == game)
    return session.scalar(code) or ""


def _played(since: datetime) -> ColumnElement[bool]:
    return and_(
        GAME.c.series_id == SERIES.c.id,
        GAME.c.status.in_((GameStatus.IN_PROGRESS, GameStatus.TIED)),
        GAME.c.changed_at > since,
        GAME.c.deleted_at.is_(None),
    )


def renew(session: Session, kind: LinkKind, row_id: int) -> None:
    """Give this link of a club, or of a series, another key. The caller signs out the phones of the old one."""
    table = KEY[kind].table
    session.execute(update(table).where(table.c.id == row_id).values(_fresh(kind)))


def _fresh(kind: LinkKind) -> dict[str, str]:
    return {KEY[kind].name: new_key()} | ({"watch_code": new_code()} if kind is LinkKind.WATCH else {})
