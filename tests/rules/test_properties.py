"""What holds of every rule set, every hand and every game."""

from collections.abc import Callable
from dataclasses import fields
from operator import add
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.auction import PASS, replay_calls
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.explain_score import explain_end, explain_played
from scorekeeper.rules.game import PlayedHand, Standing, initial_standing, replay
from scorekeeper.rules.hand import TIED, Adjustment, Foul, Hand, competitors
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.possible_counts import can_be_captured, can_be_nest
from scorekeeper.rules.ruleset import PARAMETERS, RuleSet
from scorekeeper.rules.scoring import set_by_discard
from scorekeeper.rules.words import Names
from tests.rules import reference_scorer
from tests.rules.plain import plain
from tests.strategies import NAMES, Game, games, rule_sets

GAMES = games(carried=True)


def played_hands(game: Game) -> list[PlayedHand]:
    return list(replay(beginning(game), game.hands))


def beginning(game: Game) -> Standing:
    return initial_standing(game.rules, game.players, game.dealer, game.starting_totals)


@given(GAMES)
def test_the_reference_scorer_agrees_to_the_end_of_the_game(game: Game) -> None:
    rows = reference_scorer.score_game(
        plain(game.rules), list(game.players), game.dealer, [plain(hand) for hand in game.hands], game.starting_totals
    )
    for played, row in zip(played_hands(game), rows, strict=True):
        assert (played.deal.dealer, list(played.deal.seats)) == (row["dealer"], row["seats"])
        assert dict(enumerate(played.points)) == row["points"]
        assert dict(enumerate(played.standing.totals)) == row["totals"]
        assert (played.standing.status, list(played.standing.winners)) == (row["status"], row["winners"])


@given(GAMES)
def test_the_strategy_makes_games_without_fault_whose_auctions_give_bidder_and_bid(game: Game) -> None:
    standing = beginning(game)
    for played in played_hands(game):
        assert validate_hand(game.rules, standing.table.deal(played.hand.dealer), played.hand) == (played.hand, [])
        standing = played.standing


@given(GAMES)
def test_totals_are_the_sum_of_the_hands_and_partners_bear_their_sides_figure(game: Game) -> None:
    totals = beginning(game).totals
    for played in played_hands(game):
        totals = tuple(map(add, totals, played.points))
        assert played.standing.totals == totals
    for side in competitors(game.rules, game.players):
        assert len({totals[player] for player in side}) == 1


@given(GAMES)
def test_a_side_that_is_set_loses_its_bid_unless_that_costs_nothing(game: Game) -> None:
    """R11, R19, R33: before fouls and adjustments; only by these last two can a bid of nothing be set."""
    for played in played_hands(game):
        if played.score and played.score.made is False and game.rules.set_rule == "minus_bid":
            bidding = next(part for part in played.score.sides if part.players == played.score.bidding_side)
            assert bidding.score == -(played.hand.bid or 0)
            assert bidding.score < 0 or played.hand.outcome == "conceded" or set_by_discard(game.rules, played.hand)


@given(GAMES)
def test_captured_counters_add_up_where_no_card_is_out_of_play(game: Game) -> None:
    for played in played_hands(game):
        if played.score and played.hand.outcome == "played":
            counted = sum(part.captured or 0 for part in played.score.sides)
            missing = game.rules.card_total - counted
            assert 0 <= missing <= sum(game.rules.card_values[: game.rules.out_of_play_cards])


@given(GAMES)
def test_every_hand_and_every_end_has_its_reasons(game: Game) -> None:
    for played in played_hands(game):
        for reason in [*explain_played(played, Names(NAMES)), explain_end(played.standing, Names(NAMES))]:
            assert reason.text.endswith(".")
            assert "None" not in reason.text
            assert "()" not in reason.text


SMALL = st.lists(st.integers(1, 6), min_size=1, max_size=6).map(lambda worths: tuple(sorted(worths, reverse=True)))


def piles_by_brute_force(cards: tuple[int, ...], piles: int) -> set[tuple[tuple[int, ...], int]]:
    """Every way to give each card to a pile or to none: the piles' worths, and how many cards are in none."""
    found: set[tuple[tuple[int, ...], int]] = {((0,) * piles, 0)}
    for worth in cards:
        given_out = {
            ((*worths[:at], worths[at] + worth, *worths[at + 1 :]), left)
            for worths, left in found
            for at in range(piles)
        }
        found = given_out | {(worths, left + 1) for worths, left in found}
    return found


