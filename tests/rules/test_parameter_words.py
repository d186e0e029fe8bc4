"""Refusals of a rule set in the table's words, and values in them."""

import re
from typing import Any

import pytest

from scorekeeper.rules.errors import BadRules
from scorekeeper.rules.parameter_words import (
    PARAMETER_WORDS,
    describe_counters,
    describe_error,
    describe_value,
    differences,
)
from scorekeeper.rules.presets import ruleset
from scorekeeper.rules.ruleset import COLORS, PARAMETERS, RuleSet

from .wrong_rules import BAD_VALUES, CONTRADICTIONS

SPOKEN = [
    ({"target": 0}, "The target must be a whole number from 1 to 1,000,000, not 0."),
    ({"min_bid": None}, "The lowest bid is missing. Enter a whole number from 0 to 1,000,000."),
    ({"players": 7}, "The number of players must be a whole number from 2 to 6, not 7."),
    ({"counters": {"5": 0}}, "The value of the 5s must be a whole number from 1 to 1,000,000, not 0."),
    ({"counters": {"rook": -5}}, "The value of the Rook must be a whole number from 1 to 1,000,000, not -5."),
    ({"counters": {}}, "The list of counters names no card; at least one must be worth something."),
    (
        {"counters": {"5": 5, "10": 12}},
        "The value of the 10s is 12, not a multiple of 5, which is the step between bids.",
    ),
    ({"min_bid": 125}, "The lowest bid is 125, above the 120 points of a hand."),
    (
        {"max_bid": 65},
        "The highest bid is a number from 70, which is the lowest bid, to the 120 points of a hand, not 65.",
    ),
    ({"moon_bid": 120}, "The moon bid is 120; it must be above the highest other bid, 120."),
    ({"counters": {"green14": 0}}, "The value of the green 14 must be a whole number from 1 to 1,000,000, not 0."),
    (
        {"set_rule": "none", "discard_rule": "set"},
        "The cost of a wrong discard can't be a set if the cost of a set is nothing.",
    ),
    (
        {"hand_size": 13, "nest_size": 6},
        "The number of cards per player is 13, which takes 58 cards for all hands, the nest and those out of play; "
        "the deck has 57.",
    ),
    ({"players": 5}, "The number of players is 5; partnerships need 4 or 6."),
    (
        {"renege_rule": "fixed"},
        "The fixed cost of a renege is missing; the cost of a renege says that it is fixed.",
    ),
    (
        {"target": None},
        "The target, the number of hands and the time limit are all missing; a game needs one of them to end.",
    ),
]


@pytest.mark.parametrize(("values", "text"), SPOKEN)
def test_a_refusal_speaks_as_the_table_does(values: dict[str, Any], text: str) -> None:
    with pytest.raises(BadRules) as refused:
        RuleSet().changed(**values)
    found = describe_error(refused.value)
    assert (found.text, found.field) == (text, refused.value.field)


@pytest.mark.parametrize(("values", "field"), CONTRADICTIONS + BAD_VALUES)
def test_no_refusal_names_a_parameter_by_its_identifier(values: dict[str, Any], field: str) -> None:
    with pytest.raises(BadRules) as refused:
        RuleSet().changed(**values)
    plain = re.sub(r"one of .*|'.*'", "", describe_error(refused.value).text)
    assert not [name for name in PARAMETERS if "_" in name and name in plain]


@pytest.mark.parametrize(
    ("key", "name", "text"),
    [
        ("original", "max_bid", "120, every point"),
        ("original", "moon_bid", "none"),
        ("original", "foul_penalty", "40"),
        ("concise", "foul_penalty", "none"),
        ("princeton", "target", "1,000"),
        ("dixie", "floor", "−250"),
        ("original", "hands_per_partner", "–"),
        ("changing-partners", "both_cross", "–"),
        ("moon-360", "win_needs_bid", "at the target, by making or setting the bid"),
        ("county-fair", "renege_rule", "a fixed number of points"),
        ("county-fair", "discard_rule", "the bidding side is set"),
        ("smith-county", "time_limit", "45 minutes"),
        ("original", "time_limit", "none"),
        ("original", "may_concede", "not allowed"),
    ],
)
def test_a_value_is_told_in_words(key: str, name: str, text: str) -> None:
    assert describe_value(ruleset(key), name) == text


def test_counters_are_told_by_their_worth() -> None:
    assert describe_counters(ruleset("red-one")) == (
        "5 for each 5, 10 for each 10 and 14, 20 for the Rook, 30 for the red 1"
    )


def test_a_card_with_its_own_worth_is_named_next_to_the_others_of_its_rank() -> None:
    counters = {"1": 15, "red1": 30, "5": 5, "green2": 15, **{f"{color}3": 5 for color in COLORS}, "3": 50}
    assert describe_counters(RuleSet(counters=counters)) == (
        "5 for each 5, the red 3, the green 3, the black 3 and the yellow 3, 15 for the other 1s and the green 2, "
        "30 for the red 1"
    )


def test_only_what_differs_is_set_side_by_side() -> None:
    found = {row.label: row.values for row in differences([ruleset("original"), ruleset("concise")])}
    assert found == {"Penalty": ("40", "none")}


def test_no_two_parameters_bear_one_name() -> None:
    assert len({parameter.noun for parameter in PARAMETER_WORDS.values()}) == len(PARAMETER_WORDS)
