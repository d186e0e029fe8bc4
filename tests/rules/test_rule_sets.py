"""Which rule sets can be made, and what each of the others is refused for."""

from typing import Any

import pytest

from scorekeeper.rules.errors import BadRules
from scorekeeper.rules.ruleset import CHOICES, LARGEST_NUMBER, OPTIONAL, PARAMETERS, SWITCHES, RuleSet, value_errors

from .notation import row, rules_of

CHANGING = {"sides": "rotating_partners", "hands_per_partner": 4, "hand_limit": 12, "target": None}
NUMBERS = tuple(name for name in PARAMETERS if name not in (*CHOICES, *SWITCHES, "counters"))

CONTRADICTIONS = [
    row("Parameters: step and counters", {"counters": {"5": 5, "10": 12}}, "counters.10"),
    row("Parameters: step and last trick", {"last_trick_points": 12}, "last_trick_points"),
    row("Parameters: step and most tricks", {"most_tricks_points": 12}, "most_tricks_points"),
    row("Parameters: step and sweep", {"sweep_bonus": 12}, "sweep_bonus"),
    row("Parameters: step and minimum", {"min_bid": 72}, "min_bid"),
    row("Parameters: step and maximum", {"max_bid": 112}, "max_bid"),
    row("Parameters: step and moon", {"moon_bid": 201}, "moon_bid"),
    row("Parameters: another step", {"bid_step": 10}, "counters.5"),
    row("Parameters: minimum above the hand", {"min_bid": 125}, "min_bid"),
    row("Parameters: maximum below the minimum", {"max_bid": 65}, "max_bid"),
    row("Parameters: maximum above the hand", {"max_bid": 125}, "max_bid"),
    row("R27 the moon not above the hand", {"moon_bid": 120}, "moon_bid"),
    row("R27 the moon not above the maximum", {"max_bid": 100, "moon_bid": 100}, "moon_bid"),
    row("Parameters: step and a single card", {"counters": {"5": 5, "green14": 12}}, "counters.green14"),
    row("R19 a set that costs nothing", {"set_rule": "none", "discard_rule": "set"}, "discard_rule"),
    row("Parameters: 58 cards", {"hand_size": 13, "nest_size": 6}, "hand_size"),
    row("Parameters: 58 with dead cards", {"hand_size": 13, "out_of_play_cards": 1}, "hand_size"),
    row("Parameters: the dummy's hand too", {"players": 2, "sides": "individual", "hand_size": 18}, "hand_size"),
    row("R6 three changing partners", {**CHANGING, "players": 3}, "players"),
    row("R6 no hands with each partner", {**CHANGING, "hands_per_partner": None}, "hands_per_partner"),
    row("R6 no hand limit", {**CHANGING, "hand_limit": None}, "hand_limit"),
    row("R6 no multiple of twelve", {**CHANGING, "hand_limit": 16}, "hand_limit"),
    row("R6 a target", {**CHANGING, "target": 300}, "target"),
    row("R6 a time limit", {**CHANGING, "time_limit": 45}, "time_limit"),
    row("Parameters: five in partnerships", {"players": 5}, "players"),
    row("Parameters: three who call", {"players": 3, "sides": "called_partner"}, "players"),
    row("R18 only in partnerships", {"sides": "individual", "both_cross": "bidding_side"}, "both_cross"),
    row("R8 fixed without its points", {"renege_rule": "fixed"}, "renege_points"),
    row("R2 no end", {"target": None}, "target"),
]

BAD_VALUES = [
    *[row(f"Parameters: {name} is one of a few", {name: "whatever"}, name) for name in CHOICES],
    *[row(f"Parameters: {name} is a number", {name: "5"}, name) for name in NUMBERS],
    *[row(f"Parameters: {name} is no yes or no", {name: True}, name) for name in NUMBERS],
    *[row(f"Parameters: {name} is a whole number", {name: 5.0}, name) for name in NUMBERS],
    *[row(f"Parameters: {name} is not that large", {name: LARGEST_NUMBER + 1}, name) for name in NUMBERS],
    *[row(f"Parameters: {name} is not negative", {name: -5}, name) for name in NUMBERS if name != "floor"],
    *[row(f"Parameters: {name} is there", {name: None}, name) for name in PARAMETERS if name not in OPTIONAL],
    row("R29 the floor is not that low", {"floor": -LARGEST_NUMBER - 1}, "floor"),
    row("Parameters: a step", {"bid_step": 0}, "bid_step"),
    row("Parameters: a target", {"target": 0}, "target"),
    row("Parameters: a hand limit", {"hand_limit": 0}, "hand_limit"),
    row("Parameters: hands with each partner", {"hands_per_partner": 0}, "hands_per_partner"),
    row("Parameters: one player", {"players": 1}, "players"),
    row("Parameters: seven players", {"players": 7}, "players"),
    row("Parameters: no one to call", {"partners_called": 0}, "partners_called"),
    row("Parameters: three to call", {"partners_called": 3}, "partners_called"),
    row("R32 a time limit", {"time_limit": 0}, "time_limit"),
    *[row(f"Parameters: {name} is yes or no", {name: "yes"}, name) for name in SWITCHES],
    row("Parameters: no counters", {"counters": {}}, "counters"),
    row("Parameters: counters without points", {"counters": ["5", "10"]}, "counters"),
    row("Parameters: no such card", {"counters": {"15": 5}}, "counters.15"),
    row("Parameters: no such rank of a color", {"counters": {"red15": 5}}, "counters.red15"),
    row("Parameters: no such color", {"counters": {"blue1": 5}}, "counters.blue1"),
    row("Parameters: the color goes first", {"counters": {"1red": 5}}, "counters.1red"),
    row("Parameters: a single card worth nothing", {"counters": {"red1": 0}}, "counters.red1"),
    row("Parameters: a card by a number", {"counters": {5: 5}}, "counters.5"),
    row("Parameters: a counter worth nothing", {"counters": {"5": 0}}, "counters.5"),
    row("Parameters: a counter worth less", {"counters": {"5": -5}}, "counters.5"),
    row("Parameters: a counter worth half", {"counters": {"5": 2.5}}, "counters.5"),
    row("Parameters: a counter worth too much", {"counters": {"5": LARGEST_NUMBER + 5}}, "counters.5"),
    row("Parameters: a counter that is true", {"counters": {"5": True}}, "counters.5"),
    row("Parameters: no such parameter", {"min_bet": 70}, "min_bet"),
]


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
def test_what_is_told_at_once_begins_with_what_is_refused(values: dict[str, Any], field: str) -> None:
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
