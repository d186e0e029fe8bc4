"""The phones that entered by links."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid4, uuid5

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session

from .db import EVERY_CLUB, changed_rows
from .link_keys import KEY, StoredLink
from .models import CLUB, PHONE, LinkKind, Phone

DOUBLE_TAP = timedelta(minutes=1)
"""How long a second tap can send the same form again."""


def clubs_to_lock(session: Session, phone: UUID | None, club_id: int) -> int:
    """Return the club to lock while this phone enters it, or all clubs if it is in others too: see `writing`.

    Its rows in other clubs get its new id, while a link there may be renewed. An id never enters more clubs, so the
    answer is still true when the lock is taken.
    """
    elsewhere = select(PHONE.c.id).where(PHONE.c.uid == phone, PHONE.c.club_id != club_id).limit(1)
    return club_id if phone is None or session.scalar(elsewhere) is None else EVERY_CLUB


def enter(
    session: Session,
    phone: UUID | None,
    link: StoredLink,
    name: str | None,
    now: datetime,
    player_id: int | None = None,
) -> UUID:
    """Record that this phone entered by this link, for which player it watches and since when; if it had before, update
    these. A phone that chooses the same player again keeps the time of its first choice (A1).

    Without a `name` it keeps the one that it has in this club.

    Returns the phone's new id, which has entered everything that the old one had. Within `DOUBLE_TAP` the same old id
    and link give the same new id, so that a form sent twice enters once. Later a copy of the old cookie gets another
    id, which has entered only what the old one still has: nothing after `forget`. Until then the old id stays
    valid elsewhere, because the answer with the new one can be lost. The caller holds the locks of `clubs_to_lock`.
    """
    old, phone = phone, uuid5(phone, link.key) if phone else uuid4()
    by_this = and_(
        PHONE.c.club_id == link.club_id,
        PHONE.c.link == link.kind,
        PHONE.c.series_id.is_not_distinct_from(link.series_id),
    )
    if name is None:
        names = select(PHONE.c.name).where(PHONE.c.uid == old, PHONE.c.club_id == link.club_id)
        name = session.scalar(names.order_by(by_this.desc(), PHONE.c.id).limit(1)) or ""
    same = and_(PHONE.c.uid.in_((old, phone)), by_this, PHONE.c.player_id == player_id)
    since = player_id and (session.scalar(select(func.min(PHONE.c.watches_since)).where(same)) or now)
    session.execute(delete(PHONE).where(PHONE.c.uid == old, by_this))
    known = session.execute(select(PHONE.c.entered_at, by_this).where(PHONE.c.uid == phone)).all()
    if not any(is_same_link and abs(now - entered_at) < DOUBLE_TAP for entered_at, is_same_link in known):
        phone = uuid4() if known else phone
        others = [column for column in PHONE.c if column.name not in ("id", "uid")]
        copied = select(literal(phone, PHONE.c.uid.type), *others).where(PHONE.c.uid == old)
        session.execute(insert(PHONE).from_select([PHONE.c.uid, *others], copied))
    said = {"name": name, "entered_at": now, "player_id": player_id, "watches_since": since}
    named = update(PHONE).where(PHONE.c.uid == phone, by_this).values(said)
    if not changed_rows(session, named):
        values = {"uid": phone, "club_id": link.club_id, "link": link.kind, "series_id": link.series_id}
        session.execute(insert(PHONE), values | said)
    return phone


def forget(session: Session, phone: UUID) -> None:
    """Delete a phone's old id."""
    session.execute(delete(PHONE).where(PHONE.c.uid == phone))


def of_club(session: Session, club_id: int) -> Sequence[Phone]:
    """Return the phones that entered a club, the last first."""
    of_club = select(Phone).where(Phone.club_id == club_id)
    return session.scalars(of_club.order_by(Phone.entered_at.desc(), Phone.id.desc())).all()


def sign_out(session: Session, club_id: int, phone_id: int) -> None:
    """Sign a phone out of this club, if it is not out already."""
    _forget(session, and_(PHONE.c.club_id == club_id, PHONE.c.id == phone_id))


def sign_out_all(session: Session, kind: LinkKind, row_id: int, but: UUID | None = None) -> None:
    """Sign out all phones `but` this that entered by this link of a club, or of a series."""
    _forget(session, _entered_by(kind, row_id, but))


def count(session: Session, kind: LinkKind, row_id: int, but: UUID | None = None) -> int:
    """Return how many phones `sign_out_all` signs out."""
    return session.scalar(select(func.count()).select_from(PHONE).where(_entered_by(kind, row_id, but))) or 0


def _entered_by(kind: LinkKind, row_id: int, but: UUID | None) -> ColumnElement[bool]:
    owner = PHONE.c.club_id if KEY[kind].table is CLUB else PHONE.c.series_id
    return and_(PHONE.c.link == kind, owner == row_id, PHONE.c.uid.is_distinct_from(but))


def _forget(session: Session, entered: ColumnElement[bool]) -> None:
    """Delete these entries of phones; with a keeper's, also those of tables where it watches or that it opened (A1)."""
    at_table = (PHONE.c.link == LinkKind.TABLE, PHONE.c.club_id == bindparam("club"), PHONE.c.uid == bindparam("phone"))
    watches = or_(PHONE.c.player_id.is_not(None), PHONE.c.entered_at >= bindparam("since"))
    keepers = select(PHONE.c.club_id, PHONE.c.uid, PHONE.c.entered_at).where(entered, PHONE.c.link == LinkKind.KEEPER)
    for club, phone, since in session.execute(keepers).all():
        session.execute(delete(PHONE).where(*at_table, watches), {"club": club, "phone": phone, "since": since})
    session.execute(delete(PHONE).where(entered))
