"""The club of this installation, and the wrong PINs that came to it."""

from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from .tables import CLUB, FAILED_PIN

REMEMBERED = timedelta(days=1)

_THE_CLUB = select(CLUB.c.id).order_by(CLUB.c.id).limit(1)
_RECENT = select(func.count()).select_from(FAILED_PIN).where(FAILED_PIN.c.failed_at > bindparam("since"))
_RECENT_FROM = _RECENT.where(FAILED_PIN.c.address == bindparam("address"))
_FORGET = delete(FAILED_PIN).where(FAILED_PIN.c.failed_at < bindparam("since"))
_NOTE = insert(FAILED_PIN)


def club_id(session: Session) -> int | None:
    """Return the id of the one club of this installation, made at its first start."""
    return session.connection().scalar(_THE_CLUB)


def failed_pins(session: Session, since: datetime, address: str) -> tuple[int, int]:
    """Return how many wrong PINs came since then: from this address, and from all."""
    values = {"since": since, "address": address}
    return session.scalar(_RECENT_FROM, values) or 0, session.scalar(_RECENT, values) or 0


def note_failed_pin(session: Session, now: datetime, address: str) -> None:
    """Remember a wrong PIN, and forget those of yesterday."""
    session.execute(_FORGET, {"since": now - REMEMBERED})
    session.execute(_NOTE, {"address": address, "failed_at": now})
