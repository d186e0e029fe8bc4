"""Check a claimed total of a game: the sum that proves it, and the slip that would explain the difference."""

from dataclasses import dataclass
from uuid import UUID

from scorekeeper.rules.claim_errors import Slip, find_slip
from scorekeeper.rules.errors import UnknownPlayer, WrongTotal
from scorekeeper.rules.hand import Player
from scorekeeper.rules.ruleset import LARGEST_NUMBER
from scorekeeper.rules.words import describe_hand, format_number
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.stored_rules import rules_title

_SLIPS = {
    "set as made": "{who} went set in {hand}. If they had made it, that would be {claimed}.",
    "foul forgotten": "That's what you get without the penalty in {hand}.",
    "fouls forgotten": "That's what you get without the penalties in {hand}.",
    "nest twice": "That's what you get if the nest is counted twice in {hand}.",
    "minus forgotten": "That's what you get if the minus in {hand} is forgotten.",
    "booked twice": "That's what you get if {hand} is added twice.",
    "sides swapped": "That's what you get if the sides are swapped in {hand}.",
    "hand left out": "That's what you get if {hand} is left out.",
    "deal left out": "That's what you get without the points of the deal before {hand}.",
}


@dataclass(frozen=True, slots=True)
class ClaimStep:
    """One hand's part in a total: what was bid ("" before a bid), the points it brought, and the total after it."""

    name: str
    bid: str
    made: bool | None
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """A claim, the right total with the hands that make it up, and what would explain the difference, or "".

    `carried` is the competitor's starting total from paper (R34).
    """

    side: str
    claimed: int
    carried: int
    total: int
    steps: tuple[ClaimStep, ...]
    slip: str


@dataclass(frozen=True, slots=True)
class ClaimableGame:
    """A game in which a total can be claimed: its competitors by the number of their first player."""

    uid: UUID
    in_short: str
    title: str
    sides: tuple[tuple[int, str], ...]


def claimable_game(club_id: int, game_uid: UUID) -> ClaimableGame:
    """Return the competitors of a club's game. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    sides = tuple((side[0], state.names.side(side)) for side in state.competitors)
    return ClaimableGame(game_uid, state.in_short, rules_title(state.game.rules, state.game.house_rules_name), sides)


def check_claim(club_id: int, game_uid: UUID, number: int, claimed: int) -> ClaimResult:
    """Compare the claimed total of this player's competitor with the record.

    Raises ValidationFailed with fields `whose`, `claimed`; NotFound; Deleted.
    """
    state = read_game(club_id, game_uid)
    side = next((side for side in state.competitors if side[0] == number), None)
    if side is None:
        raise ValidationFailed([UnknownPlayer("whose", "Choose one of the totals.")])
    if abs(claimed) > LARGEST_NUMBER:
        raise ValidationFailed([WrongTotal("claimed", f"A total can be up to {LARGEST_NUMBER:,}.")])
    total = state.standing.total(side)
    slip = find_slip(state.rules, state.hands, side[0], claimed - total)
    return ClaimResult(
        state.names.side(side),
        claimed,
        state.initial_standing.total(side),
        total,
        tuple(_steps(state, side[0])),
        _describe_slip(slip, state.names.side(side), claimed) if slip else "",
    )


def _steps(state: GameState, player: Player) -> list[ClaimStep]:
    return [
        ClaimStep(
            name=describe_hand(played.hand.outcome, played.deal.number).capitalize(),
            bid=f"{state.names[played.hand.bidder]} {played.hand.bid}" if played.hand.scored else "",
            made=played.score.made if played.score else None,
            points=played.points[player],
            total=played.standing.totals[player],
        )
        for played in state.hands
        if played.has_points
    ]


def _describe_slip(slip: Slip, who: str, claimed: int) -> str:
    hand = " or ".join(f"hand {number}" for number in slip.hands)
    return _SLIPS[slip.kind].format(who=who, hand=hand, claimed=format_number(claimed))
