"""Reads one game into plain values, and writes it back.

The statements of every tap are built once, before the functions that run them: built for each tap, they and that of
`clubs.read_access` would add 6 million instructions to 16 million.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, bindparam, delete, insert, or_, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.hand import HAND_DEFAULTS, MAY_BE_TIED, PLAYERS, TIED, Adjustment, Deal, Foul, Hand
from scorekeeper.storage import link_keys
from scorekeeper.storage.agreements import SAID
from scorekeeper.storage.db import add_row, changed_rows
from scorekeeper.storage.models import CHANGE, GAME, HAND, PLAYER, SEAT, SITTING, ChangeState, Json
from scorekeeper.storage.players import PlayerRef

Facts = dict[str, Any]

_ORDER = (
    *PLAYERS, "bid", "trump", "nest_points", "note", "last", "captured", "partners", "auction", "fouls", "adjustments",
)  # fmt: skip
_WRITE: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(MAY_BE_TIED, lambda player: "tied" if player is TIED else player),
    "captured": lambda counts: [list(pair) for pair in counts.items()],
    "partners": list,
    **dict.fromkeys(("auction", "fouls", "adjustments"), lambda rows: [list(row) for row in rows]),
}
_DECODE: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(MAY_BE_TIED, lambda player: TIED if player == "tied" else player),
    "captured": dict,
    "partners": tuple,
    "auction": lambda calls: tuple([(player, call) for player, call in calls]),
    "fouls": lambda fouls: tuple([Foul(*foul) for foul in fouls]),
    "adjustments": lambda rows: tuple([Adjustment(*row) for row in rows]),
}


def write_facts(hand: Hand, deal: Deal) -> Facts:
    """Return the facts of a hand and its deal."""
    facts: Facts = {"outcome": hand.outcome, "seats": list(deal.seats), "dealer": deal.dealer}
    for name in _ORDER:
        value = getattr(hand, name)
        if value != HAND_DEFAULTS[name]:
            facts[name] = _WRITE[name](value) if name in _WRITE else value
    return facts


def read_facts(facts: Mapping[str, Any]) -> Hand:
    """Return the hand with these facts, with its dealer."""
    return Hand(
        **{name: _DECODE[name](value) if name in _DECODE else value for name, value in facts.items() if name != "seats"}
    )


ENDED = (GameStatus.OVER, GameStatus.STOPPED)


@dataclass(slots=True)
class StoredSeat:
    """A player at the table of one game; see `models.Seat`."""

    number: int
    seat: int
    player: PlayerRef
    total: int = 0
    won: bool = False

    @property
    def player_id(self) -> int:
        return self.player.id


STILL = 1e9
"""The position up to which the last one sits in a chair."""
AFTER_THIS_HAND = 1e8
"""The position up to which somebody sits there who goes home after the hand that is being played."""


@dataclass(slots=True)
class Sitting:
    """A player who sat as this number up to the hand at this position; see `models.SittingRow`."""

    number: int
    until: float
    player: PlayerRef


@dataclass(slots=True)
class StoredHand:
    """The facts of one hand; see `models.HandRow`."""

    uid: UUID
    position: float
    facts: Facts

    @property
    def hand(self) -> Hand:
        """The hand as the rules see it, with its dealer."""
        return read_facts(self.facts)


@dataclass(slots=True)
class StoredChange:
    """One thing that a person did to a game; see `models.Change`."""

    uid: UUID
    version: int
    kind: str
    fields: Json
    state: ChangeState


@dataclass(slots=True)
class StoredGame:
    """A game with its seats clockwise and its hands in the order of play; see `models.Game`.

    The `sittings` are those of each number that more than one player had, in their order.
    """

    club_id: int
    uid: UUID
    rules: Json
    preset: str
    dealer: int
    started_at: datetime
    changed_at: datetime
    id: int = 0
    series_id: int = 0
    house_rules_name: str | None = None
    teams: list[str] | None = None
    notes: str | None = None
    starting_totals: list[tuple[int, int]] | None = None
    open_hand: Facts | None = None
    version: int = 0
    stopped: bool = False
    hidden: bool = False
    deleted_at: datetime | None = None
    ended_at: datetime | None = None
    listed_at: datetime | None = None
    status: GameStatus = GameStatus.IN_PROGRESS
    round_number: int | None = None
    seats: list[StoredSeat] = field(default_factory=list)
    sittings: list[Sitting] = field(default_factory=list)
    hands: list[StoredHand] = field(default_factory=list)

    @property
    def people(self) -> "list[StoredSeat | Sitting]":
        """Everyone who sits or sat at the table."""
        return [*self.seats, *self.sittings]

    @property
    def next_position(self) -> float:
        """The position of the next hand: behind all hands and all ends of sittings (whose hand may be deleted)."""
        left = (each.until for each in self.sittings if each.until < AFTER_THIS_HAND)
        return 1 + max((*(row.position for row in self.hands), *left), default=-1)

    def seats_at(self, position: float) -> list[StoredSeat]:
        """Return the seats with who sat there in the hand at this position."""
        sat = {each.number: each.player for each in reversed(self.sittings) if position <= each.until}
        return [replace(seat, player=sat.get(seat.number, seat.player)) for seat in self.seats]

    def sittings_of(self, number: int) -> list[Sitting]:
        """Return who sat as this number, in their order."""
        sat = [each for each in self.sittings if each.number == number]
        return sat or [Sitting(number, STILL, seat.player) for seat in self.seats if seat.number == number]

    @property
    def twice(self) -> Sitting | None:
        """Where a player has two chairs in one hand: the second of them. None where nobody has."""
        for until in sorted({STILL, *(each.until for each in self.sittings)}):
            found = dict[int, int]()
            for seat in self.seats_at(until):
                if found.setdefault(seat.player_id, seat.number) != seat.number:
                    return Sitting(seat.number, until, seat.player)
        return None

    @property
    def place(self) -> datetime:
        """The right `listed_at`."""
        return self.ended_at or self.started_at

    @property
    def end(self) -> datetime | None:
        """When it ended, None for a running game."""
        return self.ended_at if self.status in ENDED else None

    def copy(self) -> "StoredGame":
        """Return a copy with its own seats and hands, which can be changed without changing this game."""
        other = copy(self)
        other.seats, other.hands = [copy(seat) for seat in self.seats], [copy(hand) for hand in self.hands]
        other.sittings = [copy(sitting) for sitting in self.sittings]
        return other


GAME_COLUMNS = tuple(GAME.c[column.name] for column in fields(StoredGame) if column.name in GAME.c)
"""The columns of a game in the order of StoredGame's fields."""
SEAT_COLUMNS = (SEAT.c.number, SEAT.c.seat, PLAYER.c.id, PLAYER.c.name, SEAT.c.total, SEAT.c.won)
"""The columns of a seat in the order for `seat_of`."""
HAND_COLUMNS = tuple(HAND.c[column.name] for column in fields(StoredHand))
_CHANGE_COLUMNS = tuple(CHANGE.c[column.name] for column in fields(StoredChange))
_INDEXED = ("preset", "started_at", "listed_at")
_LEFT_ALONE = ("id", "club_id", "series_id", "uid", "round_number", *_INDEXED)


