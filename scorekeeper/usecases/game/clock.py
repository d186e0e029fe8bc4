"""The clock of a game with a time limit: which hand is the last (R32)."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import takewhile

from scorekeeper.rules.errors import BadTime
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.words import describe_hand
from scorekeeper.storage.games import StoredHand, write_facts
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game.change import Fields, HandField
from scorekeeper.usecases.game.recording import next_deal
from scorekeeper.usecases.game.tournament_table import TournamentTable
from scorekeeper.usecases.game_state import GameState

NEAR = 300  # seconds; clock.js has them, too


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
    def is_near(self) -> bool:
        """Whether the end is near, or no clock says when it comes: time can be called without a question."""
        return self.seconds <= NEAR or not self.runs

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
    before = describe_hand("played", standing.table.hands_scored) if _hand_before(state) else ""
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
