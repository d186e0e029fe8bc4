"""The list of a game's hands, on the scoreboard and for watchers."""

from dataclasses import dataclass
from itertools import count, repeat
from typing import NamedTuple

from scorekeeper.rules.explain_score import Reason, explain_played
from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import Hand, competitors
from scorekeeper.rules.words import Names
from scorekeeper.usecases.game_state import hand_numbers, remembered, replayed


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand in the list: the bid and the outcome, each competitor's points and running total, and why.

    `place` counts everything from 1, `number` leaves out misdeals and passed-out deals.
    `label` is the hand with its bid: "hand 3: Ann 100".
    """

    place: int
    number: int
    label: str
    dealer: str
    hand: Hand
    made: bool | None
    points: tuple[int, ...]
    totals: tuple[int, ...]
    reasons: tuple[Reason, ...]
    after_end: bool


class SideTotal(NamedTuple):
    """A competitor's total, in points."""

    names: str
    points: int


@dataclass(frozen=True, slots=True)
class HandList:
    """The list of a game's hands, newest first; `starting_totals` are the sides' totals from paper, or ()."""

    names: Names
    sides: tuple[SideTotal, ...]
    hands: tuple[HandView, ...]
    starting_totals: tuple[int, ...]


@remembered
def hand_list(facts: bytes) -> HandList:
    """Return the list of hands of a game with these `GameState.facts`."""
    names, initial, hands = replayed(facts)
    sides = competitors(initial.rules, initial.players)
    standing = hands[-1].standing if hands else initial
    carried = tuple(map(initial.total, sides))
    return HandList(
        names,
        tuple(SideTotal(names.side(side), standing.total(side)) for side in sides),
        tuple(map(_hand_row, repeat(names), count(1), hand_numbers(hands), hands))[::-1],
        carried if any(carried) else (),
    )


def _hand_row(names: Names, place: int, number: int, played: PlayedHand) -> HandView:
    hand, score, standing = played.hand, played.score, played.standing
    sides = competitors(standing.rules, standing.players)
    return HandView(
        place=place,
        number=number,
        label=f"hand {number}: {names[hand.bidder]} {hand.bid}" if hand.scored else "",
        dealer=names[played.deal.dealer],
        hand=hand,
        made=score.made if score else None,
        points=tuple(played.points[side[0]] for side in sides) if played.has_points else (),
        totals=tuple(standing.total(side) for side in sides),
        reasons=tuple(explain_played(played, names)),
        after_end=played.after_end,
    )
