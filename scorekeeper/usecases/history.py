"""The history of a club: its past games, newest first, a page at a time."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import BadRules, RuleError, UnknownPlayer
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import game_lists as stored
from scorekeeper.storage import house_rules, players
from scorekeeper.storage.db import FIRST, LAST, Cursor, db
from scorekeeper.storage.game_lists import GameFilter
from scorekeeper.storage.players import PlayerRef

from .errors import ValidationFailed
from .game_rules import rules_title
from .game_state import competitor_totals
from .names import normalize_name

GAMES_ON_A_PAGE = 20
LOOKED_THROUGH = stored.LOOKED_THROUGH
RESULTS = ("won", "lost", "unfinished")


class SeveralPlayers(UnknownPlayer):
    """What was typed may be any of these players, by `names`."""

    def __init__(self, field: str, message: str, names: Sequence[str]) -> None:
        super().__init__(field, message)
        self.names = tuple(names)


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which games are searched for; "" and None let every game pass.

    `rules` is a preset's key; `result` is "won" or "lost", by the player, or
    "unfinished"; games pass that were started from `since` on and before `until`.
    """

    player: str = ""
    rules: str = ""
    house_rules_name: str = ""
    result: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A game in the history: when it was started, and each competitor's names, total and whether it won."""

    uid: UUID
    started: datetime
    rules: str
    status: str
    totals: tuple[tuple[str, int, bool], ...]


@dataclass(frozen=True, slots=True)
class History:
    """A page of the history, newest first.

    `names` are those of all players on it, `older` and `newer` the cursors from which the next pages go on;
    `searched_back_to` says from when on games were looked at, where there are more. `player` is the one who is
    searched for, also one who is hidden from every other list.
    """

    games: tuple[HistoryRow, ...]
    names: tuple[str, ...]
    older: Cursor | None = None
    newer: Cursor | None = None
    searched_back_to: datetime | None = None
    player: PlayerRef | None = None


def history(
    club_id: int, search: HistoryFilter, *, before: Cursor | None = None, after: Cursor | None = None
) -> History:
    """Return the games just before this cursor, or just after it; the newest where none is given.

    Raises ValidationFailed with fields `player`, `rules`, `result`, `until`.
    """
    session = db.session()
    criteria, player = _resolve(session, club_id, search)
    if after:
        return _newer_page(session, club_id, criteria, player, after)
    if before:
        criteria = replace(criteria, high=min(criteria.high, before))
    rows, searched_to = stored.page(session, club_id, criteria, GAMES_ON_A_PAGE + 1)
    shown, more = rows[:GAMES_ON_A_PAGE], len(rows) > GAMES_ON_A_PAGE
    return History(
        games=tuple(map(_history_row, shown)),
        names=_player_names(shown),
        older=shown[-1].cursor if more else searched_to,
        newer=shown[0].cursor if before and shown else None,
        searched_back_to=searched_to[0] if searched_to and not more else None,
        player=player,
    )


def _newer_page(
    session: Session, club_id: int, criteria: GameFilter, player: PlayerRef | None, after: Cursor
) -> History:
    criteria = replace(criteria, low=max(criteria.low, after))
    rows, searched_to = stored.page(session, club_id, criteria, GAMES_ON_A_PAGE + 1, oldest_first=True)
    shown, more = rows[:GAMES_ON_A_PAGE][::-1], len(rows) > GAMES_ON_A_PAGE
    return History(
        games=tuple(map(_history_row, shown)),
        names=_player_names(shown),
        older=shown[-1].cursor if shown else (after[0], after[1] + 1),
        newer=shown[0].cursor if more else searched_to,
        player=player,
    )


def house_names(club_id: int) -> Sequence[str]:
    """Return the names of the club's house rules, by which its games may have been played."""
    return tuple(house_rules.names(db.session(), club_id))


def _resolve(session: Session, club_id: int, search: HistoryFilter) -> tuple[GameFilter, PlayerRef | None]:
    """Return the filter with the player's id in place of the name, and the player; raises ValidationFailed."""
    name = normalize_name(search.player)
    found = _find_players(session, club_id, name) if name else []
    errors = list(_search_errors(search, name, found))
    if errors:
        raise ValidationFailed(errors)
    player = found[0] if found else None
    criteria = GameFilter(
        low=(search.since, 0) if search.since else FIRST,
        high=(search.until, 0) if search.until else LAST,
        preset=search.rules or None,
        house_rules_name=normalize_name(search.house_rules_name) or None,
        player=player.id if player else None,
        result=search.result,
    )
    return criteria, player


def _find_players(session: Session, club_id: int, typed: str) -> list[PlayerRef]:
    """Return the player of this name; or else all of whose name some word begins so, in capitals or not."""
    exact = players.find(session, club_id, [typed])
    if exact:
        return list(exact.values())
    start = typed.casefold()
    known = {name: name.casefold() for name in players.all_names(session, club_id)}
    same = [name for name, folded in known.items() if folded == start]
    begun = [name for name, folded in known.items() if re.search(rf"(?<!\w){re.escape(start)}", folded)]
    chosen = same if len(same) == 1 else begun
    by_name = players.find(session, club_id, chosen)
    return [by_name[name] for name in chosen]


def _search_errors(search: HistoryFilter, name: str, found: Sequence[PlayerRef]) -> Iterator[RuleError]:
    if name and not found:
        yield UnknownPlayer("player", f"No player named “{name}”.")
    if len(found) > 1:
        yield SeveralPlayers("player", f"Which {name}? Choose one below.", [player.name for player in found])
    if search.rules and search.rules not in PRESETS:
        yield BadRules("rules", "Choose a rule set.")
    if search.result and search.result not in RESULTS:
        yield RuleError("result", "Choose won, lost or unfinished.")
    if search.result in ("won", "lost") and not name:
        yield UnknownPlayer("player", "Enter a player first.")
    if search.since and search.until and search.until <= search.since:
        yield RuleError("until", "This date is before the one in From.")


def _player_names(rows: Sequence[stored.GameRow]) -> tuple[str, ...]:
    return tuple(sorted({name for row in rows for name, _, _ in row.players}))


def _history_row(row: stored.GameRow) -> HistoryRow:
    totals = competitor_totals(row.rules, row.players)
    return HistoryRow(row.uid, row.started_at, rules_title(row.rules, row.house_rules_name), row.status, totals)
