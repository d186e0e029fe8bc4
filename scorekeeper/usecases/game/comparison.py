"""What other seats or other rules would make of a game: where it would stand, and each hand that would change."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.game import PlayedHand, Standing
from scorekeeper.rules.hand import competitors
from scorekeeper.rules.piles import SearchBudget
from scorekeeper.rules.validation import validate_hand
from scorekeeper.rules.words import side_name
from scorekeeper.usecases.game_state import GameState


@dataclass(frozen=True, slots=True)
class GameResult:
    """Where a game stands: each competitor's names and total, and who has won ("" while it goes on)."""

    totals: tuple[tuple[str, int], ...]
    winners: str
    next_dealer: str


@dataclass(frozen=True, slots=True)
class ChangedHand:
    """A hand that scores otherwise: each side's points (none where it was not scored) before and after.

    `problem` says what in its logged auction no longer fits.
    """

    number: int
    before: tuple[tuple[str, int], ...]
    after: tuple[tuple[str, int], ...]
    problem: str


@dataclass(frozen=True, slots=True)
class Rescored:
    """A game as it is and as it would be, and the hands that make the difference."""

    before: GameResult
    after: GameResult
    hands: tuple[ChangedHand, ...]


def compare(state: GameState, initial: Standing, hands: Sequence[PlayedHand]) -> Rescored:
    """Return what becomes of a game that begins at `initial` instead, with its hands played as `hands`."""
    pairs, budget = zip(state.hands, hands, strict=True), SearchBudget()
    changed = tuple(hand for old, new in pairs if (hand := _changed_hand(state.standing, initial, old, new, budget)))
    return Rescored(_result(state.standing), _result(hands[-1].standing if hands else initial), changed)


def _changed_hand(
    now: Standing, then: Standing, old: PlayedHand, new: PlayedHand, budget: SearchBudget
) -> ChangedHand | None:
    problem = " ".join(error.message for error in validate_hand(then.rules, new.deal, new.hand, budget)[1])
    before, after = _points(now, old), _points(then, new)
    return ChangedHand(new.deal.number, before, after, problem) if problem or before != after else None


def _points(standing: Standing, played: PlayedHand) -> tuple[tuple[str, int], ...]:
    if played.score is None:
        return ()
    owners = competitors(standing.rules, played.deal.players)
    return tuple((side_name(side), played.score.points[side[0]]) for side in owners)


def _result(standing: Standing) -> GameResult:
    owners = competitors(standing.rules, standing.players)
    winners = standing.end.winner_names if standing.end else ""
    return GameResult(tuple((side_name(side), standing.total(side)) for side in owners), winners, standing.next_dealer)
