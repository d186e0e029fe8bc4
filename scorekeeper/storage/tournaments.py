"""Reads a tournament into plain values and writes it back, with the games at its tables."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID
from zlib import crc32

import msgspec
from msgspec import Meta, Struct
from sqlalchemy import Select, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.tournament import Format

from . import link_keys, players
from .agreements import SAID
from .db import DirectStatement
from .games import ENDED
from .models import CLUB, GAME, HAND, PLAYER, SEAT, SERIES, TOURNAMENT, Json
from .players import PlayerRef

MOST_ROUNDS, MOST_ENTRANTS = 100, 500  # including guests and those who left
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Points = Annotated[int, Meta(ge=-(10**10), le=10**10)]
Side = Annotated[tuple[Number, ...], Meta(min_length=1, max_length=2)]
Totals = tuple[Points, Points]
Reason = Annotated[str, Meta(max_length=200)]


class Entrant(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One player, or a pair, by the players' ids; entrants are identified by their place in the list, from 0.

    `away` is how many rounds had been drawn when the entrant left, None for a present one. A `guest` has no place in
    the standings. `adjustments` are points with their reasons.
    """

    players: Annotated[list[Number], Meta(min_length=1, max_length=2)]
    away: Number | None = None
    guest: bool = False
    adjustments: Annotated[list[tuple[Points, Reason]], Meta(max_length=MOST_ROUNDS)] = []


