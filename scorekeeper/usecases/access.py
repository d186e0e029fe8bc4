"""Which club is asked for, and how often a phone may try its PIN."""

from datetime import UTC, datetime, timedelta

from scorekeeper.storage import clubs
from scorekeeper.storage.db import db, writing

from .errors import NotFound

PIN_WINDOW = timedelta(minutes=10)
TRIES_PER_ADDRESS = 5
TRIES_IN_ALL = 50


def club_id() -> int:
    """Return the id of this installation's club. Raises NotFound before its database is set up."""
    found = clubs.club_id(db.session())
    if found is None:
        raise NotFound
    return found


def check_pin(address: str, right: bool) -> bool | None:
    """Return whether this PIN opens the door; None where too many wrong ones came of late, from here or from all.

    Asked and counted in one transaction, so that many at once are not more than one after the other.
    """
    with writing() as session:
        now = datetime.now(UTC)
        here, in_all = clubs.failed_pins(session, now - PIN_WINDOW, address)
        if here >= TRIES_PER_ADDRESS or in_all >= TRIES_IN_ALL:
            return None
        if not right:
            clubs.note_failed_pin(session, now, address)
        return right
