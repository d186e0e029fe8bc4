"""Describe the parameters of a rule set: their names and values in the table's words.

`label` is the label of a form's field and of the value, `noun` follows "the" in a sentence; `about` says what it does.
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
    """One parameter in the table's words; `choices` are its values in words, if it has few."""

    label: str
    noun: str
    about: str
    choices: Mapping[Any, str] = field(default_factory=dict)


PARAMETER_WORDS: Mapping[str, Parameter] = {
    "players": Parameter("Players", "number of players", "2 to 6; fixed partnerships have 4 or 6."),
    "sides": Parameter(
        "Partners",
        "choice of partners",
        "Who scores together.",
        {
            "partnerships": "fixed, every other seat",
            "rotating_partners": "changing",
            "bidder_vs_defenders": "the bidder vs. everyone else",
            "individual": "none: everyone plays alone",
            "called_partner": "called by the bidder",
        },
    ),
    "hands_per_partner": Parameter(
        "Hands with each partner", "number of hands with each partner", "Where partners change: after how many hands."
    ),
    "partners_called": Parameter(
        "Partners called", "number of partners called", "Where the bidder calls partners: 1, or up to 2."
    ),
    "counters": Parameter("Counters", "list of counters", "What each card is worth. Blank = nothing."),
    "last_trick_points": Parameter(
        "Points for last trick",
        "number of points for the last trick",
        "On top of its cards; counts toward the bid. 0 = none.",
    ),
    "most_tricks_points": Parameter(
        "Points for most tricks",
        "number of points for most tricks",
        "For the side with the most tricks; counts toward the bid. 0 = none.",
    ),
    "sweep_bonus": Parameter("Sweep bonus", "sweep bonus", "Never counts toward the bid. 0 = none."),
    "sweep_on": Parameter(
        "A sweep means",
        "meaning of a sweep",
        "What earns that bonus.",
        {"tricks": "every trick", "points": "every point"},
    ),
    "hand_size": Parameter("Cards per player", "number of cards per player", "How many cards each player is dealt."),
    "nest_size": Parameter(
        "Cards in the nest", "number of cards in the nest", "How many cards lie in the nest. 0 = no nest."
    ),
    "out_of_play_cards": Parameter(
        "Cards out of play", "number of cards out of play", "Cards set aside unseen; no one gets them."
    ),
    "nest_to": Parameter(
        "The nest goes to",
        "winner of the nest",
        "Who gets the points in the nest.",
        {"last_trick": "the side that takes the last trick", "bidder": "the bidding side"},
    ),
    "min_bid": Parameter("Lowest bid", "lowest bid", "The first bid must be at least this."),
    "bid_step": Parameter("Bids go up by", "step between bids", "Every bid and count is a multiple of this."),
    "max_bid": Parameter("Highest bid", "highest bid", "It ends the bidding. Blank = every point in the hand."),
    "moon_bid": Parameter(
        "Moon bid",
        "moon bid",
        "One bid above the highest, for taking every point in the hand. Blank = none.",
    ),
    "all_pass": Parameter(
        "If everyone passes",
        "rule when everyone passes",
        "What happens when no one bids.",
        {
            "redeal": "the same dealer deals again",
            "next_dealer": "the next player deals",
            "dealer_min": "the dealer is stuck with the lowest bid",
        },
    ),
    "set_rule": Parameter(
        "A set bid loses", "cost of a set", "What a set bid loses.", {"minus_bid": "the whole bid", "none": "nothing"}
    ),
    "foul_penalty": Parameter("Penalty", "penalty", "For table talk or a wrong nest discard. 0 = no penalties."),
    "discard_rule": Parameter(
        "A wrong nest discard costs",
        "cost of a wrong discard",
        "When the bidder lays down the wrong number of cards for the nest.",
        {"penalty": "the usual penalty", "set": "the bidding side is set"},
    ),
    "renege_rule": Parameter(
        "A renege costs",
        "cost of a renege",
        "For not following suit, caught after the next trick.",
        {"minus_bid": "the whole bid", "fixed": "a fixed number of points", "off": "reneges aren't scored"},
    ),
    "renege_points": Parameter(
        "Fixed points for a renege",
        "fixed cost of a renege",
        "If it's fixed: the offenders lose it, the others gain it.",
    ),
    "may_concede": Parameter(
        "Giving up a hand",
        "giving up a hand",
        "Whether the bidding side may throw in its hand and lose its bid.",
        {False: "not allowed", True: "allowed"},
    ),
    "target": Parameter("Play to", "target", "The total that wins. Blank = you play a number of hands."),
    "hand_limit": Parameter(
        "Number of hands", "number of hands", "With a target too, whichever comes first. Blank = any number."
    ),
    "time_limit": Parameter(
        "Time limit",
        "time limit",
        "Minutes. When time is called you finish the hand, and the highest total wins. Blank = none.",
    ),
    "both_cross": Parameter(
        "If both reach the target",
        "winner if both reach the target",
        "In fixed partnerships, when both sides get there on the same hand.",
        {"higher_total": "the higher total", "bidding_side": "the bidding side"},
    ),
    "tie_break": Parameter(
        "If it's a tie",
        "rule for a tie",
        "When the highest total is tied.",
        {"extra_hand": "another hand", "shared": "a shared win"},
    ),
    "win_needs_bid": Parameter(
        "How to win",
        "way to win",
        "Whether reaching the target is enough.",
        {False: "by reaching the target", True: "at the target, by making or setting the bid"},
    ),
    "floor": Parameter("Floor", "floor", "A total this low ends the game; it can be negative. Blank = none."),
    "lead_wins": Parameter("Win by a lead of", "winning lead", "A lead this big ends the game. Blank = none."),
}

