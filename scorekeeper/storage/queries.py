"""The questions asked of the database. Everything belongs to a club, and is asked for by it.

What every page asks is put into words once, as the program starts: to build a statement takes longer than to run it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, bindparam, delete, func, literal_column, select
from sqlalchemy.orm import Session

from .models import Club, Game, GamePlayer, PinTry, Player

_THE_CLUB = select(Club.__table__.c.id).order_by(Club.__table__.c.id).limit(1)


def the_club(session: Session) -> int | None:
    """The id of the one club of this installation, made at its first start."""
    return session.connection().scalar(_THE_CLUB)


def players_named(session: Session, club_id: int, names: Sequence[str]) -> dict[str, Player]:
    """The club's players of these names."""
    found = session.scalars(select(Player).where(Player.club_id == club_id, Player.name.in_(names)))
    return {player.name: player for player in found}


def known_names(session: Session, club_id: int, most: int) -> Sequence[str]:
    """The names of those who have played in the club and are not hidden, who played last first."""
    last_game = select(func.max(GamePlayer.game_id)).where(GamePlayer.player_id == Player.id).scalar_subquery()
    found = select(Player.name).where(Player.club_id == club_id, Player.hidden.is_(False), last_game.is_not(None))
    return session.scalars(found.order_by(last_game.desc(), Player.name).limit(most)).all()


_ALL_NAMES = (
    select(Player.name).where(Player.club_id == bindparam("club"), Player.merged.is_(False)).order_by(Player.name)
)


def all_names(session: Session, club_id: int) -> Sequence[str]:
    """The names of all players of the club."""
    return session.scalars(_ALL_NAMES, {"club": club_id}).all()


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as a list shows it: its players (number, name, total, won) clockwise."""

    uid: UUID
    rules: dict[str, object]
    house_rules_name: str | None
    status: str
    changed_at: datetime
    ended_at: datetime | None
    players: tuple[tuple[int, str, int, bool], ...]


def _latest(which: ColumnElement[bool], when: str) -> Select[Any]:
    """Some of these games of a club with their players, the latest first."""
    latest = (
        select(Game.uid, Game.id, Game.rules, Game.house_rules_name, Game.status, Game.changed_at, Game.ended_at)
        .where(Game.club_id == bindparam("club"), which)
        .order_by(getattr(Game, when).desc(), Game.id.desc())
        .limit(bindparam("most"))
        .subquery()
    )
    return (
        select(latest, GamePlayer.number, Player.name, GamePlayer.total, GamePlayer.won)
        .join(GamePlayer, GamePlayer.game_id == latest.c.id)
        .join(Player, Player.id == GamePlayer.player_id)
        .order_by(latest.c[when].desc(), latest.c.id.desc(), GamePlayer.seat)
    )


_BY_CHANGE = _latest(Game.status.in_(bindparam("statuses", expanding=True)), "changed_at")
_RESULTS = _latest(Game.status == literal_column("'over'"), "ended_at")  # as the index of these says it


def latest_games(session: Session, club_id: int, statuses: Sequence[str], most: int) -> list[GameRow]:
    """The club's games of these statuses, the last changed first."""
    return _lines(session.execute(_BY_CHANGE, {"club": club_id, "statuses": statuses, "most": most}))


def last_results(session: Session, club_id: int, most: int) -> list[GameRow]:
    """The club's games that are over, the last ended first."""
    return _lines(session.execute(_RESULTS, {"club": club_id, "most": most}))


def _lines(rows: Iterable[Any]) -> list[GameRow]:
    lines: dict[UUID, GameRow] = {}
    for uid, _, rules, house, status, changed, ended, *player in rows:
        before = lines[uid].players if uid in lines else ()
        lines[uid] = GameRow(uid, rules, house, status, changed, ended, (*before, tuple(player)))
    return list(lines.values())


def wrong_pins(session: Session, since: datetime, address: str) -> tuple[int, int]:
    """How many wrong PINs came since then: from this address, and from all."""
    recent = select(func.count()).select_from(PinTry).where(PinTry.tried > since)
    return session.scalar(recent.where(PinTry.address == address)) or 0, session.scalar(recent) or 0


def note_wrong_pin(session: Session, now: datetime, address: str) -> None:
    """Remembers a wrong PIN, and forgets those of yesterday."""
    session.execute(delete(PinTry).where(PinTry.tried < now - timedelta(days=1)))
    session.add(PinTry(address=address, tried=now))
