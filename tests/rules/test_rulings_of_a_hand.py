"""What one hand scores, ruling by ruling; more rows than the scoring examples."""

import pytest

from scorekeeper.rules.hand import TIED, Hand
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import SideScore

from .notation import (
    MISDEAL,
    booked,
    conceded,
    foul,
    hand,
    no_hand,
    points_of,
    renege,
    row,
    rules_of,
    standing_of,
)

HOUSE = rules_of("house-200").changed(foul_penalty=40)
LENIENT = rules_of("original").changed(set_rule="none")
POINTS = rules_of("house-200").changed(sweep_bonus=100, sweep_on="points")
SWEPT_DIXIE = rules_of("dixie").changed(sweep_bonus=30)
DEAD = rules_of("two-handed").changed(sweep_bonus=50)
MOON = rules_of("moon-360")
SWEPT_MOON = rules_of("princeton").changed(moon_bid=400)
FIXED_FIVES = rules_of("five-handed").changed(renege_rule="fixed", renege_points=50)
THREE_AND_THREE = rules_of("six-handed").changed(sides="partnerships")
TWO_CALLED = rules_of("call-partner").changed(partners_called=2)
WRONG_DISCARD = (foul("B", "nest-discard"),)

RENEGE_DIXIE = rules_of("dixie").changed(renege_rule="minus_bid")
BOTH_TRICKS = rules_of("original").changed(last_trick_points=20, most_tricks_points=10)
FAIR_TRICKS = rules_of("county-fair").changed(last_trick_points=20)
FIVE_TRICKS = rules_of("five-handed").changed(last_trick_points=10)

GIVE_UP = rules_of("original").changed(may_concede=True)
FAIR = rules_of("county-fair")
DISCARD_SETS = rules_of("original").changed(discard_rule="set")
SWEPT_FAIR = FAIR.changed(sweep_bonus=50, may_concede=True)

