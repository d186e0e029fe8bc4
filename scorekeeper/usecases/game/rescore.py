"""What other seats or other rules would change in a game: the totals, and the score of each hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.game import PlayedHand, Standing
from scorekeeper.rules.hand import competitors
from scorekeeper.rules.piles import SearchBudget
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.validation import validate_hand
from scorekeeper.rules.words import Names
from scorekeeper.usecases.game_state import GameState, describe_hand


@dataclass(frozen=True, slots=True)
class GameResult:
    """The state of a game: each competitor's names and total, and who has won ("" for no one yet)."""

    totals: tuple[tuple[str, int], ...]
    winners: str
    next_dealer: str


@dataclass(frozen=True, slots=True)
class ChangedHand:
    """A hand with another score: each side's points before and after (none if it was not scored).

    `problem` says what no longer fits in its logged auction.
    """

    name: str
    before: tuple[tuple[str, int], ...]
    after: tuple[tuple[str, int], ...]
    problem: str


@dataclass(frozen=True, slots=True)
class Rescored:
    """A game as it is and as it would be, and the hands that differ."""

    before: GameResult
    after: GameResult
    hands: tuple[ChangedHand, ...]


def compare(state: GameState, initial: Standing, hands: Sequence[PlayedHand]) -> Rescored:
    """Compare a game with one that begins at `initial` instead, with its hands replayed as `hands`."""
    pairs, budget = zip(state.hands, hands, strict=True), SearchBudget()
    changed = tuple(hand for old, new in pairs if (hand := _changed_hand(state, initial, old, new, budget)))
    then = hands[-1].standing if hands else initial
    return Rescored(_result(state.standing, state.names), _result(then, state.names), changed)


def _changed_hand(
    state: GameState, then: Standing, old: PlayedHand, new: PlayedHand, budget: SearchBudget
) -> ChangedHand | None:
    names = state.names
    problem = " ".join(error.describe(names) for error in validate_hand(then.rules, new.deal, new.hand, budget)[1])
    before, after = _points(state.rules, old, names), _points(then.rules, new, names)
    name = describe_hand(new.hand.outcome, new.deal.number)
    return ChangedHand(name, before, after, problem) if problem or before != after else None


def _points(rules: RuleSet, played: PlayedHand, names: Names) -> tuple[tuple[str, int], ...]:
    if not played.has_points:
        return ()
    owners = competitors(rules, played.deal.players)
    return tuple((names.side(side), played.points[side[0]]) for side in owners)


def _result(standing: Standing, names: Names) -> GameResult:
    owners = competitors(standing.rules, standing.players)
    winners = names.sides(standing.end.winners) if standing.end else ""
    totals = tuple((names.side(side), standing.total(side)) for side in owners)
    return GameResult(totals, winners, names[standing.table.dealer])
