"""The clubs of a hosted server: start one, and list those that a phone has come into."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from scorekeeper.rules.errors import RuleError
from scorekeeper.storage import attempts, clubs, links
from scorekeeper.storage.db import NO_CLUB, db, writing
from scorekeeper.storage.models import LinkKind

from .access import WRONG_CODE, Limit, check_secret, is_reached
from .errors import ValidationFailed
from .names import normalize_name

LONGEST_NAME = 80
NEW_CLUB = Limit("club", timedelta(days=1), 5, 200)


class BadClub(RuleError):
    """A club that cannot be started: without a name, by a stranger, or one too many for now."""

    code = "club"


def start_club(name: str, address: str, code_is_right: bool, phone: UUID | None) -> tuple[UUID, str]:
    """Start a club whose first keeper is this phone; return the phone's id and the club's public id.

    `code_is_right` says whether the founders' code was given, or none is asked. Raises ValidationFailed with fields
    `name` and `code`.
    """
    name = normalize_name(name)
    if not name:
        raise ValidationFailed([BadClub("name", "Give the club a name.")])
    if len(name) > LONGEST_NAME:
        raise ValidationFailed([BadClub("name", f"A club's name has up to {LONGEST_NAME} characters.")])
    if not (opened := check_secret(WRONG_CODE, address, code_is_right)):
        wrong = "That isn't the code. Ask whoever runs this server."
        raise ValidationFailed(
            [BadClub("code", wrong if opened is False else "Too many wrong codes. Try again in ten minutes.")]
        )
    phone = phone or uuid4()
    with writing(NO_CLUB) as session:
        if is_reached(session, NEW_CLUB, address):
            raise ValidationFailed([BadClub("name", "Too many clubs were started today. Try again tomorrow.")])
        attempts.note(session, NEW_CLUB.kind, datetime.now(UTC), address)
        now = datetime.now(UTC)
        club_id = clubs.add(session, name, now)
        keeper = links.find(session, links.keys_of_club(session, club_id)[LinkKind.KEEPER])
        assert keeper is not None
        links.enter(session, phone, keeper, "", now)
    return phone, keeper.public_id


def clubs_of(phone: UUID | None) -> Sequence[tuple[str, str]]:
    """Return public id and name of each club that this phone has come into, by name."""
    return clubs.of_phone(db.session(), phone) if phone else []