@given(SMALL, st.lists(st.integers(0, 12), min_size=1, max_size=3).map(tuple), st.none() | st.integers(0, 3))
def test_the_search_of_the_deck_agrees_with_brute_force(
    cards: tuple[int, ...], piles: tuple[int, ...], left_over: int | None
) -> None:
    """R20, R30."""
    ways = piles_by_brute_force(cards, len(piles))
    possible = any(worths == piles and (left_over is None or left <= left_over) for worths, left in ways)
    assert can_be_captured(cards, piles, left_over) == possible


@given(SMALL, st.integers(0, 4), st.integers(0, 6), st.integers(0, 20))
def test_the_nest_agrees_with_brute_force(cards: tuple[int, ...], plain_cards: int, nest: int, worth: int) -> None:
    """R30."""
    ways = piles_by_brute_force((*cards, *[0] * plain_cards), 1)
    possible = any(worths == (worth,) and len(cards) + plain_cards - left == nest for worths, left in ways)
    assert can_be_nest(cards, plain_cards, nest, worth) == possible


PLAYERS = st.sampled_from((0, 1))
NUMBERS = st.sampled_from((0, 5, 70, 95, 120)) | st.integers(-1_000_000, 1_000_000)
CALLS = st.lists(st.tuples(PLAYERS, st.just(PASS) | NUMBERS), max_size=6).map(tuple)
ANYTHING = st.builds(
    Hand,
    outcome=st.sampled_from(("played", "renege", "conceded", "passed-out", "misdeal")),
    auction=st.none() | CALLS,
    bidder=st.none() | PLAYERS,
    bid=st.none() | NUMBERS,
    partners=st.none() | st.lists(PLAYERS, max_size=3).map(tuple),
    captured=st.dictionaries(PLAYERS, NUMBERS),
    last_trick=st.none() | PLAYERS,
    nest_points=st.none() | NUMBERS,
    most_tricks=st.none() | PLAYERS | st.just(TIED),
    sweep=st.none() | PLAYERS,
    reneged_by=st.none() | PLAYERS,
    last=st.booleans(),
    fouls=st.lists(st.builds(Foul, PLAYERS, st.sampled_from(("table-talk", "nest-discard", "yawning"))), max_size=2),
    adjustments=st.just((Adjustment(0, 5, "agreed"),)),
)


@given(rule_sets(), ANYTHING)
def test_any_hand_at_all_is_scored_or_refused(rules: RuleSet, hand: Hand) -> None:
    """Nothing but a refusal, whatever was seen."""
    standing = initial_standing(rules, range(rules.players))
    examined, errors = validate_hand(rules, standing.table.deal(), hand)
    assert all(isinstance(error, RuleError) for error in errors)
    if not errors:
        assert next(replay(standing, [examined])).standing.status in ("in-progress", "tied", "over")


def outcome_of(make: Callable[[], Any]) -> Any:
    """What is made, or why it is refused; any other error fails the test."""
    try:
        return make()
    except RuleError as refusal:
        return refusal


@given(st.dictionaries(st.sampled_from(PARAMETERS) | st.text(), st.none() | st.booleans() | NUMBERS | st.text()))
def test_any_values_at_all_make_a_rule_set_or_are_refused_at_their_parameter(values: dict[str, object]) -> None:
    rules = outcome_of(lambda: RuleSet().changed(**values))
    if isinstance(rules, RuleError):
        assert rules.field in values or rules.field.split(".")[0] in PARAMETERS
    else:
        assert {name: getattr(rules, name) for name in values} == values


@given(rule_sets(), CALLS)
def test_any_calls_at_all_make_an_auction_or_are_refused_at_their_place(rules: RuleSet, calls: Any) -> None:
    """R5."""
    seats = tuple(range(rules.players))
    auction = outcome_of(lambda: replay_calls(rules, seats, seats[-1], calls))
    if isinstance(auction, RuleError):
        assert auction.field.startswith("auction[")
    else:
        assert auction.bid is None or auction.bid in rules.bids


@given(rule_sets())
def test_a_rule_set_survives_being_written_out_and_made_again(rules: RuleSet) -> None:
    again = RuleSet(**{parameter.name: getattr(rules, parameter.name) for parameter in fields(RuleSet)})
    assert (again, again.hand_total, tuple(again.bids)) == (rules, rules.hand_total, tuple(rules.bids))
