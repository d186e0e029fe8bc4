"""Reads the house rules of a club into plain values, and writes them back."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.rules.words import by_name

from .db import changed_rows
from .models import HOUSE_RULES, Json


@dataclass(frozen=True, slots=True)
class StoredHouseRules:
    """See `models.HouseRules`."""

    uid: UUID
    name: str
    rules: Json
    version: int = 0


_COLUMNS = tuple(HOUSE_RULES.c[field.name] for field in fields(StoredHouseRules))


def read(session: Session, club_id: int, uid: UUID) -> StoredHouseRules | None:
    """Return a club's house rules with this uid, or None."""
    this = select(*_COLUMNS).where(HOUSE_RULES.c.club_id == club_id, HOUSE_RULES.c.uid == uid)
    row = session.execute(this).one_or_none()
    return StoredHouseRules(*row) if row else None


def read_all(session: Session, club_id: int) -> Sequence[StoredHouseRules]:
    """Return all house rules of a club, by name."""
    of_club = select(*_COLUMNS).where(HOUSE_RULES.c.club_id == club_id)
    return sorted((StoredHouseRules(*row) for row in session.execute(of_club)), key=lambda house: by_name(house.name))


def add(session: Session, club_id: int, house: StoredHouseRules) -> None:
    """Add house rules."""
    session.execute(insert(HOUSE_RULES), {"club_id": club_id, **asdict(house)})


def write(session: Session, club_id: int, house: StoredHouseRules, version: int) -> bool:
    """Replace the house rules with the same uid if they still have this version; return whether they had."""
    as_read = update(HOUSE_RULES).where(_as_read(club_id, house.uid, version))
    return bool(changed_rows(session, as_read.values(name=house.name, rules=house.rules, version=house.version)))


def remove(session: Session, club_id: int, uid: UUID, version: int) -> bool:
    """Delete house rules if they still have this version; return whether they had. Games keep their own copy."""
    return bool(changed_rows(session, delete(HOUSE_RULES).where(_as_read(club_id, uid, version))))


def _as_read(club_id: int, uid: UUID, version: int) -> ColumnElement[bool]:
    return and_(HOUSE_RULES.c.club_id == club_id, HOUSE_RULES.c.uid == uid, HOUSE_RULES.c.version == version)