def seat_of(number: int, seat: int, player_id: int, name: str, total: int, won: bool) -> StoredSeat:
    """Return the seat in a row of SEAT_COLUMNS."""
    return StoredSeat(number, seat, PlayerRef(player_id, name), total, won)


def seats_of_games(*columns: ColumnElement[Any]) -> Select[Any]:
    """Select each seat of `games`, a list of ids: its game's id and these columns, clockwise."""
    return (
        select(SEAT.c.game_id, *columns)
        .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
        .where(SEAT.c.game_id.in_(bindparam("games", expanding=True)))
        .order_by(SEAT.c.game_id, SEAT.c.seat)
    )


SITTER = PLAYER.alias()
"""The player of a sitting; PLAYER is who sits there now, or sat there at the end."""
IN_SEAT = and_(SITTING.c.game_id == SEAT.c.game_id, SITTING.c.number == SEAT.c.number)
_SITTING_COLUMNS = (SITTING.c.number, SITTING.c.until, SITTER.c.id, SITTER.c.name)
_READ = (
    select(*GAME_COLUMNS, *SEAT_COLUMNS, *_SITTING_COLUMNS)
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
    .outerjoin(SITTING, IN_SEAT)
    .outerjoin(SITTER, SITTER.c.id == SITTING.c.player_id)
    .where(GAME.c.club_id == bindparam("club"), GAME.c.uid == bindparam("game"))
    .order_by(SEAT.c.seat, SITTING.c.until)
)
_READ_SITTINGS = (
    select(SITTING.c.game_id, *_SITTING_COLUMNS)
    .join(SITTER, SITTER.c.id == SITTING.c.player_id)
    .where(SITTING.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(SITTING.c.game_id, SITTING.c.until, SITTING.c.number)
)
_READ_HANDS = select(*HAND_COLUMNS).where(HAND.c.game_id == bindparam("game")).order_by(HAND.c.position)


SCORED = HAND.c.facts["outcome"].as_string().not_in(("misdeal", "passed-out"))


def read(session: Session, club_id: int, uid: UUID) -> StoredGame | None:
    """Return a club's game, None if it has none with this uid."""
    connection = session.connection()  # plain rows need no session
    rows = connection.execute(_READ, {"club": club_id, "game": uid}).all()
    if not rows:
        return None
    game = game_of(rows)
    read_hands(connection, game)
    return game


def game_of(rows: Sequence[Sequence[Any]]) -> StoredGame:
    """Return the game in rows of GAME_COLUMNS and SEAT_COLUMNS, one for each seat; its hands are not read.

    Rows that have _SITTING_COLUMNS too repeat the seats that several had.
    """
    first, last = len(GAME_COLUMNS), len(GAME_COLUMNS) + len(SEAT_COLUMNS)
    game = StoredGame(*rows[0][:first])
    game.seats = [seat_of(*seat) for seat in dict.fromkeys(tuple(row[first:last]) for row in rows)]
    game.sittings = [sitting_of(*row[last:]) for row in rows if row[last:] and row[last] is not None]
    game.sittings.sort(key=lambda each: (each.until, each.number))
    return game


def sitting_of(number: int, until: float, player_id: int, name: str) -> Sitting:
    """Return the sitting in a row of _SITTING_COLUMNS."""
    return Sitting(number, until, PlayerRef(player_id, name))


def read_sittings(session: Session, games: Mapping[int, StoredGame]) -> None:
    """Read the sittings of these games, by their ids."""
    for game, *sitting in session.execute(_READ_SITTINGS, {"games": [*games]}):
        games[game].sittings.append(sitting_of(*sitting))


def read_hands(connection: Connection, game: StoredGame) -> None:
    """Read the hands of a game."""
    game.hands = [StoredHand(*row) for row in connection.execute(_READ_HANDS, {"game": game.id})]


_HANDS_BEFORE = (
    select(HAND.c.facts)
    .join(GAME, GAME.c.id == HAND.c.game_id)
    .where(GAME.c.series_id == bindparam("series"), GAME.c.id < bindparam("game"), GAME.c.deleted_at.is_(None))
    .order_by(GAME.c.id.desc(), HAND.c.position.desc())
    .limit(20)  # hardly ever are so many redealt in a row
)


def hands_before(session: Session, game: StoredGame) -> Iterator[Hand]:
    """Yield the last hands of the games before this one in its series, the latest first."""
    rows = session.connection().execute(_HANDS_BEFORE, {"series": game.series_id, "game": game.id}).all()
    yield from (read_facts(facts) for (facts,) in rows)


def moments_in_series(session: Session, series_id: int) -> list[tuple[int, datetime]]:
    """Return id and `listed_at` of a game and its rematches, in their order; deleted ones are left out."""
    of_series = select(GAME.c.id, GAME.c.listed_at).where(GAME.c.series_id == series_id, GAME.c.deleted_at.is_(None))
    return [(id_, when) for id_, when in session.execute(of_series.order_by(GAME.c.id))]


def known(session: Session, club_id: int, uids: Collection[UUID]) -> set[UUID]:
    """Return those of these games that the club has, deleted or not."""
    return set(session.scalars(select(GAME.c.uid).where(GAME.c.club_id == club_id, GAME.c.uid.in_(uids))))


def _columns(row: StoredHand | StoredChange) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__slots__}


