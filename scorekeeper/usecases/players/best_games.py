"""The best games of a club: the highest hand, the longest game, the biggest comeback, the most sets."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from scorekeeper.rules.game import GameStatus
from scorekeeper.storage import best_games as stored
from scorekeeper.storage.db import reading
from scorekeeper.storage.games import read_hands
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_state import GameState

from .stats_filter import StatsFilter, filter_errors


@dataclass(frozen=True, slots=True)
class BestGame:
    """The game with the most of something, which is `over` or stopped; `whose` names the side, or everyone."""

    what: str
    value: int
    whose: str
    uid: UUID
    started_at: datetime
    over: bool


def best_games(club_id: int, wanted: StatsFilter) -> list[BestGame]:
    """Return the game with the most of each, if any. Raises ValidationFailed with fields `rules`, `year`."""
    if errors := list(filter_errors(wanted)):
        raise ValidationFailed(errors)
    found = stored.best_games(reading(), club_id, wanted.rules, wanted.year)
    return [
        BestGame(
            best.what,
            best.value,
            _whose(best),
            best.game.uid,
            best.game.started_at,
            best.game.status == GameStatus.OVER,
        )
        for best in found
    ]


def _whose(best: stored.BestGame) -> str:
    state = GameState(best.game)
    if best.what == "highest_hand":
        read_hands(reading(), best.game)
        sides = (side for played in state.hands if played.score for side in played.score.sides)
        return state.names.side(next(side.players for side in sides if side.score == best.value))
    if best.what == "biggest_deficit":
        return state.names.side([seat.number for seat in best.game.seats if seat.won])
    return ", ".join(name for _, name in state.named_players)
