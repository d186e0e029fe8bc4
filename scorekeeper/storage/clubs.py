"""Clubs, and which of them a phone has entered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.words import by_name
from scorekeeper.storage.db import add_row, db
from scorekeeper.storage.games import (
    ENDED,
    GAME_COLUMNS,
    HAND_COLUMNS,
    SEAT_COLUMNS,
    StoredGame,
    StoredHand,
    read_sittings,
    seat_of,
    seats_of_games,
)
from scorekeeper.storage.models import CLUB, GAME, HAND, HOUSE_RULES, PHONE, PLAYER, SEAT, SITTING, TOURNAMENT, LinkKind
from scorekeeper.storage.stats_models import GAME_STATS

RECORDED = (GAME, PLAYER, HOUSE_RULES)
"""The tables in which a used club has a row."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A club as one phone may see it: the links it entered by, and whether one was the requested game's.

    `watches_for` is the id of the player for whom it watches at that table.
    """

    club_id: int
    public_id: str
    name: str
    zone: str | None
    links: frozenset[LinkKind]
    series: Sequence[int]
    at_this_table: bool
    watches_for: int | None


# Built once: built for each request, it would make a scorekeeper's poll take 60% more instructions.
_SERIES_OF_GAME = (
    select(GAME.c.series_id)
    .where(GAME.c.club_id == CLUB.c.id, GAME.c.uid == bindparam("game"))
    .correlate(CLUB)
    .scalar_subquery()
)
_ENTERED = CLUB.outerjoin(PHONE, and_(PHONE.c.club_id == CLUB.c.id, PHONE.c.uid == bindparam("phone")))
_LINKS = (PHONE.c.player_id, PHONE.c.link, PHONE.c.series_id, _SERIES_OF_GAME)
_ACCESS = select(CLUB.c.id, CLUB.c.public_id, CLUB.c.name, CLUB.c.zone, *_LINKS).select_from(_ENTERED)
_THE_CLUB = select(func.min(CLUB.c.id)).where(CLUB.c.deleted_at.is_(None))
_AT_HOME = _ACCESS.where(CLUB.c.id == _THE_CLUB.scalar_subquery())
_HOSTED = _ACCESS.where(CLUB.c.public_id == bindparam("public_id"), CLUB.c.deleted_at.is_(None))


def read_access(session: Session, public_id: str | None, phone: UUID | None, game: UUID | None) -> Entered | None:
    """Return the club with this public id, at home (None) the one club, as this phone may see it and this game's table.

    None if there is no such club; the caller checks whether the phone has entered.
    """
    values: dict[str, object] = {"phone": phone, "game": game}
    statement = _AT_HOME if public_id is None else _HOSTED
    rows = session.connection().execute(statement, values | ({"public_id": public_id} if public_id else {})).all()
    if not rows:
        return None
    number, public, name, zone, *_ = rows[0]
    came = [(link, series) for *_, link, series, _ in rows if link is not None]
    tables = [series for link, series in came if link is LinkKind.TABLE]
    here = [row[-4] for row in rows if row[-3] is LinkKind.TABLE and row[-2] == row[-1]]
    watches_for = here[0] if here else None
    return Entered(number, public, name, zone, frozenset(link for link, *_ in came), tables, bool(here), watches_for)


def club_id(session: Session) -> int | None:
    """Return the id of the one club at home, which the first start makes."""
    found: int | None = session.scalar(_THE_CLUB)
    return found


def count(session: Session) -> int:
    """Return the number of clubs that are not deleted."""
    return session.scalar(select(func.count()).select_from(CLUB).where(CLUB.c.deleted_at.is_(None))) or 0


def add(session: Session, name: str, now: datetime, **more: object) -> int:
    """Add a club with its links, with `deleted_at` if it is opened later; return its id."""
    return add_row(session, CLUB, name=name, created_at=now, **more)


@dataclass(frozen=True, slots=True)
class StoredClub:
    """See `models.Club`."""

    id: int
    public_id: str
    name: str
    created_at: datetime
    deleted_at: datetime | None
    zone: str | None


_COLUMNS = tuple(CLUB.c[field.name] for field in fields(StoredClub))


def get(session: Session, club_id: int) -> StoredClub:
    """Return the club with this id, deleted or not."""
    return StoredClub(*session.execute(select(*_COLUMNS).where(CLUB.c.id == club_id)).one())


def find(session: Session, public_id: str) -> StoredClub | None:
    """Return the club with this public id, deleted or not."""
    row = session.execute(select(*_COLUMNS).where(CLUB.c.public_id == public_id)).first()
    return StoredClub(*row) if row else None


def zones(session: Session) -> list[tuple[int, str | None]]:
    """Return id and time zone of every club, deleted or not."""
    return [(club_id, zone) for club_id, zone in session.execute(select(CLUB.c.id, CLUB.c.zone))]


def has_games(session: Session, club_id: int) -> bool:
    """Return whether a game was ever started in a club."""
    return session.scalar(select(GAME.c.id).where(GAME.c.club_id == club_id).limit(1)) is not None


def is_empty(session: Session, club_id: int) -> bool:
    """Return whether nothing was ever recorded in a club: no game, no player and no house rules."""
    first = (select(table.c.id).where(table.c.club_id == club_id).limit(1) for table in RECORDED)
    return all(session.scalar(found) is None for found in first)


def open_as(session: Session, club_id: int, public_id: str) -> None:
    """Open a club that was added as deleted, with this public id."""
    session.execute(update(CLUB).where(CLUB.c.id == club_id).values(public_id=public_id, deleted_at=None))


def change(session: Session, club_id: int, name: str, zone: str | None) -> None:
    """Give a club this name and this time zone. Its statistics by year must be counted again by the caller."""
    session.execute(update(CLUB).where(CLUB.c.id == club_id).values(name=name, zone=zone))


def set_deleted(session: Session, club_id: int, deleted_at: datetime | None) -> None:
    """Delete a club, or restore it (None); its rows stay."""
    session.execute(update(CLUB).where(CLUB.c.id == club_id).values(deleted_at=deleted_at))


def to_remove(session: Session, deleted_before: datetime, unused_since: datetime, most: int) -> list[int]:
    """Return clubs deleted before one time, or started before the other and never used.

    The first club is left out: it is home's.
    """
    nothing = (~exists().where(table.c.club_id == CLUB.c.id) for table in RECORDED)
    unused = (CLUB.c.created_at < unused_since, *nothing)
    first = CLUB.c.id == _THE_CLUB.scalar_subquery()
    due = or_(CLUB.c.deleted_at < deleted_before, and_(CLUB.c.deleted_at.is_(None), *unused, ~first))
    return list(session.scalars(select(CLUB.c.id).where(due).order_by(CLUB.c.id).limit(most)))


def remove(session: Session, club_id: int) -> None:
    """Remove every row of a club and of its games."""
    if session.get_bind().dialect.name == "sqlite":
        session.execute(text("PRAGMA secure_delete=ON"))  # overwrites deleted data
    games = select(GAME.c.id).where(GAME.c.club_id == club_id)
    tournaments = select(TOURNAMENT.c.id).where(TOURNAMENT.c.club_id == club_id)
    for table in reversed(CLUB.metadata.sorted_tables):  # referring rows before those they refer to
        if "club_id" in table.c:
            session.execute(delete(table).where(table.c.club_id == club_id))
        elif "game_id" in table.c:
            session.execute(delete(table).where(table.c.game_id.in_(games)))
        elif "tournament_id" in table.c:
            session.execute(delete(table).where(table.c.tournament_id.in_(tournaments)))
    session.execute(delete(CLUB).where(CLUB.c.id == club_id))


def of_phone(session: Session, phone: UUID) -> list[tuple[str, str]]:
    """Return public id and name of each club that this phone has entered, by name."""
    clubs = select(CLUB.c.public_id, CLUB.c.name).join(PHONE, PHONE.c.club_id == CLUB.c.id).distinct()
    rows = session.execute(clubs.where(PHONE.c.uid == phone, CLUB.c.deleted_at.is_(None)))
    return sorted(((public_id, name) for public_id, name in rows), key=lambda club: by_name(club[1]))


def key_of_first(session: Session) -> str | None:
    """Return the keeper key of home's club if it has games and no one has entered by it yet."""
    came = exists().where(PHONE.c.club_id == CLUB.c.id, PHONE.c.link == LinkKind.KEEPER)
    played = exists().where(GAME.c.club_id == CLUB.c.id)
    first = select(CLUB.c.keeper_key).where(CLUB.c.id == _THE_CLUB.scalar_subquery(), played, ~came)
    return session.scalar(first)