def add(session: Session, game: StoredGame) -> None:
    """Add a game; it gets its id, and its own links unless it is a rematch."""
    game.listed_at = game.place
    game.series_id = game.series_id or link_keys.add_series(session, game.club_id)
    values = {column.name: getattr(game, column.name) for column in GAME_COLUMNS if column.name != "id"}
    game.id = add_row(session, GAME, **values)
    seats = [{"game_id": game.id, "number": seat.number} | _seat_values(seat) for seat in game.seats]
    session.execute(insert(SEAT), seats)
    _add_sittings(session, game.id, game.sittings)
    if game.hands:
        session.execute(insert(HAND), [{"game_id": game.id, **_columns(hand)} for hand in game.hands])


_UPDATE_GAME = update(GAME).where(GAME.c.id == bindparam("this"), GAME.c.version == bindparam("as_read"))
_UPDATE_SEAT = update(SEAT).where(SEAT.c.game_id == bindparam("game"), SEAT.c.number == bindparam("which"))


def write(session: Session, was: StoredGame, game: StoredGame) -> None:
    """Store what differs from the game as it `was` read."""
    game.listed_at = game.place
    values = {column.name: getattr(game, column.name) for column in GAME_COLUMNS if column.name not in _LEFT_ALONE}
    stored = changed_rows(session, _UPDATE_GAME, {"this": was.id, "as_read": was.version, **values})
    assert stored, "the writer has the lock"
    rare = {name: getattr(game, name) for name in _INDEXED}
    if any(getattr(was, name) != value for name, value in rare.items()):
        session.execute(update(GAME).where(GAME.c.id == was.id).values(rare))
    seated = {seat.number: seat for seat in was.seats}
    if seats := [seat for seat in game.seats if seat != seated[seat.number]]:
        session.execute(_UPDATE_SEAT, [{"game": was.id, "which": seat.number} | _seat_values(seat) for seat in seats])
    if game.sittings != was.sittings:
        session.execute(delete(SITTING).where(SITTING.c.game_id == was.id))
        _add_sittings(session, was.id, game.sittings)
    before = {hand.uid: hand for hand in was.hands}
    for hand in game.hands:
        old = before.pop(hand.uid, None)
        if old is None:
            session.execute(insert(HAND), {"game_id": was.id, **_columns(hand)})
        elif old != hand:
            this = update(HAND).where(HAND.c.game_id == was.id, HAND.c.uid == hand.uid)
            session.execute(this.values(_columns(hand)))
    if before:
        session.execute(delete(HAND).where(HAND.c.game_id == was.id, HAND.c.uid.in_(before)))


