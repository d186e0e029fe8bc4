"""The rows of lists of games, and the evenings that they make."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.words import by_name, shorten_each, side_name
from scorekeeper.storage.game_lists import ListedGame

from .days import evening_of
from .game.score_sheet import Called
from .game_rules import rules_title
from .game_state import competitor_totals

ROOM = 12
"""How many ems the names of a side may have in a list on a phone."""
MOST_NAMED = 3


class SideTotal(NamedTuple):
    """A competitor in a list: its players, what it is called, its total in points, and whether it won."""

    players: tuple[str, ...]
    called: Called
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list, its competitors in the order of their seats; `ended` is None for a running game.

    `tournament` is the one at whose table it was played; `sat` says who played which hands where somebody went home.
    """

    uid: UUID
    rules: str
    status: GameStatus
    started: datetime
    ended: datetime | None
    tournament: UUID | None
    sides: tuple[SideTotal, ...]
    sat: str

    @property
    def best_first(self) -> Sequence[SideTotal]:
        """The competitors, those who won first."""
        return sorted(self.sides, key=lambda side: not side.won)


def game_rows(games: Sequence[ListedGame]) -> list[GameRow]:
    """Return the rows of games; each side has its names as far as they fit (D2)."""
    return [_row(game, competitor_totals(game.rules, game.players)) for game in games]


def _row(game: ListedGame, sides: Sequence[tuple[tuple[str, ...], int, bool]]) -> GameRow:
    short = shorten_each([players for players, _, _ in sides], ROOM)
    return GameRow(
        uid=game.uid,
        rules=rules_title(game.rules, game.house_rules_name),
        status=game.status,
        started=game.started_at,
        ended=game.ended_at if game.status not in (GameStatus.IN_PROGRESS, GameStatus.TIED) else None,
        tournament=game.tournament,
        sides=tuple(
            SideTotal(players, Called(side_name(players), called, called, place), total, won)
            for place, (called, (players, total, won)) in enumerate(zip(short, sides, strict=True), 1)
        ),
        sat=_who_sat(game),
    )


def _who_sat(game: ListedGame) -> str:
    """Return who went home after which hand: "Cal until hand 5", "" if no one did."""
    said = list[tuple[int, str]]()
    for _, sat in groupby(game.sittings, key=lambda sitting: sitting[0]):
        first = 0
        for _, name, last in list(sat)[:-1]:
            said += [(last, f"{name} until hand {last}")] if last > first else []
            first = last
    return ", ".join(text for _, text in sorted(said))


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of an evening, newest first, and who won how many of them.

    `won` are the two sides where the same two played all games, else the sides that won, the most first, MOST_NAMED at
    most, and `others` how many more sides won. Games at a tournament's tables count for its winner alone: `tournaments`
    are its id, its name and who won it, "" before its end. `rules` are those of all games, "" if they differ.
    """

    day: date
    games: tuple[GameRow, ...]
    won: tuple[tuple[Called, int], ...]
    others: int
    tournaments: tuple[tuple[UUID, str, str], ...]

    @property
    def rules(self) -> str:
        first, *more = {game.rules for game in self.games}
        return "" if more else first

    def having(self, status: GameStatus) -> int:
        """Return the number of its games with this status."""
        return sum(game.status == status for game in self.games)


def evenings(games: Sequence[ListedGame], zone: str | None, winners: Mapping[UUID, str]) -> list[Evening]:
    """Return games, newest first, by evening in this zone; `winners` are those of tournaments."""
    by_day = groupby(games, key=lambda game: evening_of(game.listed_at, zone))
    return [_evening(day, list(found), winners) for day, found in by_day]


def _evening(day: date, games: Sequence[ListedGame], winners: Mapping[UUID, str]) -> Evening:
    rows = game_rows(games)
    won = _who_won(rows)
    names = {game.tournament: game.tournament_name for game in games}
    return Evening(
        day=day,
        games=tuple(rows),
        won=tuple(won[:MOST_NAMED]),
        others=len(won[MOST_NAMED:]),
        tournaments=tuple((uid, name, winners.get(uid, "")) for uid, name in names.items() if uid and name),
    )


def _who_won(rows: Sequence[GameRow]) -> list[tuple[Called, int]]:
    over = [row for row in rows if row.status == GameStatus.OVER and not row.tournament]
    wins, sides = Counter[frozenset[str]](), dict[frozenset[str], SideTotal]()
    for side in (side for row in reversed(over) for side in row.sides):
        people = frozenset(side.players)  # the same, however they sat
        sides.setdefault(people, side)
        wins[people] += side.won
    told = [side for people, side in sides.items() if wins[people] or len(sides) == 2]
    short = shorten_each([side.players for side in told], ROOM)
    found = [
        (side.called._replace(short=name, shorter=name), wins[frozenset(side.players)])
        for side, name in zip(told, short, strict=True)
    ]
    return sorted(found, key=lambda one: (-one[1], by_name(one[0].full)))
