"""A rule set: every parameter in which tables differ, and what follows from them.

All points are whole numbers. A rule set that contradicts itself raises BadRules, which names the parameter to change.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeGuard

from .errors import BadRules
from .words import did_you_mean

COLORS = ("red", "green", "black", "yellow")
RANKS = tuple(str(rank) for rank in range(1, 15))
SINGLE_CARDS = ("rook", *(f"{color}{rank}" for rank in RANKS for color in COLORS))
"""The Rook, and each other card of the deck: `red1` is the red 1."""
FULL_DECK = 57
FOULS = ("nest-discard", "table-talk")

CHOICES = {
    "sides": ("partnerships", "rotating_partners", "bidder_vs_defenders", "individual", "called_partner"),
    "sweep_on": ("tricks", "points"),
    "nest_to": ("last_trick", "bidder"),
    "all_pass": ("redeal", "next_dealer", "dealer_min"),
    "set_rule": ("minus_bid", "none"),
    "discard_rule": ("penalty", "set"),
    "renege_rule": ("minus_bid", "fixed", "off"),
    "both_cross": ("higher_total", "bidding_side"),
    "tie_break": ("extra_hand", "shared"),
}
SWITCHES = ("may_concede", "win_needs_bid")
"""The parameters that are yes or no."""
OPTIONAL = (
    "hands_per_partner", "max_bid", "moon_bid", "renege_points", "target", "hand_limit", "time_limit", "floor",
    "lead_wins",
)  # fmt: skip
ENDS = ("target", "hand_limit", "time_limit")
"""A game needs one of these to end."""
MOST_BIDS = 1_000
# Far above any real game, and small enough for exact arithmetic everywhere.
LARGEST_NUMBER = 1_000_000


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """The parameters of one way to play; the defaults are the original partnership game."""

    players: int = 4
    sides: str = "partnerships"
    hands_per_partner: int | None = None
    partners_called: int = 1
    counters: Mapping[str, int] = field(default_factory=lambda: {"5": 5, "10": 10, "14": 10, "rook": 20})
    last_trick_points: int = 0
    most_tricks_points: int = 0
    sweep_bonus: int = 0
    sweep_on: str = "tricks"
    hand_size: int = 9
    nest_size: int = 5
    out_of_play_cards: int = 0
    nest_to: str = "last_trick"
    min_bid: int = 70
    bid_step: int = 5
    max_bid: int | None = None
    moon_bid: int | None = None
    all_pass: str = "redeal"
    set_rule: str = "minus_bid"
    foul_penalty: int = 40
    discard_rule: str = "penalty"
    renege_rule: str = "minus_bid"
    renege_points: int | None = None
    may_concede: bool = False
    target: int | None = 300
    hand_limit: int | None = None
    time_limit: int | None = None
    both_cross: str = "higher_total"
    tie_break: str = "extra_hand"
    win_needs_bid: bool = False
    floor: int | None = None
    lead_wins: int | None = None

    def __post_init__(self) -> None:
        error = next(value_errors({f.name: getattr(self, f.name) for f in fields(self)}), None) or next(
            _contradictions(self), None
        )
        if error:
            raise error
        object.__setattr__(self, "counters", MappingProxyType(dict(self.counters)))

    @property
    def parameters(self) -> dict[str, Any]:
        """Every parameter by name, as JSON has it."""
        return {name: getattr(self, name) for name in PARAMETERS} | {"counters": dict(self.counters)}

    # These are cached: without that the check of a record takes three times as long.
    @cached_property
    def card_values(self) -> tuple[int, ...]:
        """The worth of each counter in the deck, highest first; a single card's own worth overrides its rank's."""
        values = [worth for card, worth in self.counters.items() if card in SINGLE_CARDS]
        for rank in RANKS:
            if rank in self.counters:
                values += [self.counters[rank]] * (4 - len(self.single_cards(rank)))
        return tuple(sorted(values, reverse=True))

    def single_cards(self, rank: str) -> tuple[str, ...]:
        """Return the cards of a rank that count their own worth instead of their rank's."""
        return tuple(card for color in COLORS if (card := f"{color}{rank}") in self.counters)

    @cached_property
    def card_total(self) -> int:
        """Points of all counters in the deck."""
        return sum(self.card_values)

    @cached_property
    def trick_points(self) -> Mapping[str, int]:
        """What the last trick and most tricks add (R31), by the field of a hand that says who took it."""
        return {"last_trick": self.last_trick_points, "most_tricks": self.most_tricks_points}

    @cached_property
    def hand_total(self) -> int:
        """All points of a hand: the counters, the last trick's and the most tricks' points."""
        return self.card_total + sum(self.trick_points.values())

    @cached_property
    def highest_bid(self) -> int:
        """The highest ordinary bid, not counting the moon bid."""
        return self.hand_total if self.max_bid is None else self.max_bid

    @cached_property
    def last_bid(self) -> int:
        """The bid that ends an auction: the moon bid, or the highest bid if there is none (R5)."""
        return self.highest_bid if self.moon_bid is None else self.moon_bid

    @property
    def bids(self) -> Sequence[int]:
        """Every possible bid, lowest first; see `bids_over`."""
        return self.bids_over(None)

    def bids_over(self, last: int | None) -> Sequence[int]:
        """Return the bids that can be made over the last one, lowest first (R5).

        Strange rules have millions of bids: those between the first MOST_BIDS and the moon bid are left out.
        """
        lowest = self.min_bid if last is None else last + self.bid_step
        ordinary = range(lowest, self.highest_bid + 1, self.bid_step)
        return ordinary if self.moon_bid in (None, last) else (*ordinary[:MOST_BIDS], self.moon_bid)

    @cached_property
    def cards_in_deck(self) -> int:
        """Cards dealt: hands (with two players also the dummy's), the nest and those out of play."""
        hands = self.players + (1 if self.players == 2 else 0)
        return hands * self.hand_size + self.nest_size + self.out_of_play_cards

    @cached_property
    def fixed_sides(self) -> bool:
        """Whether the same players score together in every hand."""
        return self.sides == "partnerships"

    @cached_property
    def can_tie(self) -> bool:
        """Whether a game can end in a tie for the win: not if only one side can go out on a hand (R18, R28)."""
        one_goes_out = self.fixed_sides and (self.both_cross == "bidding_side" or self.win_needs_bid)
        other_ends = (self.hand_limit, self.time_limit, self.floor)
        return not one_goes_out or self.lead_wins == 0 or any(end is not None for end in other_ends)

    @cached_property
    def uses_fouls(self) -> bool:
        return self.foul_penalty > 0

    @cached_property
    def fouls(self) -> tuple[str, ...]:
        """The kinds of foul that can be recorded: those that cost the penalty, and a discard that sets (R19)."""
        discards = self.nest_size > 0 and (self.uses_fouls or self.discard_rule == "set")
        return ("nest-discard",) * discards + ("table-talk",) * self.uses_fouls

    @cached_property
    def uses_reneges(self) -> bool:
        return self.renege_rule != "off"

    def changed(self, **values: Any) -> "RuleSet":
        """Return this rule set with other values; raises BadRules, naming the parameter."""
        error = next(value_errors(values), None)
        if error:
            raise error
        return replace(self, **values)

    def errors_if(self, values: Mapping[str, Any]) -> list[BadRules]:
        """Return every error of `changed` with these values: the impossible values, or else the contradictions."""
        errors = list(value_errors(values))
        if not errors:
            unchecked = object.__new__(RuleSet)
            unchecked.__dict__.update({name: getattr(self, name) for name in PARAMETERS} | dict(values))
            errors.extend(_contradictions(unchecked))
        return errors


