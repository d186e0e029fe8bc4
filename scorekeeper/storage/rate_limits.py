"""Rate limits: how often a PIN, a code or a new club may be tried, and the attempts that were made."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import BoundedSemaphore
from time import sleep

from sqlalchemy import and_, delete, func, or_, select
from sqlalchemy.orm import Session

from .db import NO_CLUB, add_row, db, writing
from .models import ATTEMPT

REMEMBERED = timedelta(days=1)
RIGHT, RIGHT_REMEMBERED = "+", timedelta(days=7)
"""The prefix for the kind of a right attempt, and how long it exempts its address from the limit for all addresses."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How often something may be tried within `window`: from one address and, if `in_all` is set, from all
    addresses."""

    kind: str
    window: timedelta
    per_address: int
    in_all: int | None


WRONG_PIN = Limit("PIN", timedelta(minutes=10), 5, 50)
WRONG_WATCH_CODE = Limit("watch code", timedelta(minutes=10), 10, None)  # only slowed down: `guess`
WRONG_CODE = Limit("founders' code", timedelta(minutes=10), 5, 50)
NEW_CLUB = Limit("club", timedelta(days=1), 5, None)
NEW_CLUBS = Limit("club", timedelta(hours=1), 5, 20)
"""From one address in a day, and from all in an hour: an honest founder waits for an hour at most."""
CLUB_FILE = Limit("club file", timedelta(minutes=10), 10, 100)


def check_secret(limit: Limit, address: str, right: bool) -> bool | None:
    """Return whether this secret is right, None after too many recent wrong ones, from this address or from all.

    Checks and counts in one transaction, so that parallel attempts do not get around the limit.
    """
    with writing(NO_CLUB) as session:
        if is_reached(session, limit, address):
            return None
        note(session, RIGHT + limit.kind if right else limit.kind, address)
        return right


SLOW, AT_ONCE = 4.0, 2
"""The seconds that a wrong guess takes from an address that made too many, and how many of these are tried at once in
each process: half a guess a second (docs/changing/security.md says what that comes to)."""
_places = BoundedSemaphore(AT_ONCE)


class TooManyAtOnce(Exception):
    """Another guess from an address that made too many has to wait for those that are being tried."""


def guess(limit: Limit, address: str, find: Callable[[], str | None]) -> str | None:
    """Return what a guess finds, None if it is wrong. Only wrong ones count, and too many make further ones slow.

    Wrong guesses of others behind the same address lock no one out: a right guess is always found.
    Raises TooManyAtOnce.
    """
    if not is_reached(db.session(), limit, address):
        return _found(limit, address, find)
    if not _places.acquire(blocking=False):  # waiting would take the server's threads
        raise TooManyAtOnce
    try:
        found = _found(limit, address, find)
        if found is None:
            sleep(SLOW)
        return found
    finally:
        _places.release()


def _found(limit: Limit, address: str, find: Callable[[], str | None]) -> str | None:
    found = find()
    if found is None:
        with writing(NO_CLUB) as session:
            note(session, limit.kind, address)
    return found


def is_reached(session: Session, limit: Limit, address: str) -> bool:
    """Return whether there were too many recent attempts; those of strangers do not count against an address that was
    right before."""
    here, in_all = count(session, limit.kind, limit.window, address)
    return here >= limit.per_address or (
        limit.in_all is not None and in_all >= limit.in_all and not was_right(session, limit.kind, address)
    )


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
