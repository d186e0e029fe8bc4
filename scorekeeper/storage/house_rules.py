"""The house rules of a club, read into plain values and written back."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from uuid import UUID

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from .models import Json
from .tables import HOUSE_RULES

_OF_CLUB = HOUSE_RULES.c.club_id == bindparam("club")
_OF_THIS = (_OF_CLUB, HOUSE_RULES.c.uid == bindparam("which"))
_AS_READ = HOUSE_RULES.c.version == bindparam("as_read")
_READ = select(HOUSE_RULES.c.uid, HOUSE_RULES.c.name, HOUSE_RULES.c.rules, HOUSE_RULES.c.version)
_READ_ONE, _READ_ALL = _READ.where(*_OF_THIS), _READ.where(_OF_CLUB).order_by(HOUSE_RULES.c.name)
_INSERT, _UPDATE, _DELETE = (
    insert(HOUSE_RULES),
    update(HOUSE_RULES).where(*_OF_THIS, _AS_READ),
    delete(HOUSE_RULES).where(*_OF_THIS, _AS_READ),
)


@dataclass(frozen=True, slots=True)
class StoredHouseRules:
    """See `models.HouseRules`."""

    uid: UUID
    name: str
    rules: Json
    version: int = 0


def read(session: Session, club_id: int, uid: UUID) -> StoredHouseRules | None:
    """Return a club's house rules of this uid, None where it has none."""
    row = session.execute(_READ_ONE, {"club": club_id, "which": uid}).one_or_none()
    return row and StoredHouseRules(*row)


def read_all(session: Session, club_id: int) -> Sequence[StoredHouseRules]:
    """Return all house rules of a club, by name."""
    return [StoredHouseRules(*row) for row in session.execute(_READ_ALL, {"club": club_id})]


def add(session: Session, club_id: int, house: StoredHouseRules) -> None:
    """Store house rules that were not there before."""
    session.execute(_INSERT, {"club_id": club_id, **asdict(house)})


def write(session: Session, club_id: int, house: StoredHouseRules, version: int) -> bool:
    """Store house rules in place of those of the same uid that are still of this version; return whether they were."""
    values = {"name": house.name, "rules": house.rules, "version": house.version}
    which = {"club": club_id, "which": house.uid, "as_read": version}
    return bool(session.connection().execute(_UPDATE, which | values).rowcount)


def remove(session: Session, club_id: int, uid: UUID, version: int) -> bool:
    """Delete house rules that are still of this version; return whether they were. Games keep their own copy."""
    which = {"club": club_id, "which": uid, "as_read": version}
    return bool(session.connection().execute(_DELETE, which).rowcount)


_NAMES = select(HOUSE_RULES.c.name).where(_OF_CLUB).order_by(HOUSE_RULES.c.name).limit(100)


def names(session: Session, club_id: int) -> Sequence[str]:
    """Return the names of the club's house rules, the first hundred."""
    return session.scalars(_NAMES, {"club": club_id}).all()
