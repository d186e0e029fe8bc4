"""Store made-up games in a club, with made-up players.

The same seed always makes the same games, each independent of the others: asking for more adds only new ones.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID, uuid5

from sqlalchemy.orm import Session

from scorekeeper.rules import chance
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import games, players
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.games import StoredGame, StoredHand, StoredSeat, write_facts
from scorekeeper.storage.players import PlayerRef
from scorekeeper.usecases.game.change import update_derived
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.players.update_ratings import rate_again
from scorekeeper.usecases.players.update_stats import store_stats

GAMES_AT_A_TIME = 100
NAMESPACE = UUID("c5a7e7de-7e3b-4b52-9a4a-6d0c1f0b3f6e")
LAST_EVENING = datetime(2026, 10, 31, tzinfo=UTC)
EVENINGS = 900
FRIDAY_AND_SATURDAY = (4, 5)
SHARE_STOPPED = 0.04
MOST_HANDS = 60
PRESET_WEIGHTS = {"original": 12, "house-200": 6, "kentucky": 5, "call-partner": 3, "three-handed": 3}


@dataclass(frozen=True, slots=True)
class DemoPlayer:
    """A made-up player: how well they play (see `random_hands.Skills`), and how often they come."""

    name: str
    skill: float
    presence: float


DEMO_PLAYERS = (
    DemoPlayer("Ada Alder", 1.0, 1.0),
    DemoPlayer("Ben Birch", 0.6, 1.3),
    DemoPlayer("Cleo Cedar", 0.3, 1.0),
    DemoPlayer("Dov Dogwood", -0.4, 1.2),
    DemoPlayer("Elsa Elm", 0.1, 0.9),
    DemoPlayer("Finn Fir", -0.8, 0.8),
    DemoPlayer("Gwen Ginkgo", 0.4, 1.1),
    DemoPlayer("Hugo Hazel", -0.1, 1.0),
    DemoPlayer("Iris Ironwood", 0.8, 0.6),
    DemoPlayer("Jonah Juniper", -0.3, 0.9),
    DemoPlayer("Kira Katsura", 0.0, 0.5),
    DemoPlayer("Leo Larch", -0.6, 0.7),
)
SKILLS = {player.name: player.skill for player in DEMO_PLAYERS}


def has_players_of_its_own(club_id: int) -> bool:
    """Return whether the club has real players."""
    return not SKILLS.keys() >= set(players.all_names(db.session(), club_id))


def play_demo(club_id: int, count: int, seed: int, rules: str | None = None) -> Generator[tuple[int, int], None, None]:
    """Store `count` made-up games in the club, by all presets or by the one with the key `rules`.

    Yields the number of games and of new ones after each batch, which is one transaction. The players are rated at the
    end.
    """
    any_new = False
    try:
        for first in range(0, count, GAMES_AT_A_TIME):
            numbers = range(first, min(first + GAMES_AT_A_TIME, count))
            uids = {uuid5(NAMESPACE, f"{seed} {rules or 'any'} {number}") for number in numbers}
            known = games.known(db.session(), club_id, uids)
            states = [make_game(club_id, uid, rules) for uid in sorted(uids - known)]
            with writing(club_id) as session:
                stored_meanwhile = games.known(session, club_id, uids) - known
                new = [state for state in states if state.game.uid not in stored_meanwhile]
                _store(session, club_id, new)
            any_new |= bool(new)
            yield len(numbers), len(new)
    finally:
        if any_new:
            rate_again(club_id)


def _store(session: Session, club_id: int, states: Sequence[GameState]) -> None:
    by_name = {player.name: player for player in players.find_or_add(session, club_id, list(SKILLS))}
    for state in states:
        for seat in state.game.seats:
            seat.player = by_name[seat.player.name]
        games.add(session, state.game)
    store_stats(session, states)


def make_game(club_id: int, uid: UUID, rules: str | None) -> GameState:
    """Return the game with this uid, which is the seed for everything in it; its players are not in the club yet."""
    rng = Random(uid.int)
    base = rules or rng.choices(list(PRESETS), [PRESET_WEIGHTS.get(key, 1) for key in PRESETS])[0]
    ruleset = PRESETS[base].rules
    names = _draw_players(rng, ruleset.players)
    dealer = rng.randrange(len(names))
    most = rng.randint(2, 6) if rng.random() < SHARE_STOPPED else MOST_HANDS
    standing = initial_standing(ruleset, range(len(names)), dealer)
    hands = list(chance.make_hands(rng, standing, [SKILLS[name] for name in names], most))
    started = _draw_start(rng)
    ended = started + timedelta(minutes=4, seconds=sum(rng.randint(150, 420) for _ in hands))
    game = StoredGame(club_id, uid, {"base": base}, base, dealer, started_at=started, changed_at=ended)
    game.seats = [StoredSeat(number, number, PlayerRef(0, name)) for number, name in enumerate(names)]
    game.hands = [
        StoredHand(uuid5(uid, f"hand {position}"), position, write_facts(hand, deal))
        for position, (deal, hand) in enumerate(hands)
    ]
    state = GameState(game)
    game.stopped = not state.standing.end
    update_derived(state)
    return state


def _draw_players(rng: Random, count: int) -> tuple[str, ...]:
    """Return the names of this many players in seat order, drawn by how often they come."""
    drawn = sorted(DEMO_PLAYERS, key=lambda player: rng.random() ** (1 / player.presence), reverse=True)
    return tuple(player.name for player in drawn[:count])


def _draw_start(rng: Random) -> datetime:
    """Return an evening in the last two and a half years, to the minute, most often a Friday or Saturday."""
    days = [LAST_EVENING - timedelta(days=rng.randrange(EVENINGS)) for _ in range(2)]
    day = max(days, key=lambda day: day.weekday() in FRIDAY_AND_SATURDAY)
    return day + timedelta(minutes=rng.randint(17 * 60 + 30, 21 * 60 + 30))