class DrawnTable(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A table of a round, see `rules.tournament.Table`: `paper` are typed totals, `chosen` is the side that won."""

    sides: tuple[Side, Side]
    dealer: Annotated[int, Meta(ge=1, le=4)]
    paper: Totals | None = None
    chosen: Annotated[int, Meta(ge=0, le=1)] | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        """Everyone at the table, players in the order of their seats."""
        return tuple(entrant for across in zip(*self.sides, strict=True) for entrant in across)

    @property
    def seating(self) -> int:
        """A number that changes if others are drawn or seated here."""
        return crc32(repr(self.sides).encode()) % 10**9


class DrawnRound(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A round as drawn; `rested_on` are points and winner (-1: none) at all earlier tables.

    `gone` are those of `sit_outs` who left before the round was done, and did not come back before the next draw.
    """

    seed: Number
    tables: Annotated[list[DrawnTable], Meta(max_length=MOST_ENTRANTS)]
    sit_outs: Annotated[list[Number], Meta(max_length=MOST_ENTRANTS)] = []
    rested_on: list[tuple[Points, Points, int] | None] = []
    gone: Annotated[list[Number], Meta(max_length=MOST_ENTRANTS)] = []

    @property
    def sitting_out(self) -> list[int]:
        """Those who sit out; who leaves during a round does not (T4)."""
        return [one for one in self.sit_outs if one not in self.gone]


class RoundClock(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The clock of a round: running until `ends`, or paused with `left` seconds; with neither it was not started."""

    round: Number = 1
    ends: Annotated[datetime, Meta(tz=True)] | None = None
    left: Number | None = None

    def seconds(self, minutes: int, now: datetime) -> int:
        """Return how many seconds are left in its round, which lasts this many minutes."""
        if self.ends:
            return max(0, round((self.ends - now).total_seconds()))
        return 60 * minutes if self.left is None else self.left

    @property
    def is_new(self) -> bool:
        """Whether it was not started."""
        return self.ends is None and self.left is None

    @property
    def is_running(self) -> bool:
        """Whether it was started and is not paused: it is running, or has run out."""
        return self.ends is not None or self.left == 0


Outcome = tuple[Points, Points, Annotated[int, Meta(ge=-1, le=1)]]
"""A table's result as it is kept: both sides' points, and the side that was chosen as the winner, -1 for none."""


class KeptResult(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A table's result when the tournament ended, None for none (T15).

    `counts` is the one that counts, `seen` the last one that the organizer decided about, `other` what counted before.
    """

    counts: Outcome | None = None
    seen: Outcome | None = None
    other: Outcome | None = None


class TournamentFacts(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Everything stored of a tournament besides its games. One that was `removed` is in no list, but can come back.

    `kept` are the results of each round's tables at the end; None before it, and where the end kept nothing yet.
    """

    entrants: Annotated[list[Entrant], Meta(max_length=MOST_ENTRANTS)]
    seed: Number
    rounds: Annotated[list[DrawnRound], Meta(max_length=MOST_ROUNDS)] = []
    clock: RoundClock | None = None  # until version 1.1, of the round that was played
    clocks: Annotated[list[RoundClock], Meta(max_length=2 * MOST_ROUNDS)] = []
    best_of_three: bool = False
    removed: bool = False
    kept: Annotated[list[list[KeptResult]], Meta(max_length=MOST_ROUNDS)] | None = None

    def __post_init__(self) -> None:
        if self.clock:
            self.clocks = [*(RoundClock(number, left=0) for number in range(1, self.clock.round)), self.clock]
            self.clock = None

    def clock_of(self, number: int) -> RoundClock:
        """Return the clock of a round, which each has of its own (T16)."""
        return next((clock for clock in self.clocks if clock.round == number), RoundClock(number))

    def set_clock(self, number: int, clock: RoundClock | None) -> None:
        """Set the clock of a round, None for one that was not started."""
        self.clocks = [other for other in self.clocks if other.round != number] + ([clock] if clock else [])

    @property
    def taking_part(self) -> set[int]:
        """Who is entered, or was drawn or seated at a table: no removed name, and no guest whose seat was taken."""
        at_tables = {one for drawn in self.rounds for table in drawn.tables for one in table.entrants}
        return at_tables | {number for number, one in enumerate(self.entrants) if not one.guest}

    def table(self, number: int, place: int) -> DrawnTable | None:
        """Return a table of round `number`, None if it is not drawn."""
        tables = self.rounds[number - 1].tables if 1 <= number <= len(self.rounds) else []
        return tables[place - 1] if 1 <= place <= len(tables) else None

    def seated(self, table: DrawnTable) -> list[int]:
        """Return the ids of a table's four players, clockwise."""
        sides = [[id_ for one in side for id_ in self.entrants[one].players] for side in table.sides]
        return [id_ for across in zip(*sides, strict=True) for id_ in across]


@dataclass(slots=True)
class StoredTournament:
    """A tournament; see `models.Tournament`."""

    club_id: int
    uid: UUID
    name: str
    format: Format
    rules: Json
    house_rules_name: str | None
    facts: TournamentFacts
    started_at: datetime
    changed_at: datetime
    ended_at: datetime | None = None
    version: int = 0
    id: int = 0


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game at a table of a tournament: `hands` counts the recorded hands, `totals` are those of both sides.

    `version` counts its changes, `answers` what its sides answered to them.
    """

    round: int
    table: int
    uid: UUID
    status: GameStatus
    hands: int
    is_open: bool
    totals: tuple[int, int]
    version: int = 0
    answers: int = 0

    @property
    def begun(self) -> bool:
        """Whether anything was recorded."""
        return self.is_open or self.hands > 0

    @property
    def ended(self) -> bool:
        return self.status in ENDED

    @property
    def deleted(self) -> bool:
        return self.status == GameStatus.DELETED


_COLUMNS = tuple(TOURNAMENT.c[column.name] for column in fields(StoredTournament))


_OF_UID = select(*_COLUMNS).where(TOURNAMENT.c.club_id == bindparam("club"), TOURNAMENT.c.uid == bindparam("uid"))


def _stored(row: Sequence[Any] | None) -> StoredTournament | None:
    if row is None:
        return None
    tournament = StoredTournament(*row)
    tournament.facts = msgspec.convert(row[6], TournamentFacts)
    return tournament


def read(session: Session, club_id: int, uid: UUID) -> StoredTournament | None:
    """Return a club's tournament, None if it has none with this uid."""
    return _stored(session.execute(_OF_UID, {"club": club_id, "uid": uid}).first())


def of_series(session: Session, series_id: int) -> tuple[StoredTournament, int] | None:
    """Return the tournament of a series of games and the number of its table, or None."""
    found = select(*_COLUMNS, SERIES.c.table_number).where(SERIES.c.id == series_id)
    row = session.execute(found.join(SERIES, SERIES.c.tournament_id == TOURNAMENT.c.id)).first()
    stored = _stored(row and row[:-1])
    return (stored, row[-1]) if stored and row else None


def read_all(session: Session, club_id: int, most: int = -1) -> list[StoredTournament]:
    """Return the tournaments of a club, newest first; removed ones are left out."""
    is_there = TOURNAMENT.c.facts["removed"].as_boolean().is_not(True)
    of_club = select(*_COLUMNS).where(TOURNAMENT.c.club_id == club_id, is_there).order_by(TOURNAMENT.c.id.desc())
    rows = session.execute(of_club.limit(most) if most >= 0 else of_club)
    return [found for row in rows if (found := _stored(row))]


def read_some(session: Session, club_id: int, uids: Collection[UUID]) -> list[StoredTournament]:
    """Return these tournaments of a club."""
    rows = session.execute(select(*_COLUMNS).where(TOURNAMENT.c.club_id == club_id, TOURNAMENT.c.uid.in_(uids)))
    return [found for row in rows if (found := _stored(row))]


def add(session: Session, tournament: StoredTournament) -> None:
    """Add a tournament; it gets its id, and the watch link of its standings."""
    values = {column.name: getattr(tournament, column.name) for column in _COLUMNS if column.name != "id"}
    key = session.connection().execute(insert(TOURNAMENT), values).inserted_primary_key
    assert key is not None
    tournament.id = key[0]
    link_keys.add_series(session, tournament.club_id, tournament_id=tournament.id, table_number=0)


def write(session: Session, tournament: StoredTournament) -> None:
    """Store a changed tournament."""
    changed = {name: getattr(tournament, name) for name in ("name", "facts", "changed_at", "ended_at", "version")}
    session.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == tournament.id).values(changed))


# Built once: built each time, they would add a tenth to an organizer's page.
_FIRST, _SECOND = SEAT.alias(), SEAT.alias()
_AT_TABLES = (
    select(GAME.c.round_number, SERIES.c.table_number, GAME.c.uid, GAME.c.status)
    .add_columns(select(func.count()).where(HAND.c.game_id == GAME.c.id).scalar_subquery())
    .add_columns(GAME.c.open_hand.is_not(None), _FIRST.c.total, _SECOND.c.total, GAME.c.version, SAID[0])
    .join(SERIES, SERIES.c.id == GAME.c.series_id)
    .join(_FIRST, and_(_FIRST.c.game_id == GAME.c.id, _FIRST.c.number == 0))
    .join(_SECOND, and_(_SECOND.c.game_id == GAME.c.id, _SECOND.c.number == 1))
    .add_columns(SERIES.c.tournament_id)
    .where(SERIES.c.tournament_id.in_(bindparam("tournaments", expanding=True)))
    .order_by(GAME.c.id)
)
_PEOPLE = select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.merged).where(
    PLAYER.c.id.in_(bindparam("players", expanding=True))
)


