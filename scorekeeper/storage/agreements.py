"""Which sides said yes to which hands of a game; beside the game, so that no change of it touches them."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.orm import Session

from .models import AGREEMENT, GAME, PHONE


class Agreement(NamedTuple):
    """A yes; see `models.AgreementRow`."""

    hand: UUID
    side: int
    shown: str


SAID = (
    select(func.count()).where(AGREEMENT.c.game_id == GAME.c.id).scalar_subquery(),
    select(func.coalesce(func.sum(PHONE.c.id * 7 + PHONE.c.player_id), 0))
    .where(PHONE.c.series_id == GAME.c.series_id)
    .scalar_subquery(),
)
"""Columns of a game: how often someone said yes, and a number that changes with the phones that watch, 0 for none."""
_WATCHED = select(PHONE.c.uid, PHONE.c.player_id).where(
    PHONE.c.series_id == bindparam("series"), PHONE.c.player_id.is_not(None)
)
_COLUMNS = tuple(AGREEMENT.c[name] for name in Agreement._fields)


def read(session: Session, game_ids: Collection[int]) -> Mapping[int, set[Agreement]]:
    """Return every yes that was ever said in these games, by the id of the game."""
    found: defaultdict[int, set[Agreement]] = defaultdict(set)
    of_games = select(AGREEMENT.c.game_id, *_COLUMNS).where(AGREEMENT.c.game_id.in_(game_ids))
    for game_id, *agreement in session.execute(of_games):
        found[game_id].add(Agreement(*agreement))
    return found


def watched_for(session: Session, series_id: int) -> Sequence[tuple[UUID, int]]:
    """Return the phones that watch at this table, each with the id of the player it watches for."""
    return [(phone, player) for phone, player in session.execute(_WATCHED, {"series": series_id})]


def add(session: Session, game_id: int, agreements: Collection[Agreement]) -> None:
    """Add these, which the game does not have yet."""
    if agreements:
        session.execute(insert(AGREEMENT), [{"game_id": game_id, **each._asdict()} for each in agreements])
