"""A game's tournament table, and the clock of a game with a time limit: which hand is the last (R32)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import BadTime
from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.tournament import Result, best_of_three
from scorekeeper.rules.words import describe_hand, format_total
from scorekeeper.storage import tournaments
from scorekeeper.storage.db import db
from scorekeeper.storage.games import ENDED, StoredHand, write_facts
from scorekeeper.storage.tournaments import DrawnTable, RoundClock
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game.change import Fields, HandField
from scorekeeper.usecases.game.recording import next_deal
from scorekeeper.usecases.game_state import GameState


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """A table of a tournament.

    `next_game` is the number of the game of the match that can be started next, 0 if none. `version` counts the
    organizer's changes, including those of the `clock`. `entered` are the totals that the organizer typed in place of
    the game's, in a sentence, "" for none (T10). `seated` are the ids of those who sit there by now, clockwise (T11).
    """

    uid: UUID
    name: str
    round: int
    number: int
    next_game: int
    clock: RoundClock
    version: int
    entered: str
    seated: Sequence[int]

    def seconds(self, minutes: int) -> int:
        """Return how many seconds are left in the round, which lasts this many minutes."""
        return self.clock.seconds(self.round, minutes, datetime.now(UTC))

    @property
    def is_running(self) -> bool:
        return self.clock.is_running(self.round)


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
        *(stored.uid, stored.name, game.round_number, number, next_game, stored.facts.clock, stored.version, entered),
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


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time left, in seconds, and whether time was called for the hand being played.

    `before` is the last played hand, in words, if time can have run out during it, else "". `runs`: a tournament's
    organizer starts and pauses its clock.
    """

    seconds: int
    called: bool
    before: str
    runs: bool = True

    @property
    def minutes(self) -> int:
        """The minutes left, rounded up."""
        return -(-self.seconds // 60)


def clock(state: GameState, table: TournamentTable | None = None) -> TimeLeft | None:
    """Return a game's clock; None without a time limit, at the end, and in an extra hand, which has no limit."""
    standing = state.standing
    if state.rules.time_limit is None or standing.end or standing.tied or state.game.stopped:
        return None
    ends = state.game.started_at + timedelta(minutes=state.rules.time_limit)
    left = max(int((ends - datetime.now(UTC)).total_seconds()), 0)
    if table:
        left = table.seconds(state.rules.time_limit)
    called = state.open_hand is not None and state.open_hand.last
    before = describe_hand("played", standing.table.last_number) if _hand_before(state) else ""
    return TimeLeft(left, called, before, table is None or table.is_running)


def call_time(state: GameState, before: bool) -> Fields:
    """Mark the hand being played as the last one, or with `before` the one before it, if none was begun since.

    Raises ValidationFailed if the rules have no time limit, the game is over or no hand was played.
    """
    deal = next_deal(state)
    if state.rules.time_limit is None:
        raise ValidationFailed([BadTime("last", "These rules have no time limit.", "R32")])
    if not before:
        hand = replace(state.open_hand or Hand(), last=True)
        return {"open_hand": write_facts(hand, deal)}
    row = _hand_before(state)
    if row is None:
        raise ValidationFailed([BadTime("last", "There is no hand before this one that could be the last.", "R32")])
    facts = row.facts | {"last": True}
    return {f"hand:{row.uid}": HandField(position=row.position, facts=facts)}


def _hand_before(state: GameState) -> StoredHand | None:
    """Return the last played hand; None if another was begun since, or if a redeal since then has points (R12)."""
    if state.open_hand and (state.open_hand.auction or state.open_hand.bidder is not None or state.open_hand.last):
        return None  # correcting the dealer doesn't begin a hand
    played = [row for row, each in zip(state.game.hands, state.hands, strict=True) if each.hand.scored]
    return played[-1] if played and not has_points_since(state) else None


def has_points_since(state: GameState) -> bool:
    """Return whether a redeal since the last played hand has points: they count, so that hand ended nothing."""
    return any(any(each.points) for each in takewhile(lambda each: not each.hand.scored, reversed(state.hands)))
