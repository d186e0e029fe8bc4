"""Describing the parameters of a rule set: what they are called at the table, and what their values mean there.

`noun` is what stands behind "the" in a sentence, and at the top of a form's field; `about` says what it does.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import BadRules
from .ruleset import COLORS, RANKS, SINGLE_CARDS, RuleSet
from .words import count_of, format_number, join_words


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter in the table's words; `choices` are its values in words, where it has few."""

    noun: str
    about: str
    choices: Mapping[Any, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return self.noun[0].upper() + self.noun[1:]


PARAMETER_WORDS: Mapping[str, Parameter] = {
    "players": Parameter("number of players", "2 to 6; fixed partnerships have 4 or 6."),
    "sides": Parameter(
        "choice of partners",
        "Who scores together.",
        {
            "partnerships": "fixed partnerships, every other seat",
            "rotating_partners": "partners that change",
            "bidder_vs_defenders": "the bidder against all others",
            "individual": "nobody: each plays alone",
            "called_partner": "the bidder calls partners",
        },
    ),
    "hands_per_partner": Parameter("number of hands with each partner", "Where partners change: after how many hands."),
    "partners_called": Parameter("number of partners called", "Where the bidder calls partners: 1, or up to 2."),
    "counters": Parameter("list of counters", "What each card is worth. Left empty: nothing."),
    "last_trick_points": Parameter(
        "worth of the last trick", "Points beside its counters; they count towards the bid. 0: none."
    ),
    "most_tricks_points": Parameter(
        "worth of most tricks", "Points for the side with most tricks; they count towards the bid. 0: none."
    ),
    "sweep_bonus": Parameter("bonus for a sweep", "Points that never count towards the bid. 0: none."),
    "sweep_on": Parameter(
        "meaning of a sweep", "What earns that bonus.", {"tricks": "every trick", "points": "every point"}
    ),
    "hand_size": Parameter("size of a hand", "How many cards each player is dealt."),
    "nest_size": Parameter("size of the nest", "How many cards lie in the nest. 0: no nest."),
    "out_of_play_cards": Parameter("number of cards out of play", "Cards laid aside unseen, which nobody gets."),
    "nest_to": Parameter(
        "winner of the nest",
        "Who gets the counters in the nest.",
        {"last_trick": "the side with the last trick", "bidder": "the bidding side"},
    ),
    "min_bid": Parameter("lowest bid", "What the first bid must reach."),
    "bid_step": Parameter("step between bids", "All bids and counters are multiples of it."),
    "max_bid": Parameter("highest bid", "It ends the auction. Left empty: all the points of a hand."),
    "moon_bid": Parameter("moon bid", "One bid above the highest, for all the points of a hand. Left empty: none."),
    "all_pass": Parameter(
        "rule when all pass",
        "What follows when nobody bids.",
        {
            "redeal": "the same dealer deals again",
            "next_dealer": "the next player deals",
            "dealer_min": "the dealer has the lowest bid",
        },
    ),
    "set_rule": Parameter(
        "cost of a set", "What a bid costs that is not made.", {"minus_bid": "the whole bid", "none": "nothing"}
    ),
    "foul_penalty": Parameter("cost of a foul", "For table talk or a wrong nest discard. 0: fouls are not used."),
    "discard_rule": Parameter(
        "cost of a wrong discard",
        "When the bidder lays down the wrong number of cards for the nest.",
        {"penalty": "the same as any foul", "set": "the bidding side is set"},
    ),
    "renege_rule": Parameter(
        "cost of a renege",
        "For not following suit, found after the next trick.",
        {"minus_bid": "the whole bid", "fixed": "a fixed number of points", "off": "reneges are not used"},
    ),
    "renege_points": Parameter(
        "fixed cost of a renege", "Where it is fixed: the offenders lose it, the others get it."
    ),
    "may_concede": Parameter(
        "giving up a hand",
        "Whether the bidding side may throw in its hand and lose its bid.",
        {False: "not allowed", True: "allowed"},
    ),
    "target": Parameter("target", "The total that wins. Left empty: a number of hands is played."),
    "hand_limit": Parameter("number of hands", "With a target too, whichever comes first. Left empty: any number."),
    "time_limit": Parameter(
        "time limit", "Minutes. When time is called you finish the hand, and the highest total wins. Blank: none."
    ),
    "both_cross": Parameter(
        "winner where both reach the target",
        "In fixed partnerships, when one hand brings both sides there.",
        {"higher_total": "the higher total", "bidding_side": "the bidding side"},
    ),
    "tie_break": Parameter(
        "rule for a tie",
        "Where the highest total is shared.",
        {"extra_hand": "another hand", "shared": "joint winners"},
    ),
    "win_needs_bid": Parameter(
        "way to go out",
        "Whether the target is enough.",
        {False: "by reaching the target", True: "at the target, by making or setting the bid"},
    ),
    "floor": Parameter("floor", "A total this low ends the game; it may be negative. Left empty: none."),
    "lead_wins": Parameter("winning lead", "A lead this large ends the game. Left empty: none."),
}

# Where the others leave nothing to it, a parameter is passed over.
_MATTERS: Mapping[str, Callable[[RuleSet], object]] = {
    "hands_per_partner": lambda rules: rules.sides == "rotating_partners",
    "partners_called": lambda rules: rules.sides == "called_partner",
    "sweep_on": lambda rules: rules.sweep_bonus,
    "nest_to": lambda rules: rules.nest_size,
    "discard_rule": lambda rules: rules.nest_size,
    "renege_points": lambda rules: rules.renege_rule == "fixed",
    "both_cross": lambda rules: rules.fixed_sides and rules.target and not rules.win_needs_bid,
    "win_needs_bid": lambda rules: rules.target,
}
_CARDS = {
    **{rank: f"{rank}s" for rank in RANKS},
    **{f"{color}{rank}": f"{color} {rank}" for color in COLORS for rank in RANKS},
    "rook": "Rook",
}


def describe_value(rules: RuleSet, name: str) -> str:
    """Describe a parameter's value as people do; "–" where it does not matter in these rules."""
    value, matters = getattr(rules, name), _MATTERS.get(name)
    if matters and not matters(rules):
        return "–"
    if PARAMETER_WORDS[name].choices:
        return PARAMETER_WORDS[name].choices[value]
    if name == "counters":
        return describe_counters(rules)
    if name == "max_bid" and value is None:
        return f"{rules.hand_total:,}, all the points"
    if name == "time_limit" and value:
        return count_of(value, "minute")
    return format_number(value) if value or (name in ("floor", "min_bid") and value is not None) else "none"


def describe_counters(rules: RuleSet) -> str:
    """Describe which cards are worth what: "5 for each 5, 10 for each 10 and 14, 20 for the Rook"."""
    by_worth: dict[int, list[str]] = {}
    for card in (*RANKS, *SINGLE_CARDS):
        if card in rules.counters and len(rules.single_cards(card)) < 4:
            by_worth.setdefault(rules.counters[card], []).append(card)
    return ", ".join(f"{worth:,} for {_describe_cards(rules, by_worth[worth])}" for worth in sorted(by_worth))


def _describe_cards(rules: RuleSet, cards: Sequence[str]) -> str:
    """Name cards of one worth: "each 10 and 14", "the other 1s and the red 1"."""
    ranks = [card for card in cards if card in RANKS and not rules.single_cards(card)]
    others = [f"the other {card}s" for card in cards if card in RANKS and rules.single_cards(card)]
    singles = [f"the {_CARDS[card]}" for card in cards if card not in RANKS]
    return join_words([*([f"each {join_words(ranks)}"] if ranks else []), *others, *singles])


def describe_worth(card: str) -> str:
    """Name a counter's points: "worth of the 5s"."""
    return f"worth of the {_CARDS.get(card, card)}"


@dataclass(frozen=True, slots=True)
class Difference:
    """A parameter in which some rule sets differ, and its value in each, in words."""

    label: str
    values: tuple[str, ...]


def differences(rule_sets: Sequence[RuleSet]) -> Iterator[Difference]:
    """Yield the parameters in which these rule sets differ."""
    rows = [("Cards in the deck", tuple(str(rules.cards_in_deck) for rules in rule_sets))]
    rows += [("Points of a hand", tuple(f"{rules.hand_total:,}" for rules in rule_sets))]
    rows += [
        (PARAMETER_WORDS[name].label, tuple(describe_value(rules, name) for rules in rule_sets))
        for name in PARAMETER_WORDS
    ]
    return (Difference(label, values) for label, values in rows if len(set(values)) > 1)


_NAME = re.compile(rf"\bcounters\.(\w+)|\b({'|'.join(sorted(PARAMETER_WORDS, key=len, reverse=True))})\b")


def describe_error(error: BadRules) -> BadRules:
    """Return the error in the table's words: "min_bid is 72 …" becomes "The lowest bid is 72 …"."""

    def noun(found: re.Match[str]) -> str:
        card = found[1]
        return f"the {describe_worth(card)}" if card else f"the {PARAMETER_WORDS[found[2]].noun}"

    message = _NAME.sub(noun, error.message)
    return BadRules(error.field, message[0].upper() + message[1:], error.ruling)
