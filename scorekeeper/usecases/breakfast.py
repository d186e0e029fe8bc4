"""What people tell of an evening at breakfast: the biggest set, the best hand, who reneged, the closest game.

All of it is stored with each game when it ends; no hand is read.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.words import format_points, format_total, join_words
from scorekeeper.storage import stats
from scorekeeper.storage.db import db
from scorekeeper.storage.stats import OneSeat

from .game_rows import GameRow
from .names import is_unnamed


class Told(NamedTuple):
    """A line: what, who it was, how much, and the game, None if it is about several."""

    what: str
    who: str
    how: str
    game: UUID | None


def tell(club_id: int, games: Sequence[GameRow]) -> list[Told]:
    """Return the lines about the games of an evening."""
    seats = stats.seats_in(db.session(), club_id, [game.uid for game in reversed(games)])
    named = [seat for seat in seats if not is_unnamed(seat.player)]
    told = [_most("Biggest set", "biggest_set", named), _most("Best hand", "best_hand", named), _reneged(named)]
    return [line for line in (*told, _closest(games)) if line]


def _most(what: str, field: str, seats: Sequence[OneSeat]) -> Told | None:
    """Return the hand with the most points of this kind, of several the first."""
    points = max(map(attrgetter(field), seats), default=0)
    if not points:
        return None
    number_of = attrgetter(f"{field}_number")
    most = [seat for seat in seats if getattr(seat, field) == points]
    first = min((seat for seat in most if seat.game == most[0].game), key=number_of)
    shown = format_points(-points if field == "biggest_set" else points)
    return Told(what, first.player, f"{shown} in hand {number_of(first)}", first.game)


def _reneged(seats: Sequence[OneSeat]) -> Told | None:
    found = [seat for seat in seats if seat.reneges]
    names, games = dict.fromkeys(seat.player for seat in found), {seat.game for seat in found}
    return Told("Reneged", join_words([*names]), "", games.pop() if len(games) == 1 else None) if found else None


def _closest(games: Sequence[GameRow]) -> Told | None:
    """Return the game that was won by the fewest points, of several with one winner."""
    found = []
    for game in reversed(games):
        sides = sorted(game.sides, key=lambda side: not side.won)
        if game.status == GameStatus.OVER and [side.won for side in sides[:2]] == [True, False]:
            second = max(sides[1:], key=attrgetter("total"))
            found.append((abs(sides[0].total - second.total), game.uid, sides[0], second))
    if len(found) < 2:
        return None
    _, uid, winner, second = min(found, key=lambda each: each[0])
    return Told("Closest game", winner.called.full, f"{format_total(winner.total)} : {format_total(second.total)}", uid)
