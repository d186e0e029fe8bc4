"""One player's page: won of played, the closest partner and opponents, and the stats of each rule set or year."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy.engine import Connection

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.game_stats import add_up
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.words import by_name, side_name
from scorekeeper.storage import players, stats, streaks
from scorekeeper.storage.db import db, reading
from scorekeeper.storage.stats import Met, OneHand, Other, Pair
from scorekeeper.storage.stats_models import ANY_PRESET, ANY_YEAR
from scorekeeper.storage.streaks import Result, Streak
from scorekeeper.usecases.errors import NotFound, ValidationFailed
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.names import SEAT_NAMES, is_unnamed
from scorekeeper.usecases.players.player_stats import Share, StatsFilter, StatsView, filter_errors

GAMES_TOGETHER = 5
ENOUGH_THIS_YEAR = 5
LAST, MOST_RIVALRIES = 5, 5


class Together(NamedTuple):
    """A partner, opponents, or a rivalry of two sides: who, in words, and of how many games how many were won and lost.

    `ours` are the player and the `partner`, `theirs` the `opponents`; what does not matter is "".
    """

    partner: str
    opponents: tuple[str, ...]
    ours: str
    theirs: str
    games: int
    won: int
    lost: int

    @property
    def search(self) -> dict[str, str]:
        """The fields by which the search of all games finds these."""
        people = zip(("partner", "against", "and_against"), (self.partner, *self.opponents), strict=False)
        return {field: name for field, name in people if name}


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """One player in the games of `year`, 0 for all: everything requested, and games, wins, hands and points for each
    rule set (by title) or, with one chosen, for each year.

    `games_ever` is the number of games that were over in all years, `has_now` whether this year has some. `last` are
    the newest games, the newest last; `left` counts those that the player left before their end. The best `partner` and
    the hardest `opponents` are among those met in at least GAMES_TOGETHER games.
    """

    id: int
    name: str
    hidden: bool
    year: int
    games_ever: int
    has_now: bool
    stats: StatsView
    left: int
    parts: tuple[tuple[str, StatsView], ...]
    last: Sequence[Result]
    streak: Streak | None
    biggest_set: OneHand | None
    partner: Together | None
    opponents: Together | None
    rivalries: Sequence[Together]


class BadFilter(ValidationFailed):
    """An invalid filter for a player's page; `name` is the player's."""

    def __init__(self, name: str, errors: Sequence[RuleError]) -> None:
        super().__init__(errors)
        self.name = name


def player_page(club_id: int, player_id: int, wanted: StatsFilter, this_year: int, *, any_year: bool) -> PlayerPage:
    """Return the page of a club's player. Raises NotFound, BadFilter with fields `rules`, `year`.

    If no year was asked for, `any_year`, it is this one as soon as ENOUGH_THIS_YEAR games in it are over, else all.
    """
    player = players.read(db.session(), club_id, player_id)
    if player is None or is_unnamed(player.name):
        raise NotFound
    if errors := list(filter_errors(wanted)):
        raise BadFilter(player.name, errors)
    parts = [part for part in stats.stats_by_part(reading(), player_id) if wanted.rules in (ANY_PRESET, part[0])]
    games = Counter[int]()
    for _, year, _, each in parts:
        games[year] += each.games
    if any_year and games[this_year] >= ENOUGH_THIS_YEAR:
        wanted = replace(wanted, year=this_year)
    counted = [part for part in parts if wanted.year in (ANY_YEAR, part[1])]
    asked = reading(), player_id, wanted.rules, wanted.year
    added = StatsView(add_up([each for *_, each in counted]))
    partner, opponents, rivalries = _closest(player.name, added.totals.games, *asked)
    return PlayerPage(
        id=player_id,
        name=player.name,
        hidden=player.hidden,
        year=wanted.year,
        games_ever=games.total(),
        has_now=games[this_year] > 0,
        stats=added,
        left=sum(left for _, _, left, _ in counted),
        parts=tuple(_by_year(counted) if wanted.rules else _by_rules(counted)),
        last=streaks.last_results(*asked, LAST),
        streak=streaks.longest_streak(*asked),
        biggest_set=stats.most_in_one_hand(reading(), "biggest_set", club_id, wanted.rules, wanted.year, player_id),
        partner=partner,
        opponents=opponents,
        rivalries=rivalries,
    )


def _by_year(parts: Iterable[stats.Part]) -> Iterator[tuple[str, StatsView]]:
    for _, year, _, each in parts:
        yield str(year), StatsView(each)


def _by_rules(parts: Iterable[stats.Part]) -> Iterator[tuple[str, StatsView]]:
    for preset, of in groupby(parts, key=lambda part: part[0]):
        yield PRESETS[preset].title, StatsView(add_up([each for *_, each in of]))


def _closest(
    name: str, games: int, connection: Connection, *asked: Any
) -> tuple[Together | None, Together | None, Sequence[Together]]:
    partners, opponents, rivals = stats.closest(
        connection, *asked, least=GAMES_TOGETHER, most=MOST_RIVALRIES, nameless=SEAT_NAMES
    )
    alone = [] if opponents or games < GAMES_TOGETHER else _hardest_alone(stats.others(connection, *asked))
    hardest = [*map(partial(_answer, name), opponents), *alone]
    told = sorted(
        map(partial(_answer, name), rivals), key=lambda one: (-one.games, by_name(one.ours), by_name(one.theirs))
    )
    best = [Together(one.partner or "", (), "", "", one.games, one.won, one.lost) for one in partners]
    return _first(best), _first(hardest), told[:MOST_RIVALRIES]


def _answer(name: str, met: Met) -> Together:
    """Name both sides, each in the order of names."""
    sides = (name, met.partner), (met.one, met.other)
    ours, opponents = (tuple(sorted(filter(None, side), key=by_name)) for side in sides)
    return Together(met.partner or "", opponents, side_name(ours), side_name(opponents), met.games, met.won, met.lost)


def _hardest_alone(others: Iterable[Other]) -> list[Together]:
    """Return the opponents, one by one, against whom the smallest share of games was won."""
    known = [
        Together("", (other.name,), "", other.name, other.games, other.won, other.lost)
        for other in others
        if not (other.partners or is_unnamed(other.name)) and other.games >= GAMES_TOGETHER and other.lost
    ]
    least = min(((one.won / one.games, -one.games) for one in known), default=None)
    return [one for one in known if (one.won / one.games, -one.games) == least]


def _first(equal: Sequence[Together]) -> Together | None:
    return min(equal, key=lambda one: (by_name(one.partner), by_name(one.ours), by_name(one.theirs)), default=None)


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
    found = [
        BestGame(
            best.what,
            best.value,
            _whose(club_id, best),
            best.game.uid,
            best.game.started_at,
            best.game.status == GameStatus.OVER,
        )
        for best in stats.best_games(reading(), club_id, wanted.rules, wanted.year)
    ]
    worst = stats.most_in_one_hand(reading(), "biggest_set", club_id, wanted.rules, wanted.year)
    if worst:
        found.append(BestGame("biggest_set", worst.points, worst.player, worst.game, worst.started_at, worst.over))
    return found


def _whose(club_id: int, best: stats.StoredBestGame) -> str:
    if best.what == "highest_hand":
        state = read_game(club_id, best.game.uid)
        place, side = next(
            (place, side.players)
            for place, played in enumerate(state.hands)
            for side in (played.score.sides if played.score else ())
            if side.score == best.value
        )
        return state.names_at(state.game.hands[place].position).side(side)
    state = GameState(best.game)
    if best.what == "biggest_deficit":
        return state.names.side([seat.number for seat in best.game.seats if seat.won])
    return ", ".join(name for _, name in state.named_players)


MOST_PAIRS = 20


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
