"""Which rule sets can be made, and what each of the others is refused for."""

from typing import Any

import pytest

from scorekeeper.rules.errors import BadRules
from scorekeeper.rules.ruleset import PARAMETERS, RuleSet, value_errors
from tests.rules.wrong_rules import BAD_VALUES, CHANGING, CONTRADICTIONS

from .notation import row, rules_of


@pytest.mark.parametrize(("values", "field"), CONTRADICTIONS + BAD_VALUES)
def test_a_rule_set_is_refused_at_the_parameter_to_change(values: dict[str, Any], field: str) -> None:
    with pytest.raises(BadRules) as refused:
        RuleSet().changed(**values)
    assert refused.value.field == field
    assert field.split(".")[0] in refused.value.text


@pytest.mark.parametrize(("values", "field"), CONTRADICTIONS)
def test_a_contradiction_is_no_fault_of_the_value_alone(values: dict[str, Any], field: str) -> None:
    assert list(value_errors(values)) == []


def test_every_parameter_has_a_bad_value_among_the_rows() -> None:
    assert {bad.values[1].split(".")[0] for bad in BAD_VALUES} == {*PARAMETERS, "min_bet"}


def test_every_fault_of_a_value_is_told_at_once() -> None:
    found = value_errors({"players": 9, "counters": {"5": 0, "15": 5}, "tie_break": "toss", "min_bid": 70})
    assert [error.field for error in found] == ["players", "counters.5", "counters.15", "tie_break"]


def test_every_contradiction_is_told_at_once() -> None:
    values = {"sides": "rotating_partners", "players": 3, "bid_step": 10}
    found = [(error.field, error.text) for error in RuleSet().errors_if(values)]
    assert [field for field, _ in found] == ["counters.5", "players", "hands_per_partner", "target"]
    with pytest.raises(BadRules) as first:
        RuleSet().changed(**values)
    assert (first.value.field, first.value.text) == found[0]
    assert RuleSet().errors_if({"bid_step": 1, "players": 6, "hand_size": 8}) == []


@pytest.mark.parametrize(("values", "field"), CONTRADICTIONS + BAD_VALUES)
def test_faults_of_a_rule_set_that_are_told_at_once_begin_with_what_is_refused(
    values: dict[str, Any], field: str
) -> None:
    assert RuleSet().errors_if(values)[0].field == field


ALLOWED = [
    row("R25 a floor above nothing", {"floor": 50}),
    row("Parameters: no minimum", {"min_bid": 0}),
    row("Parameters: one bid alone", {"min_bid": 120}),
    row("Parameters: all 57 cards", {"hand_size": 13, "nest_size": 5}),
    row("Parameters: no nest", {"nest_size": 0}),
    row("R2 whichever comes first", {"hand_limit": 8}),
    row("Parameters: ignored by these sides", {"hands_per_partner": 3, "partners_called": 2}),
    row("R27 the moon", {"moon_bid": 125}),
    row("R18 in six-player partnerships", {"players": 6, "both_cross": "bidding_side", "hand_size": 8}),
    row("R6 two rounds", {**CHANGING, "hand_limit": 24}),
    row("Parameters: red 1 for itself", {"counters": {"red1": 30, "5": 5, "10": 10, "14": 10}}),
    row("Parameters: red 1 next to the 1s", {"counters": {"1": 15, "red1": 30}}),
    row("R32 the clock alone", {"target": None, "time_limit": 20}),
    row("R32 the clock next to the others", {"target": 500, "hand_limit": 4, "time_limit": 20}),
    row("R33 a hand may be given up", {"may_concede": True}),
    row("R19 without a penalty", {"foul_penalty": 0, "discard_rule": "set"}),
]


@pytest.mark.parametrize("values", [allowed.values[0] for allowed in ALLOWED], ids=[allowed.id for allowed in ALLOWED])
def test_a_rule_set_that_agrees_with_itself_is_made(values: dict[str, Any]) -> None:
    rules = RuleSet().changed(**values)
    assert {name: getattr(rules, name) for name in values} == values


def test_a_rule_set_does_not_change_with_what_it_was_made_of() -> None:
    counters = {"5": 5, "rook": 100}
    rules = RuleSet(counters=counters)
    counters["rook"] = 20
    assert rules.card_total == 120


DECKS = [
    row("Parameters: red 1 for itself", {"5": 5, "red1": 30}, (30, 5, 5, 5, 5)),
    row("Parameters: red 1 instead of its rank's worth", {"1": 15, "red1": 30}, (30, 15, 15, 15)),
    row("Parameters: a single card may be worth less", {"1": 15, "black1": 5}, (15, 15, 15, 5)),
    row("Parameters: baby birds", {"2": 5, "green2": 15, "black2": 10, "rook": 20}, (20, 15, 10, 5, 5)),
    row("Parameters: all four for themselves", {"1": 50, "red1": 5, "yellow1": 10, "green1": 15, "black1": 20},
        (20, 15, 10, 5)),
    row("Parameters: ranks are whole numbers", {"1": 5, "red11": 10}, (10, 5, 5, 5, 5)),
]  # fmt: skip


@pytest.mark.parametrize(("counters", "values"), DECKS)
def test_a_single_card_counts_its_own_worth_instead_of_its_ranks(
    counters: dict[str, int], values: tuple[int, ...]
) -> None:
    rules = RuleSet(counters=counters, min_bid=0)
    assert (rules.card_values, rules.card_total) == (values, sum(values))


@pytest.mark.parametrize(
    ("rules", "bids"),
    [
        row("R5 original", rules_of("original"), [70, 75, 80, 85, 90, 95, 100, 105, 110, 115, 120]),
        row("R5 a maximum", RuleSet(max_bid=80), [70, 75, 80]),
        row("R27 the moon last", RuleSet(max_bid=75, moon_bid=240), [70, 75, 240]),
    ],
)
def test_the_bids_are_told_lowest_first(rules: RuleSet, bids: list[int]) -> None:
    assert list(rules.bids) == bids
    assert rules.last_bid == bids[-1]