def called(session: Session, name_or_public_id: str) -> list[StoredClub]:
    """Return the clubs with this name or public id, deleted ones too."""
    named = select(*_COLUMNS).where(or_(CLUB.c.public_id == name_or_public_id, CLUB.c.name == name_or_public_id))
    return [StoredClub(*row) for row in session.execute(named)]


def overview(session: Session) -> list[tuple[str, str, str | None, datetime | None, int, datetime | None]]:
    """Return name, public id, time zone, time of deletion, games and last change of every club, by name."""
    games = func.count(GAME.c.id), func.max(GAME.c.changed_at)
    columns = (CLUB.c.name, CLUB.c.public_id, CLUB.c.zone, CLUB.c.deleted_at)
    of_club = select(*columns, *games).outerjoin(GAME, GAME.c.club_id == CLUB.c.id).group_by(CLUB.c.id, *columns)
    rows = [(*row,) for row in session.execute(of_club)]
    return sorted(rows, key=lambda row: by_name(row[0]))


GAMES_AT_A_TIME, PLAYERS_AT_A_TIME = 100, 500


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of the club with games started, finished and won, and the first and last start."""

    id: int
    name: str
    games: int
    finished: int
    wins: int
    first: datetime | None
    last: datetime | None


def own_session() -> Session:
    """Return a separate session, to read while a response is sent, after the request's session is closed."""
    return Session(db.engine)


