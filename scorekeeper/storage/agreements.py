"""Which sides said yes to which hands of a game; beside the game, so that no change of it touches them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from .models import AGREEMENT


class Agreement(NamedTuple):
    """A yes; see `models.AgreementRow`."""

    hand: UUID
    side: int
    shown: str


_COLUMNS = tuple(AGREEMENT.c[name] for name in Agreement._fields)


def read(session: Session, game_ids: Collection[int]) -> Mapping[int, set[Agreement]]:
    """Return every yes that was ever said in these games, by the id of the game."""
    found: defaultdict[int, set[Agreement]] = defaultdict(set)
    of_games = select(AGREEMENT.c.game_id, *_COLUMNS).where(AGREEMENT.c.game_id.in_(game_ids))
    for game_id, *agreement in session.execute(of_games):
        found[game_id].add(Agreement(*agreement))
    return found


def add(session: Session, game_id: int, agreements: Collection[Agreement]) -> None:
    """Add these, which the game does not have yet."""
    if agreements:
        session.execute(insert(AGREEMENT), [{"game_id": game_id, **each._asdict()} for each in agreements])
