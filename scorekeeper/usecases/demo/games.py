"""Games that nobody played, for those who want to see a club with a past.

The same seed makes the same games, each by itself: whoever asks for more of them later keeps those that are there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID, uuid5

from sqlalchemy.orm import Session

from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import games, hand_facts, queries
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.games import PlayerRef, Seat, StoredGame, StoredHand
from scorekeeper.usecases.game.changes import update_derived
from scorekeeper.usecases.game.new_game import players_of
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.players.stats import count_new

from . import generator

GAMES_AT_A_TIME = 100
DEMO = UUID("c5a7e7de-7e3b-4b52-9a4a-6d0c1f0b3f6e")
LAST_EVENING = datetime(2026, 10, 31, tzinfo=UTC)
EVENINGS = 900
FRIDAY_AND_SATURDAY = (4, 5)
STOPPED = 0.04
MOST_HANDS = 60
FAVOURITES = {"original": 12, "house-200": 6, "kentucky": 5, "call-partner": 3, "three-handed": 3}


@dataclass(frozen=True, slots=True)
class DemoPlayer:
    """Who sits at the demo's tables: how well (see `imagined.Skills`), and how often against the others."""

    name: str
    skill: float
    comes: float


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
SKILLS = {guest.name: guest.skill for guest in DEMO_PLAYERS}


def has_players_of_its_own(club_id: int) -> bool:
    """Whether the club knows anybody but the demo's guests."""
    return not SKILLS.keys() >= set(queries.all_names(db.session(), club_id))


def play_demo(club_id: int, count: int, seed: int, rules: str | None = None) -> Iterator[tuple[int, int]]:
    """Plays so many games into the club, by all presets or by that of the key `rules`.

    Yields after each batch, which is one transaction, how many games it was and how many of them were not there yet.
    """
    for first in range(0, count, GAMES_AT_A_TIME):
        places = range(first, min(first + GAMES_AT_A_TIME, count))
        uids = {uuid5(DEMO, f"{seed} {rules or 'any'} {place}") for place in places}
        here = games.known(db.session(), club_id, uids)
        tables = [_played(club_id, uid, rules) for uid in sorted(uids - here)]
        with writing() as session:
            late = games.known(session, club_id, uids) - here
            new = [table for table in tables if table.game.uid not in late]
            _store(session, club_id, new)
        yield len(places), len(new)


def _store(session: Session, club_id: int, tables: Sequence[GameState]) -> None:
    people = {person.name: person for person in players_of(session, club_id, list(SKILLS))}
    for table in tables:
        for seat in table.game.players:
            seat.player = people[seat.player.name]
        games.add(session, table.game)
    count_new(session, tables)


def _played(club_id: int, uid: UUID, rules: str | None) -> GameState:
    """The game of this uid, from which everything in it is drawn; its players are nobody of the club yet."""
    rng = Random(uid.int)  # noqa: S311 - nothing is secret here
    base = rules or rng.choices(list(PRESETS), [FAVOURITES.get(key, 1) for key in PRESETS])[0]
    ruleset = PRESETS[base].rules
    names = _who_came(rng, ruleset.players)
    dealer = rng.randrange(len(names))
    most = rng.randint(2, 6) if rng.random() < STOPPED else MOST_HANDS
    standing = initial_standing(ruleset, names, names[dealer])
    entries = list(generator.hands(rng, standing, SKILLS, most))
    started = _evening(rng)
    ended = started + timedelta(minutes=4, seconds=sum(rng.randint(150, 420) for _ in entries))
    game = StoredGame(club_id, uid, {"base": base}, base, dealer, started_at=started, changed_at=ended)
    game.players = [Seat(number, number, PlayerRef(0, name)) for number, name in enumerate(names)]
    game.hands = [
        StoredHand(uuid5(uid, f"hand {position}"), position, hand_facts.encode(hand, deal, names))
        for position, (deal, hand) in enumerate(entries)
    ]
    state = GameState(game)
    game.stopped = not state.standing.end
    update_derived(state)
    return state


def _who_came(rng: Random, count: int) -> tuple[str, ...]:
    """So many guests as they sit; who likes to come is more often among them."""
    keenest = sorted(DEMO_PLAYERS, key=lambda guest: rng.random() ** (1 / guest.comes), reverse=True)
    return tuple(guest.name for guest in keenest[:count])


def _evening(rng: Random) -> datetime:
    """An evening of the last two and a half years, Fridays and Saturdays more often, to the minute."""
    days = [LAST_EVENING - timedelta(days=rng.randrange(EVENINGS)) for _ in range(2)]
    day = max(days, key=lambda day: day.weekday() in FRIDAY_AND_SATURDAY)
    return day + timedelta(minutes=rng.randint(17 * 60 + 30, 21 * 60 + 30))
