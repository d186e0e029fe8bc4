"""The history of a club: its games, newest first, a page at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import BadRules, RuleError, UnknownPlayer
from scorekeeper.rules.hand import partnerships, side_name
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import game_lists as stored
from scorekeeper.storage.db import db
from scorekeeper.storage.game_lists import GameFilter

from .errors import ValidationFailed
from .game_state import preset_of, title_of
from .names import normalize_name

GAMES_ON_A_PAGE = 20
LOOKED_THROUGH = stored.LOOKED_THROUGH
Place = stored.Place
RESULTS = ("won", "lost", "unfinished")


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """What is searched for; "" and None ask for nothing.

    `rules` is a preset's key, `house` the name of house rules; `result` is "won" or "lost", by the player, or
    "unfinished"; games count that were started from `since` on and before `until`.
    """

    player: str = ""
    rules: str = ""
    house: str = ""
    result: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A game in the history: when it began, each competitor's names, total and whether it won."""

    uid: UUID
    started: datetime
    rules: str
    status: str
    totals: tuple[tuple[str, int, bool], ...]


@dataclass(frozen=True, slots=True)
class History:
    """A page of the history, newest first.

    `names` are those of everybody on it, `older` and `newer` the places from which the next pages go on;
    `looked_back_to` says from when on games were looked at, where there are more. `player` is the id of the player
    who is searched for, also of one who is hidden and stands in no other list.
    """

    lines: tuple[HistoryRow, ...]
    names: tuple[str, ...]
    older: Place | None = None
    newer: Place | None = None
    looked_back_to: datetime | None = None
    player: int | None = None


def history(club_id: int, wanted: HistoryFilter, *, before: Place | None = None, after: Place | None = None) -> History:
    """The games just before this place, or just after it; the newest where none is given.

    Raises ValidationFailed with fields `player`, `rules`, `result`, `until`.
    """
    session = db.session()
    asked = _asked(session, club_id, wanted)
    if after:
        return _newer(session, club_id, asked, after)
    if before:
        asked = replace(asked, high=min(asked.high, before))
    rows, ended = stored.page(session, club_id, asked, GAMES_ON_A_PAGE + 1)
    shown, more = rows[:GAMES_ON_A_PAGE], len(rows) > GAMES_ON_A_PAGE
    return History(
        lines=tuple(map(_line, shown)),
        names=_names(shown),
        older=shown[-1].place if more else ended,
        newer=shown[0].place if before and shown else None,
        looked_back_to=ended[0] if ended and not more else None,
        player=asked.player,
    )


def _newer(session: Session, club_id: int, asked: GameFilter, after: Place) -> History:
    asked = replace(asked, low=max(asked.low, after))
    rows, ended = stored.page(session, club_id, asked, GAMES_ON_A_PAGE + 1, oldest_first=True)
    shown, more = rows[:GAMES_ON_A_PAGE][::-1], len(rows) > GAMES_ON_A_PAGE
    return History(
        lines=tuple(map(_line, shown)),
        names=_names(shown),
        older=shown[-1].place if shown else (after[0], after[1] + 1),
        newer=shown[0].place if more else ended,
        player=asked.player,
    )


def house_names(club_id: int) -> Sequence[str]:
    """The names of the club's house rules, which its games may have been played by."""
    return tuple(stored.house_names(db.session(), club_id))


def _asked(session: Session, club_id: int, wanted: HistoryFilter) -> GameFilter:
    """What is wanted, by the ids that the tables know; raises ValidationFailed with all that makes no sense."""
    name = normalize_name(wanted.player)
    player = stored.player_called(session, club_id, name) if name else None
    refusals = list(_faults(wanted, name, player))
    if refusals:
        raise ValidationFailed(refusals)
    return GameFilter(
        low=(wanted.since, 0) if wanted.since else stored.FIRST,
        high=(wanted.until, 0) if wanted.until else stored.LAST,
        preset=wanted.rules or None,
        house_rules_name=normalize_name(wanted.house) or None,
        player=player,
        result=wanted.result,
    )


def _faults(wanted: HistoryFilter, name: str, player: int | None) -> Iterator[RuleError]:
    if name and player is None:
        yield UnknownPlayer("player", f"Nobody called {name} has played here. Names are written as they were entered.")
    if wanted.rules and wanted.rules not in PRESETS:
        yield BadRules("rules", "Choose one of the rule sets.")
    if wanted.result and wanted.result not in RESULTS:
        yield RuleError("result", "Choose won, lost or unfinished.")
    if wanted.result in ("won", "lost") and not name:
        yield UnknownPlayer("player", f"Who {wanted.result}? Name a player.")
    if wanted.since and wanted.until and wanted.until <= wanted.since:
        yield RuleError("until", "This day is before the first one: no game can lie between them.")


def _names(rows: Sequence[stored.GameRow]) -> tuple[str, ...]:
    return tuple(sorted({name for row in rows for name, _, _ in row.players}))


def _line(row: stored.GameRow) -> HistoryRow:
    by_name = {name: (total, won) for name, total, won in row.players}
    names = tuple(by_name)
    fixed = row.rules.get("sides", preset_of(row.rules).rules.sides) == "partnerships"
    sides = partnerships(names) if fixed else tuple((name,) for name in names)
    totals = tuple((side_name(side), *by_name[side[0]]) for side in sides)
    return HistoryRow(row.uid, row.started_at, title_of(row.rules, row.house_rules_name), row.status, totals)
