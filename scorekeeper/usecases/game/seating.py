"""Correct the order of seats; the effect is shown before it is stored.

Counts belong to sides: the bidding side took its part, the other side the rest. In another order of seats the bidder
has another partner, and the bidding side keeps its count.
"""

from collections.abc import Sequence

from scorekeeper.rules.errors import DuplicatePlayer, RuleError
from scorekeeper.rules.hand import competitors
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game.change import Fields, changed
from scorekeeper.usecases.game.effect import Effect, compare
from scorekeeper.usecases.game.game_settings import refuse_while_calling
from scorekeeper.usecases.game.later_hands import dealt_from
from scorekeeper.usecases.game_state import GameState

Order = Sequence[int]
"""The players' numbers, clockwise."""


def preview_seats(state: GameState, order: Order) -> Effect:
    """Return what this order would change; nothing is stored. Raises ValidationFailed (`seats[i]`)."""
    return compare(state, changed(state, change_seats(state, order, confirmed=True)))


def change_seats(state: GameState, order: Order, confirmed: bool) -> Fields:
    """Seat the players in this order; with recorded hands only after the effect was shown and `confirmed`.

    Raises ValidationFailed with fields `seats[i]`.
    """
    _refuse_order(state, order)
    if state.game.hands and not confirmed:
        raise ValidationFailed([DuplicatePlayer("seats[0]", "See what changes first.")])
    table = state.initial_standing.table._replace(players=tuple(order))
    return {"seats": list(order), "teams": _teams(state, order), **dealt_from(state, 1, table, reseated=True)}


def _teams(state: GameState, order: Order) -> list[str] | None:
    """Return the sides' own names in this order: each stays with its first player's side."""
    teams = state.game.teams
    if not teams or state.competitors[0][0] in competitors(state.rules, tuple(order))[0]:
        return teams
    return teams[::-1]


def _refuse_order(state: GameState, order: Order) -> None:
    errors: list[RuleError] = []
    for seat, number in enumerate(order):
        if not 0 <= number < len(state.names):
            errors.append(DuplicatePlayer(f"seats[{seat}]", "Choose a player at this table."))
        elif number in order[:seat]:
            message = f"{state.names[number]} is already seated."
            errors.append(DuplicatePlayer(f"seats[{seat}]", message))
    if len(order) != len(state.names) and not errors:
        errors.append(DuplicatePlayer("seats[0]", f"There are {len(state.names)} seats at this table."))
    if errors:
        raise ValidationFailed(errors)
    refuse_while_calling(state, "seats[0]")
    _refuse_to_part(state, order)


def _refuse_to_part(state: GameState, order: Order) -> None:
    """Raise ValidationFailed if sides would change that have a total from paper (R34) or were drawn."""
    now, was = (list(map(frozenset, each)) for each in (competitors(state.rules, tuple(order)), state.competitors))
    drawn = state.game.round_number is not None
    if now != was if drawn else state.starting_totals and set(now) != set(was):
        sides = state.names.sides(state.competitors)
        started = f"{sides} started with totals from paper, so they stay partners."
        problem = f"{sides} were drawn like this: the organizer can change it." if drawn else started
        raise ValidationFailed([DuplicatePlayer("seats[0]", problem)])