def _add_sittings(session: Session, game_id: int, sittings: Sequence[Sitting]) -> None:
    rows = [(each.number, each.until, each.player.id) for each in sittings]
    if rows:
        names = "number", "until", "player_id"
        session.execute(insert(SITTING), [{"game_id": game_id, **dict(zip(names, row, strict=True))} for row in rows])


def _seat_values(seat: StoredSeat) -> dict[str, Any]:
    return {"seat": seat.seat, "player_id": seat.player.id, "total": seat.total, "won": seat.won}


_READ_CHANGE = select(*_CHANGE_COLUMNS)
_OF_GAME = CHANGE.c.game_id == bindparam("game")
_VERSION = select(CHANGE.c.version).where(_OF_GAME).limit(1)
_LAST_DONE = _VERSION.where(CHANGE.c.state == ChangeState.DONE).order_by(CHANGE.c.version.desc()).scalar_subquery()
_FIRST_UNDONE = _VERSION.where(CHANGE.c.state == ChangeState.UNDONE).order_by(CHANGE.c.version).scalar_subquery()
_IS_CORRECTION = and_(CHANGE.c.kind == "correction", CHANGE.c.state == ChangeState.DONE)
_SAID = select(*SAID).where(GAME.c.id == bindparam("game"))
_STANDING = (
    select(*_CHANGE_COLUMNS, GAME.c.version, *SAID)
    .join(GAME, GAME.c.id == CHANGE.c.game_id)
    .where(_OF_GAME, or_(CHANGE.c.version == _LAST_DONE, CHANGE.c.version == _FIRST_UNDONE, _IS_CORRECTION))
    .order_by(CHANGE.c.version)
)
MOST_SINCE = 20
_SINCE = (
    _READ_CHANGE.where(_OF_GAME, CHANGE.c.version > bindparam("after")).order_by(CHANGE.c.version).limit(MOST_SINCE)
)
_KNOWN = _READ_CHANGE.where(_OF_GAME, or_(CHANGE.c.uid == bindparam("form"), CHANGE.c.version == _FIRST_UNDONE))