PARAMETERS = tuple(f.name for f in fields(RuleSet))


def value_errors(values: Mapping[str, object]) -> Iterator[BadRules]:
    """Yield an error for each value that its parameter can never have."""
    for name, value in values.items():
        if name not in PARAMETERS:
            yield BadRules(name, f"There is no parameter {name!r}.{did_you_mean(name, PARAMETERS)}")
        elif name in CHOICES:
            if value not in CHOICES[name]:
                yield BadRules(name, f"{name} must be one of {', '.join(CHOICES[name])}, not {value!r}.")
        elif name in SWITCHES:
            if not isinstance(value, bool):
                yield BadRules(name, f"{name} must be yes or no, not {value!r}.")
        elif name == "counters":
            yield from _counter_errors(value)
        elif not (value is None and name in OPTIONAL):
            yield from _number_errors(name, value)


LOWEST = {
    "players": 2,
    "hands_per_partner": 1,
    "partners_called": 1,
    "bid_step": 1,
    "target": 1,
    "hand_limit": 1,
    "time_limit": 1,
    "floor": -LARGEST_NUMBER,
}
HIGHEST = {"players": 6, "partners_called": 2}


def _number_errors(name: str, value: object) -> Iterator[BadRules]:
    lowest, highest = LOWEST.get(name, 0), HIGHEST.get(name, LARGEST_NUMBER)
    expected = f"a whole number from {lowest:,} to {highest:,}"
    if value is None:
        yield BadRules(name, f"{name} is missing. Enter {expected}.")
    elif not (_is_whole(value) and lowest <= value <= highest):
        yield BadRules(name, f"{name} must be {expected}, not {value!r}.")


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _counter_errors(counters: object) -> Iterator[BadRules]:
    if not isinstance(counters, Mapping):
        yield BadRules("counters", f"counters maps cards to their points; {counters!r} does not.")
        return
    if not counters:
        yield BadRules("counters", "counters names no card; at least one must be worth something.")
    for card, worth in counters.items():
        if card not in RANKS and card not in SINGLE_CARDS:
            cards = "the cards 1 to 14, rook, and single ones like red1"
            yield BadRules(f"counters.{card}", f"counters names {cards}, not {card!r}.")
        elif not _is_whole(worth) or not 1 <= worth <= LARGEST_NUMBER:
            expected = f"a whole number from 1 to {LARGEST_NUMBER:,}"
            yield BadRules(f"counters.{card}", f"counters.{card} must be {expected}, not {worth!r}.")


