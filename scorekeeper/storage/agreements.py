"""What the sides answered to the hands of a game; beside the game, so that no change of it touches it."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from .models import AGREEMENT, GAME, PHONE


class Agreement(NamedTuple):
    """A yes, or a no with what this side says instead; see `models.AgreementRow`."""

    hand: UUID
    side: int
    shown: str
    says: str | None = None


SAID = (
    select(func.coalesce(func.max(AGREEMENT.c.number), 0)).where(AGREEMENT.c.game_id == GAME.c.id).scalar_subquery(),
    select(func.coalesce(func.sum(PHONE.c.id * 7 + PHONE.c.player_id), 0))
    .where(PHONE.c.series_id == GAME.c.series_id)
    .scalar_subquery(),
)
"""Columns of a game: how often someone answered, and a number that changes with the phones that watch, 0 for none."""
_WATCHED = select(PHONE.c.uid, PHONE.c.player_id, PHONE.c.watches_since).where(
    PHONE.c.series_id == bindparam("series"), PHONE.c.player_id.is_not(None)
)
_COLUMNS = tuple(AGREEMENT.c[name] for name in Agreement._fields)
_NUMBER = select(func.coalesce(func.max(AGREEMENT.c.number), 0)).where(AGREEMENT.c.game_id == bindparam("game"))
_OLD = AGREEMENT.alias()
_HERE, _OLD_HERE = (
    [table.c[name] == bindparam(f"old_{name}") for name in ("game_id", "hand", "side")] for table in (AGREEMENT, _OLD)
)
_ITS_NUMBER = select(_OLD.c.number).where(*_OLD_HERE, _OLD.c.shown == bindparam("old_shown"))
_REPLACED = delete(AGREEMENT).where(*_HERE, AGREEMENT.c.number.in_(_ITS_NUMBER))


def read(session: Session, game_ids: Collection[int]) -> Mapping[int, set[Agreement]]:
    """Return each side's last answer to each hand as it was shown, by the id of the game."""
    found: defaultdict[int, set[Agreement]] = defaultdict(set)
    of_games = select(AGREEMENT.c.game_id, *_COLUMNS).where(AGREEMENT.c.game_id.in_(game_ids))
    for game_id, *agreement in session.execute(of_games):
        found[game_id].add(Agreement(*agreement))
    return found


def said(session: Session, club_id: int, games: Collection[UUID]) -> Mapping[UUID, tuple[int, int]]:
    """Return `SAID` of each of these games of a club at whose table a phone watches."""
    rows = session.execute(select(GAME.c.uid, *SAID).where(GAME.c.club_id == club_id, GAME.c.uid.in_(games)))
    return {uid: (answers, watched) for uid, answers, watched in rows if watched}


def watched_for(session: Session, series_id: int, end: datetime | None = None) -> Mapping[UUID, int]:
    """Return the phones that watch at this table, each with the id of the player it watches for.

    A game that has ended is watched by those that said so before its `end` (A1).
    """
    rows = session.execute(_WATCHED, {"series": series_id})
    return {phone: player for phone, player, since in rows if end is None or since < end}


def add(session: Session, game_id: int, answers: Collection[Agreement]) -> None:
    """Add answers that were given together, each instead of what its side answered there before, and with that."""
    if not answers:
        return
    number = 1 + session.execute(_NUMBER, {"game": game_id}).scalar_one()
    rows = [{"game_id": game_id, "number": number, **each._asdict()} for each in answers]
    session.connection().execute(_REPLACED, [{f"old_{name}": row[name] for name in row} for row in rows])
    session.execute(insert(AGREEMENT), rows)
