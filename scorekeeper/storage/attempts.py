"""What is counted so that nobody tries it too often: wrong PINs and codes, and clubs that are started."""

from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from .tables import ATTEMPT

REMEMBERED = timedelta(days=1)

_RECENT = (
    select(func.count())
    .select_from(ATTEMPT)
    .where(ATTEMPT.c.made_at > bindparam("since"), ATTEMPT.c.kind == bindparam("kind"))
)
_RECENT_FROM = _RECENT.where(ATTEMPT.c.address == bindparam("address"))
_FORGET = delete(ATTEMPT).where(ATTEMPT.c.made_at < bindparam("since"))
_NOTE = insert(ATTEMPT)


def count(session: Session, kind: str, since: datetime, address: str) -> tuple[int, int]:
    """Return how many attempts of this kind were made since then: from this address, and from all."""
    values = {"kind": kind, "since": since, "address": address}
    return session.scalar(_RECENT_FROM, values) or 0, session.scalar(_RECENT, values) or 0


def note(session: Session, kind: str, now: datetime, address: str) -> None:
    """Remember an attempt, and forget those of yesterday."""
    session.execute(_FORGET, {"since": now - REMEMBERED})
    session.execute(_NOTE, {"kind": kind, "address": address, "made_at": now})
