"""The clubs of a hosted server: start one, list those of a phone, delete and restore one."""

from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.words import count_of, end
from scorekeeper.storage import clubs, game_lists, link_keys, phones, rate_limits, stats
from scorekeeper.storage.clubs import StoredClub
from scorekeeper.storage.db import NO_CLUB, db, writing
from scorekeeper.storage.models import LinkKind
from scorekeeper.storage.new_keys import new_key
from scorekeeper.storage.rate_limits import CLUB_FILE, NEW_CLUB, NEW_CLUBS, WRONG_CODE, check_secret, is_reached
from scorekeeper.usecases import links

from .days import day_text, local, place_of, zone_called, zone_names
from .errors import NotFound, Question, ValidationFailed
from .names import caseless, normalize_name

LONGEST_NAME = 80
SENT_AGAIN = timedelta(minutes=1)
"""How long the form that started a club may come again, because its first answer was lost."""
RESTORABLE, UNUSED = timedelta(days=30), timedelta(days=7)
"""How long a deleted club can be restored, and how long an unused one is kept."""
MOST_REMOVED = 10


class BadClub(RuleError):
    """A club that cannot be started: it has no name, the code is wrong, or there were too many."""

    code = "club"


def start_club(
    name: str, address: str, code_is_right: bool, phone: UUID | None, form_id: UUID | None = None, zone: str = ""
) -> tuple[UUID, str]:
    """Start a club with this phone as its first keeper; return the phone's id and the club's public id.

    `zone` is the phone's time zone; one that is not known here is the server's.

    The same form of the same phone starts one club, which is known by its public id.
    `code_is_right` says whether the founders' code was given, or is not needed. Raises ValidationFailed with fields
    `name` and `code`.
    """
    name, known_zone = _usable_name(name), zone if zone_called(zone) else None
    check_founders_code(address, code_is_right)
    with writing(phones.clubs_to_lock(db.session(), phone, NO_CLUB)) as session:
        public_id = _public_id(phone, form_id) if phone and form_id else new_key(10)
        started, now = clubs.find(session, public_id), datetime.now(UTC)
        if not started:
            count_start(session, address)
        elif now - started.created_at > SENT_AGAIN:  # by now others may have renewed the link that let this phone in
            raise ValidationFailed([BadClub("name", "This club is started. Open its keeper link to enter it.")])
        club_id = started.id if started else clubs.add(session, name, now, public_id=public_id, zone=known_zone)
        return enter_as_keeper(session, club_id, phone), public_id


def _public_id(phone: UUID, form_id: UUID) -> str:
    """Return a public id that nobody else can have: both ids are random and secret."""
    return b32encode(sha256(phone.bytes + form_id.bytes).digest()[:10]).decode().lower()


def _usable_name(name: str) -> str:
    name = normalize_name(name)
    if not name:
        raise ValidationFailed([BadClub("name", "Give the club a name.")])
    if len(name) > LONGEST_NAME:
        raise ValidationFailed([BadClub("name", f"A club's name can be up to {LONGEST_NAME} characters.")])
    return name


def change_club(club_id: int, name: str | None, zone: str, answered: str = "") -> None:
    """Give a club another name (None keeps it), and the time zone of its days, by its IANA name ("" for the server's).

    Its games are assigned to their years again. Raises ValidationFailed with field `name`, or a Question where games
    get another day, unless that was `answered`.
    """
    new_name = None if name is None else _usable_name(name)
    asked = f"days of {zone or 'the server'}"
    if answered != asked and (said := _tell_days_changed(club_id, zone)):
        raise ValidationFailed([Question("zone", said, asked, "Change the days")])
    with writing(club_id) as session:
        clubs.change(session, club_id, new_name or clubs.get(session, club_id).name, zone or None)
        _count_years(session, club_id, zone)


