"""The hands that a club played before a game, as stored."""

from datetime import datetime

from sqlalchemy import Integer, Text, bindparam, cast, select, tuple_
from sqlalchemy.orm import Session

from .core_tables import GAME, HAND
from .db import UtcDateTime

GAMES, HANDS = 12, 60
_START = tuple_(bindparam("started_at", type_=UtcDateTime), bindparam("game", type_=Integer))
_GAMES = (
    select(GAME.c.id, GAME.c.started_at, GAME.c.rules)
    .where(GAME.c.club_id == bindparam("club"), GAME.c.preset == bindparam("preset"))
    .where(GAME.c.deleted_at.is_(None))
    .where(tuple_(GAME.c.started_at, GAME.c.id) < _START)
    .order_by(GAME.c.started_at.desc(), GAME.c.id.desc())
    .limit(GAMES)
    .subquery()
)
_BEFORE = (
    select(cast(_GAMES.c.rules, Text), cast(HAND.c.facts, Text))
    .join(HAND, HAND.c.game_id == _GAMES.c.id)
    .order_by(_GAMES.c.started_at.desc(), _GAMES.c.id.desc(), HAND.c.position)
    .limit(HANDS)
)


def before(
    session: Session, club_id: int, preset: str, started_at: datetime, game_id: int
) -> tuple[tuple[str, str], ...]:
    """Return the rules and facts of at most HANDS hands in the club's last GAMES games by a preset before this game.

    They are still JSON, because decoding takes longer than the query.
    """
    values = {"club": club_id, "preset": preset, "started_at": started_at, "game": game_id}
    return tuple((rules, facts) for rules, facts in session.execute(_BEFORE, values))
