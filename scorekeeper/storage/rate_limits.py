"""What is counted so that nobody tries it too often: wrong PINs and codes, and clubs that are started."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import and_, delete, func, or_, select
from sqlalchemy.orm import Session

from .core_tables import ATTEMPT
from .db import add_row

REMEMBERED = timedelta(days=1)
RIGHT, RIGHT_REMEMBERED = "+", timedelta(days=7)
"""What the kind of a right one begins with, and for how long it lets its address pass the limit of all together."""


def count(session: Session, kind: str, window: timedelta, address: str) -> tuple[int, int]:
    """Return how many attempts of this kind were made of late: from this address, and from all."""
    now = datetime.now(UTC)
    recent = (
        select(func.count())
        .select_from(ATTEMPT)
        .where(
            ATTEMPT.c.made_at > now - window,
            ATTEMPT.c.made_at <= now,  # a clock that ran ahead must not count until it is reached again
            ATTEMPT.c.kind == kind,
        )
    )
    return session.scalar(recent.where(ATTEMPT.c.address == address)) or 0, session.scalar(recent) or 0


def was_right(session: Session, kind: str, address: str) -> bool:
    """Return whether this address tried it rightly within the last days."""
    return count(session, RIGHT + kind, RIGHT_REMEMBERED, address)[0] > 0


def note(session: Session, kind: str, address: str) -> int:
    """Remember an attempt and return its id; forget old ones, and of the right ones of an address all but the last."""
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
    """Take back an attempt of which nothing came."""
    session.execute(delete(ATTEMPT).where(ATTEMPT.c.id == attempt))