# When a parameter matters, as far as that depends on others.
_MATTERS: Mapping[str, Callable[[RuleSet], object]] = {
    "hands_per_partner": lambda rules: rules.sides == "rotating_partners",
    "partners_called": lambda rules: rules.sides == "called_partner",
    "sweep_on": lambda rules: rules.sweep_bonus,
    "nest_to": lambda rules: rules.nest_size,
    "discard_rule": lambda rules: rules.nest_size,
    "renege_points": lambda rules: rules.renege_rule == "fixed",
    "both_cross": lambda rules: rules.fixed_sides and rules.target and not rules.win_needs_bid,
    "tie_break": lambda rules: rules.can_tie,
    "win_needs_bid": lambda rules: rules.target,
}
_CARDS = {
    **{rank: f"{rank}s" for rank in RANKS},
    **{f"{color}{rank}": f"{color} {rank}" for color in COLORS for rank in RANKS},
    "rook": "Rook",
}


def describe_value(rules: RuleSet, name: str) -> str:
    """Describe a parameter's value as people do; "–" if it does not matter in these rules."""
    value, matters = getattr(rules, name), _MATTERS.get(name)
    if matters and not matters(rules):
        return "–"
    if PARAMETER_WORDS[name].choices:
        return PARAMETER_WORDS[name].choices[value]
    if name == "counters":
        return describe_counters(rules)
    if name == "max_bid" and value is None:
        return f"{rules.hand_total:,}, every point"
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


def name_card(card: str) -> str:
    """Name a card or rank that can be a counter: "5s", "red 1", "Rook"."""
    return _CARDS.get(card, card)


def describe_worth(card: str) -> str:
    """Name a counter's points: "value of the 5s"."""
    return f"value of the {name_card(card)}"


@dataclass(frozen=True, slots=True)
class Difference:
    """A parameter in which rule sets differ, and its value in each, in words."""

    label: str
    values: tuple[str, ...]


def differences(rule_sets: Sequence[RuleSet]) -> Iterator[Difference]:
    """Yield the parameters in which these rule sets differ."""
    rows = [("Cards in the deck", tuple(str(rules.cards_in_deck) for rules in rule_sets))]
    rows += [("Points in a hand", tuple(f"{rules.hand_total:,}" for rules in rule_sets))]
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

    message = _NAME.sub(noun, error.text)
    return BadRules(error.field, message[0].upper() + message[1:], error.ruling)
