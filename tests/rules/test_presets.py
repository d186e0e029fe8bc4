"""The rule sets that come with the program, by the figures their documents give."""

from dataclasses import fields

import pytest

from scorekeeper.rules.errors import BadRules
from scorekeeper.rules.presets import PRESETS, ruleset
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.who_leads import leaders

from .notation import row

FIGURES = [
    # players, cards dealt, all points, lowest bid, highest bid, target, foul
    row("Original", "original", 4, 41, 120, 70, 120, 300, 40),
    row("Original, individual scoring", "changing-partners", 4, 41, 120, 70, 120, None, 40),
    row("Hasbro, 2 players", "two-handed", 2, 44, 100, 50, 100, 300, 40),
    row("Hasbro, 3 players", "three-handed", 3, 44, 100, 50, 100, 200, 40),
    row("Hasbro, 5 players", "five-handed", 5, 56, 100, 30, 100, 150, 40),
    row("Hasbro, 6 players", "six-handed", 6, 56, 100, 30, 100, 150, 40),
    row("Concise", "concise", 4, 41, 120, 70, 120, 300, 0),
    row("Online, 1s high", "online-ones-high", 4, 45, 180, 80, 180, 500, 0),
    row("Online, 14s high", "online-fourteens-high", 4, 41, 120, 70, 120, 500, 0),
    row("Princeton", "princeton", 4, 53, 200, 70, 200, 1000, 0),
    row("Kentucky", "kentucky", 4, 45, 180, 100, 180, 500, 0),
    row("Home rules of 200", "house-200", 4, 57, 200, 100, 200, 500, 0),
    row("County fair", "county-fair", 4, 40, 100, 65, 100, 300, 0),
    row("Smith County", "smith-county", 4, 42, 150, 75, 150, 500, 0),
    row("Larry Smith", "larry-smith", 4, 45, 200, 100, 200, None, 0),
    row("Red 1", "red-one", 4, 42, 150, 70, 150, 300, 40),
    row("Dixie", "dixie", 4, 40, 120, 65, 120, 505, 0),
    row("Call a partner", "call-partner", 5, 57, 200, 80, 200, 400, 0),
    row("Moon 360", "moon-360", 4, 45, 180, 5, 180, 500, 180),
]


@pytest.mark.parametrize(("key", "players", "cards", "total", "lowest", "highest", "target", "foul"), FIGURES)
def test_a_preset_has_its_documents_figures(
    key: str, players: int, cards: int, total: int, lowest: int, highest: int, target: int | None, foul: int
) -> None:
    rules = ruleset(key)
    assert (rules.players, rules.cards_in_deck, rules.hand_total) == (players, cards, total)
    assert (rules.min_bid, rules.highest_bid, rules.target, rules.foul_penalty) == (lowest, highest, target, foul)


DIFFERENT = [
    row("Original", "original", {}),
    row("Original, individual scoring", "changing-partners",
        {"sides": "rotating_partners", "hands_per_partner": 4, "hand_limit": 12, "tie_break": "shared"}),
    row("Hasbro, 2 players", "two-handed", {"sides": "bidder_vs_defenders", "out_of_play_cards": 3}),
    row("Hasbro, 3 players", "three-handed", {"sides": "bidder_vs_defenders", "out_of_play_cards": 3}),
    row("Hasbro, 5 players", "five-handed", {"sides": "individual"}),
    row("Hasbro, 6 players", "six-handed", {"sides": "individual"}),
    row("Concise", "concise", {}),
    row("Online, 1s high", "online-ones-high", {"renege_rule": "off", "both_cross": "bidding_side"}),
    row("Online, 14s high", "online-fourteens-high", {"renege_rule": "off", "both_cross": "bidding_side"}),
    row("Princeton", "princeton", {"last_trick_points": 20, "sweep_bonus": 100, "nest_to": "bidder",
        "all_pass": "dealer_min", "renege_rule": "off"}),
    row("Kentucky", "kentucky", {"all_pass": "dealer_min"}),
    row("Home rules of 200", "house-200", {"last_trick_points": 20}),
    row("County fair", "county-fair",
        {"all_pass": "dealer_min", "discard_rule": "set", "renege_rule": "fixed", "renege_points": 100}),
    row("Smith County", "smith-county", {"all_pass": "dealer_min", "time_limit": 45}),
    row("Larry Smith", "larry-smith", {"hand_limit": 4, "time_limit": 20, "tie_break": "shared"}),
    row("Red 1", "red-one", {}),
    row("Dixie", "dixie",
        {"most_tricks_points": 20, "all_pass": "dealer_min", "renege_rule": "off", "floor": -250}),
    row("Call a partner", "call-partner", {"sides": "called_partner", "last_trick_points": 20}),
    row("Moon 360", "moon-360", {"moon_bid": 360, "win_needs_bid": True, "lead_wins": 1000}),
]  # fmt: skip
IN_FIGURES = ("players", "counters", "hand_size", "nest_size", "min_bid", "target", "foul_penalty")


