"""Links: enter by one, show and renew those of a club or a game, and list the phones that entered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from scorekeeper.rules.hand import side_with
from scorekeeper.rules.words import plain_digits
from scorekeeper.storage import agreements, link_keys
from scorekeeper.storage.db import NO_CLUB, db, writing
from scorekeeper.storage.link_keys import StoredLink
from scorekeeper.storage.models import LinkKind, Phone

from .errors import NotFound
from .game_state import GameState, read_game
from .names import normalize_name
from .news import Mark

CODE_LASTS = timedelta(days=1)
"""A game with an older last change counts as not being played."""
LONGEST_NAME = 40  # the most characters of a phone's description of itself


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


@dataclass(frozen=True, slots=True)
class WatchChoice:
    """For whom a phone can watch at a table: each side by a player's number and its names; and for whom it does."""

    sides: tuple[tuple[int, str], ...] = ()
    chosen: int | None = None


def watch_choice(state: GameState, player_id: int | None) -> WatchChoice:
    """Return for whom a phone can watch at a game's table; `player_id` is for whom it does."""
    player = next((seat.number for seat in state.game.seats if seat.player_id == player_id), None)
    sides = tuple((side[0], state.names.side(side)) for side in state.competitors)
    return WatchChoice(sides, next(iter(side_with(state.competitors, player)), None))


def watch_choice_at(target: LinkTarget, phone: UUID | None) -> WatchChoice:
    """Return the same for the newest game of a table link; no one for other links."""
    if target.game is None or target.link.series_id is None:
        return WatchChoice()
    watching = agreements.watched_for(db.session(), target.link.series_id)
    return watch_choice(read_game(target.link.club_id, target.game), watching.get(phone) if phone else None)


def enter(key: str, phone: UUID | None, name: str | None, watches: int | None = None) -> tuple[UUID, LinkTarget]:
    """Record that a phone entered by this link, at a table to watch for the player with this number; return its new id.

    Without a name it keeps the one that it had. Raises NotFound.
    """
    with writing(link_keys.clubs_to_lock(db.session(), phone, find_target(key).link.club_id)) as session:
        target = find_target(key)
        player = None
        if watches is not None and target.game:
            seats = read_game(target.link.club_id, target.game).game.seats
            player = next((seat.player_id for seat in seats if seat.number == watches), None)
        named = None if name is None else normalize_name(name)[:LONGEST_NAME]
        phone = link_keys.enter(session, phone, target.link, named, datetime.now(UTC), player)
    return phone, target


def forget_phone(phone: UUID) -> None:
    """Delete a phone's old id once it has used the new one."""
    with writing(NO_CLUB) as session:
        link_keys.forget_phone(session, phone)


def club_keys(club_id: int) -> dict[LinkKind, str]:
    """Return the keys of a club's keeper link and reader link."""
    return link_keys.keys_of_club(db.session(), club_id)


def game_keys(club_id: int, game: UUID) -> dict[LinkKind, str]:
    """Return the keys of a game's table link and watch link. Raises NotFound."""
    return _series(club_id, game)[1]


def phones_of_club_link(club_id: int, kind: LinkKind, phone: UUID | None) -> int:
    """Return how many phones a new keeper link or reader link signs out: all that entered by it except this one."""
    return link_keys.count_phones(db.session(), kind, club_id, phone)


def phones_of_game_link(club_id: int, game: UUID, kind: LinkKind) -> int:
    """Return how many phones a new table link signs out; watching phones are not counted. Raises NotFound."""
    return link_keys.count_phones(db.session(), kind, _series(club_id, game)[0])


def renew_club_link(club_id: int, kind: LinkKind, phone: UUID | None) -> None:
    """Give a club's keeper link or reader link another key; all phones of the old one except this are signed out."""
    with writing(club_id) as session:
        link_keys.renew(session, kind, club_id, phone)


def renew_game_link(club_id: int, game: UUID, kind: LinkKind) -> None:
    """Give a game's table link or watch link another key; phones of the old one are signed out. Raises NotFound."""
    with writing(club_id) as session:
        link_keys.renew(session, kind, _series(club_id, game)[0])


def _series(club_id: int, game: UUID) -> tuple[int, dict[LinkKind, str]]:
    found = link_keys.keys_of_game(db.session(), club_id, game)
    if found is None:
        raise NotFound
    return found


def phones(club_id: int) -> Sequence[Phone]:
    """Return the phones that entered a club, the last first."""
    return link_keys.phones(db.session(), club_id)


def sign_out(club_id: int, phone_id: int) -> None:
    """Sign a phone out of the club; it can enter again by a link that it still has."""
    with writing(club_id) as session:
        link_keys.sign_out(session, club_id, phone_id)
