"""The questions asked of the database. Everything belongs to a club, and is asked for by it.

What every page asks is put into words once, as the program starts: to build a statement takes longer than to run it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import bindparam, delete, func, or_, select, update
from sqlalchemy.orm import Session, joinedload
from sqlalchemy.orm.attributes import set_committed_value

from .models import Change, Club, Game, GamePlayer, HandRow, PinTry, Player

_THE_CLUB = select(Club.id).order_by(Club.id).limit(1)


def the_club(session: Session) -> int | None:
    """The id of the one club of this installation, made at its first start."""
    return session.scalar(_THE_CLUB)


_GAME = (
    select(Game)
    .where(Game.club_id == bindparam("club"), Game.uid == bindparam("uid"))
    .options(joinedload(Game.players).joinedload(GamePlayer.player))
)
_GAME_LOCKED = _GAME.with_for_update(of=Game)
_HANDS = select(HandRow).where(HandRow.game_id == bindparam("game")).order_by(HandRow.position)


def game(session: Session, club_id: int, uid: UUID, *, to_change: bool = False) -> Game | None:
    """A club's game with its players and hands; `to_change` locks it until the transaction ends."""
    asked, fresh = _GAME_LOCKED if to_change else _GAME, {"populate_existing": to_change}
    found = session.scalars(asked, {"club": club_id, "uid": uid}, execution_options=fresh).unique().one_or_none()
    if found is not None:
        hands = session.scalars(_HANDS, {"game": found.id}, execution_options=fresh)
        set_committed_value(found, "hands", hands.all())
    return found


def change(session: Session, game_id: int, entry_id: UUID) -> Change | None:
    """The change that was made under this entry id."""
    return session.get(Change, (game_id, entry_id))


_OF_GAME = Change.game_id == bindparam("game")
_VERSION = select(Change.version).where(_OF_GAME).limit(1)
_LAST_DONE = _VERSION.where(Change.state == "done").order_by(Change.version.desc()).scalar_subquery()
_FIRST_UNDONE = _VERSION.where(Change.state == "undone").order_by(Change.version).scalar_subquery()
_TO_UNDO_AND_REDO = select(Change).where(_OF_GAME, or_(Change.version == _LAST_DONE, Change.version == _FIRST_UNDONE))


def to_undo_and_redo(session: Session, game_id: int) -> tuple[Change | None, Change | None]:
    """The last change that stands, and of those that were taken back the one that was taken back last."""
    by_state = {change.state: change for change in session.scalars(_TO_UNDO_AND_REDO, {"game": game_id})}
    return by_state.get("done"), by_state.get("undone")


_DROP_UNDONE = update(Change).where(_OF_GAME, Change.state == "undone").values(state="dropped")


def drop_undone(session: Session, game_id: int) -> None:
    """What was taken back can no longer be put back: something new was recorded."""
    session.execute(_DROP_UNDONE, {"game": game_id}, execution_options={"synchronize_session": False})


def changes_since(session: Session, game_id: int, version: int) -> Sequence[Change]:
    """What was done to a game after it had this version, oldest first."""
    later = select(Change).where(Change.game_id == game_id, Change.version > version)
    return session.scalars(later.order_by(Change.version).limit(20)).all()


def players_named(session: Session, club_id: int, names: Sequence[str]) -> dict[str, Player]:
    """The club's players of these names."""
    found = session.scalars(select(Player).where(Player.club_id == club_id, Player.name.in_(names)))
    return {player.name: player for player in found}


def known_names(session: Session, club_id: int, most: int) -> Sequence[str]:
    """The names of those who have played in the club, who played last first."""
    last_game = select(func.max(GamePlayer.game_id)).where(GamePlayer.player_id == Player.id).scalar_subquery()
    found = select(Player.name).where(Player.club_id == club_id, last_game.is_not(None))
    return session.scalars(found.order_by(last_game.desc(), Player.name).limit(most)).all()


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game as a list shows it: its players (number, name, total, won) clockwise."""

    uid: UUID
    rules: dict[str, object]
    status: str
    changed: datetime
    players: tuple[tuple[int, str, int, bool], ...]


_LATEST = (
    select(Game.uid, Game.id, Game.rules, Game.status, Game.changed)
    .where(Game.club_id == bindparam("club"), Game.status.in_(bindparam("statuses", expanding=True)))
    .order_by(Game.changed.desc())
    .limit(bindparam("most"))
    .subquery()
)
_LATEST_WITH_PLAYERS = (
    select(_LATEST, GamePlayer.number, Player.name, GamePlayer.total, GamePlayer.won)
    .join(GamePlayer, GamePlayer.game_id == _LATEST.c.id)
    .join(Player, Player.id == GamePlayer.player_id)
    .order_by(_LATEST.c.changed.desc(), _LATEST.c.id, GamePlayer.seat)
)


def latest_games(session: Session, club_id: int, statuses: Sequence[str], most: int) -> list[GameLine]:
    """The club's games of these statuses, the last changed first."""
    rows = session.execute(_LATEST_WITH_PLAYERS, {"club": club_id, "statuses": statuses, "most": most})
    lines: dict[UUID, GameLine] = {}
    for uid, _, rules, status, changed, *player in rows:
        before = lines[uid].players if uid in lines else ()
        lines[uid] = GameLine(uid, rules, status, changed, (*before, tuple(player)))
    return list(lines.values())


def wrong_pins(session: Session, since: datetime, address: str) -> tuple[int, int]:
    """How many wrong PINs came since then: from this address, and from all."""
    recent = select(func.count()).select_from(PinTry).where(PinTry.tried > since)
    return session.scalar(recent.where(PinTry.address == address)) or 0, session.scalar(recent) or 0


def note_wrong_pin(session: Session, now: datetime, address: str) -> None:
    """Remembers a wrong PIN, and forgets those of yesterday."""
    session.execute(delete(PinTry).where(PinTry.tried < now - timedelta(days=1)))
    session.add(PinTry(address=address, tried=now))