def _contradictions(rules: RuleSet) -> Iterator[BadRules]:
    """Yield each contradiction between parameters, at the one to change."""
    yield from _step_contradictions(rules)
    yield from _bid_contradictions(rules)
    if rules.cards_in_deck > FULL_DECK:
        needed = f"{rules.cards_in_deck} cards for all hands, the nest and those out of play"
        yield BadRules("hand_size", f"hand_size is {rules.hand_size}, which takes {needed}; the deck has {FULL_DECK}.")
    if rules.discard_rule == "set" and rules.set_rule != "minus_bid":
        yield BadRules("discard_rule", "discard_rule can't be a set if set_rule is nothing.")
    if rules.renege_rule == "fixed" and rules.renege_points is None:
        yield BadRules("renege_points", "renege_points is missing; renege_rule says that it is fixed.")
    yield from _sides_contradictions(rules)
    if all(getattr(rules, name) is None for name in ENDS):
        yield BadRules("target", "target, hand_limit and time_limit are all missing; a game needs one of them to end.")


def _step_contradictions(rules: RuleSet) -> Iterator[BadRules]:
    values = {f"counters.{card}": worth for card, worth in rules.counters.items()}
    for name in ("last_trick_points", "most_tricks_points", "sweep_bonus", "min_bid", "max_bid", "moon_bid"):
        values[name] = getattr(rules, name) or 0
    for name, value in values.items():
        if value % rules.bid_step:
            yield BadRules(name, f"{name} is {value}, not a multiple of {rules.bid_step}, which is bid_step.")


def _bid_contradictions(rules: RuleSet) -> Iterator[BadRules]:
    lowest, highest, total = rules.min_bid, rules.highest_bid, rules.hand_total
    if lowest > total:
        yield BadRules("min_bid", f"min_bid is {lowest}, above the {total} points of a hand.")
    elif not lowest <= highest <= total:
        expected = f"from {lowest}, which is min_bid, to the {total} points of a hand"
        yield BadRules("max_bid", f"max_bid is a number {expected}, not {highest}.")
    if rules.moon_bid is not None and rules.moon_bid <= highest:
        yield BadRules("moon_bid", f"moon_bid is {rules.moon_bid}; it must be above the highest other bid, {highest}.")


def _sides_contradictions(rules: RuleSet) -> Iterator[BadRules]:
    if rules.sides == "partnerships" and rules.players not in (4, 6):
        yield BadRules("players", f"players is {rules.players}; partnerships need 4 or 6.")
    if rules.sides == "called_partner" and rules.players < 4:
        yield BadRules("players", f"players is {rules.players}; calling a partner needs at least 4.")
    if rules.both_cross == "bidding_side" and rules.sides != "partnerships":
        yield BadRules("both_cross", "both_cross can be the bidding side only in fixed partnerships.")
    if rules.sides == "rotating_partners":
        yield from _rotation_contradictions(rules)


def _rotation_contradictions(rules: RuleSet) -> Iterator[BadRules]:
    limit = rules.hand_limit
    if rules.players != 4:
        yield BadRules("players", f"players is {rules.players}; changing partners needs 4.")
    if rules.hands_per_partner is None:
        yield BadRules("hands_per_partner", "hands_per_partner is missing; changing partners needs it.")
    elif limit is None or limit % (3 * rules.hands_per_partner):
        expected = f"a multiple of {3 * rules.hands_per_partner}, so everyone partners everyone equally"
        found = "missing" if limit is None else limit
        yield BadRules("hand_limit", f"hand_limit is {found}; changing partners needs {expected}.")
    if rules.target is not None:
        yield BadRules("target", f"target is {rules.target}; when partners change, hand_limit ends the game.")
    if rules.time_limit is not None:
        yield BadRules(
            "time_limit", f"time_limit is {rules.time_limit}; when partners change, hand_limit ends the game."
        )
