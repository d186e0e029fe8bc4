"""The points that a game begins with, from paper or as a handicap (R34)."""

from collections.abc import Iterator, Mapping

from scorekeeper.rules.errors import BadStartingTotals, RuleError
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_state import GameState

from .change import Fields
from .sitting_down import refuse_in_tournament


def correct_starting_totals(state: GameState, totals: Mapping[int, int]) -> Fields:
    """Correct the points that competitors brought along, each by its first player; a missing one brought none.

    Raises ValidationFailed with fields `starting_totals[i]`.
    """
    refuse_in_tournament(state, "")
    if errors := [*starting_errors(state.rules, totals)]:
        raise ValidationFailed(errors)
    before = [state.initial_standing.total(side) for side in state.competitors]
    if before == [totals.get(side[0], 0) for side in state.competitors]:
        return {}
    return {"starting_totals": [[number, points] for number, points in totals.items() if points] or None}


def starting_errors(rules: RuleSet, starting_totals: Mapping[int, int]) -> Iterator[RuleError]:
    """Yield what is wrong with totals from paper, each at the seat of a player (R34)."""
    for seat, points in starting_totals.items():
        field = f"starting_totals[{seat}]"
        if not 0 <= seat < rules.players:
            yield BadStartingTotals(field, f"Only {rules.players} players. Leave this blank.", "R34")
        elif abs(points) > LARGEST_NUMBER:
            yield BadStartingTotals(field, f"A total can be up to {LARGEST_NUMBER:,} points, not {points:,}.", "R34")
        elif rules.fixed_sides and any(other % 2 == seat % 2 for other in starting_totals if other < seat):
            yield BadStartingTotals(field, "Partners have one total. Enter it once.", "R34")