def take_zone(club_id: int, zone: str) -> str:
    """Give a club that has no time zone that of a phone, by its IANA name; return the place of its days, "New York".

    Return "" where nothing changed: the club has a zone, or no one can choose this one.
    """
    if zone not in zone_names():
        return ""
    with writing(club_id) as session:
        club = clubs.get(session, club_id)
        if club.zone:
            return ""
        clubs.change(session, club_id, club.name, zone)
        _count_years(session, club_id, zone)
    return place_of(zone)


MOST_DAYS = 5


def _tell_days_changed(club_id: int, zone: str) -> str:
    """Return in words which games would be of another day in this time zone, "" for none."""
    session = db.session()
    now = clubs.get(session, club_id).zone
    days = [(local(when, now).date(), local(when, zone).date()) for when in game_lists.moments(session, club_id)]
    changed = [(before, after) for before, after in days if before != after]
    if not changed:
        return ""
    told = [f"{day_text(before)} becomes {day_text(after)}" for before, after in dict.fromkeys(changed)]
    more = [f"and {len(told) - MOST_DAYS} more days"] if len(told) > MOST_DAYS else []
    years = sum(before.year != after.year for before, after in changed)
    of_years = f", {years} of them another year" if years else ""
    games = f"{count_of(len(changed), 'game')} get{'s' if len(changed) == 1 else ''} another day{of_years}"
    return f"{games}: {', '.join([*told[:MOST_DAYS], *more])}."


def _count_years(session: Session, club_id: int, zone: str | None) -> None:
    stats.set_years(session, stats.in_other_years(session, [club_id], lambda when: local(when, zone).year))


def count_years() -> None:
    """Count the years of clubs in the server's time zone again: it may have been another one when they were counted."""
    ids = [club_id for club_id, zone in clubs.zones(db.session()) if zone_called(zone) is None]
    if games := stats.in_other_years(db.session(), ids, lambda when: local(when, None).year):
        with writing() as session:
            stats.set_years(session, games)


def check_founders_code(address: str, code_is_right: bool) -> None:
    """Raise ValidationFailed with field `code` if the code is wrong, or was wrong too often."""
    if not (opened := check_secret(WRONG_CODE, address, code_is_right)):
        wrong = "That isn't the code. Ask whoever runs this server."
        raise ValidationFailed(
            [BadClub("code", wrong if opened is False else "Too many wrong codes. Try again in ten minutes.")]
        )


def count_start(session: Session, address: str) -> int:
    """Count the start of a club for the rate limit; return the attempt's id.

    Raises ValidationFailed with field `name` after too many recent starts.
    """
    if is_reached(session, NEW_CLUB, address):
        raise ValidationFailed([BadClub("name", "Too many clubs were started here today. Try again tomorrow.")])
    if is_reached(session, NEW_CLUBS, address):
        raise ValidationFailed([BadClub("name", "Too many clubs were started just now. Try again in an hour.")])
    return rate_limits.note(session, NEW_CLUB.kind, address)


def count_club_file(address: str) -> None:
    """Count a club's file for the rate limit. Raises ValidationFailed with field `file` after too many recent ones."""
    with writing(NO_CLUB) as session:
        if is_reached(session, CLUB_FILE, address):
            raise ValidationFailed([BadClub("file", "Too many files were sent. Try again in ten minutes.")])
        rate_limits.note(session, CLUB_FILE.kind, address)


def enter_as_keeper(session: Session, club_id: int, phone: UUID | None) -> UUID:
    """Record that this phone entered by the keeper link of a new club; return its new id.

    The caller holds the locks of `storage.phones.clubs_to_lock`.
    """
    keeper = link_keys.find(session, link_keys.keys_of_club(session, club_id)[LinkKind.KEEPER])
    assert keeper is not None
    return phones.enter(session, phone, keeper, "", datetime.now(UTC))


def clubs_of(phone: UUID | None) -> Sequence[tuple[str, str]]:
    """Return public id and name of each club that this phone has entered, by name."""
    return clubs.of_phone(db.session(), phone) if phone else []


