"""Rate limits: how often a PIN, a code or a new club may be tried."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.orm import Session

from scorekeeper.storage import rate_limits
from scorekeeper.storage.db import NO_CLUB, writing


@dataclass(frozen=True, slots=True)
class Limit:
    """How often something may be tried within `window`: from one address and, if `in_all` is set, from all
    addresses."""

    kind: str
    window: timedelta
    per_address: int
    in_all: int | None


WRONG_PIN = Limit("PIN", timedelta(minutes=10), 5, 50)
WRONG_WATCH_CODE = Limit("watch code", timedelta(minutes=10), 10, None)  # strangers can't lock out anyone else
WRONG_CODE = Limit("founders' code", timedelta(minutes=10), 5, 50)


def check_secret(limit: Limit, address: str, right: bool) -> bool | None:
    """Return whether this secret is right, None after too many recent wrong ones, from this address or from all.

    Checks and counts in one transaction, so that parallel attempts do not get around the limit.
    """
    with writing(NO_CLUB) as session:
        if is_reached(session, limit, address):
            return None
        if not right or limit.in_all is not None:
            rate_limits.note(session, rate_limits.RIGHT + limit.kind if right else limit.kind, address)
        return right


def is_reached(session: Session, limit: Limit, address: str) -> bool:
    """Return whether there were too many recent attempts; those of strangers do not count against an address that was
    right before."""
    here, in_all = rate_limits.count(session, limit.kind, limit.window, address)
    return here >= limit.per_address or (
        limit.in_all is not None and in_all >= limit.in_all and not rate_limits.was_right(session, limit.kind, address)
    )