class StandingChanges(NamedTuple):
    """The last change that can be undone, the last undone one, the game's version if there is any, all corrections.

    `said` is what `agreements.SAID` is of the game.
    """

    last: StoredChange | None
    undone: StoredChange | None
    version: int | None
    corrections: list[StoredChange]
    said: tuple[int, int]


def standing_changes(session: Session, game_id: int) -> StandingChanges:
    """Return the changes that Undo and Redo would take, and the corrections that were not undone, oldest first."""
    rows = session.connection().execute(_STANDING, {"game": game_id}).all()
    changes = [StoredChange(*row[:-3]) for row in rows]
    done = [change for change in changes if change.state == ChangeState.DONE]
    undone = next((change for change in changes if change.state == ChangeState.UNDONE), None)
    corrections = [change for change in done if change.kind == "correction"]
    version, *said = rows[0][-3:] if rows else (None, *session.connection().execute(_SAID, {"game": game_id}).one())
    return StandingChanges(done[-1] if done else None, undone, version, corrections, (said[0], said[1]))


def known_and_undone(session: Session, game_id: int, form_id: UUID) -> tuple[StoredChange | None, bool]:
    """Return the change with this form id, and whether any can be redone."""
    found = list(_changes(session, _KNOWN, game=game_id, form=form_id))
    known = next((change for change in found if change.uid == form_id), None)
    return known, any(change.state == ChangeState.UNDONE for change in found)


def changes_since(session: Session, game_id: int, version: int) -> Sequence[StoredChange]:
    """Return the changes of a game after this version, oldest first, at most MOST_SINCE."""
    return list(_changes(session, _SINCE, game=game_id, after=version))


def _changes(session: Session, statement: Any, **values: Any) -> Iterator[StoredChange]:
    return (StoredChange(*row) for row in session.connection().execute(statement, values))


def add_change(session: Session, game: StoredGame, change: StoredChange) -> None:
    """Add a change, with the time of the game's last change."""
    values = {"game_id": game.id, "made_at": game.changed_at, **_columns(change)}
    session.execute(insert(CHANGE), values)


def set_state(session: Session, game_id: int, uid: UUID, state: ChangeState) -> None:
    """Mark a change as undone, or as done again."""
    session.execute(update(CHANGE).where(CHANGE.c.game_id == game_id, CHANGE.c.uid == uid).values(state=state))


def drop_undone(session: Session, game_id: int) -> None:
    """Mark undone changes as dropped, because something new was recorded."""
    undone = update(CHANGE).where(CHANGE.c.game_id == game_id, CHANGE.c.state == ChangeState.UNDONE)
    session.execute(undone.values(state=ChangeState.DROPPED))
