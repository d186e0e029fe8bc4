"""Links: what one opens; show and renew those of a club or a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.words import plain_digits
from scorekeeper.storage import link_keys, phones
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.link_keys import StoredLink
from scorekeeper.storage.models import LinkKind

from .errors import NotFound
from .news import Mark

CODE_LASTS = timedelta(days=1)
"""A game with an older last change counts as not being played."""


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """What a link opens: a club, or the newest `game` of its series."""

    link: StoredLink
    game: UUID | None


def find_target(key: str) -> LinkTarget:
    """Return what a keeper link, reader link or table link opens. Raises NotFound."""
    link = link_keys.find(db.session(), key)
    if link is None or link.kind is LinkKind.WATCH or link.club_deleted_at:
        raise NotFound
    game = link_keys.newest_game(db.session(), link.series_id) if link.series_id is not None else None
    if game is None and link.series_id is not None:
        raise NotFound
    return LinkTarget(link, game)


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """What a watch link shows now: the newest game of its table, so a rematch changes the mark too."""

    club_id: int
    uid: UUID
    mark: Mark


def watched_game(key: str) -> WatchedGame:
    """Return what a watch link shows now. Raises NotFound."""
    found = link_keys.watched(key)
    if found is None:
        raise NotFound
    club_id, uid, version, said = found
    return WatchedGame(club_id, uid, Mark.of(uid, version, said))


def watch_key_of(typed: str) -> str | None:
    """Return the key of the watch link with this code, None if no game being played has it.

    "mur-bx3." is MURBX3: only letters and digits count, as people read them out and write them down.
    """
    code = "".join(filter(str.isalnum, plain_digits(typed).upper()))
    return link_keys.watch_key_of(db.session(), code, datetime.now(UTC) - CODE_LASTS)


def watch_code(club_id: int, game: UUID) -> str:
    """Return the watch code of a club's game, "" if it is not being played."""
    return link_keys.code_of_game(db.session(), club_id, game, datetime.now(UTC) - CODE_LASTS)


def newest_game_at(series: Sequence[int]) -> UUID | None:
    """Return the last game started at these tables, or None."""
    return link_keys.newest_game(db.session(), *series)


def club_keys(club_id: int) -> dict[LinkKind, str]:
    """Return the keys of a club's keeper link and reader link."""
    return link_keys.keys_of_club(db.session(), club_id)


def game_keys(club_id: int, game: UUID) -> dict[LinkKind, str]:
    """Return the keys of a game's table link and watch link. Raises NotFound."""
    return _series(club_id, game)[1]


def phones_of_club_link(club_id: int, kind: LinkKind, phone: UUID | None) -> int:
    """Return how many phones a new keeper link or reader link signs out: all that entered by it except this one."""
    return phones.count(db.session(), kind, club_id, phone)


def phones_of_game_link(club_id: int, game: UUID, kind: LinkKind) -> int:
    """Return how many phones a new table link signs out; watching phones are not counted. Raises NotFound."""
    return phones.count(db.session(), kind, _series(club_id, game)[0])


def renew_club_link(club_id: int, kind: LinkKind, phone: UUID | None) -> None:
    """Give a club's keeper link or reader link another key; all phones of the old one except this are signed out."""
    with writing(club_id) as session:
        renew(session, kind, club_id, phone)


def renew_game_link(club_id: int, game: UUID, kind: LinkKind) -> None:
    """Give a game's table link or watch link another key; phones of the old one are signed out. Raises NotFound."""
    with writing(club_id) as session:
        renew(session, kind, _series(club_id, game)[0])


def renew(session: Session, kind: LinkKind, row_id: int, but: UUID | None = None) -> None:
    """Give this link of a club, or of a series, another key; sign out all phones of the old one `but` this."""
    link_keys.renew(session, kind, row_id)
    phones.sign_out_all(session, kind, row_id, but)


def _series(club_id: int, game: UUID) -> tuple[int, dict[LinkKind, str]]:
    found = link_keys.keys_of_game(db.session(), club_id, game)
    if found is None:
        raise NotFound
    return found
