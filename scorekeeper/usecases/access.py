"""Who may do what in which club, and how often a secret may be tried."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.storage import attempts, clubs
from scorekeeper.storage.db import NO_CLUB, db, writing
from scorekeeper.storage.models import LinkKind

from .errors import NotFound


@dataclass(frozen=True, slots=True)
class Access:
    """What one phone may do in a club, and with the game that was asked for.

    `by_table` says that it came to this game's table by its link; `series` are those of all tables to which it came.
    """

    club_id: int
    public_id: str
    club_name: str
    keeps_club: bool
    reads_club: bool
    by_table: bool
    series: tuple[int, ...]

    @property
    def keeps_game(self) -> bool:
        """Whether it may keep the score of the game."""
        return self.keeps_club or self.by_table

    @property
    def reads_game(self) -> bool:
        """Whether it may see the game."""
        return self.reads_club or self.by_table


def at_home(phone: UUID | None = None, game: UUID | None = None) -> Access:
    """Return what a phone may do at home: everything. Raises NotFound before the database is set up."""
    entered = clubs.read_access(db.session(), None, phone, game)
    if entered is None:
        raise NotFound
    by_table = entered.at_this_table
    return Access(entered.club_id, entered.public_id, entered.name, True, True, by_table, tuple(entered.series))


def in_hosted_club(public_id: str | None, phone: UUID | None, game: UUID | None = None) -> Access:
    """Return what a phone may do in this club. Raises NotFound for one that never came in, as without a club."""
    entered = phone and public_id and clubs.read_access(db.session(), public_id, phone, game)
    if not entered or not entered.links:
        raise NotFound
    keeps = LinkKind.KEEPER in entered.links
    reads = keeps or LinkKind.READER in entered.links
    tables = tuple(entered.series)
    return Access(entered.club_id, entered.public_id, entered.name, keeps, reads, entered.at_this_table, tables)


def club_id() -> int:
    """Return the id of this installation's club. Raises NotFound before its database is set up."""
    found = clubs.club_id(db.session())
    if found is None:
        raise NotFound
    return found


def ask_database() -> None:
    """Ask the database something, whatever it says."""
    clubs.club_id(db.session())


@dataclass(frozen=True, slots=True)
class Limit:
    """How often something may be tried within a while: from one address and, if `in_all` says so, from all together."""

    kind: str
    window: timedelta
    per_address: int
    in_all: int | None


WRONG_PIN = Limit("PIN", timedelta(minutes=10), 5, 50)
WRONG_WATCH_CODE = Limit("watch code", timedelta(minutes=10), 10, None)  # strangers shut out no one with a right one
WRONG_CODE = Limit("founders' code", timedelta(minutes=10), 5, 50)


def check_secret(limit: Limit, address: str, right: bool) -> bool | None:
    """Return whether this secret is right; None where too many wrong ones came of late, from here or from all.

    Asked and counted in one transaction, so that many at once are not more than one after the other.
    """
    with writing(NO_CLUB) as session:
        if is_reached(session, limit, address):
            return None
        if not right or limit.in_all is not None:
            attempts.note(session, attempts.RIGHT + limit.kind if right else limit.kind, address)
        return right


def is_reached(session: Session, limit: Limit, address: str) -> bool:
    """Return whether this was tried too often of late; whoever was right before is not kept out by strangers."""
    here, in_all = attempts.count(session, limit.kind, limit.window, address)
    return here >= limit.per_address or (
        limit.in_all is not None and in_all >= limit.in_all and not attempts.was_right(session, limit.kind, address)
    )
