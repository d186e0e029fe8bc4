"""Phones: enter by a link, watch, and sign out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from scorekeeper.rules.hand import side_with
from scorekeeper.storage import agreements
from scorekeeper.storage import phones as stored
from scorekeeper.storage.db import NO_CLUB, db, writing
from scorekeeper.storage.models import Phone

from .game_state import GameState, read_game
from .links import LinkTarget, find_target
from .names import normalize_name

LONGEST_NAME = 40  # the most characters of a phone's description of itself


@dataclass(frozen=True, slots=True)
class WatchChoice:
    """The sides that a phone can watch for at a table, each a player's number and its names; and the chosen one."""

    sides: tuple[tuple[int, str], ...] = ()
    chosen: int | None = None


def watch_choice(state: GameState, player_id: int | None) -> WatchChoice:
    """Return the sides of a game's table; `player_id` is the player that the phone watches for."""
    player = state.chair_of(player_id)
    sides = tuple((side[0], state.names.side(side)) for side in state.competitors)
    return WatchChoice(sides, next(iter(side_with(state.competitors, player)), None))


def watch_choice_at(target: LinkTarget, phone: UUID | None) -> WatchChoice:
    """Return the sides of a table link's newest game, none for other links."""
    if target.game is None or target.link.series_id is None:
        return WatchChoice()
    watching = agreements.watched_for(db.session(), target.link.series_id)
    return watch_choice(read_game(target.link.club_id, target.game), watching.get(phone) if phone else None)


def enter(key: str, phone: UUID | None, name: str | None, watches: int | None = None) -> tuple[UUID, LinkTarget]:
    """Record that a phone entered by this link, at a table to watch for the player with this number; return its new id.

    Without a name it keeps the one that it had. Raises NotFound.
    """
    with writing(stored.clubs_to_lock(db.session(), phone, find_target(key).link.club_id)) as session:
        target = find_target(key)
        player = None
        if watches is not None and target.game:
            seats = read_game(target.link.club_id, target.game).game.seats
            player = next((seat.player_id for seat in seats if seat.number == watches), None)
        named = None if name is None else normalize_name(name)[:LONGEST_NAME]
        phone = stored.enter(session, phone, target.link, named, datetime.now(UTC), player)
    return phone, target


def forget(phone: UUID) -> None:
    """Delete a phone's old id once it has used the new one."""
    with writing(NO_CLUB) as session:
        stored.forget(session, phone)


def of_club(club_id: int) -> Sequence[Phone]:
    """Return the phones that entered a club, the last first."""
    return stored.of_club(db.session(), club_id)


def sign_out(club_id: int, phone_id: int) -> None:
    """Sign a phone out of the club; it can enter again by a link that it still has."""
    with writing(club_id) as session:
        stored.sign_out(session, club_id, phone_id)
