"""A rule set in words says what its parameters say: whichever is changed, the words change."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.rules.explain_rules import explain
from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.parameter_words import PARAMETER_WORDS, describe_value, differences
from scorekeeper.rules.presets import PRESETS, ruleset
from scorekeeper.rules.ruleset import CHOICES, PARAMETERS, RANKS, RuleSet
from scorekeeper.rules.rulings import RULINGS, rulings_of
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.who_leads import leaders
from scorekeeper.rules.words import Names
from tests.strategies import Game, games, rule_sets

CHANGING = {"sides": "rotating_partners", "hands_per_partner": 4, "hand_limit": 24, "target": None}

# From these values to those.
VARIED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"sides": "individual"}, {"players": 5}),
    ({}, {"sides": "individual"}),
    ({}, {"sides": "called_partner"}),
    ({}, {"sides": "bidder_vs_defenders"}),
    ({"target": None, "hand_limit": 24, "hands_per_partner": 4}, {"sides": "rotating_partners"}),
    (CHANGING, {"hands_per_partner": 2}),
    ({"sides": "called_partner"}, {"partners_called": 2}),
    ({}, {"counters": {"5": 5, "10": 10, "13": 10, "rook": 20}}),
    ({}, {"last_trick_points": 20}),
    ({}, {"most_tricks_points": 20}),
    ({}, {"sweep_bonus": 100}),
    ({"sweep_bonus": 100}, {"sweep_on": "points"}),
    ({}, {"hand_size": 10}),
    ({}, {"nest_size": 6}),
    ({}, {"nest_size": 0}),
    ({}, {"out_of_play_cards": 3}),
    ({}, {"nest_to": "bidder"}),
    ({}, {"min_bid": 75}),
    ({}, {"bid_step": 1}),
    ({}, {"max_bid": 100}),
    ({}, {"moon_bid": 240}),
    ({}, {"all_pass": "next_dealer"}),
    ({}, {"all_pass": "dealer_min"}),
    ({}, {"set_rule": "none"}),
    ({}, {"foul_penalty": 20}),
    ({}, {"foul_penalty": 0}),
    ({}, {"discard_rule": "set"}),
    ({"foul_penalty": 0}, {"discard_rule": "set"}),
    ({}, {"renege_rule": "off"}),
    ({"renege_points": 50}, {"renege_rule": "fixed"}),
    ({"renege_rule": "fixed", "renege_points": 50}, {"renege_points": 100}),
    ({}, {"may_concede": True}),
    ({}, {"target": 500}),
    ({"hand_limit": 8}, {"target": None}),
    ({}, {"hand_limit": 8}),
    ({}, {"time_limit": 45}),
    ({"time_limit": 45}, {"time_limit": 60}),
    ({}, {"both_cross": "bidding_side"}),
    ({}, {"tie_break": "shared"}),
    ({}, {"win_needs_bid": True}),
    ({}, {"floor": -250}),
    ({"floor": -250}, {"floor": 0}),
    ({}, {"lead_wins": 1000}),
    ({"floor": -250}, {"lead_wins": 500}),
]


def sentences(rules: RuleSet, ranks: Sequence[str] = ()) -> list[str]:
    return [sentence.text for section in explain(rules, ranks) for sentence in section.sentences]


@pytest.mark.parametrize(("before", "change"), VARIED, ids=str)
def test_a_changed_parameter_changes_the_words(before: dict[str, Any], change: dict[str, Any]) -> None:
    rules = RuleSet().changed(**before)
    other = rules.changed(**change)
    assert sentences(other) != sentences(rules)
    assert any(found.label == PARAMETER_WORDS[next(iter(change))].label for found in differences([rules, other]))


def test_no_parameter_is_forgotten() -> None:
    assert {name for _, change in VARIED for name in change} == set(PARAMETERS)
    assert tuple(PARAMETER_WORDS) == PARAMETERS
    for name, values in CHOICES.items():
        assert tuple(PARAMETER_WORDS[name].choices) == values


@given(rule_sets())
def test_every_rule_set_can_be_explained(rules: RuleSet) -> None:
    for section in explain(rules):
        assert section.sentences
        for sentence in section.sentences:
            assert sentence.text[0].isupper() or sentence.text[0].isdigit()
            assert sentence.text.endswith(".")
            assert "None" not in sentence.text
            assert sentence.ruling is None or sentence.ruling in RULINGS
    assert all(describe_value(rules, name) for name in PARAMETERS)
    assert list(differences([rules, rules])) == []


@given(rule_sets())
def test_the_rulings_that_apply_are_those_that_the_words_rest_on_and_more(rules: RuleSet) -> None:
    applying = {ruling.number for ruling in rulings_of(rules)}
    resting = {sentence.ruling for section in explain(rules) for sentence in section.sentences}
    assert resting - {None} <= applying | {"R1", "R6", "R10"}


def test_every_ruling_applies_to_some_preset_but_giving_up_which_tables_add() -> None:
    """R33."""
    applying = {ruling.number for preset in PRESETS.values() for ruling in rulings_of(preset.rules)}
    assert applying == set(RULINGS) - {"R33"}
    assert "R33" in {ruling.number for ruling in rulings_of(RuleSet(may_concede=True))}


DECKS = [
    ("original", "Take the 1s, the 2s, the 3s and the 4s out of the deck: 41 cards are dealt."),
    ("princeton", "Take the 14s out of the deck: 53 cards are dealt."),
    ("dixie", "Take the Rook, the 1s, the 2s, the 3s and the 4s out of the deck: 40 cards are dealt."),
    ("three-handed", "Take the Rook, the 1s, the 2s and the 3s out of the deck: 44 cards are dealt."),
    ("six-handed", "Take the Rook out of the deck: 56 cards are dealt."),
    ("kentucky", "Take the 2s, the 3s and the 4s out of the deck: 45 cards are dealt."),
    ("red-one", "Take the 1s except the red one, the 2s, the 3s and the 4s out of the deck: 42 cards are dealt."),
    ("house-200", "All 57 cards are dealt."),
    ("smith-county", "Take the 1s except the red one, the 2s, the 3s and the 4s out of the deck: 42 cards are dealt."),
    ("larry-smith", "Take the 2s, the 3s and the 4s out of the deck: 45 cards are dealt."),
]


@pytest.mark.parametrize(("key", "text"), DECKS)
def test_the_cards_to_take_out_are_those_of_the_documents(key: str, text: str) -> None:
    assert sentences(ruleset(key), PRESETS[key].ranks)[0] == text


@pytest.mark.parametrize("key", PRESETS)
def test_the_ranks_of_each_preset_are_as_many_cards_as_it_deals(key: str) -> None:
    rules, ranks = PRESETS[key].rules, PRESETS[key].ranks
    singles = {card for card in rules.counters if card not in (*RANKS, "rook")}
    more = len({card for card in singles if card.strip("abcdeglknorwy") not in ranks})
    assert 4 * len(ranks) + more + ("rook" in rules.counters) == rules.cards_in_deck
    assert {rank for rank in rules.counters if rank in RANKS} <= set(ranks)


def test_single_cards_that_count_stay_in_the_deck() -> None:
    counters = {"5": 15, "red1": 30, "black1": 10, "green2": 5}
    assert sentences(RuleSet(counters=counters, hand_size=10, nest_size=7), RANKS[3:])[0] == (
        "Take the Rook, the 1s except the red and black ones, the 2s except the green one and the 3s out of the deck: "
        "47 cards are dealt."
    )


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"nest_size": 6}, "Take 15 cards worth nothing out of the deck: 42 cards are dealt."),
        ({"hand_size": 1}, "Take 48 cards out of the deck: 9 cards are dealt."),
    ],
)
def test_where_no_ranks_come_out_even_only_their_number_is_said(values: dict[str, Any], text: str) -> None:
    assert sentences(RuleSet(**values))[0] == text


def test_the_examples_are_what_the_engine_scores() -> None:
    assert sentences(ruleset("original"))[-2:] == [
        "Ann & Cal bid 95 and took 100: +100. Bob & Dee score 20.",
        "Ann & Cal bid 95 and took 90: set back 95. Bob & Dee score 30.",
    ]


def test_where_there_is_no_nest_nothing_is_said_of_it() -> None:
    assert not [text for text in sentences(RuleSet(nest_size=0)) if "the nest" in text]


@pytest.mark.parametrize(
    ("key", "renege"),
    [
        ("original", "the player's side loses the bid and scores nothing; "),
        ("six-handed", "the player loses the bid and scores nothing; "),
        ("three-handed", "everyone on the player's side loses the bid and scores nothing; "),
        ("county-fair", "the player's side loses 100, and the other side gains as much."),
    ],
)
def test_the_page_of_rules_says_who_pays_for_a_renege(key: str, renege: str) -> None:
    """R8, R10."""
    (text,) = [text for text in sentences(ruleset(key)) if "renege" in text]
    assert text.startswith(f"A renege caught after the next trick ends the hand: {renege}")
    assert text.endswith("the others score what they had captured.") is (key != "county-fair")


@pytest.mark.parametrize(
    ("key", "whom"),
    [
        ("original", "the player's side"),
        ("five-handed", "the player"),
        ("three-handed", "everyone on the player's side"),
    ],
)
def test_the_page_of_rules_says_who_pays_for_a_foul(key: str, whom: str) -> None:
    """R10, R12."""
    (text,) = [text for text in sentences(ruleset(key)) if text.startswith("Each penalty")]
    assert text.endswith(f", costs {whom} 40.")


NEST = [
    ("original", "The bidder takes the nest, discards as many cards and names trump."),
    ("six-handed", "The bidder takes the nest, discards as many cards and names trump."),
    ("princeton", "The bidder takes the nest card and discards one."),
    ("princeton", "After that, the bidder names trump."),
]


@pytest.mark.parametrize(("key", "text"), NEST)
def test_the_page_of_rules_says_what_becomes_of_the_nest_and_who_names_trump(key: str, text: str) -> None:
    """The rule book, The nest; Princeton, Step Three: trump is called after the cards are passed."""
    preset = PRESETS[key]
    told = explain(preset.rules, preset.ranks, preset.passing)
    assert text in [sentence.text for section in told for sentence in section.sentences]
    assert "The bidder names trump." in sentences(RuleSet(nest_size=0))


EXPOSED = (
    "If a 10 or a higher card is exposed during the deal, the same dealer deals again; "
    "if a lower one is, any player can ask for that."
)


@pytest.mark.parametrize("key", PRESETS)
def test_the_page_of_rules_says_what_an_exposed_card_does_where_the_document_does(key: str) -> None:
    """The rule book and Hasbro, Misdeal; the others say nothing of it."""
    says = PRESETS[key].defines_exposed_cards
    assert says is (PRESETS[key].document in ("the rule book", "Hasbro's rules for 2 to 6 players"))
    told = explain(PRESETS[key].rules, exposed_cards=says)
    assert (EXPOSED in [sentence.text for section in told for sentence in section.sentences]) is says


LEADS = [
    ("original", "The player left of the dealer leads to the first trick."),
    ("two-handed", "The dummy's hand leads to the first trick."),
    ("online-ones-high", "The bidder leads to the first trick."),
    (
        "princeton",
        "The bidder or the player on the bidder's left leads to the first trick, as the bidder chooses.",
    ),
    ("kentucky", None),
]


@pytest.mark.parametrize(("key", "text"), LEADS)
def test_the_page_of_rules_says_who_leads_where_the_document_does(key: str, text: str | None) -> None:
    """R35: and that after that the player who took the last trick leads."""
    preset = PRESETS[key]
    told = explain(preset.rules, leaders=leaders(preset.leads, preset.rules.players))
    found = [sentence.text for section in told for sentence in section.sentences if sentence.ruling == "R35"]
    assert found == ([f"{text} After that, the player who took the last trick leads."] if text else [])


def test_princeton_says_which_numbers_are_its_ace_and_its_king() -> None:
    """Princeton, Step Two and Step Four: Ace is high."""
    assert PRESETS["princeton"].about.startswith("1s (Aces, high) to 13s (Kings) and the Rook")


TIES = [
    ("original", {}, "If there's a tie for the win, play another hand; the highest total wins."),
    ("online-ones-high", {}, None),
    ("online-fourteens-high", {}, None),
    ("moon-360", {}, None),
    ("moon-360", {"lead_wins": 0}, "no matter who bid."),
    ("online-ones-high", {"hand_limit": 8}, "no matter who bid."),
    ("online-ones-high", {"hand_limit": 8, "target": None}, "play another hand; the highest total wins."),
    ("online-ones-high", {"floor": -300, "tie_break": "shared"}, "If there's a tie for the win, they all win."),
    ("five-handed", {"win_needs_bid": True}, "no matter who bid."),
]


@pytest.mark.parametrize(("key", "values", "text"), TIES)
def test_a_tie_is_told_of_where_there_can_be_one(key: str, values: dict[str, Any], text: str | None) -> None:
    """R3, R7, R18, R28: and that the extra hand goes by the totals alone."""
    rules = ruleset(key).changed(**values)
    told = [sentence for sentence in sentences(rules) if "a tie for the win" in sentence]
    assert len(told) == (text is not None)
    assert all(sentence.endswith(text or "") for sentence in told)
    assert ({"R3", "R7"} & {ruling.number for ruling in rulings_of(rules)} != set()) is (text is not None)


@given(games(carried=True))
def test_games_are_tied_only_by_rules_that_say_so(game: Game) -> None:
    """R3, R7."""
    played = list(replay(initial_standing(game.rules, game.players, game.dealer, game.starting_totals), game.hands))
    for standing in (each.standing for each in played):
        shared = standing.end is not None and len(standing.end.winners) > 1
        assert game.rules.can_tie or not (standing.tied or shared)


def test_the_bidding_side_does_not_win_the_extra_hand_by_its_bid() -> None:
    """R18, R3: it is said with the ruling too, and so the engine decides."""
    rules = ruleset("online-ones-high").changed(hand_limit=1)
    before = initial_standing(rules, range(4), starting_totals={0: 490, 1: 520})
    hand = Hand(bidder=0, bid=80, captured={0: 85})
    tied = before._replace(tied=True)
    assert next(replay(tied, [hand])).standing.winners == (1, 3)
    assert next(replay(before, [hand])).standing.winners == (0, 2)
    assert "(R3)" in RULINGS["R18"].text


BOTH_AT_THE_TARGET = [
    ({}, "the higher total wins.", (310, 300), "Ann & Cal"),
    ({"both_cross": "bidding_side"}, "the bidding side wins, whatever the totals.", (310, 320), "Ann & Cal"),
    ({"win_needs_bid": True}, "the one that can go out wins, even with a lower total.", (310, 320), "Ann & Cal"),
    (
        {"win_needs_bid": True, "both_cross": "bidding_side"},
        "the one that can go out wins, even with a lower total.",
        (320, 310),
        "Bob & Dee",
    ),
]


@pytest.mark.parametrize(("values", "text", "totals", "winner"), BOTH_AT_THE_TARGET)
def test_the_page_of_rules_says_who_wins_with_both_at_the_target_as_the_engine_decides(
    values: dict[str, Any], text: str, totals: tuple[int, int], winner: str
) -> None:
    """R1, R18, R28: Ann bids 70, makes it where her side is to win and is set where it is not."""
    rules = RuleSet(**values)
    found = [sentence for sentence in sentences(rules) if "get there on the same hand" in sentence]
    assert found == [f"If both sides get there on the same hand, {text}"]
    hand = Hand(bidder=0, bid=70, captured={0: 70 if winner == "Ann & Cal" else 50})
    before = initial_standing(rules, range(4))
    deal = before.table.deal()
    score = score_hand(rules, deal, hand)
    held = tuple(totals[player % 2] - score.points[player] for player in before.players)
    end = before._replace(totals=held).after(deal, hand, score).end
    assert end is not None
    assert Names(("Ann", "Bob", "Cal", "Dee")).sides(end.winners) == winner


@pytest.mark.parametrize("both_cross", CHOICES["both_cross"])
def test_where_the_bid_says_who_goes_out_it_alone_decides(both_cross: str) -> None:
    """R28: the rulings on both sides at the target then have no case."""
    rules = RuleSet(win_needs_bid=True, both_cross=both_cross, target=1000)
    assert not {"R17", "R18"} & {ruling.number for ruling in rulings_of(rules)}
    assert describe_value(rules, "both_cross") == "–"