def games(session: Session, tournament_ids: Collection[int]) -> dict[int, list[TableGame]]:
    """Return the games at all tables of each of these tournaments, oldest first, including deleted ones."""
    found: dict[int, list[TableGame]] = {id_: [] for id_ in tournament_ids}
    at_tables = session.execute(_AT_TABLES, {"tournaments": [*tournament_ids]})
    for number, table, uid, status, hands, is_open, one, other, *counts, tournament in at_tables:
        found[tournament].append(TableGame(number, table, uid, status, hands, is_open, (one, other), *counts))
    return found


def people(session: Session, ids: Collection[int]) -> dict[int, PlayerRef]:
    """Return the current players for these ids: for a merged one the player it was merged into."""
    rows = session.execute(_PEOPLE, {"players": [*ids]})
    return {id_: _by_now(session, id_) if merged else PlayerRef(id_, name) for id_, name, merged in rows}


def _by_now(session: Session, player_id: int) -> PlayerRef:
    by_now, _ = players.merged_into(session, player_id)
    return PlayerRef(by_now, players.name_of(session, by_now))


def with_both(session: Session, club_id: int, player_id: int, other_id: int) -> str | None:
    """Return the name of a tournament that both players, or who was merged into them, take part in."""
    both = {player_id, other_id}
    for tournament in read_all(session, club_id):
        facts = tournament.facts
        those = {id_ for number in facts.taking_part for id_ in facts.entrants[number].players}
        if both <= {player.id for player in people(session, those).values()}:
            return tournament.name
    return None


def series_of_tables(session: Session, tournament_id: int) -> dict[int, tuple[int, str, str, str]]:
    """Return the links of each table by its number: the id of its series, table key, watch key and watch code.

    Number 0 has the link of the standings.
    """
    columns = (SERIES.c.table_number, SERIES.c.id, SERIES.c.table_key, SERIES.c.watch_key, SERIES.c.watch_code)
    rows = session.execute(select(*columns).where(SERIES.c.tournament_id == tournament_id))
    return {number: (id_, table_key, watch_key, code) for number, id_, table_key, watch_key, code in rows}


