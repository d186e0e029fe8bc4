"""One hand as it was played, and who scores together in it; its twin is static/alone/score.js.

A player is a number from 0 that never changes during the game; a side is the tuple of its players in seat order. All
points are whole numbers.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, Literal, NamedTuple

from scorekeeper.rules.auction import PASS, Call
from scorekeeper.rules.ruleset import RuleSet


def left_of(player: int, seats: tuple[int, ...]) -> int:
    """Return the player on this one's left: who bids first, and who deals next."""
    return seats[(seats.index(player) + 1) % len(seats)]


def seats_after(rules: RuleSet, players: tuple[int, ...], hands_scored: int) -> tuple[int, ...]:
    """Return the players clockwise after this many hands; changing partners moves them (R21)."""
    if rules.sides != "rotating_partners":
        return players
    assert rules.hands_per_partner is not None
    a, b, c, d = players
    return ((a, b, c, d), (a, c, b, d), (a, c, d, b))[hands_scored // rules.hands_per_partner % 3]


Player = int
Side = tuple[Player, ...]
Outcome = Literal["played", "renege", "conceded", "passed-out", "misdeal"]


class Tied(Enum):
    """Used instead of a player if no side had the most tricks alone (R31)."""

    TIED = "tied"


TIED = Tied.TIED
TRICKS = ("last_trick", "most_tricks", "sweep")
"""Fields of a hand that say who took tricks."""
MAY_BE_TIED = ("most_tricks",)
"""Of TRICKS, those that two sides can share (R31)."""
PLAYERS = ("bidder", *TRICKS, "rook", "reneged_by")
"""Fields of a hand that name one player."""


class Deal(NamedTuple):
    """What is known when the cards are dealt: which hand it is, who sits where, who deals.

    `players` are in the order entered, `seats` clockwise in this hand; they differ only if partners change (R21).
    """

    number: int
    players: tuple[Player, ...]
    seats: tuple[Player, ...]
    dealer: Player

    @property
    def first_to_bid(self) -> Player:
        """The player on the dealer's left (R5)."""
        return left_of(self.dealer, self.seats)


class Foul(NamedTuple):
    """A wrong number of cards discarded to the nest, or table talk (R11, R12, R19)."""

    player: Player
    kind: str


class Adjustment(NamedTuple):
    """Points that the table adds or takes, with its reason (R26)."""

    player: Player
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The facts of one hand. It has no score: scores follow from the rules.

    `captured` counts only cards, the nest's included; each count is a whole side's, under one of its players.
    `most_tricks` is TIED if two sides had the most (R31), None if unknown.
    `rook` is who was dealt the Rook or got it from the nest; it doesn't affect the score.
    `last` is True if time was called and this was the last hand (R32).
    """

    outcome: Outcome = "played"
    dealer: Player | None = None
    auction: tuple[Call, ...] | None = None
    bidder: Player | None = None
    bid: int | None = None
    partners: tuple[Player, ...] | None = None
    trump: str | None = None
    captured: Mapping[Player, int] = field(default_factory=dict)
    last_trick: Player | None = None
    nest_points: int | None = None
    most_tricks: Player | Tied | None = None
    sweep: Player | None = None
    rook: Player | None = None
    reneged_by: Player | None = None
    last: bool = False
    fouls: tuple[Foul, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    note: str | None = None

    @property
    def scored(self) -> bool:
        """Whether this counts as a hand, as a misdeal and a passed-out deal do not."""
        return self.outcome not in ("passed-out", "misdeal")

    @property
    def last_trick_by(self) -> Player | None:
        """Who took the last trick, also as part of a sweep."""
        return self.last_trick if self.sweep is None else self.sweep

    def taker(self, tricks: str) -> Player | Tied | None:
        """Who took the tricks of this key of `RuleSet.trick_points`, also as part of a sweep."""
        return self.sweep if self.sweep is not None else getattr(self, tricks)

    def by_sides(self, player_of: Callable[[Player], Player]) -> "Hand":
        """Return the hand with `player_of` applied to each player who represents a side."""
        sides: dict[str, Any] = {"captured": {player_of(player): points for player, points in self.captured.items()}}
        sides |= {name: player_of(taker) for name in TRICKS if isinstance(taker := getattr(self, name), int)}
        return replace(self, **sides)

    @property
    def played_out(self) -> bool:
        """Whether the last trick was taken, also before a renege if it says who took it or most tricks (R9)."""
        found_late = self.last_trick is not None or self.most_tricks is not None
        return self.outcome == "played" or (self.outcome == "renege" and found_late)

    @property
    def is_stuck(self) -> bool:
        """Whether the logged calls say that the dealer has the bid because everyone else passed (R4)."""
        return self.bidder is not None and bool(self.auction) and all(call == PASS for _, call in self.auction or ())


HAND_DEFAULTS: Mapping[str, Any] = {field.name: getattr(Hand(), field.name) for field in fields(Hand)}
"""The value of each field of a hand if nothing is known of it."""


def required_fields(rules: RuleSet) -> frozenset[str]:
    """Return which of TRICKS these rules need at the end of a hand, in addition to the counters."""
    needed = {name for name, worth in rules.trick_points.items() if worth}
    if rules.nest_size and rules.nest_to == "last_trick":
        needed.add("last_trick")
    if rules.sweep_bonus and rules.sweep_on == "tricks":
        needed.add("sweep")
    return frozenset(needed)


def as_counted(rules: RuleSet, hand: Hand) -> Hand:
    """Return a hand without what only other rules have: time (R32) and the Rook."""
    return replace(
        hand,
        last=hand.last and rules.time_limit is not None,
        rook=hand.rook if "rook" in rules.counters else None,
    )


def with_uncounted(counted: Hand, whole: Hand) -> Hand:
    """Return a hand from `as_counted` with what was left out."""
    return replace(counted, last=whole.last, rook=whole.rook)


def partnerships(players: Side) -> tuple[Side, Side]:
    """Return the two fixed sides: every other seat."""
    return players[0::2], players[1::2]


def competitors(rules: RuleSet, players: Side) -> tuple[Side, ...]:
    """Return who owns a running total: a partnership in fixed partnerships, otherwise each player."""
    return partnerships(players) if rules.fixed_sides else tuple((player,) for player in players)


def sides_of(
    rules: RuleSet, deal: Deal, bidder: Player | None, partners: tuple[Player, ...] | None = None
) -> tuple[Side, ...]:
    """Return the sides of this hand, the first player's first (R10, R21)."""
    if rules.sides == "partnerships":
        return partnerships(deal.players)
    if rules.sides == "individual":
        return tuple((player,) for player in deal.players)
    if rules.sides == "rotating_partners":
        together: tuple[Player | None, ...] = deal.seats[0::2]
    else:
        together = (bidder, *(partners or ()))
    one = tuple(player for player in deal.players if player in together)
    other = tuple(player for player in deal.players if player not in together)
    return (one, other) if deal.players[0] in one else (other, one)


def sides_at_table(rules: RuleSet, deal: Deal) -> tuple[Side, ...]:
    """Return the sides for penalties before there is a bid: partners by their seats, else each player alone (R12)."""
    if rules.sides in ("partnerships", "rotating_partners"):
        return sides_of(rules, deal, None)
    return tuple((player,) for player in deal.players)


def sides_in(rules: RuleSet, deal: Deal, hand: Hand) -> tuple[Side, ...]:
    """Return the sides of what was recorded: a hand's, or those for penalties if it is none."""
    return sides_of(rules, deal, hand.bidder, hand.partners) if hand.scored else sides_at_table(rules, deal)


def side_with(sides: Iterable[Side], player: Player | Tied | None) -> Side:
    """Return the player's side, or an empty side for None and TIED."""
    for side in sides:
        if player in side:
            return side
    return ()
