"""The house rules of a club, read into plain values and written back."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import cast
from uuid import UUID

from sqlalchemy import Table, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from .models import HouseRules, Json

_HOUSE = cast(Table, HouseRules.__table__)
_OF_CLUB = _HOUSE.c.club_id == bindparam("club")
_OF_THIS = (_OF_CLUB, _HOUSE.c.uid == bindparam("which"))
_READ = select(_HOUSE.c.uid, _HOUSE.c.name, _HOUSE.c.rules, _HOUSE.c.version)
_READ_ONE, _READ_ALL = _READ.where(*_OF_THIS), _READ.where(_OF_CLUB).order_by(_HOUSE.c.name)
_INSERT, _UPDATE, _DELETE = insert(_HOUSE), update(_HOUSE).where(*_OF_THIS), delete(_HOUSE).where(*_OF_THIS)


@dataclass(frozen=True, slots=True)
class StoredHouseRules:
    """See `models.HouseRules`."""

    uid: UUID
    name: str
    rules: Json
    version: int = 0


def read(session: Session, club_id: int, uid: UUID) -> StoredHouseRules | None:
    """A club's house rules of this uid."""
    row = session.execute(_READ_ONE, {"club": club_id, "which": uid}).one_or_none()
    return row and StoredHouseRules(*row)


def read_all(session: Session, club_id: int) -> Sequence[StoredHouseRules]:
    """All house rules of a club, by name."""
    return [StoredHouseRules(*row) for row in session.execute(_READ_ALL, {"club": club_id})]


def add(session: Session, club_id: int, house: StoredHouseRules) -> None:
    """Stores house rules that were not there before."""
    session.execute(_INSERT, {"club_id": club_id, **asdict(house)})


def write(session: Session, club_id: int, house: StoredHouseRules) -> None:
    """Stores house rules in place of those of the same uid."""
    values = {"name": house.name, "rules": house.rules, "version": house.version}
    session.execute(_UPDATE, {"club": club_id, "which": house.uid, **values})


def remove(session: Session, club_id: int, uid: UUID) -> None:
    """Takes house rules away; games that were played by them keep their own copy."""
    session.execute(_DELETE, {"club": club_id, "which": uid})