@pytest.mark.parametrize(("key", "values"), DIFFERENT)
def test_a_preset_differs_from_the_original_in_nothing_else(key: str, values: dict[str, object]) -> None:
    original, rules = RuleSet(), ruleset(key)
    names = [parameter.name for parameter in fields(RuleSet) if parameter.name not in IN_FIGURES]
    changed = {name: getattr(rules, name) for name in names if getattr(rules, name) != getattr(original, name)}
    assert changed == values


COUNTERS = [
    row("Original, Counters", "original", {"5": 5, "10": 10, "14": 10, "rook": 20}),
    row("Hasbro, 5 players", "five-handed", {"5": 5, "10": 10, "14": 10}),
    row("Online, Scoring", "online-ones-high", {"1": 15, "5": 5, "10": 10, "14": 10, "rook": 20}),
    row("Princeton, Bidding", "princeton", {"1": 15, "13": 10, "10": 10, "5": 5, "rook": 20}),
    row("Red 1", "red-one", {"5": 5, "10": 10, "14": 10, "rook": 20, "red1": 30}),
    row("Smith County", "smith-county", {"5": 5, "10": 10, "14": 10, "rook": 20, "red1": 30}),
    row("Larry Smith", "larry-smith", {"1": 20, "5": 5, "10": 10, "14": 10, "rook": 20}),
    row("Dixie", "dixie", {"5": 5, "10": 10, "13": 10}),
]


@pytest.mark.parametrize(("key", "counters"), COUNTERS)
def test_a_presets_counters_are_those_of_its_document(key: str, counters: dict[str, int]) -> None:
    assert ruleset(key).counters == counters


def test_every_preset_has_its_names() -> None:
    assert all(preset.key == key and preset.title and preset.document for key, preset in PRESETS.items())


LEFT_OF_DEALER = ("left of dealer",)
LEADERS = [
    # players, who may lead to the first trick
    row("R35 Original", "original", 4, LEFT_OF_DEALER),
    row("R35 Original, individual scoring", "changing-partners", 4, LEFT_OF_DEALER),
    row("R35 Concise", "concise", 4, LEFT_OF_DEALER),
    row("R35 Hasbro, 2 players", "two-handed", 2, ("dummy",)),
    row("R35 Hasbro, 2 players, by a table of three", "two-handed", 3, LEFT_OF_DEALER),
    row("R35 Hasbro, 3 players", "three-handed", 3, LEFT_OF_DEALER),
    row("R35 Hasbro, 3 players, by a table of two", "three-handed", 2, ("dummy",)),
    row("R35 Hasbro, 5 players", "five-handed", 5, LEFT_OF_DEALER),
    row("R35 Hasbro, 6 players", "six-handed", 6, LEFT_OF_DEALER),
    row("R35 Online, 1s high", "online-ones-high", 4, ("bidder",)),
    row("R35 Online, 14s high", "online-fourteens-high", 4, ("bidder",)),
    row("R35 Princeton", "princeton", 4, ("bidder", "left of bidder")),
]


@pytest.mark.parametrize(("key", "players", "may_lead"), LEADERS)
def test_who_leads_is_as_the_document_says(key: str, players: int, may_lead: tuple[str, ...]) -> None:
    assert leaders(PRESETS[key].leads, players) == may_lead


def test_the_presets_whose_document_does_not_say_who_leads_say_nothing() -> None:
    """R35."""
    told = {key for found in LEADERS for key in found.values[:1]}
    assert {key for key, preset in PRESETS.items() if leaders(preset.leads, preset.rules.players)} == told


def test_a_rule_set_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadRules, match=r"There is no rule set 'whist'; there are original, .*moon-360"):
        ruleset("whist")
