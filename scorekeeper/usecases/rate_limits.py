"""How often a secret may be tried."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.orm import Session

from scorekeeper.storage import rate_limits
from scorekeeper.storage.db import NO_CLUB, writing


@dataclass(frozen=True, slots=True)
class Limit:
    """How often something may be tried within a while: from one address and, if `in_all` says so, from all together."""

    kind: str
    window: timedelta
    per_address: int
    in_all: int | None


WRONG_PIN = Limit("PIN", timedelta(minutes=10), 5, 50)
WRONG_WATCH_CODE = Limit("watch code", timedelta(minutes=10), 10, None)  # strangers shut out no one with a right one
WRONG_CODE = Limit("founders' code", timedelta(minutes=10), 5, 50)


def check_secret(limit: Limit, address: str, right: bool) -> bool | None:
    """Return whether this secret is right; None where too many wrong ones came of late, from here or from all.

    Asked and counted in one transaction, so that many at once are not more than one after the other.
    """
    with writing(NO_CLUB) as session:
        if is_reached(session, limit, address):
            return None
        if not right or limit.in_all is not None:
            rate_limits.note(session, rate_limits.RIGHT + limit.kind if right else limit.kind, address)
        return right


def is_reached(session: Session, limit: Limit, address: str) -> bool:
    """Return whether this was tried too often of late; whoever was right before is not kept out by strangers."""
    here, in_all = rate_limits.count(session, limit.kind, limit.window, address)
    return here >= limit.per_address or (
        limit.in_all is not None and in_all >= limit.in_all and not rate_limits.was_right(session, limit.kind, address)
    )
