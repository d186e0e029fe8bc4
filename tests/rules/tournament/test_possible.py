"""T10: what the totals of a table can be."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.presets import PRESETS, ruleset
from scorekeeper.rules.ruleset import FULL_DECK, PARAMETERS, RuleSet
from scorekeeper.rules.tournament import impossible_totals, unfinished_totals
from scorekeeper.rules.tournament.standings import MOST_LOST_TO_THE_TARGET, common_step, most_of_a_hand
from tests.strategies import hands_of, rule_sets

ORIGINAL = ruleset("original")  # 120 points a hand, a penalty of 40, to 300, all in fives
FOUR = ORIGINAL.changed(target=None, hand_limit=4)
MOON = RuleSet(moon_bid=200, sweep_bonus=50, target=None, hand_limit=1)
RENEGE = RuleSet(renege_rule="fixed", renege_points=300, target=None, hand_limit=1)
BY_THE_CLOCK = ORIGINAL.changed(target=None, time_limit=20)
TO_500_ON_THE_BID = ORIGINAL.changed(target=500, win_needs_bid=True)

FOURS = [preset.rules for preset in PRESETS.values() if preset.rules.fixed_sides and preset.rules.players == 4]


@pytest.mark.parametrize(
    ("rules", "totals", "more", "why"),
    [
        (FOUR, (480, 0), {}, ""),
        (FOUR, (485, 0), {}, "More than 4 hands can score."),
        (FOUR, (0, 9000), {}, "More than 4 hands can score."),
        (FOUR, (-640, -640), {}, ""),
        (FOUR, (-645, 0), {}, "More than 4 hands can lose."),
        (FOUR, (240, 240), {}, ""),
        (FOUR, (245, 240), {}, "Together more than 4 hands can score."),
        (FOUR, (101, 0), {}, "By these rules every total is a multiple of 5."),
        (FOUR, (600, 0), {"in_bracket": True}, ""),
        (FOUR, (605, 0), {"in_bracket": True}, "More than 5 hands can score."),
        (FOUR, (1800, 0), {"in_bracket": True, "best_of_three": True}, ""),
        (FOUR, (1805, 0), {"in_bracket": True, "best_of_three": True}, "More than 15 hands can score."),
        (MOON, (250, 0), {}, ""),
        (MOON, (255, 0), {}, "More than 1 hand can score."),
        (MOON, (-290, 0), {}, ""),
        (MOON, (-295, 0), {}, "More than 1 hand can lose."),
        (RENEGE, (300, -300), {}, ""),
        (RENEGE, (305, -300), {}, "More than 1 hand can score."),
        (BY_THE_CLOCK, (2400, 0), {}, ""),
        (BY_THE_CLOCK, (2405, 0), {}, "More than 20 hands can score."),
        (BY_THE_CLOCK.changed(hand_limit=4), (485, 0), {}, "More than 4 hands can score."),
        (ORIGINAL, (415, 295), {}, ""),
        (ORIGINAL, (420, 0), {}, "More than a game can score."),
        (ORIGINAL, (-1200, 0), {}, ""),
        (ORIGINAL, (-1205, 0), {}, "More than a game can lose."),
        (ORIGINAL, (1260, 0), {"in_bracket": True, "best_of_three": True}, "More than 3 games can score."),
        (TO_500_ON_THE_BID, (900, 0), {}, ""),
    ],
)
def test_what_totals_can_be(rules: RuleSet, totals: tuple[int, int], more: dict[str, bool], why: str) -> None:
    assert impossible_totals(rules, totals, **more) == why


@pytest.mark.parametrize(
    ("rules", "totals", "why"),
    [
        (ORIGINAL, (50, 40), "A game is played to 300, and neither side has that."),
        (ORIGINAL, (295, 295), "A game is played to 300, and neither side has that."),
        (ORIGINAL, (300, 300), ""),
        (ORIGINAL, (-200, 305), ""),
        (ORIGINAL.changed(hand_limit=4), (50, 40), ""),
        (ORIGINAL.changed(time_limit=20), (50, 40), ""),
        (ORIGINAL.changed(floor=-500), (50, -505), ""),
        (FOUR, (50, 40), ""),
        (TO_500_ON_THE_BID, (480, 495), "A game is played to 500, and neither side has that."),
    ],
)
def test_a_game_to_the_target_alone_is_over_when_a_side_has_it(
    rules: RuleSet, totals: tuple[int, int], why: str
) -> None:
    assert unfinished_totals(rules, totals) == why


def of_a_tournament(rules: RuleSet, in_bracket: bool) -> RuleSet:
    """These rules for two sides of two, with the end of a tournament's game: hands, minutes, or the target alone."""
    values = {name: getattr(rules, name) for name in PARAMETERS}
    values |= {"sides": "partnerships", "players": 4, "hands_per_partner": None}
    values["hand_size"] = min(rules.hand_size, (FULL_DECK - rules.nest_size - rules.out_of_play_cards) // 4)
    values["tie_break"] = "extra_hand" if in_bracket else "shared"
    return RuleSet(**values)


def within_the_bound(hand: Hand, rules: RuleSet) -> Hand:
    """The hand with one penalty for each side at most, which the target's bound does not count, and no adjustment."""
    fouls = {foul.player % 2: foul for foul in hand.fouls} if hand.scored and has_length(rules) else {}
    return replace(hand, fouls=tuple(fouls.values()), adjustments=())


def has_length(rules: RuleSet) -> bool:
    return rules.hand_limit is not None or rules.time_limit is not None


@st.composite
def played(draw: st.DrawFn) -> tuple[RuleSet, tuple[int, int], bool, bool]:
    """The rules of a game, its totals, whether it is a match of a bracket, and whether it is over."""
    drawn, in_bracket = draw(rule_sets() | st.sampled_from(FOURS)), draw(st.booleans())
    in_bracket &= has_length(drawn)
    rules = of_a_tournament(drawn, in_bracket)
    length = rules.time_limit if rules.hand_limit is None else rules.hand_limit
    most = MOST_LOST_TO_THE_TARGET if length is None else min(8, length + in_bracket)
    standing, dealt = initial_standing(rules, range(4), 0), 0
    while not standing.end and standing.hands_scored < most and dealt < 2 * most:
        hand = within_the_bound(draw(hands_of(standing)), rules)
        standing, dealt = next(replay(standing, [hand])).standing, dealt + 1
    return rules, (standing.totals[0], standing.totals[1]), in_bracket, standing.end is not None


@given(played())
def test_no_game_that_is_played_is_asked_about(game: tuple[RuleSet, tuple[int, int], bool, bool]) -> None:
    rules, totals, in_bracket, _ = game
    assert not impossible_totals(rules, totals, in_bracket=in_bracket)


@given(played())
def test_no_game_that_is_over_is_called_unfinished(game: tuple[RuleSet, tuple[int, int], bool, bool]) -> None:
    rules, totals, _, is_over = game
    assert not is_over or not unfinished_totals(rules, totals)


@given(rule_sets())
def test_more_than_a_hand_can_bring_and_between_its_steps_is_asked_about(rules: RuleSet) -> None:
    one = of_a_tournament(rules, in_bracket=False).changed(target=None, hand_limit=1, time_limit=None)
    most, step = most_of_a_hand(one), common_step(one)
    assert impossible_totals(one, (most + step, 0))
    assert impossible_totals(one, (0, -most - one.foul_penalty - step))
    assert step == 1 or impossible_totals(one, (1, 0))
