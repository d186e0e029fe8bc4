"""One hand as it was seen at the table, and who scores together in it.

Players go by their names, a side is the tuple of its players in seat order. All points are whole numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, NamedTuple

from .auction import PASS, Call
from .rotation import left_of
from .ruleset import RuleSet

Side = tuple[str, ...]
Outcome = Literal["played", "renege", "conceded", "passed-out", "misdeal"]


class Tied(Enum):
    """The value in place of a player where no side had the most tricks alone (R31)."""

    TIED = "tied"


TIED = Tied.TIED
TRICKS = ("last_trick", "most_tricks", "sweep")
"""Fields of a hand that tell who took tricks."""


class Deal(NamedTuple):
    """What is settled when the cards are dealt: which hand it is, who sits where, who deals.

    `players` stand as entered, `seats` clockwise in this hand; they differ only where partners change (R21).
    """

    number: int
    players: tuple[str, ...]
    seats: tuple[str, ...]
    dealer: str

    @property
    def first_to_bid(self) -> str:
        """The player on the dealer's left (R5)."""
        return left_of(self.dealer, self.seats)


@dataclass(frozen=True, slots=True)
class Foul:
    """A wrong number of cards discarded to the nest, or table talk (R11, R12, R19)."""

    player: str
    kind: str


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that the table adds or takes, with its reason (R26)."""

    player: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """What was seen of one hand. No score is in it: scores follow from the rules.

    `captured` counts cards alone, the nest's included; a player's name stands for the whole side.
    `most_tricks` is TIED where two sides had the most (R31), None where it is unknown.
    `last` is True where time was called and no hand was to follow (R32).
    """

    outcome: Outcome = "played"
    dealer: str | None = None
    auction: tuple[Call, ...] | None = None
    bidder: str | None = None
    bid: int | None = None
    partners: tuple[str, ...] | None = None
    trump: str | None = None
    captured: Mapping[str, int] = field(default_factory=dict)
    last_trick: str | None = None
    nest_points: int | None = None
    most_tricks: str | Tied | None = None
    sweep: str | None = None
    reneged_by: str | None = None
    last: bool = False
    fouls: tuple[Foul, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    note: str | None = None

    @property
    def scored(self) -> bool:
        """Whether this counts as a hand, as a misdeal and a passed-out deal do not."""
        return self.outcome not in ("passed-out", "misdeal")

    @property
    def played_out(self) -> bool:
        """Whether the last trick was taken; so it was before a renege that names who had it, or most tricks (R9)."""
        found_late = self.last_trick is not None or self.most_tricks is not None
        return self.outcome == "played" or (self.outcome == "renege" and found_late)

    @property
    def is_stuck(self) -> bool:
        """Whether the dealer has the bid because everyone else passed, as far as the calls are logged (R4)."""
        return self.bidder is not None and bool(self.auction) and all(call == PASS for _, call in self.auction or ())


def required_fields(rules: RuleSet) -> frozenset[str]:
    """Return which of TRICKS these rules ask for at a hand's end, beside its counters."""
    last = rules.last_trick_points or (rules.nest_size and rules.nest_to == "last_trick")
    sweep = rules.sweep_bonus and rules.sweep_on == "tricks"
    needed = zip(TRICKS, (last, rules.most_tricks_points, sweep), strict=True)
    return frozenset(fact for fact, need in needed if need)


def partnerships(players: tuple[str, ...]) -> tuple[Side, Side]:
    """Return the two fixed sides: every other seat."""
    return players[0::2], players[1::2]


def competitors(rules: RuleSet, players: tuple[str, ...]) -> tuple[Side, ...]:
    """Return who owns a running total: a partnership in fixed partnerships, otherwise each player."""
    return partnerships(players) if rules.fixed_sides else tuple((player,) for player in players)


def sides_of(
    rules: RuleSet, deal: Deal, bidder: str | None, partners: tuple[str, ...] | None = None
) -> tuple[Side, ...]:
    """Return those who score together in this hand, the side of the first player first (R10, R21)."""
    if rules.sides == "partnerships":
        return partnerships(deal.players)
    if rules.sides == "individual":
        return tuple((player,) for player in deal.players)
    if rules.sides == "rotating_partners":
        together: tuple[str, ...] = deal.seats[0::2]
    else:
        together = (bidder or "", *(partners or ()))
    one = tuple(player for player in deal.players if player in together)
    other = tuple(player for player in deal.players if player not in together)
    return (one, other) if deal.players[0] in one else (other, one)


def sides_at_table(rules: RuleSet, deal: Deal) -> tuple[Side, ...]:
    """Return those who pay together before a bid makes sides: partners by their seats, else each player alone (R12)."""
    if rules.sides in ("partnerships", "rotating_partners"):
        return sides_of(rules, deal, None)
    return tuple((player,) for player in deal.players)


def side_with(sides: tuple[Side, ...], player: str | Tied | None) -> Side:
    """Return the side of that player, the empty one where no one was named."""
    for side in sides:
        if player in side:
            return side
    return ()
