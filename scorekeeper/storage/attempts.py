"""What is counted so that nobody tries it too often: wrong PINs and codes, and clubs that are started."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import and_, bindparam, delete, func, insert, or_, select
from sqlalchemy.orm import Session

from .tables import ATTEMPT

REMEMBERED = timedelta(days=1)
RIGHT, RIGHT_REMEMBERED = "+", timedelta(days=7)
"""What the kind of a right one begins with, and for how long it lets its address pass the limit of all together."""

_RECENT = (
    select(func.count())
    .select_from(ATTEMPT)
    .where(
        ATTEMPT.c.made_at > bindparam("since"),
        ATTEMPT.c.made_at <= bindparam("now"),  # a clock that ran ahead must not count until it is reached again
        ATTEMPT.c.kind == bindparam("kind"),
    )
)
_RECENT_FROM = _RECENT.where(ATTEMPT.c.address == bindparam("address"))
_FORGET = delete(ATTEMPT).where(
    or_(
        and_(ATTEMPT.c.made_at < bindparam("since"), ~ATTEMPT.c.kind.startswith(RIGHT)),
        ATTEMPT.c.made_at < bindparam("right_since"),
        ATTEMPT.c.made_at > bindparam("now"),
    )
)
_FORGET_OTHERS = delete(ATTEMPT).where(
    ATTEMPT.c.kind == bindparam("same_kind"), ATTEMPT.c.address == bindparam("same_address")
)
_NOTE = insert(ATTEMPT)


def count(session: Session, kind: str, window: timedelta, address: str) -> tuple[int, int]:
    """Return how many attempts of this kind were made of late: from this address, and from all."""
    now = datetime.now(UTC)
    values = {"kind": kind, "since": now - window, "now": now, "address": address}
    return session.scalar(_RECENT_FROM, values) or 0, session.scalar(_RECENT, values) or 0


def was_right(session: Session, kind: str, address: str) -> bool:
    """Return whether this address tried it rightly within the last days."""
    return count(session, RIGHT + kind, RIGHT_REMEMBERED, address)[0] > 0


def note(session: Session, kind: str, address: str) -> int:
    """Remember an attempt and return its id; forget old ones, and of the right ones of an address all but the last."""
    now = datetime.now(UTC)
    old = {"since": now - REMEMBERED, "right_since": now - RIGHT_REMEMBERED, "now": now}
    session.execute(_FORGET, old)
    if kind.startswith(RIGHT):
        session.execute(_FORGET_OTHERS, {"same_kind": kind, "same_address": address})
    key = session.connection().execute(_NOTE, {"kind": kind, "address": address, "made_at": now}).inserted_primary_key
    assert key is not None
    return int(key[0])


def forget(session: Session, attempt: int) -> None:
    """Take back an attempt of which nothing came."""
    session.execute(delete(ATTEMPT).where(ATTEMPT.c.id == attempt))