def all_games(session: Session, club_id: int, *, even_deleted: bool = False) -> Iterator[StoredGame]:
    """Read every game of the club, with its players and hands, in the order they were added."""
    last, which = 0, [GAME.c.club_id == club_id]
    if not even_deleted:
        which.append(GAME.c.deleted_at.is_(None))
    while batch := _next_games(session, last, *which):
        last = batch[-1].id
        yield from batch


def games_without_stats(session: Session, after: int) -> list[StoredGame]:
    """Return the next ended games of any club without stored stats, with ids greater than `after`."""
    return _next_games(session, after, GAME.c.status.in_(ENDED), ~exists().where(GAME_STATS.c.game_id == GAME.c.id))


def _next_games(session: Session, after: int, *which: ColumnElement[bool]) -> list[StoredGame]:
    """Return the next of these games with ids greater than `after`, with their players and hands."""
    asked = select(*GAME_COLUMNS).where(GAME.c.id > after, *which).order_by(GAME.c.id).limit(GAMES_AT_A_TIME)
    batch = {game.id: game for game in (StoredGame(*row) for row in session.execute(asked))}
    if batch:
        for game, *seat in session.execute(seats_of_games(*SEAT_COLUMNS), {"games": list(batch)}):
            batch[game].seats.append(seat_of(*seat))
        read_sittings(session, batch)
        hands = select(HAND.c.game_id, *HAND_COLUMNS).where(HAND.c.game_id.in_(batch))
        for game, *hand in session.execute(hands.order_by(HAND.c.game_id, HAND.c.position)):
            batch[game].hands.append(StoredHand(*hand))
    return list(batch.values())


def all_players(session: Session, club_id: int) -> Iterator[PlayerRow]:
    """Read every player of the club, in the order they were added, but those whose games are all deleted."""
    last = 0
    while rows := [PlayerRow(*row) for row in session.execute(_next_players(club_id, last))]:
        last = rows[-1].id
        yield from rows


def _next_players(club_id: int, after: int) -> Select[Any]:
    """Select the next players with their games; one that a player left before its end has no result for them."""
    theirs = [exists().where(table.c.player_id == PLAYER.c.id) for table in (SEAT, SITTING)]
    still = [
        each.where(table.c.game_id == GAME.c.id, GAME.c.deleted_at.is_(None))
        for each, table in zip(theirs, (SEAT, SITTING), strict=True)
    ]
    who = (
        select(PLAYER.c.id, PLAYER.c.name)
        .where(PLAYER.c.club_id == club_id, PLAYER.c.id > after, PLAYER.c.merged.is_(False))
        .where(or_(~or_(*theirs), *still))
        .order_by(PLAYER.c.id)
        .limit(PLAYERS_AT_A_TIME)
        .cte()
    )
    stays = exists().where(SEAT.c.game_id == SITTING.c.game_id, SEAT.c.player_id == SITTING.c.player_id)
    left = select(who.c.id, SITTING.c.game_id, literal(0), literal(0)).join(SITTING, SITTING.c.player_id == who.c.id)
    ended = select(who.c.id, SEAT.c.game_id, SEAT.c.won.cast(Integer).label("won"), literal(1).label("stayed"))
    ended = ended.join(SEAT, SEAT.c.player_id == who.c.id)
    played = union_all(ended, left.where(~stays).distinct()).subquery()
    finished, wins = (
        func.coalesce(func.sum(case((GAME.c.status == GameStatus.OVER, each))), 0)
        for each in (played.c.stayed, played.c.won)
    )
    first, last = func.min(GAME.c.started_at), func.max(GAME.c.started_at)
    return (
        select(who.c.id, who.c.name, func.count(GAME.c.id), finished, wins, first, last)
        .outerjoin(played, played.c.id == who.c.id)
        .outerjoin(GAME, (GAME.c.id == played.c.game_id) & GAME.c.deleted_at.is_(None))
        .group_by(who.c.id, who.c.name)
        .order_by(who.c.id)
    )
