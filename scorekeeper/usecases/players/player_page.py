"""One player's page: the stats, those of each rule set or year, and the best and worst partners and opponents."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.game_stats import add_up
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import players, stats
from scorekeeper.storage.db import db, reading
from scorekeeper.storage.games import read_hands
from scorekeeper.storage.stats import Other, Pair, Rivalry, stats_by_part
from scorekeeper.storage.stats_models import ANY_PRESET, ANY_YEAR
from scorekeeper.usecases.errors import NotFound, ValidationFailed
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.names import is_unnamed
from scorekeeper.usecases.players.player_stats import Share, StatsFilter, StatsView, filter_errors
from scorekeeper.usecases.players.rivalries import rivalries


@dataclass(frozen=True, slots=True)
class BestAndWorst:
    """A player's best and worst partner and opponent, among those with at least GAMES_TOGETHER games together."""

    best_partner: Other | None
    worst_partner: Other | None
    victim: Other | None
    nemesis: Other | None


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """One player: everything requested, and games, wins, hands and points for each rule set (by title) or, with one
    chosen, for each year.
    """

    id: int
    name: str
    hidden: bool
    stats: StatsView
    parts: tuple[tuple[str, StatsView], ...]
    others: BestAndWorst
    rivalries: list[tuple[str, str, Rivalry]]


class BadFilter(ValidationFailed):
    """An invalid filter for a player's page; `name` is the player's."""

    def __init__(self, name: str, errors: Sequence[RuleError]) -> None:
        super().__init__(errors)
        self.name = name


def player_page(club_id: int, player_id: int, wanted: StatsFilter) -> PlayerPage:
    """Return the page of a club's player. Raises NotFound, BadFilter with fields `rules`, `year`."""
    player = players.read(db.session(), club_id, player_id)
    if player is None or is_unnamed(player.name):
        raise NotFound
    if errors := list(filter_errors(wanted)):
        raise BadFilter(player.name, errors)
    if wanted.rules:
        parts = stats_by_part(reading(), player_id, wanted.rules, ANY_YEAR, by="year")
        counted = [stats for year, stats in parts if wanted.year in (ANY_YEAR, year)]
    else:
        of_rules = stats_by_part(reading(), player_id, ANY_PRESET, wanted.year, by="preset")
        parts = [(PRESETS[key].title, stats) for key, stats in of_rules]
        counted = [stats for _, stats in parts]
    others = stats.others(reading(), player_id, wanted.rules, wanted.year)
    known = [other for other in others if not is_unnamed(other.name)]
    return PlayerPage(
        id=player_id,
        name=player.name,
        hidden=player.hidden,
        stats=StatsView(add_up(counted)),
        parts=tuple((str(title), StatsView(stats)) for title, stats in parts),
        others=best_and_worst(known),
        rivalries=rivalries(player_id, wanted, {player_id: player.name} | {other.id: other.name for other in known}),
    )


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
    found = stats.best_games(reading(), club_id, wanted.rules, wanted.year)
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


def _whose(best: stats.StoredBestGame) -> str:
    state = GameState(best.game)
    if best.what == "highest_hand":
        read_hands(reading(), best.game)
        sides = (side for played in state.hands if played.score for side in played.score.sides)
        return state.names.side(next(side.players for side in sides if side.score == best.value))
    if best.what == "biggest_deficit":
        return state.names.side([seat.number for seat in best.game.seats if seat.won])
    return ", ".join(name for _, name in state.named_players)


GAMES_TOGETHER = 5
MOST_PAIRS = 20


def best_and_worst(others: Iterable[Other]) -> BestAndWorst:
    """Return a player's best and worst partner and opponent of all others, by the share of games won."""
    known = [other for other in others if other.games >= GAMES_TOGETHER]
    partners = [other for other in known if other.partners]
    best = _first(partners, _share)
    worse = [other for other in partners if best and _share(other) < _share(best)]
    opponents = [other for other in known if not other.partners]
    return BestAndWorst(
        best_partner=best,
        worst_partner=_first(worse, lambda other: -_share(other)),
        victim=_first([other for other in opponents if other.won > other.lost], _share),
        nemesis=_first([other for other in opponents if other.lost > other.won], _share_lost),
    )


def _share(other: Other) -> float:
    return other.won / other.games


def _share_lost(other: Other) -> float:
    return other.lost / other.games


def _first(others: list[Other], by: Callable[[Other], float]) -> Other | None:
    """Return the highest; in a tie the one with the most games, then by name."""
    return min(others, key=lambda other: (-by(other), -other.games, other.name), default=None)


@dataclass(frozen=True, slots=True)
class PairView:
    """Two players and how many of their games together they won."""

    pair: Pair

    @property
    def won(self) -> Share:
        return Share(self.pair.won, self.pair.games)


def pairs(club_id: int, wanted: StatsFilter) -> list[PairView]:
    """Return the MOST_PAIRS pairs with the most games, the greatest share won first, too few games last."""
    views = map(PairView, stats.pairs(reading(), club_id, wanted.rules, wanted.year, MOST_PAIRS))
    return sorted(views, key=lambda view: (view.won.percent is None, -view.pair.won / view.pair.games))