@dataclass(frozen=True, slots=True)
class DeletedClub:
    """A deleted club, and until when its keeper link can restore it."""

    public_id: str
    name: str
    deleted_at: datetime
    until: datetime


def delete_club(club_id: int, typed: str) -> str:
    """Delete a club, confirmed by typing its name; return the key of its keeper link, which can restore it.

    Raises ValidationFailed with field `name`.
    """
    with writing(club_id) as session:
        name = clubs.get(session, club_id).name
        if caseless(normalize_name(typed)) != caseless(normalize_name(name)):
            raise ValidationFailed([BadClub("name", f"Type the club's name: {name}")])
        clubs.set_deleted(session, club_id, datetime.now(UTC))
        return link_keys.keys_of_club(session, club_id)[LinkKind.KEEPER]


def deleted_club(key: str) -> DeletedClub | None:
    """Return the deleted club that this keeper link can restore, or None."""
    link = link_keys.find(db.session(), key)
    if link is None or link.kind is not LinkKind.KEEPER or link.club_deleted_at is None:
        return None
    until = link.club_deleted_at + RESTORABLE
    if until <= datetime.now(UTC):
        return None
    return DeletedClub(link.public_id, link.club_name, link.club_deleted_at, until)


def restore_club(key: str) -> None:
    """Restore the deleted club of this keeper link, once. Raises NotFound."""
    link = link_keys.find(db.session(), key)
    if link is None or link.kind is not LinkKind.KEEPER:
        raise NotFound
    with writing(link.club_id) as session:
        if deleted_club(key):
            clubs.set_deleted(session, link.club_id, None)


def remove_expired() -> None:
    """Remove clubs that were deleted a month ago, and those in which nothing was recorded for a week."""
    for club_id in _due(db.session()):
        with writing(club_id) as session:
            if club_id in _due(session):  # someone may have restored it just now
                clubs.remove(session, club_id)


def _due(session: Session) -> list[int]:
    now = datetime.now(UTC)
    return clubs.to_remove(session, now - RESTORABLE, now - UNUSED, MOST_REMOVED)


def key_of_first_club() -> str | None:
    """Return the keeper key of the club that this server had at home, None once a keeper has entered."""
    return clubs.key_of_first(db.session())


def overview() -> Sequence[tuple[str, str, str | None, datetime | None, int, datetime | None]]:
    """Return name, public id, time of deletion, games and last change of every club, by name."""
    return clubs.overview(db.session())


def are_several() -> bool:
    """Return whether there is more than one club, so that a command has to name one."""
    return clubs.count(db.session()) > 1


def find_club(name_or_public_id: str, even_deleted: bool = False) -> StoredClub:
    """Return the club with this public id, or else this name. Raises ValidationFailed if there is none, or several."""
    called = clubs.called(db.session(), normalize_name(name_or_public_id))
    called = [club for club in called if club.public_id == name_or_public_id] or called
    found = [club for club in called if even_deleted or not club.deleted_at]
    if not found:
        text = f"There is no club {name_or_public_id}; `rook-scorekeeper clubs` lists them."
        if called:
            text = f"{called[0].name} is deleted; `rook-scorekeeper club link` makes a link that can bring it back."
        raise ValidationFailed([BadClub("name", text)])
    if len(found) > 1:
        ids = ", ".join(club.public_id for club in found)
        several = end(f"{len(found)} clubs are named {found[0].name}")
        raise ValidationFailed([BadClub("name", f"{several} Say which: {ids}.")])
    return found[0]


def new_keeper_key(club_id: int) -> str:
    """Give a club another keeper key and return it; phones that entered by the old one are signed out."""
    with writing(club_id) as session:
        links.renew(session, LinkKind.KEEPER, club_id)
        return link_keys.keys_of_club(session, club_id)[LinkKind.KEEPER]