SCORES = [
    row("R4 the dealer made it", "kentucky", hand("D 100", "BD 100"), "AC 80, BD 100"),
    row("R6 each partner the whole", "changing-partners", hand("B 80", "BD 90"), "AC 30, BD 90"),
    row("R8 bidder never set by the others' renege", "original", renege("B 120", "BD 0", "C"), "AC -120, BD 0"),
    row("R8 the offender's count left out", "original", renege("B 95", "BD 40", "A"), "AC -95, BD 40"),
    row("R8 the moon bid is lost by who reneges", MOON, renege("A 360", "BD 20", "C"), "AC -360, BD 20"),
    row("R8 fixed, counts left out", "county-fair", renege("A 70", "", "D"), "AC 100, BD -100"),
    row("R8 fixed, each of the others gains", FIXED_FIVES, renege("A 30", "", "D"), "ABCE 50, D -50"),
    row("R9 no last trick's points", HOUSE, renege("A 100", "AC 60, BD 15", "B"), "AC 60, BD -100"),
    row("R9 found after the last trick", "original", renege("B 95", "BD 60, AC 60", "D"), "AC 60, BD -95"),
    row("R9 after it, with the last trick's points", HOUSE, renege("A 100", "AC 60", "B", last_trick="C"),
        "AC 80, BD -100"),
    row("R9 the offenders lose those too", HOUSE, renege("A 100", "AC 60", "B", last_trick="D"), "AC 60, BD -100"),
    row("R9 with most tricks' points", RENEGE_DIXIE, renege("A 65", "BD 30", "C", most_tricks="D"), "AC -65, BD 50"),
    row("R9 tied for most tricks", RENEGE_DIXIE, renege("A 65", "BD 30", "C", most_tricks=TIED), "AC -65, BD 30"),
    row("R9 both, and the nest is in the count", BOTH_TRICKS,
        renege("A 70", "BD 30", "A", last_trick="B", most_tricks="D", nest_points=15), "AC -70, BD 60"),
    row("R9 the bid is not tested with them", HOUSE, renege("A 100", "AC 60", "D", last_trick="A"), "AC 80, BD -100"),
    row("R9 fixed: they change nothing", FAIR_TRICKS, renege("A 70", "BD 30", "A", last_trick="B"), "AC -100, BD 100"),
    row("R9 no sweep bonus for all the points", POINTS, renege("A 100", "AC 180", "B", last_trick="A"),
        "AC 200, BD -100"),
    row("R9 each alone", FIVE_TRICKS, renege("A 30", "B 20, C 10, D 0, E 5", "A", last_trick="B"),
        "A -30, B 30, C 10, D 0, E 5"),
    row("R10 a foul falls on both", "three-handed", hand("A 60", "A 65, BC 35", talked="B"), "A 65, BC -5"),
    row("R10 two partners called", TWO_CALLED, hand("A 80", "ABC 180, DE 0", partners=("B", "C"), last_trick="D"),
        "ABC 180, DE 20"),
    row("R10 six in two sides", THREE_AND_THREE, hand("B 40", "BDF 55"), "ACE 45, BDF 55"),
    row("R11", "original", hand("B 100", "BD 100", talked="D"), "AC 20, BD 60"),
    row("R12 two of one side", "original", hand("B 70", "BD 80", talked="BB"), "AC 40, BD 0"),
    row("R12 with a renege", "original", renege("B 80", "AC 30", "D", fouls=WRONG_DISCARD), "AC 30, BD -120"),
    row("R14 each the counters of both", "three-handed", hand("B 50", "B 100, AC 0"), "AC 0, B 100"),
    row("R15 those left out took nothing", "five-handed", hand("E 70", "A 30, E 70"), "A 30, BCD 0, E 70"),
    row("R15 all to one", "six-handed", hand("A 30", "A 100"), "A 100, BCDEF 0"),
    row("R15 the one left out took nothing too", "five-handed", hand("E 70", "A 30, B 0, C 0, E 70"),
        "A 30, BCD 0, E 70"),
    row("R15 only the bidder is set", "five-handed", hand("E 100", "A 95, B 0, C 5, D 0"), "A 95, BD 0, C 5, E -100"),
    row("R16 not for all points alone", "princeton", hand("A 150", "AC 180", last_trick="A"), "AC 200, BD 0"),
    row("R16 not for a side that is set", DEAD, hand("A 100", "A 90, B 0", sweep="A"), "A -100, B 0"),
    row("R16 for who sets it", DEAD, hand("A 50", "A 0, B 90", sweep="B"), "A -50, B 140"),
    row("R16 points, unasked", POINTS, hand("A 100", "AC 180", last_trick="C"), "AC 300, BD 0"),
    row("R16 points, by the others", POINTS, hand("A 100", "AC 0", last_trick="D"), "AC -100, BD 300"),
    row("R16 points, the last trick's count", POINTS, hand("A 100", "AC 180", last_trick="B"), "AC 180, BD 20"),
    row("R16 every trick is also most tricks", SWEPT_DIXIE, hand("A 100", "AC 100", sweep="C"), "AC 150, BD 0"),
    row("R19", "original", hand("B 95", "BD 95", fouls=WRONG_DISCARD), "AC 25, BD 55"),
    row("R19 set though made", FAIR, hand("B 80", "BD 90", fouls=WRONG_DISCARD), "AC 10, BD -80"),
    row("R19 set and no penalty for it", DISCARD_SETS, hand("B 80", "BD 90", fouls=WRONG_DISCARD), "AC 30, BD -80"),
    row("R19 set as it was anyway", DISCARD_SETS, hand("B 80", "BD 70", fouls=WRONG_DISCARD), "AC 50, BD -80"),
    row("R19 table talk costs what it costs", DISCARD_SETS, hand("B 80", "BD 90", talked="B", fouls=WRONG_DISCARD),
        "AC 30, BD -120"),
    row("R19 R16 no sweep for who is set", SWEPT_FAIR, hand("B 80", "BD 100", sweep="B", fouls=WRONG_DISCARD),
        "AC 0, BD -80"),
    row("R19 R16 a sweep for the others", SWEPT_FAIR, hand("B 80", "AC 100", sweep="A", fouls=WRONG_DISCARD),
        "AC 150, BD -80"),
    row("R19 R27 the moon is set too", MOON.changed(discard_rule="set"), hand("B 360", "BD 180", fouls=WRONG_DISCARD),
        "AC 0, BD -360"),
    row("R19 R8 after a renege of the others it costs nothing", FAIR, renege("B 80", "", "A", fouls=WRONG_DISCARD),
        "AC -100, BD 100"),
    row("R19 R8 nor after their own", DISCARD_SETS, renege("B 80", "AC 30", "D", fouls=WRONG_DISCARD), "AC 30, BD -80"),
    row("R19 R33 nor with a hand given up", DISCARD_SETS.changed(may_concede=True),
        conceded("B 80", "AC 30", fouls=WRONG_DISCARD), "AC 30, BD -80"),
    row("R20 three tens out", "three-handed", hand("A 60", "A 65, BC 5"), "A 65, BC 5"),
    row("R23 one renege, one set back", "three-handed", renege("A 60", "A 10, BC 0", "B"), "A 10, BC -60"),
    row("R24 corrected: as if it had not been", "original", hand("B 95", "BD 95"), "AC 25, BD 95"),
    row("R26 on a side", "original", hand("B 70", "BD 80", plus="C -15"), "AC 25, BD 80"),
    row("R26 on a player alone", "three-handed", hand("A 60", "A 65, BC 35", plus="C 10, A -5"), "A 60, B 35, C 45"),
    row("R26 on one of changing partners", "changing-partners", hand("B 70", "BD 80", plus="B 7"), "AC 40, B 87, D 80"),
    row("R27 five missing", MOON, hand("A 360", "AC 175"), "AC -360, BD 5"),
    row("R27 whatever the set rule", MOON.changed(set_rule="none"), hand("A 360", "AC 175"), "AC -360, BD 5"),
    row("R27 the last trick missing", SWEPT_MOON, hand("A 400", "AC 180", last_trick="B"), "AC -400, BD 20"),
    row("R27 with the bonus", SWEPT_MOON, hand("A 400", "AC 180", sweep="C"), "AC 500, BD 0"),
    row("R27 without it", SWEPT_MOON, hand("A 400", "AC 180", last_trick="A"), "AC 400, BD 0"),
    row("R31 tied for most tricks", "dixie", hand("A 90", "AC 80", most_tricks=TIED), "AC -90, BD 20"),
    row("R31 most tricks count for the bid", "dixie", hand("A 90", "AC 70", most_tricks="C"), "AC 90, BD 30"),
    row("R33 the bid is lost, the others keep theirs", GIVE_UP, conceded("B 95", "AC 40, BD 20"), "AC 40, BD -95"),
    row("R33 nothing was counted", GIVE_UP, conceded("B 95"), "AC 0, BD -95"),
    row("R33 who is left out had nothing", GIVE_UP, conceded("B 95", "BD 35"), "AC 0, BD -95"),
    row("R33 whatever a set costs", GIVE_UP.changed(set_rule="none"), conceded("B 95", "BD 100"), "AC 0, BD -95"),
    row("R33 whatever a renege costs", FAIR.changed(may_concede=True), conceded("B 80", "AC 25"), "AC 25, BD -80"),
    row("R33 the moon bid", MOON.changed(may_concede=True), conceded("B 360", "AC 25"), "AC 25, BD -360"),
    row("R33 no last trick's points", HOUSE.changed(may_concede=True), conceded("B 100", "AC 60"), "AC 60, BD -100"),
    row("R33 fouls cost what they cost", GIVE_UP, conceded("B 95", "AC 40", talked="AB"), "AC 0, BD -135"),
    row("R33 each of five alone", rules_of("five-handed").changed(may_concede=True), conceded("A 30", "B 20, D 5"),
        "A -30, B 20, C 0, D 5, E 0"),
    row("R33 two defenders", rules_of("three-handed").changed(may_concede=True), conceded("A 60", "C 30"),
        "A -60, BC 30"),
    row("R33 the partner called", TWO_CALLED.changed(may_concede=True),
        conceded("A 80", "E 20", partners=("B",)), "AB -80, CDE 20"),
    row("R30 the red 1 next to the 1s", rules_of("house-200").changed(counters={"1": 15, "red1": 30, "5": 5}),
        hand("A 100", "AC 90, BD 5", last_trick="A"), "AC 110, BD 5"),
    row("Order of scoring, 2: no set back", LENIENT, hand("B 95", "BD 75"), "AC 45, BD 75"),
    row("Princeton, Scoring: a laid card", "princeton", hand("A 70", "AC 5, BD 175", sweep="D"), "AC -70, BD 295"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seen", "points"), SCORES)
def test_a_hand_scores_as_its_ruling_says(rules: str | RuleSet, seen: Hand, points: str) -> None:
    (played,) = booked(standing_of(rules), [seen])
    assert played.score is not None
    assert played.score.points == points_of(points)


BEFORE_A_HAND = [
    row("R12 table talk, then a misdeal", "original", no_hand("misdeal", talked="B"), "AC 0, BD -40"),
    row("R12 table talk, then everyone passed", "original", no_hand("passed-out", talked="A"), "AC -40, BD 0"),
    row("R12 each costs the penalty", "original", no_hand("misdeal", talked="ABD"), "AC -40, BD -80"),
    row("R12 changing partners pay together", "changing-partners", no_hand("misdeal", talked="B"), "AC 0, BD -40"),
    row("R12 six in two sides", THREE_AND_THREE, no_hand("misdeal", talked="E"), "ACE -40, BDF 0"),
    row("R12 the player alone of three", "three-handed", no_hand("misdeal", talked="B"), "AC 0, B -40"),
    row("R12 the player alone of two", "two-handed", no_hand("passed-out", talked="B"), "A 0, B -40"),
    row("R12 the player alone of five", "five-handed", no_hand("passed-out", talked="CCE"), "ABD 0, C -80, E -40"),
    row("R12 no partner is called yet", TWO_CALLED.changed(foul_penalty=40), no_hand("misdeal", talked="A"),
        "A -40, BCDE 0"),
    row("R12 whatever a wrong discard does", DISCARD_SETS, no_hand("misdeal", talked="D"), "AC 0, BD -40"),
    row("R12 R26 an adjustment", "original", no_hand("misdeal", plus="C -15"), "AC -15, BD 0"),
    row("R12 R26 on a player alone", "three-handed", no_hand("passed-out", plus="C 10, A -5"), "A -5, B 0, C 10"),
    row("R12 R26 on one of changing partners", "changing-partners", no_hand("misdeal", talked="A", plus="A 5"),
        "A -35, BD 0, C -40"),
    row("R26 where penalties are not used", "concise", no_hand("passed-out", plus="B -20"), "AC 0, BD -20"),
    row("R22 nothing else", "original", MISDEAL, "ABCD 0"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seen", "points"), BEFORE_A_HAND)
def test_a_deal_that_is_no_hand_scores_its_penalties_and_adjustments(
    rules: str | RuleSet, seen: Hand, points: str
) -> None:
    (played,) = booked(standing_of(rules), [seen])
    assert played.score is None
    assert played.points == played.standing.totals == points_of(points)


def test_changing_partners_pay_with_the_partner_of_their_seats() -> None:
    """R12, R21: in the fifth hand A plays with B."""
    (played,) = booked(standing_of("changing-partners", hands_scored=4), [no_hand("misdeal", talked="A")])
    assert played.points == points_of("AB -40, CD 0")


MADE = [
    row("R11 fouls never enter the test", hand("B 100", "BD 100", talked="BBD"), True, True),
    row("R11 nor do adjustments", hand("B 100", "BD 95", plus="B 50"), False, False),
    row("R8 no test after a renege of the bidders", renege("B 100", "AC 0", "D"), None, False),
    row("R19 a wrong discard sets", hand("B 80", "BD 100", fouls=WRONG_DISCARD), False, False),
    row("R33 a hand given up is set", conceded("B 80"), False, False),
    row("R8 no test after a renege of the others", renege("B 100", "BD 0", "A"), None, True),
]


@pytest.mark.parametrize(("seen", "made", "counts_as_made"), MADE)
def test_a_bid_is_made_or_set_by_points_alone(seen: Hand, made: bool | None, counts_as_made: bool) -> None:
    rules = DISCARD_SETS if seen.fouls == WRONG_DISCARD else GIVE_UP
    (played,) = booked(standing_of(rules), [seen])
    assert played.score is not None
    assert (played.score.made, played.score.counts_as_made) == (made, counts_as_made)


def test_each_side_keeps_how_its_score_came_about() -> None:
    """R11, R12, R16: cards, points with the last trick, score with the bonus, and what fouls take."""
    rules = rules_of("princeton").changed(foul_penalty=40)
    (played,) = booked(standing_of(rules), [hand("A 150", "AC 180", sweep="A", talked="C")])
    assert played.score is not None
    bidders, others = played.score.sides
    assert bidders == SideScore((0, 2), captured=180, points=200, score=300, penalty=40, swept=True)
    assert others == SideScore((1, 3), captured=0, points=0, score=0, penalty=0)
    assert played.score.bidding_side == bidders.players


def test_points_that_are_not_asked_for_are_not_known() -> None:
    """R8 fixed: no one counts the cards."""
    (played,) = booked(standing_of("county-fair"), [renege("A 70", "", "D")])
    assert played.score is not None
    assert [part.captured for part in played.score.sides] == [None, None]
