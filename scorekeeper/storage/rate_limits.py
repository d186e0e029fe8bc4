"""Counts attempts for rate limits: wrong PINs and codes, and started clubs."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import and_, delete, func, or_, select
from sqlalchemy.orm import Session

from .core_tables import ATTEMPT
from .db import add_row

REMEMBERED = timedelta(days=1)
RIGHT, RIGHT_REMEMBERED = "+", timedelta(days=7)
"""The prefix for the kind of a right attempt, and how long it exempts its address from the limit for all addresses."""


def count(session: Session, kind: str, window: timedelta, address: str) -> tuple[int, int]:
    """Return the number of recent attempts of this kind: from this address, and from all."""
    now = datetime.now(UTC)
    recent = (
        select(func.count())
        .select_from(ATTEMPT)
        .where(
            ATTEMPT.c.made_at > now - window,
            ATTEMPT.c.made_at <= now,  # ignore attempts from when the clock ran ahead
            ATTEMPT.c.kind == kind,
        )
    )
    return session.scalar(recent.where(ATTEMPT.c.address == address)) or 0, session.scalar(recent) or 0


def was_right(session: Session, kind: str, address: str) -> bool:
    """Return whether this address was right in the last days."""
    return count(session, RIGHT + kind, RIGHT_REMEMBERED, address)[0] > 0


def note(session: Session, kind: str, address: str) -> int:
    """Record an attempt and return its id; delete old ones, and all but the last right one of the address."""
    now = datetime.now(UTC)
    old = or_(
        and_(ATTEMPT.c.made_at < now - REMEMBERED, ~ATTEMPT.c.kind.startswith(RIGHT)),
        ATTEMPT.c.made_at < now - RIGHT_REMEMBERED,
        ATTEMPT.c.made_at > now,
    )
    session.execute(delete(ATTEMPT).where(old))
    if kind.startswith(RIGHT):
        session.execute(delete(ATTEMPT).where(ATTEMPT.c.kind == kind, ATTEMPT.c.address == address))
    return add_row(session, ATTEMPT, kind=kind, address=address, made_at=now)


def forget(session: Session, attempt: int) -> None:
    """Delete an attempt that had no effect."""
    session.execute(delete(ATTEMPT).where(ATTEMPT.c.id == attempt))
