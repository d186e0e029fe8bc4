"""The tournament table that a game is played at."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.tournament import Result, best_of_three
from scorekeeper.rules.words import format_total
from scorekeeper.storage import tournaments
from scorekeeper.storage.db import db
from scorekeeper.storage.games import ENDED
from scorekeeper.storage.tournaments import DrawnTable, RoundClock
from scorekeeper.usecases.game_state import GameState


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """A table of a tournament.

    `next_game` is the number of the game of the match that can be started next, 0 if none. `version` counts the
    organizer's changes, including those of the `clock`, which is its round's. `entered` are the totals that the
    organizer typed in place of the game's, in a sentence, "" for none (T10). It is `late` if the tournament ended while
    it was still playing (T15). `seated` are the ids of those who sit there by now, clockwise (T11).
    """

    uid: UUID
    name: str
    round: int
    number: int
    next_game: int
    clock: RoundClock
    version: int
    entered: str
    late: bool
    seated: Sequence[int]

    @property
    def notices(self) -> tuple[str, ...]:
        """What those at the table are told: whose result counts, and that the tournament has ended."""
        late = "The tournament has ended. What this table brings now counts if the organizer says so."
        return (self.entered,) if self.entered else (late,) if self.late else ()

    def seconds(self, minutes: int) -> int:
        """Return how many seconds are left in the round, which lasts this many minutes."""
        return self.clock.seconds(minutes, datetime.now(UTC))

    @property
    def is_running(self) -> bool:
        return self.clock.is_running


def tournament_table(session: Session, state: GameState) -> TournamentTable | None:
    """Return the tournament table that a game is played at, None for any other game."""
    game = state.game
    if game.round_number is None or (found := tournaments.of_series(session, game.series_id)) is None:
        return None
    stored, number = found
    next_game = 0
    if stored.facts.best_of_three and game.status in ENDED and not stored.ended_at:
        of_match = [
            other
            for other in tournaments.games(session, [stored.id])[stored.id]
            if (other.round, other.table) == (game.round_number, number) and other.status != GameStatus.DELETED
        ]
        decided = best_of_three([Result(other.totals) for other in of_match if other.ended])
        next_game = 0 if decided or not all(other.ended for other in of_match) else len(of_match) + 1
    drawn = stored.facts.table(game.round_number, number)
    entered = _entered(state, drawn)
    if entered:
        next_game = 0
    return TournamentTable(
        *(stored.uid, stored.name, game.round_number, number, next_game),
        *(stored.facts.clock_of(game.round_number), stored.version, entered),
        late=stored.ended_at is not None and game.status not in ENDED,
        seated=stored.facts.seated(drawn) if drawn else (),
    )


def _entered(state: GameState, drawn: DrawnTable | None) -> str:
    if drawn is None or drawn.paper is None:
        return ""
    totals = zip(map(state.names.side, state.competitors), drawn.paper, strict=True)
    result = ", ".join(f"{side} {format_total(total)}" for side, total in totals)
    return f"The organizer entered this table's result: {result}."


def version_at_game(club_id: int, game_uid: UUID) -> int | None:
    """Return the version of the tournament of a club's game, None if it is in none."""
    return tournaments.version_at_game(db.session(), club_id, game_uid)
