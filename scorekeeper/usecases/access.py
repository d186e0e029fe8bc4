"""Which club is asked for, and how often a phone may try its PIN."""

from datetime import UTC, datetime, timedelta

from ..storage import queries
from ..storage.db import db, writing
from .errors import NotFound

PIN_WINDOW = timedelta(minutes=10)
TRIES_PER_ADDRESS = 5
TRIES_IN_ALL = 50


def club() -> int:
    """The id of this installation's club; raises NotFound before its database is set up."""
    found = queries.the_club(db.session())
    if found is None:
        raise NotFound
    return found


def may_try_pin(address: str) -> bool:
    """Whether so few wrong PINs came of late, from this address and from all, that another may be tried."""
    here, in_all = queries.wrong_pins(db.session(), datetime.now(UTC) - PIN_WINDOW, address)
    return here < TRIES_PER_ADDRESS and in_all < TRIES_IN_ALL


def note_wrong_pin(address: str) -> None:
    """Counts a wrong PIN."""
    with writing() as session:
        queries.note_wrong_pin(session, datetime.now(UTC), address)
