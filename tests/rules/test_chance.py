"""The chance of winning: held against exact computations, and against the ends that the rules define."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.chance import HANDS, LEAST, Chances, LikelyHand, describe_chance, make_hands, usual_hands
from scorekeeper.rules.game import Standing, initial_standing
from scorekeeper.rules.hand import Deal, seats_after, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from tests.patience import Stopwatch

MANY = 60_000  # hands: off by 1 in 300
MADE = LikelyHand((60, 20, 60, 20), (0, 2), True)
CLOSE = LikelyHand((40, 35, 40, 35), (0, 2), True)
LIKE = LikelyHand((20, 20, 20, 20), (0, 2), True)
NOTHING = LikelyHand((0, 0, 0, 0), (0, 2), True)
WIDE = LikelyHand((70, 10, 70, 10), (0, 2), True)
SET = LikelyHand((-50, 45, -50, 45), (0, 2), False)


def standing(rules: RuleSet, *totals: int) -> Standing:
    return initial_standing(rules, range(rules.players), 0, dict(enumerate(totals)))


def chances(now: Standing, *likely: LikelyHand, hands: int = MANY) -> tuple[float, ...]:
    return Chances(now.rules, now.players, likely, hands).of(now)


def of_preset(key: str, hands: int = HANDS) -> Chances:
    rules = PRESETS[key].rules
    return Chances(rules, tuple(range(rules.players)), usual_hands(rules), hands)


def outcomes(likely: tuple[LikelyHand, ...]) -> list[tuple[int, int]]:
    """What two sides score in a hand: one bids as often as the other."""
    pairs = [hand.points[:2] for hand in likely]
    return [each for one, other in pairs for each in ((one, other), (other, one))]


@pytest.mark.parametrize("totals", [(0, 0), (60, 100), (100, 100), (120, 0), (145, 140)])
def test_to_a_target_it_is_what_an_exact_computation_says(totals: tuple[int, int]) -> None:
    """To 150; both over: the higher total wins (R1); equal: another hand, the highest of all totals wins (R3)."""
    likely = (MADE, CLOSE)

    @cache
    def exact(a: int, b: int, depth: int = 0) -> float:
        if max(a, b) >= 150 and a != b:
            return float(a > b)
        if depth == 12:
            return 0.5  # a tie that is hardly ever reached
        return sum(exact(a + x, b + y, depth + (a >= 150)) for x, y in outcomes(likely)) / 4

    first, second = chances(standing(RuleSet(target=150), *totals), *likely)
    assert first + second == pytest.approx(1)
    assert first == pytest.approx(exact(*totals), abs=0.01)


@pytest.mark.parametrize("tie_break", ["extra_hand", "shared"])
@pytest.mark.parametrize("totals", [(0, 0), (40, 0), (0, 95), (300, -400)])
def test_over_four_hands_it_is_what_an_exact_computation_says(totals: tuple[int, int], tie_break: str) -> None:
    """Totals fall as well; a tie is played off hand by hand, or shared by both (R2, R3, R7)."""
    likely = (MADE, CLOSE, SET)

    @cache
    def exact(a: int, b: int, left: int) -> tuple[float, float]:
        if left <= 0 and (a != b or tie_break == "shared"):
            return float(a >= b), float(b >= a)
        if left == -12:
            return 0.5, 0.5
        after = [exact(a + x, b + y, left - 1) for x, y in outcomes(likely)]
        return sum(one for one, _ in after) / 6, sum(other for _, other in after) / 6

    found = chances(standing(RuleSet(target=None, hand_limit=4, tie_break=tie_break), *totals), *likely)
    assert found == pytest.approx(exact(*totals, 4), abs=0.01)


def test_the_few_hands_of_a_page_are_close_to_many() -> None:
    for key in ("original", "princeton", "three-handed", "call-partner", "larry-smith"):
        now = standing(PRESETS[key].rules, 100)
        few, many = of_preset(key).of(now, 6), of_preset(key, 20_000).of(now, 6)
        assert few == pytest.approx(many, abs=0.07), key


@pytest.mark.parametrize(
    ("values", "totals", "likely", "winners"),
    [
        ({"both_cross": "bidding_side", "target": 100}, (90, 95), MADE, {0.5}),
        ({"both_cross": "higher_total", "target": 100}, (85, 90), LIKE, {0, 1}),
        ({"both_cross": "higher_total", "target": 100}, (30, 90), WIDE, {0.25, 0.75}),
        ({"win_needs_bid": True, "target": 100}, (200, 0), NOTHING, {0, 1}),
        ({"floor": 0, "target": 900}, (-20, 0), LIKE, {0, 1}),
        ({"lead_wins": 20, "target": 900}, (0, 20), LIKE, {0, 1}),
    ],
    ids=["R18", "R1", "R1 and R3", "R28", "R29 floor", "R29 lead"],
)  # fmt: skip
def test_the_chance_of_winning_goes_by_the_end_that_the_rules_define(
    values: dict[str, Any], totals: tuple[int, int], likely: LikelyHand, winners: set[float]
) -> None:
    """What is certain is certain for any bidder."""
    assert {round(chance, 2) for chance in chances(standing(RuleSet(**values), *totals), likely)} == winners


def test_time_ends_it_after_so_many_hands() -> None:
    """R32: 100 behind, and each hand brings 40 at most: with three hands to come all is open, with one it is lost."""
    now = standing(RuleSet(target=None, time_limit=45), 0, 90)
    likely = (LikelyHand((40, 0, 40, 0), (0, 2), True),)
    playing = Chances(now.rules, now.players, likely, MANY)
    assert playing.of(now, 1.0)[0] == 0
    assert playing.of(now, 3.0)[0] == pytest.approx(1 / 8, abs=0.01)
    assert playing.of(now, 2.5)[0] == pytest.approx(1 / 16, abs=0.01)


@given(
    key=st.sampled_from([*PRESETS]),
    length=st.sampled_from(
        [{}, {"target": None, "hand_limit": 5}, {"target": None, "time_limit": 45}, {"target": 900}]
    ),
    start=st.integers(-10, 40),
    hands=st.integers(0, 11),
    made_up=st.integers(0, 5),
)
def test_players_who_are_level_have_the_same_chance(
    key: str, length: dict[str, Any], start: int, hands: int, made_up: int
) -> None:
    """Exactly, from whatever few hands, in games of any length, after any number of hands, whoever partners whom."""
    rules = replace(PRESETS[key].rules, **length)
    now = standing(rules, *[5 * start] * rules.players)
    now = now._replace(table=now.table._replace(hands_scored=hands % (rules.hand_limit or 12)))
    likely = usual_hands(rules)[made_up : made_up + 3]
    found = Chances(rules, now.players, likely).of(now, 3.5 if rules.time_limit else None)
    assert len({*found}) <= 1, found


@pytest.mark.parametrize("key", PRESETS)
def test_an_exchange_of_the_competitors_leaves_who_plays_with_whom(key: str) -> None:
    """R21: where partners change, in each of the hands."""
    rules = PRESETS[key].rules
    playing, players = of_preset(key), range(rules.players)
    for number in range(12):
        seats = seats_after(rules, tuple(players), number)
        for bidder in players:
            pairs = {frozenset(side) for side in sides_of(rules, Deal(1, tuple(players), seats, 0), bidder, ())}
            for exchange in playing.exchanges:
                moved = sides_of(rules, Deal(1, tuple(players), seats, 0), exchange.index(bidder), ())
                assert {frozenset(exchange[seat] for seat in side) for side in moved} == pairs
    reached = {next(side for side in playing.sides if exchange.index(0) in side) for exchange in playing.exchanges}
    assert reached == {*playing.sides}


def test_of_too_few_games_there_is_no_chance() -> None:
    """A game that is so long that the few hands of a page are hardly a game says nothing."""
    now = standing(replace(PRESETS["original"].rules, target=100_000), 60, 0)
    assert of_preset("original").of(now) == ()
    assert of_preset("original", LEAST * 100).of(now)


def test_the_chance_of_winning_rises_with_the_total() -> None:
    rules = PRESETS["original"].rules
    playing = of_preset("original", 5_000)
    found = [playing.of(standing(rules, total, 100))[0] for total in range(-200, 300, 100)]
    assert found == sorted(found)


def test_a_game_that_is_over_has_its_winners() -> None:
    over = initial_standing(RuleSet(target=None, hand_limit=1, tie_break="shared"), range(4))
    while not over.end:
        (deal, hand), *_ = make_hands(Random(3), over, [0] * 4, 1)
        over = over.after(deal, hand, score_hand(over.rules, deal, hand) if hand.scored else None)
    found = chances(over, MADE, hands=100)
    assert [chance for side, chance in zip(((0, 2), (1, 3)), found, strict=True) if side in over.end.winners] == [1.0]


def test_the_same_question_has_the_same_answer() -> None:
    rules = PRESETS["call-partner"].rules
    now = standing(rules, 50, 20)
    asked = [of_preset("call-partner").of(now) for _ in range(2)]
    assert asked[0] == asked[1]


def test_a_hand_that_was_played_may_come_again_with_any_bidder() -> None:
    """Five players, one called: the points stay with the seats as seen from the bidder."""
    rules = PRESETS["call-partner"].rules
    now = initial_standing(rules, range(5), 2)
    (deal, hand) = next(pair for pair in make_hands(Random(1), now, [0] * 5, 9) if pair[1].scored)
    likely = LikelyHand.of(score_hand(rules, deal, hand))
    assert hand.bidder is not None
    points = score_hand(rules, deal, hand).points
    assert likely.points == tuple(points[(hand.bidder + place) % 5] for place in range(5))
    assert 0 in likely.bidding_side


@pytest.mark.parametrize("key", PRESETS)
def test_the_chance_of_winning_costs_at_most_ten_milliseconds(key: str) -> None:
    rules = PRESETS[key].rules
    now, likely = standing(rules, 20), usual_hands(rules)

    def cost() -> float:
        with Stopwatch() as watch:
            Chances(rules, now.players, likely).of(now, 6)
        return watch.seconds

    assert any(cost() <= 0.010 for _ in range(20))  # once, beside whatever else this machine does


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.0, "less than 1 in 20"), (0.049, "about 1 in 20"), (0.26, "about 1 in 4"), (0.5, "about 1 in 2"),
     (0.74, "about 3 in 4"), (0.96, "about 19 in 20"), (0.999, "more than 19 in 20")],
)  # fmt: skip
def test_the_chance_of_winning_is_said_as_people_say_it(chance: float, words: str) -> None:
    assert describe_chance(chance) == words