def claim_series(session: Session, tournament_id: int, number: int, series_id: int) -> None:
    """Assign an imported series of games to a table."""
    this = update(SERIES).where(SERIES.c.id == series_id)
    session.execute(this.values(tournament_id=tournament_id, table_number=number))


def hide_games(session: Session, club_id: int, games: Collection[UUID], hidden: bool) -> None:
    """Hide these games from the lists, or show them again: their table plays on paper."""
    session.execute(update(GAME).where(GAME.c.club_id == club_id, GAME.c.uid.in_(games)).values(hidden=hidden))


def remove_games(session: Session, club_id: int, games: Collection[UUID]) -> None:
    """Remove games in which nothing was recorded."""
    session.execute(delete(GAME).where(GAME.c.club_id == club_id, GAME.c.uid.in_(games)))


_TABLES_OF_GAMES = (
    select(SERIES.c.tournament_id, GAME.c.uid, GAME.c.round_number, SERIES.c.table_number)
    .join(GAME, GAME.c.series_id == SERIES.c.id)
    .where(GAME.c.club_id == bindparam("club"), GAME.c.uid.in_(bindparam("games", expanding=True)))
)


_OF_IDS = select(*_COLUMNS).where(TOURNAMENT.c.id.in_(bindparam("tournaments", expanding=True)))


def games_left(session: Session, club_id: int, games: Collection[UUID]) -> set[UUID]:
    """Return the games at tables that nobody plays on, since the result was typed or the tournament ended."""
    rows = session.execute(_TABLES_OF_GAMES, {"club": club_id, "games": [*games]}).all() if games else ()
    found = session.execute(_OF_IDS, {"tournaments": {row[0] for row in rows}}) if rows else ()
    theirs = {stored.id: stored for row in found if (stored := _stored(row))}
    return {uid for id_, uid, number, place in rows if _is_left(theirs[id_], number, place)}


def _is_left(tournament: StoredTournament, number: int, place: int) -> bool:
    table = tournament.facts.table(number, place)
    return tournament.ended_at is not None or table is None or table.paper is not None


def version_at_game(session: Session, club_id: int, game: UUID) -> int | None:
    """Return the version of the tournament of a club's game, None if it is in none."""
    of_game = select(TOURNAMENT.c.version).join(SERIES, SERIES.c.tournament_id == TOURNAMENT.c.id)
    this = (GAME.c.club_id == club_id, GAME.c.uid == game)
    version: int | None = session.scalar(of_game.join(GAME, GAME.c.series_id == SERIES.c.id).where(*this))
    return version


_OWN = SERIES.alias()
_OF_OWN = and_(_OWN.c.tournament_id == TOURNAMENT.c.id, _OWN.c.table_number == 0)
"""The series with the watch link of the standings."""
_SETTLED_GAME = and_(GAME.c.series_id == SERIES.c.id, GAME.c.status.in_((*ENDED, GameStatus.DELETED)))
_VERSIONS: Select[Any] = (
    select(TOURNAMENT.c.club_id, TOURNAMENT.c.uid, TOURNAMENT.c.version)
    .add_columns(func.coalesce(func.sum(GAME.c.version + SAID[0]), 0))
    .join(_OWN, _OF_OWN)
    .join(CLUB, CLUB.c.id == TOURNAMENT.c.club_id)
    .join(SERIES, SERIES.c.tournament_id == TOURNAMENT.c.id)
    .outerjoin(GAME, _SETTLED_GAME)
    .where(CLUB.c.deleted_at.is_(None))
    .group_by(TOURNAMENT.c.club_id, TOURNAMENT.c.uid, TOURNAMENT.c.version)
)
_WATCHED = DirectStatement(_VERSIONS.where(_OWN.c.watch_key == bindparam("key")))


def watched(key: str) -> Sequence[Any] | None:
    """Return club and tournament of the watch link with this key, the tournament's version and its games'.

    The latter is the sum of the versions of all ended and deleted games. None if there is no such link.
    """
    return _WATCHED.first(key=key) if link_keys.A_KEY.fullmatch(key) else None


def versions(session: Session, club_id: int, uid: UUID) -> Sequence[Any] | None:
    """Return the same for a club's tournament, None if it has none with this uid."""
    return session.execute(_VERSIONS.where(TOURNAMENT.c.club_id == club_id, TOURNAMENT.c.uid == uid)).first()
