"""What a phone may do in a club."""

from dataclasses import dataclass
from uuid import UUID

from scorekeeper.storage import clubs
from scorekeeper.storage.db import db
from scorekeeper.storage.models import LinkKind
from scorekeeper.usecases.errors import NotFound


@dataclass(frozen=True, slots=True)
class Access:
    """What a phone may do in a club, and with the requested game.

    `by_table` says that it entered by this game's table link, and `watches_for` for which player (by id) it watches
    there; `series` are those of all table links it entered by.
    """

    club_id: int
    public_id: str
    club_name: str
    zone: str | None
    keeps_club: bool
    reads_club: bool
    by_table: bool
    series: tuple[int, ...]
    watches_for: int | None = None

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
    of_club = (entered.club_id, entered.public_id, entered.name, entered.zone)
    return Access(*of_club, True, True, entered.at_this_table, tuple(entered.series), entered.watches_for)


def in_hosted_club(public_id: str | None, phone: UUID | None, game: UUID | None = None) -> Access:
    """Return what a phone may do in this club. Raises NotFound if it never entered, or there is no such club."""
    entered = phone and public_id and clubs.read_access(db.session(), public_id, phone, game)
    if not entered or not entered.links:
        raise NotFound
    keeps = LinkKind.KEEPER in entered.links
    reads = keeps or LinkKind.READER in entered.links
    tables = tuple(entered.series)
    of_club = (entered.club_id, entered.public_id, entered.name, entered.zone)
    return Access(*of_club, keeps, reads, entered.at_this_table, tables, entered.watches_for)


def club_id() -> int:
    """Return the id of this installation's club. Raises NotFound before its database is set up."""
    found = clubs.club_id(db.session())
    if found is None:
        raise NotFound
    return found


def check_database() -> None:
    """Check that the database answers; raises its error if not."""
    clubs.club_id(db.session())
