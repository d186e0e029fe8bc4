"""Settle a claimed total of a game: add up the hands, and find the slip that explains the difference."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.claim_errors import Slip, find_slip
from scorekeeper.rules.errors import UnknownPlayer, WrongTotal
from scorekeeper.rules.hand import Player
from scorekeeper.rules.ruleset import LARGEST_NUMBER
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_state import GameState

_SLIPS = {
    "set as made": "the set of {hand} is counted as made",
    "foul forgotten": "the penalty in {hand} is forgotten",
    "fouls forgotten": "the penalties in {hand} are forgotten",
    "foul twice": "the penalty in {hand} is counted twice",
    "nest twice": "the nest of {hand} is counted twice",
    "minus forgotten": "the minus of {hand} is forgotten",
    "booked twice": "{hand} is added twice",
    "sides swapped": "the points of {hand} are given to the wrong sides",
    "columns swapped": "the two columns are exchanged",
    "hand left out": "{hand} is left out",
    "deal left out": "the points of the deal before {hand} are left out",
}


@dataclass(frozen=True, slots=True)
class ClaimedHand:
    """A hand that may be the mistake, by its number and its place, and what it brought the side, in points."""

    number: int
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """A claimed total beside that of the hands, in points.

    `slip` is the mistake that would explain the difference, with {hand} where one of `hands` is named; "" for none.
    `instead` are the points that the claim has there, where that is one hand and the sign alone is wrong.
    """

    side: str
    claimed: int
    total: int
    slip: str
    hands: tuple[ClaimedHand, ...]
    instead: int | None


class ClaimedSide(NamedTuple):
    """A competitor: the number of its first player, its names, and its place from 1."""

    number: int
    names: str
    place: int


def sides_to_claim(state: GameState) -> list[ClaimedSide]:
    """Return the competitors of a game."""
    return [ClaimedSide(side[0], state.names.side(side), place) for place, side in enumerate(state.competitors, 1)]


def check_claim(state: GameState, number: int, claimed: int) -> ClaimResult:
    """Compare the claimed total of this player's competitor with the record.

    Raises ValidationFailed with fields `whose`, `claimed`.
    """
    side = next((side for side in state.competitors if side[0] == number), None)
    if side is None:
        raise ValidationFailed([UnknownPlayer("whose", "Choose one of the totals.")])
    if abs(claimed) > LARGEST_NUMBER:
        raise ValidationFailed([WrongTotal("claimed", f"A total can be up to {LARGEST_NUMBER:,}.")])
    total = state.standing.total(side)
    slip = find_slip(state.rules, state.hands, side[0], claimed - total)
    hands = tuple(_hands(state, slip, side[0])) if slip else ()
    instead = -hands[0].points if slip and slip.kind == "minus forgotten" and len(hands) == 1 else None
    return ClaimResult(state.names.side(side), claimed, total, _SLIPS[slip.kind] if slip else "", hands, instead)


def _hands(state: GameState, slip: Slip, player: Player) -> Iterator[ClaimedHand]:
    is_deal = slip.kind == "deal left out"
    for place, played in enumerate(state.hands, 1):
        if played.deal.number in slip.hands and played.has_points and (played.score is None) == is_deal:
            yield ClaimedHand(played.deal.number, place, played.points[player])
